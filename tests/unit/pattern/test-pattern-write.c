/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of how patterns are written and where they are placed; reading is in
 * test-pattern.c. */
#include <life/world.h>

#include "tests/support/defaults.h"
#include "tests/support/text/pattern.h"
#include "tests/support/text/rule-value.h"

/* With at least one live cell. */
static LifePattern *
random_pattern (guint dimensions, guint states)
{
  LifePattern *pattern = life_pattern_new ();
  guint32 x, y, z;
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (LifeRun));
  gdouble density = g_test_rand_double ();

  pattern->dimensions = dimensions;
  pattern->width = g_test_rand_int_range (1, 200);
  pattern->height = g_test_rand_int_range (1, 12);
  pattern->depth = dimensions == 3 ? g_test_rand_int_range (1, 6) : 1;
  for (z = 0; z < pattern->depth; z++) {
    for (y = 0; y < pattern->height; y++) {
      for (x = 0; x < pattern->width; x++) {
        LifeRun run = { x, y, z, 1, g_test_rand_int_range (1, states) };

        pattern->highest_state = MAX (pattern->highest_state, run.state);
        if (g_test_rand_double () < density)
          g_array_append_val (runs, run);
      }
    }
  }
  if (runs->len == 0) {
    LifeRun run = { 0, 0, 0, 1, 1 };

    g_array_append_val (runs, run);
  }
  pattern->n_runs = runs->len;
  pattern->runs = (LifeRun *) g_array_free (runs, FALSE);
  return pattern;
}

/* Joins single cells, as random_pattern() makes them, to runs. */
static void
join_cells (LifePattern *pattern)
{
  gsize i, n = 0;

  for (i = 0; i < pattern->n_runs; i++) {
    LifeRun *last = n > 0 ? &pattern->runs[n - 1] : NULL;

    if (last != NULL && compare_runs (last, &pattern->runs[i]) < 0
        && last->y == pattern->runs[i].y && last->z == pattern->runs[i].z
        && last->state == pattern->runs[i].state
        && last->x + last->length == pattern->runs[i].x)
      last->length++;
    else
      pattern->runs[n++] = pattern->runs[i];
  }
  pattern->n_runs = n;
}

static void
assert_survives_writing (LifePattern *pattern, LifeFormat format)
{
  GError *error = NULL;
  g_autofree gchar *text = life_pattern_write (pattern, format, &error);
  g_autofree gchar *before = NULL;
  g_autoptr (LifePattern) read = NULL;

  g_assert_no_error (error);
  read = parse (text);
  g_assert_cmpint (read->format, ==, format);
  assert_size (read, pattern->width, pattern->height, pattern->depth);
  g_assert_cmpstr (read->rule, ==, pattern->rule);
  join_cells (pattern);
  before = cells_of (pattern);
  assert_cells (read, before);
  if (format == LIFE_FORMAT_PLAINTEXT)
    return;
  g_assert_cmpint (read->has_position, ==, pattern->has_position);
  g_assert_cmpint (read->x, ==, pattern->x);
  g_assert_cmpint (read->y, ==, pattern->y);
  g_assert_cmpint (read->z, ==, pattern->z);
  g_assert_cmpuint (read->generation, ==, pattern->generation);
}

static void
test_random_patterns_survive_writing (gconstpointer data)
{
  LifeFormat format = GPOINTER_TO_INT (data);
  guint i;

  for (i = 0; i < 50; i++) {
    g_autoptr (LifePattern) pattern =
        random_pattern (format == LIFE_FORMAT_RLE3 ? 3 : 2, 2);

    if (i % 2 == 0)
      pattern->rule = g_strdup ("B36/S23:T200,300");
    assert_survives_writing (pattern, format);
  }
}

static void
test_states_survive_writing (gconstpointer data)
{
  LifeFormat format = GPOINTER_TO_INT (data);
  static const guint states[] = { 3, 25, 26, 50, 256 };
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (states); i++) {
    g_autoptr (LifePattern) pattern =
        random_pattern (format == LIFE_FORMAT_RLE3 ? 3 : 2, states[i]);

    assert_survives_writing (pattern, format);
  }
}

