/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests the limits of HashLife: memory, places, cancelled steps, bad trees; and what is
 * measured of a universe. */
#include "tests/support/hashlife.h"

#include "tests/support/golly.h"

static gpointer
cancel_soon (gpointer flag)
{
  g_usleep (50000);
  g_atomic_int_set ((gint *) flag, 1);
  return NULL;
}

static void
test_cancelled_step_leaves_the_cells (void)
{
  /* This rule fills the plane, in ever new patterns. */
  LifeHashUniverse *universe = new_universe ("B2/S", 256 * MEBIBYTE, 2);
  g_autofree gchar *before = NULL, *after = NULL;
  g_autoptr (GError) error = NULL;
  gint cancelled = 0;
  GThread *canceller;

  put_soup (universe, 1, 2);
  before = text_of (universe);
  canceller = g_thread_new ("canceller", cancel_soon, &cancelled);
  g_assert_false (life_hash_universe_step (
      universe, G_GUINT64_CONSTANT (1) << 40, &cancelled, &error));
  g_thread_join (canceller);
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_CANCELLED);
  after = text_of (universe);
  g_assert_cmpstr (before, ==, after);
  run_universe (universe, 100);
  life_hash_universe_free (universe);
}

static void
test_too_little_memory_is_an_error (void)
{
  for (guint threads = 1; threads <= 2; threads++) {
    LifeHashUniverse *universe = new_universe ("B2/S", 4 * MEBIBYTE, threads);
    g_autofree gchar *before = NULL, *after = NULL;
    g_autoptr (GError) error = NULL;

    put_soup (universe, 1, 2);
    before = text_of (universe);
    g_assert_false (life_hash_universe_step (universe, 20000, NULL, &error));
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY);
    g_test_message ("%s", error->message);
    g_assert_cmpuint (
        life_hash_universe_get_memory (universe), <=, 4 * MEBIBYTE);
    after = text_of (universe);
    g_assert_cmpstr (before, ==, after);
    run_universe (universe, 10);
    life_hash_universe_free (universe);
  }
}

static void
test_collecting_keeps_the_cells (void)
{
  LifeHashUniverse *small = new_universe ("B3/S23", MEBIBYTE, 1);
  LifeHashUniverse *large = new_universe ("B3/S23", 128 * MEBIBYTE, 1);
  g_autofree gchar *first = NULL, *restored = NULL;
  LifeHashSnapshot *snapshot;
  LifeHashFigures figures;

  put_soup (small, 5, 2);
  put_soup (large, 5, 2);
  first = text_of (small);
  snapshot = life_hash_universe_snapshot (small);
  for (guint i = 0; i < 12; i++) {
    g_autofree gchar *a = NULL, *b = NULL;

    run_universe (small, 300 + i);
    run_universe (large, 300 + i);
    a = text_of (small);
    b = text_of (large);
    g_assert_cmpstr (a, ==, b);
    g_assert_cmpuint (life_hash_universe_get_population (small), ==,
        life_hash_universe_get_population (large));
  }
  life_hash_universe_get_figures (small, &figures);
  g_test_message ("%" G_GUINT64_FORMAT " collections", figures.collections);
  g_assert_cmpuint (figures.collections, >, 0);
  life_hash_universe_get_figures (large, &figures);
  g_assert_cmpuint (figures.collections, ==, 0);
  life_hash_universe_restore (small, snapshot);
  restored = text_of (small);
  g_assert_cmpstr (restored, ==, first);
  life_hash_snapshot_free (snapshot);
  life_hash_universe_free (small);
  life_hash_universe_free (large);
}

static void
test_other_rules_are_refused (void)
{
  static const gchar *const rules[] = { "B03/S23", "B2/S345/4", "B3/S23:T64,64",
    "R2,C0,M1,S3..5,B3..4,NM", "W30", "B08/S" };
  g_autoptr (GError) error = NULL;
  LifeRule rule;

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++) {
    g_autoptr (GError) refused = NULL;

    rule = rule_of (2, rules[i]);
    g_assert_null (life_hash_universe_new (&rule, 0, 1, &refused));
    g_assert_error (refused, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED);
    g_test_message ("%s", refused->message);
  }
  rule = rule_of (2, "B3/S23");
  g_assert_null (life_hash_universe_new (&rule, MEBIBYTE / 2, 1, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY);
}

/* --- Places --- */

#define FAR (G_GINT64_CONSTANT (1) << 62)

