/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of how macrocell, MCell and dblife are read; the other formats
 * are in test-pattern.c. */
#include "tests/support/text/pattern.h"

#define M2 "[M2] (golly 3.3)\n"
#define MCELL "#MCell 4.00\n"

static const Case good_texts[] = {
  { "macrocell_leaf", M2 "$$..*$...*$.***$$$$\n", GLIDER_CELLS },
  { "macrocell_leaf_without_row_ends", M2 "*.......$.......*\n", "0,0 7,1" },
  { "macrocell_of_a_whole_leaf",
      M2 "********$********$********$********$********$********$********$"
         "********$\n4 0 0 0 1\n5 2 0 0 0\n",
      NULL },
  { "macrocell_of_two_leaves",
      M2 "#R B3/S23\n#G 7\n$$$$$$.....***$\n$$$$$$......*$\n4 0 2 0 1\n",
      "1,0 0,8 1,8 2,8" },
  { "macrocell_with_comments_blank_lines_and_crlf",
      "[M2]\r\n#C a\r\n#N b\r\n#FRAMES 3 0 2^5\r\n#FRAME 0 1\r\n\r\n "
      "\r\n*$\r\n",
      "0,0" },
  { "macrocell_last_node_is_the_root", M2 "*\n4 1 0 0 1\n.*\n", "0,0" },
  { "macrocell_of_states", M2 "1 0 0 1 2\n1 0 0 3 0\n2 0 0 1 2\n3 0 3 0 0\n",
      "0,0 1,0:2 2,0:3" },
  { "macrocell_of_one_small_leaf", M2 "1 0 255 7 1\n", "1,0:255 0,1:7 1,1" },
  { "macrocell_of_small_leaves_of_two_states",
      M2 "1 1 0 0 1\n2 1 0 0 1\n3 0 2 0 0\n4 3 0 0 0\n", "0,0 1,1 2,2 3,3" },
  { "macrocell_of_leaves_of_both_sizes",
      M2 "1 1 1 0 0\n2 1 1 0 0\n3 2 2 0 0\n**\n4 3 4 0 0\n",
      "0,0 1,0 2,0 3,0 4,0 5,0 6,0 7,0 8,0 9,0" },
  { "macrocell_of_one_state_in_larger_squares",
      M2 "1 2 2 2 2\n2 1 1 1 1\n1 3 0 0 0\n2 3 0 0 0\n3 4 2 0 0\n",
      "0,0:3 4,0:2 5,0:2 6,0:2 7,0:2 4,1:2 5,1:2 6,1:2 7,1:2 4,2:2 5,2:2 "
      "6,2:2 7,2:2 4,3:2 5,3:2 6,3:2 7,3:2" },
  { "macrocell_of_nothing", M2, "" },
  { "macrocell_of_dead_cells", M2 "$\n1 0 0 0 0\n99 0 0 0 0\n", "" },
  { "mcell", MCELL "#GAME Life\n#RULE 23/3\n#L .A$..A$3A\n", GLIDER_CELLS },
  { "mcell_goes_on_in_the_next_line",
      MCELL "#GAME Life\n#RULE 23/3\n#L .A\n#L $..A$\n#D a\n#L AA\n#L A\n",
      GLIDER_CELLS },
  { "mcell_of_states",
      MCELL "#GAME Rules table\n#GOLLY JvN29\n#L A2BX$aA..jO\n",
      "0,0 1,0:2 2,0:2 3,0:24 0,1:25 3,1:255" },
  { "mcell_state_that_the_rule_has_not_is_1",
      MCELL "#GAME Larger than Life\n#RULE R1,C0,M1,S1..1,B1..1,NN\n#L ABC\n",
      "0,0 1,0 2,0" },
  { "mcell_state_beyond_generations_is_1",
      MCELL "#GAME Generations\n#RULE 345/2/4\n#L ABCD\n",
      "0,0 1,0:2 2,0:3 3,0" },
  { "mcell_life_history_has_other_states",
      MCELL
      "#GAME Rules table\n#RULE 1,0,1,0,0,0,1,0,0,0,0,0,0,2,2,1,1,2,2,2,2,2,0"
      ",2,2,2,1,2,2,2,2,2,0\n#L ABCDEFGH\n",
      "0,0 1,0:2 2,0:5 3,0:4 4,0:3 5,0:6 6,0:7 7,0:4" },
  { "dblife", "!a\n.O\n2.O\n3O\n", GLIDER_CELLS },
  { "dblife_with_movements_of_its_cursor", "!\n5k10h@\n.O\n2.O\n3O\n5k10h@\n",
      GLIDER_CELLS },
};

