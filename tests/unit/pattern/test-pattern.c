/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of how pattern text is read; macrocell, MCell, dblife and pictures are
 * in test-pattern-formats.c, files and names in test-pattern-files.c, writing
 * and placing in test-pattern-write.c. */
#include "tests/support/text/pattern.h"

/* Valid text, and its cells. */
static const Case good_texts[] = {
  { "rle", GLIDER, GLIDER_CELLS },
  { "rle_without_header", "bo$2bo$3o!", GLIDER_CELLS },
  { "rle_with_dead_cells_spelled_out", "x=3,y=3\nbob$2bo$3o!", GLIDER_CELLS },
  { "rle_of_states_up_to_24", "x = 5, y = 2\n.AB2C$oX!",
      "1,0 2,0:2 3,0:3 4,0:3 0,1 1,1:24" },
  { "rle_of_states_up_to_255", "x = 9, y = 1\npA2pXqAxAyAyNyO!",
      "0,0:25 1,0:48 2,0:48 3,0:49 4,0:217 5,0:241 6,0:254 7,0:255" },
  { "rle_of_states_without_header", "xA.B$pX!", "0,0:217 2,0:2 0,1:48" },
  { "rle_of_states_that_starts_with_a_letter", "BC2D!",
      "0,0:2 1,0:3 2,0:4 3,0:4" },
  { "rle_runs_of_different_states_stay_apart", "x = 6, y = 1\n2A2B2A!",
      "0,0 1,0 2,0:2 3,0:2 4,0 5,0" },
  { "rle_with_a_count_before_a_state_of_two_letters_and_a_line_break",
      "x = 4, y = 1\n3\npB.!", "0,0:26 1,0:26 2,0:26" },
  { "rle3_of_states", "3D version=1\nx=2 y=1 z=2\nBpA/.yO!",
      "0,0:2 1,0:25 1,0,1:255" },
  { "rle_of_dots_and_letters", "x = 3, y = 3\n.A.$2.A$3A!", GLIDER_CELLS },
  { "rle_with_blanks_and_line_breaks_between_tokens",
      "x = 3, y = 3\n b o\n$ 2\n b o $\t3\n\no\n!", GLIDER_CELLS },
  { "rle_with_crlf", "#C a\r\nx = 3, y = 3\r\nbo$\r\n2bo$3o!\r\n",
      GLIDER_CELLS },
  { "rle_with_cr", "#C a\rx = 3, y = 3\rbo$\r2bo$3o!\r", GLIDER_CELLS },
  { "rle_with_comments_of_every_kind",
      "#C c\n#c c\n#N n\n#O o\n#D d\n#\n# x = 9\n#R and\n#P\n" GLIDER,
      GLIDER_CELLS },
  { "rle_with_a_comment_between_its_lines",
      "x = 3, y = 3\nbo$\n#C half!\n2bo$3o!", GLIDER_CELLS },
  { "rle_text_after_the_end_is_ignored",
      "x = 3, y = 3\nbo$2bo$3o! 9999o %\n\xff", GLIDER_CELLS },
  { "rle_runs_that_touch_are_one", "x = 6, y = 1\nooo2oo!",
      "0,0 1,0 2,0 3,0 4,0 5,0" },
  { "rle_may_end_with_row_ends", "x = 1, y = 2\no$o$!", "0,0 0,1" },
  { "rle_header_may_stand_below_blank_lines", "\n\n  x = 1, y = 1\no!", "0,0" },
  { "rle_of_nothing", "x = 0, y = 0\n!", "" },
  { "rle_of_no_rows", "x = 3, y = 0, rule = B3/S23\n!", "" },
  { "rle3_of_nothing", "3D version=1\nx=0 y=0 z=0\n!", "" },
  { "plaintext_that_says_it_is_empty", "!Rule: B3/S23\n!Empty\n", "" },
  { "rle_after_a_byte_order_mark", "\xef\xbb\xbf" GLIDER, GLIDER_CELLS },
  { "rle3", "3D version=1\nx=3 y=2 z=3 rule=B6/S567\nbo$bo/2o$2o/obo$obo!",
      "1,0 1,1 0,0,1 1,0,1 0,1,1 1,1,1 0,0,2 2,0,2 0,1,2 2,1,2" },
  { "rle3_without_the_first_line", "x=2 y=1 z=2 rule=3D4,7/5,8\no/bo!",
      "0,0 1,0,1" },
  { "rle3_with_commas_in_the_header", "x = 2, y = 1, z = 2\no/bo!",
      "0,0 1,0,1" },
  { "rle3_without_header", "o/bo!", "0,0 1,0,1" },
  { "rle3_counts_planes", "3D version=1\nx=1 y=2 z=5\no4/$o!", "0,0 0,1,4" },
  { "rle3_with_comments", "3D\n# a\n#b\nx=1 y=1 z=1\no!", "0,0" },
  { "plaintext", "!Name: Glider\n!\n.O.\n..O\nOOO\n", GLIDER_CELLS },
  { "plaintext_without_comments", ".O.\n..O\nOOO", GLIDER_CELLS },
  { "plaintext_with_stars", ".*.\n..*\n***\n", GLIDER_CELLS },
  { "plaintext_with_short_rows", ".O\n..O\nOOO\n\n\n", GLIDER_CELLS },
  { "plaintext_with_an_empty_row", "O\n\nO\n", "0,0 0,2" },
  { "plaintext_empty_lines_above_are_no_rows", "!a\n\n\nO\n", "0,0" },
  { "plaintext_with_crlf", "!a\r\n.O.\r\n..O\r\nOOO\r\n", GLIDER_CELLS },
  { "plaintext_with_blanks_at_line_ends", ".O. \n..O\t\nOOO \n", GLIDER_CELLS },
  { "life_105", "#Life 1.05\n#D Glider\n#N\n#P -1 -1\n.*\n..*\n***\n",
      GLIDER_CELLS },
  { "life_105_without_its_first_line", "#N\n#P 0 0\n.*.\n..*\n***\n",
      GLIDER_CELLS },
  { "life_105_header_after_comments", "#C a\n#Life 1.05\n#P\n.*\n..*\n***\n",
      GLIDER_CELLS },
  { "life_105_of_two_blocks", "#Life 1.05\n#P 2 1\n*\n#P -1 0\n*\n*\n",
      "0,0 0,1 3,1" },
  { "life_105_blocks_may_overlap",
      "#Life 1.05\n#P 0 0\n**\n#P 1 0\n***\n#P 0 0\n*\n", "0,0 1,0 2,0 3,0" },
  { "life_105_empty_lines_are_no_rows", "#Life 1.05\n#P 0 0\n*\n\n*\n",
      "0,0 0,1" },
  { "life_106", "#Life 1.06\n0 -1\n1 0\n-1 1\n0 1\n1 1\n", GLIDER_CELLS },
  { "life_106_in_any_order_and_repeated",
      "#Life 1.06\n1 1\n0 1\n\n  1   0\r\n0 1\n-1 1\n0 -1\n0 1\n",
      GLIDER_CELLS },
};

