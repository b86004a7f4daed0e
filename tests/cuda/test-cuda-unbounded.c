/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds without edges on a GPU: what grows fast, goes as far as numbers reach or is skipped is
 * compared with the sparse tiles of the CPU; and where memory lacks, and what is refused.
 * Edits and pictures are drawn by lot in test-cuda-random.c and test-cuda-draw.c. */
#include "tests/support/worlds/cuda-pair.h"
#include "tests/support/worlds/unbounded.h"

#define MEBIBYTE (G_GUINT64_CONSTANT (1) << 20)
#define FAR LIFE_MAX_COORDINATE
#define GLIDER "bo$2bo$3o!"
#define GUN                                                                  \
  "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bob" \
  "o$10bo5bo7bo$11bo3bo$12b2o!"

static LifeWorld *
try_tiles (const gchar *text, guint64 memory, GError **error)
{
  LifeEngineOptions options = cuda_options (LIFE_KERNEL_SPARSE);
  const LifeRule rule = rule_of (2, text);

  options.memory_limit = memory;
  return life_world_new (&no_edges, &rule, &options, error);
}

static LifeWorld *
new_tiles (const gchar *text, guint64 memory)
{
  GError *error = NULL;
  LifeWorld *world = try_tiles (text, memory, &error);

  g_assert_no_error (error);
  return world;
}

static Pair
new_tiles_pair (const gchar *text, guint64 memory, const gchar *what)
{
  return (Pair){ { new_tiles (text, memory),
                     new_world (&no_edges, text, LIFE_KERNEL_SPARSE, 2) },
    what };
}

static void
pair_paste (const Pair *pair, const gchar *text, gint64 x, gint64 y)
{
  paste_text (pair->worlds[0], text, x, y);
  paste_text (pair->worlds[1], text, x, y);
}

static void
pair_soup_box (
    const Pair *pair, const LifeBox *box, guint64 seed, gdouble density)
{
  GError *error = NULL;

  for (guint i = 0; i < 2; i++) {
    life_world_soup_box (pair->worlds[i], box, seed, density, &error);
    g_assert_no_error (error);
  }
}

/* What is still or has a period is skipped, and what meets it is not. */
static void
test_skipped_cells_are_those_of_the_cpu (void)
{
  if (skip_without_cuda ())
    return;
  for (guint length = 1; length <= 33; length++) {
    const LifeBox box = { -(gint64) length, 7, 0, 200, 200, 1 };
    g_auto (Pair) pair = new_tiles_pair ("B3/S23", 0, "a thin soup");

    pair_soup_box (&pair, &box, length, 0.06);
    for (guint i = 0; i < 40; i++)
      if (!PAIR_PLAY (&pair, i == 7 ? 3 : i == 20 ? 500 : length))
        return;
  }
}

/* Over edges and corners of tiles, and as far out as numbers reach. */
static void
test_gliders_go_as_far_as_on_the_cpu (void)
{
  static const gint64 positions[][2] = { { 0, 0 }, { -1, -1 }, { 93, -98 },
    { -(G_GINT64_CONSTANT (1) << 53) - 40, (G_GINT64_CONSTANT (1) << 53) - 40 },
    { -(G_GINT64_CONSTANT (1) << 61), (G_GINT64_CONSTANT (1) << 61) - 5 },
    { FAR - 20000, -FAR + 10 } };
  static const guint64 steps[] = { 100, 1, 1000, 8000, 4, 1, 40000 };
  g_auto (Pair) pair = { { NULL } };

  if (skip_without_cuda ())
    return;
  pair = new_tiles_pair ("B3/S23", 0, "a glider");
  for (guint i = 0; i < G_N_ELEMENTS (positions); i++) {
    g_assert_true (life_world_clear (pair.worlds[0], NULL));
    g_assert_true (life_world_clear (pair.worlds[1], NULL));
    pair_paste (&pair, GLIDER, positions[i][0], positions[i][1]);
    pair_play (&pair, steps, G_N_ELEMENTS (steps));
  }
  /* All at once: tiles that lie far apart are different ones. */
  for (guint i = 0; i < G_N_ELEMENTS (positions); i++)
    pair_paste (&pair, GLIDER, positions[i][0], positions[i][1]);
  pair_play (&pair, steps, G_N_ELEMENTS (steps));
}

/* The pool grows from one tile to thousands, in steps long and short. */
static void
test_guns_and_what_grows_fast (void)
{
  if (!skip_without_cuda ()) {
    g_auto (Pair) guns = new_tiles_pair ("B3/S23", 0, "guns");
    g_auto (Pair) explosion = new_tiles_pair ("B2/S", 0, "an explosion");

    for (guint i = 0; i < 16; i++)
      pair_paste (&guns, GUN, 500 * (i % 4), 500 * (i / 4) - 1000);
    PAIR_PLAY (&guns, 16, 160, 1, 1000, 2000, 16, 1, 3000);
    pair_paste (&explosion, "2o$bo!", 0, 0);
    PAIR_PLAY (&explosion, 16, 160, 1, 400, 800, 1000, 2);
  }
}

