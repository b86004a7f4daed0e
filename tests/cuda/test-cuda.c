/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that every kernel of the CUDA engine advances worlds as the CPU's reference does.
 * Edits and frames are tested elsewhere. */
#include "tests/support/worlds/cuda-pair.h"
#include "tests/support/worlds/larger.h"

static const gchar *const rules_2d[] = { "B3/S23", "B0/S8",
  "B0123478/S01234678", "B0/S", "B03/S23", "B36/S23", "B3678/S34678", "B2/S",
  "B1357/S02468", "B/S012345678", "B2/S0", "B08/S0123",
  "B012345678/S012345678" };

static const gchar *const rules_3d[] = { "B6/S567", "B5/S45", "B4/S4",
  "B0,26/S26", "B0/S", "B13,14,17..19/S13..26", "B1,3,5/S0,2,8..16",
  "B0..26/S0..26", "B/S0..26" };

static const guint32 sizes_2d[][2] = { { 1, 1 }, { 1, 2 }, { 2, 1 }, { 2, 2 },
  { 3, 1 }, { 1, 3 }, { 3, 3 }, { 5, 7 }, { 15, 3 }, { 16, 16 }, { 17, 31 },
  { 31, 33 }, { 32, 32 }, { 33, 5 }, { 64, 64 }, { 65, 66 }, { 100, 37 },
  { 127, 129 }, { 129, 257 }, { 256, 64 }, { 300, 1 }, { 1, 300 }, { 2, 515 },
  { 4, 600 }, { 1025, 70 }, { 500, 333 } };

static const guint32 sizes_3d[][3] = { { 1, 1, 1 }, { 2, 1, 1 }, { 1, 2, 3 },
  { 2, 2, 2 }, { 3, 3, 3 }, { 4, 4, 4 }, { 5, 3, 2 }, { 16, 16, 16 },
  { 17, 18, 19 }, { 31, 9, 5 }, { 33, 32, 31 }, { 64, 20, 7 }, { 130, 35, 11 },
  { 32, 33, 40 }, { 3, 1, 200 }, { 1, 90, 2 } };

typedef struct {
  LifeKernel kernel;
  guint dimensions;
  LifeTopology topology;
} Case;

static LifeGeometry
geometry_of (const Case *c, guint size)
{
  return c->dimensions == 2
             ? (LifeGeometry){ sizes_2d[size][0], sizes_2d[size][1], 1,
                 c->topology }
             : (LifeGeometry){ sizes_3d[size][0], sizes_3d[size][1],
                 sizes_3d[size][2], c->topology };
}

static guint
sizes_of (const Case *c)
{
  return c->dimensions == 2 ? G_N_ELEMENTS (sizes_2d) : G_N_ELEMENTS (sizes_3d);
}

static void
test_kernel_equals_reference (gconstpointer data)
{
  const Case *c = data;
  const gchar *const *rules = c->dimensions == 2 ? rules_2d : rules_3d;
  const guint n_rules =
      c->dimensions == 2 ? G_N_ELEMENTS (rules_2d) : G_N_ELEMENTS (rules_3d);

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < sizes_of (c); i++)
    for (guint j = 0; j < n_rules; j++) {
      const LifeGeometry geometry = geometry_of (c, i);
      const LifeRule rule = rule_of (c->dimensions, rules[j]);
      g_auto (Pair) pair =
          new_pair (&geometry, &rule, c->kernel, LIFE_KERNEL_NAIVE, rules[j]);

      pair_soup (&pair, i + 1, j % 2 ? 0.2 : 0.4);
      if (!PAIR_PLAY (&pair, 0, 1, 1, 5, 33))
        return;
    }
}

/* Only soups of every density have cells with every number of neighbors. */
static void
test_kernel_runs_every_rule (gconstpointer data)
{
  const Case *c = data;
  const LifeGeometry geometry = c->dimensions == 2
                                    ? (LifeGeometry){ 192, 96, 1, c->topology }
                                    : (LifeGeometry){ 70, 33, 20, c->topology };
  const guint32 all = c->dimensions == 3 ? 0x7ffffff : 0x1ff;

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < 24; i++) {
    const LifeRule rule = { .family = LIFE_FAMILY_TOTALISTIC,
      .neighborhood = LIFE_NEIGHBORHOOD_MOORE,
      .dimensions = c->dimensions,
      .states = 2,
      .birth = (guint32) g_test_rand_int () & all,
      .survival = (guint32) g_test_rand_int () & all };
    g_autofree gchar *text = life_rule_to_string (&rule);
    g_auto (Pair) pair =
        new_pair (&geometry, &rule, c->kernel, LIFE_KERNEL_NAIVE, text);

    pair_soup (&pair, i, (i % 8 + 1) / 9.0);
    if (!PAIR_PLAY (&pair, 1, 1, 1))
      return;
  }
}

