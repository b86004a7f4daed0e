/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds in parts that threads hold, on processors and on GPUs: the cells, counts, snapshots
 * and pictures of one engine, whatever the parts are. */
#include "life/cpu/bits2d/bits2d.h"
#include "life/cpu/bit-lines.h"
#include "tests/support/worlds/compare.h"
#include "tests/support/worlds/parts.h"

#define WORLDS 300

/* Families that bit-sliced engines run. */
static const gchar *const flat_rules[] = { "B3/S23", "B36/S125", "B2/S34H",
  "B13/S012V", "B0123/S01234", "B2-a/S12", "B3/S23/C8", "B2/S/C255", "B0/S",
  "B02/S1/C5", "B34/S12/C3V", "B2/S34/C4H", "B3-cnqy4e/S1c2-ik3" };
static const gchar *const deep_rules[] = { "B6/S567", "B5/S45", "B0/S",
  "B0,7/S0,3,26", "B4/S4/C5", "B13,14,17..19/S13..26", "B1,3/S0..6F",
  "B2/S3,5C", "B2,4/S1..3/C4E", "B0..26/S0..26" };

typedef struct {
  LifeGeometry geometry;
  const gchar *text;
  guint parts;
  GRand *random;
} Random;

static guint
pick (const Random *world, guint first, guint last)
{
  return (guint) g_rand_int_range (
      world->random, (gint) first, (gint) last + 1);
}

/* World @i: 1 to 7 parts, some of a few rows or of one. The text is NULL where parts do not
 * hold worlds under the rule. */
static Random
random_world (guint i)
{
  Random world = { .random = g_rand_new_with_seed (i) };
  const gboolean deep = i % 3 == 2;
  LifeRule rule;
  guint units;

  world.parts = 1 + i % 7;
  units = world.parts * pick (&world, 1, i % 5 == 0 ? 40 : 6)
          + pick (&world, 0, world.parts - 1);
  world.geometry.topology = topologies[i / 7 % 2];
  world.geometry.width = pick (&world, 1, i % 4 == 0 ? 300 : 70);
  world.geometry.height = deep ? pick (&world, 1, 20) : units;
  world.geometry.depth = deep ? MAX (units, 2) : 1;
  world.text = deep ? deep_rules[i / 3 % G_N_ELEMENTS (deep_rules)]
                    : flat_rules[i % G_N_ELEMENTS (flat_rules)];
  rule = rule_of (deep ? 3 : 2, world.text);
  if (!parts_class ()->supports (&rule))
    world.text = NULL;
  return world;
}

/* The same random cells in parts and in one world. */
static Worlds *
start (const Random *world)
{
  const LifeRule rule =
      rule_of (world->geometry.depth > 1 ? 3 : 2, world->text);
  const guint64 seed = g_rand_int (world->random);
  Worlds *worlds = new_parts_worlds (
      &world->geometry, &rule, world->parts, pick (world, 1, 2));

  worlds_soup (worlds, seed, 0.35);
  return worlds;
}

static LifeBox
random_box (const Random *random)
{
  const LifeGeometry *geometry = &random->geometry;
  LifeBox box = { pick (random, 0, geometry->width - 1),
    pick (random, 0, geometry->height - 1),
    pick (random, 0, geometry->depth - 1) };

  box.width = pick (random, 1, (guint) (geometry->width - box.x));
  box.height = pick (random, 1, (guint) (geometry->height - box.y));
  box.depth = pick (random, 1, (guint) (geometry->depth - box.z));
  return box;
}

static gboolean
play_random_world (guint i)
{
  Random random = random_world (i);
  g_autoptr (GRand) freed G_GNUC_UNUSED = random.random;
  g_autoptr (Worlds) worlds = NULL;
  g_autofree gchar *what = NULL;

  if (random.text == NULL)
    return TRUE;
  what = g_strdup_printf (
      "world %u, %s in %u parts", i, random.text, random.parts);
  worlds = start (&random);
  if (!worlds_same (worlds, what))
    return FALSE;
  for (guint call = 0; call < 4; call++) {
    const guint64 generations = pick (&random, 1, call == 3 ? 40 : 9);

    if (call == 2)
      worlds_scatter (worlds, random.random, random_box (&random));
    if (!worlds_play (worlds, &generations, 1, what))
      return FALSE;
  }
  return TRUE;
}

