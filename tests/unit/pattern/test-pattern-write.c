/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of how patterns are written and where they are placed; reading is in
 * test-pattern.c. */
#include <life/world.h>

#include "tests/support/text/pattern.h"

/* A run of one cell for each live one, of which there is at least one; in 3D where the format is.
 * Adds the text of cells_of() to @cells. */
static LifePattern *
random_pattern (LifeFormat format, guint states, GString *cells)
{
  LifePattern *pattern = life_pattern_new ();
  const gdouble density = g_test_rand_double ();
  gsize size;

  pattern->dimensions = format == LIFE_FORMAT_RLE3 ? 3 : 2;
  pattern->width = g_test_rand_int_range (1, 200);
  pattern->height = g_test_rand_int_range (1, 12);
  pattern->depth = pattern->dimensions == 3 ? g_test_rand_int_range (1, 6) : 1;
  size = (gsize) pattern->width * pattern->height * pattern->depth;
  pattern->runs = g_new (LifeRun, size);
  for (gsize i = 0; i < size; i++) {
    const gsize row = i / pattern->width;
    const LifeRun run = { i % pattern->width, row % pattern->height,
      row / pattern->height, 1, g_test_rand_int_range (1, states) };

    if (g_test_rand_double () >= density
        && (i < size - 1 || pattern->n_runs > 0))
      continue;
    pattern->runs[pattern->n_runs++] = run;
    pattern->highest_state = MAX (pattern->highest_state, run.state);
    g_string_append_printf (
        cells, "%s%u,%u", cells->len > 0 ? " " : "", run.x, run.y);
    if (run.z > 0)
      g_string_append_printf (cells, ",%u", run.z);
    if (run.state > 1)
      g_string_append_printf (cells, ":%u", run.state);
  }
  return pattern;
}

static void
assert_survives_writing (
    const LifePattern *pattern, LifeFormat format, const GString *cells)
{
  GError *error = NULL;
  g_autofree gchar *text = life_pattern_write (pattern, format, &error);
  g_autoptr (LifePattern) read = NULL;

  g_assert_no_error (error);
  read = parse (text);
  g_assert_cmpint (read->format, ==, format);
  g_assert_cmpuint (read->width, ==, pattern->width);
  g_assert_cmpuint (read->height, ==, pattern->height);
  g_assert_cmpuint (read->depth, ==, pattern->depth);
  g_assert_cmpstr (read->rule, ==, pattern->rule);
  assert_cells (read, cells->str);
  if (format == LIFE_FORMAT_PLAINTEXT)
    return;
  g_assert_cmpint (read->has_position, ==, pattern->has_position);
  g_assert_cmpint (read->x, ==, pattern->x);
  g_assert_cmpint (read->y, ==, pattern->y);
  g_assert_cmpint (read->z, ==, pattern->z);
  g_assert_cmpuint (read->generation, ==, pattern->generation);
}

static const LifeFormat formats[] = { LIFE_FORMAT_RLE, LIFE_FORMAT_RLE3,
  LIFE_FORMAT_PLAINTEXT };

static void
test_random_patterns_survive_writing (void)
{
  for (guint i = 0; i < 150; i++) {
    const LifeFormat format = formats[i % 3];
    g_autoptr (GString) cells = g_string_new (NULL);
    g_autoptr (LifePattern) pattern = random_pattern (format, 2, cells);

    if (i % 2 == 0)
      pattern->rule = g_strdup ("B36/S23:T200,300");
    assert_survives_writing (pattern, format, cells);
  }
}

static void
test_states_survive_writing (void)
{
  static const guint states[] = { 3, 25, 26, 50, 256 };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (states); i++) {
    g_autoptr (GString) cells = g_string_new (NULL);
    g_autoptr (LifePattern) pattern =
        random_pattern (formats[i % 2], states[i / 2], cells);

    assert_survives_writing (pattern, formats[i % 2], cells);
  }
}

