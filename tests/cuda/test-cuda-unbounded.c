/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds without edges on a GPU: what lives in them is compared with the sparse tiles of the
 * CPU, wherever it is, whatever is done to it, and where memory lacks. */
#include "tests/support/worlds/cuda-unbounded.h"

#define MEBIBYTE (G_GUINT64_CONSTANT (1) << 20)
#define FAR LIFE_MAX_PLACE
#define GLIDER "bo$2bo$3o!"
#define BLOCK "2o$2o!"
#define GUN                                                                  \
  "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bob" \
  "o$10bo5bo7bo$11bo3bo$12b2o!"

static const guint many_steps[] = { 1, 1, 2, 3, 8, 16, 16, 16, 5, 32, 17, 48, 1,
  7, 100, 160 };

static void
test_soups_are_those_of_the_cpu (void)
{
  static const gchar *const rules[] = { "B3/S23", "B36/S23", "B2/S",
    "B3678/S34678", "B1357/S1357", "B2/S34H", "B13/S12V", "B2-a/S12",
    "B3/S2-i34q" };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    Pair pair = new_pair (rules[i]);

    soup_pair (&pair, -233, 517, 130, 0.3, i);
    run_pair (&pair, many_steps, G_N_ELEMENTS (many_steps) - 1, rules[i]);
    free_pair (&pair);
  }
}

/* What is still or has a period is skipped, and what meets it is not. */
static void
test_skipped_cells_are_those_of_the_cpu (void)
{
  if (skip_without_cuda ())
    return;
  for (guint length = 1; length <= 33; length++) {
    Pair pair = new_pair ("B3/S23");
    guint steps[40];

    for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
      steps[i] = length;
    steps[7] = 3;
    steps[20] = 500;
    soup_pair (&pair, -length, 7, 200, 0.06, length);
    run_pair (&pair, steps, G_N_ELEMENTS (steps), "a thin soup");
    free_pair (&pair);
  }
}

/* Over edges and corners of tiles, and as far out as numbers reach. */
static void
test_gliders_go_as_far_as_on_the_cpu (void)
{
  static const gint64 places[][2] = { { 0, 0 }, { -1, -1 }, { 93, -98 },
    { -(G_GINT64_CONSTANT (1) << 53) - 40, (G_GINT64_CONSTANT (1) << 53) - 40 },
    { -(G_GINT64_CONSTANT (1) << 61), (G_GINT64_CONSTANT (1) << 61) - 5 },
    { FAR - 20000, -FAR + 10 } };
  static const guint steps[] = { 100, 1, 1000, 8000, 4, 1, 40000 };
  Pair pair;

  if (skip_without_cuda ())
    return;
  pair = new_pair ("B3/S23");
  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    g_assert_true (life_world_clear (pair.worlds[0], NULL));
    g_assert_true (life_world_clear (pair.worlds[1], NULL));
    paste_pair (&pair, GLIDER, places[i][0], places[i][1]);
    run_pair (&pair, steps, G_N_ELEMENTS (steps), "a glider");
  }
  /* All at once: tiles that lie far apart are different ones. */
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    paste_pair (&pair, GLIDER, places[i][0], places[i][1]);
  run_pair (&pair, steps, G_N_ELEMENTS (steps), "gliders");
  free_pair (&pair);
}

static void
test_gliders_meet_a_block (void)
{
  static const guint steps[] = { 8, 16, 8, 8, 800, 8, 1, 8, 400, 1, 1, 200, 16,
    16, 16, 8, 100, 480 };
  Pair pair;

  if (skip_without_cuda ())
    return;
  pair = new_pair ("B3/S23");
  paste_pair (&pair, GLIDER, 100, 100);
  paste_pair (&pair, BLOCK, 430, 432);
  paste_pair (&pair, "3o!", 500, 520);
  run_pair (&pair, steps, G_N_ELEMENTS (steps), "a glider and a block");
  free_pair (&pair);
}

/* The pool grows from one tile to thousands, in steps long and short. */
static void
test_guns_and_what_grows_fast (void)
{
  static const guint steps[] = { 16, 160, 1, 1000, 2000, 16, 1, 3000 };
  static const guint fast[] = { 16, 160, 1, 400, 800, 1000, 2 };
  Pair pair;

  if (skip_without_cuda ())
    return;
  pair = new_pair ("B3/S23");
  for (guint i = 0; i < 16; i++)
    paste_pair (&pair, GUN, 500 * (i % 4), 500 * (i / 4) - 1000);
  run_pair (&pair, steps, G_N_ELEMENTS (steps), "guns");
  free_pair (&pair);
  pair = new_pair ("B2/S");
  paste_pair (&pair, "2o$bo!", 0, 0);
  run_pair (&pair, fast, G_N_ELEMENTS (fast), "an explosion");
  free_pair (&pair);
}