/* 3D worlds too large for the CPU's reference, so compared with the naive
 * kernel, and large enough for the kernels that copy in bulk: rows of 3 to 128
 * words and parts of words, in blocks of every kind; the last one is deep
 * enough for a block to reuse its buffers. */
static void
test_large_3d_worlds_equal_naive_kernel (gconstpointer data)
{
  static const guint32 sizes[][3] = { { 96, 400, 240 }, { 224, 256, 180 },
    { 250, 251, 160 }, { 256, 256, 130 }, { 333, 300, 100 }, { 512, 128, 132 },
    { 500, 144, 130 }, { 640, 150, 100 }, { 800, 120, 100 }, { 831, 120, 90 },
    { 1000, 150, 70 }, { 1024, 96, 132 }, { 1023, 140, 66 }, { 1100, 130, 64 },
    { 1024, 6, 1400 }, { 4096, 2, 1100 }, { 4096, 64, 40 }, { 4128, 64, 36 },
    { 1024, 1152, 80 } };
  const Case *c = data;
  const LifeRule rule = rule_of (3, "B6/S567");

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    const LifeGeometry geometry = { sizes[i][0], sizes[i][1], sizes[i][2],
      c->topology };
    g_auto (Pair) pair = new_cuda_pair (
        &geometry, &rule, c->kernel, LIFE_KERNEL_NAIVE, "a large solid");

    pair_soup (&pair, i, 0.25);
    if (!PAIR_PLAY (&pair, 1, 2, 3))
      return;
  }
}

/* The bit-sliced 2D kernels at the edges of worlds that are large enough to be
 * swept, around the widths of their bands and the heights of their strips and
 * tiles: one pass at a time, several, and many generations at once. */
static void
test_ragged_sizes_equal_reference (gconstpointer data)
{
  static const guint32 sizes[][2] = { { 256, 385 }, { 257, 415 }, { 259, 416 },
    { 480, 448 }, { 481, 401 }, { 484, 415 }, { 498, 416 }, { 723, 400 },
    { 725, 385 }, { 746, 447 }, { 999, 999 }, { 1000, 1000 }, { 1000, 1024 },
    { 1024, 1000 }, { 1024, 1024 }, { 1030, 993 } };
  static const gchar *const rules[] = { "B3/S23", "B36/S23", "B03/S23" };
  const Case *c = data;

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint j = 0; j < 2 * G_N_ELEMENTS (rules); j++) {
      const LifeGeometry geometry = { sizes[i][0], sizes[i][1], 1,
        c->topology };
      const LifeRule rule = rule_of (2, rules[j / 2]);
      g_auto (Pair) pair = new_pair (
          &geometry, &rule, c->kernel, LIFE_KERNEL_AUTO, rules[j / 2]);

      pair_soup (&pair, i, 0.4);
      if (!PAIR_PLAY (&pair, 1, 2, 3, 4, 6, 15, 16, 33, 1000))
        return;
    }
}

/* Worlds so large that a thread of kernel=bits sweeps several rows; the last sweeps are
 * shorter than the others. */
static void
test_swept_worlds_equal_the_cpu (gconstpointer data)
{
  static const guint32 sizes[][2] = { { 12345, 6789 }, { 2049, 70001 } };
  const Case *c = data;
  const LifeRule rule = rule_of (2, "B3/S23");

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    const LifeGeometry geometry = { sizes[i][0], sizes[i][1], 1, c->topology };
    g_auto (Pair) pair = new_pair (
        &geometry, &rule, c->kernel, LIFE_KERNEL_AUTO, "a swept world");

    pair_soup (&pair, i, 0.4);
    if (!PAIR_PLAY (&pair, 1, 1, 5))
      return;
  }
}

