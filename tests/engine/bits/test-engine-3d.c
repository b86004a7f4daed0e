/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of the CPU's bit-sliced engine in 3D: it equals the reference on every
 * path and with every number of threads, for every size, and for rules of more
 * states and of other neighborhoods. */
#include "tests/support/worlds/compare.h"

static GRand *dice;

static const gchar *const rules[] = { "B6/S567", "B5/S45",
  "B13,14,17..19/S13..26", "B0/S", "B0,7/S0,3,26", "B0..26/S0..26",
  "B1,3,5,7,9,11,13,15,17,19,21,23,25/S0,2,4,6,8,10,12,14,16,18,20,22,24,26",
  "B4,9,10,12,16,21,26/S0,2,5,8,11,15,20,25" };

static const LifeNeighborhood neighborhoods[] = { LIFE_NEIGHBORHOOD_VON_NEUMANN,
  LIFE_NEIGHBORHOOD_EDGES, LIFE_NEIGHBORHOOD_CORNERS, LIFE_NEIGHBORHOOD_MOORE };
static const guint neighbors[] = { 6, 12, 8, 26 };

/* Widths around whole words, blocks of eight of them, and rows that share
 * blocks; with 1, 2 and 3 a cell has the same neighbor more than once. */
static const guint32 widths[] = { 1, 2, 3, 31, 62, 63, 64, 65, 66, 127, 128,
  129, 190, 192, 255, 256, 257, 320, 383, 448, 511, 512, 513, 575, 640, 1023,
  1024, 1025, 1100, 1536, 1537, 2048 };
static const guint32 heights[] = { 1, 2, 3, 4, 5, 7, 8, 9, 17, 36, 37, 38, 39,
  64, 70, 76 };

static LifeRule
rule_with_states (LifeNeighborhood neighborhood, guint states, guint32 birth,
    guint32 survival)
{
  return (LifeRule){ .family = LIFE_FAMILY_TOTALISTIC,
    .neighborhood = neighborhood,
    .dimensions = 3,
    .states = states,
    .birth = birth,
    .survival = survival };
}

/* One kind of rule after the other; new rules in each round. */
static LifeRule
deal_rule (guint number)
{
  static const guint states[] = { 2, 3, 2, 4, 5, 2, 9, 130, 256 };
  guint i = number % G_N_ELEMENTS (neighborhoods);
  guint32 counts = (2u << neighbors[i]) - 1;

  return rule_with_states (neighborhoods[i],
      states[number % G_N_ELEMENTS (states)], g_rand_int (dice) & counts,
      g_rand_int (dice) & counts);
}

/* A rule of the list, and sometimes a random one. */
static LifeRule
any_rule (guint i)
{
  return i % 3 == 2 ? rule_with_states (LIFE_NEIGHBORHOOD_MOORE, 2,
             g_rand_int (dice) & 0x7ffffff, g_rand_int (dice) & 0x7ffffff)
                    : rule_of (3, rules[i % G_N_ELEMENTS (rules)]);
}

/* Steps a soup to generations 1, 2 and @last. */
static gboolean
compare (const LifeGeometry *geometry, const LifeRule *rule, guint threads,
    guint64 seed, guint64 last)
{
  const guint64 calls[] = { 1, 1, last - 2 };
  g_autoptr (Worlds) worlds = worlds_on_paths (geometry, rule, threads);

  return worlds_play_soup (
      worlds, seed, seed % 3 == 0 ? 0.2 : 0.4, calls, G_N_ELEMENTS (calls));
}

static gboolean
compare_size (const LifeGeometry *geometry, guint i)
{
  LifeRule rule = any_rule (i), life = rule_of (3, "B6/S567");

  return compare (geometry, &rule, 1 + i % 4, i + 1, 5)
         && compare (geometry, &life, 1 + i % 4, i + 1, 5);
}

static void
test_sizes_equal_reference (void)
{
  for (guint i = 0; i < 2 * 6 * G_N_ELEMENTS (widths); i++) {
    LifeGeometry geometry = { widths[i / 12],
      heights[g_rand_int (dice) % G_N_ELEMENTS (heights)],
      1 + g_rand_int (dice) % 7, topologies[i % 2] };

    if (!compare_size (&geometry, i))
      return;
  }
}

static void
test_random_sizes_equal_reference (void)
{
  for (guint i = 0; i < 400; i++) {
    LifeGeometry geometry = { 1 + g_rand_int (dice) % 70,
      1 + g_rand_int (dice) % 70, 1 + g_rand_int (dice) % 70,
      topologies[i / 2 % 2] };

    if (i % 2 == 0)
      geometry.depth = 1 + geometry.depth % 5;
    else
      geometry.height = 1 + geometry.height % 9;
    if (!compare_size (&geometry, i))
      return;
  }
}

/* Every size up to 4 per side, where a cell has the same neighbor more than
 * once. */
static void
test_tiny_worlds_equal_reference (void)
{
  for (guint i = 0; i < 2 * 64 * 6; i++) {
    LifeGeometry geometry = { 1 + i % 4, 1 + i / 4 % 4, 1 + i / 16 % 4,
      topologies[i / 64 % 2] };
    LifeRule rule = any_rule (i);

    if (!compare (&geometry, &rule, 1, i + 1, 6))
      return;
  }
}

/* A soup this large has nearly every count; every rule of a single count shows
 * that no two counts are confused. */
