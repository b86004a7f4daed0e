/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of the CPU's bit-sliced engine in 3D: it equals the reference on every
 * path and with every number of threads, for every size. */
#include "tests/support/help.h"
#include "tests/support/worlds/world.h"

#include <life/view.h>

static const gchar *const rules[] = { "B6/S567", "B5/S45",
  "B13,14,17..19/S13..26", "B0/S", "B0,7/S0,3,26", "B0..26/S0..26",
  "B1,3,5,7,9,11,13,15,17,19,21,23,25/S0,2,4,6,8,10,12,14,16,18,20,22,24,26",
  "B4,9,10,12,16,21,26/S0,2,5,8,11,15,20,25" };

/* Widths around whole words, blocks of eight of them, and rows that share
 * blocks; with 1, 2 and 3 a cell has the same neighbor more than once. */
static const guint32 widths[] = { 1, 2, 3, 31, 62, 63, 64, 65, 66, 127, 128,
  129, 190, 192, 255, 256, 257, 320, 383, 448, 511, 512, 513, 575, 640, 1023,
  1024, 1025, 1100, 1536, 1537, 2048 };
static const guint32 heights[] = { 1, 2, 3, 4, 5, 7, 8, 9, 17, 36, 37, 38, 39,
  64, 70 };
static const guint32 depths[] = { 1, 2, 3, 4, 5, 6, 7 };

static LifeWorld *
new_3d_world (const LifeGeometry *geometry, const LifeRule *rule,
    LifeKernel kernel, guint threads, guint64 seed)
{
  LifeWorld *world = new_world_with_rule (geometry, rule, kernel, threads);

  fill_soup (world, seed, seed % 3 == 0 ? 0.2 : 0.4);
  return world;
}

static gboolean
compare_counts (LifeWorld *fast, LifeWorld *plain)
{
  LifeStatistics one = statistics_of (fast), other = statistics_of (plain);

  if (one.generation == other.generation && one.population == other.population
      && one.births == other.births && one.deaths == other.deaths)
    return TRUE;
  fail ("population %" G_GUINT64_FORMAT ", births %" G_GUINT64_FORMAT
        ", deaths %" G_GUINT64_FORMAT ", not %" G_GUINT64_FORMAT
        ", %" G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT,
      one.population, one.births, one.deaths, other.population, other.births,
      other.deaths);
  return FALSE;
}

/* Steps both worlds to generations 1, 2 and @last. */
static gboolean
compare (const LifeGeometry *geometry, const LifeRule *rule, guint threads,
    guint64 seed, guint64 last)
{
  const guint64 steps[] = { 1, 1, last - 2 };
  g_autofree gchar *text = life_rule_to_string (rule);
  g_autoptr (LifeWorld) fast =
      new_3d_world (geometry, rule, LIFE_KERNEL_BITSLICED, threads, seed);
  g_autoptr (LifeWorld) plain =
      new_3d_world (geometry, rule, LIFE_KERNEL_NAIVE, 1, seed);

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    g_autofree guint8 *expected = NULL;

    step (fast, steps[i]);
    step (plain, steps[i]);
    expected = cells_of (plain);
    if (!assert_cells (fast, expected, text) || !compare_counts (fast, plain))
      return FALSE;
  }
  return TRUE;
}

/* A rule of the list, and sometimes a random one. */
static LifeRule
any_rule (guint i)
{
  LifeRule rule = rule_of (3, rules[i % G_N_ELEMENTS (rules)]);

  if (i % 3 == 2) {
    rule.birth = (guint32) g_test_rand_int () & 0x7ffffff;
    rule.survival = (guint32) g_test_rand_int () & 0x7ffffff;
  }
  return rule;
}

static gboolean
compare_size (const LifeGeometry *geometry, guint i)
{
  LifeRule rule = any_rule (i), life = rule_of (3, "B6/S567");

  return compare (geometry, &rule, 1 + i % 4, i + 1, 5)
         && compare (geometry, &life, 1 + i % 4, i + 1, 5);
}

static void
compare_sizes (LifeTopology topology)
{
  guint i = 0;

  for (guint x = 0; x < G_N_ELEMENTS (widths); x++)
    for (guint n = 0; n < 6; n++, i++) {
      guint y = (guint) g_test_rand_int () % G_N_ELEMENTS (heights);
      guint z = (guint) g_test_rand_int () % G_N_ELEMENTS (depths);
      LifeGeometry geometry = { widths[x], heights[y], depths[z], topology };

      if (!compare_size (&geometry, i))
        return;
    }
  for (; i < 400; i++) {
    LifeGeometry geometry = { 1 + (guint32) g_test_rand_int () % 70,
      1 + (guint32) g_test_rand_int () % 70,
      1 + (guint32) g_test_rand_int () % 70, topology };

    if (i % 2 == 0)
      geometry.depth = 1 + geometry.depth % 5;
    else
      geometry.height = 1 + geometry.height % 9;
    if (!compare_size (&geometry, i))
      return;
  }
}

