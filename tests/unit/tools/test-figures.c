/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests how life-bench reads others' figures, and sets them beside its own;
 * test-bench.py runs it. */
#include "tools/bench.h"

#include <math.h>
#include <string.h>

#define HEADER                                                               \
  "program\tversion\trule\tsize\ttopology\tgenerations\tvalue\tunit\tchip\t" \
  "date\tsource\n"

static GArray *
parse (const gchar *text, GError **error)
{
  return bench_figures_parse (text, strlen (text), "others.tsv", error);
}

static GArray *
parse_good (const gchar *text)
{
  g_autoptr (GError) error = NULL;
  GArray *figures = parse (text, &error);

  g_assert_no_error (error);
  g_assert_nonnull (figures);
  return figures;
}

/* Whether reading fails with a message that starts so and has these words. */
static void
assert_refused (const gchar *text, const gchar *place, const gchar *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) figures = parse (text, &error);

  g_assert_null (figures);
  g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
  if (!g_str_has_prefix (error->message, place)
      || strstr (error->message, words) == NULL)
    g_error ("\"%s\" does not start with \"%s\", or lacks \"%s\"",
        error->message, place, words);
}

static void
assert_near (gdouble value, gdouble expected)
{
  if (!(fabs (value - expected) <= 1e-9 * fabs (expected)))
    g_error ("%.17g is not %.17g", value, expected);
}

static const BenchFigure *
at (const GArray *figures, guint i)
{
  g_assert_cmpuint (i, <, figures->len);
  return &g_array_index (figures, BenchFigure, i);
}

/* --- Reading --- */

static void
test_all_columns_are_read (void)
{
  g_autoptr (GArray) figures = parse_good (HEADER
      "Their Life\t2.1\tB36/S23\t640x480\tplane\t100\t2.5\tms/run\tA chip, 2 "
      "threads\t2026-11-21\thttps://example.org/life\n");
  const BenchFigure *figure = at (figures, 0);

  g_assert_cmpuint (figures->len, ==, 1);
  g_assert_cmpuint (figure->line, ==, 2);
  g_assert_cmpstr (figure->program, ==, "Their Life");
  g_assert_cmpstr (figure->version, ==, "2.1");
  g_assert_cmpstr (figure->rule, ==, "B36/S23");
  g_assert_cmpuint (figure->geometry.width, ==, 640);
  g_assert_cmpuint (figure->geometry.height, ==, 480);
  g_assert_cmpuint (figure->geometry.depth, ==, 1);
  g_assert_cmpint (figure->geometry.topology, ==, LIFE_TOPOLOGY_PLANE);
  g_assert_cmpuint (figure->generations, ==, 100);
  g_assert_cmpfloat (figure->value, ==, 2.5);
  g_assert_cmpstr (bench_unit_name (figure->unit), ==, "ms/run");
  g_assert_cmpstr (figure->chip, ==, "A chip, 2 threads");
  g_assert_cmpstr (figure->date, ==, "2026-11-21");
  g_assert_cmpstr (figure->source, ==, "https://example.org/life");
}

static void
test_what_is_not_known_has_defaults (void)
{
  g_autoptr (GArray) figures =
      parse_good (HEADER "A\t-\t-\t9x9\t-\t-\t1\tcell/s\t-\t2020\tx\n"
                         "A\t-\t-\t9x9x9\t-\t-\t1\tcell/s\t-\t2020\tx\n");

  for (guint i = 0; i < 2; i++) {
    const BenchFigure *figure = at (figures, i);
    g_assert_null (figure->version);
    g_assert_null (figure->chip);
    g_assert_cmpuint (figure->generations, ==, 0);
    g_assert_cmpint (figure->geometry.topology, ==, LIFE_TOPOLOGY_TORUS);
    g_assert_cmpstr (figure->rule, ==, i == 0 ? "B3/S23" : "B6/S567");
  }
}

static void
test_layout_does_not_matter (void)
{
  g_autoptr (GArray) figures = parse_good (
      "# a comment\n\nsize\t\tvalue\tunit\tdate\tsource\tprogram\r\n"
      "  # another\n"
      "64x32\t\t\t2e9\tcell/s\t<2020-02\ta b\t C \r\n"
      "\t\n");
  const BenchFigure *figure = at (figures, 0);

  g_assert_cmpuint (figures->len, ==, 1);
  g_assert_cmpuint (figure->line, ==, 5);
  g_assert_cmpstr (figure->program, ==, "C");
  g_assert_cmpstr (figure->source, ==, "a b");
  g_assert_cmpstr (figure->date, ==, "<2020-02");
  g_assert_cmpfloat (figure->value, ==, 2e9);
}

