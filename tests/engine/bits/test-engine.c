/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of the CPU's engines: the reference and the bit-sliced one equal a count by
 * hand; which kernel runs, memory and threads. What all engines have in common
 * is tested elsewhere. */
#include "life/base/memory.h"
#include "life/base/thread-pool.h"
#include "tests/support/worlds/compare.h"

/* Counts by hand, in the opposite way to the reference: every live cell adds
 * itself to the counts of the cells around it. */
static void
advance_slowly (const LifeGeometry *geometry, const LifeRule *rule,
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

static LifeRule
random_rule (guint dimensions)
{
  const guint32 all = dimensions == 3 ? 0x7ffffff : 0x1ff;

  return (LifeRule){ LIFE_FAMILY_TOTALISTIC, LIFE_NEIGHBORHOOD_MOORE,
    dimensions, 2, (guint32) g_test_rand_int () & all,
    (guint32) g_test_rand_int () & all };
}

static void
compare_with_slow_count (
    const LifeGeometry *geometry, guint dimensions, LifeKernel kernel)
{
  for (guint try = 0; try < 8; try++) {
    LifeRule rule = random_rule (dimensions);
    g_autoptr (LifeWorld) world =
        new_world_with_rule (geometry, &rule, kernel, 1);
    g_autofree guint8 *cells = NULL, *next = NULL;

    fill_soup (world, try + 1, 0.4);
    cells = cells_of (world);
    next = g_malloc (size_of (world));
    for (guint generation = 0; generation < 4; generation++) {
      g_autofree gchar *text = life_rule_to_string (&rule);
      advance_slowly (geometry, &rule, cells, next);
      step (world, 1);
      if (!assert_cells (world, next, text))
        return;
      memcpy (cells, next, size_of (world));
    }
  }
}

static void
test_reference_equals_slow_count (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (topologies); i++)
    for (guint32 width = 1; width <= 6; width++)
      for (guint32 height = 1; height <= 6; height++) {
        LifeGeometry geometry = { width, height, 1, topologies[i] };

        compare_with_slow_count (&geometry, 2, LIFE_KERNEL_NAIVE);
        while (width <= 4 && height <= 4 && geometry.depth <= 4) {
          compare_with_slow_count (&geometry, 3, LIFE_KERNEL_NAIVE);
          geometry.depth++;
        }
      }
}

static void
compare_bits_with_slow_count (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (topologies); i++)
    for (guint32 width = 1; width <= 6; width++) {
      LifeGeometry geometry = { width, 7 - width, 1, topologies[i] };

      compare_with_slow_count (&geometry, 2, LIFE_KERNEL_BITSLICED);
    }
}

static void
test_bitsliced_equals_slow_count (void)
{
  for_every_path (compare_bits_with_slow_count);
}

static const struct {
  LifeEngineKind engine;
  LifeKernel kernel;
  const gchar *words;
} unsupported[] = {
  { LIFE_ENGINE_CPU, LIFE_KERNEL_TILED, "tiled" },
  { LIFE_ENGINE_CPU, LIFE_KERNEL_ASYNC, "async" },
  { LIFE_ENGINE_CPU, LIFE_KERNEL_PACKED, "packed" },
  { LIFE_ENGINE_CPU, LIFE_KERNEL_LUT, "lut" },
  { LIFE_ENGINE_CPU, LIFE_KERNEL_BITS, "bits" },
#ifndef LIFE_HAVE_CUDA
  { LIFE_ENGINE_CUDA, LIFE_KERNEL_AUTO, "-Dcuda=enabled" },
  { LIFE_ENGINE_AUTO, LIFE_KERNEL_TILED, "kernel=tiled" },
#endif
};

static void
assert_unsupported (const gchar *text, LifeEngineKind engine, LifeKernel kernel,
    const gchar *words)
{
  LifeEngineOptions options = default_options ();
  LifeRule rule = rule_of (2, text);
  GError *error = NULL;

  options.engine = engine;
  options.kernel = kernel;
  g_assert_false (life_engine_check (&rule, NULL, &options, &error));
  assert_message (error, LIFE_ERROR_UNSUPPORTED, words);
}

static void
test_kernels_that_cannot_run_are_errors (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (unsupported); i++)
    assert_unsupported ("B3/S23", unsupported[i].engine, unsupported[i].kernel,
        unsupported[i].words);
  assert_unsupported ("R5,C0,M1,S34..58,B34..45,NM", LIFE_ENGINE_CPU,
      LIFE_KERNEL_BITSLICED, "");
  life_cpu_path_force ("mmx");
  assert_unsupported (
      "B3/S23", LIFE_ENGINE_CPU, LIFE_KERNEL_AUTO, "LIFE_CPU=mmx");
  use_any_cpu_path ();
}

