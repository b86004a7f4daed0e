/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that every kernel of the CUDA engine advances, holds and counts a world
 * as the CPU's reference does. Frames and errors are tested elsewhere. */
#include "tests/support/worlds/cuda.h"

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

/* --- Generations --- */

static gboolean
step_both (LifeWorld *world, LifeWorld *reference, guint64 generations,
    const gchar *what)
{
  step (world, generations);
  step (reference, generations);
  return assert_same_world (world, reference, what);
}

/* Steps both worlds to generations 1, 2, 7 and 40. */
static gboolean
compare_generations (LifeWorld *world, LifeWorld *reference, guint64 seed,
    gdouble density, const gchar *what)
{
  static const guint64 steps[] = { 0, 1, 1, 5, 33 };

  fill_soup (world, seed, density);
  fill_soup (reference, seed, density);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    step (world, steps[i]);
    step (reference, steps[i]);
    if (!assert_same_world (world, reference, what))
      return FALSE;
  }
  return TRUE;
}

static void
test_kernel_equals_reference (gconstpointer data)
{
  const Case *c = data;
  const gchar *const *rules = c->dimensions == 2 ? rules_2d : rules_3d;
  guint n_rules =
      c->dimensions == 2 ? G_N_ELEMENTS (rules_2d) : G_N_ELEMENTS (rules_3d);

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < sizes_of (c); i++)
    for (guint j = 0; j < n_rules; j++) {
      LifeGeometry geometry = geometry_of (c, i);
      LifeRule rule = rule_of (c->dimensions, rules[j]);
      g_autoptr (LifeWorld) world =
          new_cuda_world (&geometry, &rule, c->kernel, (i + j) % 2);
      g_autoptr (LifeWorld) reference = new_reference (&geometry, &rule);

      if (!compare_generations (
              world, reference, i + 1, j % 2 ? 0.2 : 0.4, rules[j]))
        return;
    }
}

/* Only soups of every density have cells with every number of neighbors. */
static void
test_kernel_runs_every_rule (gconstpointer data)
{
  const Case *c = data;
  LifeGeometry geometry = c->dimensions == 2
                              ? (LifeGeometry){ 192, 96, 1, c->topology }
                              : (LifeGeometry){ 70, 33, 20, c->topology };
  guint32 all = c->dimensions == 3 ? 0x7ffffff : 0x1ff;

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < 24; i++) {
    LifeRule rule = { .family = LIFE_FAMILY_TOTALISTIC,
      .neighborhood = LIFE_NEIGHBORHOOD_MOORE,
      .dimensions = c->dimensions,
      .states = 2,
      .birth = (guint32) g_test_rand_int () & all,
      .survival = (guint32) g_test_rand_int () & all };
    g_autofree gchar *text = life_rule_to_string (&rule);
    g_autoptr (LifeWorld) world =
        new_cuda_world (&geometry, &rule, c->kernel, TRUE);
    g_autoptr (LifeWorld) reference = new_reference (&geometry, &rule);

    fill_soup (world, i, (i % 8 + 1) / 9.0);
    fill_soup (reference, i, (i % 8 + 1) / 9.0);
    for (guint generation = 0; generation < 3; generation++) {
      step (world, 1);
      step (reference, 1);
      if (!assert_same_world (world, reference, text))
        return;
    }
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
  LifeRule rule = rule_of (3, "B6/S567");

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    LifeGeometry geometry = { sizes[i][0], sizes[i][1], sizes[i][2],
      c->topology };
    g_autoptr (LifeWorld) world =
        new_cuda_world (&geometry, &rule, c->kernel, i % 2);
    g_autoptr (LifeWorld) reference =
        new_cuda_world (&geometry, &rule, LIFE_KERNEL_NAIVE, TRUE);

    fill_soup (world, i, 0.25);
    fill_soup (reference, i, 0.25);
    for (guint generations = 1; generations < 4; generations++) {
      step (world, generations);
      step (reference, generations);
      if (checksum_of (world) != checksum_of (reference)) {
        assert_same_world (world, reference, "a large solid");
        return;
      }
    }
  }
}

static void
take_rules (const Case *c, const LifeGeometry *geometry,
    const gchar *const *rules, guint n_rules)
{
  LifeRule first = rule_of (c->dimensions, rules[0]);
  g_autoptr (LifeWorld) world =
      new_cuda_world (geometry, &first, c->kernel, TRUE);
  g_autoptr (LifeWorld) reference = new_reference (geometry, &first);

  fill_soup (world, 5, 0.4);
  fill_soup (reference, 5, 0.4);
  for (guint i = 0; i < n_rules; i++) {
    LifeRule rule = rule_of (c->dimensions, rules[i]);
    GError *error = NULL;

    life_world_set_rule (world, &rule, &error);
    g_assert_no_error (error);
    life_world_set_rule (reference, &rule, &error);
    g_assert_no_error (error);
    step (world, i + 1);
    step (reference, i + 1);
    if (!assert_same_world (world, reference, rules[i]))
      return;
  }
}

