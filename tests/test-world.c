/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of worlds on the CPU: that the bit-sliced engine equals the reference,
 * the reference a count by hand, and that edits, counts and errors are as
 * told; neither text formats nor drawing. */
#include "life/engine.h"
#include "life/memory.h"
#include "life/thread-pool.h"

#include <string.h>

static const gchar *const cpu_paths[] = { "portable", "avx2", "avx512" };
static const LifeTopology topologies[] = { LIFE_TOPOLOGY_TORUS,
  LIFE_TOPOLOGY_PLANE };

static LifeRule
rule_of (guint dimensions, const gchar *text)
{
  LifeRule rule;
  GError *error = NULL;

  life_rule_parse (text, dimensions, &rule, &error);
  g_assert_no_error (error);
  return rule;
}

static LifeWorld *
new_world_with_rule (const LifeGeometry *geometry, const LifeRule *rule,
    LifeKernel kernel, guint threads)
{
  LifeEngineOptions options = LIFE_ENGINE_OPTIONS_INIT;
  GError *error = NULL;
  LifeWorld *world;

  options.engine = LIFE_ENGINE_CPU;
  options.kernel = kernel;
  options.threads = threads;
  world = life_world_new (geometry, rule, &options, &error);
  g_assert_no_error (error);
  g_assert_nonnull (world);
  return world;
}

static LifeWorld *
new_world (const LifeGeometry *geometry, const gchar *text, LifeKernel kernel,
    guint threads)
{
  LifeRule rule = rule_of (geometry->depth > 1 ? 3 : 2, text);

  return new_world_with_rule (geometry, &rule, kernel, threads);
}

static void
fill_soup (LifeWorld *world, guint64 seed, gdouble density)
{
  GError *error = NULL;

  life_world_soup (world, seed, density, &error);
  g_assert_no_error (error);
}

static void
step (LifeWorld *world, guint64 generations)
{
  GError *error = NULL;

  life_world_step (world, generations, NULL, &error);
  g_assert_no_error (error);
}

static LifeStatistics
statistics_of (LifeWorld *world)
{
  LifeStatistics statistics;
  GError *error = NULL;

  life_world_get_statistics (world, &statistics, &error);
  g_assert_no_error (error);
  return statistics;
}

static guint64
checksum_of (LifeWorld *world)
{
  guint64 checksum;
  GError *error = NULL;

  life_world_checksum (world, &checksum, &error);
  g_assert_no_error (error);
  return checksum;
}

static gsize
size_of (LifeWorld *world)
{
  guint64 cells;

  g_assert_true (life_geometry_cells (life_world_get_geometry (world), &cells));
  return cells;
}

/* All cells of a world; free with g_free(). */
static guint8 *
cells_of (LifeWorld *world)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  LifeBox box = { 0, 0, 0, geometry->width, geometry->height, geometry->depth };
  guint8 *cells = g_malloc (size_of (world));
  GError *error = NULL;

  life_world_read (world, &box, cells, &error);
  g_assert_no_error (error);
  return cells;
}

static void
set_cells (LifeWorld *world, const guint8 *cells)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  LifeBox box = { 0, 0, 0, geometry->width, geometry->height, geometry->depth };
  GError *error = NULL;

  life_world_write (world, &box, cells, &error);
  g_assert_no_error (error);
}

/* Fails with the first cell of @world that is not as in @expected. */
static gboolean
assert_cells (LifeWorld *world, const guint8 *expected, const gchar *what)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  gsize width = geometry->width, height = geometry->height;
  gsize size = size_of (world);
  g_autofree guint8 *cells = cells_of (world);

  if (memcmp (cells, expected, size) == 0)
    return TRUE;
  for (gsize i = 0; i < size; i++)
    if (cells[i] != expected[i]) {
      g_test_message ("%s, %s, world %u×%u×%u %s, generation %" G_GUINT64_FORMAT
                      ": cell (%" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT
                      ", %" G_GSIZE_FORMAT ") is %u, not %u",
          what, life_world_get_kernel_name (world), geometry->width,
          geometry->height, geometry->depth,
          geometry->topology == LIFE_TOPOLOGY_TORUS ? "torus" : "plane",
          life_world_get_generation (world), i % width, i / width % height,
          i / width / height, cells[i], expected[i]);
      break;
    }
  g_test_fail ();
  return FALSE;
}

/* Forces a path of the bit-sliced engine; FALSE where the processor lacks it. */
static gboolean
use_cpu_path (const gchar *path)
{
  LifeEngineOptions options = LIFE_ENGINE_OPTIONS_INIT;
  LifeRule rule = rule_of (2, "B3/S23");

  options.engine = LIFE_ENGINE_CPU;
  g_setenv ("LIFE_CPU", path, TRUE);
  return life_engine_check (&rule, &options, NULL);
}

static void
use_any_cpu_path (void)
{
  g_unsetenv ("LIFE_CPU");
}

/* Counts by hand, the other way round than the reference: every live cell adds
 * itself to the counts of the cells around it. */
