/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests the limits of HashLife: memory, places, cancelled steps, bad trees; and what is
 * measured of a universe. */
#include "tests/support/worlds/hashlife.h"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include "life/pattern/pattern-private.h"
#include "tests/support/text/macrocell.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LifeHashUniverse, life_hash_universe_free)

#define FAR (G_GINT64_CONSTANT (1) << 62)

/* Of Life, in so many MiB, with one thread. */
static LifeHashUniverse *
life_universe (guint memory)
{
  return new_universe ("B3/S23", memory * MEBIBYTE, 1);
}

static void
assert_text (LifeHashUniverse *universe, const gchar *expected)
{
  g_autofree gchar *text = text_of (universe);

  g_assert_cmpstr (text, ==, expected);
}

static void
assert_same (LifeHashUniverse *universe, LifeHashUniverse *other)
{
  g_autofree gchar *text = text_of (other);

  assert_text (universe, text);
}

static void
assert_box (LifeHashUniverse *universe, gint64 left, gint64 top, gint64 right,
    gint64 bottom)
{
  gint64 sides[4];

  g_assert_true (life_hash_universe_get_box (
      universe, &sides[0], &sides[1], &sides[2], &sides[3]));
  g_assert_cmpint (sides[0], ==, left);
  g_assert_cmpint (sides[1], ==, top);
  g_assert_cmpint (sides[2], ==, right);
  g_assert_cmpint (sides[3], ==, bottom);
}

/* The step ends with this error, and leaves the cells. */
static void
assert_step_fails (
    LifeHashUniverse *universe, guint64 generations, LifeError code)
{
  g_autofree gchar *previous = text_of (universe);
  g_autoptr (GError) error = NULL;

  g_assert_false (
      life_hash_universe_step (universe, generations, NULL, &error));
  g_assert_error (error, LIFE_ERROR, (gint) code);
  assert_text (universe, previous);
}

/* Bytes that squares take now, with what is counted of them. */
static guint64
memory_of (const LifeHashUniverse *universe)
{
  const gsize record =
      sizeof (LifeHashRecord) + LIFE_HASH_N_COUNTS * sizeof (LifeHashNumber);

  return universe->capacity * record + universe->capacity / 8
         + life_hash_n_slots (universe) * sizeof (guint64);
}

typedef struct {
  gint cancelled;
  gulong delay; /* in µs */
} Canceller;

static gpointer
cancel_soon (gpointer data)
{
  Canceller *canceller = data;

  g_usleep (canceller->delay);
  g_atomic_int_set (&canceller->cancelled, 1);
  return NULL;
}

/* Begins a step that would take a year, and cancels it; memory may lack before. It leaves the
 * cells. */
static void
cancel_after (LifeHashUniverse *universe, gulong delay)
{
  Canceller canceller = { 0, delay };
  g_autofree gchar *previous = text_of (universe);
  GThread *thread = g_thread_new ("canceller", cancel_soon, &canceller);
  g_autoptr (GError) error = NULL;

  g_assert_false (life_hash_universe_step (
      universe, G_GUINT64_CONSTANT (1) << 40, &canceller.cancelled, &error));
  g_thread_join (thread);
  if (!g_error_matches (error, LIFE_ERROR, LIFE_ERROR_MEMORY))
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_CANCELLED);
  assert_text (universe, previous);
}

/* In little memory squares are collected again and again, so that on most machines some steps
 * end while they are. This rule fills the plane, in ever new patterns. */
static void
test_cancelled_steps_leave_the_cells (void)
{
  for (guint threads = 1; threads <= 3; threads++) {
    g_autoptr (LifeHashUniverse) small =
        new_universe ("B2/S", 4 * MEBIBYTE, threads);
    g_autoptr (LifeHashUniverse) large =
        new_universe ("B2/S", 256 * MEBIBYTE, threads);

    set_soup (small, 3, 1);
    set_soup (large, 3, 1);
    for (guint i = 0; i < 6; i++) {
      cancel_after (small, 1000 * (1 + 9 * i));
      if (i == 0)
        cancel_after (large, 50000);
      run_universe (small, 32 + i);
      run_universe (large, 32 + i);
      assert_same (small, large);
    }
  }
}

