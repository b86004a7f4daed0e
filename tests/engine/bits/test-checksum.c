/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of checksums: the same on every engine, and others for worlds that differ. */
#include "life/world/checksum.h"
#include "tests/support/worlds/compare.h"

#define TEST(name) g_test_add_func ("/checksum/" #name, test_##name)

/* As the definition has it, cell by cell. */
static guint64
plain_checksum (LifeWorld *world)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  g_autofree guint8 *cells = cells_of (world);
  const guint8 *row = cells;
  guint64 sum = 0;

  for (guint i = 0; i < geometry->depth * geometry->height; i++) {
    for (guint x = 0; x < geometry->width; x += 64)
      for (guint bit = 0; bit < 8; bit++) {
        guint64 bits = 0;

        for (guint k = 0; k < 64 && x + k < geometry->width; k++)
          bits |= (guint64) (row[x + k] >> bit & 1) << k;
        sum += life_checksum_word (bits, life_checksum_key (x / 64, bit))
               * life_checksum_row (i % geometry->height, i / geometry->height);
      }
    row += geometry->width;
  }
  return sum;
}

static void
check_engines (void)
{
  static const struct {
    const gchar *rule;
    LifeGeometry geometry;
  } cases[] = {
    { "B3/S23", { 1, 1, 1, LIFE_TOPOLOGY_TORUS } },
    { "B3/S23", { 64, 3, 1, LIFE_TOPOLOGY_TORUS } },
    { "B3/S23", { 777, 130, 1, LIFE_TOPOLOGY_TORUS } },
    { "B3/S23", { 577, 70, 1, LIFE_TOPOLOGY_KLEIN } },
    { "B2/S/C3", { 200, 65, 1, LIFE_TOPOLOGY_PLANE } },
    { "B2/S345/C4", { 131, 40, 1, LIFE_TOPOLOGY_TORUS } },
    { "B2/S345/C37", { 65, 40, 1, LIFE_TOPOLOGY_TORUS } },
    { "B2/S345/C256", { 300, 20, 1, LIFE_TOPOLOGY_TORUS } },
    { "B3/S23", { 300000, 3, 1, LIFE_TOPOLOGY_TORUS } },
    { "B6/S567", { 70, 20, 9, LIFE_TOPOLOGY_TORUS } },
    { "B6/S567/C6", { 33, 20, 9, LIFE_TOPOLOGY_PLANE } },
    { "R3,C0,M0,S6..11,B7..10,NM", { 80, 33, 1, LIFE_TOPOLOGY_TORUS } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const LifeRule rule =
        rule_of (cases[i].geometry.depth > 1 ? 3 : 2, cases[i].rule);
    g_autoptr (Worlds) worlds =
        worlds_new (&cases[i].geometry, &rule, LIFE_KERNEL_AUTO, 0);

    worlds_soup (worlds, 5, 0.4);
    for (guint k = 0; k < 6; k++) {
      const guint64 expected = plain_checksum (worlds->each[0]);

      g_assert_cmphex (checksum_of (worlds->each[0]), ==, expected);
      g_assert_cmphex (checksum_of (worlds->each[1]), ==, expected);
      worlds_step (worlds, k);
    }
  }
}

static void
test_engines_agree_with_the_definition (void)
{
  for_every_path (check_engines);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const guint64 *first = a, *second = b;

  return *first < *second ? -1 : *first > *second;
}

/* All worlds in which two cells live, near the edges of words: a factor for each word would take
 * the highest bit of one for that of any other. */
static void
test_worlds_of_two_cells_differ (void)
{
  static const guint columns[] = { 0, 1, 31, 32, 62, 63, 64, 95, 96, 126, 127 };
  enum {
    ROWS = 5,
    CELLS = G_N_ELEMENTS (columns) * ROWS
  };
  const LifeGeometry geometry = { 128, ROWS, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (GArray) sums = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint8 cells[128 * ROWS] = { 0 };

  for (guint i = 0; i < CELLS; i++)
    for (guint j = i; j < CELLS; j++) {
      const guint n = G_N_ELEMENTS (columns);
      guint64 sum;

      cells[i / n * 128 + columns[i % n]] = 1;
      cells[j / n * 128 + columns[j % n]] = 1;
      set_cells (world, cells);
      sum = checksum_of (world);
      g_array_append_val (sums, sum);
      memset (cells, 0, sizeof (cells));
    }
  g_array_sort (sums, compare_numbers);
  g_assert_cmphex (g_array_index (sums, guint64, 0), !=, 0);
  for (guint i = 1; i < sums->len; i++)
    g_assert_cmphex (g_array_index (sums, guint64, i - 1), !=,
        g_array_index (sums, guint64, i));
}

static void
test_a_pending_checksum_is_of_the_cells_then (void)
{
  const LifeGeometry geometry = { 300, 200, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  LifeRule other = rule_of (2, "R3,C0,M0,S6..11,B7..10,NM");
  guint64 expected, got = 0;
  GError *error = NULL;

  fill_soup (world, 2, 0.3);
  expected = checksum_of (world);
  g_assert_true (life_world_begin_checksum (world, &error));
  step (world, 3);
  g_assert_cmphex (checksum_of (world), !=, expected);
  world_set_rule (world, &other);
  step (world, 1);
  g_assert_true (life_world_finish_checksum (world, &got, &error));
  g_assert_no_error (error);
  g_assert_cmphex (got, ==, expected);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (engines_agree_with_the_definition);
  TEST (worlds_of_two_cells_differ);
  TEST (a_pending_checksum_is_of_the_cells_then);
  return g_test_run ();
}