static void
advance_by_hand (const LifeGeometry *geometry, const LifeRule *rule,
    const guint8 *cells, guint8 *next)
{
  gint size[3] = { (gint) geometry->width, (gint) geometry->height,
    (gint) geometry->depth };
  gint reach = rule->dimensions == 3 ? 1 : 0;
  gint n = size[0] * size[1] * size[2];
  g_autofree guint *counts = g_new0 (guint, n);

  for (gint i = 0; i < n; i++) {
    if (!cells[i])
      continue;
    for (gint j = 0; j < 27; j++) {
      gint to[3] = { i % size[0] + j % 3 - 1,
        i / size[0] % size[1] + j / 3 % 3 - 1,
        i / size[0] / size[1] + j / 9 - 1 };
      gboolean inside = j != 13 && (reach == 1 || j / 9 == 1);
      for (guint axis = 0; axis < 3; axis++) {
        if (geometry->topology == LIFE_TOPOLOGY_PLANE)
          inside = inside && to[axis] >= 0 && to[axis] < size[axis];
        else if (to[axis] < 0)
          to[axis] += size[axis];
        else if (to[axis] >= size[axis])
          to[axis] -= size[axis];
      }
      if (inside)
        counts[(to[2] * size[1] + to[1]) * size[0] + to[0]]++;
    }
  }
  for (gint i = 0; i < n; i++)
    next[i] = (cells[i] ? rule->survival : rule->birth) >> counts[i] & 1;
}

static void
compare_with_count_by_hand (
    const LifeGeometry *geometry, guint dimensions, LifeKernel kernel)
{
  guint32 all = dimensions == 3 ? 0x7ffffff : 0x1ff;

  for (guint try = 0; try < 8; try++) {
    LifeRule rule = { LIFE_FAMILY_TOTALISTIC, LIFE_NEIGHBOURHOOD_MOORE,
      dimensions, 2, 0, 0 };
    g_autoptr (LifeWorld) world = NULL;
    g_autofree guint8 *cells = NULL;
    g_autofree guint8 *next = NULL;

    rule.birth = (guint32) g_test_rand_int () & all;
    rule.survival = (guint32) g_test_rand_int () & all;
    world = new_world_with_rule (geometry, &rule, kernel, 1);
    fill_soup (world, try + 1, 0.4);
    cells = cells_of (world);
    next = g_malloc (size_of (world));
    for (guint generation = 0; generation < 4; generation++) {
      g_autofree gchar *text = life_rule_to_string (&rule);
      advance_by_hand (geometry, &rule, cells, next);
      step (world, 1);
      if (!assert_cells (world, next, text))
        return;
      memcpy (cells, next, size_of (world));
    }
  }
}

static void
test_2d_reference_equals_count_by_hand (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (topologies); i++)
    for (guint32 width = 1; width <= 6; width++)
      for (guint32 height = 1; height <= 6; height++) {
        LifeGeometry geometry = { width, height, 1, topologies[i] };
        compare_with_count_by_hand (&geometry, 2, LIFE_KERNEL_NAIVE);
      }
}

static void
test_3d_reference_equals_count_by_hand (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (topologies); i++)
    for (guint32 width = 1; width <= 4; width++)
      for (guint32 height = 1; height <= 4; height++)
        for (guint32 depth = 1; depth <= 4; depth++) {
          LifeGeometry geometry = { width, height, depth, topologies[i] };
          compare_with_count_by_hand (&geometry, 3, LIFE_KERNEL_NAIVE);
        }
}

static void
test_bitsliced_equals_count_by_hand (void)
{
  for (guint path = 0; path < G_N_ELEMENTS (cpu_paths); path++)
    for (guint i = 0; i < G_N_ELEMENTS (topologies); i++)
      for (guint32 width = 1; use_cpu_path (cpu_paths[path]) && width <= 6;
           width++) {
        LifeGeometry geometry = { width, 7 - width, 1, topologies[i] };
        compare_with_count_by_hand (&geometry, 2, LIFE_KERNEL_BITSLICED);
      }
  use_any_cpu_path ();
}

/* Every rule's polynomial is right: a soup this large has every 3×3 block. */
static void
test_bitsliced_runs_every_rule (void)
{
  LifeGeometry geometry = { 192, 96, 1, LIFE_TOPOLOGY_TORUS };

  for (guint path = 0; path < G_N_ELEMENTS (cpu_paths); path++)
    for (guint i = 0; use_cpu_path (cpu_paths[path]) && i < 40; i++) {
      LifeRule rule = { LIFE_FAMILY_TOTALISTIC, LIFE_NEIGHBOURHOOD_MOORE, 2, 2,
        (guint32) g_test_rand_int () & 0x1ff,
        (guint32) g_test_rand_int () & 0x1ff };
      g_autofree gchar *text = life_rule_to_string (&rule);
      g_autoptr (LifeWorld) fast =
          new_world_with_rule (&geometry, &rule, LIFE_KERNEL_BITSLICED, 1);
      g_autoptr (LifeWorld) plain =
          new_world_with_rule (&geometry, &rule, LIFE_KERNEL_NAIVE, 1);
      g_autofree guint8 *expected = NULL;

      fill_soup (fast, i, 0.5);
      fill_soup (plain, i, 0.5);
      step (fast, 1);
      step (plain, 1);
      expected = cells_of (plain);
      if (!assert_cells (fast, expected, text))
        return;
    }
  use_any_cpu_path ();
}

