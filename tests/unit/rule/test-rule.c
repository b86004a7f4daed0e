/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of how rules are read, written and compared, where they are made of
 * counts; not of what they do. Other notations are in test-rule-families.c. */
#include "tests/support/text/rule-value.h"
#include "tests/support/text/rule.h"

#define BITS_2D 9
#define BITS_3D 27

static void
test_birth_and_survival (void)
{
  LifeRule rule;

  g_assert_true (parse_rule ("B3/S23", 2, &rule, NULL));
  g_assert_cmphex (rule.birth, ==, 1 << 3);
  g_assert_cmphex (rule.survival, ==, 1 << 2 | 1 << 3);
  g_assert_cmpuint (rule.dimensions, ==, 2);
  g_assert_cmpuint (rule.states, ==, 2);
  g_assert_cmpint (rule.family, ==, LIFE_FAMILY_TOTALISTIC);
  g_assert_cmpint (rule.neighborhood, ==, LIFE_NEIGHBORHOOD_MOORE);
  g_assert_false (rule.bounded);
}

static void
test_survival_may_come_first (void)
{
  assert_reads (2, "S23/B3", "B3/S23");
  assert_reads (2, "S23B3", "B3/S23");
}

static void
test_without_letters_survival_comes_first (void)
{
  assert_reads (2, "23/3", "B3/S23");
  assert_reads (2, "/2", "B2/S");
  assert_reads (2, "23/", "B/S23");
  assert_reads (2, "/", "B/S");
  assert_reads (3, "5..7/6", "B6/S5..7");
  assert_reads (3, "567/6", "B6/S5..7");
}

static void
test_one_letter_decides_both_halves (void)
{
  assert_reads (2, "3/S23", "B3/S23");
  assert_reads (2, "B3/23", "B3/S23");
  assert_reads (2, "23/B3", "B3/S23");
  assert_reads (2, "S23/3", "B3/S23");
}

static void
test_half_may_be_missing (void)
{
  assert_reads (2, "B3", "B3/S");
  assert_reads (2, "S23", "B/S23");
  assert_reads (2, "B3/", "B3/S");
  assert_reads (2, "/S23", "B/S23");
  assert_reads (2, "B/S", "B/S");
  assert_reads (2, "B3S", "B3/S");
}

static void
test_case_does_not_count (void)
{
  assert_reads (2, "b3s23", "B3/S23");
  assert_reads (2, "s23/b3:t8,9", "B3/S23:T8,9");
  assert_reads (2, "HIGHLIFE", "B36/S23");
  assert_reads (3, "3d5,6,7/6", "B6/S5..7");
}

static void
test_spaces_do_not_count (void)
{
  assert_reads (2, "  B 3 /\tS 2 3 : T 30 , 20 ", "B3/S23:T30,20");
  assert_reads (3, " B 13 , 14 / S 5 .. 7 ", "B13,14/S5..7");
}

static void
test_b0_is_kept (void)
{
  assert_reads (2, "B03/S23", "B03/S23");
  assert_reads (2, "B012345678/S012345678", "B012345678/S012345678");
  assert_reads (3, "B0/S", "B0/S");
}

static void
test_repeated_count_counts_once (void)
{
  assert_reads (2, "B33/S2323", "B3/S23");
}

static void
test_3d_digits (void)
{
  assert_reads (3, "B6/S567", "B6/S5..7");
  assert_reads (3, "B3/S23", "B3/S23");
  assert_reads (3, "B13/S9", "B13/S9");
}

static void
test_3d_lists_and_ranges (void)
{
  LifeRule rule;

  assert_reads (3, "B13,14,17..19/S13..26", "B13,14,17..19/S13..26");
  assert_reads (3, "S5..7,9/B6", "B6/S5..7,9");
  g_assert_true (parse_rule ("B13,14,17..19/S13..26", 3, &rule, NULL));
  g_assert_cmphex (
      rule.birth, ==, 1 << 13 | 1 << 14 | 1 << 17 | 1 << 18 | 1 << 19);
  g_assert_cmphex (rule.survival, ==, (1 << 27) - (1 << 13));
}

