/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests what worlds without edges do with bad input, too little memory and steps that are
 * cancelled: there is an error that says what to do, and the world stays usable. */
#include "life/world/engine-class.h"
#include "tests/support/worlds/unbounded-tree.h"

#include <sys/resource.h>
#include <unistd.h>

#define MEBIBYTE (G_GUINT64_CONSTANT (1) << 20)
#define FAR LIFE_MAX_COORDINATE

static const LifeKernel kernels[] = { LIFE_KERNEL_SPARSE,
  LIFE_KERNEL_HASHLIFE };

static LifeWorld *
try_new (const gchar *text, LifeKernel kernel, guint64 memory, guint threads,
    GError **error)
{
  LifeEngineOptions options = default_options ();
  const LifeRule rule = rule_of (2, text);

  options.kernel = kernel;
  options.memory_limit = memory;
  options.threads = threads;
  return life_world_new (&no_edges, &rule, &options, error);
}

static LifeWorld *
new_small (const gchar *text, LifeKernel kernel, guint64 memory, guint threads)
{
  GError *error = NULL;
  LifeWorld *world = try_new (text, kernel, memory, threads, &error);

  g_assert_no_error (error);
  return world;
}

/* A glider flies in it as in any other world. */
static void
assert_usable (LifeWorld *world)
{
  const LifeRule life = rule_of (2, "B3/S23");
  LifeBox box;

  world_clear (world);
  world_set_rule (world, &life);
  paste_text (world, "bo$2bo$3o!", 10, 20);
  step (world, 400);
  box = box_of (world);
  g_assert_cmpint (box.x, ==, 110);
  g_assert_cmpint (box.y, ==, 120);
  g_assert_cmpuint (statistics_of (world).population, ==, 5);
}

/* --- Files --- */

static void
test_bad_trees_name_the_position (void)
{
  static const struct {
    const gchar *text, *words;
  } trees[] = {
    { "[M2]\n*\n4 0 1 2 0\n", ":3:7:|no node 2 yet" },
    { "[M2]\n*\n4 0 1 0 4294967295\n", ":3:9:|no node 4294967295 yet" },
    { "[M2]\n*\n4 0 1 0 99999999999999999999\n", ":3:9:" },
    { "[M2]\n*\n5 1 0 0 0\n", ":3:3:|of level 3" },
    { "[M2]\n*\n0 1 0 0 0\n", ":3:1:|level 0" },
    { "[M2]\n*\n10000 1 0 0 0\n", ":3:1:|level" },
    { "[M2]\n*\n18446744073709551620 1 0 0 0\n", ":3:1:|level" },
    { "[M2]\n*\n-4 1 0 0 0\n", ":3:1:" },
    { "[M2]\n*\n4 1 0 0\n", ":3:8:" },
    { "[M2]\n1 0 0 0 256\n", ":2:9:" },
    { "[M2]\n.........*\n", ":2:9:|8 × 8" },
    { "[M2]\n$$$$$$$$*\n", ":2:9:|8 × 8" },
  };

  g_autoptr (GString) far = g_string_new ("[M2]\n*\n");
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (trees); i++) {
    g_assert_null (
        load_macrocell (trees[i].text, strlen (trees[i].text), &error));
    assert_message (
        g_steal_pointer (&error), LIFE_ERROR_PATTERN, trees[i].words);
  }
  for (guint level = 4; level <= 64; level++)
    g_string_append_printf (far, "%u %u 0 0 0\n", level, level - 3);
  g_assert_null (load_macrocell (far->str, far->len, &error));
  assert_message (error, LIFE_ERROR_PATTERN, "2^62");
}

/* Equal ones are one square, so that their number does not matter, once there is memory for the
 * pattern itself. */