static const gchar *const rules[] = { "B3/S23", "B0/S8", "B0123478/S01234678",
  "B0/S", "B03/S23", "B36/S23", "B3678/S34678", "B2/S", "B1357/S1357",
  "B/S012345678", "B3/S012345678", "B2/S0", "B012345678/S012345678" };

static const guint32 sizes[][2] = { { 1, 1 }, { 1, 7 }, { 7, 1 }, { 2, 2 },
  { 3, 5 }, { 31, 33 }, { 32, 32 }, { 33, 31 }, { 63, 64 }, { 64, 63 },
  { 64, 64 }, { 65, 66 }, { 100, 100 }, { 127, 65 }, { 128, 129 }, { 129, 3 },
  { 257, 193 }, { 511, 17 }, { 512, 16 }, { 513, 9 }, { 575, 5 }, { 576, 4 },
  { 1000, 3 }, { 1023, 2 }, { 1024, 5 }, { 1025, 1 }, { 1, 130 }, { 2, 65 },
  { 62, 128 }, { 191, 64 }, { 448, 2 } };

/* Steps both worlds to generations 1, 2, 7 and 40. */
static gboolean
compare_generations (
    LifeWorld *fast, LifeWorld *plain, guint64 seed, const gchar *what)
{
  static const guint64 steps[] = { 1, 1, 5, 33 };

  fill_soup (fast, seed, 0.4);
  fill_soup (plain, seed, 0.4);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    g_autofree guint8 *expected = NULL;
    LifeStatistics fast_counts, plain_counts;

    step (fast, steps[i]);
    step (plain, steps[i]);
    expected = cells_of (plain);
    if (!assert_cells (fast, expected, what))
      return FALSE;
    fast_counts = statistics_of (fast);
    plain_counts = statistics_of (plain);
    g_assert_cmpuint (fast_counts.generation, ==, plain_counts.generation);
    g_assert_cmpuint (fast_counts.population, ==, plain_counts.population);
    g_assert_cmpuint (fast_counts.births, ==, plain_counts.births);
    g_assert_cmpuint (fast_counts.deaths, ==, plain_counts.deaths);
  }
  return TRUE;
}

static void
compare_all_sizes (LifeTopology topology, const gchar *path)
{
  if (!use_cpu_path (path)) {
    g_test_skip ("this processor has no such vectors");
    use_any_cpu_path ();
    return;
  }
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (rules); j++) {
      LifeGeometry geometry = { sizes[i][0], sizes[i][1], 1, topology };
      g_autoptr (LifeWorld) fast =
          new_world (&geometry, rules[j], LIFE_KERNEL_BITSLICED, 1 + i % 3);
      g_autoptr (LifeWorld) plain =
          new_world (&geometry, rules[j], LIFE_KERNEL_NAIVE, 1);

      if (!compare_generations (fast, plain, i + 1, rules[j]))
        return;
    }
  use_any_cpu_path ();
}

static void
test_portable_torus_equals_reference (void)
{
  compare_all_sizes (LIFE_TOPOLOGY_TORUS, "portable");
}

static void
test_portable_plane_equals_reference (void)
{
  compare_all_sizes (LIFE_TOPOLOGY_PLANE, "portable");
}

static void
test_avx2_torus_equals_reference (void)
{
  compare_all_sizes (LIFE_TOPOLOGY_TORUS, "avx2");
}

static void
test_avx2_plane_equals_reference (void)
{
  compare_all_sizes (LIFE_TOPOLOGY_PLANE, "avx2");
}

static void
test_avx512_torus_equals_reference (void)
{
  compare_all_sizes (LIFE_TOPOLOGY_TORUS, "avx512");
}

static void
test_avx512_plane_equals_reference (void)
{
  compare_all_sizes (LIFE_TOPOLOGY_PLANE, "avx512");
}

/* Large enough for three threads to share it. */
static void
test_threads_change_nothing (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (topologies); i++)
    for (guint threads = 1; threads <= 3; threads++) {
      LifeGeometry geometry = { 1999, 801, 1, topologies[i] };
      const gchar *rule = i == 0 ? "B3/S23" : "B36/S125";
      g_autoptr (LifeWorld) fast =
          new_world (&geometry, rule, LIFE_KERNEL_BITSLICED, threads);
      g_autoptr (LifeWorld) plain =
          new_world (&geometry, rule, LIFE_KERNEL_NAIVE, 4 - threads);

      compare_generations (fast, plain, threads, rule);
    }
}

static void
test_3d_threads_change_nothing (void)
{
  LifeGeometry geometry = { 37, 41, 43, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) one =
      new_world (&geometry, "B6/S567", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeWorld) three =
      new_world (&geometry, "B6/S567", LIFE_KERNEL_AUTO, 3);

  compare_generations (three, one, 1, "B6/S567");
}

