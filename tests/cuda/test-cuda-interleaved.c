/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of 2D worlds that stay on the GPU's chip in interleaved tiles: each shape of tile,
 * on a torus and a plane, compared with the kernel with a byte per cell, which launches
 * once per generation. Others are drawn by lot in test-cuda-random.c. */
#include "tests/support/worlds/cuda-pair.h"

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

/* One with births in empty space; 4 and 6 neighbors; a table that is not
 * symmetric. */
static const gchar *const rules[] = { "B36/S23", "B0346/S25", "B13/S23V",
  "B04/S0123V", "B2/S34H", "B2-a/S12" };

static gboolean
compare (const guint32 *size, LifeTopology topology, const gchar *name,
    const guint64 *steps, guint n_steps)
{
  const LifeGeometry geometry = { size[0], size[1], 1, topology };
  const LifeRule rule = rule_of (2, name);
  g_autofree gchar *what = g_strdup_printf (
      "%s on %ux%u, %s", name, size[0], size[1], topology_names[topology]);
  g_auto (Pair) pair = new_cuda_pair (
      &geometry, &rule, LIFE_KERNEL_BITSLICED, LIFE_KERNEL_NAIVE, what);

  pair_soup (&pair, 7, 0.4);
  return pair_same (&pair) && pair_play (&pair, steps, n_steps);
}

/* A play of each @stride-th of the first @n sizes. */
typedef struct {
  const gchar *name;
  guint n, stride, n_steps;
  guint64 steps[10];
} Play;

static const Play plays[] = {
  /* All kinds of kernels, for compute-sanitizer, with which more takes long. */
  { "small", 3, 1, 1, { 18 } },
  /* A round and less, several, and as many as bring large worlds to the chip. */
  { "sizes", G_N_ELEMENTS (sizes), 1, 4, { 17, 23, 300, 601 } },
  /* In pieces, and as many in one call. */
  { "pieces", G_N_ELEMENTS (sizes), 3, 10,
      { 1, 16, 17, 18, 31, 64, 129, 400, 1324, 2000 } },
};

static void
play_sizes (gconstpointer data, LifeTopology topology)
{
  const Play *play = data;

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < play->n; i += play->stride)
    if (!compare (sizes[i], topology, "B3/S23", play->steps, play->n_steps))
      return;
}

static void
test_tori_equal_other_kernel (gconstpointer data)
{
  play_sizes (data, LIFE_TOPOLOGY_TORUS);
}

static void
test_planes_equal_other_kernel (gconstpointer data)
{
  play_sizes (data, LIFE_TOPOLOGY_PLANE);
}

/* Each rule in one world of each topology, because each takes a compilation. */
static void
test_rules_equal_other_kernel (void)
{
  static const guint64 steps[] = { 17, 28, 300 };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < 2 * G_N_ELEMENTS (rules); i++) {
    const guint k = (5 * (i / 2) + 2 * (i % 2)) % G_N_ELEMENTS (sizes);

    if (!compare (sizes[k], topologies[i % 2], rules[i / 2], steps,
            G_N_ELEMENTS (steps)))
      return;
  }
}

/* More generations than one launch makes, twice. */
static void
test_long_calls_equal_other_kernel (void)
{
  static const guint64 steps[] = { 70000, 70001 };
  static const guint32 size[] = { 701, 699 };

  if (!skip_without_cuda ())
    compare (size, LIFE_TOPOLOGY_TORUS, "B3/S23", steps, G_N_ELEMENTS (steps));
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
  g_auto (Pair) pair = { { NULL } };

  if (skip_without_cuda ())
    return;
  pair = new_cuda_pair (
      &geometry, &rule, LIFE_KERNEL_BITSLICED, LIFE_KERNEL_NAIVE, "a glider");
  for (guint i = 0; i < 2; i++)
    g_assert_true (life_world_paste (pair.worlds[i], glider, origin, NULL));
  PAIR_PLAY (&pair, 1100000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (plays); i++) {
    g_autofree gchar *torus =
        g_strdup_printf ("/cuda-interleaved/%s/torus", plays[i].name);
    g_autofree gchar *plane =
        g_strdup_printf ("/cuda-interleaved/%s/plane", plays[i].name);

    g_test_add_data_func (torus, &plays[i], test_tori_equal_other_kernel);
    g_test_add_data_func (plane, &plays[i], test_planes_equal_other_kernel);
  }
#define TEST(path, name) \
  g_test_add_func ("/cuda-interleaved/" path, test_##name)
  TEST ("rules", rules_equal_other_kernel);
  TEST ("long-calls", long_calls_equal_other_kernel);
  TEST ("round-numbers-wrap", round_numbers_wrap);
  return g_test_run ();
}