static void
test_many_nodes_use_little_memory (void)
{
  g_autoptr (LifeWorld) world =
      new_small ("B3/S23", LIFE_KERNEL_HASHLIFE, 2 * MEBIBYTE, 1);
  g_autoptr (LifeWorld) larger =
      new_small ("B3/S23", LIFE_KERNEL_HASHLIFE, 48 * MEBIBYTE, 1);
  g_autoptr (GString) text = g_string_new ("[M2]\n.*$..*$***$\n");
  g_autoptr (LifePattern) pattern = NULL;
  const gint64 there[3] = { -16, -16, 0 };
  GError *error = NULL;

  for (guint i = 0; i < 300000; i++)
    g_string_append (text, "4 1 0 0 0\n");
  g_string_append (text, "5 300000 2 0 9\n");
  pattern = load_tree (text->str);
  g_assert_false (life_world_paste (world, pattern, there, &error));
  assert_message (error, LIFE_ERROR_MEMORY, "a pattern|9.2 MiB|memory-limit");
  assert_usable (world);
  error = NULL;
  world_paste (larger, pattern, there[0], there[1]);
  g_assert_cmpuint (statistics_of (larger).population, ==, 15);
  assert_usable (larger);
}

static void
test_long_runs_in_text_are_refused (void)
{
  static const gchar *const texts[] = {
    "x = 1, y = 1\n4611686018427387905o!",
    "x = 1, y = 1\n99999999999999999999999o!",
    "x = 1, y = 1\no4611686018427387905$o!",
    "x = 99999999999999999999999, y = 1\no!",
    "#CXRLE Pos=4611686018427387905,0\nx = 1, y = 1\no!",
    "#CXRLE Pos=0,-99999999999999999999999\nx = 1, y = 1\no!",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (life_pattern_parse (texts[i], strlen (texts[i]), &error));
    g_assert_true (error->domain == LIFE_ERROR);
  }
}

/* --- More cells than fit --- */

#define LONGEST "4294967295o"

static void
test_the_longest_runs_fit_or_are_refused (void)
{
  const gchar *text =
      "x = 4294967295, y = 4\n" LONGEST "$" LONGEST "2$" LONGEST "!";
  g_autoptr (LifePattern) pattern = life_pattern_from_string (text, NULL);
  g_autoptr (LifeWorld) hash =
      new_small ("B3/S23", LIFE_KERNEL_HASHLIFE, 2 * MEBIBYTE, 1);
  g_autoptr (LifeWorld) sparse =
      new_small ("B3/S23", LIFE_KERNEL_SPARSE, 64 * MEBIBYTE, 1);
  const gint64 there[3] = { -5, 7, 0 };
  const LifeBox expected = { -5, 7, 0, G_MAXUINT32, 4, 1 };
  GError *error = NULL;
  LifeBox box;

  g_assert_false (life_world_paste (sparse, pattern, there, &error));
  assert_message (error, LIFE_ERROR_MEMORY, "64 MiB|memory-limit");
  assert_usable (sparse);
  error = NULL;
  world_paste (hash, pattern, there[0], there[1]);
  g_assert_cmpuint (
      statistics_of (hash).population, ==, 3 * G_GUINT64_CONSTANT (4294967295));
  box = box_of (hash);
  g_assert_cmpmem (&box, sizeof box, &expected, sizeof expected);
  assert_usable (hash);
}

/* Long runs and others are put in in different ways. */
static void
test_runs_of_any_length_are_the_same_in_both (void)
{
  g_autoptr (LifeWorld) hash =
      new_small ("B3/S23", LIFE_KERNEL_HASHLIFE, 16 * MEBIBYTE, 1);
  g_autoptr (LifeWorld) sparse = new_small ("B3/S23", LIFE_KERNEL_SPARSE, 0, 1);
  LifeWorld *const both[] = { hash, sparse };
  g_autoptr (GString) short_runs = g_string_new (NULL);
  g_autoptr (GString) narrow = g_string_new (NULL);

  for (guint row = 0; row < 150; row++) {
    g_string_append (narrow, row % 3 ? "o2bo$" : "3bo$");
    for (guint i = 0; i <= 60; i++)
      g_string_append (short_runs, i == 60 ? "$" : (row + i) % 7 ? "2ob" : "b");
  }
  g_string_append_c (short_runs, '!');
  g_string_append_c (narrow, '!');
  for (guint i = 0; i < 2; i++) {
    paste_text (both[i], short_runs->str, -70, -75);
    paste_text (both[i], narrow->str, 7, -75);
    paste_text (both[i],
        "3o5000b4097o$9000o$20bo7b4096o2b5o$$33000o3$4095ob70000o!", -4099, -3);
    paste_text (both[i], "20000o$20000o!", -9000, 1);
  }
  g_assert_cmphex (checksum_of (hash), ==, checksum_of (sparse));
  step (hash, 37);
  step (sparse, 37);
  g_assert_cmphex (checksum_of (hash), ==, checksum_of (sparse));
}