static void
test_every_count_is_distinguished (void)
{
  static const gdouble densities[] = { 0.05, 0.35, 0.7, 0.95 };
  LifeGeometry geometry = { 64, 24, 24, LIFE_TOPOLOGY_TORUS };

  for (guint i = 0; i < 27 * 2 * 4; i++) {
    const guint32 count = 1u << i % 27;
    LifeRule rule = rule_with_states (LIFE_NEIGHBORHOOD_MOORE, 2,
        i / 27 % 2 ? 0 : count, i / 27 % 2 ? count : 0);
    g_autoptr (Worlds) worlds = worlds_on_paths (&geometry, &rule, 1);

    if (!worlds_play_soup (
            worlds, i, densities[i / 54], (const guint64[]){ 1 }, 1))
      return;
  }
}

static void
test_many_generations_equal_reference (void)
{
  for (guint i = 0; i < 2 * G_N_ELEMENTS (rules); i++) {
    LifeGeometry geometry = { 67, 41, 29, topologies[i % 2] };
    LifeRule rule = rule_of (3, rules[i / 2]);

    if (!compare (&geometry, &rule, 1 + i % 2, i + 1, 150))
      return;
  }
}

/* --- More states, and other neighborhoods --- */

/* Calls of 1, 2, … generations, from all states and from a soup. */
static gboolean
compare_states (const LifeGeometry *geometry, const LifeRule *rule,
    guint threads, guint n_calls)
{
  static const guint64 calls[] = { 1, 2, 3, 4, 5 };

  g_assert_cmpuint (n_calls, <=, G_N_ELEMENTS (calls));
  return play_on_every_path (geometry, rule, threads, dice, calls, n_calls);
}

static void
test_families_equal_reference (void)
{
  for (guint i = 0; i < 9 * G_N_ELEMENTS (widths); i++) {
    LifeGeometry geometry = { widths[i / 9],
      heights[i * 7 % G_N_ELEMENTS (heights)], 2 + i % 5,
      topologies[i / 4 % 2] };
    LifeRule rule = deal_rule (i);

    if (!compare_states (&geometry, &rule, 1 + i % 3, 2))
      return;
  }
}

/* Every count of every neighborhood alone. */
static void
test_single_counts_equal_reference (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (neighborhoods); i++)
    for (guint count = 0; count <= neighbors[i]; count++)
      for (guint j = 0; j < 4; j++) {
        LifeGeometry geometry = { 70, 20, 6, topologies[j % 2] };
        LifeRule rule =
            rule_with_states (neighborhoods[i], count % 3 == 0 ? 4 : 2,
                j & 2 ? 1u << count : 0, j & 2 ? 0 : 1u << count);

        if (!compare_states (&geometry, &rule, 1, 1))
          return;
      }
}

/* Cells of the compiled-in rule age, too. */
static void
test_numbers_of_states_equal_reference (void)
{
  for (guint states = 2; states <= 256; states += states < 40 ? 1 : 24) {
    LifeGeometry geometry = { 66, 30, 5, topologies[states % 2] };
    LifeRule rule =
        rule_with_states (LIFE_NEIGHBORHOOD_MOORE, states, 0xf0, 0x1f0);
    LifeRule life =
        rule_with_states (LIFE_NEIGHBORHOOD_MOORE, states, 1u << 6, 7u << 5);

    if (!compare_states (&geometry, &rule, 1, 4)
        || (states % 8 == 5 && !compare_states (&geometry, &life, 2, 5)))
      return;
  }
}

/* More than one tile along every axis, shared by threads. */
static void
test_threads_change_nothing (void)
{
  static const guint32 sizes[][3] = { { 256, 200, 96 }, { 509, 131, 70 },
    { 512, 128, 64 }, { 1101, 90, 70 } };

  for (guint i = 0; i < 3 * G_N_ELEMENTS (sizes); i++) {
    const guint32 *size = sizes[i % G_N_ELEMENTS (sizes)];
    LifeGeometry geometry = { size[0], size[1], size[2], topologies[i % 2] };
    LifeRule rule = i < G_N_ELEMENTS (sizes) ? any_rule (i) : deal_rule (i);
    g_autoptr (Worlds) worlds =
        worlds_of (new_world_with_rule (
                       &geometry, &rule, LIFE_KERNEL_BITSLICED, 2 + i % 3),
            new_world_with_rule (&geometry, &rule, LIFE_KERNEL_BITSLICED, 1));

    if (!worlds_play_soup (worlds, i, 0.3, (const guint64[]){ 5, 7 }, 2))
      return;
  }
}

static void
test_a_long_step_can_be_cancelled (void)
{
  for (guint threads = 1; threads <= 2; threads++) {
    LifeGeometry geometry = { 512, 512, 512, LIFE_TOPOLOGY_TORUS };
    g_autoptr (LifeWorld) world =
        new_world (&geometry, "B6/S567", LIFE_KERNEL_AUTO, threads);

    step_until_cancelled (world);
    g_assert_cmpuint (statistics_of (world).population, ==, 0);
  }
}

#define TEST(name) g_test_add_func ("/engine-3d/" #name, test_##name)

int
main (int argc, char **argv)
{
  int failed;

  g_test_init (&argc, &argv, NULL);
  dice = g_rand_new_with_seed (20261121);
  TEST (sizes_equal_reference);
  TEST (random_sizes_equal_reference);
  TEST (tiny_worlds_equal_reference);
  TEST (every_count_is_distinguished);
  TEST (many_generations_equal_reference);
  TEST (families_equal_reference);
  TEST (single_counts_equal_reference);
  TEST (numbers_of_states_equal_reference);
  /* The thread sanitizer runs this. */
  g_test_add_func (
      "/engine-3d/threads/change_nothing", test_threads_change_nothing);
  TEST (a_long_step_can_be_cancelled);
  failed = g_test_run ();
  g_rand_free (dice);
  return failed;
}
