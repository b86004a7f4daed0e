/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Golly as an independent oracle: a world that it plays from the same cells. */
#pragma once

#include "tests/support/programs/golly-files.h"
#include "tests/support/programs/golly.h"
#include "tests/support/worlds/compare.h"

/* A rule, the algorithm of bgolly that runs it, and the format in which that writes cells;
 * only a macrocell file says where they lie. */
typedef struct {
  const gchar *algorithm, *output;
  const gchar *rule; /* in Golly's spelling; NULL: as the world writes it */
} GollyRule;

#define QUICK "QuickLife", "out.rle"
#define HASH "HashLife", "out.mc"
#define AGES "Generations", "out.mc"
#define LARGER "Larger than Life", "out.rle"

static gboolean golly; /* whether bgolly is installed */

static inline gboolean
skip_without_golly (void)
{
  if (!golly)
    g_test_skip ("bgolly is not installed");
  return !golly;
}

/* As our reader reads it, wherever it is from. */
static inline LifePattern *
reread (const gchar *text)
{
  GError *error = NULL;
  LifePattern *pattern = life_pattern_parse (text, strlen (text), &error);

  g_assert_no_error (error);
  return pattern;
}

static inline gchar *
write_world (LifeWorld *world, const gchar *rule)
{
  g_autoptr (LifePattern) pattern = world_to_pattern (world);
  GError *error = NULL;
  gchar *text;

  if (rule != NULL) {
    g_free (pattern->rule);
    pattern->rule = g_strdup (rule);
  }
  text = life_pattern_write (pattern, LIFE_FORMAT_RLE, &error);
  g_assert_no_error (error);
  return text;
}

/* What bgolly makes of the world's cells. */
static inline LifePattern *
run_golly (LifeWorld *world, const GollyRule *rule, guint generations)
{
  GError *error = NULL;
  g_autofree gchar *input = write_world (world, rule->rule);
  g_autofree gchar *path = golly_input (input);
  g_autofree gchar *text = golly_run (rule->algorithm, path,
      life_world_get_generation (world), generations, rule->output, &error);

  g_assert_no_error (error);
  return reread (text);
}

/* Makes live cells dead and dead ones alive. */
static inline void
invert (LifeWorld *world)
{
  g_autofree guint8 *cells = cells_of (world);

  for (gsize i = 0; i < size_of (world); i++)
    cells[i] = !cells[i];
  set_cells (world, cells);
}

/* Fails unless the world has these cells, in their places where bgolly reports these. */
static inline gboolean
assert_is_golly_s (LifeWorld *world, LifePattern *theirs, const gchar *what)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  g_autofree gchar *text = write_world (world, NULL);
  g_autoptr (LifePattern) ours = reread (text);

  ours->x = -(gint64) (geometry->width / 2);
  ours->y = -(gint64) (geometry->height / 2);
  golly_files_crop (ours);
  golly_files_crop (theirs);
  if (!golly_files_same (ours, theirs, what))
    return FALSE;
  if (theirs->format == LIFE_FORMAT_MACROCELL && theirs->n_runs > 0
      && (theirs->x != ours->x || theirs->y != ours->y)) {
    fail ("%s: the cells start at (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT
          "), in Golly at (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ")",
        what, ours->x, ours->y, theirs->x, theirs->y);
    return FALSE;
  }
  return TRUE;
}

/* Steps the world, and fails unless bgolly comes to the same. A rule with B0 that keeps a
 * full world alive is run there with all cells inverted: dead cells are passed in, and come
 * out, as live ones. */
static inline gboolean
plays_as_in_golly (LifeWorld *world, const GollyRule *rule, guint generations)
{
  const LifeRule *ours = life_world_get_rule (world);
  const gboolean complement =
      strcmp (rule->output, "out.mc") == 0
      && (ours->birth & 1 || (ours->map[0] & 1 && ours->map[7] >> 63));
  g_autofree gchar *name = life_rule_to_string (ours);
  g_autofree gchar *what =
      g_strdup_printf ("%s, %s, generation %u", rule->rule, name, generations);
  g_autoptr (LifePattern) theirs = NULL;

  if (complement)
    invert (world);
  theirs = run_golly (world, rule, generations);
  if (complement)
    invert (world);
  step (world, generations);
  if (complement)
    invert (world);
  if (!assert_is_golly_s (world, theirs, what))
    return FALSE;
  if (complement)
    invert (world);
  return TRUE;
}