static void
test_memory_too_small_for_the_first_frame (void)
{
  const LifeBox box = { 0, 0, 0, 3000, 3000, 1 };

  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++) {
    g_autoptr (LifeWorld) world = NULL;
    GError *error = NULL;

    world = try_new ("B3/S23", kernels[i], 1000, 1, &error);
    g_assert_null (world);
    assert_message (error, LIFE_ERROR_MEMORY, "1000 bytes|at least|MiB");
    world = new_small ("B3/S23", kernels[i], 2 * MEBIBYTE, 1);
    error = NULL;
    g_assert_false (life_world_soup_box (world, &box, 1, 0.4, &error));
    assert_message (error, LIFE_ERROR_MEMORY, "MiB|higher memory-limit");
    assert_usable (world);
  }
}

static void
test_snapshots_and_history_count_with_the_cells (void)
{
  g_autoptr (LifeWorld) world =
      new_small ("B3/S23", LIFE_KERNEL_SPARSE, 8 * MEBIBYTE, 1);
  const LifeMemory *memory = &life_world_get_engine (world)->memory;
  const LifeBox box = { 0, 0, 0, 900, 900, 1 };
  LifeSnapshot *snapshots[64];
  GError *error = NULL;
  guint n = 0;

  g_assert_true (life_world_soup_box (world, &box, 1, 0.4, NULL));
  world_record (world);
  while ((snapshots[n] = life_world_snapshot (world, &error)) != NULL)
    g_assert_cmpuint (++n, <, G_N_ELEMENTS (snapshots));
  assert_message (error, LIFE_ERROR_MEMORY, "a snapshot|of 8 MiB|memory-limit");
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (memory->used, <=, memory->limit);
  while (n-- > 0)
    life_snapshot_free (snapshots[n]);
  g_assert_true (life_world_reset_history (world, NULL));
  world_clear (world);
  g_assert_cmpuint (memory->used, <, MEBIBYTE / 64);
  assert_usable (world);
}

/* It ends at a whole generation. */
static void
test_growth_ends_where_memory_does (void)
{
  static const gchar *const rules[] = { "B2/S", "B2/S345/4", "B2-i3/S23/4" };
  const LifeBox box = { 0, 0, 0, 30, 30, 1 };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    g_autoptr (LifeWorld) small =
        new_small (rules[i], LIFE_KERNEL_SPARSE, MEBIBYTE, 1 + i);
    g_autoptr (LifeWorld) large = new_unbounded (rules[i], 1);
    GError *error = NULL;

    world_soup_box (small, &box, 7, 0.4);
    world_soup_box (large, &box, 7, 0.4);
    g_assert_false (life_world_step (small, 1 << 20, NULL, &error));
    assert_message (error, LIFE_ERROR_MEMORY, "limit of 1 MiB|higher");
    g_assert_cmpuint (life_world_get_generation (small), >, 100);
    g_assert_cmpuint (life_world_get_generation (small), <, 10000);
    step (large, life_world_get_generation (small));
    g_assert_cmphex (checksum_of (small), ==, checksum_of (large));
    assert_usable (small);
  }
}

/* Tiles that a glider left are freed, so that it needs no more than a few. */
static void
test_little_memory_suffices_for_a_glider (void)
{
  g_autoptr (LifeWorld) world =
      new_small ("3457/357/255", LIFE_KERNEL_SPARSE, MEBIBYTE, 1);
  g_autoptr (LifeRule) life = life_rule_parse ("B3/S23", 2, NULL);

  world_set_rule (world, life);
  paste_text (world, "bo$2bo$3o!", 0, 0);
  step (world, 1 << 16);
  g_assert_cmpuint (statistics_of (world).population, ==, 5);
}