/* Replaces the NULL in good_texts: every cell of a leaf. */
static gchar *
whole_leaf (void)
{
  GString *cells = g_string_new (NULL);
  guint i;

  for (i = 0; i < 64; i++)
    g_string_append_printf (cells, "%s%u,%u", i > 0 ? " " : "", i % 8, i / 8);
  return g_string_free (cells, FALSE);
}

static void
test_good_text (gconstpointer data)
{
  const Case *test = data;
  g_autoptr (LifePattern) pattern = parse (test->text);
  g_autofree gchar *whole = whole_leaf ();

  assert_cells (pattern, test->expected != NULL ? test->expected : whole);
}

static const Case bad_texts[] = {
  { "macrocell_leaf_of_nine_columns", M2 "*$.........\n",
      "line 2, column 11: column 9 of a leaf" },
  { "macrocell_leaf_of_nine_rows", M2 "$$$$$$$$.*\n",
      "line 2, column 9: row 9 of a leaf" },
  { "macrocell_leaf_of_other_letters", M2 "..o\n",
      "line 2, column 3: expected \".\", \"*\" or \"$\"" },
  { "macrocell_node_of_the_future", M2 "*\n4 0 1 2 0\n",
      "line 3, column 7: there is no node 2 yet: this is node 2" },
  { "macrocell_node_that_never_comes", M2 "#C a\n4 0 4000000000 0 0\n",
      "line 3, column 5: there is no node 4000000000" },
  { "macrocell_node_beyond_32_bits", M2 "4 0 0 0 99999999999\n",
      "line 2, column 9: a node is too large" },
  { "macrocell_node_of_another_size", M2 "*\n5 0 0 0 1\n",
      "line 3, column 9: node 1 is of level 3, and a part of a node of level 5"
      " is of level 4" },
  { "macrocell_node_of_three", M2 "*\n4 1 1 1\n",
      "line 3, column 8: expected a node, found the end of the line" },
  { "macrocell_node_of_five", M2 "*\n4 1 1 1 1 1\n",
      "line 3, column 11: expected the end of the line" },
  { "macrocell_level_0", M2 "0 0 0 0 0\n", "line 2, column 1: level 0" },
  { "macrocell_level_beyond_reason", M2 "10000 0 0 0 0\n",
      "line 2, column 1: a level is too large" },
  { "macrocell_state_above_255", M2 "1 0 256 0 0\n",
      "line 2, column 5: a state is too large, at most 255" },
  { "macrocell_of_something_else", M2 "*\nhello\n",
      "line 3, column 1: expected a level, found \"h\"" },
  { "macrocell_generation_that_is_none", M2 "#G x\n*\n",
      "line 2, column 4: expected a generation" },
  { "macrocell_too_far_from_the_center",
      M2 "1 1 0 0 0\n2 1 0 0 0\n"
         "3 2 0 0 0\n4 3 0 0 0\n5 4 0 0 0\n6 5 0 0 0\n7 6 0 0 0\n8 7 0 0 0\n"
         "9 8 0 0 0\n10 9 0 0 0\n11 10 0 0 0\n12 11 0 0 0\n13 12 0 0 0\n"
         "14 13 0 0 0\n15 14 0 0 0\n16 15 0 0 0\n17 16 0 0 0\n18 17 0 0 0\n"
         "19 18 0 0 0\n20 19 0 0 0\n21 20 0 0 0\n22 21 0 0 0\n23 22 0 0 0\n"
         "24 23 0 0 0\n25 24 0 0 0\n26 25 0 0 0\n27 26 0 0 0\n28 27 0 0 0\n"
         "29 28 0 0 0\n30 29 0 0 0\n31 30 0 0 0\n32 31 0 0 0\n33 32 0 0 0\n"
         "34 33 0 0 0\n35 34 0 0 0\n36 35 0 0 0\n37 36 0 0 0\n38 37 0 0 0\n"
         "39 38 0 0 0\n40 39 0 0 0\n41 40 0 0 0\n42 41 0 0 0\n43 42 0 0 0\n"
         "44 43 0 0 0\n45 44 0 0 0\n46 45 0 0 0\n47 46 0 0 0\n48 47 0 0 0\n"
         "49 48 0 0 0\n50 49 0 0 0\n51 50 0 0 0\n52 51 0 0 0\n53 52 0 0 0\n"
         "54 53 0 0 0\n55 54 0 0 0\n56 55 0 0 0\n57 56 0 0 0\n58 57 0 0 0\n",
      "the pattern is too far from the center" },
  { "mcell_without_cells", MCELL "#GAME Life\n#BOARD 20x20\n",
      "no live cell (read as MCell)" },
  { "mcell_of_dead_cells", MCELL "#L 3.$3.\n", "no live cell" },
  { "dblife_of_dots", "!\n20.\n", "no live cell" },
  { "mcell_other_letters", MCELL "#L A.\n#L .Y\n",
      "line 3, column 5: expected \".\", \"A\" to \"X\"" },
  { "mcell_half_a_state", MCELL "#L 2ab\n",
      "line 2, column 6: expected \"A\" to \"X\" after" },
  { "mcell_state_above_255", MCELL "#L .jP\n",
      "line 2, column 5: state 256; the highest is 255" },
  { "mcell_count_without_a_cell", MCELL "#L 12\n#L A\n",
      "line 2, column 6: expected" },
  { "mcell_count_of_0", MCELL "#L 0A\n", "line 2, column 4: a run count of 0" },
  { "mcell_too_wide", MCELL "#L 4294967295.A\n", "line 2, column 15: too far" },
  { "mcell_board_without_a_height", MCELL "#BOARD 20\n",
      "line 2, column 10: expected \"x\"" },
  { "mcell_board_of_0", MCELL "#BOARD 20x0\n#L A\n",
      "line 2, column 8: a board of 20 x 0 cells" },
  { "mcell_wrap_that_is_no_number", MCELL "#WRAP yes\n", "line 2, column 7" },
  { "dblife_count_without_a_cell", "!\n.O\n12\n",
      "line 3, column 3: expected \".\" or \"O\" after a count" },
  { "dblife_count_of_0", "!\n.0O\n", "line 2, column 2: a run count of 0" },
  { "dblife_too_wide", "!\n4294967295.O\n", "line 2, column 12: column" },
  { "dblife_unknown_movement", "!\n5z\n", "line 2, column 2" },
  { "color_picture", "P3 1 1 255 1 2 3", "PPM" },
  { "color_picture_of_bytes", "P6 1 1 255\n\1\2\3", "PPM" },
  { "picture_of_black_and_white", "P4 10 2\n\201\077\100\300", "PBM" },
  { "gray_picture", "P2 3 1 8 3 4 5", "lifestep input=first" },
  { "png", "\211PNG\r\n\032\n", "PNG" },
};

