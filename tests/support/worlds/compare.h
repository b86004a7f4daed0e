/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds to which the same is done, one of them the reference, and their comparison; what is
 * done to a world, and has to succeed. */
#pragma once

#include "tests/support/worlds/world.h"

/* --- What has to succeed --- */

static inline LifeBox
whole_box (LifeWorld *world)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);

  return (
      LifeBox){ 0, 0, 0, geometry->width, geometry->height, geometry->depth };
}

static inline void
world_set_rule (LifeWorld *world, const LifeRule *rule)
{
  GError *error = NULL;

  life_world_set_rule (world, rule, &error);
  g_assert_no_error (error);
}

static inline void
world_clear (LifeWorld *world)
{
  GError *error = NULL;

  life_world_clear (world, &error);
  g_assert_no_error (error);
}

static inline void
world_record (LifeWorld *world)
{
  GError *error = NULL;

  life_world_record_history (world, &error);
  g_assert_no_error (error);
}

static inline LifeSnapshot *
world_snapshot (LifeWorld *world)
{
  GError *error = NULL;
  LifeSnapshot *snapshot = life_world_snapshot (world, &error);

  g_assert_no_error (error);
  return snapshot;
}

static inline void
world_restore (LifeWorld *world, const LifeSnapshot *snapshot)
{
  GError *error = NULL;

  life_world_restore (world, snapshot, &error);
  g_assert_no_error (error);
}

static inline void
world_revert (LifeWorld *world)
{
  GError *error = NULL;

  life_world_revert (world, &error);
  g_assert_no_error (error);
}

static inline void
world_soup_box (
    LifeWorld *world, const LifeBox *box, guint64 seed, gdouble density)
{
  GError *error = NULL;

  life_world_soup_box (world, box, seed, density, &error);
  g_assert_no_error (error);
}

static inline void
world_paste (LifeWorld *world, const LifePattern *pattern, gint64 x, gint64 y)
{
  const gint64 origin[3] = { x, y, 0 };
  GError *error = NULL;

  life_world_paste (world, pattern, origin, &error);
  g_assert_no_error (error);
}

static inline LifePattern *
pattern_of (const gchar *text)
{
  GError *error = NULL;
  LifePattern *pattern = life_pattern_from_string (text, &error);

  g_assert_no_error (error);
  return pattern;
}

static inline void
paste_text (LifeWorld *world, const gchar *text, gint64 x, gint64 y)
{
  g_autoptr (LifePattern) pattern = pattern_of (text);

  world_paste (world, pattern, x, y);
}

static inline LifePattern *
world_to_pattern (LifeWorld *world)
{
  GError *error = NULL;
  LifePattern *pattern = life_world_to_pattern (world, &error);

  g_assert_no_error (error);
  return pattern;
}

static inline void
write_box (LifeWorld *world, const LifeBox *box, const guint8 *cells)
{
  GError *error = NULL;

  life_world_write (world, box, cells, &error);
  g_assert_no_error (error);
}

static inline guint8 *
read_box (LifeWorld *world, const LifeBox *box)
{
  guint8 *cells =
      g_malloc ((gsize) box->width * box->height * MAX (box->depth, 1));
  GError *error = NULL;

  life_world_read (world, box, cells, &error);
  g_assert_no_error (error);
  return cells;
}

static inline void
world_draw (LifeWorld *world, const LifeView *view, const LifeFrame *frame)
{
  GError *error = NULL;

  life_world_draw (world, view, frame, &error);
  g_assert_no_error (error);
}

static inline LifeStatistics
count_of (LifeWorld *world, LifeCountFlags expected)
{
  LifeStatistics counts;
  GError *error = NULL;

  life_world_count (world, expected, &counts, &error);
  g_assert_no_error (error);
  return counts;
}

static inline LifeBox
box_of (LifeWorld *world)
{
  return count_of (world, LIFE_COUNT_BOX).box;
}

static inline LifeActivity
activity_of (LifeWorld *world)
{
  return count_of (world, LIFE_COUNT_ACTIVITY).activity;
}

/* Takes the error, which has to name all of @words, between which are bars. */
static inline void
assert_message (GError *error, LifeError code, const gchar *words)
{
  g_auto (GStrv) all = g_strsplit (words, "|", -1);

  g_assert_error (error, LIFE_ERROR, (gint) code);
  for (guint i = 0; all[i] != NULL; i++)
    if (strstr (error->message, all[i]) == NULL)
      g_error ("\"%s\" does not name \"%s\"", error->message, all[i]);
  g_error_free (error);
}