/* Made for tests/sanitize-gpu.sh: every kernel, few cells. */
static void
test_small (void)
{
  static const gchar *const rules[] = { "B3/S23", "B36/S23", "B2/S34H",
    "B13/S12V", "B2-a/S12" };
  static const guint steps[] = { 16, 1, 5, 40 };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    g_autoptr (LifeSnapshot) snapshot = NULL;
    g_autofree guint8 *cells = NULL;
    const LifeBox box = { -10, -10, 0, 150, 20, 1 };
    Pair pair = new_pair (rules[i]);

    soup_pair (&pair, 60, -20, 60, 0.3, i);
    run_pair (&pair, steps, G_N_ELEMENTS (steps), rules[i]);
    snapshot = life_world_snapshot (pair.worlds[1], NULL);
    cells = read_box (pair.worlds[1], &box);
    write_pair (&pair, &box, cells);
    run_pair (&pair, steps, 2, rules[i]);
    g_assert_true (life_world_restore (pair.worlds[1], snapshot, NULL));
    g_clear_pointer (&snapshot, life_snapshot_free);
    free_pair (&pair);
  }
}

/* One of @actions done to both by hand. */
static void
edit_pair (const Pair *pair, GRand *random, LifeSnapshot *kept[2], guint action)
{
  const gint64 x = g_rand_int_range (random, -300, 300);
  const gint64 y = g_rand_int_range (random, -300, 300);
  const LifeLine line = { { x, y, 0 },
    { g_rand_int_range (random, -300, 300), y + 40, 0 }, action % 2 };
  const LifeBox box = { x, y, 0, 170, 60, 1 };
  static const gchar *const rules[] = { "B36/S23", "B3/S23" };

  for (guint i = 0; i < 2; i++) {
    LifeWorld *world = pair->worlds[i];
    LifeRule rule = rule_of (2, rules[x & 1]);

    if (action < 2)
      g_assert_true (life_world_draw_line (world, &line, NULL));
    else if (action == 2)
      g_assert_true (life_world_soup_box (world, &box, 5, 0.3, NULL));
    else if (action == 3)
      paste_text (world, GLIDER, x, y);
    else if (action == 4)
      g_assert_true (life_world_set_rule (world, &rule, NULL));
    else if (action == 5 && kept[i] != NULL)
      g_assert_true (life_world_restore (world, kept[i], NULL));
    else if (action == 6) {
      g_clear_pointer (&kept[i], life_snapshot_free);
      kept[i] = life_world_snapshot (world, NULL);
    } else if (action == 7 && y > 200) {
      g_assert_true (life_world_clear (world, NULL));
    }
  }
}

/* Thirty set-ups, in each of which edits, steps and looks follow each other by chance. */
static void
test_random_edits_between_steps (void)
{
  static const gchar *const rules[] = { "B3/S23", "B3/S23", "B36/S23", "B2/S",
    "B3678/S34678", "B2-a/S12", "B2/S34H" };

  if (skip_without_cuda ())
    return;
  for (guint32 seed = 0; seed < 30; seed++) {
    g_autoptr (GRand) random = g_rand_new_with_seed (seed);
    Pair pair = new_pair (rules[seed % G_N_ELEMENTS (rules)]);
    LifeSnapshot *kept[2] = { NULL, NULL };

    soup_pair (&pair, -50, -50, 100, 0.3, seed);
    for (guint i = 0; i < 30; i++) {
      g_autofree gchar *what =
          g_strdup_printf ("set-up %u, action %u", seed, i);

      edit_pair (&pair, random, kept, (guint) g_rand_int_range (random, 0, 8));
      if (g_rand_boolean (random) && !assert_same_pair (&pair, what))
        break;
      step_pair (&pair, (guint64) g_rand_int_range (random, 0, 40));
      if (g_rand_boolean (random) && !assert_same_pair (&pair, what))
        break;
    }
    assert_same_pair (&pair, "the end of a set-up");
    for (guint i = 0; i < 2; i++)
      g_clear_pointer (&kept[i], life_snapshot_free);
    free_pair (&pair);
  }
}