/* Cells of more states take more room than there is: all stays as it was. */
static void
test_a_rule_that_does_not_fit_changes_nothing (void)
{
  g_autoptr (LifeWorld) world =
      new_small ("B3/S23", LIFE_KERNEL_SPARSE, MEBIBYTE, 1);
  g_autoptr (LifeRule) ages = life_rule_parse ("23/3/256", 2, NULL);
  const LifeBox box = { 0, 0, 0, 900, 900, 1 };
  guint64 previous;
  GError *error = NULL;

  world_soup_box (world, &box, 7, 0.4);
  previous = checksum_of (world);
  g_assert_false (life_world_set_rule (world, ages, &error));
  assert_message (error, LIFE_ERROR_MEMORY, "limit of 1 MiB");
  g_assert_cmphex (checksum_of (world), ==, previous);
  step (world, 3);
  assert_usable (world);
}

/* --- Far out --- */

static void
test_pastes_too_far_out_are_refused (void)
{
  static const gint64 positions[][3] = { { FAR, 0, 0 }, { FAR - 2, 0, 0 },
    { -FAR - 1, 0, 0 }, { 0, G_MAXINT64, 0 }, { 0, G_MININT64 + 1, 0 } };
  g_autoptr (LifePattern) glider = life_pattern_from_string ("glider", NULL);

  for (guint i = 0; i < 2; i++) {
    g_autoptr (LifeWorld) world =
        new_small ("B3/S23", kernels[i], 4 * MEBIBYTE, 1);

    for (guint k = 0; k < G_N_ELEMENTS (positions); k++) {
      GError *error = NULL;

      g_assert_false (life_world_paste (world, glider, positions[k], &error));
      assert_message (error, LIFE_ERROR_SIZE, "2^62");
    }
    assert_usable (world);
  }
}

static void
set_cell (LifeWorld *world, gint64 x, gint64 y)
{
  const LifeBox box = { x, y, 0, 1, 1, 1 };
  const guint8 alive = 1;

  write_box (world, &box, &alive);
}

/* Patterns are smaller than 2^32 cells, as a row and as a column, and lie within 2^56, in x
 * and in y. */
static void
test_worlds_too_large_for_patterns_are_refused (void)
{
  static const struct {
    gint64 from[2], to[2];
    const gchar *words; /* of an error */
  } cases[] = {
    { { 0, 0 }, { (gint64) G_MAXUINT32 - 1, 0 } },
    { { 0, 0 }, { G_MAXUINT32, 0 }, "2^32" },
    { { 0, 0 }, { 0, (gint64) G_MAXUINT32 - 1 } },
    { { 0, 0 }, { 0, G_MAXUINT32 }, "2^32" },
    { { FAR / 128, 5 }, { FAR / 128 + 9, 5 } },
    { { FAR / 8, 5 }, { FAR / 8 + 9, 5 }, "2^56" },
    { { -5, FAR / 128 }, { 7, FAR / 128 } },
    { { -5, FAR / 8 }, { 7, FAR / 8 }, "2^56" },
    { { -FAR / 128, 0 }, { 3 - FAR / 128, 0 } },
    { { -FAR / 8, 0 }, { 3 - FAR / 8, 0 }, "2^56" },
    { { 0, -FAR / 128 }, { 2, -FAR / 128 } },
    { { 0, -FAR / 8 }, { 2, -FAR / 8 }, "2^56" },
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++) {
    const guint k = i / 2;
    g_autoptr (LifeWorld) world =
        new_small ("B3/S23", kernels[i % 2], 4 * MEBIBYTE, 1);
    g_autoptr (LifePattern) pattern = NULL;
    GError *error = NULL;

    set_cell (world, cases[k].from[0], cases[k].from[1]);
    set_cell (world, cases[k].to[0], cases[k].to[1]);
    pattern = life_world_to_pattern (world, &error);
    if (cases[k].words != NULL) {
      g_assert_null (pattern);
      assert_message (error, LIFE_ERROR_SIZE, cases[k].words);
    } else {
      g_assert_no_error (error);
      g_assert_cmpuint (life_pattern_get_n_runs (pattern), ==, 2);
    }
  }
}