/* The most memory that this process has had at a time, in bytes. */
static inline guint64
peak_of_address_space (void)
{
  g_autofree gchar *text = NULL;
  const gchar *line = NULL;

  if (g_file_get_contents ("/proc/self/status", &text, NULL, NULL))
    line = strstr (text, "VmPeak:");
  return line != NULL ? g_ascii_strtoull (line + 7, NULL, 10) * 1024 : 0;
}

/* --- Worlds without edges and planes --- */

/* Where a world changed is where a plane did, whose cell (0, 0) is cell (@x, @y) there. */
static inline void
assert_same_activity (LifeWorld *world, LifeWorld *plane, gint64 x, gint64 y)
{
  const LifeActivity now = activity_of (world), expected = activity_of (plane);
  const gint64 corner[] = { x, y };

  g_assert_cmpuint (now.cells, ==, expected.cells);
  for (guint axis = 0; axis < 2 && now.cells > 0; axis++) {
    g_assert_cmpuint (now.sums[axis], <, now.cells);
    g_assert_cmpint ((now.origin[axis] - corner[axis]) * (gint64) now.cells
                         + (gint64) now.sums[axis],
        ==, (gint64) expected.sums[axis]);
  }
}

/* HashLife does not know which cells were born. */
static inline gboolean
counts_changes (LifeWorld *world)
{
  return strstr (life_world_get_kernel_name (world), "hashlife") == NULL;
}

/* Compares all that is known of a world without edges with a plane, whose cell (0, 0) is
 * cell (@x, @y) there. */
static inline gboolean
assert_same_as_plane (LifeWorld *world, LifeWorld *plane, gint64 x, gint64 y)
{
  const LifeGeometry *geometry = life_world_get_geometry (plane);
  const LifeBox box = { x, y, 0, geometry->width, geometry->height, 1 };
  LifeStatistics now = statistics_of (world), expected = statistics_of (plane);
  LifeBox here = box_of (world), there = box_of (plane);
  g_autofree guint8 *cells = read_box (world, &box);

  if (!assert_cells (plane, cells, "as a world without edges"))
    return FALSE;
  g_assert_cmpuint (now.population, ==, expected.population);
  if (counts_changes (world)) {
    g_assert_cmpuint (now.births, ==, expected.births);
    g_assert_cmpuint (now.deaths, ==, expected.deaths);
    assert_same_activity (world, plane, x, y);
  }
  if (there.width > 0) {
    there.x += x;
    there.y += y;
  }
  g_assert_cmpmem (&here, sizeof here, &there, sizeof there);
  return TRUE;
}

/* --- Worlds of one kind, and the reference --- */

typedef struct {
  LifeWorld
      *each[1 + 2 * G_N_ELEMENTS (cpu_paths)]; /* the first: the reference */
  guint n;
  gint64 x, y;   /* the others' cell that is (0, 0) of the reference */
  gboolean full; /* boxes, activities and checksums are compared, too */
} Worlds;

/* Takes both. */
static inline Worlds *
worlds_of (LifeWorld *world, LifeWorld *plain)
{
  Worlds *self = g_new0 (Worlds, 1);

  self->each[0] = plain;
  self->each[1] = world;
  self->n = 2;
  return self;
}

static inline Worlds *
worlds_new (const LifeGeometry *geometry, const LifeRule *rule,
    LifeKernel kernel, guint threads)
{
  return worlds_of (new_world_with_rule (geometry, rule, kernel, threads),
      new_world_with_rule (geometry, rule, LIFE_KERNEL_NAIVE, 0));
}

/* On every width of vector that the processor has. */
static inline Worlds *
worlds_on_paths (
    const LifeGeometry *geometry, const LifeRule *rule, guint threads)
{
  Worlds *self = g_new0 (Worlds, 1);

  self->each[self->n++] =
      new_world_with_rule (geometry, rule, LIFE_KERNEL_NAIVE, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cpu_paths); i++)
    if (use_cpu_path (cpu_paths[i]))
      self->each[self->n++] =
          new_world_with_rule (geometry, rule, LIFE_KERNEL_AUTO, threads);
  use_any_cpu_path ();
  return self;
}

static inline void
worlds_free (Worlds *self)
{
  for (guint i = 0; i < self->n; i++)
    life_world_free (self->each[i]);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Worlds, worlds_free)

