/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How text of every format is read as a pattern: texts are in reads.tsv and refused.tsv. Files
 * and names are in test-pattern-files.c, writing and placing in test-pattern-write.c. */
#include "tests/support/text/pattern.h"

/* --- Tables --- */

/* What is not the cells, between newlines. */
static gchar *
facts_of (const LifePattern *pattern)
{
  static const gchar *const formats[] = { "rle", "rle3", "plaintext",
    "life 1.05", "life 1.06", "dblife", "macrocell", "mcell", "apgcode" };
  g_autofree gchar *position = g_strdup_printf (
      "%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT, pattern->x,
      pattern->y, pattern->z);
  const gchar *name = life_pattern_get_name (pattern);

  return g_strdup_printf ("\nsize=%ux%ux%u\nrule=%s\ndimensions=%u\n"
                          "format=%s\nplace=%s\ngeneration=%" G_GUINT64_FORMAT
                          "\nhighest=%u\nname=%s\n",
      pattern->width, pattern->height, pattern->depth,
      pattern->rule ? pattern->rule : "none", pattern->dimensions,
      formats[pattern->format], pattern->has_position ? position : "none",
      pattern->generation, pattern->highest_state, name ? name : "none");
}

/* The highest state is the first that a rule must have. */
static void
check_states (const LifePattern *pattern)
{
  const guint highest = pattern->highest_state;
  GError *error = NULL;

  g_assert_true (
      life_pattern_check_states (pattern, MAX (highest + 1, 2), NULL));
  if (highest >= 2)
    assert_refused (life_pattern_check_states (pattern, highest, &error),
        &error, LIFE_ERROR_PATTERN, "cells of state");
}

static void
check_reading (gchar **columns, const gchar *location)
{
  const gchar *expected = g_str_equal (columns[2], "glider")    ? GLIDER_CELLS
                          : g_str_equal (columns[2], "nothing") ? ""
                                                                : columns[2];
  g_autoptr (GError) error = NULL;
  g_autoptr (LifePattern) pattern =
      life_pattern_parse (columns[1], strlen (columns[1]), &error);
  g_autofree gchar *cells = NULL;
  g_autofree gchar *facts = NULL;

  if (pattern == NULL) {
    fail ("%s: %s: %s", location, columns[0], error->message);
    return;
  }
  cells = cells_of (pattern);
  facts = facts_of (pattern);
  if (!g_str_equal (cells, expected))
    fail ("%s: %s: %s", location, columns[0], cells);
  for (guint i = 3; columns[i] != NULL; i++) {
    g_autofree gchar *fact = g_strdup_printf ("\n%s\n", columns[i]);

    if (strstr (facts, fact) == NULL)
      fail ("%s: %s: not %s, but%s", location, columns[0], columns[i], facts);
  }
  check_states (pattern);
}

static void
test_texts_are_read (void)
{
  check_rows ("unit/pattern/reads.tsv", check_reading);
}

static void
check_refusal (gchar **columns, const gchar *location)
{
  g_autoptr (GError) error = NULL;

  if (life_pattern_parse (columns[1], strlen (columns[1]), &error) != NULL) {
    fail ("%s: %s is a pattern", location, columns[0]);
    return;
  }
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN);
  check_message (error->message, columns[2], location);
}

static void
test_texts_are_refused_with_the_position (void)
{
  check_rows ("unit/pattern/refused.tsv", check_refusal);
}

/* --- Texts that need more --- */

static void
test_huge_run_uses_no_memory (void)
{
  g_autoptr (LifePattern) pattern =
      parse ("x = 4294967295, y = 4294967295\n4294967294$4294967295o!");

  g_assert_cmpuint (pattern->n_runs, ==, 1);
  g_assert_cmpuint (pattern->runs[0].length, ==, G_MAXUINT32);
  g_assert_cmpuint (pattern->runs[0].y, ==, G_MAXUINT32 - 1);
}

static void
test_long_names_are_cut (void)
{
  g_autoptr (GString) text = g_string_new ("#N ");
  g_autoptr (LifePattern) pattern = NULL;

  for (guint i = 0; i < 10000; i++)
    g_string_append (text, "\303\274");
  g_string_append (text, "\n3o!");
  pattern = parse (text->str);
  g_assert_cmpint (
      g_utf8_strlen (life_pattern_get_name (pattern), -1), ==, 200);
}