static void
assert_place (const LifePattern *pattern, gint64 x, gint64 y)
{
  g_assert_true (pattern->has_position);
  g_assert_cmpint (pattern->x, ==, x);
  g_assert_cmpint (pattern->y, ==, y);
}

/* --- Macrocell --- */

/* As bgolly writes "#CXRLE Pos=0,0" and three cells, of two states and more. */
static void
test_macrocell_position_is_golly_s (void)
{
  g_autoptr (LifePattern) two = parse (M2 "$$$$$$$***$\n4 0 1 0 0\n");
  g_autoptr (LifePattern) more =
      parse (M2 "1 0 0 1 2\n1 0 0 3 0\n2 0 0 1 2\n3 0 3 0 0\n");

  assert_place (two, 0, 0);
  assert_size (two, 3, 1, 1);
  assert_place (more, 0, 0);
  assert_size (more, 3, 1, 1);
  g_assert_cmpint (more->format, ==, LIFE_FORMAT_MACROCELL);
}

static void
test_macrocell_gives_rule_and_generation (void)
{
  g_autoptr (LifePattern) pattern =
      parse (M2 "#R B36/S23:T20,10 old\n#G 18446744073709551615\n*\n");
  g_autoptr (LifePattern) none = parse (M2 "#R\n*\n");
  g_autoptr (LifePattern) blanks = parse (M2 "#R \fB36/S23\f old\n*\n");

  g_assert_cmpstr (pattern->rule, ==, "B36/S23:T20,10");
  g_assert_cmpuint (pattern->generation, ==, G_MAXUINT64);
  g_assert_null (none->rule);
  g_assert_cmpstr (blanks->rule, ==, "B36/S23");
}