/* Collecting looks at the flag too. */
static void
test_collecting_is_cancelled (void)
{
  g_autoptr (LifeHashUniverse) universe = life_universe (2);
  g_autofree gchar *previous = NULL;
  const gint cancelled = 1;
  LifeHashThread *thread;

  set_soup (universe, 3, 2);
  run_universe (universe, 300);
  previous = text_of (universe);
  thread = life_hash_begin (universe, &cancelled);
  while (life_hash_make_room (thread))
    ;
  g_assert_cmpint (universe->end, ==, LIFE_HASH_CANCELLED);
  g_assert_false (life_hash_end (universe, FALSE, NULL));
  assert_text (universe, previous);
  run_universe (universe, 300);
}

static void
test_too_little_memory_is_an_error (void)
{
  for (guint threads = 1; threads <= 2; threads++) {
    g_autoptr (LifeHashUniverse) universe =
        new_universe ("B2/S", 4 * MEBIBYTE, threads);

    set_soup (universe, 1, 2);
    assert_step_fails (universe, 20000, LIFE_ERROR_MEMORY);
    g_assert_cmpuint (memory_of (universe), <=, 4 * MEBIBYTE);
    run_universe (universe, 10);
  }
}

typedef struct {
  const LifeHashSnapshot *snapshot;
  gint over; /* atomic */
} Reading;

/* The nodes stay the same, whenever they are asked for. */
static gpointer
read_again_and_again (gpointer data)
{
  Reading *reading = data;
  gsize n_first, n_nodes;
  LifeMacrocellNode *first =
      life_hash_snapshot_get_tree (reading->snapshot, NULL, &n_first, NULL);

  while (!g_atomic_int_get (&reading->over)) {
    LifeMacrocellNode *nodes =
        life_hash_snapshot_get_tree (reading->snapshot, NULL, &n_nodes, NULL);

    g_assert_cmpmem (
        nodes, n_nodes * sizeof *nodes, first, n_first * sizeof *first);
    life_memory_release (nodes);
  }
  life_memory_release (first);
  return NULL;
}

static void
test_a_snapshot_is_read_while_squares_are_collected (void)
{
  static const gchar *const rules[] = { "B36/S23", "B3/S23" };
  g_autoptr (LifeHashUniverse) universe =
      new_universe ("B3/S23", 2 * MEBIBYTE, 2);
  Reading reading = { NULL };
  GThread *thread;

  set_soup (universe, 5, 2);
  run_universe (universe, 100);
  reading.snapshot = life_hash_universe_snapshot (universe);
  thread = g_thread_new ("reader", read_again_and_again, &reading);
  for (guint i = 0; universe->collections < 8; i++) {
    const LifeRule rule = rule_of (2, rules[i / 4 % 2]);

    run_universe (universe, 300 + i);
    if (i % 4 == 3)
      g_assert_true (life_hash_universe_set_rule (universe, &rule, NULL));
    if (i % 8 == 7)
      life_hash_universe_restore (universe, reading.snapshot);
  }
  life_hash_universe_clear (universe);
  g_atomic_int_set (&reading.over, TRUE);
  g_thread_join (thread);
  life_hash_snapshot_free ((LifeHashSnapshot *) reading.snapshot);
}

/* Squares stay, and so do snapshots; only what becomes of them is forgotten. */
static void
test_rules_change_in_the_same_memory (void)
{
  static const gchar *const rules[] = { "B3/S23", "B36/S23", "B2/S" };
  g_autoptr (LifeHashUniverse) universe = life_universe (8);
  LifeHashSnapshot *snapshot;

  set_soup (universe, 7, 2);
  snapshot = life_hash_universe_snapshot (universe);
  for (guint i = 0; i < 60; i++) {
    const LifeRule rule = rule_of (2, rules[i % G_N_ELEMENTS (rules)]);
    g_autoptr (LifeHashUniverse) fresh =
        new_universe (rules[i % G_N_ELEMENTS (rules)], 8 * MEBIBYTE, 1);
    GError *error = NULL;

    life_hash_universe_set_rule (universe, &rule, &error);
    g_assert_no_error (error);
    set_soup (fresh, 7, 2);
    run_universe (universe, 10 + i);
    run_universe (fresh, 10 + i);
    assert_same (universe, fresh);
    g_assert_cmpuint (memory_of (universe), <=, 8 * MEBIBYTE);
    life_hash_universe_restore (universe, snapshot);
  }
  life_hash_snapshot_free (snapshot);
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

static void
test_cells_stay_within_their_bounds (void)
{
  static const gint64 outside[][2] = { { FAR, 0 }, { 0, -FAR - 1 } };
  g_autoptr (LifeHashUniverse) universe = life_universe (8);
  gint64 sides[4];

  g_assert_true (set_cell (universe, FAR - 1, -FAR, NULL));
  g_assert_true (get_cell (universe, FAR - 1, -FAR));
  assert_box (universe, FAR - 1, -FAR, FAR - 1, -FAR);
  for (guint i = 0; i < G_N_ELEMENTS (outside); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_false (set_cell (universe, outside[i][0], outside[i][1], &error));
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_SIZE);
  }
  assert_population (universe, "1");
  run_universe (universe, 1);
  assert_population (universe, "0");
  g_assert_false (life_hash_universe_get_box (
      universe, &sides[0], &sides[1], &sides[2], &sides[3]));
}