static void
test_good_text (gconstpointer data)
{
  const Case *test = data;
  g_autoptr (LifePattern) pattern = parse (test->text);

  assert_cells (pattern, test->expected);
}

/* Invalid text, with a piece of the message. */
static const Case bad_texts[] = {
  { "empty", "", "empty" },
  { "white_space_only", " \r\n\t\n", "empty" },
  { "comments_only", "#C a\n#C b\n", "comments only" },
  { "prose", "hello, world\n", "line 1, column 1: expected a pattern" },
  { "prose_below_comments", "#C a\n%\n", "line 2, column 1" },
  { "markdown_that_looks_like_rle",
      "# life\n\n![A soup](soup.png)\n\nConway's Game of Life.\n",
      "no live cell" },
  { "rle_of_an_end_only", "!", "no live cell" },
  { "rle_of_dead_cells", "x = 3, y = 3\n3b$3b$3b!", "x = 0, y = 0" },
  { "rle_header_without_cells", "x = 3, y = 3\n!", "x = 0, y = 0" },
  { "rle_of_dead_cells_without_header", "3b$$!", "no live cell" },
  { "rle3_of_dead_cells", "x=2 y=2 z=2\n2b$2b/!", "no live cell" },
  { "plaintext_of_dots", "!Name: none\n...\n...\n",
      "no live cell (read as plaintext)" },
  { "plaintext_of_comments", "!Name: none\n!\n", "no live cell" },
  { "life_105_of_dots", "#Life 1.05\n#P 0 0\n...\n",
      "no live cell (read as Life 1.05)" },
  { "life_106_header_alone", "#Life 1.06\n",
      "no live cell (read as Life 1.06)" },
  { "control_characters", "x = 1, y = 1\no\001!", "binary" },
  { "rule_file", "@RULE Life\n", "rule file" },
  { "rle_without_end", "x = 3, y = 3\nbo$2bo$3o\n",
      "line 3, column 1: the pattern ends without \"!\"" },
  { "rle_without_header_and_end", "bo$2bo$3o",
      "line 1, column 10: the pattern ends without \"!\"" },
  { "rle_header_alone", "x = 3, y = 3\n", "line 2, column 1" },
  { "rle_cut_in_a_count", "x = 33, y = 3\n12", "line 2, column 3" },
  { "rle_run_count_of_1e18", "x = 3, y = 3\nbo$1000000000000000000o!",
      "line 2, column 4: a run count is too large" },
  { "rle_run_count_beyond_64_bits",
      "x = 3, y = 3\n99999999999999999999999999999999b!",
      "line 2, column 1: a run count is too large" },
  { "rle_run_count_of_0", "x = 3, y = 3\nb0o!",
      "line 2, column 2: a run count of 0" },
  { "rle_digits_torn_apart", "x = 33, y = 3\n1 2o!", "line 2, column 3" },
  { "rle_cell_beyond_x", "x = 3, y = 3\n3o$4o!",
      "line 2, column 4: column 4 is outside the pattern: the header says x = "
      "3" },
  { "rle_dead_cells_beyond_x", "x = 3, y = 3\n4000000000b!",
      "line 2, column 1: column 4000000000" },
  { "rle_cell_beyond_y", "x = 3, y = 3\no$o$o$\no!",
      "line 3, column 1: row 4 is outside the pattern: the header says y = 3" },
  { "rle_rows_beyond_y", "x = 3, y = 3\n4000000000$o!",
      "line 2, column 1: row 4000000001" },
  { "rle_too_wide_without_header", "4294967295oo!",
      "line 1, column 12: column 4294967296 is too far out" },
  { "rle_too_high_without_header", "4294967295$$o!", "line 1, column 12" },
  { "rle_state_above_255", "x = 3, y = 1\n.yP!",
      "line 2, column 2: state 256; the highest is 255" },
  { "rle_first_half_of_a_state", "x = 3, y = 1\n2po!",
      "line 2, column 2: \"p\" without \"A\" to \"X\" after it" },
  { "rle_state_cut_in_two", "x = 3, y = 1\n.p\nA!",
      "line 2, column 2: \"p\" without \"A\" to \"X\" after it" },
  { "rle_letter_that_is_no_state", "x = 3, y = 1\n.AY!",
      "line 2, column 3: expected \"b\", \"o\"" },
  { "words_of_letters_that_are_states", "TOO BAD\n",
      "line 1, column 1: expected a pattern" },
  { "rle_unknown_letter", "x = 3, y = 3\nbo%!",
      "line 2, column 3: expected \"b\", \"o\"" },
  { "rle_second_header", "x = 3, y = 3\nx = 3, y = 3\no!",
      "line 2, column 1: a second header" },
  { "rle_header_without_y", "x = 3\no!", "line 1, column 6" },
  { "rle_header_without_number", "x = , y = 3\no!",
      "line 1, column 5: expected a size" },
  { "rle_header_with_negative_size", "x = -3, y = 3\no!", "line 1, column 5" },
  { "rle_header_beyond_32_bits", "x = 4294967296, y = 3\no!",
      "line 1, column 5: a size is too large, at most 4294967295" },
  { "rle_header_with_something_else", "x = 3, y = 3, w = 3\no!",
      "line 1, column 15" },
  { "rle_position_that_is_none", "#CXRLE Pos=a,b\n" GLIDER,
      "line 1, column 12" },
  { "rle_position_too_far_out", "#CXRLE Pos=1000000000000000000000,0\n" GLIDER,
      "line 1, column 12" },
  { "rle_generation_beyond_64_bits", "#CXRLE Gen=18446744073709551616\n" GLIDER,
      "line 1, column 12: a generation is too large" },
  { "rle_with_planes_but_no_z", "x = 1, y = 1\no/o!",
      "line 2, column 2: \"/\" ends a plane" },
  { "rle3_without_end", "3D version=1\nx=1 y=1 z=1 rule=B6/S567\no",
      "line 3, column 2: the pattern ends without \"!\"" },
  { "rle3_header_without_z", "3D version=1\nx=1 y=1\no!", "line 2, column 8" },
  { "rle3_cell_beyond_z", "x=1 y=1 z=1\no/o!",
      "line 2, column 3: plane 2 is outside the pattern: the header says z = "
      "1" },
  { "rle3_planes_beyond_z", "x=1 y=1 z=1\no4000000000/o!", "line 2, column 2" },
  { "rle3_of_another_version", "3D version=2\nx=1 y=1 z=1\no!",
      "line 1, column 12" },
  { "rle3_size_beyond_64_bits",
      "3D version=1 size=99999999999999999999999\nx=1 y=1 z=1\no!",
      "line 1, column 19" },
  { "plaintext_other_character", "!a\n.O.\n.X.\n",
      "line 3, column 2: expected \".\" or \"O\"" },
  { "plaintext_blank_within_a_row", ".O.\n. O\n", "line 2, column 3" },
  { "life_105_other_character", "#Life 1.05\n#P 0 0\n.*o\n",
      "line 3, column 3: expected \".\" or \"*\"" },
  { "life_105_place_without_row", "#Life 1.05\n#P 3\n*\n", "line 2, column 5" },
  { "life_105_place_too_far_out", "#Life 1.05\n#P 99999999999999999999 0\n*\n",
      "line 2, column 4" },
  { "life_105_blocks_too_far_apart",
      "#Life 1.05\n#P 0 0\n*\n#P 4294967295 0\n*\n",
      "line 5, column 1: with this cell the pattern is 4294967296" },
  { "life_106_cell_without_row", "#Life 1.06\n1\n", "line 2, column 2" },
  { "life_106_third_number", "#Life 1.06\n1 2 3\n", "line 2, column 5" },
  { "life_106_number_beyond_64_bits",
      "#Life 1.06\n0 0\n0 99999999999999999999\n", "line 3, column 3" },
  { "life_106_cells_too_far_apart",
      "#Life 1.06\n-2147483647 0\n 2147483647 0\n2147483648 0\n",
      "line 4, column 1" },
};