static void
test_3d_list_makes_every_number_whole (void)
{
  LifeRule rule;

  g_assert_true (parse_rule ("B13/S2,3", 3, &rule, NULL));
  g_assert_cmphex (rule.birth, ==, 1 << 13);
  g_assert_true (parse_rule ("B13,/S2", 3, &rule, NULL));
  g_assert_cmphex (rule.birth, ==, 1 << 13);
}

static void
test_golly_3d_notation_is_survival_then_birth (void)
{
  assert_reads (3, "3D5,6,7/6", "B6/S5..7");
  assert_reads (3, "3D5..7/6", "B6/S5..7");
  assert_reads (3, "3D4,7/5,8", "B58/S47");
  assert_reads (3, "3D/13", "B13,/S");
  assert_reads (3, "3D/", "B/S");
}

static void
test_count_above_8_names_the_character (void)
{
  assert_refuses (2, "B9/S23",
      "rule \"B9/S23\": character 2: a cell has at most 8 neighbors", NULL);
}

static void
test_count_above_26_names_the_character (void)
{
  assert_refuses (3, "B6/S5..27", "character 8", "at most 26", NULL);
  assert_refuses (
      3, "B5,99999999999999999999999/S", "character 4", "at most 26", NULL);
  assert_refuses (3, "B5,6/S56", "character 7", "commas", NULL);
}

static void
test_backward_range_is_refused (void)
{
  assert_refuses (3, "B6/S7..5", "character 5", "7..5", "backwards", NULL);
}

static void
test_broken_list_is_refused (void)
{
  assert_refuses (3, "B5,,6/S", "character 4", NULL);
  assert_refuses (3, "B5../S", "character 5", NULL);
  assert_refuses (3, "B..5/S", "character 2", NULL);
  assert_refuses (3, "B1 3,5/S", "character 4", NULL);
  assert_refuses (3, "B5.6/S", "character 3", NULL);
}

static void
test_empty_rule_is_refused (void)
{
  assert_refuses (2, "", "character 1", "found the end", NULL);
  assert_refuses (2, "   ", "character 4", "found the end", NULL);
  assert_refuses (3, "", "character 1", NULL);
  assert_refuses (2, ":T3", "character 1", NULL);
}

static void
test_lone_digits_are_refused (void)
{
  assert_refuses (2, "23", "character 3", "\"/\"", NULL);
  assert_refuses (3, "576", "character 4", "Bays", NULL);
  assert_refuses (3, "57661", "character 6", "Bays", NULL);
}

static void
test_repeated_half_is_refused (void)
{
  assert_refuses (2, "B3/B3", "character 4", "second time", NULL);
  assert_refuses (2, "S3S3", "character 3", "second time", NULL);
}

static void
test_unknown_name_is_refused (void)
{
  assert_refuses (2, "brians-brains", "character 1", "name", NULL);
  assert_refuses (2, "lif", "character 1", "name", NULL);
  assert_refuses (2, "lifes", "character 1", "name", NULL);
  assert_refuses (3, "BusyBoxes", "character 1", NULL);
}

static void
test_stray_character_is_named (void)
{
  assert_refuses (2, "B3/S23x", "character 7", "found \"x\"", NULL);
  assert_refuses (2, "B3/S2é", "character 6", "found \"é\"", NULL);
  assert_refuses (2, "éé", "character 1", NULL);
  assert_refuses (2, "B3/S23\xff", "character 7", "byte 0xff", NULL);
}

static void
test_characters_are_counted_not_bytes (void)
{
  assert_refuses (2, "B3/\xe2\x80\x83S23", "character 4", NULL);
  assert_refuses (2, "23/3:é", "character 6", NULL);
}

static void
test_long_rule_is_quoted_short (void)
{
  g_autofree gchar *text = g_strnfill (100000, '3');
  g_autoptr (GError) error = NULL;

  g_assert_null (life_rule_parse (text, 2, &error));
  g_assert_cmpuint (strlen (error->message), <, 300);
}