static void
test_flight_ends_at_the_bounds (void)
{
  static const gint8 glider[5][2] = { { 1, 0 }, { 2, 1 }, { 0, 2 }, { 1, 2 },
    { 2, 2 } };
  g_autoptr (LifeHashUniverse) universe = life_universe (8);

  for (guint i = 0; i < 5; i++)
    g_assert_true (set_cell (
        universe, FAR - 10 + glider[i][0], FAR - 10 + glider[i][1], NULL));
  run_universe (universe, 4);
  assert_step_fails (universe, 400, LIFE_ERROR_SIZE);
}

/* --- Trees --- */

static void
test_full_tree_is_counted (void)
{
  g_autoptr (LifeHashUniverse) universe = life_universe (8);
  LifeMacrocellNode nodes[LIFE_HASH_LEVEL_MAX - 1] = { 0 };
  GError *error = NULL;

  nodes[1] = (LifeMacrocellNode){ 3, { 0 }, G_MAXUINT64 };
  for (guint i = 2; i < G_N_ELEMENTS (nodes); i++)
    nodes[i] = (LifeMacrocellNode){ i + 2, { i - 1, i - 1, i - 1, i - 1 } };
  life_hash_universe_set_tree (universe, nodes, G_N_ELEMENTS (nodes), &error);
  g_assert_no_error (error);
  assert_population (universe, "85070591730234615865843651857942052864");
  g_assert_cmpuint (population_of (universe), ==, G_MAXUINT64);
  assert_box (universe, -FAR, -FAR, FAR - 1, FAR - 1);
  life_hash_universe_set_tree (universe, nodes, 21, &error);
  g_assert_no_error (error);
  assert_population (universe, "17592186044416");
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
  g_autoptr (LifeHashUniverse) universe = life_universe (8);

  set_cell (universe, 0, 0, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (trees); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_false (
        life_hash_universe_set_tree (universe, trees[i], 3, &error));
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN);
    assert_population (universe, "1");
  }
}

/* Levels that are empty but for the middle do not count; those that are not do. */
static void
test_roots_of_any_level_are_accepted (void)
{
  g_autoptr (LifeHashUniverse) universe = life_universe (8);

  for (guint level = 3; level < 200; level++) {
    g_autofree LifeMacrocellNode *nodes = g_new0 (LifeMacrocellNode, 1000);
    g_autoptr (GError) error = NULL;
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
    assert_box (universe, -1, -1, 0, 0);
  }
}

static void
test_trees_are_written_and_read (void)
{
  g_autoptr (LifeHashUniverse) universe = life_universe (32);
  g_autoptr (LifeHashUniverse) copy = life_universe (32);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LifePattern) tree = NULL, pattern = NULL;
  GError *error = NULL;
  guint64 cells = 0;

  set_soup (universe, 9, 2);
  run_universe (universe, 500);
  set_tree (universe, "B3/S23", 500, text);
  tree = load_macrocell (text->str, text->len, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (tree->rule, ==, "B3/S23");
  g_assert_cmpuint (tree->generation, ==, 500);
  life_hash_universe_set_tree (copy, tree->nodes, tree->n_nodes, &error);
  g_assert_no_error (error);
  assert_same (copy, universe);
  pattern = life_pattern_parse (text->str, text->len, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < pattern->n_runs; i++)
    cells += pattern->runs[i].length;
  g_assert_cmpuint (population_of (universe), ==, cells);
}

/* --- Counts --- */

typedef struct {
  guint columns, rows;
  guint64 *counts;
} Counted;

