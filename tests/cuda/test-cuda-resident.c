/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of 3D worlds that stay on the GPU's chip while they are advanced: many
 * generations in one call, in pieces, and cancelled. */
#include "tests/support/worlds/cuda-pair.h"

static const LifeGeometry geometries[] = {
  { 64, 64, 64, LIFE_TOPOLOGY_TORUS },
  { 128, 128, 128, LIFE_TOPOLOGY_TORUS },
  { 256, 256, 256, LIFE_TOPOLOGY_TORUS },
  { 512, 512, 512, LIFE_TOPOLOGY_TORUS },
  { 128, 96, 80, LIFE_TOPOLOGY_TORUS },
  { 256, 240, 192, LIFE_TOPOLOGY_TORUS },
  { 512, 384, 320, LIFE_TOPOLOGY_TORUS },
  { 320, 320, 320, LIFE_TOPOLOGY_TORUS },
  { 384, 384, 384, LIFE_TOPOLOGY_TORUS },
  { 128, 256, 64, LIFE_TOPOLOGY_PLANE },
  /* Rows that end within a word, and tiles that lack rows and slices. */
  { 125, 126, 127, LIFE_TOPOLOGY_TORUS },
  { 250, 250, 250, LIFE_TOPOLOGY_TORUS },
  { 500, 500, 500, LIFE_TOPOLOGY_TORUS },
  { 512, 509, 498, LIFE_TOPOLOGY_TORUS },
  { 100, 100, 100, LIFE_TOPOLOGY_TORUS },
  { 500, 209, 287, LIFE_TOPOLOGY_TORUS },
  { 250, 192, 8, LIFE_TOPOLOGY_TORUS },
  { 226, 8, 283, LIFE_TOPOLOGY_TORUS },
  { 1000, 256, 517, LIFE_TOPOLOGY_TORUS },
  { 433, 447, 440, LIFE_TOPOLOGY_TORUS },
  { 190, 255, 254, LIFE_TOPOLOGY_TORUS },
  { 1024, 124, 294, LIFE_TOPOLOGY_TORUS },
  { 256, 256, 256, LIFE_TOPOLOGY_PLANE },
  { 512, 512, 512, LIFE_TOPOLOGY_PLANE },
  { 384, 384, 384, LIFE_TOPOLOGY_PLANE },
  { 311, 319, 320, LIFE_TOPOLOGY_PLANE },
  { 97, 123, 126, LIFE_TOPOLOGY_PLANE },
  { 250, 249, 251, LIFE_TOPOLOGY_PLANE },
  { 481, 507, 500, LIFE_TOPOLOGY_PLANE },
  { 256, 297, 256, LIFE_TOPOLOGY_PLANE },
  { 1000, 256, 411, LIFE_TOPOLOGY_PLANE },
  { 1024, 223, 461, LIFE_TOPOLOGY_PLANE },
  { 1024, 263, 239, LIFE_TOPOLOGY_PLANE },
  { 1024, 192, 438, LIFE_TOPOLOGY_PLANE },
};

/* Soups of the first rule become stable; those of the others never do. */
static const gchar *const rules[] = { "B6/S567", "B4/S4",
  "B13,14,17..19/S13..26" };

static gdouble
density_of (const LifeRule *rule)
{
  return rule->birth >> 13 != 0 ? 0.5 : 0.2;
}

/* A soup, and the same in the kernel with a byte per cell, which launches once per
 * generation. */
static Pair
new_soups (const LifeGeometry *geometry, const gchar *text, guint64 seed)
{
  const LifeRule rule = rule_of (3, text);
  Pair pair = new_cuda_pair (
      geometry, &rule, LIFE_KERNEL_BITSLICED, LIFE_KERNEL_PACKED, text);

  pair_soup (&pair, seed, density_of (&rule));
  return pair;
}

static void
test_many_generations_at_once_equal_single_ones (void)
{
  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (geometries); i++)
    for (guint j = 0; j < G_N_ELEMENTS (rules); j++) {
      g_auto (Pair) pair = new_soups (&geometries[i], rules[j], i);

      if (!PAIR_PLAY (&pair, 1024))
        return;
    }
}

/* Pieces that are advanced with and without copying the world to the chip. */
static void
test_pieces_of_any_size_equal_single_generations (void)
{
  static const guint64 pieces[] = { 4, 1, 5, 2, 6, 3, 33, 7, 1, 300, 4, 65 };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (geometries); i++) {
    g_auto (Pair) pair =
        new_soups (&geometries[i], rules[i % G_N_ELEMENTS (rules)], i);

    for (guint j = 0; j < G_N_ELEMENTS (pieces); j++) {
      pair_step (&pair, pieces[j]);
      if (j % 3 == 2 && !pair_same (&pair))
        return;
    }
  }
}

static void
test_the_cpu_comes_to_the_same_world (void)
{
  static const LifeGeometry small[] = { { 128, 32, 32, LIFE_TOPOLOGY_TORUS },
    { 256, 16, 48, LIFE_TOPOLOGY_TORUS }, { 64, 64, 64, LIFE_TOPOLOGY_TORUS },
    { 127, 31, 31, LIFE_TOPOLOGY_TORUS }, { 127, 31, 31, LIFE_TOPOLOGY_PLANE },
    { 256, 16, 47, LIFE_TOPOLOGY_PLANE } };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < 2 * G_N_ELEMENTS (small); i++) {
    const gchar *text = rules[i % 2];
    const LifeRule rule = rule_of (3, text);
    g_auto (Pair) pair = new_pair (
        &small[i / 2], &rule, LIFE_KERNEL_AUTO, LIFE_KERNEL_NAIVE, text);

    pair_soup (&pair, 7, 0.2);
    if (!PAIR_PLAY (&pair, 50))
      return;
  }
}