static void
test_text_need_not_end_in_nul (void)
{
  g_autofree gchar *text = g_memdup2 ("bo$2bo$3o!", 10);
  g_autoptr (LifePattern) pattern = parse_bytes (text, 10);

  assert_cells (pattern, GLIDER_CELLS);
}

/* --- Trees --- */

/* A tree of @levels squares, each of which has the last one in its first @times quarters;
 * @first is node 1 and of level @level. */
static gchar *
grow_tree (const gchar *first, guint level, guint levels, guint times)
{
  GString *text = g_string_new ("[M2]\n");

  g_string_append (text, first);
  for (guint i = 1; i < levels; i++) {
    g_string_append_printf (text, "\n%u", level + i);
    for (guint k = 0; k < 4; k++)
      g_string_append_printf (text, " %u", k < times ? i : 0);
  }
  return g_string_free (text, FALSE);
}

static void
assert_tree_is_refused (
    const gchar *first, guint levels, guint times, const gchar *pieces)
{
  g_autofree gchar *text = grow_tree (first, 1, levels, times);

  assert_bytes_are_refused (text, strlen (text), pieces);
}

/* 2^24 rows of 2^23 lone cells from 300 bytes. */
static void
test_macrocell_of_too_many_runs_reports_how_many (void)
{
  assert_tree_is_refused (
      "1 1 0 0 1", 24, 4, "16777216 × 16777216|140737488355328 live ones");
}

static void
test_macrocell_of_2_to_the_60_cells_is_refused_with_both_sizes (void)
{
  assert_tree_is_refused (
      "1 1 1 1 1", 33, 4, "8589934592 × 8589934592|at most 4294967295");
  assert_tree_is_refused ("1 1 0 0 0", 62, 4,
      "4611686018427387903 × 4611686018427387903|at most 4294967295");
  assert_tree_is_refused (
      "1 1 0 0 0", 70, 4, "2^68 cells from the center|at most 4294967295");
  assert_tree_is_refused (
      "1 0 0 0 1", 9000, 4, "2^8998 cells from the center|4294967295");
  assert_tree_is_refused (
      "1 1 0 0 0", 58, 1, "the pattern is too far from the center");
}

/* One run per row, however many cells. */
static void
test_macrocell_of_one_state_uses_memory_by_its_rows (void)
{
  g_autofree gchar *text = grow_tree ("1 3 3 3 3", 1, 20, 4);
  g_autoptr (LifePattern) pattern = parse (text);

  g_assert_cmpuint (pattern->width, ==, 1u << 20);
  g_assert_cmpuint (pattern->height, ==, 1u << 20);
  g_assert_cmpuint (pattern->n_runs, ==, 1u << 20);
  g_assert_cmpuint (pattern->runs[12345].y, ==, 12345);
  g_assert_cmpuint (pattern->runs[12345].length, ==, 1u << 20);
  g_assert_cmpuint (pattern->runs[12345].state, ==, 3);
}

/* Golly keeps the size that a world once had. */
static void
test_macrocell_in_a_huge_empty_world_is_read (void)
{
  g_autoptr (GString) text =
      g_string_new ("[M2]\n$$$$$$$.......*\n$$$$$$$*\n.......*\n*\n");
  g_autoptr (LifePattern) pattern = NULL;
  guint base = 1;

  for (guint level = 4; level < 200; level++, base += 4)
    g_string_append_printf (text,
        "%u 0 0 0 %u\n%u 0 0 %u 0\n%u 0 %u 0 0\n%u %u 0 0 0\n", level, base,
        level, base + 1, level, base + 2, level, base + 3);
  g_string_append_printf (
      text, "200 %u %u %u %u\n", base, base + 1, base + 2, base + 3);
  pattern = parse (text->str);
  assert_cells (pattern, "0,0 1,0 0,1 1,1");
  g_assert_true (pattern->has_position);
  g_assert_cmpint (pattern->x, ==, -1);
  g_assert_cmpint (pattern->y, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/pattern/" #name, test_##name)
  TEST (texts_are_read);
  TEST (texts_are_refused_with_the_position);
  TEST (huge_run_uses_no_memory);
  TEST (long_names_are_cut);
  TEST (text_need_not_end_in_nul);
  TEST (macrocell_of_too_many_runs_reports_how_many);
  TEST (macrocell_of_2_to_the_60_cells_is_refused_with_both_sizes);
  TEST (macrocell_of_one_state_uses_memory_by_its_rows);
  TEST (macrocell_in_a_huge_empty_world_is_read);
#undef TEST
  return g_test_run ();
}
