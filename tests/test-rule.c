/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of how rules are read, written and compared; not of what they do. */
#include <string.h>

#include <life/error.h>
#include <life/rule.h>

#define BITS_2D 9
#define BITS_3D 27

static void
assert_reads (guint dimensions, const gchar *text, const gchar *canonical)
{
  LifeRule rule;
  GError *error = NULL;
  g_autofree gchar *written = NULL;

  life_rule_parse (text, dimensions, &rule, &error);
  g_assert_no_error (error);
  written = life_rule_to_string (&rule);
  g_assert_cmpstr (written, ==, canonical);
}

/* Every piece of @expected, a list ended by NULL, is in the message. */
static void G_GNUC_NULL_TERMINATED
assert_refuses (guint dimensions, const gchar *text, ...)
{
  g_autoptr (GError) error = NULL;
  const gchar *piece;
  LifeRule rule;
  va_list pieces;

  memset (&rule, 0x55, sizeof (rule));
  g_assert_false (life_rule_parse (text, dimensions, &rule, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_RULE);
  g_assert_cmphex (rule.birth, ==, 0x55555555);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  va_start (pieces, text);
  while ((piece = va_arg (pieces, const gchar *)) != NULL) {
    if (strstr (error->message, piece) == NULL)
      g_error ("\"%s\" is not in: %s", piece, error->message);
  }
  va_end (pieces);
}

static LifeRule
make_rule (guint dimensions, guint32 birth, guint32 survival)
{
  LifeRule rule = { LIFE_FAMILY_TOTALISTIC, LIFE_NEIGHBOURHOOD_MOORE,
    dimensions, 2, birth, survival };

  return rule;
}

static void
assert_survives_writing (const LifeRule *rule)
{
  g_autofree gchar *text = life_rule_to_string (rule);
  GError *error = NULL;
  LifeRule read;

  life_rule_parse (text, rule->dimensions, &read, &error);
  g_assert_no_error (error);
  if (!life_rule_equal (rule, &read))
    g_error ("%s reads as B %x, S %x, not B %x, S %x", text, read.birth,
        read.survival, rule->birth, rule->survival);
  g_assert_cmpint (read.bounded, ==, rule->bounded);
  g_assert_cmpuint (read.grid.width, ==, rule->grid.width);
  g_assert_cmpuint (read.grid.height, ==, rule->grid.height);
  g_assert_cmpuint (read.grid.depth, ==, rule->grid.depth);
  g_assert_cmpint (read.grid.topology, ==, rule->grid.topology);
}

static void
test_birth_and_survival (void)
{
  LifeRule rule;

  g_assert_true (life_rule_parse ("B3/S23", 2, &rule, NULL));
  g_assert_cmphex (rule.birth, ==, 1 << 3);
  g_assert_cmphex (rule.survival, ==, 1 << 2 | 1 << 3);
  g_assert_cmpuint (rule.dimensions, ==, 2);
  g_assert_cmpuint (rule.states, ==, 2);
  g_assert_cmpint (rule.family, ==, LIFE_FAMILY_TOTALISTIC);
  g_assert_cmpint (rule.neighbourhood, ==, LIFE_NEIGHBOURHOOD_MOORE);
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
  g_assert_true (life_rule_parse ("B13,14,17..19/S13..26", 3, &rule, NULL));
  g_assert_cmphex (
      rule.birth, ==, 1 << 13 | 1 << 14 | 1 << 17 | 1 << 18 | 1 << 19);
  g_assert_cmphex (rule.survival, ==, (1 << 27) - (1 << 13));
}

static void
test_3d_list_makes_every_number_whole (void)
{
  LifeRule rule;

  g_assert_true (life_rule_parse ("B13/S2,3", 3, &rule, NULL));
  g_assert_cmphex (rule.birth, ==, 1 << 13);
  g_assert_true (life_rule_parse ("B13,/S2", 3, &rule, NULL));
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
test_torus_suffix (void)
{
  LifeRule rule;

  g_assert_true (life_rule_parse ("B3/S23:T64,48", 2, &rule, NULL));
  g_assert_true (rule.bounded);
  g_assert_cmpuint (rule.grid.width, ==, 64);
  g_assert_cmpuint (rule.grid.height, ==, 48);
  g_assert_cmpuint (rule.grid.depth, ==, 1);
  g_assert_cmpint (rule.grid.topology, ==, LIFE_TOPOLOGY_TORUS);
}

static void
test_plane_suffix (void)
{
  LifeRule rule;

  g_assert_true (life_rule_parse ("life:P64,48", 2, &rule, NULL));
  g_assert_true (rule.bounded);
  g_assert_cmpint (rule.grid.topology, ==, LIFE_TOPOLOGY_PLANE);
}

static void
test_suffix_of_one_number_is_a_square_or_cube (void)
{
  assert_reads (2, "B3/S23:T64", "B3/S23:T64,64");
  assert_reads (3, "B6/S567:P64", "B6/S5..7:P64,64,64");
}

static void
test_suffix_of_3d_has_three_numbers (void)
{
  assert_reads (3, "B6/S567:T64,48,32", "B6/S5..7:T64,48,32");
  assert_refuses (3, "B6/S567:T64,48", "character 15", "depth", NULL);
  assert_refuses (2, "B3/S23:T64,48,32", "character 14", "3D notation", NULL);
}

static void
test_suffix_takes_the_whole_range (void)
{
  assert_reads (2, "B3/S23:T4294967295,1", "B3/S23:T4294967295,1");
  assert_refuses (2, "B3/S23:T4294967296", "character 9", "4294967295", NULL);
  assert_refuses (2, "B3/S23:T999999999999999999999999999999", "character 9",
      "4294967295", NULL);
}

static void
test_infinite_side_is_refused (void)
{
  assert_refuses (2, "B3/S23:T0,20", "character 9", "infinite", NULL);
  assert_refuses (2, "B3/S23:P30,0", "character 12", "infinite", NULL);
}

static void
test_other_topologies_are_refused (void)
{
  assert_refuses (
      2, "B3/S23:K30*,20", "character 8", "not supported, use T", NULL);
  assert_refuses (2, "B3/S23:C30,20", "not supported, use T", NULL);
  assert_refuses (2, "B3/S23:S30", "not supported, use T", NULL);
}

static void
test_shifted_edges_are_refused (void)
{
  assert_refuses (2, "B3/S23:T30+5,20", "character 11", "shifted", NULL);
  assert_refuses (2, "B3/S23:T30,20-2", "character 14", "shifted", NULL);
}

static void
test_broken_suffix_is_refused (void)
{
  assert_refuses (2, "B3/S23:", "character 8", "found the end", NULL);
  assert_refuses (2, "B3/S23:T", "character 9", "a number of cells", NULL);
  assert_refuses (2, "B3/S23:T30,", "character 12", NULL);
  assert_refuses (2, "B3/S23:X30", "character 8", "\"X\"", NULL);
  assert_refuses (2, "B3/S23:T30,20x", "character 14", "\"x\"", NULL);
  assert_refuses (2, "B3/S23:T30:T30", "character 11", NULL);
}

static void
test_count_above_8_names_the_character (void)
{
  assert_refuses (2, "B9/S23",
      "rule \"B9/S23\": character 2: a cell has at most 8 neighbours", NULL);
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
  assert_refuses (3, "5766", "character 5", "Bays", NULL);
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
  assert_refuses (2, "brians-brain", "character 1", "name", NULL);
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
  LifeRule rule;

  g_assert_false (life_rule_parse (text, 2, &rule, &error));
  g_assert_cmpuint (strlen (error->message), <, 300);
}

static void
test_generations_are_named (void)
{
  assert_refuses (
      2, "B2/S/C3", "character 5", "Generations", "not supported", NULL);
  assert_refuses (2, "B2/S/3", "character 5", "Generations", NULL);
  assert_refuses (2, "/2/3", "character 3", "Generations", NULL);
  assert_refuses (2, "345/2/4", "character 6", "Generations", NULL);
  assert_refuses (2, "B2S345C4", "character 7", "Generations", NULL);
  assert_refuses (2, "B2S345G4", "character 7", "Generations", NULL);
}

static void
test_larger_than_life_is_named (void)
{
  assert_refuses (2, "R5,C0,M1,S34..58,B34..45,NM", "character 1",
      "Larger than Life", "not supported", NULL);
}

static void
test_other_neighbourhoods_are_named (void)
{
  assert_refuses (2, "B3/S23V", "character 7", "von Neumann", NULL);
  assert_refuses (2, "B2/S34H", "character 7", "hexagonal", NULL);
  assert_refuses (3, "3D0..6/1,3F", "character 11", "neighbourhoods", NULL);
  assert_refuses (3, "3D1/2V", "character 6", "neighbourhoods", NULL);
  assert_refuses (3, "B1,3/S0..6F", "character 11", "neighbourhoods", NULL);
  assert_refuses (3, "4/4/5/M", "character 4", "second \"/\"", NULL);
}

static void
test_hensel_letters_are_named (void)
{
  assert_refuses (2, "B2-a/S12", "character 3", "non-totalistic", NULL);
  assert_refuses (2, "B3/S2c3", "character 6", "non-totalistic", NULL);
}

static void
test_map_is_named (void)
{
  assert_refuses (2,
      "MAPARYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAWaH7oaIDo"
      "gGiA6ICAAIAAaIDogIAAgACAAIAAAAAAAA",
      "character 1", "MAP", NULL);
}

static void
test_wolfram_rule_is_named (void)
{
  assert_refuses (2, "W30", "character 1", "W", "not supported", NULL);
}

static void
test_3d_notation_in_2d_says_so (void)
{
  assert_refuses (
      2, "3D5,6,7/6", "character 1", "3D notation", "world-depth", NULL);
  assert_refuses (
      2, "B6/S5..7", "character 6", "3D notation", "world-depth", NULL);
  assert_refuses (
      2, "B5,8/S4,7", "character 3", "3D notation", "world-depth", NULL);
}

static void
test_2d_notation_in_3d_says_so (void)
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
test_suffix_survives_writing (void)
{
  LifeRule rule = make_rule (2, 8, 12);

  rule.bounded = TRUE;
  rule.grid = (LifeGeometry){ 1, G_MAXUINT32, 1, LIFE_TOPOLOGY_PLANE };
  assert_survives_writing (&rule);
  rule.dimensions = 3;
  rule.grid = (LifeGeometry){ 3, 4, 5, LIFE_TOPOLOGY_TORUS };
  assert_survives_writing (&rule);
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

  g_assert_true (life_rule_parse ("B3/S23", 2, &plain, NULL));
  g_assert_true (life_rule_parse ("life:T9,9", 2, &bounded, NULL));
  g_assert_true (life_rule_equal (&plain, &bounded));
  g_assert_true (life_rule_parse ("B36/S23", 2, &other, NULL));
  g_assert_false (life_rule_equal (&plain, &other));
  g_assert_true (life_rule_parse ("B3/S23", 3, &other, NULL));
  g_assert_false (life_rule_equal (&plain, &other));
}

static void
test_names_are_sorted_and_read (void)
{
  const gchar *const *names = life_rule_names ();
  guint i;

  g_assert_cmpuint (g_strv_length ((gchar **) names), >=, 25);
  for (i = 0; names[i] != NULL; i++) {
    LifeRule rule;

    g_assert_true (life_rule_parse (names[i], 2, &rule, NULL));
    if (i > 0)
      g_assert_cmpstr (names[i - 1], <, names[i]);
  }
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
}

static void
test_names_may_be_spelled_with_spaces (void)
{
  assert_reads (2, "Day & Night", "B3678/S34678");
  assert_reads (2, "Life without Death", "B3/S012345678");
  assert_reads (2, "live_free_or_die", "B2/S0");
  assert_reads (2, " High Life :P5,6", "B36/S23:P5,6");
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
  TEST (torus_suffix);
  TEST (plane_suffix);
  TEST (suffix_of_one_number_is_a_square_or_cube);
  TEST (suffix_of_3d_has_three_numbers);
  TEST (suffix_takes_the_whole_range);
  TEST (infinite_side_is_refused);
  TEST (other_topologies_are_refused);
  TEST (shifted_edges_are_refused);
  TEST (broken_suffix_is_refused);
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
  TEST (generations_are_named);
  TEST (larger_than_life_is_named);
  TEST (other_neighbourhoods_are_named);
  TEST (hensel_letters_are_named);
  TEST (map_is_named);
  TEST (wolfram_rule_is_named);
  TEST (3d_notation_in_2d_says_so);
  TEST (2d_notation_in_3d_says_so);
  TEST (every_2d_rule_survives_writing);
  TEST (random_3d_rules_survive_writing);
  TEST (suffix_survives_writing);
  TEST (canonical_3d_spelling);
  TEST (equality_does_not_look_at_the_suffix);
  TEST (names_are_sorted_and_read);
  TEST (well_known_names);
  TEST (names_may_be_spelled_with_spaces);
#undef TEST
  return g_test_run ();
}
