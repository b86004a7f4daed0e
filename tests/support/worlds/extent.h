/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A plain model of where a world is alive and where it changed, and worlds to compare it
 * with. */
#pragma once

#include "life/world/activity.h"
#include "tests/support/worlds/compare.h"

/* A rule, the shape of a world, and the live fraction of its soup. */
typedef struct {
  const gchar *rule;
  LifeGeometry geometry;
  gdouble density;
} ExtentCase;

#define FLAT(width, height, topology)          \
  {                                            \
    width, height, 1, LIFE_TOPOLOGY_##topology \
  }

G_GNUC_UNUSED static const ExtentCase extent_cases[] = {
  { "B3/S23", FLAT (200, 90, TORUS), 0.3 },
  { "B3/S23", FLAT (200, 90, TORUS), 0 },
  { "B3/S23", FLAT (257, 1000, PLANE), 0.002 },
  { "B3/S23", FLAT (64, 64, TORUS), 0.4 },
  { "B3/S23", FLAT (63, 31, PLANE), 0.4 },
  { "B3/S23", FLAT (65, 33, KLEIN), 0.4 },
  { "B3/S23", FLAT (1, 1, TORUS), 1 },
  { "B3/S23", FLAT (3, 500, TORUS), 0.3 },
  { "B3/S23", FLAT (5000, 2, TORUS), 0.01 },
  { "B0/S8", FLAT (130, 70, TORUS), 0.3 },
  { "B2/S/C3", FLAT (190, 77, TORUS), 0.1 },
  { "B2/S345/C25", FLAT (190, 77, TORUS), 0.1 },
  { "R2,C0,M0,S3..7,B4..6,NM", FLAT (150, 60, PLANE), 0.1 },
  { "WireWorld", FLAT (90, 40, TORUS), 0.5 },
  { "B6/S567", { 40, 30, 20, LIFE_TOPOLOGY_PLANE }, 0.02 },
  { "B6/S567", { 70, 9, 33, LIFE_TOPOLOGY_TORUS }, 0.2 },
  { "B4/S4,5/C5", { 33, 21, 12, LIFE_TOPOLOGY_TORUS }, 0.1 },
};

#undef FLAT

/* What @cells say, and how they differ from @previous, if that is not NULL. */
static inline void
extent_model (const LifeGeometry *geometry, const guint8 *cells,
    const guint8 *previous, LifeStatistics *expected)
{
  const gsize sides[3] = { geometry->width, geometry->height, geometry->depth };
  LifeActivity *activity = &expected->activity;
  gsize low[3] = { G_MAXSIZE, G_MAXSIZE, G_MAXSIZE }, high[3] = { 0 };

  memset (expected, 0, sizeof *expected);
  for (gsize i = 0; i < sides[0] * sides[1] * sides[2]; i++) {
    const gsize at[3] = { i % sides[0], i / sides[0] % sides[1],
      i / sides[0] / sides[1] };
    gboolean changed =
        previous != NULL && (cells[i] != 0) != (previous[i] != 0);

    activity->cells += changed;
    for (guint axis = 0; axis < 3; axis++) {
      if (cells[i] != 0) {
        low[axis] = MIN (low[axis], at[axis]);
        high[axis] = MAX (high[axis], at[axis]);
      }
      if (changed) {
        activity->sums[axis] += at[axis];
        activity->quarters[axis][at[axis] * 4 / sides[axis]]++;
      }
    }
  }
  if (low[0] != G_MAXSIZE)
    expected->box = (LifeBox){ (gint64) low[0], (gint64) low[1],
      (gint64) low[2], (gint64) (high[0] - low[0] + 1),
      (gint64) (high[1] - low[1] + 1), (gint64) (high[2] - low[2] + 1) };
}

static inline void
assert_extent (const LifeStatistics *counts, const LifeStatistics *expected,
    LifeWorld *world, const gchar *what)
{
  const LifeBox *box = &counts->box;

  if (memcmp (&counts->box, &expected->box, sizeof *box) == 0
      && memcmp (
             &counts->activity, &expected->activity, sizeof counts->activity)
             == 0)
    return;
  g_test_message (
      "%s, %s, generation %" G_GUINT64_FORMAT ": box %" G_GINT64_FORMAT
      ", %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
      "×%" G_GINT64_FORMAT "×%" G_GINT64_FORMAT "; %" G_GUINT64_FORMAT
      " cells changed, not %" G_GUINT64_FORMAT,
      what, life_world_get_kernel_name (world), counts->generation, box->x,
      box->y, box->z, box->width, box->height, box->depth,
      counts->activity.cells, expected->activity.cells);
  g_test_fail ();
}

static inline LifeStatistics
count_extent (LifeWorld *world)
{
  return count_of (world, LIFE_COUNT_BOX | LIFE_COUNT_ACTIVITY);
}

/* Compares a world with the model for some generations. */
static inline void
check_extent (LifeWorld *world, const ExtentCase *played)
{
  fill_soup (world, 3, played->density);
  for (guint i = 0; i < 40 && !g_test_failed (); i++) {
    g_autofree guint8 *previous = NULL, *cells = NULL;
    LifeStatistics counts, expected;

    /* At first there is no step to count. */
    step (world, i % 5);
    previous = i > 0 ? cells_of (world) : NULL;
    step (world, i > 0);
    cells = cells_of (world);
    extent_model (&played->geometry, cells, previous, &expected);
    counts = count_extent (world);
    assert_extent (&counts, &expected, world, played->rule);
  }
}