static void
test_cells_are_read_as_they_were_written (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autofree guint8 *cells = random_cells (random, 333 * 222, 0.5);
  static const gint64 places[][2] = { { -100, -77 }, { 1000003, -95 },
    { FAR - 333, -FAR } };

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    const LifeBox box = { places[i][0], places[i][1], 0, 333, 222, 1 };
    const LifeBox hole = { places[i][0] + 50, places[i][1] + 40, 0, 200, 1, 1 };
    g_autoptr (LifeWorld) world = new_cuda_unbounded ("B3/S23", 0);
    g_autofree guint8 *dead = g_malloc0 (200), *there = NULL, *again = NULL;

    write_box (world, &box, cells);
    there = read_box (world, &box);
    g_assert_cmpmem (there, 333 * 222, cells, 333 * 222);
    write_box (world, &hole, dead);
    again = read_box (world, &box);
    for (guint k = 0; k < 333 * 222; k++)
      g_assert_cmpuint (again[k], ==,
          k / 333 == 40 && k % 333 >= 50 && k % 333 < 250 ? 0 : cells[k]);
  }
}

static gchar *
pattern_text (LifeWorld *world)
{
  GError *error = NULL;
  g_autoptr (LifePattern) pattern = life_world_to_pattern (world, &error);
  gchar *text;

  g_assert_no_error (error);
  text = life_pattern_write (pattern, LIFE_FORMAT_RLE, &error);
  g_assert_no_error (error);
  return text;
}

static void
test_patterns_are_written_as_by_the_cpu (void)
{
  g_autofree gchar *one = NULL, *two = NULL;
  Pair pair;

  if (skip_without_cuda ())
    return;
  pair = new_pair ("B3/S23");
  paste_pair (&pair, GLIDER, -100000, 70);
  paste_pair (&pair, BLOCK, 5000000, 200);
  soup_pair (&pair, 300, -300, 250, 0.4, 1);
  step_pair (&pair, 100);
  one = pattern_text (pair.worlds[0]);
  two = pattern_text (pair.worlds[1]);
  g_assert_cmpstr (one, ==, two);
  free_pair (&pair);
}

/* --- Memory and time --- */

/* What a glider leaves is freed, so that it needs no more than a few tiles. */
static void
test_little_memory_suffices_for_a_glider (void)
{
  g_autoptr (LifeWorld) world = NULL;
  g_autoptr (LifeSnapshot) snapshot = NULL;

  if (skip_without_cuda ())
    return;
  world = new_cuda_unbounded ("B3/S23", MEBIBYTE);
  paste_text (world, GLIDER, 0, 0);
  step (world, 1 << 18);
  g_assert_cmpuint (statistics_of (world).population, ==, 5);
  g_assert_cmpint (box_of (world).x, ==, 1 << 16);
  snapshot = life_world_snapshot (world, NULL);
  g_assert_cmpuint (life_snapshot_get_size (snapshot), <, 10000);
}

/* A step ends at a whole generation, and the world goes on with what there is. */
static void
test_growth_ends_where_memory_does (void)
{
  g_autoptr (LifeWorld) small = NULL;
  g_autoptr (LifeWorld) large = NULL;
  g_autoptr (GError) error = NULL;
  const LifeBox box = { 0, 0, 0, 3000, 3000, 1 };

  if (skip_without_cuda ())
    return;
  g_assert_null (try_cuda_unbounded ("B3/S23", 1000, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, "at least 1 MiB"));
  g_clear_error (&error);
  small = new_cuda_unbounded ("B2/S", MEBIBYTE);
  large = new_unbounded ("B2/S", 1);
  paste_text (small, "2o$bo!", 0, 0);
  paste_text (large, "2o$bo!", 0, 0);
  for (guint i = 0; i < 3; i++) {
    g_assert_false (life_world_step (small, 1 << 20, NULL, &error));
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY);
    g_assert_nonnull (strstr (error->message, "limit of 1 MiB"));
    g_clear_error (&error);
  }
  g_assert_cmpuint (life_world_get_generation (small), >, 100);
  g_assert_cmpuint (life_world_get_generation (small), <, 10000);
  step (large, life_world_get_generation (small));
  g_assert_cmpuint (checksum_of (small), ==, checksum_of (large));
  g_assert_cmpuint (
      statistics_of (small).births, ==, statistics_of (large).births);
  g_assert_false (life_world_soup_box (small, &box, 1, 0.4, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY);
  g_assert_true (life_world_clear (small, NULL));
  paste_text (small, GLIDER, 0, 0);
  step (small, 400);
  g_assert_cmpint (box_of (small).width, <, 3000);
}

