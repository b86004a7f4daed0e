/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that Larger than Life by sliding sums on the GPU equals the CPU's
 * reference, and in worlds that are too large for that the CPU's sliding
 * sums. */
#include "tests/support/worlds/cuda.h"
#include "tests/support/worlds/larger.h"

/* Steps both worlds to generations 1, 2 and 5. */
static gboolean
compare_generations (
    LifeWorld *world, LifeWorld *reference, const LifeRule *rule, guint64 seed)
{
  static const guint64 steps[] = { 0, 1, 1, 3 };
  g_autofree gchar *what =
      g_strdup_printf ("neighborhood %d, R%u, C%u, M%d, S%u..%u, B%u..%u",
          rule->neighborhood, rule->radius, rule->states, rule->middle,
          rule->survival_range.first, rule->survival_range.last,
          rule->birth_range.first, rule->birth_range.last);

  fill_soup (world, seed, 0.35);
  fill_soup (reference, seed, 0.35);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    step (world, steps[i]);
    step (reference, steps[i]);
    if (!assert_same_world (world, reference, what))
      return FALSE;
  }
  return TRUE;
}

/* Every radius and neighborhood on odd sizes, among them worlds narrower or lower
 * than the neighborhood, and of more than one strip. */
static void
test_sums_equal_reference (void)
{
  static const guint32 sizes[][2] = { { 1, 1 }, { 2, 3 }, { 1, 40 }, { 40, 1 },
    { 7, 9 }, { 64, 33 }, { 211, 57 }, { 480, 31 }, { 481, 40 }, { 1027, 45 } };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (radii); j++)
      for (guint k = 0; k < G_N_ELEMENTS (neighborhoods); k++) {
        guint variant = 3 * i + 7 * j + k;
        LifeGeometry geometry = { sizes[i][0], sizes[i][1], 1,
          topologies[(i + j + k) % 2] };
        LifeRule rule = larger_rule (neighborhoods[k], radii[j], variant);
        g_autoptr (LifeWorld) world =
            new_cuda_world (&geometry, &rule, LIFE_KERNEL_AUTO, variant % 2);
        g_autoptr (LifeWorld) reference = new_reference (&geometry, &rule);

        if (!compare_generations (world, reference, &rule, i + 1))
          return;
      }
}

static void
test_every_kind_of_rule_equals_reference (void)
{
  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (topologies); i++)
    for (guint j = 0; j < G_N_ELEMENTS (neighborhoods); j++)
      for (guint variant = 0; variant < 32; variant++) {
        LifeGeometry geometry = { 530, 71, 1, topologies[i] };
        LifeRule rule =
            larger_rule (neighborhoods[j], variant < 16 ? 3 : 12, variant);
        g_autoptr (LifeWorld) world =
            new_cuda_world (&geometry, &rule, LIFE_KERNEL_AUTO, TRUE);
        g_autoptr (LifeWorld) reference = new_reference (&geometry, &rule);

        if (!compare_generations (world, reference, &rule, variant))
          return;
      }
}

/* Many strips and sweeps. */
static void
test_large_worlds_equal_the_cpu (void)
{
  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (topologies); i++)
    for (guint j = 0; j < G_N_ELEMENTS (radii); j++)
      for (guint k = 0; k < G_N_ELEMENTS (neighborhoods); k++) {
        LifeGeometry geometry = { 3001 + 8 * j, 2000 + j, 1, topologies[i] };
        LifeRule rule = larger_rule (neighborhoods[k], radii[j], i + j + k);
        g_autoptr (LifeWorld) world =
            new_cuda_world (&geometry, &rule, LIFE_KERNEL_AUTO, TRUE);
        g_autoptr (LifeWorld) reference =
            new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 0);

        if (!compare_generations (world, reference, &rule, j))
          return;
      }
}

/* --- Neighbors beyond 50 cells --- */

