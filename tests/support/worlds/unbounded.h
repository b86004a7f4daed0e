/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of worlds without edges share: making them, and comparing them with a
 * plane that life has not reached the edge of. */
#pragma once

#include "tests/support/worlds/world.h"

static const LifeGeometry no_edges = { .depth = 1,
  .topology = LIFE_TOPOLOGY_UNBOUNDED };

static inline LifeWorld *
new_unbounded (const gchar *rule, guint threads)
{
  return new_world (&no_edges, rule, LIFE_KERNEL_AUTO, threads);
}

/* Random cells of a box. */
static inline guint8 *
random_cells (GRand *random, gsize n, gdouble density)
{
  guint8 *cells = g_malloc (n);

  for (gsize i = 0; i < n; i++)
    cells[i] = g_rand_double (random) < density;
  return cells;
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
  guint8 *cells = g_malloc ((gsize) (box->width * box->height));
  GError *error = NULL;

  life_world_read (world, box, cells, &error);
  g_assert_no_error (error);
  return cells;
}

static inline void
paste_text (LifeWorld *world, const gchar *text, gint64 x, gint64 y)
{
  g_autoptr (LifePattern) pattern = NULL;
  const gint64 origin[3] = { x, y, 0 };
  GError *error = NULL;

  pattern = life_pattern_from_string (text, &error);
  g_assert_no_error (error);
  life_world_paste (world, pattern, origin, &error);
  g_assert_no_error (error);
}

static inline LifeBox
box_of (LifeWorld *world)
{
  LifeStatistics statistics;
  GError *error = NULL;

  life_world_count (world, LIFE_COUNT_BOX, &statistics, &error);
  g_assert_no_error (error);
  return statistics.box;
}

static inline LifeActivity
activity_of (LifeWorld *world)
{
  LifeStatistics statistics;
  GError *error = NULL;

  life_world_count (world, LIFE_COUNT_ACTIVITY, &statistics, &error);
  g_assert_no_error (error);
  return statistics.activity;
}

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
  g_assert_cmpuint (now.births, ==, expected.births);
  g_assert_cmpuint (now.deaths, ==, expected.deaths);
  assert_same_activity (world, plane, x, y);
  g_assert_cmpint (here.width, ==, there.width);
  g_assert_cmpint (here.height, ==, there.height);
  if (there.width > 0) {
    g_assert_cmpint (here.x, ==, there.x + x);
    g_assert_cmpint (here.y, ==, there.y + y);
  }
  return TRUE;
}