static void
test_random_worlds_have_the_cells_of_one_engine (void)
{
  guint64 first, last;

  choose_seeds ("LIFE_WORLDS", WORLDS, &first, &last);
  for (guint64 seed = first; seed <= last; seed++)
    if (!play_random_world ((guint) seed))
      return;
}

/* Patterns that reach over all edges of a torus, and so into several parts. */
static void
test_patterns_are_shared (void)
{
  static const LifeGeometry geometry = { 70, 23, 1, LIFE_TOPOLOGY_TORUS };
  const LifeRule rule = rule_of (2, "B3/S23");

  for (guint parts = 1; parts <= 7; parts++) {
    g_autoptr (Worlds) worlds = new_parts_worlds (&geometry, &rule, parts, 1);

    for (guint64 i = 0; i < 10; i++) {
      worlds_paste (worlds, "9bo10b$2o3b13o2b$$$5ob3o$3bo$o$7bo$ob2o3b5o!",
          (gint64) (7 * i), (gint64) (5 * i % 23));
      if (!worlds_play (worlds, &i, 1, "patterns"))
        return;
    }
  }
}

/* --- What test-world requests of parts on processors --- */

static void
test_snapshots_return (void)
{
  static const LifeGeometry geometry = { 130, 61, 1, LIFE_TOPOLOGY_PLANE };
  const LifeRule rule = rule_of (2, "B3/S23/C4");
  g_autoptr (Worlds) worlds = new_parts_worlds (&geometry, &rule, 3, 1);
  g_autoptr (LifeSnapshot) snapshot = NULL;

  worlds_soup (worlds, 3, 0.4);
  worlds_step (worlds, 10);
  snapshot = world_snapshot (worlds->each[1]);
  step (worlds->each[1], 7);
  world_restore (worlds->each[1], snapshot);
  worlds_play (worlds, (const guint64[]){ 0, 9 }, 2, "a snapshot");
}

/* To more states, fewer states, and another neighborhood. */
static void
test_rules_change (void)
{
  static const LifeGeometry geometry = { 100, 50, 1, LIFE_TOPOLOGY_TORUS };
  static const gchar *const rules[] = { "B3/S23/C9", "B36/S23", "B2/S34H",
    "B2/S/C3", "B3/S23" };
  const LifeRule first = rule_of (2, "B3/S23");
  g_autoptr (Worlds) worlds = new_parts_worlds (&geometry, &first, 4, 1);

  worlds_soup (worlds, 5, 0.3);
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    const LifeRule rule = rule_of (2, rules[i]);

    worlds_step (worlds, 5);
    worlds_set_rule (worlds, &rule);
    assert_equal_worlds (worlds->each[1], worlds->each[0], rules[i]);
    worlds_play (worlds, (const guint64[]){ 3 }, 1, rules[i]);
  }
}

static void
test_a_step_is_cancelled (void)
{
  static const LifeGeometry geometry = { 200, 90, 1, LIFE_TOPOLOGY_TORUS };
  const LifeRule rule = rule_of (2, "B3/S23");
  g_autoptr (Worlds) worlds = new_parts_worlds (&geometry, &rule, 3, 1);

  worlds_soup (worlds, 7, 0.3);
  step_until_cancelled (worlds->each[1]);
  step (worlds->each[0], life_world_get_generation (worlds->each[1]));
  worlds_play (worlds, (const guint64[]){ 0, 3 }, 2, "a cancelled step");
}