static void
assert_saved (LifeWorld *world)
{
  g_autofree gchar *folder = g_dir_make_tmp ("life-limits-XXXXXX", NULL);
  g_autofree gchar *path = g_build_filename (folder, "far.mc", NULL);
  g_autoptr (LifeWorld) again =
      new_small ("B3/S23", LIFE_KERNEL_HASHLIFE, 4 * MEBIBYTE, 1);
  g_autoptr (LifePattern) pattern = NULL;
  const gint64 there[3] = { -FAR, -FAR, 0 };
  GError *error = NULL;
  LifeBox box, expected = box_of (world);

  life_world_save (world, path, &error);
  g_assert_no_error (error);
  pattern = life_pattern_load_unbounded (path, &error);
  g_assert_no_error (error);
  world_paste (again, pattern, there[0], there[1]);
  box = box_of (again);
  g_assert_cmpmem (&box, sizeof box, &expected, sizeof expected);
  remove_folder (folder);
}

/* The widest box that there is has one cell more than a number of 64 bits with a sign. */
static void
test_cells_at_all_corners_are_counted_and_drawn (void)
{
  for (guint i = 0; i < 2; i++) {
    g_autoptr (LifeWorld) world =
        new_small ("B3/S23", kernels[i], 4 * MEBIBYTE, 1);
    guint32 pixels[16 * 16];
    const LifeFrame frame = { .format = LIFE_PIXEL_FORMAT_BGRA,
      .width = 16,
      .height = 16,
      .data = { (guint8 *) pixels },
      .stride = { 16 * sizeof *pixels } };
    const LifeBox widest = { -FAR, -FAR, 0, G_MAXINT64, G_MAXINT64, 1 };
    LifeView view = default_view ();
    GError *error = NULL;
    LifeBox box;

    set_cell (world, -FAR, -FAR);
    set_cell (world, FAR - 1, FAR - 1);
    box = box_of (world);
    g_assert_cmpmem (&box, sizeof box, &widest, sizeof widest);
    g_assert_null (life_world_to_pattern (world, &error));
    assert_message (error, LIFE_ERROR_SIZE, "2^32");
    if (kernels[i] == LIFE_KERNEL_HASHLIFE)
      assert_saved (world);
    error = NULL;
    for (guint zoom = 0; zoom <= 60; zoom += 5) {
      view.zoom = 1.0 / (gdouble) (G_GUINT64_CONSTANT (1) << zoom);
      view.color_mode = LIFE_COLOR_MODE_DENSITY;
      world_draw (world, &view, &frame);
    }
    /* Each cell in its own pixel, 2^62 cells from the middle: 4 pixels. */
    for (guint k = 0; k < G_N_ELEMENTS (pixels); k++)
      g_assert_cmpint (
          pixels[k] != pixels[8], ==, k == 16 * 4 + 4 || k == 16 * 11 + 11);
    step (world, 1);
    g_assert_cmpuint (statistics_of (world).population, ==, 0);
    assert_usable (world);
  }
}

/* --- Memory that the system refuses --- */

static guint64
address_space (void)
{
  g_autofree gchar *text = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  return g_ascii_strtoull (text, NULL, 10) * (guint64) sysconf (_SC_PAGESIZE);
}

/* The mark before stays the world's, which frees it. */
static void
test_a_mark_without_memory_is_none (void)
{
  g_autoptr (LifeWorld) world = new_unbounded ("B3/S23", 1);
  struct rlimit previous, now;

  if (!can_limit_memory ())
    return;
  set_cell (world, 0, 0);
  g_assert_true (life_world_mark (world, 1));
  for (gint64 i = 0; i < 40000; i++)
    set_cell (world, i % 200 * 48, i / 200 * 48);
  g_assert_cmpint (getrlimit (RLIMIT_AS, &previous), ==, 0);
  now = previous;
  now.rlim_cur = address_space () + MEBIBYTE;
  g_assert_cmpint (setrlimit (RLIMIT_AS, &now), ==, 0);
  g_assert_false (life_world_mark (world, 1));
  g_assert_cmpint (setrlimit (RLIMIT_AS, &previous), ==, 0);
  g_assert_true (life_world_mark (world, 1));
  step (world, 1);
  g_assert_true (life_world_revert (world, NULL));
  g_assert_cmpuint (statistics_of (world).population, ==, 40000);
}

