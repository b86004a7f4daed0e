/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds whose edges are joined in every way, advanced by the CPU's fast
 * engines, and by the general one where these do not run them. */
#include "tests/support/worlds/compare.h"
#include "tests/support/worlds/topology.h"

/* Calls that run by strips, by tiles, and by both in turn. */
static gboolean
compare_bits (const Shape *shape, const guint32 size[2], const LifeRule *rule,
    guint threads)
{
  static const guint64 calls[] = { 1, 1, 2, 61, 1, 30, 7, 120 };
  const LifeGeometry geometry = geometry_of (shape, size[0], size[1]);
  g_autoptr (Worlds) worlds =
      worlds_new (&geometry, rule, LIFE_KERNEL_AUTO, threads);

  return worlds_play_soup (worlds, size[0], 0.35, calls, G_N_ELEMENTS (calls));
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
    LifeRule rule = rule_of (2, texts[i % 4]);

    if (!compare_bits (shape, size, &rule, 1 + i % 3))
      return;
  }
}

/* Rules that depend on directions, that have more states, or whose neighbors
 * are farther away, on whatever kernel runs them. */
static void
test_families_are_bytes (gconstpointer data)
{
  static const guint32 some[][2] = { { 3, 5 }, { 70, 64 }, { 257, 130 } };
  static const gchar *const texts[] = { "B2/S34H", "B13/S012V", "B2/S34/6",
    "R4,C0,M1,S26..44,B26..33,NM" };
  static const LifeRule map = { .family = LIFE_FAMILY_MAP,
    .dimensions = 2,
    .states = 2,
    .map = { 0x1668811733c5a596, 0x8001ff0013579bdf, 0x17e8e8818ec33c71,
        0x0f1e2d3c4b5a6978, 0x2468ace013579bdf, 0xfedcba9876543210,
        0x1234567890abcdef, 0x6996966996696996 } };

  for (guint i = 0; i <= G_N_ELEMENTS (texts); i++)
    for (guint j = 0; j < G_N_ELEMENTS (some); j++) {
      const LifeRule rule =
          i < G_N_ELEMENTS (texts) ? rule_of (2, texts[i]) : map;

      if (!compare_bits (data, some[j], &rule, 1 + j))
        return;
    }
}

/* A glider near the middle of an edge, on its way over it to skipped areas. */
static void
paste_leaving_glider (guint8 *cells, const LifeGeometry *geometry, guint edge)
{
  static const gchar *const glider[3] = { ".O.", "..O", "OOO" };
  const guint32 width = geometry->width, height = geometry->height;
  const guint32 positions[4][2] = { { width / 2, 22 },
    { width / 2, height - 25 }, { 22, height / 2 },
    { width - 25, height / 2 } };
  const guint32 *position = positions[edge];

  for (guint y = 0; y < 3; y++)
    for (guint x = 0; x < 3; x++)
      /* At the top and the left edge it goes up and to the left. */
      if (glider[edge % 2 ? y : 2 - y][edge % 2 ? x : 2 - x] == 'O')
        cells[(gsize) (position[1] + y) * width + position[0] + x] = 1;
}

/* A glider over every edge from @first_edge on, all at once. */
static gboolean
compare_leaving_gliders (const Shape *shape, const LifeGeometry *geometry,
    guint first_edge, guint generations, guint calls)
{
  const LifeRule life = rule_of (2, "B3/S23");
  const guint64 call = 0;
  g_autoptr (Worlds) worlds =
      worlds_new (geometry, &life, LIFE_KERNEL_BITSLICED, 2);
  g_autofree guint8 *cells = g_malloc0 (size_of (worlds->each[0]));

  for (guint edge = first_edge; edge < 4; edge++)
    paste_leaving_glider (cells, geometry, edge);
  worlds_write (worlds, whole_box (worlds->each[0]), cells);
  for (guint i = 0; i < calls; i++)
    worlds_step (worlds, generations);
  return worlds_play (worlds, &call, 1, shape->name);
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
  static const struct {
    const gchar *name;
    GTestDataFunc test;
  } tests[] = {
    { "bits-are-bytes", test_bits_are_bytes },
    { "families-are-bytes", test_families_are_bytes },
    { "skipped-parts-are-advanced-again-at-edges",
        test_skipped_parts_are_advanced_again_at_edges },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (tests); j++) {
      g_autofree gchar *path = g_strdup_printf (
          "/topology-engines/%s/%s", tests[j].name, shapes[i].name);

      g_test_add_data_func (path, &shapes[i], tests[j].test);
    }
  return g_test_run ();
}