static void
test_every_state_survives_writing (void)
{
  guint state;

  for (state = 1; state < 256; state++) {
    LifeRun run = { 1, 0, 0, 4000000000, state };
    LifePattern pattern = { LIFE_FORMAT_RLE, 2, G_MAXUINT32, 1, 1 };
    g_autofree gchar *text = NULL;
    g_autoptr (LifePattern) read = NULL;

    pattern.runs = &run;
    pattern.n_runs = 1;
    text = life_pattern_write (&pattern, LIFE_FORMAT_RLE, NULL);
    g_assert_nonnull (text);
    read = parse (text);
    g_assert_cmpuint (read->n_runs, ==, 1);
    g_assert_cmpuint (read->runs[0].state, ==, state);
    g_assert_cmpuint (read->runs[0].length, ==, 4000000000);
    g_assert_cmpuint (read->highest_state, ==, state);
  }
}

static void
test_position_and_generation_survive_writing (gconstpointer data)
{
  LifeFormat format = GPOINTER_TO_INT (data);
  static const gint64 positions[] = { 0, -1, 1, -1000, 1000,
    G_GINT64_CONSTANT (1) << 56, -(G_GINT64_CONSTANT (1) << 56) };
  gsize x, y;

  for (x = 0; x < G_N_ELEMENTS (positions); x++) {
    for (y = 0; y < G_N_ELEMENTS (positions); y++) {
      g_autoptr (LifePattern) pattern =
          random_pattern (format == LIFE_FORMAT_RLE3 ? 3 : 2, 2);

      pattern->has_position = TRUE;
      pattern->x = positions[x];
      pattern->y = positions[y];
      pattern->z = format == LIFE_FORMAT_RLE3 ? positions[(x + y) % 3] : 0;
      pattern->generation = x * G_MAXUINT64 / 7;
      assert_survives_writing (pattern, format);
    }
  }
}