/* Ten thousand generations; in 2D compared with the CPU. */
static void
test_dependent_launches_change_nothing (gconstpointer data)
{
  static const LifeGeometry geometries[] = { { 7, 5, 1, LIFE_TOPOLOGY_TORUS },
    { 64, 64, 1, LIFE_TOPOLOGY_TORUS }, { 500, 333, 1, LIFE_TOPOLOGY_PLANE },
    { 1024, 1024, 1, LIFE_TOPOLOGY_TORUS },
    { 2000, 1500, 1, LIFE_TOPOLOGY_TORUS }, { 16, 16, 16, LIFE_TOPOLOGY_TORUS },
    { 64, 64, 64, LIFE_TOPOLOGY_TORUS }, { 100, 90, 80, LIFE_TOPOLOGY_PLANE } };
  const Case *c = data;

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (geometries); i++) {
    const LifeGeometry *geometry = &geometries[i];
    const guint dimensions = geometry->depth > 1 ? 3 : 2;
    const LifeRule rule =
        rule_of (dimensions, dimensions == 2 ? "B3/S23" : "B4/S4");
    g_autoptr (LifeWorld) dependent = NULL;
    g_auto (Pair) pair = { { NULL }, "10,000 generations" };

    if (dimensions != c->dimensions)
      continue;
    dependent = new_cuda_world (geometry, &rule, c->kernel, TRUE);
    pair.worlds[0] = new_cuda_world (geometry, &rule, c->kernel, FALSE);
    pair.worlds[1] =
        dimensions == 2
            ? new_world_with_rule (geometry, &rule, LIFE_KERNEL_AUTO, 0)
            : new_cuda_world (geometry, &rule, LIFE_KERNEL_PACKED, TRUE);
    fill_soup (dependent, 1, 0.35);
    pair_soup (&pair, 1, 0.35);
    step (dependent, 10000);
    if (!PAIR_PLAY (&pair, 10000))
      return;
    g_assert_cmphex (checksum_of (dependent), ==, checksum_of (pair.worlds[0]));
  }
}

/* --- Concurrent worlds --- */

/* @small, which is made last, runs the same code with less shared memory. */
static void
check_next_to_smaller (const LifeGeometry *large, const LifeRule *large_rule,
    const LifeGeometry *small, const LifeRule *small_rule)
{
  g_auto (Pair) pair = new_cuda_pair (large, large_rule, LIFE_KERNEL_AUTO,
      large->depth > 1 ? LIFE_KERNEL_PACKED : LIFE_KERNEL_NAIVE,
      "beside a smaller world");
  g_autoptr (LifeWorld) concurrent =
      new_cuda_world (small, small_rule, LIFE_KERNEL_AUTO, TRUE);

  pair_soup (&pair, 3, 0.3);
  fill_soup (concurrent, 3, 0.3);
  for (guint i = 0; i < 3; i++) {
    step (concurrent, 1);
    pair_step (&pair, 2);
  }
  pair_same (&pair);
}

static void
test_a_smaller_world_reads_nothing_of_a_larger_one (void)
{
  static const LifeGeometry cube = { 512, 512, 384, LIFE_TOPOLOGY_TORUS };
  static const LifeGeometry low = { 512, 64, 320, LIFE_TOPOLOGY_TORUS };
  static const LifeGeometry wide = { 900, 700, 1, LIFE_TOPOLOGY_TORUS };
  static const LifeGeometry narrow = { 200, 300, 1, LIFE_TOPOLOGY_TORUS };
  const LifeRule rule = rule_of (3, "B6/S567");
  const LifeRule far = rule_of (2, "R50,C0,M1,S2000..4000,B2500..3500,NM");
  const LifeRule near = rule_of (2, "R6,C0,M1,S40..80,B50..70,NM");

  if (skip_without_cuda ())
    return;
  check_next_to_smaller (&cube, &rule, &low, &rule);
  check_next_to_smaller (&wide, &far, &narrow, &near);
}

/* Larger than Life in worlds of many strips and sweeps; beyond radius 50 of more than one
 * piece of a row, and of more than one band. */
static void
test_large_worlds_of_large_neighborhoods_equal_the_cpu (void)
{
  static const guint32 sizes[][2] = { { 2049, 1100 }, { 4096, 129 },
    { 1027, 2000 }, { 33001, 70 } };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (radii) + G_N_ELEMENTS (far_radii); i++)
    for (guint j = 0; j < 2 * G_N_ELEMENTS (neighborhoods); j++) {
      const gboolean far = i >= G_N_ELEMENTS (radii);
      const guint k = i - (far ? G_N_ELEMENTS (radii) : 0);
      const guint32 *size = sizes[(i + j) % G_N_ELEMENTS (sizes)];
      const LifeGeometry geometry = { far ? size[0] : 3001 + 8 * i,
        far ? size[1] : 2000 + i, 1, topologies[j % 2] };
      const LifeRule rule = larger_rule (
          neighborhoods[j / 2], far ? far_radii[k] : radii[k], i + j);
      g_auto (Pair) pair = new_pair (&geometry, &rule, LIFE_KERNEL_AUTO,
          LIFE_KERNEL_AUTO, "a large neighborhood");

      pair_soup (&pair, i, 0.35);
      if (!PAIR_PLAY (&pair, 1, 1, far ? 0 : 3))
        return;
    }
}