static void
test_soup_is_the_same_in_every_world (void)
{
  LifeGeometry small = { 100, 50, 3, LIFE_TOPOLOGY_PLANE };
  LifeGeometry large = { 333, 77, 1, LIFE_TOPOLOGY_TORUS };
  LifeBox common = { 0, 0, 0, 100, 50, 1 };
  guint8 a[100 * 50], b[100 * 50];
  g_autoptr (LifeWorld) naive =
      new_world (&small, "B6/S567", LIFE_KERNEL_AUTO, 1);
  GError *error = NULL;

  fill_soup (naive, 12345, 0.35);
  life_world_read (naive, &common, a, &error);
  g_assert_no_error (error);
  for (guint path = 0; path < G_N_ELEMENTS (cpu_paths); path++)
    if (use_cpu_path (cpu_paths[path])) {
      g_autoptr (LifeWorld) fast =
          new_world (&large, "B3/S23", LIFE_KERNEL_BITSLICED, 2);
      fill_soup (fast, 12345, 0.35);
      life_world_read (fast, &common, b, &error);
      g_assert_no_error (error);
      g_assert_cmpmem (a, sizeof (a), b, sizeof (b));
    }
  use_any_cpu_path ();
}

static void
test_soup_has_its_density (void)
{
  LifeGeometry geometry = { 1000, 999, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);

  fill_soup (world, 1, 0.0);
  g_assert_cmpuint (statistics_of (world).population, ==, 0);
  fill_soup (world, 1, 1.0);
  g_assert_cmpuint (statistics_of (world).population, ==, 999000);
  fill_soup (world, 1, 0.35);
  g_assert_cmpuint (statistics_of (world).population, >, 345000);
  g_assert_cmpuint (statistics_of (world).population, <, 354000);
}

static void
test_boxes_are_read_and_written (void)
{
  const LifeKernel kernels[] = { LIFE_KERNEL_NAIVE, LIFE_KERNEL_BITSLICED };
  const LifeGeometry geometry = { 201, 37, 1, LIFE_TOPOLOGY_TORUS };

  for (guint k = 0; k < G_N_ELEMENTS (kernels); k++) {
    g_autoptr (LifeWorld) world =
        new_world (&geometry, "B3/S23", kernels[k], 1);
    g_autofree guint8 *shadow = g_malloc0 (size_of (world));
    g_autofree guint8 *cells = g_malloc (size_of (world));

    for (guint try = 0; try < 300; try++) {
      guint32 x = (guint32) g_test_rand_int_range (0, 201);
      guint32 y = (guint32) g_test_rand_int_range (0, 37);
      LifeBox box = { x, y, 0,
        (guint32) g_test_rand_int_range (1, (gint) (202 - x)),
        (guint32) g_test_rand_int_range (1, (gint) (38 - y)), 1 };
      GError *error = NULL;

      for (gsize i = 0; i < (gsize) box.width * box.height; i++) {
        cells[i] = (guint8) (g_test_rand_bit () ? g_test_rand_int () : 0);
        shadow[(y + i / box.width) * 201 + x + i % box.width] = cells[i] != 0;
      }
      life_world_write (world, &box, cells, &error);
      g_assert_no_error (error);
      if (!assert_cells (world, shadow, "after a write"))
        return;
      life_world_read (world, &box, cells, &error);
      for (gsize i = 0; i < (gsize) box.width * box.height; i++)
        g_assert_cmpuint (cells[i], ==,
            shadow[(y + i / box.width) * 201 + x + i % box.width]);
    }
  }
}

static void
test_pasted_runs_wrap (void)
{
  const LifeKernel kernels[] = { LIFE_KERNEL_NAIVE, LIFE_KERNEL_BITSLICED };
  const LifeGeometry geometry = { 130, 9, 1, LIFE_TOPOLOGY_TORUS };
  LifeRun runs[] = { { 0, 0, 0, 130, 1 }, { 3, 1, 0, 70, 1 },
    { 100, 2, 0, 20, 1 }, { 129, 3, 0, 1, 1 }, { 0, 8, 0, 1, 1 } };
  LifePattern pattern = { .dimensions = 2,
    .width = 130,
    .height = 9,
    .depth = 1,
    .runs = runs,
    .n_runs = G_N_ELEMENTS (runs) };
  const guint32 origin[3] = { 61, 5, 0 };
  guint8 expected[130 * 9] = { 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (runs); i++)
    for (guint32 j = 0; j < runs[i].length; j++)
      expected[(runs[i].y + 5) % 9 * 130 + (runs[i].x + j + 61) % 130] = 1;
  for (guint k = 0; k < G_N_ELEMENTS (kernels); k++) {
    g_autoptr (LifeWorld) world =
        new_world (&geometry, "B3/S23", kernels[k], 1);
    GError *error = NULL;

    life_world_paste (world, &pattern, origin, &error);
    g_assert_no_error (error);
    assert_cells (world, expected, "after a paste");
  }
}

