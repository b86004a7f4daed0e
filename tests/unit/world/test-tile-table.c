/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of tiles: what was added is found, what was removed is not,
 * whatever lay next to it. */
#include "life/world/tile-table.h"

#include <string.h>

#define SIDE 60
#define STEPS 200000

static void
add (LifeTileTable *table, gint64 column, gint64 row, gpointer tile)
{
  GError *error = NULL;

  life_tile_table_reserve (table, &error);
  g_assert_no_error (error);
  life_tile_table_add (table, column, row, tile);
}

/* The table says that it has more entries than there can be memory for twice. */
static void
test_a_table_that_cannot_grow_stays (void)
{
  LifeTileSlot none = { 0 };

  for (guint bits = 44; bits < 60; bits += 5) {
    const gsize room = (gsize) 1 << bits;
    LifeTileTable table = { &none, room / 2, room };
    g_autoptr (GError) error = NULL;

    g_assert_false (life_tile_table_reserve (&table, &error));
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY);
    g_assert_true (table.slots == &none);
    g_assert_cmpuint (table.room, ==, room);
  }
}

static void
test_positions_are_found_until_they_are_removed (void)
{
  static const gint64 corners[] = { 0, -30, G_MAXINT64 - SIDE, G_MININT64 };

  for (guint corner = 0; corner < G_N_ELEMENTS (corners); corner++) {
    g_autoptr (GRand) random = g_rand_new_with_seed (corner);
    LifeTileTable table = { 0 };
    static guint8 expected[SIDE][SIDE];
    gsize n = 0;

    memset (expected, 0, sizeof expected);
    g_assert_null (life_tile_table_find (&table, 1, 2));
    for (guint i = 0; i < STEPS; i++) {
      const gint x = g_rand_int_range (random, 0, SIDE);
      const gint y = g_rand_int_range (random, 0, SIDE);
      const gint64 column = corners[corner] + x, row = corners[corner] + y;
      gpointer found = life_tile_table_find (&table, column, row);

      g_assert_true (found == (expected[y][x] ? &expected[y][x] : NULL));
      /* Half of the time there are many, and half of the time few. */
      if (found != NULL
          && g_rand_int_range (random, 0, 8) < 1 + (gint) (i / 25000 % 2) * 6)
        life_tile_table_remove (&table, column, row);
      else if (found == NULL)
        add (&table, column, row, &expected[y][x]);
      else
        continue;
      expected[y][x] = found == NULL;
      n += found == NULL ? 1 : -(gsize) 1;
      g_assert_cmpuint (table.n, ==, n);
    }
    life_tile_table_clear (&table);
    g_assert_null (life_tile_table_find (&table, 1, 2));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tile-table/tiles_are_found_until_they_are_removed",
      test_positions_are_found_until_they_are_removed);
  g_test_add_func ("/tile-table/a_table_that_cannot_grow_stays",
      test_a_table_that_cannot_grow_stays);
  return g_test_run ();
}