static void
assert_writes (LifePattern *pattern, LifeFormat format, const gchar *expected)
{
  GError *error = NULL;
  g_autofree gchar *text = life_pattern_write (pattern, format, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_written_rle (void)
{
  g_autoptr (LifePattern) pattern = parse ("#CXRLE Gen=5 Pos=-1,2\n" GLIDER);

  assert_writes (pattern, LIFE_FORMAT_RLE,
      "#CXRLE Pos=-1,2 Gen=5\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n");
}

static void
test_written_rle3 (void)
{
  g_autoptr (LifePattern) pattern =
      parse ("3D size=40 pos=19,18,22 gen=7\nx=1 y=2 z=3 rule=B6/S567\no2/$o!");

  assert_writes (pattern, LIFE_FORMAT_RLE3,
      "3D version=1 size=9 pos=3,2,6 gen=7\n"
      "x=1 y=2 z=3 rule=B6/S567\no2/$o!\n");
}

static void
test_written_states (void)
{
  g_autoptr (LifePattern) pattern =
      parse ("x = 5, y = 2, rule = 345/2/4\nb2oBB$.pA3yO!");

  assert_writes (pattern, LIFE_FORMAT_RLE,
      "x = 5, y = 2, rule = 345/2/4\n.2A2B$.pA3yO!\n");
}

static void
test_states_in_plaintext_are_an_error (void)
{
  g_autoptr (LifePattern) pattern = parse ("x = 2, y = 1\nAB!");
  g_autoptr (GError) error = NULL;

  g_assert_null (life_pattern_write (pattern, LIFE_FORMAT_PLAINTEXT, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN);
  assert_contains (error->message, "state 2");
  assert_contains (error->message, "RLE");
}

static void
test_written_plaintext (void)
{
  g_autoptr (LifePattern) pattern = parse (GLIDER);

  assert_writes (
      pattern, LIFE_FORMAT_PLAINTEXT, "!Rule: B3/S23\n.O.\n..O\nOOO\n");
}

static void
test_empty_pattern_is_written (void)
{
  g_autoptr (LifePattern) pattern = parse ("x = 0, y = 0\n!");

  assert_writes (pattern, LIFE_FORMAT_RLE, "x = 0, y = 0\n!\n");
  assert_writes (pattern, LIFE_FORMAT_PLAINTEXT, "!Empty\n");
}

/* Its rows would be longer than a text may be, but none is written. */
static void
test_wide_empty_pattern_is_written (void)
{
  LifePattern pattern = { LIFE_FORMAT_RLE, 2, 1111111111, 0, 1 };

  assert_writes (&pattern, LIFE_FORMAT_PLAINTEXT, "!Empty\n");
}

/* Even where a world has a size: a text with only dead cells would be read as
 * an error. */
static void
test_dead_cells_are_written_as_nothing (void)
{
  LifePattern pattern = { LIFE_FORMAT_RLE, 2, 30, 20, 1 };

  pattern.rule = (gchar *) "B3/S23:T30,20";
  assert_writes (
      &pattern, LIFE_FORMAT_RLE, "x = 0, y = 0, rule = B3/S23:T30,20\n!\n");
  assert_writes (
      &pattern, LIFE_FORMAT_PLAINTEXT, "!Rule: B3/S23:T30,20\n!Empty\n");
  pattern.dimensions = 3;
  pattern.depth = 10;
  assert_writes (&pattern, LIFE_FORMAT_RLE3,
      "3D version=1\nx=0 y=0 z=0 rule=B3/S23:T30,20\n!\n");
}

static void
test_empty_world_can_be_read_back (gconstpointer data)
{
  LifeFormat format = GPOINTER_TO_INT (data);
  gboolean deep = format == LIFE_FORMAT_RLE3;
  const LifeGeometry geometry = { 30, 20, deep ? 10 : 1, LIFE_TOPOLOGY_TORUS };
  LifeEngineOptions options = default_options ();
  g_autoptr (LifeWorld) world = NULL;
  g_autoptr (LifePattern) pattern = NULL;
  g_autoptr (LifePattern) read = NULL;
  g_autofree gchar *text = NULL;
  GError *error = NULL;
  gint64 origin[3];
  const gint64 at[3] = { LIFE_CENTERED, LIFE_CENTERED, LIFE_CENTERED };
  LifeRule rule;

  options.engine = LIFE_ENGINE_CPU;
  g_assert_true (
      parse_rule (deep ? "B6/S567" : "B3/S23", deep ? 3 : 2, &rule, &error));
  world = life_world_new (&geometry, &rule, &options, &error);
  g_assert_no_error (error);
  pattern = life_world_to_pattern (world, &error);
  g_assert_no_error (error);
  text = life_pattern_write (pattern, format, &error);
  g_assert_no_error (error);
  read = parse (text);
  assert_cells (read, "");
  g_assert_cmpint (read->format, ==, format);
  g_assert_cmpstr (read->rule, ==, pattern->rule);
  g_assert_true (
      life_pattern_place (read, &geometry, TRUE, at, origin, &error));
  g_assert_no_error (error);
  g_assert_true (life_world_paste (world, read, origin, &error));
}

static void
test_rle_lines_have_at_most_70_characters (void)
{
  g_autoptr (LifePattern) pattern = random_pattern (2, 2);
  g_autofree gchar *text = life_pattern_write (pattern, LIFE_FORMAT_RLE, NULL);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint i;

  for (i = 0; lines[i] != NULL; i++)
    g_assert_cmpuint (strlen (lines[i]), <=, 70);
}

static void
assert_not_written (LifePattern *pattern, LifeFormat format, LifeError code)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (life_pattern_write (pattern, format, &error));
  g_assert_error (error, LIFE_ERROR, (gint) code);
}

static void
test_3d_pattern_in_2d_format_is_an_error (void)
{
  g_autoptr (LifePattern) pattern = parse ("o/o!");

  assert_not_written (pattern, LIFE_FORMAT_RLE, LIFE_ERROR_PATTERN);
  assert_not_written (pattern, LIFE_FORMAT_PLAINTEXT, LIFE_ERROR_PATTERN);
}

static void
test_huge_plaintext_is_an_error (void)
{
  g_autoptr (LifePattern) pattern =
      parse ("x = 4294967295, y = 4294967295\no!");

  assert_not_written (pattern, LIFE_FORMAT_PLAINTEXT, LIFE_ERROR_SIZE);
}

static void
test_run_outside_the_pattern_is_not_written (void)
{
  g_autoptr (LifePattern) pattern = parse (GLIDER);

  pattern->runs[0].length = G_MAXUINT32;
  assert_not_written (pattern, LIFE_FORMAT_RLE, LIFE_ERROR_PATTERN);
  pattern->runs[0].length = 0;
  assert_not_written (pattern, LIFE_FORMAT_RLE, LIFE_ERROR_PATTERN);
  pattern->runs[0].length = 1;
  pattern->runs[0].state = 0;
  assert_not_written (pattern, LIFE_FORMAT_RLE, LIFE_ERROR_PATTERN);
}

static void
test_rule_with_line_break_is_not_written (void)
{
  g_autoptr (LifePattern) pattern = parse ("bo$2bo$3o!");

  pattern->rule = g_strdup ("B3/S23\n!");
  assert_not_written (pattern, LIFE_FORMAT_RLE, LIFE_ERROR_PATTERN);
}

static void
test_position_too_far_out_is_not_written (void)
{
  g_autoptr (LifePattern) pattern = parse (GLIDER);

  pattern->x = G_MININT64;
  assert_not_written (pattern, LIFE_FORMAT_RLE3, LIFE_ERROR_PATTERN);
}

static gboolean
place (const LifePattern *pattern, LifeTopology topology, gboolean bounded,
    gint64 x, gint64 y, gint64 origin[3], GError **error)
{
  const LifeGeometry geometry = { 10, 9, 1, topology };
  const gint64 at[3] = { x, y, LIFE_CENTERED };

  return life_pattern_place (pattern, &geometry, bounded, at, origin, error);
}

static void
assert_placed (const LifePattern *pattern, LifeTopology topology,
    gboolean bounded, gint64 x, gint64 y, guint32 expected_x,
    guint32 expected_y)
{
  gint64 origin[3];
  GError *error = NULL;

  place (pattern, topology, bounded, x, y, origin, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (origin[0], ==, expected_x);
  g_assert_cmpuint (origin[1], ==, expected_y);
  g_assert_cmpuint (origin[2], ==, 0);
}

static void
assert_not_placed (const LifePattern *pattern, LifeTopology topology,
    gboolean bounded, gint64 x, gint64 y)
{
  gint64 origin[3];
  g_autoptr (GError) error = NULL;

  g_assert_false (place (pattern, topology, bounded, x, y, origin, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_SIZE);
  assert_contains (error->message, "3 × 3");
  assert_contains (error->message, "10 × 9");
}

static void
test_pattern_is_centered (void)
{
  g_autoptr (LifePattern) pattern = parse (GLIDER);

  assert_placed (
      pattern, LIFE_TOPOLOGY_PLANE, FALSE, LIFE_CENTERED, LIFE_CENTERED, 4, 3);
}

static void
test_given_position_wins (void)
{
  g_autoptr (LifePattern) pattern = parse ("#CXRLE Pos=0,0\n" GLIDER);

  assert_placed (pattern, LIFE_TOPOLOGY_PLANE, TRUE, 0, 6, 0, 6);
  assert_placed (pattern, LIFE_TOPOLOGY_PLANE, FALSE, 7, LIFE_CENTERED, 7, 3);
}

static void
test_own_position_counts_in_a_bounded_grid_only (void)
{
  g_autoptr (LifePattern) pattern = parse ("#CXRLE Pos=-5,-2\n" GLIDER);

  assert_placed (
      pattern, LIFE_TOPOLOGY_PLANE, TRUE, LIFE_CENTERED, LIFE_CENTERED, 0, 2);
  assert_placed (
      pattern, LIFE_TOPOLOGY_PLANE, FALSE, LIFE_CENTERED, LIFE_CENTERED, 4, 3);
}

static void
test_pattern_wraps_on_a_torus (void)
{
  g_autoptr (LifePattern) pattern = parse ("#CXRLE Pos=-26,3\n" GLIDER);

  assert_placed (pattern, LIFE_TOPOLOGY_TORUS, FALSE, 9, 8, 9, 8);
  assert_placed (pattern, LIFE_TOPOLOGY_TORUS, FALSE, 23, G_MAXINT64, 3, 7);
  assert_placed (pattern, LIFE_TOPOLOGY_TORUS, FALSE, -1, -1, 9, 8);
  assert_placed (
      pattern, LIFE_TOPOLOGY_TORUS, TRUE, LIFE_CENTERED, LIFE_CENTERED, 9, 7);
}

static void
test_pattern_over_the_edge_of_a_plane_is_an_error (void)
{
  g_autoptr (LifePattern) pattern = parse ("#CXRLE Pos=-6,0\n" GLIDER);

  assert_placed (pattern, LIFE_TOPOLOGY_PLANE, FALSE, 7, 6, 7, 6);
  assert_not_placed (pattern, LIFE_TOPOLOGY_PLANE, FALSE, 8, 0);
  assert_not_placed (pattern, LIFE_TOPOLOGY_PLANE, FALSE, 0, 7);
  assert_not_placed (pattern, LIFE_TOPOLOGY_PLANE, FALSE, G_MAXINT64, 0);
  assert_not_placed (pattern, LIFE_TOPOLOGY_PLANE, FALSE, G_MININT64 + 1, 0);
  assert_not_placed (
      pattern, LIFE_TOPOLOGY_PLANE, TRUE, LIFE_CENTERED, LIFE_CENTERED);
}

static void
test_pattern_larger_than_the_world_reports_both_sizes (void)
{
  g_autoptr (LifePattern) pattern = parse (GLIDER);
  const LifeGeometry geometry = { 10, 2, 1, LIFE_TOPOLOGY_TORUS };
  const gint64 at[3] = { LIFE_CENTERED, LIFE_CENTERED, LIFE_CENTERED };
  gint64 origin[3];
  g_autoptr (GError) error = NULL;

  g_assert_false (
      life_pattern_place (pattern, &geometry, FALSE, at, origin, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_SIZE);
  assert_contains (error->message, "3 × 3");
  assert_contains (error->message, "10 × 2");
}

static void
test_3d_pattern_is_placed_along_every_axis (void)
{
  g_autoptr (LifePattern) pattern =
      parse ("3D size=40 pos=20,20,23\nx=2 y=3 z=4\no!");
  const LifeGeometry geometry = { 9, 10, 11, LIFE_TOPOLOGY_PLANE };
  const LifeGeometry flat = { 9, 10, 1, LIFE_TOPOLOGY_PLANE };
  const gint64 centered[3] = { LIFE_CENTERED, LIFE_CENTERED, LIFE_CENTERED },
               given[3] = { 0, LIFE_CENTERED, 7 };
  gint64 origin[3];
  g_autoptr (GError) error = NULL;

  g_assert_true (
      life_pattern_place (pattern, &geometry, FALSE, centered, origin, NULL));
  g_assert_cmpuint (origin[0], ==, 3);
  g_assert_cmpuint (origin[1], ==, 4);
  g_assert_cmpuint (origin[2], ==, 3);
  g_assert_true (
      life_pattern_place (pattern, &geometry, TRUE, given, origin, NULL));
  g_assert_cmpuint (origin[0], ==, 0);
  g_assert_cmpuint (origin[1], ==, 5);
  g_assert_cmpuint (origin[2], ==, 7);
  g_assert_false (
      life_pattern_place (pattern, &flat, FALSE, centered, origin, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_SIZE);
  assert_contains (error->message, "2 × 3 × 4");
}

static void
add_writers (void)
{
#define WRITER(test, name, format) \
  g_test_add_data_func (           \
      "/pattern-write/" #test "_" name, GINT_TO_POINTER (format), test_##test)
  WRITER (random_patterns_survive_writing, "as_rle", LIFE_FORMAT_RLE);
  WRITER (random_patterns_survive_writing, "as_rle3", LIFE_FORMAT_RLE3);
  WRITER (
      random_patterns_survive_writing, "as_plaintext", LIFE_FORMAT_PLAINTEXT);
  WRITER (position_and_generation_survive_writing, "as_rle", LIFE_FORMAT_RLE);
  WRITER (position_and_generation_survive_writing, "as_rle3", LIFE_FORMAT_RLE3);
  WRITER (states_survive_writing, "as_rle", LIFE_FORMAT_RLE);
  WRITER (states_survive_writing, "as_rle3", LIFE_FORMAT_RLE3);
  WRITER (empty_world_can_be_read_back, "as_rle", LIFE_FORMAT_RLE);
  WRITER (empty_world_can_be_read_back, "as_rle3", LIFE_FORMAT_RLE3);
  WRITER (empty_world_can_be_read_back, "as_plaintext", LIFE_FORMAT_PLAINTEXT);
#undef WRITER
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_writers ();
#define TEST(name) g_test_add_func ("/pattern-write/" #name, test_##name)
  TEST (written_rle);
  TEST (written_rle3);
  TEST (every_state_survives_writing);
  TEST (written_states);
  TEST (states_in_plaintext_are_an_error);
  TEST (written_plaintext);
  TEST (empty_pattern_is_written);
  TEST (wide_empty_pattern_is_written);
  TEST (dead_cells_are_written_as_nothing);
  TEST (rle_lines_have_at_most_70_characters);
  TEST (3d_pattern_in_2d_format_is_an_error);
  TEST (huge_plaintext_is_an_error);
  TEST (run_outside_the_pattern_is_not_written);
  TEST (rule_with_line_break_is_not_written);
  TEST (position_too_far_out_is_not_written);
  TEST (pattern_is_centered);
  TEST (given_position_wins);
  TEST (own_position_counts_in_a_bounded_grid_only);
  TEST (pattern_wraps_on_a_torus);
  TEST (pattern_over_the_edge_of_a_plane_is_an_error);
  TEST (pattern_larger_than_the_world_reports_both_sizes);
  TEST (3d_pattern_is_placed_along_every_axis);
#undef TEST
  return g_test_run ();
}
