/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of 2D worlds that stay on the GPU's chip in interleaved tiles: each shape of tile,
 * on a torus and a plane, compared with the kernel with a byte per cell, which launches
 * once per generation. */
#include "tests/support/worlds/cuda.h"

#include <math.h>

/* Sizes that divide evenly and that do not, of one and two columns and of two lines of tiles,
 * and the largest. On a GPU with other numbers of multiprocessors some are kept in other
 * ways. */
static const guint32 sizes[][2] = { { 1280, 720 }, { 3840, 2160 },
  { 6007, 5993 }, { 256, 385 }, { 701, 699 }, { 1024, 1024 }, { 1920, 1080 },
  { 2000, 1500 }, { 2048, 2048 }, { 2100, 1999 }, { 2560, 1440 },
  { 2501, 2303 }, { 3001, 2203 }, { 3499, 3203 }, { 400, 10000 },
  { 300, 100000 }, { 60000, 385 }, { 4096, 4096 }, { 4099, 4093 },
  { 16000, 1111 }, { 4500, 4444 }, { 5001, 5000 }, { 7001, 6999 },
  { 7501, 7700 }, { 8191, 8187 }, { 9000, 9001 } };

/* So many of these, of all kinds of kernels, for compute-sanitizer. */
static const guint SMALL = 3;

/* One with births in empty space; 4 and 6 neighbors; a table that is not
 * symmetric. */
static const gchar *const rules[] = { "B36/S23", "B0346/S25", "B13/S23V",
  "B04/S0123V", "B2/S34H", "B2-a/S12" };

static void
compare (const guint32 *size, LifeTopology topology, const gchar *name,
    const guint64 *steps, guint n_steps, gboolean pdl)
{
  LifeGeometry geometry = { size[0], size[1], 1, topology };
  LifeRule rule = rule_of (2, name);
  g_autofree gchar *what = g_strdup_printf ("%s on %ux%u, %s", name, size[0],
      size[1], topology == LIFE_TOPOLOGY_TORUS ? "torus" : "plane");
  g_autoptr (LifeWorld) world =
      new_cuda_world (&geometry, &rule, LIFE_KERNEL_BITSLICED, pdl);
  g_autoptr (LifeWorld) other =
      new_cuda_world (&geometry, &rule, LIFE_KERNEL_NAIVE, pdl);

  fill_soup (world, 7, 0.4);
  fill_soup (other, 7, 0.4);
  for (guint i = 0; i < n_steps; i++) {
    step (world, steps[i]);
    step (other, steps[i]);
    if (!assert_same_world (world, other, what))
      return;
  }
}

/* For compute-sanitizer, with which more takes long. */
static void
test_small_run_equals_other_kernel (gconstpointer data)
{
  static const guint64 steps[] = { 18 };
  LifeTopology topology = (LifeTopology) GPOINTER_TO_INT (data);

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < SMALL; i++)
    compare (sizes[i], topology, "B3/S23", steps, G_N_ELEMENTS (steps), TRUE);
}

/* A round and less, several, and as many as bring large worlds to the chip. */
static void
test_sizes_equal_other_kernel (gconstpointer data)
{
  static const guint64 steps[] = { 17, 23, 300, 601 };
  LifeTopology topology = (LifeTopology) GPOINTER_TO_INT (data);

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    compare (sizes[i], topology, "B3/S23", steps, G_N_ELEMENTS (steps), i % 2);
}

/* Each rule in one world, because each takes a compilation. */
static void
test_rules_equal_other_kernel (gconstpointer data)
{
  static const guint64 steps[] = { 17, 28, 300 };
  LifeTopology topology = (LifeTopology) GPOINTER_TO_INT (data);

  if (skip_without_cuda ())
    return;
  g_setenv ("LIFE_NVRTC", "wait", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    guint k =
        (5 * i + 2 * (topology == LIFE_TOPOLOGY_PLANE)) % G_N_ELEMENTS (sizes);

    compare (sizes[k], topology, rules[i], steps, G_N_ELEMENTS (steps), i % 2);
  }
  g_unsetenv ("LIFE_NVRTC");
}

/* In pieces, and as many in one call. */
static void
test_pieces_equal_other_kernel (gconstpointer data)
{
  static const guint64 steps[] = { 1, 16, 17, 18, 31, 64, 129, 400, 1324,
    2000 };
  LifeTopology topology = (LifeTopology) GPOINTER_TO_INT (data);

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i += 3)
    compare (sizes[i], topology, "B3/S23", steps, G_N_ELEMENTS (steps), TRUE);
}

