/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts of live neighbors of eight cells at a time, against cells that are looked at
 * one by one. */
#include "life/draw/color/neighbor-colors.h"
#include "tests/support/worlds/world.h"

/* Three rows of ten cells, of which the middle eight are asked for. */
typedef guint8 Cells[3][10];

static LifeAdjacentRow
row_of (const guint8 cells[10])
{
  guint32 here = 0;

  for (guint i = 0; i < 8; i++)
    here |= (guint32) cells[i + 1] << 4 * i;
  return life_adjacent_row (cells[0], here, cells[9]);
}

static guint
slow_index (Cells cells, guint column, guint adjacent)
{
  guint alive = 0, neighbors = 0;

  for (guint bit = 0; bit < 9; bit++)
    if (adjacent >> bit & 1) {
      neighbors++;
      alive += cells[bit / 3][column + bit % 3];
    }
  return cells[1][column + 1] ? life_neighbors_index (alive, neighbors) : 0;
}

static void
assert_indices (Cells cells, guint adjacent)
{
  guint32 indices = life_adjacent_indices (
      row_of (cells[0]), row_of (cells[1]), row_of (cells[2]), adjacent);

  for (guint i = 0; i < 8; i++)
    if ((indices >> 4 * i & 15) != slow_index (cells, i, adjacent)) {
      g_test_message ("neighbors 0x%03x, cell %u: %u, not %u", adjacent, i,
          indices >> 4 * i & 15, slow_index (cells, i, adjacent));
      g_test_fail ();
    }
}

static void
test_eight_at_a_time_equal_one_by_one (void)
{
  static const guint neighborhoods[] = { LIFE_ADJACENT_MOORE, 0xaa, 0x1ab, 0x28,
    0xeb, 0x3 };

  for (guint k = 0; k < G_N_ELEMENTS (neighborhoods); k++)
    for (guint density = 0; density <= 4; density++)
      for (guint round = 0; round < 2000; round++) {
        Cells cells;

        for (guint i = 0; i < sizeof cells; i++)
          cells[i / 10][i % 10] = g_test_rand_int_range (0, 4) < (gint) density;
        assert_indices (cells, neighborhoods[k]);
      }
}

static void
test_adjacent_neighbors_are_those_that_touch_in_the_plane (void)
{
  static const struct {
    const gchar *rule;
    guint dimensions;
    LifeAxis axis;
    guint adjacent;
  } cases[] = {
    { "B3/S23", 2, LIFE_AXIS_Z, LIFE_ADJACENT_MOORE },
    { "B3/S23V", 2, LIFE_AXIS_Z, 0xaa },
    { "B2/S34H", 2, LIFE_AXIS_Z, 0x1ab },
    { "W30", 2, LIFE_AXIS_Z, 0x28 },
    { "R3,C0,M0,S6..11,B7..10,NM", 2, LIFE_AXIS_Z, 0 },
    { "B6/S567", 3, LIFE_AXIS_Z, 0 },
    { "B3/S23", 2, LIFE_AXIS_Y, 0 },
    { "W30", 2, LIFE_AXIS_X, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const LifeRule rule = rule_of (cases[i].dimensions, cases[i].rule);
    LifeNeighbors neighbors;

    life_neighbors_init (
        &neighbors, life_neighborhood_shape (&rule), cases[i].axis);
    g_assert_cmphex (neighbors.adjacent, ==, cases[i].adjacent);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/neighbors/eight-at-a-time-equal-one-by-one",
      test_eight_at_a_time_equal_one_by_one);
  g_test_add_func ("/neighbors/adjacent-ones-touch-in-the-plane",
      test_adjacent_neighbors_are_those_that_touch_in_the_plane);
  return g_test_run ();
}