/* A tree of @levels squares, each of which consists of the last one four times;
 * @first is node 1 and of level @level. */
static gchar *
grow_tree (const gchar *first, guint level, guint levels)
{
  GString *text = g_string_new (M2);
  guint i;

  g_string_append (text, first);
  for (i = 1; i < levels; i++)
    g_string_append_printf (text, "\n%u %u %u %u %u", level + i, i, i, i, i);
  return g_string_free (text, FALSE);
}

static void
assert_refused (const gchar *text, const gchar *first, const gchar *second)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (life_pattern_parse (text, strlen (text), &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN);
  assert_contains (error->message, first);
  assert_contains (error->message, second);
}

/* 2^24 rows of 2^23 lone cells from 300 bytes. */
static void
test_macrocell_of_too_many_runs_reports_how_many (void)
{
  g_autofree gchar *text = grow_tree ("1 1 0 0 1", 1, 24);

  assert_refused (text, "16777216 × 16777216", "140737488355328 live ones");
}

static void
test_macrocell_of_2_to_the_60_cells_is_refused_with_both_sizes (void)
{
  g_autofree gchar *wide = grow_tree ("1 1 1 1 1", 1, 33);
  g_autofree gchar *most = grow_tree ("1 1 0 0 0", 1, 62);
  g_autofree gchar *huge = grow_tree ("1 1 0 0 0", 1, 70);
  g_autofree gchar *deep = grow_tree ("1 0 0 0 1", 1, 9000);

  assert_refused (wide, "8589934592 × 8589934592", "at most 4294967295");
  assert_refused (
      most, "4611686018427387903 × 4611686018427387903", "at most 4294967295");
  assert_refused (huge, "2^68 cells from the center", "at most 4294967295");
  assert_refused (deep, "2^8998 cells from the center", "4294967295");
}

/* One run per row, however many cells. */
static void
test_macrocell_of_one_state_takes_memory_by_its_rows (void)
{
  g_autofree gchar *text = grow_tree ("1 3 3 3 3", 1, 20);
  g_autoptr (LifePattern) pattern = parse (text);

  assert_size (pattern, 1u << 20, 1u << 20, 1);
  g_assert_cmpuint (pattern->n_runs, ==, 1u << 20);
  g_assert_cmpuint (pattern->runs[12345].y, ==, 12345);
  g_assert_cmpuint (pattern->runs[12345].length, ==, 1u << 20);
  g_assert_cmpuint (pattern->runs[12345].state, ==, 3);
}

/* Golly keeps the size that a world once had. */
static void
test_macrocell_in_a_huge_empty_world_is_read (void)
{
  GString *text = g_string_new (M2 "$$$$$$$.......*\n$$$$$$$*\n.......*\n*\n");
  guint level, base = 1;
  g_autoptr (LifePattern) pattern = NULL;

  for (level = 4; level < 200; level++) {
    g_string_append_printf (text, "%u 0 0 0 %u\n", level, base);
    g_string_append_printf (text, "%u 0 0 %u 0\n", level, base + 1);
    g_string_append_printf (text, "%u 0 %u 0 0\n", level, base + 2);
    g_string_append_printf (text, "%u %u 0 0 0\n", level, base + 3);
    base += 4;
  }
  g_string_append_printf (
      text, "200 %u %u %u %u\n", base, base + 1, base + 2, base + 3);
  pattern = parse (text->str);
  g_string_free (text, TRUE);
  assert_cells (pattern, "0,0 1,0 0,1 1,1");
  assert_place (pattern, -1, 0);
}