/* More generations than one launch makes, twice. */
static void
test_long_calls_equal_other_kernel (void)
{
  static const guint64 steps[] = { 70000, 70001 };
  static const guint32 size[] = { 701, 699 };

  if (!skip_without_cuda ())
    compare (
        size, LIFE_TOPOLOGY_TORUS, "B3/S23", steps, G_N_ELEMENTS (steps), TRUE);
}

/* More rounds than 16 bits count, with a glider: in a world that has settled a halo of
 * another round would look the same. */
static void
test_round_numbers_wrap (void)
{
  const LifeGeometry geometry = { 257, 391, 1, LIFE_TOPOLOGY_TORUS };
  const LifeRule rule = rule_of (2, "B3/S23");
  const gint64 origin[3] = { 3, 5, 0 };
  g_autoptr (LifePattern) glider = life_pattern_from_string ("glider", NULL);
  g_autoptr (LifeWorld) world = NULL;
  g_autoptr (LifeWorld) other = NULL;
  GError *error = NULL;

  if (skip_without_cuda ())
    return;
  world = new_cuda_world (&geometry, &rule, LIFE_KERNEL_BITSLICED, TRUE);
  other = new_cuda_world (&geometry, &rule, LIFE_KERNEL_NAIVE, TRUE);
  life_world_paste (world, glider, origin, &error);
  life_world_paste (other, glider, origin, &error);
  g_assert_no_error (error);
  step (world, 1100000);
  step (other, 1100000);
  assert_same_world (world, other, "a glider");
}

/* Any size, rule and topology, in one call and in a second. LIFE_WORLDS chooses others
 * (choose_seeds()). */
static void
test_random_worlds_equal_other_kernel (void)
{
  static const gchar *const any[] = { "B3/S23", "B36/S23", "B3678/S34678",
    "B2/S34H", "B13/S23V", "B2-a/S12", "B0346/S25" };
  guint64 first, last;

  if (skip_without_cuda ())
    return;
  choose_seeds ("LIFE_WORLDS", 4, &first, &last);
  g_setenv ("LIFE_NVRTC", "wait", TRUE);
  for (guint64 seed = first; seed <= last; seed++) {
    g_autoptr (GRand) lots = g_rand_new_with_seed ((guint32) seed);
    const guint32 size[2] = {
      (guint32) exp (g_rand_double_range (lots, log (256), log (9500))),
      (guint32) exp (g_rand_double_range (lots, log (385), log (9500))),
    };
    const LifeTopology topology =
        g_rand_boolean (lots) ? LIFE_TOPOLOGY_TORUS : LIFE_TOPOLOGY_PLANE;
    const gchar *rule = any[g_rand_boolean (lots) ? 0
                                                  : g_rand_int_range (lots, 0,
                                                      G_N_ELEMENTS (any))];
    /* The other kernel is to take about a tenth of a second. */
    const gdouble most = MIN (19000, 2e10 / ((gdouble) size[0] * size[1]));
    const guint64 steps[] = { 1000 + (guint64) (g_rand_double (lots) * most),
      (guint64) g_rand_int_range (lots, 1, 100) };

    compare (size, topology, rule, steps, G_N_ELEMENTS (steps), seed % 2);
  }
  g_unsetenv ("LIFE_NVRTC");
}

int
main (int argc, char **argv)
{
  static const struct {
    const gchar *name;
    LifeTopology topology;
  } shapes[] = { { "torus", LIFE_TOPOLOGY_TORUS },
    { "plane", LIFE_TOPOLOGY_PLANE } };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++) {
    gconstpointer topology = GINT_TO_POINTER (shapes[i].topology);
    const gchar *name = shapes[i].name;
    g_autofree gchar *small =
        g_strdup_printf ("/cuda-interleaved/small/%s", name);
    g_autofree gchar *by_size =
        g_strdup_printf ("/cuda-interleaved/sizes/%s", name);
    g_autofree gchar *by_rule =
        g_strdup_printf ("/cuda-interleaved/rules/%s", name);
    g_autofree gchar *in_pieces =
        g_strdup_printf ("/cuda-interleaved/pieces/%s", name);

    g_test_add_data_func (small, topology, test_small_run_equals_other_kernel);
    g_test_add_data_func (by_size, topology, test_sizes_equal_other_kernel);
    g_test_add_data_func (by_rule, topology, test_rules_equal_other_kernel);
    g_test_add_data_func (in_pieces, topology, test_pieces_equal_other_kernel);
  }
  g_test_add_func (
      "/cuda-interleaved/long-calls", test_long_calls_equal_other_kernel);
  g_test_add_func (
      "/cuda-interleaved/round-numbers-wrap", test_round_numbers_wrap);
  g_test_add_func (
      "/cuda-interleaved/random", test_random_worlds_equal_other_kernel);
  return g_test_run ();
}