static void
test_auto_chooses_the_fast_engine (void)
{
  static const struct {
    guint dimensions;
    const gchar *rule, *name;
  } cases[] = {
    { 2, "B3/S23", "bitsliced (" },
    { 2, "B0/S8", "bitsliced (" },
    { 2, "B2/S34H", "bitsliced (" },
    { 2, "B13/S012V", "bitsliced (" },
    { 2, "B2-a/S12", "bitsliced (" },
    { 2, "MAPFAMgVwhXAP4AP4B+gH4A6A", "bitsliced (" },
    { 2, "B2/S345/256", "bitsliced (" },
    { 2, "B2/S3/17H", "bitsliced (" },
    { 2, "R5,C0,M1,S34..58,B34..45,NM", "sliding sums (" },
    { 2, "WireWorld", "look-ups" },
    { 2, "JvN29", "look-ups" },
    { 2, "W30", "naive" },
    { 3, "B5/S45", "bitsliced (" },
    { 3, "B4/S4/256", "bitsliced (" },
    { 3, "B1,3/S0..6F", "bitsliced (" },
    { 3, "B2/S3,5C", "bitsliced (" },
    { 3, "B2,4/S1..3/C4E", "bitsliced (" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint plain = 0; plain < 2; plain++) {
      const guint dimensions = cases[i].dimensions;
      LifeGeometry geometry = { 20, 20, dimensions == 3 ? 20 : 1,
        LIFE_TOPOLOGY_TORUS };
      g_autoptr (LifeWorld) world = new_world (&geometry, cases[i].rule,
          plain ? LIFE_KERNEL_NAIVE : LIFE_KERNEL_AUTO, 1);
      const gchar *name = life_world_get_kernel_name (world);

      if (!g_str_has_prefix (name, plain ? "naive" : cases[i].name))
        fail ("%s runs on %s", cases[i].rule, name);
    }
}

/* Other threads may read the environment while it changes, which no lock guards. */
static void
test_cpu_path_of_the_environment_is_read_once (void)
{
  g_autofree gchar *at_start = g_strdup (g_getenv ("LIFE_CPU"));
  LifeCpuPath first, again;

  g_assert_true (life_cpu_path_choose (&first, NULL));
  g_setenv ("LIFE_CPU", "mmx", TRUE);
  g_assert_true (life_cpu_path_choose (&again, NULL));
  g_assert_cmpint (again, ==, first);
  if (at_start != NULL)
    g_setenv ("LIFE_CPU", at_start, TRUE);
  else
    g_unsetenv ("LIFE_CPU");
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
test_pool_does_every_item_once_per_round (void)
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

typedef struct {
  gint threads, in_use[4];
} IndexCheck;

static void
check_inner_index (gpointer data, gsize item)
{
  g_assert_cmpuint (life_thread_pool_index (), ==, 0);
}

static void
use_index (gpointer data, gsize item)
{
  IndexCheck *check = data;
  const guint index = life_thread_pool_index ();
  const LifeWork inner = { 3, check_inner_index, NULL, NULL };

  g_assert_cmpint (index, <, check->threads);
  g_assert_cmpint (g_atomic_int_add (&check->in_use[index], 1), ==, 0);
  if (item % 100 == 0) {
    LifeThreadPool *pool = life_thread_pool_new (1);

    life_thread_pool_run (pool, 1, &inner, NULL);
    life_thread_pool_free (pool);
    g_assert_cmpuint (life_thread_pool_index (), ==, index);
  }
  g_atomic_int_add (&check->in_use[index], -1);
}

static void
test_pool_numbers_the_threads_of_a_run (void)
{
  for (gint threads = 1; threads <= 4; threads++) {
    LifeThreadPool *pool = life_thread_pool_new (threads);
    IndexCheck check = { .threads = threads };
    const LifeWork work = { 1000, use_index, NULL, NULL };

    g_assert_true (life_thread_pool_run (pool, threads, &work, &check));
    life_thread_pool_free (pool);
  }
  g_assert_cmpuint (life_thread_pool_index (), ==, 0);
}

/* Every item: one alone may be done last. */
static void
cancel (gpointer data, gsize item)
{
  PoolCheck *check = data;

  g_atomic_int_set (&check->cancelled, 1);
}

static void
test_pool_abandons_a_cancelled_round (void)
{
  for (guint threads = 1; threads <= 3; threads++) {
    LifeThreadPool *pool = life_thread_pool_new (threads);
    PoolCheck check = { .equal = TRUE };
    const LifeWork work = { POOL_ITEMS, cancel, pool_round, &check.cancelled };

    g_assert_false (life_thread_pool_run (pool, threads, &work, &check));
    g_assert_cmpuint (check.rounds, ==, 0);
    life_thread_pool_free (pool);
  }
}

static void
test_small_work_uses_one_thread (void)
{
  LifeThreadPool *pool = life_thread_pool_new (4);

  g_assert_cmpuint (life_thread_pool_choose (pool, 8192, G_MAXUINT64), ==, 1);
  g_assert_cmpuint (life_thread_pool_choose (pool, 128 * 1024, 1), ==, 1);
  g_assert_cmpuint (life_thread_pool_choose (pool, 128 * 1024, 1000), ==, 2);
  g_assert_cmpuint (life_thread_pool_choose (pool, G_MAXUINT64, 9), ==, 4);
  life_thread_pool_free (pool);
}

#define TEST(name) g_test_add_func ("/engine/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (reference_equals_slow_count);
  TEST (bitsliced_equals_slow_count);
  TEST (kernels_that_cannot_run_are_errors);
  TEST (auto_chooses_the_fast_engine);
  TEST (cpu_path_of_the_environment_is_read_once);
  TEST (memory_is_zeroed_and_aligned);
  TEST (pool_does_every_item_once_per_round);
  TEST (pool_numbers_the_threads_of_a_run);
  TEST (pool_abandons_a_cancelled_round);
  TEST (small_work_uses_one_thread);
  return g_test_run ();
}