static void
compare_path (const gchar *path, LifeTopology topology)
{
  if (use_cpu_path (path))
    compare_sizes (topology);
  else
    g_test_skip ("this processor has no such vectors");
  use_any_cpu_path ();
}

static void
test_portable_torus_equals_reference (void)
{
  compare_path ("portable", LIFE_TOPOLOGY_TORUS);
}

static void
test_portable_plane_equals_reference (void)
{
  compare_path ("portable", LIFE_TOPOLOGY_PLANE);
}

static void
test_avx2_torus_equals_reference (void)
{
  compare_path ("avx2", LIFE_TOPOLOGY_TORUS);
}

static void
test_avx2_plane_equals_reference (void)
{
  compare_path ("avx2", LIFE_TOPOLOGY_PLANE);
}

static void
test_avx512_torus_equals_reference (void)
{
  compare_path ("avx512", LIFE_TOPOLOGY_TORUS);
}

static void
test_avx512_plane_equals_reference (void)
{
  compare_path ("avx512", LIFE_TOPOLOGY_PLANE);
}

/* Every size up to 4 per side, where a cell has the same neighbor more than
 * once. */
static void
test_tiny_worlds_equal_reference (void)
{
  guint n = 0;

  for (guint path = 0; path < G_N_ELEMENTS (cpu_paths); path++)
    for (guint i = 0; use_cpu_path (cpu_paths[path]) && i < 2 * 64; i++) {
      LifeGeometry geometry = { 1 + i % 4, 1 + i / 4 % 4, 1 + i / 16 % 4,
        topologies[i / 64] };
      for (guint j = 0; j < 6; j++, n++) {
        LifeRule rule = any_rule (n);
        if (!compare (&geometry, &rule, 1, n + 1, 6))
          break;
      }
    }
  use_any_cpu_path ();
}

/* A soup this large has nearly every count; every rule of a single count shows
 * that no two counts are confused. */