static void
test_kernel_takes_another_rule (gconstpointer data)
{
  static const gchar *const some_2d[] = { "B36/S23", "B03/S23", "B3/S23",
    "B0/S8", "B1357/S02468", "B3/S23" };
  static const gchar *const some_3d[] = { "B5/S45", "B0,26/S26", "B6/S567",
    "B13,14,17..19/S13..26", "B1,3,5/S0,2,8..16", "B6/S567" };
  const Case *c = data;
  LifeGeometry flat = { 131, 77, 1, c->topology };
  LifeGeometry solid = { 35, 33, 9, c->topology };

  if (skip_without_cuda ())
    return;
  if (c->dimensions == 2)
    take_rules (c, &flat, some_2d, G_N_ELEMENTS (some_2d));
  else
    take_rules (c, &solid, some_3d, G_N_ELEMENTS (some_3d));
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
  static const guint64 steps[] = { 1, 2, 3, 4, 6, 15, 16, 33, 1000 };
  const Case *c = data;

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint j = 0; j < 2 * G_N_ELEMENTS (rules); j++) {
      LifeGeometry geometry = { sizes[i][0], sizes[i][1], 1, c->topology };
      LifeRule rule = rule_of (2, rules[j / 2]);
      g_autofree gchar *what = NULL;
      g_autoptr (LifeWorld) world =
          new_cuda_world (&geometry, &rule, c->kernel, j % 2);
      g_autoptr (LifeWorld) reference =
          new_world_with_rule (&geometry, &rule, LIFE_KERNEL_BITSLICED, 0);

      what = g_strdup_printf (
          "%s on %ux%u", rules[j / 2], sizes[i][0], sizes[i][1]);
      fill_soup (world, i, 0.4);
      fill_soup (reference, i, 0.4);
      for (guint k = 0; k < G_N_ELEMENTS (steps); k++)
        if (!step_both (world, reference, steps[k], what))
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
    guint dimensions = geometry->depth > 1 ? 3 : 2;
    LifeRule rule = rule_of (dimensions, dimensions == 2 ? "B3/S23" : "B4/S4");
    LifeWorld *worlds[2];

    if (dimensions != c->dimensions)
      continue;
    for (guint pdl = 0; pdl < 2; pdl++) {
      worlds[pdl] = new_cuda_world (geometry, &rule, c->kernel, pdl);
      fill_soup (worlds[pdl], 1, 0.35);
      step (worlds[pdl], 10000);
    }
    assert_same_world (worlds[1], worlds[0], "dependent launches");
    if (dimensions == 2) {
      g_autoptr (LifeWorld) reference =
          new_world_with_rule (geometry, &rule, LIFE_KERNEL_BITSLICED, 0);

      fill_soup (reference, 1, 0.35);
      step (reference, 10000);
      assert_same_world (worlds[0], reference, "10,000 generations");
    }
    life_world_free (worlds[0]);
    life_world_free (worlds[1]);
  }
}

/* --- Cells in and out --- */

static LifeBox
random_box (const LifeGeometry *geometry)
{
  LifeBox box;

  box.x = g_test_rand_int_range (0, geometry->width);
  box.y = g_test_rand_int_range (0, geometry->height);
  box.z = g_test_rand_int_range (0, geometry->depth);
  box.width = g_test_rand_int_range (1, geometry->width - box.x + 1);
  box.height = g_test_rand_int_range (1, geometry->height - box.y + 1);
  box.depth = g_test_rand_int_range (1, geometry->depth - box.z + 1);
  return box;
}

static gboolean
write_a_box (LifeWorld *world, LifeWorld *reference)
{
  LifeBox box = random_box (life_world_get_geometry (reference));
  gsize n = (gsize) box.width * box.height * box.depth;
  g_autofree guint8 *cells = g_malloc (n);
  GError *error = NULL;

  for (gsize i = 0; i < n; i++)
    cells[i] = 100 * g_test_rand_int_range (0, 3);
  life_world_write (world, &box, cells, &error);
  g_assert_no_error (error);
  life_world_write (reference, &box, cells, &error);
  g_assert_no_error (error);
  return assert_same_world (world, reference, "a box written");
}