/* --- MCell --- */

static void
assert_mcell_rule (const gchar *text, const gchar *expected)
{
  g_autofree gchar *whole = g_strconcat (MCELL, text, "#L A\n", NULL);
  g_autoptr (LifePattern) pattern = parse (whole);

  g_assert_cmpint (pattern->format, ==, LIFE_FORMAT_MCELL);
  g_assert_cmpstr (pattern->rule, ==, expected);
}

static void
test_mcell_rule_is_golly_s (void)
{
  assert_mcell_rule ("", "B3/S23");
  assert_mcell_rule ("#GAME Life\n#RULE 23/36\n", "23/36");
  assert_mcell_rule ("#GAME Generations\n#RULE /2/3\n", "/2/3");
  assert_mcell_rule ("#GAME Larger than Life\n"
                     "#RULE R5,C0,M1,S34..58,B34..45,NM\n#BOARD 100x90\n"
                     "#WRAP 1\n",
      "R5,C0,M1,S34..58,B34..45,NM:T100,90");
  assert_mcell_rule ("#BOARD 100x90\n#WRAP 0\n", "B3/S23:P100,90");
  assert_mcell_rule (
      "#GOLLY WireWorld\n#RULE 0,3,1,1,3\n#BOARD 9x8\n", "WireWorld:P9,8");
  assert_mcell_rule ("#RULE 1,0,0,0,0,0,1,0,0,0,0,0,0,0,0,1,1,0,0\n", "B3/S23");
  assert_mcell_rule ("#GAME 1-D binary\n#RULE R1,W6E\n", "W110");
  assert_mcell_rule ("#GAME 1-D binary\n#RULE R2,W4668ED14\n", "R2,W4668ED14");
  assert_mcell_rule ("#GAME Weighted Life\n#RULE NW1,NN1,HI0\n", "NW1,NN1,HI0");
}

/* Golly puts the pattern where MCell does: in the middle of the board. */
static void
test_mcell_pattern_lies_in_the_middle_of_its_board (void)
{
  g_autoptr (LifePattern) even = parse (MCELL "#BOARD 10x10\n#L 2A$2A\n");
  g_autoptr (LifePattern) odd = parse (MCELL "#BOARD 11x9\n#L 3A$3A\n");
  g_autoptr (LifePattern) moved = parse (MCELL "#BOARD 10x10\n#L .2A$$.2A\n");
  g_autoptr (LifePattern) full = parse (MCELL "#BOARD 3x3\n#L A.A$$A.A\n");

  assert_place (even, -1, -1);
  assert_place (odd, -1, 0);
  assert_place (moved, 0, -1);
  assert_place (full, -1, -1);
}

/* --- dblife and pictures --- */

static void
test_dblife_is_not_taken_for_plaintext (void)
{
  g_autoptr (LifePattern) counted = parse ("!\n2.O\n");
  g_autoptr (LifePattern) plain = parse ("!\n..O\n");

  g_assert_cmpint (counted->format, ==, LIFE_FORMAT_DBLIFE);
  assert_size (counted, 3, 1, 1);
  g_assert_cmpint (plain->format, ==, LIFE_FORMAT_PLAINTEXT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_cases ("/pattern-formats/reads_", good_texts, G_N_ELEMENTS (good_texts),
      test_good_text);
  add_cases ("/pattern-formats/refuses_", bad_texts, G_N_ELEMENTS (bad_texts),
      test_bad_text);
#define TEST(name) g_test_add_func ("/pattern-formats/" #name, test_##name)
  TEST (macrocell_position_is_golly_s);
  TEST (macrocell_gives_rule_and_generation);
  TEST (macrocell_of_too_many_runs_reports_how_many);
  TEST (macrocell_of_2_to_the_60_cells_is_refused_with_both_sizes);
  TEST (macrocell_of_one_state_takes_memory_by_its_rows);
  TEST (macrocell_in_a_huge_empty_world_is_read);
  TEST (mcell_rule_is_golly_s);
  TEST (mcell_pattern_lies_in_the_middle_of_its_board);
  TEST (dblife_is_not_taken_for_plaintext);
#undef TEST
  return g_test_run ();
}