static void
test_every_count_is_distinguished (void)
{
  static const gdouble densities[] = { 0.05, 0.35, 0.7, 0.95 };
  LifeGeometry geometry = { 64, 24, 24, LIFE_TOPOLOGY_TORUS };

  for (guint path = 0; path < G_N_ELEMENTS (cpu_paths); path++)
    for (guint i = 0; use_cpu_path (cpu_paths[path]) && i < 54 * 4; i++) {
      LifeRule rule = rule_of (3, "B6/S567");
      g_autoptr (LifeWorld) fast = NULL;
      g_autoptr (LifeWorld) plain = NULL;
      g_autofree guint8 *expected = NULL;
      g_autofree gchar *text = NULL;

      rule.birth = i % 54 < 27 ? 1u << i % 54 : 0;
      rule.survival = i % 54 < 27 ? 0 : 1u << (i % 54 - 27);
      text = life_rule_to_string (&rule);
      fast = new_world_with_rule (&geometry, &rule, LIFE_KERNEL_BITSLICED, 1);
      plain = new_world_with_rule (&geometry, &rule, LIFE_KERNEL_NAIVE, 1);
      fill_soup (fast, i, densities[i / 54]);
      fill_soup (plain, i, densities[i / 54]);
      step (fast, 1);
      step (plain, 1);
      expected = cells_of (plain);
      if (!assert_cells (fast, expected, text))
        break;
    }
  use_any_cpu_path ();
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

/* Large enough for four threads to share it. */
static void
test_threads_change_nothing (void)
{
  static const guint32 sizes[][3] = { { 256, 200, 96 }, { 509, 131, 70 },
    { 512, 128, 64 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint threads = 1; threads <= 4; threads++) {
      LifeGeometry geometry = { sizes[i][0], sizes[i][1], sizes[i][2],
        topologies[threads % 2] };
      LifeRule rule = rule_of (3, rules[threads % 2 == 0 ? 0 : i]);

      if (!compare (&geometry, &rule, threads, threads, 12))
        return;
    }
}

/* Boxes written and read in both engines, at random places. */
static void
test_boxes_are_written_and_read_alike (void)
{
  LifeGeometry geometry = { 200, 9, 7, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (3, "B6/S567");
  g_autoptr (LifeWorld) fast =
      new_3d_world (&geometry, &rule, LIFE_KERNEL_BITSLICED, 1, 1);
  g_autoptr (LifeWorld) plain =
      new_3d_world (&geometry, &rule, LIFE_KERNEL_NAIVE, 1, 1);

  for (guint i = 0; i < 200; i++) {
    guint32 x = (guint32) g_test_rand_int () % 200;
    guint32 y = (guint32) g_test_rand_int () % 9;
    guint32 z = (guint32) g_test_rand_int () % 7;
    LifeBox box = { x, y, z, 1 + (guint32) g_test_rand_int () % (200 - x),
      1 + (guint32) g_test_rand_int () % (9 - y),
      1 + (guint32) g_test_rand_int () % (7 - z) };
    gsize size = (gsize) box.width * box.height * box.depth;
    g_autofree guint8 *cells = g_malloc (size);
    g_autofree guint8 *back = g_malloc (size);
    g_autofree guint8 *expected = NULL;
    GError *error = NULL;

    for (gsize j = 0; j < size; j++)
      cells[j] = (guint8) g_test_rand_int_range (0, 2);
    life_world_write (fast, &box, cells, &error);
    g_assert_no_error (error);
    life_world_write (plain, &box, cells, &error);
    g_assert_no_error (error);
    life_world_read (fast, &box, back, &error);
    g_assert_no_error (error);
    g_assert_cmpmem (back, size, cells, size);
    expected = cells_of (plain);
    if (!assert_cells (fast, expected, "a box written"))
      return;
  }
}

/* Slices across every axis give the same picture. */
static void
test_slices_are_drawn_alike (void)
{
  static const gdouble zooms[] = { 1.0, 3.0, 0.25 };
  LifeGeometry geometry = { 131, 70, 67, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (3, "B6/S567");
  g_autoptr (LifeWorld) fast =
      new_3d_world (&geometry, &rule, LIFE_KERNEL_BITSLICED, 1, 5);
  g_autoptr (LifeWorld) plain =
      new_3d_world (&geometry, &rule, LIFE_KERNEL_NAIVE, 1, 5);

  for (guint axis = 0; axis < 3; axis++)
    for (guint i = 0; i < G_N_ELEMENTS (zooms); i++) {
      guint8 pixels[2][96 * 80] = { { 0 }, { 1 } };
      LifeView view = { .zoom = zooms[i],
        .x = -1,
        .y = -1,
        .alive_color = 0xffffffff,
        .dead_color = 0xff000000,
        .axis = (LifeAxis) axis,
        .slice = 66 };
      LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_GRAY8,
        .width = 96,
        .height = 80,
        .stride = { 96 },
        .colorimetry = { .luma_scale = 255 } };
      GError *error = NULL;

      frame.data[0] = pixels[0];
      life_world_draw (fast, &view, &frame, &error);
      g_assert_no_error (error);
      frame.data[0] = pixels[1];
      life_world_draw (plain, &view, &frame, &error);
      g_assert_no_error (error);
      g_assert_cmpmem (
          pixels[0], sizeof (pixels[0]), pixels[1], sizeof (pixels[1]));
      g_assert_nonnull (memchr (pixels[0], 0, sizeof (pixels[0])));
      if (zooms[i] >= 1.0)
        g_assert_nonnull (memchr (pixels[0], 255, sizeof (pixels[0])));
    }
}

static void
test_snapshots_return (void)
{
  LifeGeometry geometry = { 100, 33, 20, LIFE_TOPOLOGY_PLANE };
  LifeRule rule = rule_of (3, "B6/S567");
  g_autoptr (LifeWorld) world =
      new_3d_world (&geometry, &rule, LIFE_KERNEL_AUTO, 2, 7);
  GError *error = NULL;
  g_autoptr (LifeSnapshot) snapshot = life_world_snapshot (world, &error);
  g_autofree guint8 *cells = cells_of (world);

  g_assert_no_error (error);
  step (world, 5);
  life_world_restore (world, snapshot, &error);
  g_assert_no_error (error);
  assert_cells (world, cells, "a restored snapshot");
}

static void
test_a_long_step_can_be_cancelled (void)
{
  for (guint threads = 1; threads <= 2; threads++) {
    LifeGeometry geometry = { 512, 512, 512, LIFE_TOPOLOGY_TORUS };
    LifeRule rule = rule_of (3, "B6/S567");
    g_autoptr (LifeWorld) world =
        new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, threads);

    step_until_cancelled (world);
    g_assert_cmpuint (statistics_of (world).population, ==, 0);
  }
}

static void
test_auto_takes_bits (void)
{
  LifeGeometry geometry = { 20, 20, 20, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (3, "B5/S45");
  g_autoptr (LifeWorld) world =
      new_world_with_rule (&geometry, &rule, LIFE_KERNEL_AUTO, 1);

  g_assert_true (
      g_str_has_prefix (life_world_get_kernel_name (world), "bitsliced ("));
}

#define TEST(name) g_test_add_func ("/engine-3d/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (portable_torus_equals_reference);
  TEST (portable_plane_equals_reference);
  TEST (avx2_torus_equals_reference);
  TEST (avx2_plane_equals_reference);
  TEST (avx512_torus_equals_reference);
  TEST (avx512_plane_equals_reference);
  TEST (tiny_worlds_equal_reference);
  TEST (every_count_is_distinguished);
  TEST (many_generations_equal_reference);
  TEST (threads_change_nothing);
  TEST (boxes_are_written_and_read_alike);
  TEST (slices_are_drawn_alike);
  TEST (snapshots_return);
  TEST (a_long_step_can_be_cancelled);
  TEST (auto_takes_bits);
  return g_test_run ();
}
