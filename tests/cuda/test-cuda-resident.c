/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of 3D worlds that stay on the GPU's chip while they are advanced: many
 * generations in one call, in pieces, and cancelled. */
#include "tests/support/worlds/cuda.h"

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

/* The kernel with a byte per cell, which launches once per generation. */
static LifeWorld *
new_other (const LifeGeometry *geometry, const LifeRule *rule)
{
  return new_cuda_world (geometry, rule, LIFE_KERNEL_PACKED, TRUE);
}

static gdouble
density_of (const LifeRule *rule)
{
  return rule->birth >> 13 != 0 ? 0.5 : 0.2;
}

static void
test_many_generations_at_once_equal_single_ones (void)
{
  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (geometries); i++)
    for (guint j = 0; j < G_N_ELEMENTS (rules); j++) {
      LifeRule rule = rule_of (3, rules[j]);
      g_autoptr (LifeWorld) world =
          new_cuda_world (&geometries[i], &rule, LIFE_KERNEL_BITSLICED, TRUE);
      g_autoptr (LifeWorld) other = new_other (&geometries[i], &rule);

      fill_soup (world, i, density_of (&rule));
      fill_soup (other, i, density_of (&rule));
      step (world, 1024);
      step (other, 1024);
      if (!assert_same_world (world, other, rules[j]))
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
    LifeRule rule = rule_of (3, rules[i % G_N_ELEMENTS (rules)]);
    g_autoptr (LifeWorld) world =
        new_cuda_world (&geometries[i], &rule, LIFE_KERNEL_BITSLICED, i % 2);
    g_autoptr (LifeWorld) other = new_other (&geometries[i], &rule);

    fill_soup (world, i, density_of (&rule));
    fill_soup (other, i, density_of (&rule));
    for (guint j = 0; j < G_N_ELEMENTS (pieces); j++) {
      step (world, pieces[j]);
      step (other, pieces[j]);
      if (j % 3 == 2 && !assert_same_world (world, other, "pieces"))
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
  for (guint i = 0; i < G_N_ELEMENTS (small); i++)
    for (guint j = 0; j < 2; j++) {
      LifeRule rule = rule_of (3, rules[j]);
      g_autoptr (LifeWorld) world =
          new_cuda_world (&small[i], &rule, LIFE_KERNEL_AUTO, TRUE);
      g_autoptr (LifeWorld) reference = new_reference (&small[i], &rule);

      fill_soup (world, 7, 0.2);
      fill_soup (reference, 7, 0.2);
      step (world, 50);
      step (reference, 50);
      if (!assert_same_world (world, reference, rules[j]))
        return;
    }
}

/* Another rule, cells in a box, generations. */
static void
change_and_step (LifeWorld *world, const LifeRule *rule, const guint8 *cells,
    guint64 generations)
{
  const LifeBox box = { 100, 3, 110, 28, 60, 18 };
  GError *error = NULL;

  life_world_set_rule (world, rule, &error);
  g_assert_no_error (error);
  life_world_write (world, &box, cells, &error);
  g_assert_no_error (error);
  step (world, generations);
}

static void
change_between_calls (LifeWorld *world, LifeWorld *other)
{
  static const gchar *const some[] = { "B6/S567", "B4/S4", "B6/S567",
    "B1,3,5/S0,2,8..16", "B6/S567" };
  const gsize n = 28 * 60 * 18;
  g_autofree guint8 *cells = g_malloc (n);

  fill_soup (world, 3, 0.2);
  fill_soup (other, 3, 0.2);
  for (guint i = 0; i < G_N_ELEMENTS (some); i++) {
    LifeRule rule = rule_of (3, some[i]);

    for (gsize j = 0; j < n; j++)
      cells[j] = g_test_rand_int_range (0, 4) == 0;
    change_and_step (world, &rule, cells, 21 + i);
    change_and_step (other, &rule, cells, 21 + i);
    if (!assert_same_world (world, other, some[i]))
      return;
  }
}

static void
test_a_rule_and_cells_change_between_calls (void)
{
  LifeRule rule = rule_of (3, "B4/S4");

  if (!skip_without_cuda ()) {
    g_autoptr (LifeWorld) world =
        new_cuda_world (&geometries[1], &rule, LIFE_KERNEL_BITSLICED, TRUE);
    g_autoptr (LifeWorld) other = new_other (&geometries[1], &rule);

    change_between_calls (world, other);
  }
}

static gpointer
cancel_soon (gpointer data)
{
  gint *cancelled = data;

  g_usleep (30000);
  g_atomic_int_set (cancelled, 1);
  return NULL;
}

static void
test_a_cancelled_step_ends_at_a_whole_generation (void)
{
  LifeRule rule = rule_of (3, "B6/S567");

  if (skip_without_cuda ())
    return;
  for (guint i = 1; i < 3; i++) {
    g_autoptr (LifeWorld) world =
        new_cuda_world (&geometries[i], &rule, LIFE_KERNEL_BITSLICED, TRUE);
    g_autoptr (LifeWorld) other = new_other (&geometries[i], &rule);
    g_autoptr (GError) error = NULL;
    gint cancelled = 0;
    GThread *thread;

    fill_soup (world, 1, 0.2);
    fill_soup (other, 1, 0.2);
    thread = g_thread_new ("cancel", cancel_soon, &cancelled);
    g_assert_false (life_world_step (
        world, G_GUINT64_CONSTANT (1) << 40, &cancelled, &error));
    g_thread_join (thread);
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_CANCELLED);
    g_assert_cmpuint (life_world_get_generation (world), >, 0);
    step (other, life_world_get_generation (world));
    assert_same_world (world, other, "cancelled");
    step (world, 9);
    step (other, 9);
    assert_same_world (world, other, "after it was cancelled");
  }
}

