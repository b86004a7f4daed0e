/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that the bit-sliced kernels run rules over 4 and 6 neighbors, tables of
 * nine cells and cells that age as the CPU's reference does: compiled at run
 * time and not, in worlds that are swept and worlds that are kept in tiles. */
#include "tests/support/worlds/cuda-pair.h"

static gchar *root;

/* Short networks, long ones, two with births in empty space, and states of one
 * to eight bits; a name in place of B/S is a table at random. */
static const gchar *const rules[] = { "B13/S23V", "B04/S0123V", "B2/S34H",
  "B0346/S25H", "B2-a/S12", "table", "table with B0", "B2/S/C3", "B2/S345/C4",
  "B0235/S4/C3H", "B2/S13/C17V", "B23/S2356/C6", "B2/S34/C200" };

static LifeRule
rule_named (const gchar *name)
{
  LifeRule rule = { .family = LIFE_FAMILY_MAP, .dimensions = 2, .states = 2 };
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  if (!g_str_has_prefix (name, "table"))
    return rule_of (2, name);
  for (guint i = 0; i < G_N_ELEMENTS (rule.map); i++)
    rule.map[i] = (guint64) g_rand_int (random) << 32 | g_rand_int (random);
  rule.map[0] =
      (rule.map[0] & ~G_GUINT64_CONSTANT (1)) | g_str_has_suffix (name, "B0");
  return rule;
}

#define TORUS LIFE_TOPOLOGY_TORUS
#define PLANE LIFE_TOPOLOGY_PLANE

/* Worlds that are swept, and small ones. */
static const LifeGeometry large[] = { { 512, 448, 1, TORUS },
  { 1003, 771, 1, PLANE }, { 777, 500, 1, TORUS }, { 640, 1024, 1, PLANE } };
static const LifeGeometry small[] = { { 3, 5, 1, TORUS }, { 7, 7, 1, PLANE },
  { 100, 37, 1, TORUS }, { 1, 1, 1, TORUS }, { 200, 97, 1, PLANE },
  { 1, 40, 1, PLANE }, { 2, 2, 1, TORUS }, { 128, 64, 1, TORUS } };

/* One generation, all of a pass, and more than tiles take in one launch. */
static void
check (const gchar *name, const LifeGeometry *geometry)
{
  const LifeRule rule = rule_named (name);
  g_auto (Pair) pair = new_pair (
      geometry, &rule, LIFE_KERNEL_BITSLICED, LIFE_KERNEL_NAIVE, name);

  pair_scatter_all (&pair, 3);
  PAIR_PLAY (&pair, 0, 1, 2, 5, 7, 35);
}

/* Each rule in some of the worlds, because every kind of kernel needs a
 * compilation. */
static void
check_rules (guint stride)
{
  for (guint i = 0; i < G_N_ELEMENTS (rules) && !g_test_failed (); i++) {
    for (guint k = i % stride; k < G_N_ELEMENTS (large); k += stride)
      check (rules[i], &large[k]);
    for (guint k = i % stride; k < G_N_ELEMENTS (small); k += stride)
      check (rules[i], &small[k]);
  }
}

static void
test_compiled_rules_equal_reference (void)
{
  if (!skip_without_cuda ())
    check_rules (4);
}

static void
test_rules_without_compiling_equal_reference (void)
{
  if (skip_without_cuda ())
    return;
  g_setenv ("LIFE_NVRTC", "0", TRUE);
  check_rules (1);
  g_unsetenv ("LIFE_NVRTC");
}

/* With dependent launches and without, many generations. */
static void
test_dependent_launches_change_nothing (void)
{
  static const gchar *const some[] = { "B2/S34H", "B2-a/S12", "B2/S/C3" };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (some); i++) {
    const LifeRule rule = rule_named (some[i]);
    g_auto (Pair) pair = {
      { new_cuda_world (&large[0], &rule, LIFE_KERNEL_BITSLICED, FALSE),
          new_cuda_world (&large[0], &rule, LIFE_KERNEL_BITSLICED, TRUE) },
      some[i]
    };

    pair_soup (&pair, 9, 0.3);
    for (guint k = 0; k < 40; k++)
      pair_step (&pair, 13);
    pair_same (&pair);
  }
}

int
main (int argc, char **argv)
{
  int result;

  /* GLib reads it only once, so it is set first. */
  root = g_dir_make_tmp ("life-gates-XXXXXX", NULL);
  g_assert_nonnull (root);
  g_setenv ("XDG_CACHE_HOME", root, TRUE);

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cuda-gates/without-compiling-equal-reference",
      test_rules_without_compiling_equal_reference);
  g_test_add_func ("/cuda-gates/compiled-equal-reference",
      test_compiled_rules_equal_reference);
  g_test_add_func ("/cuda-gates/dependent-launches-change-nothing",
      test_dependent_launches_change_nothing);
  result = g_test_run ();
  remove_folder (root);
  g_free (root);
  return result;
}