/* Lists of counts, which the kernels for large radii look up at any radius, and neighborhoods
 * of every kind. */
static void
test_lists_and_weights_equal_the_cpu (void)
{
  static const gchar *const rules[] = { "R1,S0,2-3,B3,5",
    "R5,S10,33-57,70,B3,34-45", "R12,C5,S100,180-300,B150-200,210",
    "R51,C3,S0,4000-5000,5200,B4100-4300,4400,NN",
    "R20,S3,400-600,B5,430-500,NC",
    "R60,S4000-5000,5001,5003-6000,B4100-4300,4400", "R7,S40-80,B45-60,NB",
    "R9,C4,S90-120,B80-100,ND", "R5,S3-6,B3,5,NX", "R4,M1,S3..9,B5..8,N*",
    "R6,C3,S5-20,B7-13,N#", "R3,S8-14,B7-10,NH", "R7,S9-14,B8-11,NA",
    "R9,S4-8,B5-7,N3", "R10,S100-150,B110-150,N2", "R60,S4-5000,B4100-5000,N2",
    "R1,S3-5,B4,NL", "R4,C5,S20-30,B19-25,NL",
    "R9,M1,S2500..3900,B2400..3500,NG", "R1,S1-4,B2-3,NWA234C1323",
    "R1,C4,S2-4,6,B3,NW9B1101110,012A", "R1,C3,S9-20,B11-30,NW123401323,213L",
    "R2,M1,S2..4,B2..3,N@C91893L" };
  static const LifeKernel kernels[] = { LIFE_KERNEL_AUTO, LIFE_KERNEL_NAIVE };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    for (guint j = 0; j < 4; j++) {
      const LifeGeometry geometry = { 301 + i, 190, 1, topologies[j % 2] };
      const LifeRule rule = rule_of (2, rules[i]);
      g_auto (Pair) pair = new_pair (
          &geometry, &rule, kernels[j / 2], LIFE_KERNEL_NAIVE, rules[i]);

      pair_soup (&pair, i, 0.4);
      if (!PAIR_PLAY (&pair, 1, 1, 2))
        return;
    }
}

/* --- All of them --- */

static void
add_case (const gchar *path, GTestDataFunc test, const Case *c)
{
  g_autofree gchar *name = g_strdup_printf ("/cuda/%s/%s-%ud-%s", path,
      life_engine_kernel_name (c->kernel), c->dimensions,
      c->topology == LIFE_TOPOLOGY_TORUS ? "torus" : "plane");

  g_test_add_data_func (name, c, test);
}

int
main (int argc, char **argv)
{
  static Case cases[G_N_ELEMENTS (cuda_kernels)][2][G_N_ELEMENTS (topologies)];

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cuda/large-neighborhoods",
      test_large_worlds_of_large_neighborhoods_equal_the_cpu);
  g_test_add_func (
      "/cuda/lists-and-weights", test_lists_and_weights_equal_the_cpu);
  g_test_add_func ("/cuda/a-smaller-world-takes-nothing-from-a-larger-one",
      test_a_smaller_world_reads_nothing_of_a_larger_one);
  for (guint i = 0; i < G_N_ELEMENTS (cuda_kernels); i++)
    for (guint j = 0; j < 2; j++)
      for (guint k = 0; k < G_N_ELEMENTS (topologies); k++) {
        Case *c = &cases[i][j][k];

        *c = (Case){ cuda_kernels[i], 2 + j, topologies[k] };
        if (c->dimensions == 3 && is_flat_kernel (c->kernel))
          continue;
        add_case ("kernel-equals-reference", test_kernel_equals_reference, c);
        add_case ("kernel-runs-every-rule", test_kernel_runs_every_rule, c);
        if (j == 0 && c->kernel == LIFE_KERNEL_BITSLICED)
          add_case ("ragged-sizes-equal-reference",
              test_ragged_sizes_equal_reference, c);
        if (c->kernel == LIFE_KERNEL_BITS)
          add_case (
              "swept-worlds-equal-the-cpu", test_swept_worlds_equal_the_cpu, c);
        if (c->kernel == LIFE_KERNEL_BITSLICED && c->dimensions == 3)
          add_case ("large-3d-worlds-equal-naive-kernel",
              test_large_3d_worlds_equal_naive_kernel, c);
        if (k == 0)
          add_case ("dependent-launches-change-nothing",
              test_dependent_launches_change_nothing, c);
      }
  return g_test_run ();
}