/* Tiles that are there already are written again where there is no room for as many more. */
static void
test_full_worlds_are_written_again (void)
{
  const LifeBox box = { 5, -5, 0, 1100, 1100, 1 };
  Pair pair;

  if (skip_without_cuda ())
    return;
  pair = (Pair){ { new_unbounded ("B3/S23", 1),
      new_cuda_unbounded ("B3/S23", MEBIBYTE) } };
  for (guint64 seed = 1; seed < 5; seed++) {
    for (guint i = 0; i < 2; i++) {
      GError *error = NULL;

      life_world_soup_box (pair.worlds[i], &box, seed, 0.3, &error);
      g_assert_no_error (error);
    }
    assert_same_pair (&pair, "a soup over another one");
    step_pair (&pair, 3);
    assert_same_pair (&pair, "after a soup over another one");
  }
  free_pair (&pair);
}

static void
test_a_long_step_can_be_cancelled (void)
{
  g_autoptr (LifeWorld) world = NULL;
  gint64 generation;

  if (skip_without_cuda ())
    return;
  world = new_cuda_unbounded ("B3/S23", 0);
  paste_text (world, GLIDER, 0, 0);
  step_until_cancelled (world);
  generation = (gint64) life_world_get_generation (world);
  g_assert_cmpuint (statistics_of (world).population, ==, 5);
  g_assert_cmpint (box_of (world).x, ==, generation / 4);
}

/* What is still costs nothing, however long the step. */
static void
test_still_cells_are_stepped_at_once (void)
{
  static const guint steps[] = { 1, 16, 3 };
  Pair pair;

  if (skip_without_cuda ())
    return;
  pair = new_pair ("B3/S23");
  paste_pair (&pair, BLOCK, 0, 0);
  paste_pair (&pair, "3o!", 100, 100);
  step_pair (&pair, (G_GUINT64_CONSTANT (1) << 60) + 1);
  assert_same_pair (&pair, "after 2^60 generations");
  run_pair (&pair, steps, G_N_ELEMENTS (steps), "a blinker");
  free_pair (&pair);
}

/* --- What is refused --- */

static void
test_what_only_the_cpu_runs_is_refused (void)
{
  static const struct {
    const gchar *rule;
    LifeKernel kernel;
    const gchar *word;
  } cases[] = {
    { "B2/S/3", LIFE_KERNEL_AUTO, "engine=cpu" },
    { "B03/S23", LIFE_KERNEL_SPARSE, "B0" },
    { "R5,C2,S33..57,B34..45", LIFE_KERNEL_AUTO, "engine=cpu" },
    { "B3/S23", LIFE_KERNEL_HASHLIFE, "engine=cpu" },
    { "B3/S23", LIFE_KERNEL_BITSLICED, "kernel=sparse" },
  };
  g_autoptr (LifeWorld) world = NULL;
  LifeRule aging = rule_of (2, "B2/S/3");
  g_autoptr (GError) problem = NULL;

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    LifeEngineOptions options = default_options ();
    LifeRule rule = rule_of (2, cases[i].rule);
    g_autoptr (GError) error = NULL;

    options.engine = LIFE_ENGINE_CUDA;
    options.kernel = cases[i].kernel;
    g_assert_null (life_world_new (&no_edges, &rule, &options, &error));
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED);
    g_assert_nonnull (strstr (error->message, cases[i].word));
  }
  world = new_cuda_unbounded ("B3/S23", 0);
  paste_text (world, GLIDER, 0, 0);
  g_assert_false (life_world_set_rule (world, &aging, &problem));
  g_assert_error (problem, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED);
  step (world, 4);
  g_assert_cmpuint (statistics_of (world).population, ==, 5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST_TILES(name) g_test_add_func ("/cuda-unbounded/" #name, test_##name)
  TEST_TILES (soups_are_those_of_the_cpu);
  TEST_TILES (skipped_cells_are_those_of_the_cpu);
  TEST_TILES (gliders_go_as_far_as_on_the_cpu);
  TEST_TILES (gliders_meet_a_block);
  TEST_TILES (guns_and_what_grows_fast);
  TEST_TILES (small);
  TEST_TILES (random_edits_between_steps);
  TEST_TILES (cells_are_read_as_they_were_written);
  TEST_TILES (patterns_are_written_as_by_the_cpu);
  TEST_TILES (little_memory_suffices_for_a_glider);
  TEST_TILES (growth_ends_where_memory_does);
  TEST_TILES (full_worlds_are_written_again);
  TEST_TILES (a_long_step_can_be_cancelled);
  TEST_TILES (still_cells_are_stepped_at_once);
  TEST_TILES (what_only_the_cpu_runs_is_refused);
  return g_test_run ();
}