static void
test_a_rule_and_cells_change_between_calls (void)
{
  static const gchar *const some[] = { "B6/S567", "B4/S4", "B6/S567",
    "B1,3,5/S0,2,8..16", "B6/S567" };
  const LifeBox box = { 100, 3, 110, 28, 60, 18 };
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_auto (Pair) pair = { { NULL } };

  if (skip_without_cuda ())
    return;
  pair = new_soups (&geometries[1], "B4/S4", 3);
  for (guint i = 0; i < G_N_ELEMENTS (some); i++) {
    const LifeRule rule = rule_of (3, some[i]);

    pair_set_rule (&pair, &rule);
    pair_scatter (&pair, random, &box);
    if (!PAIR_PLAY (&pair, 21 + i))
      return;
  }
}

static void
test_a_cancelled_step_ends_at_a_whole_generation (void)
{
  if (skip_without_cuda ())
    return;
  for (guint i = 1; i < 3; i++) {
    g_auto (Pair) pair = new_soups (&geometries[i], "B6/S567", 1);

    step_until_cancelled (pair.worlds[0]);
    g_assert_cmpuint (life_world_get_generation (pair.worlds[0]), >, 0);
    step (pair.worlds[1], life_world_get_generation (pair.worlds[0]));
    if (!PAIR_PLAY (&pair, 0, 9))
      return;
  }
}

/* Blocks may wait for each other only where all of them run. */
static void
test_concurrent_worlds_do_not_block (void)
{
  Pair pairs[2];

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < 2; i++)
    pairs[i] = new_soups (&geometries[2], "B6/S567", 11);
  for (guint i = 0; i < 400; i++)
    for (guint k = 0; k < 2; k++)
      pair_step (&pairs[k], 5);
  for (guint i = 0; i < 2; i++) {
    pair_same (&pairs[i]);
    pair_clear (&pairs[i]);
  }
}

/* One that has no place on the chip, whose slices the copy engine fetches while kernels of
 * the other one keep the multiprocessors' loads back. */
static void
test_a_world_of_launches_is_right_next_to_another (void)
{
  const LifeGeometry geometry = { 433, 447, 440, LIFE_TOPOLOGY_TORUS };
  g_auto (Pair) pair = { { NULL } };
  guint64 expected;

  if (skip_without_cuda ())
    return;
  pair = new_soups (&geometry, "B6/S567", 19);
  step (pair.worlds[1], 10);
  expected = checksum_of (pair.worlds[1]);
  for (guint i = 0; i < 300 && !g_test_failed (); i++) {
    pair_soup (&pair, 19, 0.2);
    pair_step (&pair, 5);
    pair_step (&pair, 5);
    for (guint k = 0; k < 2; k++)
      g_assert_cmphex (checksum_of (pair.worlds[k]), ==, expected);
  }
}

/* A world so small that a launch of a fixed number of cell updates would take
 * seconds. */
static void
test_a_long_call_ends (void)
{
  const LifeGeometry geometry = { 97, 14, 12, LIFE_TOPOLOGY_PLANE };
  const LifeRule rule = rule_of (3, "B4/S4");
  g_auto (Pair) pair = { { NULL } };

  if (skip_without_cuda ())
    return;
  pair = new_cuda_pair (&geometry, &rule, LIFE_KERNEL_BITSLICED,
      LIFE_KERNEL_BITSLICED, "a million generations");
  pair_soup (&pair, 5, 0.3);
  step (pair.worlds[0], 1000000);
  for (guint i = 0; i < 1000; i++)
    step (pair.worlds[1], 1000);
  pair_same (&pair);
}

/* Worlds of several blocks each that are small enough for compute-sanitizer:
 * rows of each kind, tiles that are full, and tiles that lack rows, slices or
 * both. */
static void
test_small_worlds_equal_single_generations (void)
{
  static const LifeGeometry small[] = { { 128, 32, 32, LIFE_TOPOLOGY_TORUS },
    { 127, 30, 31, LIFE_TOPOLOGY_TORUS }, { 127, 31, 32, LIFE_TOPOLOGY_TORUS },
    { 125, 31, 30, LIFE_TOPOLOGY_PLANE }, { 128, 32, 31, LIFE_TOPOLOGY_PLANE },
    { 125, 28, 51, LIFE_TOPOLOGY_PLANE }, { 190, 64, 240, LIFE_TOPOLOGY_TORUS },
    { 190, 63, 239, LIFE_TOPOLOGY_PLANE } };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (small); i++) {
    g_auto (Pair) pair = new_soups (&small[i], "B6/S567", 1);

    PAIR_PLAY (&pair, 9);
  }
}

#define TEST(path, name) g_test_add_func ("/cuda-resident/" path, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST ("many-generations-at-once-equal-single-ones",
      many_generations_at_once_equal_single_ones);
  TEST ("pieces-of-any-size-equal-single-generations",
      pieces_of_any_size_equal_single_generations);
  TEST ("the-cpu-comes-to-the-same-world", the_cpu_comes_to_the_same_world);
  TEST ("a-rule-and-cells-change-between-calls",
      a_rule_and_cells_change_between_calls);
  TEST ("a-cancelled-step-ends-at-a-whole-generation",
      a_cancelled_step_ends_at_a_whole_generation);
  TEST (
      "worlds-beside-each-other-do-not-block", concurrent_worlds_do_not_block);
  TEST ("a-world-of-launches-is-right-beside-another",
      a_world_of_launches_is_right_next_to_another);
  TEST ("a-long-call-ends", a_long_call_ends);
  TEST ("small/small-worlds-equal-single-generations",
      small_worlds_equal_single_generations);
  return g_test_run ();
}