static gboolean
compare_far (const LifeGeometry *geometry, const LifeRule *rule,
    LifeKernel kernel, guint variant)
{
  g_autoptr (LifeWorld) world =
      new_cuda_world (geometry, rule, LIFE_KERNEL_AUTO, variant % 2);
  g_autoptr (LifeWorld) reference =
      new_world_with_rule (geometry, rule, kernel, 0);
  g_autofree gchar *what =
      g_strdup_printf ("%u×%u, neighborhood %d, R%u, C%u", geometry->width,
          geometry->height, rule->neighborhood, rule->radius, rule->states);

  g_assert_true (
      g_str_has_prefix (life_world_get_kernel_name (world), "sliding sums ("));
  fill_soup (world, variant + 1, 0.35);
  fill_soup (reference, variant + 1, 0.35);
  for (guint i = 0; i < 2; i++) {
    step (world, 1);
    step (reference, 1);
    if (!assert_same_world (world, reference, what))
      return FALSE;
  }
  return TRUE;
}

/* Worlds around which a neighborhood reaches many times, and others that are wider or
 * higher. */
static void
test_far_neighbors_equal_reference (void)
{
  static const guint32 sizes[][2] = { { 1, 1 }, { 2, 3 }, { 3, 21 }, { 65, 4 },
    { 17, 13 } };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (far_radii); i++)
    for (guint j = 0; j < G_N_ELEMENTS (neighborhoods); j++) {
      const guint radius = far_radii[i], variant = 5 * i + 3 * j;
      const LifeRule rule = larger_rule (neighborhoods[j], radius, variant);
      const guint32 *size = sizes[(2 * i + j) % G_N_ELEMENTS (sizes)];
      LifeGeometry small = { size[0], size[1], 1, topologies[variant % 2] };
      LifeGeometry wide = { 2 * radius + 67, 2, 1, topologies[(i + j) % 2] };
      LifeGeometry high = { 5, 2 * radius + 4, 1, topologies[j % 2] };

      if (!compare_far (&small, &rule, LIFE_KERNEL_NAIVE, variant)
          || (radius <= 128
              && (!compare_far (&wide, &rule, LIFE_KERNEL_NAIVE, variant)
                  || !compare_far (
                      &high, &rule, LIFE_KERNEL_NAIVE, variant + 1))))
        return;
    }
}

static void
test_every_kind_of_far_rule_equals_the_cpu (void)
{
  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (topologies); i++)
    for (guint j = 0; j < G_N_ELEMENTS (neighborhoods); j++)
      for (guint variant = 0; variant < 16; variant++) {
        LifeGeometry geometry = { 131 + variant, 71, 1, topologies[i] };
        LifeRule rule =
            larger_rule (neighborhoods[j], 51 + 27 * variant, variant);

        if (!compare_far (&geometry, &rule, LIFE_KERNEL_AUTO, variant))
          return;
      }
}

/* More than one piece of a row, of tiles of 256 and 2048 cells, and of bands. */
static void
test_large_worlds_of_far_neighbors_equal_the_cpu (void)
{
  static const guint32 sizes[][2] = { { 2049, 1100 }, { 4096, 129 },
    { 1027, 2000 }, { 33001, 70 } };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (neighborhoods); j++)
      for (guint k = 0; k < G_N_ELEMENTS (topologies); k++) {
        const guint radius = far_radii[(2 * i + j + k) % 4 + (j == 2 ? 0 : 5)];
        LifeGeometry geometry = { sizes[i][0], sizes[i][1], 1, topologies[k] };
        LifeRule rule = larger_rule (neighborhoods[j], radius, i + j + k);

        if (!compare_far (&geometry, &rule, LIFE_KERNEL_AUTO, i))
          return;
      }
}

/* All cells alive, so that every count is the highest there is. */
static void
test_full_worlds_have_the_highest_count (void)
{
  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (far_radii); i++)
    for (guint j = 0; j < G_N_ELEMENTS (neighborhoods); j++) {
      LifeGeometry geometry = { 1043, 1021, 1, LIFE_TOPOLOGY_TORUS };
      LifeRule rule = larger_rule (neighborhoods[j], far_radii[i], 4 * (i % 2));
      g_autoptr (LifeWorld) world =
          new_cuda_world (&geometry, &rule, LIFE_KERNEL_AUTO, TRUE);

      assert_full_world_counts (world, rule);
    }
}