static void
test_3d_notation_in_2d_is_reported (void)
{
  assert_refuses (
      2, "3D5,6,7/6", "character 1", "3D notation", "world-depth", NULL);
  assert_refuses (
      2, "B6/S5..7", "character 6", "3D notation", "world-depth", NULL);
  assert_refuses (
      2, "B5,8/S4,7", "character 3", "3D notation", "world-depth", NULL);
  assert_refuses (
      2, "4/4/5/M", "character 6", "3D notation", "world-depth", NULL);
}

static void
test_2d_notation_in_3d_is_reported (void)
{
  assert_refuses (3, "life", "character 1", "2D", NULL);
  assert_refuses (3, " highlife:T9", "character 2", "2D", NULL);
  assert_refuses (3, "B2/S34H", "character 7", "2D", NULL);
  assert_refuses (3, "B3/S23V", "character 7", "2D", NULL);
  assert_refuses (3, "B2-a/S12", "character 3", "2D", NULL);
}

static void
test_every_2d_rule_survives_writing (void)
{
  guint32 birth, survival;

  for (birth = 0; birth < 1 << BITS_2D; birth++) {
    for (survival = 0; survival < 1 << BITS_2D; survival++) {
      LifeRule rule = make_rule (2, birth, survival);

      assert_survives_writing (&rule);
    }
  }
}

static void
test_random_3d_rules_survive_writing (void)
{
  guint i, first, second;

  for (first = 0; first < BITS_3D; first++) {
    for (second = 0; second < BITS_3D; second++) {
      LifeRule rule = make_rule (3, 1u << first, 1u << second);

      assert_survives_writing (&rule);
      rule.survival = 0;
      assert_survives_writing (&rule);
      rule.survival = rule.birth;
      rule.birth = 0;
      assert_survives_writing (&rule);
    }
  }
  for (i = 0; i < 20000; i++) {
    guint32 mask = (1u << BITS_3D) - 1;
    LifeRule rule = make_rule (3, g_test_rand_int () & mask,
        g_test_rand_int () & (i % 2 ? mask : 0x3ff));

    if (i % 3 == 0)
      rule.birth &= g_test_rand_int () & g_test_rand_int ();
    assert_survives_writing (&rule);
  }
}

static void
test_canonical_3d_spelling (void)
{
  assert_reads (3, "B6/S5,6", "B6/S56");
  assert_reads (3, "B10/S", "B01/S");
  assert_reads (3, "B10,/S2..4", "B10/S2..4");
  assert_reads (3, "B/S26,", "B/S26,");
  assert_reads (3, "B0..26/S0..26", "B0..26/S0..26");
  assert_reads (3, "B10,11/S8,9", "B10,11/S8,9");
}

static void
test_equality_does_not_look_at_the_suffix (void)
{
  LifeRule plain, bounded, other;

  g_assert_true (parse_rule ("B3/S23", 2, &plain, NULL));
  g_assert_true (parse_rule ("life:T9,9", 2, &bounded, NULL));
  g_assert_true (life_rule_equal (&plain, &bounded));
  g_assert_true (parse_rule ("B36/S23", 2, &other, NULL));
  g_assert_false (life_rule_equal (&plain, &other));
  g_assert_true (parse_rule ("B3/S23", 3, &other, NULL));
  g_assert_false (life_rule_equal (&plain, &other));
}

static void
test_equality_is_of_what_a_rule_does (void)
{
  LifeRule life = read_rule (2, "life"), same;
  LifeRule moore = read_rule (2, "B/S"), hexagonal = read_rule (2, "B/SH");

  same = read_rule (2, "R1,C0,M1,S3..4,B3..3,NM");
  g_assert_cmpint (same.family, ==, LIFE_FAMILY_LARGER_THAN_LIFE);
  g_assert_true (life_rule_equal (&life, &same));
  same = read_rule (2, "R1,C0,M0,S3..4,B3..3,NM");
  g_assert_false (life_rule_equal (&life, &same));
  g_assert_true (life_rule_equal (&moore, &hexagonal));
  same = read_rule (2, "W0");
  g_assert_false (life_rule_equal (&moore, &same));
}

static void
check_names (const gchar *const *names, guint dimensions, guint least)
{
  g_assert_cmpuint (g_strv_length ((gchar **) names), >=, least);
  for (guint i = 0; names[i] != NULL; i++) {
    LifeRule rule = read_rule (dimensions, names[i]);

    assert_survives_writing (&rule);
    if (i > 0)
      g_assert_cmpstr (names[i - 1], <, names[i]);
  }
}