static void
read_count (gpointer data, guint column, guint row, guint64 population)
{
  Counted *counted = data;

  g_assert_cmpuint (column, <, counted->columns);
  g_assert_cmpuint (row, <, counted->rows);
  counted->counts[counted->columns * row + column] += population;
}

static void
test_squares_are_counted (void)
{
  g_autoptr (LifeHashUniverse) universe = life_universe (32);

  set_soup (universe, 4, 2);
  run_universe (universe, 200);
  for (guint level = 0; level < 8; level++) {
    const gint side = 1 << level;
    Counted counted = { 23, 17, NULL };
    const gint64 left = -3, top = -5;
    g_autofree guint64 *counts = g_new0 (guint64, 23 * 17);

    counted.counts = counts;
    life_hash_universe_count (universe,
        &(LifeSquares){ left, top, level, 23, 17 }, read_count, &counted);
    for (guint i = 0; i < 23 * 17; i++) {
      guint64 expected = 0;

      for (gint y = 0; y < side; y++)
        for (gint x = 0; x < side; x++)
          expected += get_cell (
              universe, (left + i % 23) * side + x, (top + i / 23) * side + y);
      g_assert_cmpuint (counts[i], ==, expected);
    }
  }
  for (guint level = 12; level <= 62; level++) {
    guint64 counts[4] = { 0 };
    Counted counted = { 2, 2, counts };

    life_hash_universe_count (
        universe, &(LifeSquares){ -1, -1, level, 2, 2 }, read_count, &counted);
    g_assert_cmpuint (counts[0] + counts[1] + counts[2] + counts[3], ==,
        population_of (universe));
  }
}

/* Writing takes memory; counting needs no more. */
static void
test_no_memory_to_write (void)
{
  g_autoptr (LifeHashUniverse) universe = NULL;
  struct rlimit previous, now;
  GError *error = NULL;
  g_autofree gchar *text = NULL, *statistics = NULL;
  LifeMacrocellNode *nodes;
  guint64 population;
  gsize n_nodes;

  if (!can_limit_memory ())
    return;
  universe = life_universe (64);
  /* So many squares that both take more than there will be. */
  set_soup (universe, 11, 64);
  g_assert_true (
      g_file_get_contents ("/proc/self/statm", &statistics, NULL, NULL));
  getrlimit (RLIMIT_AS, &previous);
  now = previous;
  now.rlim_cur =
      g_ascii_strtoull (statistics, NULL, 10) * (guint64) getpagesize ()
      + MEBIBYTE / 4;
  setrlimit (RLIMIT_AS, &now);
  population = population_of (universe);
  nodes = get_tree (universe, &n_nodes, &error);
  setrlimit (RLIMIT_AS, &previous);
  g_assert_null (nodes);
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY);
  g_clear_error (&error);
  /* With memory all is as if nothing had been tried. */
  text = g_strdup_printf ("%" G_GUINT64_FORMAT, population);
  g_assert_cmpuint (population, >, 1000000);
  assert_population (universe, text);
  nodes = get_tree (universe, &n_nodes, NULL);
  g_assert_cmpuint (n_nodes, >, 16384);
  life_memory_release (nodes);
}

int
main (int argc, char **argv)
{
  /* What is freed goes back to the system, and threads set none aside: where memory is
   * made to lack, none is left over. */
  mallopt (M_MMAP_THRESHOLD, 65536);
  mallopt (M_ARENA_MAX, 1);
  g_test_init (&argc, &argv, NULL);
#define TEST(name, function) \
  g_test_add_func ("/hashlife/" name, test_##function)
  TEST ("limits/cancelled", cancelled_steps_leave_the_cells);
  TEST ("limits/cancelled-collecting", collecting_is_cancelled);
  TEST ("limits/memory", too_little_memory_is_an_error);
  TEST ("limits/reading", a_snapshot_is_read_while_squares_are_collected);
  TEST ("limits/rule-changes", rules_change_in_the_same_memory);
  TEST ("limits/rules", other_rules_are_refused);
  TEST ("limits/bounds", cells_stay_within_their_bounds);
  TEST ("limits/flight", flight_ends_at_the_bounds);
  TEST ("tree/full", full_tree_is_counted);
  TEST ("tree/bad", bad_trees_are_refused);
  TEST ("tree/levels", roots_of_any_level_are_accepted);
  TEST ("tree/written", trees_are_written_and_read);
  TEST ("counts", squares_are_counted);
  TEST ("limits/writing", no_memory_to_write);
  return g_test_run ();
}