static void
test_dependent_launches_change_nothing (void)
{
  LifeGeometry geometry = { 1000, 700, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rules[] = { bosco, larger_rule (LIFE_NEIGHBORHOOD_MOORE, 20, 1),
    larger_rule (LIFE_NEIGHBORHOOD_VON_NEUMANN, 6, 0),
    larger_rule (LIFE_NEIGHBORHOOD_CIRCULAR, 4, 2) };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    g_autoptr (LifeWorld) with =
        new_cuda_world (&geometry, &rules[i], LIFE_KERNEL_AUTO, TRUE);
    g_autoptr (LifeWorld) without =
        new_cuda_world (&geometry, &rules[i], LIFE_KERNEL_AUTO, FALSE);
    g_autoptr (LifeWorld) reference =
        new_world_with_rule (&geometry, &rules[i], LIFE_KERNEL_AUTO, 0);

    fill_soup (with, 7, 0.4);
    fill_soup (without, 7, 0.4);
    fill_soup (reference, 7, 0.4);
    step (with, 1000);
    step (without, 1000);
    step (reference, 1000);
    if (!assert_same_world (with, without, "dependent launches")
        || !assert_same_world (with, reference, "1,000 generations"))
      return;
  }
}

static void
take_rules (const LifeGeometry *geometry, const LifeRule *rules, guint n_rules)
{
  g_autoptr (LifeWorld) world =
      new_cuda_world (geometry, &rules[0], LIFE_KERNEL_AUTO, TRUE);
  g_autoptr (LifeWorld) reference = new_reference (geometry, &rules[0]);

  fill_soup (world, 1, 0.5);
  fill_soup (reference, 1, 0.5);
  for (guint i = 0; i < n_rules; i++) {
    GError *error = NULL;

    life_world_set_rule (world, &rules[i], &error);
    g_assert_no_error (error);
    life_world_set_rule (reference, &rules[i], &error);
    g_assert_no_error (error);
    g_assert_cmpint (
        g_str_has_prefix (life_world_get_kernel_name (world), "sliding sums ("),
        ==, rules[i].family == LIFE_FAMILY_LARGER_THAN_LIFE);
    step (world, 3);
    step (reference, 3);
    if (!assert_same_world (world, reference, "another rule"))
      return;
  }
}

/* Cells keep their places; cells born at the edges under one rule are read
 * beyond them under the next. */
static void
test_sums_follow_the_rule (void)
{
  LifeGeometry geometry = { 333, 150, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule generations = { .family = LIFE_FAMILY_TOTALISTIC,
    .neighborhood = LIFE_NEIGHBORHOOD_MOORE,
    .dimensions = 2,
    .states = 3,
    .birth = 1 << 2 };
  LifeRule rules[] = { bosco,
    larger_rule (LIFE_NEIGHBORHOOD_VON_NEUMANN, 20, 3), generations,
    larger_rule (LIFE_NEIGHBORHOOD_CIRCULAR, 4, 2), generations,
    larger_rule (LIFE_NEIGHBORHOOD_CIRCULAR, 51, 2), generations,
    larger_rule (LIFE_NEIGHBORHOOD_MOORE, 9, 1),
    larger_rule (LIFE_NEIGHBORHOOD_MOORE, 90, 1), bosco };

  if (!skip_without_cuda ())
    take_rules (&geometry, rules, G_N_ELEMENTS (rules));
}

#define TEST(name) g_test_add_func ("/cuda-larger/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (sums_equal_reference);
  TEST (every_kind_of_rule_equals_reference);
  TEST (large_worlds_equal_the_cpu);
  TEST (far_neighbors_equal_reference);
  TEST (every_kind_of_far_rule_equals_the_cpu);
  TEST (large_worlds_of_far_neighbors_equal_the_cpu);
  TEST (full_worlds_have_the_highest_count);
  TEST (dependent_launches_change_nothing);
  TEST (sums_follow_the_rule);
  return g_test_run ();
}