/* Blocks may wait for each other only where all of them run. */
static void
test_worlds_beside_each_other_do_not_block (void)
{
  const LifeGeometry *geometry = &geometries[2];
  LifeRule rule = rule_of (3, "B6/S567");
  LifeWorld *worlds[4];

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++) {
    worlds[i] =
        i < 3 ? new_cuda_world (geometry, &rule, LIFE_KERNEL_BITSLICED, TRUE)
              : new_other (geometry, &rule);
    fill_soup (worlds[i], 11, 0.2);
  }
  for (guint i = 0; i < 400; i++)
    for (guint j = 0; j < G_N_ELEMENTS (worlds); j++)
      step (worlds[j], 5);
  for (guint i = 0; i < 3; i++)
    assert_same_world (worlds[i], worlds[3], "worlds in turn");
  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++)
    life_world_free (worlds[i]);
}

/* One that has no place on the chip, whose slices the copy engine fetches while kernels of
 * the other one keep the multiprocessors' loads back. */
static void
test_a_world_of_launches_is_right_beside_another (void)
{
  const LifeGeometry geometry = { 433, 447, 440, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (3, "B6/S567");

  if (!skip_without_cuda ()) {
    g_autoptr (LifeWorld) world =
        new_cuda_world (&geometry, &rule, LIFE_KERNEL_BITSLICED, TRUE);
    g_autoptr (LifeWorld) other = new_other (&geometry, &rule);
    guint64 expected;

    fill_soup (other, 19, 0.2);
    step (other, 10);
    expected = checksum_of (other);
    for (guint i = 0; i < 300 && !g_test_failed (); i++) {
      fill_soup (world, 19, 0.2);
      fill_soup (other, 19, 0.2);
      for (guint j = 0; j < 2; j++) {
        step (world, 5);
        step (other, 5);
      }
      g_assert_cmphex (checksum_of (world), ==, expected);
      g_assert_cmphex (checksum_of (other), ==, expected);
    }
  }
}

/* A world so small that a launch of a fixed number of cell updates would take
 * seconds. */
static void
test_a_long_call_ends (void)
{
  const LifeGeometry geometry = { 97, 14, 12, LIFE_TOPOLOGY_PLANE };
  LifeRule rule = rule_of (3, "B4/S4");

  if (!skip_without_cuda ()) {
    g_autoptr (LifeWorld) world =
        new_cuda_world (&geometry, &rule, LIFE_KERNEL_BITSLICED, TRUE);
    g_autoptr (LifeWorld) other =
        new_cuda_world (&geometry, &rule, LIFE_KERNEL_BITSLICED, TRUE);

    fill_soup (world, 5, 0.3);
    fill_soup (other, 5, 0.3);
    step (world, 1000000);
    for (guint i = 0; i < 1000; i++)
      step (other, 1000);
    assert_same_world (world, other, "a million generations");
  }
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
  LifeRule rule = rule_of (3, "B6/S567");

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (small); i++) {
    g_autoptr (LifeWorld) world =
        new_cuda_world (&small[i], &rule, LIFE_KERNEL_BITSLICED, TRUE);
    g_autoptr (LifeWorld) other = new_other (&small[i], &rule);

    fill_soup (world, 1, 0.2);
    fill_soup (other, 1, 0.2);
    step (world, 9);
    step (other, 9);
    assert_same_world (world, other, "a small world");
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
  TEST ("worlds-beside-each-other-do-not-block",
      worlds_beside_each_other_do_not_block);
  TEST ("a-world-of-launches-is-right-beside-another",
      a_world_of_launches_is_right_beside_another);
  TEST ("a-long-call-ends", a_long_call_ends);
  TEST ("small/small-worlds-equal-single-generations",
      small_worlds_equal_single_generations);
  return g_test_run ();
}