static void
test_cells_stay_within_their_bounds (void)
{
  LifeHashUniverse *universe = new_universe ("B3/S23", 8 * MEBIBYTE, 1);
  gint64 left, top, right, bottom;
  g_autoptr (GError) error = NULL;

  g_assert_true (
      life_hash_universe_set_cell (universe, FAR - 1, -FAR, TRUE, &error));
  g_assert_no_error (error);
  g_assert_true (life_hash_universe_get_cell (universe, FAR - 1, -FAR));
  g_assert_true (
      life_hash_universe_get_box (universe, &left, &top, &right, &bottom));
  g_assert_cmpint (left, ==, FAR - 1);
  g_assert_cmpint (right, ==, FAR - 1);
  g_assert_cmpint (top, ==, -FAR);
  g_assert_cmpint (bottom, ==, -FAR);
  g_assert_false (life_hash_universe_set_cell (universe, FAR, 0, TRUE, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_SIZE);
  g_clear_error (&error);
  g_assert_false (
      life_hash_universe_set_cell (universe, 0, -FAR - 1, TRUE, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_SIZE);
  assert_population (universe, "1");
  run_universe (universe, 1);
  assert_population (universe, "0");
  g_assert_false (
      life_hash_universe_get_box (universe, &left, &top, &right, &bottom));
  life_hash_universe_free (universe);
}

static void
test_flight_ends_at_the_bounds (void)
{
  static const gint8 glider[5][2] = { { 1, 0 }, { 2, 1 }, { 0, 2 }, { 1, 2 },
    { 2, 2 } };
  LifeHashUniverse *universe = new_universe ("B3/S23", 8 * MEBIBYTE, 1);
  g_autofree gchar *before = NULL, *after = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 5; i++)
    g_assert_true (life_hash_universe_set_cell (universe,
        FAR - 10 + glider[i][0], FAR - 10 + glider[i][1], TRUE, NULL));
  run_universe (universe, 4);
  before = text_of (universe);
  g_assert_false (life_hash_universe_step (universe, 400, NULL, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_SIZE);
  after = text_of (universe);
  g_assert_cmpstr (before, ==, after);
  life_hash_universe_free (universe);
}

/* --- Trees --- */

static void
test_full_tree_is_counted (void)
{
  LifeHashUniverse *universe = new_universe ("B3/S23", 8 * MEBIBYTE, 1);
  LifeMacrocellNode nodes[LIFE_HASH_LEVEL_MAX - 1] = { 0 };
  gint64 left, top, right, bottom;
  GError *error = NULL;

  nodes[1] = (LifeMacrocellNode){ 3, { 0 }, G_MAXUINT64 };
  for (guint i = 2; i < G_N_ELEMENTS (nodes); i++)
    nodes[i] = (LifeMacrocellNode){ i + 2, { i - 1, i - 1, i - 1, i - 1 } };
  life_hash_universe_set_tree (universe, nodes, G_N_ELEMENTS (nodes), &error);
  g_assert_no_error (error);
  assert_population (universe, "85070591730234615865843651857942052864");
  g_assert_cmpuint (
      life_hash_universe_get_population (universe), ==, G_MAXUINT64);
  g_assert_true (
      life_hash_universe_get_box (universe, &left, &top, &right, &bottom));
  g_assert_cmpint (left, ==, -FAR);
  g_assert_cmpint (bottom, ==, FAR - 1);
  life_hash_universe_set_tree (universe, nodes, 21, &error);
  g_assert_no_error (error);
  assert_population (universe, "17592186044416");
  life_hash_universe_free (universe);
}

static void
test_bad_trees_are_refused (void)
{
  static const LifeMacrocellNode trees[][3] = {
    { { 0 }, { 3, { 0 }, 1 }, { 4, { 2, 0, 0, 0 } } },
    { { 0 }, { 3, { 0 }, 1 }, { 4, { G_MAXUINT32, 0, 0, 0 } } },
    { { 0 }, { 3, { 0 }, 1 }, { 5, { 1, 0, 0, 0 } } },
    { { 0 }, { 1, { 0 }, 1 }, { 2, { 1, 0, 0, 0 } } },
    { { 0 }, { 0, { 0 }, 1 }, { 3, { 1, 0, 0, 0 } } },
  };
  LifeHashUniverse *universe = new_universe ("B3/S23", 8 * MEBIBYTE, 1);

  life_hash_universe_set_cell (universe, 0, 0, TRUE, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (trees); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_false (
        life_hash_universe_set_tree (universe, trees[i], 3, &error));
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN);
    assert_population (universe, "1");
  }
  life_hash_universe_free (universe);
}

/* Levels that are empty but for the middle do not count; those that are not do. */
static void
test_roots_of_any_level_are_taken (void)
{
  LifeHashUniverse *universe = new_universe ("B3/S23", 8 * MEBIBYTE, 1);

  for (guint level = 3; level < 200; level++) {
    g_autofree LifeMacrocellNode *nodes = g_new0 (LifeMacrocellNode, 1000);
    g_autoptr (GError) error = NULL;
    gint64 left, top, right, bottom;
    guint n = 1, inner[4];

    /* A leaf, or a cell in each corner next to the middle. */
    for (guint i = 0; i < 4; i++) {
      inner[i] = n;
      nodes[n++] = (LifeMacrocellNode){ 3, { 0 },
        G_GUINT64_CONSTANT (1) << (7 * (1 - (i & 1)) + 56 * (1 - (i >> 1))) };
    }
    if (level == 3)
      nodes[n++] =
          (LifeMacrocellNode){ 3, { 0 }, G_GUINT64_CONSTANT (0x1818000000) };
    for (guint l = 4; l < level; l++)
      for (guint i = 0; i < 4; i++) {
        nodes[n] = (LifeMacrocellNode){ l };
        nodes[n].children[3 - i] = inner[i];
        inner[i] = n++;
      }
    if (level > 3) {
      nodes[n] = (LifeMacrocellNode){ level };
      memcpy (nodes[n++].children, inner, sizeof (inner));
    }
    life_hash_universe_set_tree (universe, nodes, n, &error);
    g_assert_no_error (error);
    assert_population (universe, "4");
    g_assert_true (
        life_hash_universe_get_box (universe, &left, &top, &right, &bottom));
    g_assert_cmpint (left, ==, -1);
    g_assert_cmpint (top, ==, -1);
    g_assert_cmpint (right, ==, 0);
    g_assert_cmpint (bottom, ==, 0);
  }
  life_hash_universe_free (universe);
}

static void
test_trees_are_written_and_read (void)
{
  LifeHashUniverse *universe = new_universe ("B3/S23", 32 * MEBIBYTE, 1);
  LifeHashUniverse *copy = new_universe ("B3/S23", 32 * MEBIBYTE, 1);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LifePattern) header = life_pattern_new ();
  g_autoptr (LifePattern) pattern = NULL;
  g_autofree LifeMacrocellNode *nodes = NULL;
  g_autofree gchar *first = NULL, *second = NULL, *population = NULL;
  GError *error = NULL;
  guint64 cells = 0;
  gsize n_nodes;

  put_soup (universe, 9, 2);
  run_universe (universe, 500);
  life_hash_universe_write (universe, "B3/S23", 500, text);
  nodes = life_macrocell_read (
      text->str, text->len, NULL, header, &n_nodes, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (header->rule, ==, "B3/S23");
  g_assert_cmpuint (header->generation, ==, 500);
  life_hash_universe_set_tree (copy, nodes, n_nodes, &error);
  g_assert_no_error (error);
  first = text_of (universe);
  second = text_of (copy);
  g_assert_cmpstr (first, ==, second);
  pattern = life_pattern_parse (text->str, text->len, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < pattern->n_runs; i++)
    cells += pattern->runs[i].length;
  population = g_strdup_printf ("%" G_GUINT64_FORMAT, cells);
  assert_population (universe, population);
  life_hash_universe_free (universe);
  life_hash_universe_free (copy);
}

/* --- Counts --- */

typedef struct {
  guint columns, rows;
  guint64 *counts;
} Counted;

static void
take_count (gpointer data, guint column, guint row, guint64 population)
{
  Counted *counted = data;

  g_assert_cmpuint (column, <, counted->columns);
  g_assert_cmpuint (row, <, counted->rows);
  counted->counts[counted->columns * row + column] += population;
}

static void
test_squares_are_counted (void)
{
  LifeHashUniverse *universe = new_universe ("B3/S23", 32 * MEBIBYTE, 1);

  put_soup (universe, 4, 2);
  run_universe (universe, 200);
  for (guint level = 0; level < 8; level++) {
    const gint side = 1 << level;
    Counted counted = { 23, 17, NULL };
    const gint64 left = -3, top = -5;
    g_autofree guint64 *counts = g_new0 (guint64, 23 * 17);

    counted.counts = counts;
    life_hash_universe_count (
        universe, level, left, top, 23, 17, take_count, &counted);
    for (guint i = 0; i < 23 * 17; i++) {
      guint64 expected = 0;

      for (gint y = 0; y < side; y++)
        for (gint x = 0; x < side; x++)
          expected += life_hash_universe_get_cell (
              universe, (left + i % 23) * side + x, (top + i / 23) * side + y);
      g_assert_cmpuint (counts[i], ==, expected);
    }
  }
  for (guint level = 12; level <= 62; level++) {
    guint64 counts[4] = { 0 };
    Counted counted = { 2, 2, counts };

    life_hash_universe_count (
        universe, level, -1, -1, 2, 2, take_count, &counted);
    g_assert_cmpuint (counts[0] + counts[1] + counts[2] + counts[3], ==,
        life_hash_universe_get_population (universe));
  }
  life_hash_universe_free (universe);
}

/* --- Golly --- */

static void
check_file (const gchar *path, guint64 generations)
{
  g_autoptr (GError) error = NULL;
  g_autofree gchar *before =
      golly_run ("HashLife", path, 0, 0, "out.mc", &error);
  g_autofree gchar *after = NULL, *first = NULL, *second = NULL;
  LifeHashUniverse *universe, *other;
  g_autoptr (LifePattern) header = life_pattern_new ();
  g_autofree LifeMacrocellNode *nodes = NULL, *others = NULL;
  gsize n_nodes, n_others;

  g_assert_no_error (error);
  after = golly_run ("HashLife", path, 0, generations, "out.mc", &error);
  g_assert_no_error (error);
  nodes = life_macrocell_read (
      before, strlen (before), path, header, &n_nodes, &error);
  g_assert_no_error (error);
  others = life_macrocell_read (
      after, strlen (after), path, header, &n_others, &error);
  g_assert_no_error (error);
  universe = new_universe (header->rule, 512 * MEBIBYTE, 2);
  other = new_universe (header->rule, 512 * MEBIBYTE, 1);
  g_assert_true (
      life_hash_universe_set_tree (universe, nodes, n_nodes, &error));
  g_assert_true (life_hash_universe_set_tree (other, others, n_others, &error));
  run_universe (universe, generations);
  first = text_of (universe);
  second = text_of (other);
  g_assert_true (g_str_equal (first, second));
  life_hash_universe_free (universe);
  life_hash_universe_free (other);
}

static void
test_golly_finds_the_same_cells (void)
{
  static const struct {
    const gchar *name;
    guint power;
  } files[] = {
    { "catacryst.mc", 20 },
    { "gotts-dots.mc", 24 },
    { "metapixel-galaxy.mc.gz", 12 },
    { "mosquito5.mc", 14 },
    { "nick-gotts-2.mc", 18 },
    { "ruler.mc", 30 },
  };

  if (!golly_start ()) {
    g_test_skip ("bgolly is not installed");
    return;
  }
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autofree gchar *path = g_build_filename (
        "/usr/share/golly/Patterns/HashLife", files[i].name, NULL);

    g_test_message ("%s", files[i].name);
    if (g_file_test (path, G_FILE_TEST_EXISTS))
      check_file (path, G_GUINT64_CONSTANT (1) << files[i].power);
    else
      g_test_message ("is not installed");
  }
  golly_stop ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func (
      "/hashlife/limits/cancelled", test_cancelled_step_leaves_the_cells);
  g_test_add_func (
      "/hashlife/limits/memory", test_too_little_memory_is_an_error);
  g_test_add_func (
      "/hashlife/limits/collecting", test_collecting_keeps_the_cells);
  g_test_add_func ("/hashlife/limits/rules", test_other_rules_are_refused);
  g_test_add_func (
      "/hashlife/limits/bounds", test_cells_stay_within_their_bounds);
  g_test_add_func ("/hashlife/limits/flight", test_flight_ends_at_the_bounds);
  g_test_add_func ("/hashlife/tree/full", test_full_tree_is_counted);
  g_test_add_func ("/hashlife/tree/bad", test_bad_trees_are_refused);
  g_test_add_func ("/hashlife/tree/levels", test_roots_of_any_level_are_taken);
  g_test_add_func ("/hashlife/tree/written", test_trees_are_written_and_read);
  g_test_add_func ("/hashlife/counts", test_squares_are_counted);
  g_test_add_func ("/hashlife/golly", test_golly_finds_the_same_cells);
  return g_test_run ();
}