static void
test_names_are_sorted_and_read (void)
{
  check_names (life_rule_names (), 2, 250);
  check_names (life_rule_names_3d (), 3, 30);
}

static void
test_well_known_names (void)
{
  assert_reads (2, "life", "B3/S23");
  assert_reads (2, "conway", "B3/S23");
  assert_reads (2, "highlife", "B36/S23");
  assert_reads (2, "daynight", "B3678/S34678");
  assert_reads (2, "seeds", "B2/S");
  assert_reads (2, "2x2", "B36/S125");
  assert_reads (2, "life-without-death", "B3/S012345678");
  assert_reads (2, "antilife", "B0123478/S01234678");
  assert_reads (2, "Brian's Brain", "B2/S/3");
  assert_reads (2, "star-wars", "B2/S345/4");
  assert_reads (2, "bosco", "R5,C0,M1,S34..58,B34..45,NM");
  assert_reads (2, "just-friends", "B2-a/S12");
  assert_reads (2, "tlife", "B3/S2-i34q");
  assert_reads (2, "hexlife", "B2/S34H");
  assert_reads (2, "ulam-warburton", "B1/S01234V");
  assert_reads (2, "toom", "MAPAwM/Pw");
  assert_reads (2, "rule-110", "W110");
  assert_reads (2, "conways-life", "B3/S23");
  assert_reads (2, "Conway's Game of Life", "B3/S23");
  assert_reads (2, "geology", "B3578/S24678");
  assert_reads (2, "gems", "B3457/S4568");
  assert_reads (2, "virus", "B36/S235");
  assert_reads (2, "Rings 'n' Slugs", "B56/S14568");
  assert_reads (2, "BelZhab", "B23/S23/8");
  assert_reads (2, "Belousov-Zhabotinsky", "B23/S23/8");
  assert_reads (2, "belousov", "B23/S23/8");
  assert_reads (2, "Ebb & Flow II", "B37/S012468/18");
  assert_reads (2, "Living on the Edge", "B3/S345/6");
  assert_reads (2, "SoftFreeze", "B38/S13458/6");
  assert_reads (2, "RainZha", "B23/S2/8");
  assert_reads (2, "LeapLife", "B2n3/S23-q");
  assert_reads (2, "Mini Bugs", "R2,C0,M1,S7..10,B7..8,NM");
  assert_reads (2, "Wolfram 22", "W22");
  assert_reads (3, "Life 4555", "B5/S45");
  assert_reads (3, "445", "B4/S4/5");
  assert_reads (3, "clouds", "B13,14,17..19/S13..26");
  assert_reads (3, "pyroclastic", "B6..8/S4..7/10");
}

static void
test_names_may_be_spelled_with_spaces (void)
{
  assert_reads (2, "Day & Night", "B3678/S34678");
  assert_reads (2, "Life without Death", "B3/S012345678");
  assert_reads (2, "live_free_or_die", "B2/S0");
  assert_reads (2, " High Life :P5,6", "B36/S23:P5,6");
}

/* MCell writes it "201101101101101101111101011001000": the next state for each
 * state of the cell, north, east, south and west, the cell itself being the
 * highest bit. */
static void
test_crystal_2_is_mcell_s (void)
{
  static const gchar digits[] = "01101101101101101111101011001000";
  LifeRule rule = read_rule (2, "crystal-2");

  for (guint i = 0; i < 512; i++) {
    guint n = i >> 7 & 1, w = i >> 5 & 1, self = i >> 4 & 1, e = i >> 3 & 1;
    guint s = i >> 1 & 1;
    guint place = self << 4 | n << 3 | e << 2 | s << 1 | w;

    g_assert_cmpuint (
        rule.map[i / 64] >> (i % 64) & 1, ==, digits[place] == '1');
  }
}