static void
test_what_parts_do_not_support_is_refused (void)
{
  static const struct {
    LifeGeometry geometry;
    const gchar *rule;
    guint parts;
    LifeError code;
    const gchar *words;
  } cases[] = {
    { { 40, 6, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23", 7, LIFE_ERROR_SIZE,
        "6 rows|7 threads" },
    { { 40, 60, 3, LIFE_TOPOLOGY_PLANE }, "B6/S567", 4, LIFE_ERROR_SIZE,
        "3 slices|4 threads" },
    { { 40, 60, 1, LIFE_TOPOLOGY_KLEIN }, "B3/S23", 2, LIFE_ERROR_UNSUPPORTED,
        "topology|needs one process" },
    { { 40, 60, 1, LIFE_TOPOLOGY_TORUS, FALSE, 2 }, "B3/S23", 2,
        LIFE_ERROR_UNSUPPORTED, "topology|needs one process" },
    { { 40, 6, 1, LIFE_TOPOLOGY_TORUS }, "R2,C0,M0,S3..5,B3..4,NM", 2,
        LIFE_ERROR_UNSUPPORTED, "rule|needs one process" },
    { { G_MAXUINT32, G_MAXUINT32, 1, LIFE_TOPOLOGY_TORUS }, "B3/S23", 2,
        LIFE_ERROR_MEMORY, "does not fit|2 threads lack|MiB|in all" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const LifeRule rule =
        rule_of (cases[i].geometry.depth > 1 ? 3 : 2, cases[i].rule);
    GError *error = NULL;

    g_assert_null (
        try_parts_world (&cases[i].geometry, &rule, cases[i].parts, 1, &error));
    assert_message (error, cases[i].code, cases[i].words);
  }
}

/* --- Parts that fail --- */

static gint passes_left; /* of part 1; atomically */

static gboolean
step_or_fail (
    LifePart *self, guint64 generations, gboolean last, GError **error)
{
  if (self->index != 1 || g_atomic_int_add (&passes_left, -1) > 0)
    return life_cpu_part.step (self, generations, last, error);
  g_set_error_literal (
      error, LIFE_ERROR, LIFE_ERROR_DEVICE, "it has had enough");
  return FALSE;
}

static LifeLink *
open_failing (const LifeEngineOptions *options, gpointer data, GError **error)
{
  return life_threads_link_new (
      life_part_class_of_gpus (), GPOINTER_TO_UINT (data), NULL);
}

/* Nobody waits for it for good, then or later. */
static void
test_a_part_that_fails_blocks_no_other_one (void)
{
  static const LifeGeometry geometry = { 100, 90, 1, LIFE_TOPOLOGY_TORUS };
  const LifePartClass *gpus = life_part_class_of_gpus ();
  const LifeRule rule = rule_of (2, "B3/S23");
  LifePartClass failing = life_cpu_part;
  LifeEngineOptions options = default_options ();
  GError *error = NULL;

  failing.kind = LIFE_ENGINE_CUDA;
  failing.step = step_or_fail;
  life_part_class_set_gpus (&failing);
  options.cluster = LIFE_CLUSTER_MPI;
  for (guint parts = 2; parts <= 4; parts++) {
    LifeWorld *world;

    life_parts_use (open_failing, GUINT_TO_POINTER (parts));
    world = life_world_new (&geometry, &rule, &options, &error);
    g_assert_no_error (error);
    fill_soup (world, 1, 0.4);
    g_atomic_int_set (&passes_left, 3);
    g_assert_false (life_world_step (world, 100, NULL, &error));
    assert_message (
        g_steal_pointer (&error), LIFE_ERROR_DEVICE, "it has had enough");
    g_assert_false (life_world_step (world, 1, NULL, NULL));
    g_atomic_int_set (&passes_left, 1000);
    step (world, 30);
    life_world_free (world);
  }
  life_part_class_set_gpus (gpus);
}

/* --- What engines skip, though lines come from elsewhere --- */

/* Larger than the areas that are skipped as a whole. */
static const LifeGeometry skipping = { 9000, 700, 1, LIFE_TOPOLOGY_TORUS };

/* One engine skips what it can, the other one never knows that anything is unchanged. */
static void
open_engines (LifeRowEngine *engines[2], const LifeRule *rule)
{
  const LifeEngineOptions options = {
    .engine = LIFE_ENGINE_CPU, .kernel = LIFE_KERNEL_BITSLICED, .threads = 1
  };
  GError *error = NULL;

  for (guint i = 0; i < 2; i++) {
    LifeEngine *engine =
        life_bitsliced_engine.create (&skipping, rule, &options, &error);

    g_assert_no_error (error);
    engine->rule = rule;
    engines[i] = (LifeRowEngine *) engine;
  }
}

static void
close_engines (LifeRowEngine *engines[2])
{
  for (guint i = 0; i < 2; i++)
    life_bitsliced_engine.destroy (&engines[i]->engine);
}

/* Some live cells in a row. */
static void
add_cells (GRand *random, LifeRowEngine *engines[2])
{
  static const gint64 nowhere[3] = { 0 };
  const LifeRun run = { .x = (guint32) g_rand_int_range (random, 0, 8990),
    .y = (guint32) g_rand_int_range (random, 0, 700),
    .length = (guint32) g_rand_int_range (random, 1, 8),
    .state = 1 };

  for (guint i = 0; i < 2; i++)
    life_row_engine_add_runs (&engines[i]->engine, &run, 1, nowhere, NULL);
}

/* Writes lines as a neighbor sends them: those that are there, but now and then with another
 * cell, or those of another place. */
static void
write_lines (GRand *random, LifeRowEngine *engines[2])
{
  const gsize n = (gsize) g_rand_int_range (random, 1, 130);
  const LifeLines lines = {
    .first = (gsize) g_rand_int_range (random, 0, 700 - n), .n = n, .height = 1
  };
  LifeLines from = lines;
  g_autofree guint64 *words = g_malloc (life_lines_bytes (engines[0], n));

  if (g_rand_int_range (random, 0, 8) == 0)
    from.first = (gsize) g_rand_int_range (random, 0, 700 - n);
  life_lines_read (engines[0], &from, words);
  if (g_rand_int_range (random, 0, 2) == 0)
    words[g_rand_int_range (random, 0, n * engines[0]->words)] ^=
        (g_rand_int_range (random, 0, 2) == 0 ? G_GUINT64_CONSTANT (7)
                                              : G_GUINT64_CONSTANT (1))
        << g_rand_int_range (random, 0, 60);
  for (guint i = 0; i < 2; i++)
    life_lines_write (engines[i], &lines, words);
}

static void
advance_both (LifeRowEngine *engines[2], guint64 generations)
{
  guint64 stepped;

  engines[1]->touched (engines[1], NULL);
  for (guint i = 0; i < 2; i++)
    engines[i]->engine.klass->step (
        &engines[i]->engine, generations, NULL, &stepped, NULL);
}

static void
assert_equal_engines (LifeRowEngine *engines[2], const gchar *what)
{
  const LifeLines all = life_lines_all (engines[0]);
  const gsize bytes = (gsize) life_lines_bytes (engines[0], all.n);
  g_autofree guint64 *cells = g_malloc (2 * bytes);

  for (guint i = 0; i < 2; i++)
    life_lines_read (engines[i], &all, cells + i * bytes / sizeof (guint64));
  if (memcmp (cells, cells + bytes / sizeof (guint64), bytes) != 0)
    fail ("%s", what);
}

static void
test_lines_that_change_are_not_skipped (void)
{
  static const gchar *const rules[] = { "B3/S23", "B3/S23/C3", "B36/S125" };
  /* Passes of rows, and of tiles; often of one length, so that much is skipped. */
  static const guint64 generations[] = { 1, 60, 120, 30 };

  for (guint i = 0; i < 12; i++) {
    const LifeRule rule = rule_of (2, rules[i / 4]);
    LifeRowEngine *engines[2];
    g_autoptr (GRand) random = g_rand_new_with_seed (i);
    gchar what[60];

    open_engines (engines, &rule);
    for (guint j = 0; j < 20; j++)
      add_cells (random, engines);
    for (guint call = 0; call < SOME_OF (60); call++) {
      if (call > 9 && g_rand_int_range (random, 0, 3) != 0)
        write_lines (random, engines);
      advance_both (engines,
          g_rand_int_range (random, 0, 15) == 0 ? 7 : generations[i % 4]);
      g_snprintf (
          what, sizeof what, "%s, case %u, call %u", rules[i / 4], i, call);
      assert_equal_engines (engines, what);
    }
    close_engines (engines);
  }
}

/* Life comes to a world where all was skipped for good, near the edge of any area. */
static void
test_life_comes_to_dead_areas (void)
{
  const LifeRule rule = rule_of (2, "B3/S23");
  LifeLines lines = { .n = 8, .height = 1 };
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autofree guint64 *words = NULL;
  LifeRowEngine *engines[2];
  gchar what[40];
  gsize width;

  open_engines (engines, &rule);
  width = engines[0]->words;
  words = g_malloc (life_lines_bytes (engines[0], lines.n));
  for (lines.first = 3; lines.first < 690; lines.first += 10) {
    const guint64 generations = lines.first % 20 == 3 ? 60 : 1;
    const gsize start =
        lines.first % 30 == 3 ? width - 20 : lines.first * 7 % (width - 20);

    for (guint j = 0; j < 2; j++)
      life_row_engine_clear (&engines[j]->engine, NULL);
    for (guint i = 0; i < 4; i++)
      advance_both (engines, generations);
    memset (words, 0, (gsize) life_lines_bytes (engines[0], lines.n));
    for (gsize i = 0; i < 20 * lines.n; i++)
      words[i / 20 * width + start + i % 20] =
          (guint64) g_rand_int (random) << 32 | g_rand_int (random);
    for (guint j = 0; j < 2; j++)
      life_lines_write (engines[j], &lines, words);
    for (guint i = 0; i < 3; i++) {
      /* Passes of several lengths skip only what is dead. */
      advance_both (engines, generations == 1 ? 1 : generations - i);
      g_snprintf (what, sizeof what, "line %" G_GSIZE_FORMAT, lines.first);
      assert_equal_engines (engines, what);
    }
  }
  close_engines (engines);
}

/* Most of the world is dead or still, parts of several areas each, and gliders cross borders. */
static void
test_sparse_worlds_have_the_cells_of_one_engine (void)
{
  static const LifeGeometry geometry = { 5000, 1600, 1, LIFE_TOPOLOGY_TORUS };
  static const guint64 calls[] = { 120, 120, 120, 60, 60, 60, 1, 1, 1, 1, 100,
    100, 100, 7, 7, 130, 300 };
  const LifeRule rule = rule_of (2, "B3/S23");
  g_autoptr (Worlds) worlds = new_parts_worlds (&geometry, &rule, 3, 1);

  for (gint64 i = 0; i < 12; i++)
    worlds_paste (worlds, "bo$2bo$3o20bo$23bo$23bo5$8b2o$8b2o!", 400 * i,
        (i * 131 + 500) % 1600);
  worlds_play (worlds, calls, G_N_ELEMENTS (calls), "a sparse world");
}

/* Too many cells for a chip: borders are advanced before what is between them. */
static void
test_large_3d_worlds_have_the_cells_of_one_gpu (void)
{
  static const LifeGeometry geometries[] = { { 640, 640, 1500,
                                                 LIFE_TOPOLOGY_TORUS },
    { 650, 630, 1400, LIFE_TOPOLOGY_PLANE } };
  static const guint64 calls[] = { 40, 13, 1, 25 };
  const LifeRule rule = rule_of (3, "B6/S567");
  LifeEngineOptions options = default_options ();

  options.engine = LIFE_ENGINE_CUDA;
  for (guint i = 0; i < G_N_ELEMENTS (geometries); i++)
    for (guint parts = 2; parts <= 4; parts++) {
      GError *error = NULL;
      g_autoptr (Worlds) worlds =
          worlds_of (new_parts_world (&geometries[i], &rule, parts, 1),
              life_world_new (&geometries[i], &rule, &options, &error));

      g_assert_no_error (error);
      worlds_soup (worlds, parts, 0.3);
      for (guint j = 0; j < G_N_ELEMENTS (calls); j++) {
        worlds_step (worlds, calls[j]);
        g_assert_cmphex (
            checksum_of (worlds->each[1]), ==, checksum_of (worlds->each[0]));
      }
    }
}

#define TEST(name) g_test_add_func ("/parts/" #name, test_##name)
#define TEST_ON_GPUS(name) \
  g_test_add_data_func (   \
      "/parts/gpus/" #name, (gconstpointer) test_##name, run_on_gpus)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (random_worlds_have_the_cells_of_one_engine);
  TEST (patterns_are_shared);
  TEST (what_parts_do_not_support_is_refused);
  TEST (a_part_that_fails_blocks_no_other_one);
  TEST (lines_that_change_are_not_skipped);
  TEST (life_comes_to_dead_areas);
  TEST (sparse_worlds_have_the_cells_of_one_engine);
  TEST_ON_GPUS (random_worlds_have_the_cells_of_one_engine);
  TEST_ON_GPUS (patterns_are_shared);
  TEST_ON_GPUS (snapshots_return);
  TEST_ON_GPUS (rules_change);
  TEST_ON_GPUS (a_step_is_cancelled);
  TEST_ON_GPUS (large_3d_worlds_have_the_cells_of_one_gpu);
  return g_test_run ();
}