static void
test_header_gives_size_and_rule (void)
{
  g_autoptr (LifePattern) pattern =
      parse ("x = 5, y = 4, rule = B36/S23:T20,10 \nbo$2bo$3o!");

  assert_size (pattern, 5, 4, 1);
  g_assert_cmpstr (pattern->rule, ==, "B36/S23:T20,10");
  g_assert_cmpuint (pattern->dimensions, ==, 2);
  g_assert_cmpint (pattern->format, ==, LIFE_FORMAT_RLE);
  g_assert_false (pattern->has_position);
  g_assert_cmpuint (pattern->generation, ==, 0);
}

static void
test_rule_of_another_family_is_kept_as_text (void)
{
  g_autoptr (LifePattern) pattern =
      parse ("x = 1, y = 1, rule = R5,C0,M1,S34..58,B34..45,NM\no!");

  g_assert_cmpstr (pattern->rule, ==, "R5,C0,M1,S34..58,B34..45,NM");
}

static void
test_header_rule_wins_over_comment_rule (void)
{
  g_autoptr (LifePattern) commented = parse ("#r 23/3\nx = 1, y = 1\no!");
  g_autoptr (LifePattern) both = parse ("#r 23/3\n" GLIDER);
  g_autoptr (LifePattern) none = parse ("x = 1, y = 1, rule = \no!");
  g_autoptr (LifePattern) comma = parse ("x = 1, y = 1, rule = 23/36 ,,\no!");

  g_assert_cmpstr (comma->rule, ==, "23/36");
  g_assert_cmpstr (commented->rule, ==, "23/3");
  g_assert_cmpstr (both->rule, ==, "B3/S23");
  g_assert_cmpstr (none->rule, ==, NULL);
}