static void
test_every_state_survives_writing (void)
{
  for (guint state = 1; state < 256; state++) {
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
test_position_and_generation_survive_writing (void)
{
  static const gint64 positions[] = { 0, -1, 1, -1000, 1000,
    G_GINT64_CONSTANT (1) << 56, -(G_GINT64_CONSTANT (1) << 56) };

  for (guint i = 0; i < 2 * 7 * 7; i++) {
    const LifeFormat format = formats[i % 2];
    const guint x = i / 2 / 7, y = i / 2 % 7;
    g_autoptr (GString) cells = g_string_new (NULL);
    g_autoptr (LifePattern) pattern = random_pattern (format, 2, cells);

    pattern->has_position = TRUE;
    pattern->x = positions[x];
    pattern->y = positions[y];
    pattern->z = format == LIFE_FORMAT_RLE3 ? positions[(x + y) % 3] : 0;
    pattern->generation = x * G_MAXUINT64 / 7;
    assert_survives_writing (pattern, format, cells);
  }
}

static void
assert_not_written (const LifePattern *pattern, LifeFormat format,
    LifeError code, const gchar *pieces)
{
  GError *error = NULL;

  assert_refused (life_pattern_write (pattern, format, &error) != NULL, &error,
      code, pieces);
}

static void
assert_writes (
    const LifePattern *pattern, LifeFormat format, const gchar *expected)
{
  GError *error = NULL;
  g_autofree gchar *text = life_pattern_write (pattern, format, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, expected);
}

static const struct {
  const gchar *text;
  LifeFormat format;
  const gchar *written; /* NULL: it cannot be, for this reason */
  LifeError code;
  const gchar *pieces;
} texts[] = {
  { "#CXRLE Gen=5 Pos=-1,2\n" GLIDER, LIFE_FORMAT_RLE,
      "#CXRLE Pos=-1,2 Gen=5\n" GLIDER },
  { "x = 5, y = 2, rule = 345/2/4\nb2oBB$.pA3yO!", LIFE_FORMAT_RLE,
      "x = 5, y = 2, rule = 345/2/4\n.2A2B$.pA3yO!\n" },
  { "3D size=40 pos=19,18,22 gen=7\nx=1 y=2 z=3 rule=B6/S567\no2/$o!",
      LIFE_FORMAT_RLE3,
      "3D version=1 size=9 pos=3,2,6 gen=7\n"
      "x=1 y=2 z=3 rule=B6/S567\no2/$o!\n" },
  { GLIDER, LIFE_FORMAT_PLAINTEXT, "!Rule: B3/S23\n.O.\n..O\nOOO\n" },
  { "x = 0, y = 0\n!", LIFE_FORMAT_RLE, "x = 0, y = 0\n!\n" },
  { "x = 0, y = 0\n!", LIFE_FORMAT_PLAINTEXT, "!Empty\n" },
  { "x = 2, y = 1\nAB!", LIFE_FORMAT_PLAINTEXT, NULL, LIFE_ERROR_PATTERN,
      "state 2|RLE" },
  { "o/o!", LIFE_FORMAT_RLE, NULL, LIFE_ERROR_PATTERN, "" },
  { "o/o!", LIFE_FORMAT_PLAINTEXT, NULL, LIFE_ERROR_PATTERN, "" },
  { "x = 4294967295, y = 4294967295\no!", LIFE_FORMAT_PLAINTEXT, NULL,
      LIFE_ERROR_SIZE, "" },
};

static void
test_what_a_format_supports_is_written (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (LifePattern) pattern = parse (texts[i].text);

    if (texts[i].written != NULL)
      assert_writes (pattern, texts[i].format, texts[i].written);
    else
      assert_not_written (
          pattern, texts[i].format, texts[i].code, texts[i].pieces);
  }
}

/* Even where a world has a size: a text with only dead cells would be read as an error, and rows
 * longer than a text may be are not written. */
static void
test_dead_cells_are_written_as_nothing (void)
{
  LifePattern pattern = { LIFE_FORMAT_RLE, 2, 1111111111, 0, 1 };

  assert_writes (&pattern, LIFE_FORMAT_PLAINTEXT, "!Empty\n");
  pattern.width = 30;
  pattern.height = 20;
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
test_empty_world_can_be_read_back (void)
{
  const gint64 at[3] = { LIFE_CENTERED, LIFE_CENTERED, LIFE_CENTERED };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    const guint depth = formats[i] == LIFE_FORMAT_RLE3 ? 10 : 1;
    const LifeGeometry geometry = { 30, 20, depth, LIFE_TOPOLOGY_TORUS };
    const LifeEngineOptions options = { .engine = LIFE_ENGINE_CPU };
    GError *error = NULL;
    g_autoptr (LifeRule) rule =
        life_rule_parse ("B3/S23", depth > 1 ? 3 : 2, &error);
    g_autoptr (LifeWorld) world =
        life_world_new (&geometry, rule, &options, &error);
    g_autoptr (LifePattern) pattern = life_world_to_pattern (world, &error);
    g_autoptr (LifePattern) read = NULL;
    g_autofree gchar *text = NULL;
    gint64 origin[3];

    g_assert_no_error (error);
    text = life_pattern_write (pattern, formats[i], &error);
    g_assert_no_error (error);
    read = parse (text);
    g_assert_cmpuint (read->n_runs, ==, 0);
    g_assert_cmpint (read->format, ==, formats[i]);
    g_assert_cmpstr (read->rule, ==, pattern->rule);
    g_assert_true (
        life_pattern_find_origin (read, &geometry, TRUE, at, origin, &error));
    g_assert_no_error (error);
    g_assert_true (life_world_paste (world, read, origin, &error));
  }
}

static void
test_rle_lines_have_at_most_70_characters (void)
{
  g_autoptr (GString) cells = g_string_new (NULL);
  g_autoptr (LifePattern) pattern = random_pattern (LIFE_FORMAT_RLE, 2, cells);
  g_autofree gchar *text = life_pattern_write (pattern, LIFE_FORMAT_RLE, NULL);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    g_assert_cmpuint (strlen (lines[i]), <=, 70);
}

static void
test_broken_patterns_are_not_written (void)
{
  static const LifeRun runs[] = { { 1, 0, 0, G_MAXUINT32, 1 },
    { 1, 0, 0, 0, 1 }, { 1, 0, 0, 1, 0 } };
  g_autoptr (LifePattern) pattern = parse ("bo$2bo$3o!");
  const LifeRun good = pattern->runs[0];

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++) {
    pattern->runs[0] = runs[i];
    assert_not_written (pattern, LIFE_FORMAT_RLE, LIFE_ERROR_PATTERN, "");
  }
  pattern->runs[0] = good;
  pattern->x = G_MININT64;
  assert_not_written (pattern, LIFE_FORMAT_RLE3, LIFE_ERROR_PATTERN, "");
  pattern->x = 0;
  pattern->rule = g_strdup ("B3/S23\n!");
  assert_not_written (pattern, LIFE_FORMAT_RLE, LIFE_ERROR_PATTERN, "");
}

