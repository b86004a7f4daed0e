/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* HashLife as the engine of a world: all that is known of it is compared with sparse tiles,
 * and macrocell files whose cells no array holds are opened, drawn and advanced. */
#include "tests/support/worlds/unbounded-tree.h"

static LifeWorld *
new_hash (const gchar *rule, guint threads)
{
  return new_world (&no_edges, rule, LIFE_KERNEL_HASHLIFE, threads);
}

static void
assert_same_pictures (LifeWorld *a, LifeWorld *b, gdouble zoom)
{
  enum {
    WIDTH = 97,
    HEIGHT = 61
  };
  guint8 pixels[2][WIDTH * HEIGHT];
  LifeWorld *worlds[] = { a, b };

  for (guint i = 0; i < 2; i++) {
    const LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_GRAY8,
      .width = WIDTH,
      .height = HEIGHT,
      .data = { pixels[i] },
      .stride = { WIDTH } };
    LifeView view = default_view ();

    view.zoom = zoom;
    view.x = 20.5;
    view.y = -3;
    world_draw (worlds[i], &view, &frame);
  }
  g_assert_cmpmem (pixels[0], sizeof pixels[0], pixels[1], sizeof pixels[1]);
}

static void
assert_same_worlds (LifeWorld *hash, LifeWorld *sparse)
{
  static const gdouble zooms[] = { 3, 0.5, 0.125, 1.0 / 64 };
  const LifeBox box = box_of (hash), other = box_of (sparse);
  const LifeBox around = { other.x - 3, other.y - 5, 0, other.width + 70,
    other.height + 9, 1 };
  g_autofree guint8 *cells = read_box (hash, &around);
  g_autofree guint8 *expected = read_box (sparse, &around);
  g_autofree gchar *population = life_world_get_population_text (hash, NULL);
  g_autofree gchar *expected_population =
      life_world_get_population_text (sparse, NULL);

  g_assert_cmpmem (&box, sizeof box, &other, sizeof other);
  g_assert_cmpmem (cells, (gsize) (around.width * around.height), expected,
      (gsize) (around.width * around.height));
  g_assert_cmpstr (population, ==, expected_population);
  g_assert_cmphex (checksum_of (hash), ==, checksum_of (sparse));
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    assert_same_pictures (hash, sparse, zooms[i]);
}

static Worlds *
new_both (const gchar *rule, guint threads)
{
  return worlds_of (new_hash (rule, threads), new_unbounded (rule, 1));
}

static void
assert_same_both (Worlds *worlds)
{
  assert_same_worlds (worlds->each[1], worlds->each[0]);
}

static void
fill_both (Worlds *worlds, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  const LifeBox box = { g_rand_int_range (random, -200, 200),
    g_rand_int_range (random, -200, 200), 0, g_rand_int_range (random, 1, 150),
    g_rand_int_range (random, 1, 150), 1 };

  worlds_fill_box (worlds, box, seed, 0.3);
}

static void
test_both_kernels_agree (void)
{
  static const gchar *const rules[] = { "B3/S23", "B36/S23", "B2/S34H",
    "B13/S12V", "B2-a/S12", "B3/S2-i34q" };
  static const guint steps[] = { 1, 2, 5, 8, 16, 33, 64, 100, 129 };

  for (guint i = 0; i < 100; i++) {
    const gchar *rule = rules[i % G_N_ELEMENTS (rules)];
    g_autoptr (Worlds) worlds = new_both (rule, 1 + i % 3);

    fill_both (worlds, i);
    assert_same_both (worlds);
    for (guint k = 0; k < 4; k++) {
      worlds_step (worlds, steps[(i + 2 * k) % G_N_ELEMENTS (steps)]);
      assert_same_both (worlds);
      worlds_paste (worlds, "3bo$bobo$o2bo!", -70 + 64 * (gint64) k, 60);
    }
  }
}

/* --- Macrocell files --- */

static void
test_the_middle_of_a_tree_is_the_origin (void)
{
  g_autoptr (Worlds) worlds = new_both ("B3/S23", 1);
  g_autofree gchar *text = full_tree (6);
  g_autoptr (LifePattern) pattern = load_tree (text);

  for (guint i = 0; i < 2; i++) {
    LifeBox box;

    paste_there (worlds->each[i], pattern);
    box = box_of (worlds->each[i]);
    g_assert_cmpint (box.x, ==, -32);
    g_assert_cmpint (box.y, ==, -32);
    g_assert_cmpint (box.width, ==, 58);
  }
  worlds_step (worlds, 3);
  assert_same_both (worlds);
}