static void
test_size_without_header_reaches_from_0_to_the_last_live_cell (void)
{
  g_autoptr (LifePattern) flat = parse ("$2bo3b$$!");
  g_autoptr (LifePattern) deep = parse ("$2bo3b$$/!");

  assert_size (flat, 3, 2, 1);
  g_assert_cmpuint (flat->dimensions, ==, 2);
  assert_size (deep, 3, 2, 1);
  g_assert_cmpuint (deep->dimensions, ==, 3);
}

static void
test_cxrle_gives_position_and_generation (void)
{
  g_autoptr (LifePattern) pattern =
      parse ("#CXRLE Pos=-7,12 Gen=18446744073709551615\n" GLIDER);

  g_assert_true (pattern->has_position);
  g_assert_cmpint (pattern->x, ==, -7);
  g_assert_cmpint (pattern->y, ==, 12);
  g_assert_cmpint (pattern->z, ==, 0);
  g_assert_cmpuint (pattern->generation, ==, G_MAXUINT64);
}

static void
test_corner_comment_gives_position (void)
{
  g_autoptr (LifePattern) corner = parse ("#P -7 12\n" GLIDER);
  g_autoptr (LifePattern) both = parse ("#CXRLE Pos=1,2\n#R -7 12\n" GLIDER);

  g_assert_true (corner->has_position);
  g_assert_cmpint (corner->x, ==, -7);
  g_assert_cmpint (corner->y, ==, 12);
  g_assert_cmpint (both->x, ==, 1);
}

