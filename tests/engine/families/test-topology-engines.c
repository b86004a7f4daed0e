/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds whose edges are joined in every way, advanced by the CPU's fast
 * engines, and by the general one where these do not run them. */
#include "tests/support/worlds/topology.h"

/* Calls that run by strips, by tiles, and by both in turn. */
static gboolean
compare_bits (const Shape *shape, const LifeGeometry *geometry,
    const LifeRule *rule, LifeKernel kernel, guint threads)
{
  static const guint calls[] = { 1, 1, 2, 61, 1, 30, 7, 120 };
  g_autoptr (LifeWorld) bits =
      new_world_with_rule (geometry, rule, kernel, threads);
  g_autoptr (LifeWorld) bytes =
      new_world_with_rule (geometry, rule, LIFE_KERNEL_NAIVE, 2);

  fill_soup (bits, geometry->width, 0.35);
  fill_soup (bytes, geometry->width, 0.35);
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++) {
    g_autofree guint8 *expected = NULL;
    LifeStatistics ours, theirs;

    step (bits, calls[i]);
    step (bytes, calls[i]);
    expected = cells_of (bytes);
    if (!assert_cells (bits, expected, shape->name))
      return FALSE;
    ours = statistics_of (bits);
    theirs = statistics_of (bytes);
    g_assert_cmpuint (ours.population, ==, theirs.population);
    g_assert_cmpuint (ours.births, ==, theirs.births);
    g_assert_cmpuint (ours.deaths, ==, theirs.deaths);
  }
  return TRUE;
}

static void
test_bits_are_bytes (gconstpointer data)
{
  static const gchar *const texts[] = { "B3/S23", "B36/S23", "B3/S23",
    "B0123478/S34678" };
  static const guint32 larger[][2] = { { 200, 150 }, { 700, 333 },
    { 1025, 190 }, { 257, 1100 } };
  const Shape *shape = data;

  for (guint i = 0; i < G_N_ELEMENTS (sizes) + G_N_ELEMENTS (larger); i++) {
    const guint32 *size =
        i < G_N_ELEMENTS (sizes) ? sizes[i] : larger[i - G_N_ELEMENTS (sizes)];
    LifeGeometry geometry = geometry_of (shape, size[0], size[1]);
    LifeRule rule = rule_of (2, texts[i % 4]);
    if (!compare_bits (
            shape, &geometry, &rule, LIFE_KERNEL_BITSLICED, 1 + i % 3))
      return;
  }
}

/* Rules that depend on directions, that have more states, or whose neighbors
 * are farther away, on whatever kernel runs them. */
static void
test_families_are_bytes (gconstpointer data)
{
  static const guint32 some[][2] = { { 3, 5 }, { 70, 64 }, { 257, 130 } };
  const LifeRule families[] = { rule_from (&rules[2]), rule_from (&rules[3]),
    { .family = LIFE_FAMILY_TOTALISTIC,
        .dimensions = 2,
        .states = 6,
        .birth = 1 << 2,
        .survival = 1 << 3 | 1 << 4 },
    { .family = LIFE_FAMILY_MAP,
        .dimensions = 2,
        .states = 2,
        .map = { 0x1668811733c5a596, 0x8001ff0013579bdf, 0x17e8e8818ec33c71,
            0x0f1e2d3c4b5a6978, 0x2468ace013579bdf, 0xfedcba9876543210,
            0x1234567890abcdef, 0x6996966996696996 } },
    { .family = LIFE_FAMILY_LARGER_THAN_LIFE,
        .dimensions = 2,
        .states = 2,
        .radius = 4,
        .middle = TRUE,
        .birth_range = { 26, 33 },
        .survival_range = { 26, 44 } } };
  const Shape *shape = data;

  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    for (guint j = 0; j < G_N_ELEMENTS (some); j++) {
      LifeGeometry geometry = geometry_of (shape, some[j][0], some[j][1]);
      g_test_message ("family %u", i);
      if (!compare_bits (
              shape, &geometry, &families[i], LIFE_KERNEL_AUTO, 1 + j))
        return;
    }
}

/* A glider near the middle of an edge, on its way over it to skipped areas. */
static void
put_leaving_glider (guint8 *cells, const LifeGeometry *geometry, guint edge)
{
  static const gchar *const glider[3] = { ".O.", "..O", "OOO" };
  const guint32 width = geometry->width, height = geometry->height;
  const guint32 places[4][2] = { { width / 2, 22 }, { width / 2, height - 25 },
    { 22, height / 2 }, { width - 25, height / 2 } };
  const guint32 *place = places[edge];

  for (guint y = 0; y < 3; y++)
    for (guint x = 0; x < 3; x++)
      /* At the top and the left edge it goes up and to the left. */
      if (glider[edge % 2 ? y : 2 - y][edge % 2 ? x : 2 - x] == 'O')
        cells[(gsize) (place[1] + y) * width + place[0] + x] = 1;
}

/* A glider over every edge from @first_edge on, all at once. */
static gboolean
compare_leaving_gliders (const Shape *shape, const LifeGeometry *geometry,
    guint first_edge, guint generations, guint calls)
{
  g_autoptr (LifeWorld) bits =
      new_world (geometry, "B3/S23", LIFE_KERNEL_BITSLICED, 2);
  g_autoptr (LifeWorld) bytes =
      new_world (geometry, "B3/S23", LIFE_KERNEL_NAIVE, 2);
  g_autofree guint8 *cells =
      g_malloc0 ((gsize) geometry->width * geometry->height);

  for (guint edge = first_edge; edge < 4; edge++)
    put_leaving_glider (cells, geometry, edge);
  set_cells (bits, cells);
  set_cells (bytes, cells);
  for (guint i = 0; i < calls; i++)
    step (bits, generations);
  step (bytes, calls * generations);
  g_free (cells);
  cells = cells_of (bytes);
  return assert_cells (bits, cells, shape->name);
}

/* By strips, along both axes, and by tiles. */
static void
test_skipped_parts_are_advanced_again_at_edges (gconstpointer data)
{
  const Shape *shape = data;
  LifeGeometry high = geometry_of (shape, 400, 330);
  LifeGeometry wide = geometry_of (shape, 4400, 130);

  if (compare_leaving_gliders (shape, &high, 0, 1, 130)
      && shape->topology != LIFE_TOPOLOGY_SPHERE
      && compare_leaving_gliders (shape, &wide, 2, 1, 130))
    compare_leaving_gliders (shape, &wide, 2, 30, 6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++) {
    g_autofree gchar *bits =
        g_strdup_printf ("/topology-engines/bits-are-bytes/%s", shapes[i].name);
    g_autofree gchar *sleep = g_strdup_printf (
        "/topology-engines/skipped-parts-are-advanced-again-at-edges/%s",
        shapes[i].name);
    g_autofree gchar *families = g_strdup_printf (
        "/topology-engines/families-are-bytes/%s", shapes[i].name);
    g_test_add_data_func (bits, &shapes[i], test_bits_are_bytes);
    g_test_add_data_func (families, &shapes[i], test_families_are_bytes);
    g_test_add_data_func (
        sleep, &shapes[i], test_skipped_parts_are_advanced_again_at_edges);
  }
  return g_test_run ();
}