/* 4^47 blocks: 2^96 cells. */
static void
test_more_cells_than_fit_numbers (void)
{
  g_autoptr (LifeWorld) world = new_hash ("B3/S23", 2);
  g_autofree gchar *text = full_tree (50), *population = NULL;
  g_autoptr (LifePattern) pattern = load_tree (text);
  GError *error = NULL;
  gint64 size[3];

  g_assert_cmpuint (life_pattern_get_n_runs (pattern), ==, 0);
  life_pattern_get_size (pattern, size);
  g_assert_cmpint (size[0], ==, (G_GINT64_CONSTANT (1) << 50) - 6);
  paste_there (world, pattern);
  step (world, 1000);
  population = life_world_get_population_text (world, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (population, ==, "79228162514264337593543950336");
  g_assert_cmpuint (statistics_of (world).population, ==, G_MAXUINT64);
}

static void
test_what_supports_no_tree_reports_that (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);
  g_autofree gchar *text = full_tree (40);
  g_autoptr (LifePattern) pattern = load_tree (text);
  const gint64 there[3] = { 0, 0, 0 };
  GError *error = NULL;

  g_assert_false (life_world_paste (world, pattern, there, &error));
  assert_message (g_steal_pointer (&error), LIFE_ERROR_SIZE, "kernel=hashlife");
  g_assert_null (life_pattern_write (pattern, LIFE_FORMAT_RLE, &error));
  assert_message (error, LIFE_ERROR_SIZE, "");
}

/* Both kernels write the same squares, and what was written is the same world again. */
static void
test_what_is_saved_is_loaded (void)
{
  static const gchar *const names[] = { "world.mc", "world.mc.gz" };
  g_autofree gchar *folder = g_dir_make_tmp ("life-tree-XXXXXX", NULL);
  g_autoptr (Worlds) worlds = new_both ("B36/S23", 1);
  GError *error = NULL;

  fill_both (worlds, 11);
  for (guint i = 0; i < 4; i++) {
    g_autofree gchar *path = g_build_filename (folder, names[i % 2], NULL);
    g_autoptr (LifeWorld) again = new_hash ("B36/S23", 1);
    g_autoptr (LifePattern) pattern = NULL;

    worlds_step (worlds, 5);
    life_world_save (worlds->each[i / 2], path, &error);
    g_assert_no_error (error);
    pattern = life_pattern_load_unbounded (path, &error);
    g_assert_no_error (error);
    g_assert_cmpstr (life_pattern_get_rule (pattern), ==, "B36/S23");
    g_assert_cmpuint (life_pattern_get_generation (pattern), ==, 5 * (i + 1));
    paste_there (again, pattern);
    assert_same_worlds (again, worlds->each[0]);
  }
  remove_folder (folder);
}

static void
test_other_worlds_are_no_trees (void)
{
  const LifeGeometry torus = { 64, 64, 1, LIFE_TOPOLOGY_TORUS };
  g_autoptr (LifeWorld) world =
      new_world (&torus, "B3/S23", LIFE_KERNEL_AUTO, 1);
  GError *error = NULL;

  g_assert_false (life_world_save (world, "/tmp/no.mc", &error));
  assert_message (g_steal_pointer (&error), LIFE_ERROR_UNSUPPORTED, ".rle");
  g_assert_false (life_world_save (world, "/no/such/folder/a.rle", &error));
  assert_message (error, LIFE_ERROR_FILE, "");
}

static void
test_memory_is_bounded (void)
{
  LifeEngineOptions options = default_options ();
  const LifeRule rule = rule_of (2, "B3/S23");
  const LifeBox box = { 0, 0, 0, 1500, 1500, 1 };
  g_autoptr (LifeWorld) world = NULL;
  GError *error = NULL;

  options.kernel = LIFE_KERNEL_HASHLIFE;
  options.memory_limit = 2 << 20;
  world = life_world_new (&no_edges, &rule, &options, &error);
  g_assert_no_error (error);
  world_soup_box (world, &box, 1, 0.4);
  g_assert_false (life_world_step (world, 1 << 20, NULL, &error));
  assert_message (error, LIFE_ERROR_MEMORY, "");
  g_assert_cmpuint (life_world_get_generation (world), ==, 0);
}

#define TEST(name) g_test_add_func ("/hashlife-world/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (both_kernels_agree);
  TEST (the_middle_of_a_tree_is_the_origin);
  TEST (more_cells_than_fit_numbers);
  TEST (what_supports_no_tree_reports_that);
  TEST (what_is_saved_is_loaded);
  TEST (other_worlds_are_no_trees);
  TEST (memory_is_bounded);
  return g_test_run ();
}
