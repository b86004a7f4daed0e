/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that Larger than Life by sliding sums, on every path of the CPU and
 * with every number of threads, equals the reference, which counts neighbors
 * one by one. */
#include "life/rule/transition.h"
#include "life/world/topology.h"
#include "tests/support/worlds/compare.h"
#include "tests/support/worlds/larger.h"

/* Steps a soup to generations 1, 2 and 4, on every path. */
static gboolean
compare (const LifeGeometry *geometry, const LifeRule *rule, guint threads,
    guint64 seed)
{
  static const guint64 calls[] = { 1, 1, 2 };
  g_autoptr (Worlds) worlds = worlds_on_paths (geometry, rule, threads);

  return worlds_play_soup (worlds, seed, 0.35, calls, G_N_ELEMENTS (calls));
}

/* Every radius and neighborhood on odd sizes, among them worlds narrower or lower
 * than the neighborhood. */
static void
test_sums_equal_reference (void)
{
  static const guint32 sizes[][2] = { { 1, 1 }, { 2, 3 }, { 1, 40 }, { 40, 1 },
    { 7, 9 }, { 64, 33 }, { 65, 20 }, { 129, 131 }, { 211, 57 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (radii); j++)
      for (guint k = 0; k < G_N_ELEMENTS (neighborhoods); k++) {
        guint variant = 3 * i + 7 * j + k;
        LifeGeometry geometry = { sizes[i][0], sizes[i][1], 1,
          topologies[(i + j + k) % 2] };
        LifeRule rule = larger_rule (neighborhoods[k], radii[j], variant);

        if (!compare (&geometry, &rule, 1 + variant % 3, i + 1))
          return;
      }
}

/* Each number of states with and without the middle, with B0 and with full
 * ranges. */
static void
test_every_kind_of_rule_equals_reference (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (topologies); i++)
    for (guint j = 0; j < G_N_ELEMENTS (neighborhoods); j++)
      for (guint variant = 0; variant < 16; variant++) {
        LifeGeometry geometry = { 100, 71, 1, topologies[i] };
        LifeRule small = larger_rule (neighborhoods[j], 3, variant);
        LifeRule large = larger_rule (neighborhoods[j], 12, variant);

        if (!compare (&geometry, &small, 1, variant)
            || !compare (&geometry, &large, 2, variant))
          return;
      }
}

/* Ranges that contain no count, one count, or more than all counts. */
static void
test_odd_ranges_equal_reference (void)
{
  static const LifeCountRange ranges[] = { { 1, 0 }, { 0, 0 },
    { 0, G_MAXUINT32 }, { 5, 4 }, { 9, 9 }, { 8, 9 }, { 4000, 5000 },
    { 3, 100000 }, { 225, 225 }, { 255, 255 }, { 10201, 10201 },
    { 65535, 65535 }, { 256, 65536 } };
  LifeGeometry geometry = { 67, 60, 1, LIFE_TOPOLOGY_TORUS };

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    for (guint j = 0; j < G_N_ELEMENTS (ranges); j++)
      for (guint k = 0; k < G_N_ELEMENTS (neighborhoods); k++) {
        LifeRule rule = larger_rule (neighborhoods[k], i % 2 ? 1 : 8, i + j);

        rule.birth_range = ranges[i];
        rule.survival_range = ranges[j];
        if (!compare (&geometry, &rule, 1, i + j))
          return;
      }
}

/* Of each way in which sums are added up: in bytes, in 16 bits and in 32, by doubling and by
 * prefix sums. */
static void
test_lists_of_counts_equal_reference (void)
{
  static const struct {
    const gchar *neighborhood;
    guint radius;
  } kinds[] = { { "NM", 1 }, { "NM", 5 }, { "NM", 12 }, { "NM", 33 },
    { "NM", 140 }, { "NN", 4 }, { "NN", 15 }, { "NN", 70 }, { "NC", 3 },
    { "NC", 20 }, { "N+", 9 }, { "N+", 300 } };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (guint states = 0; states < 6; states += 5) {
      const LifeGeometry geometry = { 90, kinds[i].radius > 100 ? 5 : 61, 1,
        topologies[i % 2] };
      g_autofree gchar *any = g_strdup_printf (
          "R%u,S1,B1,%s", kinds[i].radius, kinds[i].neighborhood);
      const guint32 n =
          neighbors_of (rule_of (2, any).neighborhood, (gint) kinds[i].radius)
          - 1;
      g_autofree gchar *text =
          g_strdup_printf ("R%u,C%u,S0,%u-%u,%u-%u,B1,%u-%u,%u,%s",
              kinds[i].radius, states, n / 4, n / 3, n * 2 / 5, n, n * 3 / 10,
              n / 3, n * 2 / 5, kinds[i].neighborhood);
      const LifeRule rule = rule_of (2, text);

      if (!compare (&geometry, &rule, 1 + i % 3, i))
        return;
    }
}

/* Of every neighborhood that no sums slide over, with one tile and with many, on worlds smaller
 * than it, and with states that weigh something. */