static void
test_3d_position_is_counted_from_the_center (void)
{
  g_autoptr (LifePattern) pattern =
      parse ("3D version=1 size=40 pos=19,18,22 gen=7 new=9\nx=1 y=1 z=1\no!");

  g_assert_cmpint (pattern->format, ==, LIFE_FORMAT_RLE3);
  g_assert_true (pattern->has_position);
  g_assert_cmpint (pattern->x, ==, -1);
  g_assert_cmpint (pattern->y, ==, -2);
  g_assert_cmpint (pattern->z, ==, 2);
  g_assert_cmpuint (pattern->generation, ==, 7);
}

static void
test_3d_without_grid_has_no_position (void)
{
  g_autoptr (LifePattern) pattern =
      parse ("3D version=1\nx=1 y=1 z=1 rule=3D5..7/6\no!");

  g_assert_false (pattern->has_position);
  g_assert_cmpstr (pattern->rule, ==, "3D5..7/6");
}

static void
test_life_105_gives_position_and_rule (void)
{
  g_autoptr (LifePattern) placed =
      parse ("#Life 1.05\n#R 23/36\n#P -5 7\n.*\n");
  g_autoptr (LifePattern) normal = parse ("#Life 1.05\n#N\n#P\n.*\n");

  g_assert_true (placed->has_position);
  g_assert_cmpint (placed->x, ==, -4);
  g_assert_cmpint (placed->y, ==, 7);
  g_assert_cmpstr (placed->rule, ==, "23/36");
  assert_size (placed, 1, 1, 1);
  g_assert_false (normal->has_position);
  g_assert_cmpint (normal->x, ==, 0);
  g_assert_cmpstr (normal->rule, ==, "B3/S23");
}

static void
test_life_106_gives_position (void)
{
  g_autoptr (LifePattern) pattern =
      parse ("#Life 1.06\n-72057594037927936 72057594037927936\n");

  g_assert_true (pattern->has_position);
  g_assert_cmpint (pattern->x, ==, -(G_GINT64_CONSTANT (1) << 56));
  g_assert_cmpint (pattern->y, ==, G_GINT64_CONSTANT (1) << 56);
  assert_size (pattern, 1, 1, 1);
}

static void
test_plaintext_size_is_its_longest_row (void)
{
  g_autoptr (LifePattern) pattern = parse ("O\n.....\n...\n\n");

  assert_size (pattern, 5, 3, 1);
}

static void
test_empty_plaintext_has_no_size (void)
{
  g_autoptr (LifePattern) pattern = parse ("...\n!Empty\n...\n");

  assert_size (pattern, 0, 0, 1);
}

static void
test_huge_run_takes_no_memory (void)
{
  g_autoptr (LifePattern) pattern =
      parse ("x = 4294967295, y = 4294967295\n4294967294$4294967295o!");

  g_assert_cmpuint (pattern->n_runs, ==, 1);
  g_assert_cmpuint (pattern->runs[0].length, ==, G_MAXUINT32);
  g_assert_cmpuint (pattern->runs[0].y, ==, G_MAXUINT32 - 1);
}

