/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that the bit-sliced kernels run rules over 4 and 6 neighbors, tables of
 * nine cells and cells that age as the CPU's reference does: compiled at run
 * time and not, in worlds that are swept and worlds that are kept in tiles. */
#include "tests/support/help.h"
#include "tests/support/worlds/cuda.h"

static gchar *root;

typedef struct {
  const gchar *name;
  LifeRule rule;
} Named;

#define COUNTING(name, neighborhood, states, birth, survival)              \
  {                                                                        \
    name,                                                                  \
    {                                                                      \
      LIFE_FAMILY_TOTALISTIC, LIFE_NEIGHBORHOOD_##neighborhood, 2, states, \
          birth, survival                                                  \
    }                                                                      \
  }
#define MAP(name, ...)                                                  \
  {                                                                     \
    name,                                                               \
    {                                                                   \
      .family = LIFE_FAMILY_MAP, .dimensions = 2, .states = 2, .map = { \
        __VA_ARGS__                                                     \
      }                                                                 \
    }                                                                   \
  }

/* Short networks, long ones, one with births in empty space, and states of one
 * to eight bits. */
static const Named rules[] = {
  COUNTING ("B13/S23V", VON_NEUMANN, 2, 0xa, 0xc),
  COUNTING ("B04/S0123V", VON_NEUMANN, 2, 0x11, 0xf),
  COUNTING ("B2/S34H", HEXAGONAL, 2, 4, 0x18),
  COUNTING ("B0346/S25H", HEXAGONAL, 2, 0x59, 0x24),
  MAP ("just friends", 0x01170106177e1420, 0x0001000101170016,
      0x0001000101170116, 0x0000000000010000, 0x0001000001170116,
      0x0000000000010001, 0x0000000000010000, 0),
  MAP ("a random table", 0xfedcba9876543210, 0x0123456789abcdef,
      0x5a5a5a5a0f0f0f0f, 0x8000000000000001, 0x1122448811224488,
      0xf00ff00ff00ff00f, 0x0000ffff00ff0f35, 0x7fffffff80000000),
  MAP ("a random table with B0", 0x8421842184218421, 0x137f137f137f137f,
      0xdeadbeefcafe1234, 0x0f1e2d3c4b5a6978, 0x13579bdf02468ace,
      0x00ff00ff55aa55aa, 0x9999666699996666, 0x2b7e151628aed2a6),
  COUNTING ("B2/S/C3", MOORE, 3, 1 << 2, 0),
  COUNTING ("B2/S345/C4", MOORE, 4, 1 << 2, 7 << 3),
  COUNTING ("B0235/S4/C3H", HEXAGONAL, 3, 0x2d, 0x10),
  COUNTING ("B2/S13/C17V", VON_NEUMANN, 17, 4, 0xa),
  COUNTING ("B23/S2356/C6", MOORE, 6, 3 << 2, 0x6c),
};

#define TORUS LIFE_TOPOLOGY_TORUS
#define PLANE LIFE_TOPOLOGY_PLANE

/* Worlds that are swept, and small ones. */
static const LifeGeometry large[] = { { 512, 448, 1, TORUS },
  { 1003, 771, 1, PLANE }, { 777, 500, 1, TORUS }, { 640, 1024, 1, PLANE } };
static const LifeGeometry small[] = { { 3, 5, 1, TORUS }, { 7, 7, 1, PLANE },
  { 100, 37, 1, TORUS }, { 1, 1, 1, TORUS }, { 200, 97, 1, PLANE },
  { 1, 40, 1, PLANE }, { 2, 2, 1, TORUS }, { 128, 64, 1, TORUS } };

/* Cells of every state. */
static void
fill_states (LifeWorld *world, LifeWorld *reference, guint states, guint seed)
{
  gsize size = size_of (reference);
  g_autofree guint8 *cells = g_malloc (size);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  for (gsize i = 0; i < size; i++) {
    guint32 number = g_rand_int (rand);

    cells[i] = number % 5 < 2 ? (guint8) (1 + (number >> 8) % (states - 1)) : 0;
  }
  set_cells (world, cells);
  set_cells (reference, cells);
}

static void
check (const Named *named, const LifeGeometry *geometry, gboolean pdl)
{
  /* One generation, all of a pass, and more than tiles take in one launch. */
  static const guint64 steps[] = { 1, 2, 5, 7, 35 };
  g_autoptr (LifeWorld) world =
      new_cuda_world (geometry, &named->rule, LIFE_KERNEL_BITSLICED, pdl);
  g_autoptr (LifeWorld) reference = new_reference (geometry, &named->rule);

  fill_states (world, reference, named->rule.states, 3);
  if (!assert_same_world (world, reference, named->name))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    step (world, steps[i]);
    step (reference, steps[i]);
    if (!assert_same_world (world, reference, named->name))
      return;
  }
}

/* Each rule in some of the worlds, because every kind of kernel needs a
 * compilation. */
static void
check_rules (guint stride)
{
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    for (guint k = i % stride; k < G_N_ELEMENTS (large); k += stride)
      check (&rules[i], &large[k], i & 1);
    for (guint k = i % stride; k < G_N_ELEMENTS (small); k += stride)
      check (&rules[i], &small[k], k & 1);
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
  static const guint which[] = { 2, 4, 7 };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (which); i++) {
    const Named *named = &rules[which[i]];
    g_autoptr (LifeWorld) world =
        new_cuda_world (&large[0], &named->rule, LIFE_KERNEL_BITSLICED, TRUE);
    g_autoptr (LifeWorld) other =
        new_cuda_world (&large[0], &named->rule, LIFE_KERNEL_BITSLICED, FALSE);

    fill_soup (world, 9, 0.3);
    fill_soup (other, 9, 0.3);
    for (guint k = 0; k < 40; k++) {
      step (world, 13);
      step (other, 13);
    }
    assert_same_world (world, other, named->name);
  }
}

/* Other rules of as many bits per cell, and of more: a cell keeps its state, or
 * takes the highest. */
static void
test_a_world_takes_rule_after_rule (void)
{
  static const guint order[] = { 0, 5, 7, 8, 7, 9, 10, 11, 10, 0, 7 };
  g_autoptr (LifeWorld) world = NULL;
  g_autoptr (LifeWorld) reference = NULL;

  if (skip_without_cuda ())
    return;
  g_setenv ("LIFE_NVRTC", "0", TRUE);
  world = new_cuda_world (&small[4], &rules[0].rule, LIFE_KERNEL_AUTO, TRUE);
  reference = new_reference (&small[4], &rules[0].rule);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++) {
    const Named *named = &rules[order[i]];
    GError *error = NULL;

    life_world_set_rule (world, &named->rule, &error);
    g_assert_no_error (error);
    life_world_set_rule (reference, &named->rule, &error);
    g_assert_no_error (error);
    fill_states (world, reference, named->rule.states, i);
    step (world, 3);
    step (reference, 3);
    /* Before the next rule's first cells are written. */
    if (i + 1 < G_N_ELEMENTS (order)) {
      const LifeRule *next = &rules[order[i + 1]].rule;
      life_world_set_rule (world, next, &error);
      g_assert_no_error (error);
      life_world_set_rule (reference, next, &error);
      g_assert_no_error (error);
      step (world, 1);
      step (reference, 1);
    }
    if (!assert_same_world (world, reference, named->name))
      break;
  }
  g_unsetenv ("LIFE_NVRTC");
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
  g_test_add_func (
      "/cuda-gates/rule-after-rule", test_a_world_takes_rule_after_rule);
  result = g_test_run ();
  remove_folder (root);
  g_free (root);
  return result;
}