static void
test_weighted_sums_equal_reference (void)
{
  static const gchar *const rules[] = { "R2,S2-6,B3-4,NB", "R3,C4,S2-9,B4-6,ND",
    "R5,S3-6,B3,5,NX", "R4,M1,S3..9,B5..8,N*", "R6,C3,S5-20,B7-13,N#",
    "R3,S8-14,B7-10,NH", "R7,S9-14,B8-11,NA", "R9,S4-8,B5-7,N3",
    "R1,S3-5,B4,NL", "R4,C5,S20-30,B19-25,NL", "R3,S80-110,B75-99,NG",
    "R9,M1,S2500..3900,B2400..3500,NG", "R1,S1-4,B2-3,NW123401323",
    "R1,C4,S2-4,6,B3,NW9B1101110,012A", "R1,S3,B16-40,NW0810080A850A081008",
    "R1,C3,S9-20,B11-30,NW123401323,213L", "R2,S2-3,B2,N@891891",
    "R2,M1,S2..4,B2..3,N@C91893L", "R15,S100-230,B150-210,NB",
    "R25,S300-700,B400-600,NH", "R20,C7,S400-900,B500-800,NL",
    "R50,S2000000-3000000,B1900000-2700000,NG" };
  static const guint32 sizes[][2] = { { 1, 1 }, { 3, 2 }, { 67, 40 },
    { 150, 33 }, { 2055, 9 } };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    for (guint j = 0; j < G_N_ELEMENTS (sizes); j++) {
      const LifeRule rule = rule_of (2, rules[i]);
      const LifeGeometry geometry = { sizes[j][0], sizes[j][1], 1,
        topologies[(i + j) % 2] };

      if (!compare (&geometry, &rule, 1 + j % 3, i))
        return;
    }
}

/* All cells alive, so that every count is the highest there is. */
static void
test_full_worlds_equal_reference (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (radii); i++)
    for (guint j = 0; j < G_N_ELEMENTS (neighborhoods); j++) {
      LifeGeometry geometry = { 75, 70, 1, topologies[(i + j) % 2] };
      LifeRule rule = larger_rule (neighborhoods[j], radii[i], i);
      g_autoptr (Worlds) worlds = worlds_on_paths (&geometry, &rule, 1);
      guint32 n = neighbors_of (neighborhoods[j], radii[i]);

      rule.survival_range = (LifeCountRange){ n - !rule.middle, n };
      rule.birth_range = (LifeCountRange){ 1, n };
      for (guint generation = 0; generation < 2; generation++) {
        worlds_set_rule (worlds, &rule);
        if (!worlds_play_soup (worlds, 1, 1.0, (const guint64[]){ 1 }, 1))
          return;
        rule.survival_range.last--;
      }
    }
}

/* --- Neighbors beyond 50 cells --- */

/* How many neighbors of the world's first cell live, one by one. */
static guint32
count_first (LifeWorld *world, const LifeRule *rule)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  g_autofree guint8 *cells = cells_of (world);
  const gint radius = (gint) rule->radius;
  guint32 count = 0;

  for (gint dy = -radius; dy <= radius; dy++)
    for (gint dx = -radius; dx <= radius; dx++) {
      gint64 x = dx, y = dy, z = 0;

      if ((dx == 0 && dy == 0)
              ? rule->middle
              : life_is_neighbor (rule->neighborhood, radius, dx, dy, 0))
        count += life_topology_find (geometry, &x, &y, &z)
                 && cells[y * geometry->width + x] == 1;
    }
  return count;
}

/* Of a rule whose ranges end at a count that some cell of the first generation has. */
static gboolean
compare_far (const LifeGeometry *geometry, LifeRule rule, guint threads)
{
  g_autoptr (Worlds) worlds = worlds_on_paths (geometry, &rule, threads);
  guint32 count;

  worlds_soup (worlds, rule.radius, 0.4);
  count = count_first (worlds->each[0], &rule);
  rule.survival_range = (LifeCountRange){ 0, count };
  for (guint i = 0; i < 2; i++) {
    g_autofree gchar *what = NULL;

    rule.birth_range = (LifeCountRange){ count >> i, G_MAXUINT32 };
    what = life_rule_to_string (&rule);
    worlds_set_rule (worlds, &rule);
    if (!worlds_play (worlds, (const guint64[]){ 1 }, 1, what))
      return FALSE;
  }
  return TRUE;
}

/* Worlds that the neighborhood wraps around many times, and others that are wider,
 * or higher, than it is. */
static void
test_far_neighbors_equal_reference (void)
{
  static const guint32 sizes[][2] = { { 1, 1 }, { 19, 11 }, { 3, 21 },
    { 65, 5 } };

  for (guint i = 0; i < G_N_ELEMENTS (far_radii); i++)
    for (guint j = 0; j < G_N_ELEMENTS (neighborhoods); j++) {
      const guint radius = far_radii[i], variant = 5 * i + 3 * j;
      const LifeRule rule = larger_rule (neighborhoods[j], radius, variant);
      const guint32 *size = sizes[(i + j) % G_N_ELEMENTS (sizes)];
      LifeGeometry small = { size[0], size[1], 1, topologies[variant % 2] };
      LifeGeometry wide = { 2 * radius + 67, 2, 1, topologies[(i + j) % 2] };
      LifeGeometry high = { 5, 2 * radius + 4, 1, topologies[j % 2] };

      if (!compare_far (&small, rule, 1) || !compare_far (&wide, rule, 2)
          || (radius <= 128 && !compare_far (&high, rule, 2)))
        return;
    }
}