static void
test_highest_state_is_reported (void)
{
  static const struct {
    const gchar *text;
    guint highest;
  } cases[] = { { "x = 0, y = 0\n!", 0 }, { "bo!", 1 },
    { "x = 3, y = 1\nA.C!", 3 }, { "x = 3, y = 1\nyO.C!", 255 },
    { "#Life 1.06\n0 0\n", 1 } };
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (LifePattern) pattern = parse (cases[i].text);
    g_autoptr (GError) error = NULL;
    guint highest = cases[i].highest;

    g_assert_cmpuint (pattern->highest_state, ==, highest);
    g_assert_true (
        life_pattern_check_states (pattern, MAX (highest + 1, 2), NULL));
    if (highest < 2)
      continue;
    g_assert_false (life_pattern_check_states (pattern, highest, &error));
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN);
    assert_contains (error->message, "cells of state");
  }
}

static void
test_text_gives_its_name (void)
{
  static const struct {
    const gchar *text, *name;
  } texts[] = {
    { "#N Gosper glider gun\nx = 3, y = 1\n3o!", "Gosper glider gun" },
    { "#N  first \r\n#N second\n3o!", "first" },
    { "#N\nx = 3, y = 1\n3o!", NULL },
    { "#Name of it\n3o!", NULL },
    { "#N \n3o!", NULL },
    { "#N tab\tand \xff\n3o!", "tab and \357\277\275" },
    { "3o!", NULL },
    { "[M2] (golly 3.3)\n#N Unit cell\n*\n", "Unit cell" },
    { "!Name: Glider\n!\n.O\n", "Glider" },
    { "! Name:Glider\n.O\n", "Glider" },
    { "#Life 1.05\n#D Name: Glider\n#N\n#P 0 0\n*\n", "Glider" },
    { "glider", "Glider" },
    { "gosper-gun", "Gosper gun" },
    { "R-Pentomino", "R-pentomino" },
    { "lwss", "LWSS" },
  };
  g_autoptr (GString) text = g_string_new ("#N ");
  g_autoptr (LifePattern) pattern = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    GError *error = NULL;
    g_autoptr (LifePattern) named =
        life_pattern_from_string (texts[i].text, &error);

    g_assert_no_error (error);
    g_assert_cmpstr (life_pattern_get_name (named), ==, texts[i].name);
  }
  for (guint i = 0; i < 10000; i++)
    g_string_append (text, "\303\274");
  g_string_append (text, "\n3o!");
  pattern = life_pattern_from_string (text->str, NULL);
  g_assert_cmpint (
      g_utf8_strlen (life_pattern_get_name (pattern), -1), ==, 200);
}

static void
test_text_need_not_end_in_nul (void)
{
  g_autofree gchar *text = g_memdup2 ("bo$2bo$3o!", 10);
  GError *error = NULL;
  g_autoptr (LifePattern) pattern = life_pattern_parse (text, 10, &error);

  g_assert_no_error (error);
  assert_cells (pattern, GLIDER_CELLS);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_cases (
      "/pattern/reads_", good_texts, G_N_ELEMENTS (good_texts), test_good_text);
  add_cases (
      "/pattern/refuses_", bad_texts, G_N_ELEMENTS (bad_texts), test_bad_text);
#define TEST(name) g_test_add_func ("/pattern/" #name, test_##name)
  TEST (header_gives_size_and_rule);
  TEST (rule_of_another_family_is_kept_as_text);
  TEST (header_rule_wins_over_comment_rule);
  TEST (size_without_header_reaches_from_0_to_the_last_live_cell);
  TEST (cxrle_gives_position_and_generation);
  TEST (corner_comment_gives_position);
  TEST (3d_position_is_counted_from_the_center);
  TEST (3d_without_grid_has_no_position);
  TEST (life_105_gives_position_and_rule);
  TEST (life_106_gives_position);
  TEST (plaintext_size_is_its_longest_row);
  TEST (empty_plaintext_has_no_size);
  TEST (huge_run_takes_no_memory);
  TEST (highest_state_is_reported);
  TEST (text_gives_its_name);
  TEST (text_need_not_end_in_nul);
#undef TEST
  return g_test_run ();
}