static void
test_bad_lines_are_refused_with_place_and_remedy (void)
{
  static const struct {
    const gchar *line, *words;
  } cases[] = {
    { "A\t-\t-\t9\t-\t-\t1\tcell/s\t-\t2020\tx", "give WxH" },
    { "A\t-\t-\t0x9\t-\t-\t1\tcell/s\t-\t2020\tx", "give WxH" },
    { "A\t-\t-\t9x9x9x9\t-\t-\t1\tcell/s\t-\t2020\tx", "give WxH" },
    { "A\t-\t-\t4294967295x4294967295x9\t-\t-\t1\tcell/s\t-\t2020\tx",
        "give WxH" },
    { "A\t-\t-\t9x9\tball\t-\t1\tcell/s\t-\t2020\tx", "give torus or plane" },
    { "A\t-\tB9/S\t9x9\t-\t-\t1\tcell/s\t-\t2020\tx", "rule" },
    { "A\t-\tB3/S23:T9,9\t9x9\t-\t-\t1\tcell/s\t-\t2020\tx", "colon" },
    { "A\t-\t-\t9x9\t-\t0\t1\tcell/s\t-\t2020\tx", "give how many" },
    { "A\t-\t-\t9x9\t-\tmany\t1\tcell/s\t-\t2020\tx", "give how many" },
    { "A\t-\t-\t9x9\t-\t-\t0\tcell/s\t-\t2020\tx", "above 0" },
    { "A\t-\t-\t9x9\t-\t-\t-1\tcell/s\t-\t2020\tx", "above 0" },
    { "A\t-\t-\t9x9\t-\t-\tinf\tcell/s\t-\t2020\tx", "above 0" },
    { "A\t-\t-\t9x9\t-\t-\t1,5\tcell/s\t-\t2020\tx", "above 0" },
    { "A\t-\t-\t9x9\t-\t-\t1e-320\tgeneration/s\t-\t2020\tx", "out of range" },
    { "A\t-\t-\t9x9\t-\t-\t1\tfurlongs\t-\t2020\tx", "s/generation" },
    { "A\t-\t-\t9x9\t-\t-\t1\ts/run\t-\t2020\tx", "column generations" },
    { "A\t-\t-\t9x9\t-\t-\t1\tcell/s\t-\tyesterday\tx", "YYYY-MM-DD" },
    { "A\t-\t-\t9x9\t-\t-\t1\tcell/s\t-\t2026-02-30\tx", "YYYY-MM-DD" },
    { "A\t-\t-\t9x9\t-\t-\t1\tcell/s\t-\t2026-13\tx", "YYYY-MM-DD" },
    { "A\t-\t-\t9x9\t-\t-\t1\tcell/s\t-\t2026/11/21\tx", "YYYY-MM-DD" },
    { "A\t-\t-\t9x9\t-\t-\t1\tcell/s\t-\t-\tx", "column date" },
    { "A\t-\t-\t9x9\t-\t-\t1\tcell/s\t-\t2020\t-", "column source" },
    { "-\t-\t-\t9x9\t-\t-\t1\tcell/s\t-\t2020\tx", "column program" },
    { "A\t-\t-\t9x9\t-\t-\t1\tcell/s\t-\t2020", "10 columns" },
    { "A\t-\t-\t9x9\t-\t-\t1\tcell/s\t-\t2020\tx\ty", "12 columns" },
    { "A -\t-\t9x9\t-\t-\t1\tcell/s\t-\t2020\tx", "a tab" },
    { "A\xff\t-\t-\t9x9\t-\t-\t1\tcell/s\t-\t2020\tx", "UTF-8" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *text = g_strconcat ("# one\n" HEADER,
        "A\t-\t-\t9x9\t-\t-\t1\tcell/s\t-\t2020\tx\n", cases[i].line, "\n",
        NULL);
    assert_refused (text, "others.tsv:4: ", cases[i].words);
  }
}

static void
test_bad_headers_are_refused (void)
{
  static const gchar figure[] = "A\t-\t-\t9x9\t-\t-\t1\tcell/s\t-\t2020\tx\n";

  assert_refused (figure, "others.tsv:1: ", "no column is called \"A\"");
  assert_refused ("program\tsize\tvalue\tunit\tdate\n",
      "others.tsv:1: ", "no column source");
  assert_refused (
      "program\tsize\tsize\n", "others.tsv:1: ", "size is there twice");
}

static void
test_a_file_without_figures_is_refused (void)
{
  assert_refused ("", "others.tsv:1: ", "no figure");
  assert_refused ("# nothing\n" HEADER, "others.tsv:3: ", "no figure");
}

static void
test_a_zero_byte_is_refused (void)
{
  static const gchar text[] = HEADER "A\t-\t\0-\t9x9\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) figures =
      bench_figures_parse (text, sizeof (text) - 1, "others.tsv", &error);

  g_assert_null (figures);
  g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
  g_assert_true (g_str_has_prefix (error->message, "others.tsv:2: "));
}

static void
test_the_built_in_file_is_read (void)
{
  g_autofree gchar *path = g_build_filename (
      g_getenv ("LIFE_SOURCE_ROOT"), "tools", "others.tsv", NULL);
  g_autofree gchar *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) figures = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  figures = parse_good (text);
  for (guint i = 0; i < figures->len; i++)
    g_assert_nonnull (at (figures, i)->chip);
}