static void
test_unknown_name_gets_the_nearest (void)
{
  assert_refuses (
      2, "highlive", "did you mean highlife", "docs/rules.md", NULL);
  assert_refuses (2, "brians-brian", "did you mean brians-brain?", NULL);
  assert_refuses (2, "belousof", "did you mean belousov", NULL);
  assert_refuses (2, "wireworl", "did you mean WireWorld?", NULL);
  assert_refuses (2, "pyroclastik", "did you mean pyroclastic (in 3D)?", NULL);
  assert_refuses (
      3, "pyroclastik", "did you mean pyroclastic?", "docs/rules.md", NULL);
  assert_refuses (3, "qqqqqq", "no 3D rule of this name", NULL);
}

static void
check_guide (const gchar *guide, const gchar *const *names, guint dimensions)
{
  for (guint i = 0; names[i] != NULL; i++) {
    LifeRule rule = read_rule (dimensions, names[i]);
    g_autofree gchar *text = life_rule_to_string (&rule);
    g_autofree gchar *row = g_strdup_printf (
        "\n\\| [^|]*`\\Q%s\\E`[^|]* \\| `\\Q%s\\E` \\|\n", names[i], text);

    if (!g_regex_match_simple (row, guide, 0, 0))
      g_error ("docs/rules.md does not say that %s is %s", names[i], text);
  }
}

static void
test_every_name_is_in_the_guide (void)
{
  g_autofree gchar *path = g_build_filename (
      g_getenv ("LIFE_SOURCE_ROOT"), "docs", "rules.md", NULL);
  g_autofree gchar *guide = NULL;
  GError *error = NULL;

  g_file_get_contents (path, &guide, NULL, &error);
  g_assert_no_error (error);
  check_guide (guide, life_rule_names (), 2);
  check_guide (guide, life_rule_names_3d (), 3);
}

static void
test_name_of_the_other_dimension_is_reported (void)
{
  assert_refuses (2, "clouds", "character 1", "3D rule", "world-depth", NULL);
  assert_refuses (2, " 445:T9", "character 2", "3D rule", NULL);
  assert_refuses (3, "brians-brain", "character 1", "2D rule", NULL);
  assert_refuses (3, "bosco", "character 1", "2D rule", NULL);
}

static void
test_errors_are_of_the_domain_life_error_quark (void)
{
  g_assert_cmpstr (g_quark_to_string (LIFE_ERROR), ==, "life-error-quark");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/rule/" #name, test_##name)
  TEST (birth_and_survival);
  TEST (survival_may_come_first);
  TEST (without_letters_survival_comes_first);
  TEST (one_letter_decides_both_halves);
  TEST (half_may_be_missing);
  TEST (case_does_not_count);
  TEST (spaces_do_not_count);
  TEST (b0_is_kept);
  TEST (repeated_count_counts_once);
  TEST (3d_digits);
  TEST (3d_lists_and_ranges);
  TEST (3d_list_makes_every_number_whole);
  TEST (golly_3d_notation_is_survival_then_birth);
  TEST (count_above_8_names_the_character);
  TEST (count_above_26_names_the_character);
  TEST (backward_range_is_refused);
  TEST (broken_list_is_refused);
  TEST (empty_rule_is_refused);
  TEST (lone_digits_are_refused);
  TEST (repeated_half_is_refused);
  TEST (unknown_name_is_refused);
  TEST (stray_character_is_named);
  TEST (characters_are_counted_not_bytes);
  TEST (long_rule_is_quoted_short);
  TEST (3d_notation_in_2d_is_reported);
  TEST (2d_notation_in_3d_is_reported);
  TEST (every_2d_rule_survives_writing);
  TEST (random_3d_rules_survive_writing);
  TEST (canonical_3d_spelling);
  TEST (equality_does_not_look_at_the_suffix);
  TEST (equality_is_of_what_a_rule_does);
  TEST (names_are_sorted_and_read);
  TEST (well_known_names);
  TEST (names_may_be_spelled_with_spaces);
  TEST (crystal_2_is_mcell_s);
  TEST (unknown_name_gets_the_nearest);
  TEST (every_name_is_in_the_guide);
  TEST (name_of_the_other_dimension_is_reported);
  TEST (errors_are_of_the_domain_life_error_quark);
#undef TEST
  return g_test_run ();
}