/* Cells at all corners, whose box is as wide as numbers allow; and a soup at one of them. */
static void
test_cells_at_all_corners_are_those_of_the_cpu (void)
{
  const guint8 alive = 1;
  const LifeBox first = { -FAR, -FAR, 0, 1, 1, 1 };
  const LifeBox last = { FAR - 1, FAR - 1, 0, 1, 1, 1 };
  const LifeBox soup = { FAR - 333, -FAR, 0, 333, 222, 1 };
  g_autofree guint8 *cells = NULL, *expected = NULL;
  g_auto (Pair) pair = { { NULL } };

  if (skip_without_cuda ())
    return;
  pair = new_tiles_pair ("B3/S23", 0, "all corners");
  pair_write (&pair, &first, &alive);
  pair_write (&pair, &last, &alive);
  PAIR_PLAY (&pair, 0, 1);
  pair_soup_box (&pair, &soup, 3, 0.5);
  cells = read_box (pair.worlds[0], &soup);
  expected = read_box (pair.worlds[1], &soup);
  g_assert_cmpmem (cells, 333 * 222, expected, 333 * 222);
}

/* --- Memory --- */

/* What a glider leaves is freed, so that it needs no more than a few tiles. */
static void
test_little_memory_suffices_for_a_glider (void)
{
  g_autoptr (LifeWorld) world = NULL;
  g_autoptr (LifeSnapshot) snapshot = NULL;

  if (skip_without_cuda ())
    return;
  world = new_tiles ("B3/S23", MEBIBYTE);
  paste_text (world, GLIDER, 0, 0);
  step (world, 1 << 18);
  g_assert_cmpuint (statistics_of (world).population, ==, 5);
  g_assert_cmpint (box_of (world).x, ==, 1 << 16);
  snapshot = life_world_snapshot (world, NULL);
  g_assert_cmpuint (life_snapshot_get_size (snapshot), <, 10000);
  g_clear_pointer (&snapshot, life_snapshot_free);
}

static void
assert_refused (GError *error, LifeError code, const gchar *word)
{
  g_assert_error (error, LIFE_ERROR, (gint) code);
  if (strstr (error->message, word) == NULL)
    fail ("\"%s\" is not in: %s", word, error->message);
  g_error_free (error);
}

/* A step ends at a whole generation, and the world goes on with what there is. */
static void
test_growth_ends_where_memory_does (void)
{
  const LifeBox box = { 0, 0, 0, 3000, 3000, 1 };
  g_auto (Pair) pair = { { NULL } };
  LifeWorld *small;
  GError *error = NULL;

  if (skip_without_cuda ())
    return;
  g_assert_null (try_tiles ("B3/S23", 1000, &error));
  assert_refused (error, LIFE_ERROR_MEMORY, "at least 1 MiB");
  pair = new_tiles_pair ("B2/S", MEBIBYTE, "growth");
  small = pair.worlds[0];
  pair_paste (&pair, "2o$bo!", 0, 0);
  for (guint i = 0; i < 3; i++) {
    error = NULL;
    g_assert_false (life_world_step (small, 1 << 20, NULL, &error));
    assert_refused (error, LIFE_ERROR_MEMORY, "limit of 1 MiB");
  }
  g_assert_cmpuint (life_world_get_generation (small), >, 100);
  g_assert_cmpuint (life_world_get_generation (small), <, 10000);
  step (pair.worlds[1], life_world_get_generation (small));
  g_assert_cmpuint (checksum_of (small), ==, checksum_of (pair.worlds[1]));
  g_assert_cmpuint (
      statistics_of (small).births, ==, statistics_of (pair.worlds[1]).births);
  error = NULL;
  g_assert_false (life_world_soup_box (small, &box, 1, 0.4, &error));
  assert_refused (error, LIFE_ERROR_MEMORY, "");
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
  g_auto (Pair) pair = { { NULL } };

  if (skip_without_cuda ())
    return;
  pair = new_tiles_pair ("B3/S23", MEBIBYTE, "a soup over another one");
  for (guint64 seed = 1; seed < 5; seed++) {
    pair_soup_box (&pair, &box, seed, 0.3);
    if (!PAIR_PLAY (&pair, 0, 3))
      return;
  }
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
  const LifeRule aging = rule_of (2, "B2/S/3");
  g_autoptr (LifeWorld) world = NULL;
  GError *error = NULL;

  if (skip_without_cuda ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const LifeEngineOptions options = cuda_options (cases[i].kernel);
    const LifeRule rule = rule_of (2, cases[i].rule);

    error = NULL;
    g_assert_null (life_world_new (&no_edges, &rule, &options, &error));
    assert_refused (error, LIFE_ERROR_UNSUPPORTED, cases[i].word);
  }
  world = new_tiles ("B3/S23", 0);
  paste_text (world, GLIDER, 0, 0);
  error = NULL;
  g_assert_false (life_world_set_rule (world, &aging, &error));
  assert_refused (error, LIFE_ERROR_UNSUPPORTED, "");
  step (world, 4);
  g_assert_cmpuint (statistics_of (world).population, ==, 5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST_TILES(name) g_test_add_func ("/cuda-unbounded/" #name, test_##name)
  TEST_TILES (skipped_cells_are_those_of_the_cpu);
  TEST_TILES (gliders_go_as_far_as_on_the_cpu);
  TEST_TILES (guns_and_what_grows_fast);
  TEST_TILES (cells_at_all_corners_are_those_of_the_cpu);
  TEST_TILES (little_memory_suffices_for_a_glider);
  TEST_TILES (growth_ends_where_memory_does);
  TEST_TILES (full_worlds_are_written_again);
  TEST_TILES (what_only_the_cpu_runs_is_refused);
  return g_test_run ();
}