/* --- Time --- */

static void
test_generations_beyond_64_bits_are_refused (void)
{
  for (guint i = 0; i < 2; i++) {
    g_autoptr (LifeWorld) world =
        new_small ("B3/S23", kernels[i], 4 * MEBIBYTE, 1);
    GError *error = NULL;

    paste_text (world, "2o$2o!", 0, 0);
    step (world, G_MAXUINT64 - 2);
    g_assert_cmpuint (life_world_get_generation (world), ==, G_MAXUINT64 - 2);
    g_assert_false (life_world_step (world, 3, NULL, &error));
    assert_message (error, LIFE_ERROR_SIZE, "2^64");
    step (world, 2);
    g_assert_cmpuint (life_world_get_generation (world), ==, G_MAXUINT64);
    g_assert_cmpuint (statistics_of (world).population, ==, 4);
  }
}

/* Where a pass was left, and the next one, are as without that. A world that has died
 * out comes to the end of its step. */
static void
test_cancelled_steps_end_at_a_whole_generation (void)
{
  static const gchar *const rules[] = { "B3/S23", "B3/S23/4" };
  guint n_cancelled = 0;

  for (guint i = 0; i < 12; i++) {
    const gchar *rule = rules[i % 2];
    g_autoptr (LifeWorld) world =
        new_small (rule, LIFE_KERNEL_SPARSE, 0, 1 + i % 3);
    g_autoptr (LifeWorld) other = new_unbounded (rule, 1);
    const LifeBox box = { -300, -300, 0, 1500, 1500, 1 };

    life_world_soup_box (world, &box, i, 0.4, NULL);
    life_world_soup_box (other, &box, i, 0.4, NULL);
    for (guint k = 0; k < 3; k++) {
      const gulong delay = 100 * (1 + 17 * ((i + k) % 7));
      const guint64 previous = life_world_get_generation (world);
      LifeStatistics now, expected;

      n_cancelled +=
          step_and_cancel (world, G_GUINT64_CONSTANT (1) << 60, delay);
      /* Not in one step: what repeats is skipped only where its period divides twice
       * the generations of a pass, which are chosen for each step. */
      step (other, life_world_get_generation (world) - previous);
      step (other, 1 + k);
      step (world, 1 + k);
      g_assert_cmphex (checksum_of (world), ==, checksum_of (other));
      now = statistics_of (world);
      expected = statistics_of (other);
      g_assert_cmpuint (now.births, ==, expected.births);
      g_assert_cmpuint (now.deaths, ==, expected.deaths);
    }
  }
  g_assert_cmpuint (n_cancelled, >, 0);
}

#define TEST(name) g_test_add_func ("/unbounded-limits/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (bad_trees_name_the_position);
  TEST (many_nodes_use_little_memory);
  TEST (long_runs_in_text_are_refused);
  TEST (the_longest_runs_fit_or_are_refused);
  TEST (runs_of_any_length_are_the_same_in_both);
  TEST (memory_too_small_for_the_first_frame);
  TEST (snapshots_and_history_count_with_the_cells);
  TEST (little_memory_suffices_for_a_glider);
  TEST (a_rule_that_does_not_fit_changes_nothing);
  TEST (pastes_too_far_out_are_refused);
  TEST (worlds_too_large_for_patterns_are_refused);
  TEST (cells_at_all_corners_are_counted_and_drawn);
  TEST (a_mark_without_memory_is_none);
  TEST (generations_beyond_64_bits_are_refused);
  g_test_add_func ("/unbounded-limits/threads/growth_ends_where_memory_does",
      test_growth_ends_where_memory_does);
  g_test_add_func (
      "/unbounded-limits/threads/cancelled_steps_end_at_a_whole_generation",
      test_cancelled_steps_end_at_a_whole_generation);
  return g_test_run ();
}