static void
test_pattern_over_the_edge_of_a_plane_is_refused (void)
{
  const LifeGeometry geometry = { 10, 10, 1, LIFE_TOPOLOGY_PLANE };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  LifeRun run = { 0, 0, 0, 3, 1 };
  LifePattern pattern = { .dimensions = 2,
    .width = 3,
    .height = 1,
    .depth = 1,
    .runs = &run,
    .n_runs = 1 };
  const guint32 origin[3] = { 8, 0, 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (life_world_paste (world, &pattern, origin, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_SIZE);
  g_assert_cmpuint (statistics_of (world).population, ==, 0);
}

static void
test_changes_are_counted_cell_by_cell (void)
{
  const LifeKernel kernels[] = { LIFE_KERNEL_NAIVE, LIFE_KERNEL_BITSLICED };
  const LifeGeometry geometry = { 203, 71, 1, LIFE_TOPOLOGY_TORUS };

  for (guint k = 0; k < G_N_ELEMENTS (kernels); k++) {
    g_autoptr (LifeWorld) world =
        new_world (&geometry, "B3/S23", kernels[k], 1);

    fill_soup (world, 3, 0.35);
    g_assert_cmpuint (statistics_of (world).births, ==, 0);
    g_assert_cmpuint (statistics_of (world).deaths, ==, 0);
    for (guint generation = 1; generation <= 5; generation++) {
      g_autofree guint8 *before = NULL;
      g_autofree guint8 *now = NULL;
      guint64 births = 0, deaths = 0, population = 0;

      step (world, generation);
      before = cells_of (world);
      step (world, 1);
      now = cells_of (world);
      for (gsize i = 0; i < size_of (world); i++) {
        births += now[i] && !before[i];
        deaths += !now[i] && before[i];
        population += now[i];
      }
      g_assert_cmpuint (statistics_of (world).births, ==, births);
      g_assert_cmpuint (statistics_of (world).deaths, ==, deaths);
      g_assert_cmpuint (statistics_of (world).population, ==, population);
    }
  }
}

static void
test_edits_leave_the_changes_of_the_last_generation (void)
{
  const LifeGeometry geometry = { 90, 70, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) asked =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeWorld) edited =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  LifeStatistics expected, counts;
  GError *error = NULL;

  fill_soup (asked, 1, 0.35);
  fill_soup (edited, 1, 0.35);
  step (asked, 3);
  step (edited, 3);
  expected = statistics_of (asked);
  g_assert_cmpuint (expected.births, >, 0);

  fill_soup (edited, 2, 0.5);
  life_world_clear (edited, &error);
  g_assert_no_error (error);
  counts = statistics_of (edited);
  g_assert_cmpuint (counts.generation, ==, 3);
  g_assert_cmpuint (counts.population, ==, 0);
  g_assert_cmpuint (counts.births, ==, expected.births);
  g_assert_cmpuint (counts.deaths, ==, expected.deaths);

  step (edited, 1);
  g_assert_cmpuint (statistics_of (edited).births, ==, 0);
}

static void
test_reset_makes_the_world_new (void)
{
  const LifeGeometry geometry = { 90, 70, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  GError *error = NULL;
  LifeStatistics counts;

  fill_soup (world, 1, 0.35);
  step (world, 3);
  life_world_reset (world, &error);
  g_assert_no_error (error);
  counts = statistics_of (world);
  g_assert_cmpuint (counts.generation, ==, 0);
  g_assert_cmpuint (counts.population, ==, 0);
  g_assert_cmpuint (counts.births, ==, 0);
  g_assert_cmpuint (counts.deaths, ==, 0);
}

static void
check_snapshot (const LifeGeometry *geometry, const gchar *rule)
{
  g_autoptr (LifeWorld) world = new_world (geometry, rule, LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeSnapshot) snapshot = NULL;
  g_autofree guint8 *kept = NULL;
  LifeStatistics before, after;
  GError *error = NULL;

  fill_soup (world, 5, 0.35);
  step (world, 4);
  before = statistics_of (world);
  kept = cells_of (world);
  snapshot = life_world_snapshot (world, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (life_snapshot_get_generation (snapshot), ==, 4);
  g_assert_cmpuint (life_snapshot_get_size (snapshot), >, 0);

  step (world, 9);
  life_world_restore (world, snapshot, &error);
  g_assert_no_error (error);
  assert_cells (world, kept, "restored");
  after = statistics_of (world);
  g_assert_cmpmem (&before, sizeof (before), &after, sizeof (after));
  step (world, 2);
  g_assert_cmpuint (life_world_get_generation (world), ==, 6);
}

static void
test_snapshot_returns_the_generation_and_its_counts (void)
{
  const LifeGeometry flat = { 131, 45, 1, LIFE_TOPOLOGY_TORUS };
  const LifeGeometry deep = { 19, 18, 17, LIFE_TOPOLOGY_PLANE };

  check_snapshot (&flat, "B3/S23");
  check_snapshot (&deep, "B6/S567");
}

static void
test_rule_changes_from_the_next_generation_on (void)
{
  const LifeGeometry geometry = { 90, 70, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) fast =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_BITSLICED, 1);
  g_autoptr (LifeWorld) plain =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_NAIVE, 1);
  LifeRule rule = rule_of (2, "B36/S23");
  LifeRule deep = rule_of (3, "B6/S567");
  g_autofree guint8 *expected = NULL;
  g_autoptr (GError) error = NULL;

  fill_soup (fast, 1, 0.35);
  fill_soup (plain, 1, 0.35);
  step (fast, 3);
  step (plain, 3);
  g_assert_true (life_world_set_rule (fast, &rule, NULL));
  g_assert_true (life_world_set_rule (plain, &rule, NULL));
  g_assert_false (life_world_set_rule (fast, &deep, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_SIZE);
  step (fast, 3);
  step (plain, 3);
  expected = cells_of (plain);
  assert_cells (fast, expected, "B36/S23");
}

/* The glider of 5766 moves one cell along two axes every four generations. */
static void
test_3d_torus_glider_returns (void)
{
  static const guint8 places[][3] = { { 0, 0, 1 }, { 0, 0, 2 }, { 0, 1, 1 },
    { 0, 1, 2 }, { 1, 0, 0 }, { 1, 0, 1 }, { 1, 1, 0 }, { 1, 1, 1 },
    { 2, 0, 2 }, { 2, 1, 2 } };
  const LifeGeometry geometry = { 32, 32, 32, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B6/S567", LIFE_KERNEL_AUTO, 1);
  g_autofree guint8 *cells = g_malloc0 (size_of (world));

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    cells[places[i][0] + 32 * (places[i][1] + 32 * places[i][2])] = 1;
  set_cells (world, cells);
  for (guint period = 1; period <= 32; period++) {
    step (world, 4);
    g_assert_cmpuint (statistics_of (world).population, ==, 10);
  }
  assert_cells (world, cells, "the glider after 128 generations");
}

static void
test_pattern_of_a_world_makes_the_same_world (void)
{
  const LifeGeometry geometry = { 131, 77, 1, LIFE_TOPOLOGY_TORUS };
  const guint32 origin[3] = { 0, 0, 0 };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B36/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifeWorld) again =
      new_world (&geometry, "B36/S23", LIFE_KERNEL_NAIVE, 1);
  g_autoptr (LifePattern) pattern = NULL;
  g_autofree guint8 *expected = NULL;
  GError *error = NULL;

  fill_soup (world, 5, 0.5);
  step (world, 2);
  expected = cells_of (world);
  pattern = life_world_to_pattern (world, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (pattern->rule, ==, "B36/S23:T131,77");
  g_assert_cmpuint (pattern->generation, ==, 2);
  g_assert_cmpuint (pattern->width, ==, 131);
  g_assert_cmpuint (pattern->height, ==, 77);
  life_world_paste (again, pattern, origin, &error);
  g_assert_no_error (error);
  assert_cells (again, expected, "the pattern");
}

static void
test_pattern_of_a_wide_world_has_whole_runs (void)
{
  const LifeGeometry geometry = { 1000000, 2, 1, LIFE_TOPOLOGY_PLANE };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (LifePattern) pattern = NULL;
  GError *error = NULL;

  fill_soup (world, 1, 1.0);
  pattern = life_world_to_pattern (world, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (pattern->n_runs, ==, 2);
  g_assert_cmpuint (pattern->runs[1].y, ==, 1);
  g_assert_cmpuint (pattern->runs[1].length, ==, 1000000);
}

static void
test_checksum_is_of_cells_and_places_alone (void)
{
  const LifeGeometry geometry = { 300000, 3, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) fast =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_BITSLICED, 1);
  g_autoptr (LifeWorld) plain =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_NAIVE, 1);
  LifeBox last = { 299999, 2, 0, 1, 1, 1 };
  guint8 cell;
  guint64 whole;

  g_assert_cmphex (checksum_of (fast), ==, 0);
  fill_soup (fast, 7, 0.5);
  fill_soup (plain, 7, 0.5);
  whole = checksum_of (fast);
  g_assert_cmphex (whole, ==, checksum_of (plain));
  g_assert_true (life_world_read (fast, &last, &cell, NULL));
  cell = !cell;
  g_assert_true (life_world_write (fast, &last, &cell, NULL));
  g_assert_cmphex (whole, !=, checksum_of (fast));
}

static guint64
peak_of_address_space (void)
{
  g_autofree gchar *text = NULL;
  const gchar *line = NULL;

  if (g_file_get_contents ("/proc/self/status", &text, NULL, NULL))
    line = strstr (text, "VmPeak:");
  return line != NULL ? g_ascii_strtoull (line + 7, NULL, 10) * 1024 : 0;
}

static void
refuse_too_large (guint dimensions, LifeKernel kernel)
{
  LifeGeometry geometry = { G_MAXUINT32, G_MAXUINT32,
    dimensions == 3 ? G_MAXUINT32 : 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (dimensions, dimensions == 3 ? "B6/S567" : "B3/S23");
  LifeEngineOptions options = LIFE_ENGINE_OPTIONS_INIT;
  guint64 peak = peak_of_address_space ();
  g_autoptr (GError) error = NULL;

  options.engine = LIFE_ENGINE_CPU;
  options.kernel = kernel;
  g_assert_null (life_world_new (&geometry, &rule, &options, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, "available"));
  g_assert_cmpuint (peak_of_address_space () - peak, <, 64 * 1024 * 1024);
}

static void
test_too_large_a_world_is_refused_before_any_allocation (void)
{
  gint64 start = g_get_monotonic_time ();

  refuse_too_large (2, LIFE_KERNEL_AUTO);
  refuse_too_large (2, LIFE_KERNEL_NAIVE);
  refuse_too_large (3, LIFE_KERNEL_AUTO);
  g_assert_cmpint (g_get_monotonic_time () - start, <, G_USEC_PER_SEC);
}

static void
test_memory_is_zeroed_and_aligned (void)
{
  static const gsize bytes[] = { 1, 64, 100000, 5 * 1024 * 1024 };

  for (guint i = 0; i < G_N_ELEMENTS (bytes); i++) {
    guint8 *memory = life_memory_reserve (bytes[i], "a test", NULL);
    g_assert_nonnull (memory);
    g_assert_cmpuint ((guintptr) memory % LIFE_MEMORY_ALIGNMENT, ==, 0);
    for (gsize j = 0; j < bytes[i]; j++)
      g_assert_cmpuint (memory[j], ==, 0);
    life_memory_release (memory);
  }
}

static gpointer
cancel_soon (gpointer data)
{
  g_usleep (30000);
  g_atomic_int_set ((gint *) data, 1);
  return NULL;
}

static void
cancel_long_step (const LifeGeometry *geometry, const gchar *rule)
{
  g_autoptr (LifeWorld) world = new_world (geometry, rule, LIFE_KERNEL_AUTO, 2);
  g_autoptr (LifeWorld) again = new_world (geometry, rule, LIFE_KERNEL_AUTO, 1);
  g_autofree guint8 *expected = NULL;
  g_autoptr (GError) error = NULL;
  GThread *canceller;
  gint cancelled = 0;

  fill_soup (world, 1, 0.35);
  fill_soup (again, 1, 0.35);
  canceller = g_thread_new ("canceller", cancel_soon, &cancelled);
  g_assert_false (life_world_step (world, G_MAXUINT64, &cancelled, &error));
  g_thread_join (canceller);
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_CANCELLED);

  step (again, life_world_get_generation (world));
  expected = cells_of (again);
  assert_cells (world, expected, "cancelled");
}

static void
test_cancel_ends_a_long_step_at_a_whole_generation (void)
{
  const LifeGeometry flat = { 1500, 1200, 1, LIFE_TOPOLOGY_TORUS };
  const LifeGeometry deep = { 100, 100, 100, LIFE_TOPOLOGY_TORUS };

  cancel_long_step (&flat, "B3/S23");
  cancel_long_step (&deep, "B6/S567");
}

static void
test_cancelled_before_it_begins_steps_nothing (void)
{
  const LifeGeometry geometry = { 50, 50, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "B3/S23", LIFE_KERNEL_AUTO, 1);
  g_autoptr (GError) error = NULL;
  LifeStatistics before;
  gint cancelled = 1;

  fill_soup (world, 1, 0.35);
  step (world, 1);
  before = statistics_of (world);
  g_assert_false (life_world_step (world, 5, &cancelled, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_CANCELLED);
  g_assert_cmpuint (life_world_get_generation (world), ==, 1);
  g_assert_cmpuint (statistics_of (world).births, ==, before.births);
}

/* The message must have every word that helps. */
static void
assert_unsupported (guint dimensions, LifeEngineKind engine, LifeKernel kernel,
    const gchar *word)
{
  LifeEngineOptions options = LIFE_ENGINE_OPTIONS_INIT;
  LifeRule rule = rule_of (dimensions, dimensions == 3 ? "B6/S567" : "B3/S23");
  g_autoptr (GError) error = NULL;

  options.engine = engine;
  options.kernel = kernel;
  g_assert_false (life_engine_check (&rule, &options, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED);
  if (strstr (error->message, word) == NULL)
    g_error ("\"%s\" is not in: %s", word, error->message);
}

static void
test_kernels_that_cannot_run_are_errors (void)
{
  const LifeKernel cuda_kernels[] = { LIFE_KERNEL_TILED, LIFE_KERNEL_ASYNC,
    LIFE_KERNEL_PACKED, LIFE_KERNEL_LUT };

  assert_unsupported (3, LIFE_ENGINE_CPU, LIFE_KERNEL_BITSLICED, "kernel=auto");
  for (guint i = 0; i < G_N_ELEMENTS (cuda_kernels); i++)
    assert_unsupported (2, LIFE_ENGINE_CPU, cuda_kernels[i],
        life_engine_kernel_name (cuda_kernels[i]));
}

static void
test_missing_cuda_is_an_error (void)
{
#ifdef LIFE_HAVE_CUDA
  g_test_skip ("this build has a CUDA engine");
#else
  assert_unsupported (2, LIFE_ENGINE_CUDA, LIFE_KERNEL_AUTO, "-Dcuda=enabled");
  assert_unsupported (2, LIFE_ENGINE_AUTO, LIFE_KERNEL_TILED, "kernel=tiled");
#endif
}

static void
test_unknown_cpu_path_is_an_error (void)
{
  g_setenv ("LIFE_CPU", "mmx", TRUE);
  assert_unsupported (2, LIFE_ENGINE_CPU, LIFE_KERNEL_AUTO, "LIFE_CPU=mmx");
  use_any_cpu_path ();
}

static void
test_2d_rule_in_a_deep_world_is_an_error (void)
{
  LifeGeometry geometry = { 8, 8, 2, LIFE_TOPOLOGY_TORUS };
  LifeEngineOptions options = LIFE_ENGINE_OPTIONS_INIT;
  LifeRule rule = rule_of (2, "B3/S23");
  g_autoptr (GError) error = NULL;

  g_assert_null (life_world_new (&geometry, &rule, &options, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_SIZE);
}

#define POOL_ITEMS 37

typedef struct {
  gint done[POOL_ITEMS];
  guint rounds;
  gboolean equal;
  gint cancelled;
} PoolCheck;

static void
pool_item (gpointer data, gsize item)
{
  PoolCheck *check = data;

  check->done[item]++;
}

static gboolean
pool_round (gpointer data)
{
  PoolCheck *check = data;

  check->rounds++;
  for (guint i = 0; i < POOL_ITEMS; i++)
    check->equal = check->equal && check->done[i] == (gint) check->rounds;
  return check->rounds < 500;
}

static void
test_pool_does_every_item_once_a_round (void)
{
  for (guint threads = 1; threads <= 5; threads++) {
    LifeThreadPool *pool = life_thread_pool_new (threads);
    const LifeWork work = { POOL_ITEMS, pool_item, pool_round, NULL };

    for (guint run = 0; run < 20; run++) {
      PoolCheck check = { .equal = TRUE };
      g_assert_true (
          life_thread_pool_run (pool, 1 + run % threads, &work, &check));
      g_assert_cmpuint (check.rounds, ==, 500);
      g_assert_true (check.equal);
    }
    life_thread_pool_free (pool);
  }
}

static void
cancel_at_item (gpointer data, gsize item)
{
  PoolCheck *check = data;

  if (item == POOL_ITEMS / 2)
    g_atomic_int_set (&check->cancelled, 1);
}

static void
test_pool_abandons_a_cancelled_round (void)
{
  for (guint threads = 1; threads <= 3; threads++) {
    LifeThreadPool *pool = life_thread_pool_new (threads);
    PoolCheck check = { .equal = TRUE };
    const LifeWork work = { POOL_ITEMS, cancel_at_item, pool_round,
      &check.cancelled };

    g_assert_false (life_thread_pool_run (pool, threads, &work, &check));
    g_assert_cmpuint (check.rounds, ==, 0);
    life_thread_pool_free (pool);
  }
}

static void
test_small_work_takes_one_thread (void)
{
  LifeThreadPool *pool = life_thread_pool_new (4);

  g_assert_cmpuint (life_thread_pool_choose (pool, 8192, G_MAXUINT64), ==, 1);
  g_assert_cmpuint (life_thread_pool_choose (pool, 128 * 1024, 1), ==, 1);
  g_assert_cmpuint (life_thread_pool_choose (pool, 128 * 1024, 1000), ==, 2);
  g_assert_cmpuint (life_thread_pool_choose (pool, G_MAXUINT64, 9), ==, 4);
  life_thread_pool_free (pool);
}

#define TEST(name) g_test_add_func ("/world/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (2d_reference_equals_count_by_hand);
  TEST (3d_reference_equals_count_by_hand);
  TEST (bitsliced_equals_count_by_hand);
  TEST (bitsliced_runs_every_rule);
  TEST (portable_torus_equals_reference);
  TEST (portable_plane_equals_reference);
  TEST (avx2_torus_equals_reference);
  TEST (avx2_plane_equals_reference);
  TEST (avx512_torus_equals_reference);
  TEST (avx512_plane_equals_reference);
  TEST (threads_change_nothing);
  TEST (3d_threads_change_nothing);
  TEST (soup_is_the_same_in_every_world);
  TEST (soup_has_its_density);
  TEST (boxes_are_read_and_written);
  TEST (pasted_runs_wrap);
  TEST (pattern_over_the_edge_of_a_plane_is_refused);
  TEST (changes_are_counted_cell_by_cell);
  TEST (edits_leave_the_changes_of_the_last_generation);
  TEST (reset_makes_the_world_new);
  TEST (snapshot_returns_the_generation_and_its_counts);
  TEST (rule_changes_from_the_next_generation_on);
  TEST (3d_torus_glider_returns);
  TEST (pattern_of_a_world_makes_the_same_world);
  TEST (pattern_of_a_wide_world_has_whole_runs);
  TEST (checksum_is_of_cells_and_places_alone);
  TEST (too_large_a_world_is_refused_before_any_allocation);
  TEST (memory_is_zeroed_and_aligned);
  TEST (cancel_ends_a_long_step_at_a_whole_generation);
  TEST (cancelled_before_it_begins_steps_nothing);
  TEST (kernels_that_cannot_run_are_errors);
  TEST (missing_cuda_is_an_error);
  TEST (unknown_cpu_path_is_an_error);
  TEST (2d_rule_in_a_deep_world_is_an_error);
  TEST (pool_does_every_item_once_a_round);
  TEST (pool_abandons_a_cancelled_round);
  TEST (small_work_takes_one_thread);
  return g_test_run ();
}