static void
test_every_kind_of_far_rule_equals_reference (void)
{
  static const guint some_radii[] = { 63, 64, 128 };

  for (guint i = 0; i < G_N_ELEMENTS (some_radii); i++)
    for (guint j = 0; j < G_N_ELEMENTS (neighborhoods); j++)
      for (guint variant = 0; variant < 8; variant++) {
        LifeGeometry geometry = { 151, 13, 1, topologies[variant / 2 % 2] };
        LifeRule rule = larger_rule (neighborhoods[j], some_radii[i], variant);

        if (!compare_far (&geometry, rule, 1))
          return;
      }
}

/* All cells alive, so that every count is the highest there is: a rule that lets
 * cells live with exactly so many changes nothing, and one that asks for one more
 * kills all. */
static void
test_full_worlds_have_the_highest_count (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (far_radii); i++)
    for (guint j = 0; j < G_N_ELEMENTS (neighborhoods); j++) {
      LifeGeometry geometry = { 43, 21, 1, LIFE_TOPOLOGY_TORUS };
      LifeRule rule = larger_rule (neighborhoods[j], far_radii[i], 4 * (i % 2));
      g_autoptr (LifeWorld) world =
          new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 1);

      assert_full_world_counts (world, rule);
    }
}

static void
repeat_cells (const guint8 *cells, const LifeGeometry *geometry, guint8 *all,
    const LifeGeometry *large)
{
  for (gsize y = 0; y < large->height; y++)
    for (gsize x = 0; x < large->width; x += geometry->width)
      memcpy (all + y * large->width + x,
          cells + y % geometry->height * geometry->width, geometry->width);
}

/* A torus that repeats a smaller one, in tiles and threads, has the cells of the
 * smaller one, which a neighborhood wraps around. */
static void
test_a_repeated_world_stays_repeated (void)
{
  const LifeGeometry small = { 700, 650, 1, LIFE_TOPOLOGY_TORUS };
  const LifeGeometry large = { 6 * 700, 2 * 650, 1, LIFE_TOPOLOGY_TORUS };

  for (guint j = 0; j < G_N_ELEMENTS (neighborhoods); j++) {
    LifeRule rule = larger_rule (neighborhoods[j], j == 2 ? 130 : 500, 4);
    g_autoptr (LifeWorld) one =
        new_world_with_rule (&small, &rule, LIFE_KERNEL_AUTO, 1);
    g_autoptr (LifeWorld) many =
        new_world_with_rule (&large, &rule, LIFE_KERNEL_AUTO, 2);
    g_autofree guint8 *all = g_malloc (size_of (many));
    g_autofree guint8 *cells = NULL, *next = NULL;
    guint32 count;

    fill_soup (one, 1, 0.4);
    cells = cells_of (one);
    count = count_first (one, &rule);
    rule.birth_range = (LifeCountRange){ count, 2 * count };
    rule.survival_range = (LifeCountRange){ count / 2, count };
    repeat_cells (cells, &small, all, &large);
    set_cells (many, all);
    world_set_rule (one, &rule);
    world_set_rule (many, &rule);
    step (one, 1);
    step (many, 1);
    next = cells_of (one);
    repeat_cells (next, &small, all, &large);
    if (!assert_cells (many, all, "a repeated world"))
      return;
  }
}

/* Wide and high enough for many tiles, which threads share. */
static void
test_threads_change_nothing (void)
{
  for (guint threads = 1; threads <= 4; threads++)
    for (guint i = 0; i < G_N_ELEMENTS (topologies); i++) {
      LifeGeometry wide = { 4999, 301, 1, topologies[i] };
      LifeGeometry high = { 333, 2077, 1, topologies[i] };
      LifeRule circular = larger_rule (LIFE_NEIGHBORHOOD_CIRCULAR, 6, threads);
      LifeRule diamond =
          larger_rule (LIFE_NEIGHBORHOOD_VON_NEUMANN, 9, threads);

      if (!compare (&wide, &bosco, threads, 1)
          || !compare (&high, &bosco, threads, 2)
          || !compare (&high, &circular, threads, 3)
          || !compare (&wide, &diamond, threads, 4))
        return;
    }
}

#define TEST(name) g_test_add_func ("/larger/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (sums_equal_reference);
  TEST (far_neighbors_equal_reference);
  TEST (every_kind_of_far_rule_equals_reference);
  TEST (full_worlds_have_the_highest_count);
  TEST (a_repeated_world_stays_repeated);
  TEST (every_kind_of_rule_equals_reference);
  TEST (odd_ranges_equal_reference);
  TEST (weighted_sums_equal_reference);
  TEST (lists_of_counts_equal_reference);
  TEST (full_worlds_equal_reference);
  TEST (threads_change_nothing);
  return g_test_run ();
}