static void
read_a_box (LifeWorld *world, LifeWorld *reference)
{
  LifeBox box = random_box (life_world_get_geometry (reference));
  gsize n = (gsize) box.width * box.height * box.depth;
  g_autofree guint8 *cells = g_malloc (n);
  g_autofree guint8 *expected = g_malloc (n);
  GError *error = NULL;

  life_world_read (world, &box, cells, &error);
  g_assert_no_error (error);
  life_world_read (reference, &box, expected, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (cells, n, expected, n);
}

/* On a torus the pattern reaches over the edges. */
static gboolean
paste_runs (LifeWorld *world, LifeWorld *reference, guint n_runs)
{
  const LifeGeometry *geometry = life_world_get_geometry (reference);
  g_autofree LifeRun *runs = g_new0 (LifeRun, n_runs);
  LifePattern pattern = { .format = LIFE_FORMAT_RLE3,
    .dimensions = geometry->depth > 1 ? 3 : 2,
    .width = geometry->width,
    .height = geometry->height,
    .depth = geometry->depth,
    .runs = runs,
    .n_runs = n_runs };
  gint64 origin[3] = { 0, 0, 0 };
  GError *error = NULL;

  for (guint i = 0; i < n_runs; i++) {
    runs[i].x = g_test_rand_int_range (0, geometry->width);
    runs[i].y = g_test_rand_int_range (0, geometry->height);
    runs[i].z = g_test_rand_int_range (0, geometry->depth);
    runs[i].length = g_test_rand_int_range (1, geometry->width - runs[i].x + 1);
    runs[i].state = 1;
  }
  if (geometry->topology == LIFE_TOPOLOGY_TORUS) {
    origin[0] = g_test_rand_int_range (0, geometry->width);
    origin[1] = g_test_rand_int_range (0, geometry->height);
    origin[2] = g_test_rand_int_range (0, geometry->depth);
  }
  life_world_paste (world, &pattern, origin, &error);
  g_assert_no_error (error);
  life_world_paste (reference, &pattern, origin, &error);
  g_assert_no_error (error);
  return assert_same_world (world, reference, "a pattern pasted");
}

static gboolean
go_and_return (LifeWorld *world, LifeWorld *reference)
{
  GError *error = NULL;
  g_autoptr (LifeSnapshot) kept = life_world_snapshot (world, &error);
  g_autoptr (LifeSnapshot) expected = NULL;

  g_assert_no_error (error);
  expected = life_world_snapshot (reference, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (life_snapshot_get_size (kept), >, 0);
  step (world, 3);
  step (reference, 1);
  life_world_restore (world, kept, &error);
  g_assert_no_error (error);
  life_world_restore (reference, expected, &error);
  g_assert_no_error (error);
  return assert_same_world (world, reference, "restored");
}

static gboolean
empty_both (LifeWorld *world, LifeWorld *reference)
{
  GError *error = NULL;

  life_world_clear (world, &error);
  g_assert_no_error (error);
  life_world_clear (reference, &error);
  g_assert_no_error (error);
  if (!assert_same_world (world, reference, "cleared"))
    return FALSE;
  life_world_reset (world, &error);
  g_assert_no_error (error);
  life_world_reset (reference, &error);
  g_assert_no_error (error);
  return assert_same_world (world, reference, "reset");
}

/* A step after each change shows that the halo was updated with the cells. */
static gboolean
change_cells (LifeWorld *world, LifeWorld *reference, guint round)
{
  for (guint i = 0; i < 4; i++) {
    if (!write_a_box (world, reference))
      return FALSE;
    read_a_box (world, reference);
  }
  return step_both (world, reference, 1, "a step after writing")
         && paste_runs (world, reference, round == 0 ? 3 : 60)
         && step_both (world, reference, 2, "a step after pasting")
         && go_and_return (world, reference)
         && step_both (world, reference, 1, "a step after restoring")
         && (round != 1 || empty_both (world, reference))
         && step_both (world, reference, 1, "a step of what was left")
         && paste_runs (world, reference, 40)
         && step_both (world, reference, 5, "steps after all");
}

static void
check_cells (const Case *c, const LifeGeometry *geometry)
{
  LifeRule rule =
      rule_of (c->dimensions, c->dimensions == 2 ? "B36/S23" : "B5/S45");
  g_autoptr (LifeWorld) world =
      new_cuda_world (geometry, &rule, c->kernel, TRUE);
  g_autoptr (LifeWorld) reference = new_reference (geometry, &rule);

  for (guint round = 0; round < 3; round++)
    if (!change_cells (world, reference, round))
      return;
}

static void
test_cells_come_and_go_as_in_the_reference (gconstpointer data)
{
  const Case *c = data;

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < sizes_of (c); i++) {
    LifeGeometry geometry = geometry_of (c, i);

    check_cells (c, &geometry);
  }
}

/* --- Small enough for tools that check every access --- */

static void
test_small_worlds_equal_reference (gconstpointer data)
{
  static const guint small_2d[] = { 0, 7, 10, 15, 17 };
  static const guint small_3d[] = { 0, 4, 8, 9 };
  const Case *c = data;
  const guint *small = c->dimensions == 2 ? small_2d : small_3d;
  guint n =
      c->dimensions == 2 ? G_N_ELEMENTS (small_2d) : G_N_ELEMENTS (small_3d);

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < n; i++) {
    LifeGeometry geometry = geometry_of (c, small[i]);
    LifeRule rule =
        rule_of (c->dimensions, c->dimensions == 2 ? "B3/S23" : "B6/S567");
    g_autoptr (LifeWorld) world =
        new_cuda_world (&geometry, &rule, c->kernel, TRUE);
    g_autoptr (LifeWorld) reference = new_reference (&geometry, &rule);

    fill_soup (world, i, 0.4);
    fill_soup (reference, i, 0.4);
    if (!step_both (world, reference, 1, "one step")
        || !step_both (world, reference, 34, "more steps"))
      return;
    check_cells (c, &geometry);
  }
}