/* --- Comparing --- */

static void
test_units_become_seconds_and_back (void)
{
  static const struct {
    const gchar *value_and_unit;
    gdouble seconds; /* per generation of 1000 x 500 cells, 20 in a run */
  } cases[] = {
    { "3\tus/generation", 3e-6 },
    { "3\tms/generation", 3e-3 },
    { "3\ts/generation", 3 },
    { "4\tms/run", 2e-4 },
    { "4\ts/run", 0.2 },
    { "250000\tcell/s", 2 },
    { "5\tMcell/s", 0.1 },
    { "5\tGcell/s", 1e-4 },
    { "5\tTcell/s", 1e-7 },
    { "50\tgeneration/s", 0.02 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *text = g_strconcat (HEADER "A\t-\t-\t1000x500\t-\t20\t",
        cases[i].value_and_unit, "\t-\t2020\tx\n", NULL);
    g_autoptr (GArray) figures = parse_good (text);
    const BenchFigure *figure = at (figures, 0);
    assert_near (bench_figure_seconds (figure), cases[i].seconds);
    assert_near (
        bench_figure_convert (figure, cases[i].seconds), figure->value);
  }
}

static void
test_published_figures_are_of_the_same_world_and_chip (void)
{
  g_autoptr (GArray) figures = parse_good (HEADER
      "A\t-\tB6/S567\t8x8x8\t-\t10\t51\tms/run\t" BENCH_L40 "\t2020\tx\n"
      "A\t-\tB6/S567\t8x8x8\t-\t10\t72\tms/run\t" BENCH_H200 "\t2020\tx\n");
  const BenchOptions options = { .figures = figures };
  g_autoptr (LifeRule) rule = life_rule_parse ("B6/S567", 3, NULL);
  BenchWorld world = {
    .geometry = { 8, 8, 8, LIFE_TOPOLOGY_TORUS }, .rule = rule, .wanted = 10
  };
  gdouble milliseconds = 0;

  g_assert_true (bench_published (&options, &world, BENCH_L40, &milliseconds));
  assert_near (milliseconds, 51);
  g_assert_true (bench_published (&options, &world, BENCH_H200, &milliseconds));
  assert_near (milliseconds, 72);
  g_assert_false (bench_published (&options, &world, "another", &milliseconds));
  world.wanted = 11;
  g_assert_false (bench_published (&options, &world, BENCH_L40, &milliseconds));
  world.wanted = 10;
  world.geometry.width = 9;
  g_assert_false (bench_published (&options, &world, BENCH_L40, &milliseconds));
}

static void
test_the_nearer_limit_counts (void)
{
  BenchWorld world = { .rate = 100, .logic = 0.5, .memory = 0.25 };
  const gchar *name;

  assert_near (bench_nearer_limit (&world, &name), 200);
  g_assert_cmpstr (name, ==, "logic");
  world.memory = 0.8;
  assert_near (bench_nearer_limit (&world, &name), 125);
  g_assert_cmpstr (name, ==, "memory");
  /* Several generations per pass: memory does not limit. */
  world.memory = 1.25;
  assert_near (bench_nearer_limit (&world, &name), 200);
  g_assert_cmpstr (name, ==, "logic");
  world.logic = 0;
  g_assert_cmpfloat (bench_nearer_limit (&world, &name), ==, 0);
  g_assert_null (name);
}

static void
test_equal_sources_have_one_number (void)
{
  static const gchar *const sources[] = { "b", "a", "b", "c", "a" };
  static const guint numbers[] = { 1, 2, 1, 3, 2 };
  BenchReport report;

  bench_report_init (&report);
  for (gsize i = 0; i < G_N_ELEMENTS (sources); i++) {
    BenchComparison comparison = { 0 };
    comparison.figure.source = g_strdup (sources[i]);
    bench_report_add_comparison (&report, &comparison);
  }
  for (guint i = 0; i < report.comparisons->len; i++)
    g_assert_cmpuint (
        bench_source_number (
            &report, &g_array_index (report.comparisons, BenchComparison, i)),
        ==, numbers[i]);
  bench_report_clear (&report);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/figures/" #name, test_##name)
  TEST (all_columns_are_read);
  TEST (what_is_not_known_has_defaults);
  TEST (layout_does_not_matter);
  TEST (bad_lines_are_refused_with_place_and_remedy);
  TEST (bad_headers_are_refused);
  TEST (a_file_without_figures_is_refused);
  TEST (a_zero_byte_is_refused);
  TEST (the_built_in_file_is_read);
  TEST (units_become_seconds_and_back);
  TEST (published_figures_are_of_the_same_world_and_chip);
  TEST (the_nearer_limit_counts);
  TEST (equal_sources_have_one_number);
#undef TEST
  return g_test_run ();
}