static inline void
worlds_soup (Worlds *self, guint64 seed, gdouble density)
{
  for (guint i = 0; i < self->n; i++)
    fill_soup (self->each[i], seed, density);
}

static inline void
worlds_clear (Worlds *self)
{
  for (guint i = 0; i < self->n; i++)
    world_clear (self->each[i]);
}

static inline void
worlds_set_rule (Worlds *self, const LifeRule *rule)
{
  for (guint i = 0; i < self->n; i++)
    world_set_rule (self->each[i], rule);
}

static inline void
worlds_paste (Worlds *self, const gchar *text, gint64 x, gint64 y)
{
  for (guint i = 0; i < self->n; i++)
    paste_text (
        self->each[i], text, i > 0 ? x + self->x : x, i > 0 ? y + self->y : y);
}

static inline void
worlds_write (Worlds *self, LifeBox box, const guint8 *cells)
{
  write_box (self->each[0], &box, cells);
  box.x += self->x;
  box.y += self->y;
  for (guint i = 1; i < self->n; i++)
    write_box (self->each[i], &box, cells);
}

/* Cells of all states in a box, half of them dead. */
static inline void
worlds_scatter (Worlds *self, GRand *dice, LifeBox box)
{
  const guint states =
      life_rule_get_states (life_world_get_rule (self->each[0]));
  const gsize n = (gsize) (box.width * box.height * box.depth);
  g_autofree guint8 *cells = g_malloc (n);

  for (gsize i = 0; i < n; i++)
    cells[i] = (guint8) (g_rand_boolean (dice)
                             ? 0
                             : g_rand_int_range (dice, 0, (gint) states));
  worlds_write (self, box, cells);
}

static inline void
worlds_step (Worlds *self, guint64 generations)
{
  for (guint i = 0; i < self->n; i++)
    step (self->each[i], generations);
}

static inline gboolean
assert_same_extents (LifeWorld *world, LifeWorld *plain)
{
  const LifeCountFlags requested =
      LIFE_COUNT_CHANGES | LIFE_COUNT_BOX | LIFE_COUNT_ACTIVITY;
  const LifeStatistics found = count_of (world, requested);
  const LifeStatistics expected = count_of (plain, requested);

  g_assert_cmpmem (
      &found.box, sizeof found.box, &expected.box, sizeof expected.box);
  g_assert_cmpmem (&found.activity, sizeof found.activity, &expected.activity,
      sizeof expected.activity);
  g_assert_cmphex (checksum_of (world), ==, checksum_of (plain));
  return TRUE;
}

/* Fails unless all have the reference's cells and counts. */
static inline gboolean
worlds_same (Worlds *self, const gchar *what)
{
  LifeWorld *plain = self->each[0];

  for (guint i = 1; i < self->n; i++) {
    LifeWorld *world = self->each[i];

    if (life_world_get_geometry (world)->topology == LIFE_TOPOLOGY_UNBOUNDED
            ? !assert_same_as_plane (world, plain, self->x, self->y)
            : !assert_equal_worlds (world, plain, what)
                  || (self->full && !assert_same_extents (world, plain)))
      return FALSE;
  }
  return TRUE;
}

/* Advances all by these numbers of generations, and compares them after each. */
static inline gboolean
worlds_play (
    Worlds *self, const guint64 *calls, guint n_calls, const gchar *what)
{
  for (guint i = 0; i < n_calls; i++) {
    worlds_step (self, calls[i]);
    if (!worlds_same (self, what))
      return FALSE;
  }
  return TRUE;
}

/* Plays from a soup. */
static inline gboolean
worlds_play_soup (Worlds *self, guint64 seed, gdouble density,
    const guint64 *calls, guint n_calls)
{
  g_autofree gchar *what =
      life_rule_to_string (life_world_get_rule (self->each[0]));

  worlds_soup (self, seed, density);
  return worlds_play (self, calls, n_calls, what);
}

/* Plays from cells of all states and from a soup, on every width of vector. */
static inline gboolean
play_on_every_path (const LifeGeometry *geometry, const LifeRule *rule,
    guint threads, GRand *dice, const guint64 *calls, guint n_calls)
{
  g_autoptr (Worlds) worlds = worlds_on_paths (geometry, rule, threads);

  worlds_scatter (worlds, dice, whole_box (worlds->each[0]));
  return worlds_same (worlds, "cells as they were written")
         && worlds_play (worlds, calls, n_calls, "cells of all states")
         && worlds_play_soup (worlds, threads + 1, 0.4, calls, n_calls);
}