/* --- Worlds beside each other --- */

/* @small, which is made last, runs the same code with less shared memory. */
static void
check_beside_smaller (const LifeGeometry *large, const LifeRule *large_rule,
    const LifeGeometry *small, const LifeRule *small_rule)
{
  const LifeKernel other =
      large->depth > 1 ? LIFE_KERNEL_PACKED : LIFE_KERNEL_NAIVE;
  g_autoptr (LifeWorld) world =
      new_cuda_world (large, large_rule, LIFE_KERNEL_AUTO, TRUE);
  g_autoptr (LifeWorld) beside =
      new_cuda_world (small, small_rule, LIFE_KERNEL_AUTO, TRUE);
  g_autoptr (LifeWorld) reference =
      new_cuda_world (large, large_rule, other, TRUE);

  fill_soup (world, 3, 0.3);
  fill_soup (beside, 3, 0.3);
  fill_soup (reference, 3, 0.3);
  for (guint i = 0; i < 3; i++) {
    step (beside, 1);
    step (world, 2);
    step (reference, 2);
  }
  assert_same_checksum (world, reference, "beside a smaller world");
}

static void
test_a_smaller_world_takes_nothing_from_a_larger_one (void)
{
  static const LifeGeometry cube = { 512, 512, 384, LIFE_TOPOLOGY_TORUS };
  static const LifeGeometry low = { 512, 64, 320, LIFE_TOPOLOGY_TORUS };
  static const LifeGeometry wide = { 900, 700, 1, LIFE_TOPOLOGY_TORUS };
  static const LifeGeometry narrow = { 200, 300, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (3, "B6/S567");
  LifeRule far = rule_of (2, "R50,C0,M1,S2000..4000,B2500..3500,NM");
  LifeRule near = rule_of (2, "R6,C0,M1,S40..80,B50..70,NM");

  if (skip_without_cuda ())
    return;
  check_beside_smaller (&cube, &rule, &low, &rule);
  check_beside_smaller (&wide, &far, &narrow, &near);
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
  g_test_add_func ("/cuda/a-smaller-world-takes-nothing-from-a-larger-one",
      test_a_smaller_world_takes_nothing_from_a_larger_one);
  for (guint i = 0; i < G_N_ELEMENTS (cuda_kernels); i++)
    for (guint j = 0; j < 2; j++)
      for (guint k = 0; k < G_N_ELEMENTS (topologies); k++) {
        Case *c = &cases[i][j][k];

        *c = (Case){ cuda_kernels[i], 2 + j, topologies[k] };
        if (!runs_in (c->kernel, c->dimensions))
          continue;
        add_case ("kernel-equals-reference", test_kernel_equals_reference, c);
        add_case ("kernel-runs-every-rule", test_kernel_runs_every_rule, c);
        add_case (
            "kernel-takes-another-rule", test_kernel_takes_another_rule, c);
        add_case ("cells-come-and-go-as-in-the-reference",
            test_cells_come_and_go_as_in_the_reference, c);
        add_case ("small", test_small_worlds_equal_reference, c);
        if (j == 0 && c->kernel == LIFE_KERNEL_BITSLICED)
          add_case ("ragged-sizes-equal-reference",
              test_ragged_sizes_equal_reference, c);
        if (c->kernel == LIFE_KERNEL_BITSLICED && c->dimensions == 3)
          add_case ("large-3d-worlds-equal-naive-kernel",
              test_large_3d_worlds_equal_naive_kernel, c);
        if (k == 0)
          add_case ("dependent-launches-change-nothing",
              test_dependent_launches_change_nothing, c);
      }
  return g_test_run ();
}