/* --- Placing --- */

#define ANY LIFE_CENTERED
#define PLANE 10, 9, 1, LIFE_TOPOLOGY_PLANE
#define TORUS 10, 9, 1, LIFE_TOPOLOGY_TORUS
#define GLIDER_AT(position) "#CXRLE Pos=" position "\n" GLIDER
#define BOX "3D size=40 pos=20,20,23\nx=2 y=3 z=4\no!"
#define EDGE "3 × 3|10 × 9"

static const struct {
  const gchar *text;
  LifeGeometry geometry;
  gboolean bounded;
  gint64 at[3], expected[3];
  const gchar *pieces; /* of the message where it is refused */
} positions[] = {
  { GLIDER, { PLANE }, FALSE, { ANY, ANY, ANY }, { 4, 3, 0 } },
  /* A given place wins over its own. */
  { GLIDER_AT ("0,0"), { PLANE }, TRUE, { 0, 6, ANY }, { 0, 6, 0 } },
  { GLIDER_AT ("0,0"), { PLANE }, FALSE, { 7, ANY, ANY }, { 7, 3, 0 } },
  /* Its own counts in a bounded grid only. */
  { GLIDER_AT ("-5,-2"), { PLANE }, TRUE, { ANY, ANY, ANY }, { 0, 2, 0 } },
  { GLIDER_AT ("-5,-2"), { PLANE }, FALSE, { ANY, ANY, ANY }, { 4, 3, 0 } },
  /* On a torus it goes on at the other side. */
  { GLIDER, { TORUS }, FALSE, { 9, 8, ANY }, { 9, 8, 0 } },
  { GLIDER, { TORUS }, FALSE, { 23, G_MAXINT64, ANY }, { 3, 7, 0 } },
  { GLIDER, { TORUS }, FALSE, { -1, -1, ANY }, { 9, 8, 0 } },
  { GLIDER_AT ("-26,3"), { TORUS }, TRUE, { ANY, ANY, ANY }, { 9, 7, 0 } },
  /* Over the edge of a plane. */
  { GLIDER, { PLANE }, FALSE, { 7, 6, ANY }, { 7, 6, 0 } },
  { GLIDER, { PLANE }, FALSE, { 8, 0, ANY }, { 0 }, EDGE },
  { GLIDER, { PLANE }, FALSE, { 0, 7, ANY }, { 0 }, EDGE },
  { GLIDER, { PLANE }, FALSE, { G_MAXINT64, 0, ANY }, { 0 }, EDGE },
  { GLIDER, { PLANE }, FALSE, { G_MININT64 + 1, 0, ANY }, { 0 }, EDGE },
  { GLIDER_AT ("-6,0"), { PLANE }, TRUE, { ANY, ANY, ANY }, { 0 }, EDGE },
  /* Larger than the world. */
  { GLIDER, { 10, 2, 1 }, FALSE, { ANY, ANY, ANY }, { 0 }, "3 × 3|10 × 2" },
  { BOX, { 9, 10, 1 }, FALSE, { ANY, ANY, ANY }, { 0 }, "2 × 3 × 4" },
  /* In 3D. */
  { BOX, { 9, 10, 11 }, FALSE, { ANY, ANY, ANY }, { 3, 4, 3 } },
  { BOX, { 9, 10, 11, LIFE_TOPOLOGY_PLANE }, TRUE, { 0, ANY, 7 }, { 0, 5, 7 } },
};

static void
test_patterns_have_positions (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (positions); i++) {
    g_autoptr (LifePattern) pattern = parse (positions[i].text);
    gint64 origin[3];
    GError *error = NULL;
    const gboolean done =
        life_pattern_find_origin (pattern, &positions[i].geometry,
            positions[i].bounded, positions[i].at, origin, &error);

    g_test_message ("place %u", i);
    if (positions[i].pieces != NULL) {
      assert_refused (done, &error, LIFE_ERROR_SIZE, positions[i].pieces);
      continue;
    }
    g_assert_no_error (error);
    g_assert_cmpmem (
        origin, sizeof origin, positions[i].expected, sizeof origin);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/pattern-write/" #name, test_##name)
  TEST (random_patterns_survive_writing);
  TEST (states_survive_writing);
  TEST (every_state_survives_writing);
  TEST (position_and_generation_survive_writing);
  TEST (what_a_format_supports_is_written);
  TEST (dead_cells_are_written_as_nothing);
  TEST (empty_world_can_be_read_back);
  TEST (rle_lines_have_at_most_70_characters);
  TEST (broken_patterns_are_not_written);
  TEST (patterns_have_positions);
#undef TEST
  return g_test_run ();
}
