/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of the notations of all families of rules: reading, writing, and error
 * messages. What the rules do is tested in test-golly-families.c. */
#include "tests/support/text/rule.h"

#include "life/rule/transition.h"

#define LIFE_MAP                                                              \
  "MAPARYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAWaH7oaIDogGiA6ICAAIAAaIDogI" \
  "AAgACAAIAAAAAAAA"

/* --- Neighborhoods --- */

static void
test_neighborhood_letter_stands_at_the_end (void)
{
  LifeRule rule = read_rule (2, "B2/S34H");

  g_assert_cmpint (rule.neighborhood, ==, LIFE_NEIGHBORHOOD_HEXAGONAL);
  g_assert_cmpint (rule.family, ==, LIFE_FAMILY_TOTALISTIC);
  rule = read_rule (2, "B13/S024V");
  g_assert_cmpint (rule.neighborhood, ==, LIFE_NEIGHBORHOOD_VON_NEUMANN);
  assert_reads (2, "b2s34h", "B2/S34H");
  assert_reads (2, "024/13v", "B13/S024V");
  assert_reads (2, " B2 / S34 H ", "B2/S34H");
  assert_reads (2, "B0/S6H", "B0/S6H");
  assert_refuses (2, "B2H/S34", "character 3", "at the rule's end", NULL);
  assert_refuses (2, "B2/S34HH", "character 7", "at the rule's end", NULL);
}

static void
test_count_above_the_neighbors_names_the_character (void)
{
  assert_refuses (2, "B2/S57H", "character 6", "at most 6", NULL);
  assert_refuses (2, "B15/S2V", "character 3", "at most 4", NULL);
  assert_refuses (3, "B7/S0F", "character 2", "at most 6", NULL);
  assert_refuses (3, "B1,13/S0E", "character 4", "at most 12", NULL);
  assert_refuses (3, "3D9/1C", "character 3", "at most 8", NULL);
}

static void
test_letters_need_moore_s_neighborhood (void)
{
  assert_refuses (2, "B2-a/S12H", "character 3", "V and H", NULL);
  assert_refuses (2, "B2c/S12V", "character 3", "V and H", NULL);
}

static void
test_3d_neighborhoods (void)
{
  LifeRule rule = read_rule (3, "3D0..6/1,3F");

  g_assert_cmpint (rule.neighborhood, ==, LIFE_NEIGHBORHOOD_VON_NEUMANN);
  rule = read_rule (3, "B4/S4C");
  g_assert_cmpint (rule.neighborhood, ==, LIFE_NEIGHBORHOOD_CORNERS);
  rule = read_rule (3, "B4/S4E");
  g_assert_cmpint (rule.neighborhood, ==, LIFE_NEIGHBORHOOD_EDGES);
  assert_reads (3, "3D0..6/1,3F", "B1,3/S0..6F");
  assert_reads (3, "3D0..6/1,3V", "B1,3/S0..6F");
  assert_reads (3, "3d4/4c", "B4/S4C");
  assert_reads (3, "3D/12E", "B12,/SE");
  assert_reads (3, "B1,3/S0..6 f", "B1,3/S0..6F");
  assert_refuses (3, "3D4/4H", "character 6", NULL);
}

/* --- Generations --- */

static void
test_states_in_every_spelling (void)
{
  static const gchar *const spellings[] = { "B2/S345/C4", "B2/S345/4",
    "B2/S345/c4", "B2/S345/G4", "B2S345C4", "B2S345G4", "b2s345g4", "g4b2s345",
    "345/2/4", "S345/B2/4", "345/2/C4", "B2/345/4", "345/2C4",
    " B2 / S 345 / C 4 " };

  for (guint i = 0; i < G_N_ELEMENTS (spellings); i++) {
    LifeRule rule = read_rule (2, spellings[i]);

    g_assert_cmpuint (rule.states, ==, 4);
    assert_reads (2, spellings[i], "B2/S345/4");
  }
  assert_reads (2, "B2/S/C3", "B2/S/3");
  assert_reads (2, "/2/3", "B2/S/3");
  assert_reads (2, "B2/S/3", "B2/S/3");
  assert_reads (2, "b2sg3", "B2/S/3");
  assert_reads (2, "23/3/8", "B3/S23/8");
  assert_reads (2, "23/3/2", "B3/S23");
  assert_reads (2, "34/2/4H", "B2/S34/4H");
  assert_reads (2, "B2/S34/C256V", "B2/S34/256V");
  assert_reads (2, "0/0/3", "B0/S0/3");
  assert_reads (3, "B4/S4/C5", "B4/S4/5");
  assert_reads (3, "B4/S4/C5C", "B4/S4/5C");
}

static void
test_number_of_states_is_limited (void)
{
  assert_refuses (2, "/2/1", "character 4", "2 to 256", NULL);
  assert_refuses (2, "/2/257", "character 4", "2 to 256", NULL);
  assert_refuses (
      2, "/2/99999999999999999999", "character 4", "2 to 256", NULL);
  assert_refuses (2, "B2/S/C", "character 7", "number of states", NULL);
  assert_refuses (2, "/2/", "character 4", "number of states", NULL);
  assert_refuses (2, "B2/S/3/4", "character 7", NULL);
  assert_refuses (2, "/2/3x", "character 5", "\"x\"", NULL);
  assert_refuses (3, "B4/S4/", "character 7", "number of states", NULL);
  assert_refuses (3, "B4/S4/C", "number of states", NULL);
}

static void
test_letters_and_states (void)
{
  LifeRule rule = read_rule (2, "345/2ce/4");

  g_assert_cmpint (rule.family, ==, LIFE_FAMILY_MAP);
  g_assert_cmpuint (rule.states, ==, 4);
  assert_reads (2, "345/2ce/4", "B2ce/S345/4");
  assert_reads (2, "MAPAwM/Pw/5", "MAPAwM/Pw/5");
  assert_reads (2, "MAPAwM/Pw/C256", "MAPAwM/Pw/256");
  assert_reads (2, "B2/S2c3", "B2/S2c3");
  assert_reads (2, "B2/S2C3", "B2/S2/3");
}

/* --- 3D tools' notations --- */

static void
test_four_parts_are_survival_birth_states_neighborhood (void)
{
  LifeRule rule = read_rule (3, "1-3/1,4-5/5/VN");

  g_assert_cmpint (rule.neighborhood, ==, LIFE_NEIGHBORHOOD_VON_NEUMANN);
  g_assert_cmpuint (rule.states, ==, 5);
  assert_reads (3, "4/4/5/M", "B4/S4/5");
  assert_reads (3, "4/4/5/m", "B4/S4/5");
  assert_reads (3, "0-6/1,3/2/N", "B1,3/S0..6F");
  assert_reads (3, "0-6/1,3/2/VN", "B1,3/S0..6F");
  assert_reads (3, "13-26/13-14,17-19/2/M", "B13,14,17..19/S13..26");
  assert_reads (3, "/4/2/M", "B4/S");
  assert_reads (3, "10/12/3/M", "B12,/S10/3");
  assert_reads (3, "4/4/5/C", "B4/S4/5C");
  assert_reads (3, "4/4/5", "B4/S4/5");
  assert_refuses (3, "0-7/1,3/2/VN", "character 3", "at most 6", NULL);
  assert_refuses (3, "4/4/5/X", "character 6", NULL);
}

static void
test_bays_digits (void)
{
  assert_reads (3, "5766", "B6/S5..7");
  assert_reads (3, " 4555 ", "B5/S45");
  assert_reads (3, "5655:T9", "B5/S56:T9,9,9");
  assert_reads (3, "0926", "B2..6/S0..9");
  assert_refuses (3, "7566", "character 2", "backwards", NULL);
  assert_refuses (3, "5765", "character 4", "backwards", NULL);
  assert_refuses (2, "5766", "character 5", NULL);
}

/* --- Hensel's letters --- */

static void
test_letters_are_written_short_and_in_order (void)
{
  assert_reads (2, "B2-a/S12", "B2-a/S12");
  assert_reads (2, "B2n3/S23-q", "B2n3/S23-q");
  assert_reads (2, "B2cekin/S12", "B2-a/S12");
  assert_reads (2, "B2nic/S", "B2cin/S");
  assert_reads (2, "B4-qjrtwz/S", "B4aceikny/S");
  assert_reads (2, "B2ac2e/S", "B2ace/S");
  assert_reads (2, "B2ci_S12", "B2ci/S12");
  assert_reads (2, "S23-Q/B2N3", "B2n3/S23-q");
  assert_reads (2, "B1c8/S0", "B1c8/S0");
  assert_refuses (2, "B0/S-", "character 5", "behind a count", NULL);
}

static void
test_all_letters_of_a_count_are_the_count (void)
{
  LifeRule rule = read_rule (2, "B2aceikn3/S2-3");

  g_assert_cmpint (rule.family, ==, LIFE_FAMILY_TOTALISTIC);
  assert_reads (2, "B2aceikn3/S2-3", "B23/S23");
  assert_reads (2, "B2-aceikn3/S", "B3/S");
  assert_reads (2, "B22a/S", "B2/S");
}

static void
test_letter_unknown_to_a_count_is_named (void)
{
  assert_refuses (2, "B1a/S", "character 3", "\"a\"", "\"ce\"", NULL);
  assert_refuses (2, "B5z/S", "character 3", "aceijknqry", NULL);
  assert_refuses (2, "B3/S2-ck7i", "character 10", "7 neighbors", NULL);
  assert_refuses (2, "B0c/S", "character 3", "no letters", NULL);
  assert_refuses (2, "B8-c/S", "character 4", "no letters", NULL);
  assert_refuses (2, "Bc/S", NULL);
  assert_refuses (2, "B2--a/S", "character 4", NULL);
}

/* Each letter once, with a picture of its live neighbors. */
static void
test_letters_mean_arrangements (void)
{
  static const struct {
    const gchar *rule, *cells;
  } births[] = {
    { "B1c/S", "o........" },
    { "B1e/S", ".o......." },
    { "B2a/S", "oo......." },
    { "B2k/S", "o....o..." },
    { "B2k/S", ".....oo.." },
    { "B3i/S", "..o..o..o" },
    { "B4w/S", "oo...o..o" },
    { "B4z/S", "oo.....oo" },
    { "B5i/S", "...o.oooo" },
    { "B6n/S", ".ooo.ooo." },
    { "B7c/S", ".ooo.oooo" },
    { "B7e/S", "o.oo.oooo" },
    { "B8/S1c", "oooo.oooo" },
    { "B8/S1c", "o...o...." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (births); i++) {
    LifeRule rule = read_rule (2, births[i].rule);
    guint number = 0;

    for (guint cell = 0; cell < 9; cell++)
      number = number << 1 | (births[i].cells[cell] == 'o');
    if (!life_next_mapped (rule.map, number))
      g_error ("%s: nothing lives of %s", births[i].rule, births[i].cells);
  }
}

/* --- Maps --- */

static void
test_maps_of_three_sizes (void)
{
  LifeRule rule = read_rule (2, "MAPAwM/Pw");

  g_assert_cmpint (rule.family, ==, LIFE_FAMILY_MAP);
  g_assert_cmpint (rule.neighborhood, ==, LIFE_NEIGHBORHOOD_MOORE);
  assert_reads (2, "MAPAwM/Pw", "MAPAwM/Pw");
  assert_reads (2, "mapAwM/Pw==", "MAPAwM/Pw");
  assert_reads (2, " MAP AwM/Pw ", "MAPAwM/Pw");
  assert_reads (2, "MAPFAMgVwhXAP4AP4B+gH4A6A", "MAPFAMgVwhXAP4AP4B+gH4A6A");
}

/* Like Golly, which reads a map of hexagons differently with states and
 * without. */
static void
test_states_turn_hexagons_over (void)
{
  LifeRule rule = read_rule (2, "MAPOqTq5jQ9yVZ3m8TnJp2QgA");
  LifeRule aged = read_rule (2, "MAPOqTq5jQ9yVZ3m8TnJp2QgA/2");

  for (guint number = 0; number < 512; number++) {
    guint row = number & 0x38, north_west = number >> 8,
          north = number >> 7 & 1;
    guint south = number >> 1 & 1, south_east = number & 1;
    guint turned = south << 8 | south_east << 7 | row | north_west << 1 | north;

    g_assert_cmpuint (life_next_mapped (rule.map, number), ==,
        life_next_mapped (aged.map, turned));
  }
  assert_survives_writing (&rule);
  assert_survives_writing (&aged);
  g_assert_false (life_rule_equal (&rule, &aged));
}

static void
test_map_that_counts_can_express_is_totalistic (void)
{
  LifeRule rule = read_rule (2, LIFE_MAP);

  g_assert_cmpint (rule.family, ==, LIFE_FAMILY_TOTALISTIC);
  assert_reads (2, LIFE_MAP, "B3/S23");
  assert_reads (2, LIFE_MAP "==", "B3/S23");
  assert_reads (2, LIFE_MAP "/3:T9,9", "B3/S23/3:T9,9");
  assert_reads (2, "MAPAAAAAA", "B/S");
}

static void
test_map_that_letters_can_express_is_written_so (void)
{
  LifeRule rule = read_rule (2, "B2-a/S12"), same;
  gchar *text;

  rule.family = LIFE_FAMILY_MAP;
  text = life_rule_to_string (&rule);
  g_assert_cmpstr (text, ==, "B2-a/S12");
  g_free (text);
  same = read_rule (2, LIFE_MAP);
  rule = read_rule (2, "life");
  g_assert_true (life_rule_equal (&rule, &same));
}

static void
test_broken_map_is_refused (void)
{
  assert_refuses (2, "MAPARYXf", "character 9", "found 5", NULL);
  assert_refuses (2, "MAP", "character 4", "86", NULL);
  assert_refuses (2, "MAPAwM/Pw/1", "character 11", "2 to 256", NULL);
  assert_refuses (2, "MAPAwM/P!", "character 9", "base 64", "\"!\"", NULL);
  assert_refuses (2, "MAPAw /Pw", "character 6", "no spaces", NULL);
  assert_refuses (2, LIFE_MAP "A", "found 87", NULL);
  assert_refuses (3, LIFE_MAP, "character 1", "2D", NULL);
}

/* --- Larger than Life --- */

static void
test_larger_than_life (void)
{
  LifeRule rule = read_rule (2, "R5,C0,M1,S34..58,B34..45,NM");

  g_assert_cmpint (rule.family, ==, LIFE_FAMILY_LARGER_THAN_LIFE);
  g_assert_cmpint (rule.neighborhood, ==, LIFE_NEIGHBORHOOD_MOORE);
  g_assert_cmpuint (rule.radius, ==, 5);
  g_assert_cmpuint (rule.states, ==, 2);
  g_assert_true (rule.middle);
  g_assert_cmpuint (rule.survival_range.first, ==, 34);
  g_assert_cmpuint (rule.survival_range.last, ==, 58);
  g_assert_cmpuint (rule.birth_range.first, ==, 34);
  g_assert_cmpuint (rule.birth_range.last, ==, 45);
  rule = read_rule (2, "R5,C3,M0,S34..58,B34..45,NN");
  g_assert_cmpint (rule.neighborhood, ==, LIFE_NEIGHBORHOOD_VON_NEUMANN);
  g_assert_cmpuint (rule.states, ==, 3);
  g_assert_false (rule.middle);
  rule = read_rule (2, "R5,C3,M0,S34..58,B34..45,NC");
  g_assert_cmpint (rule.neighborhood, ==, LIFE_NEIGHBORHOOD_CIRCULAR);
  rule = read_rule (2, "R500,C0,M1,S256690..390350,B231880..306530,NM");
  g_assert_cmpuint (rule.radius, ==, 500);
  g_assert_cmpuint (rule.survival_range.last, ==, 390350);
}

static void
test_larger_than_life_in_other_spellings (void)
{
  static const gchar bosco[] = "R5,C0,M1,S34..58,B34..45,NM";

  assert_reads (2, bosco, bosco);
  assert_reads (2, "r5,c0,m1,s34..58,b34..45,nm", bosco);
  assert_reads (2, "R5, C1, M1, S34 .. 58, B34-45, N M", bosco);
  assert_reads (2, "R5,C2,M1,S34..58,B34..45", bosco);
  assert_reads (2, "5,34,45,34,58", bosco);
  assert_reads (2, " 1, 3,3, 3,4:T10", "R1,C0,M1,S3..4,B3..3,NM:T10,10");
  assert_reads (2, "R2,S3,B0,NC", "R2,C0,M0,S3..3,B0..0,NC");
  assert_reads (2, "R2,C256,S,B,NC", "R2,C256,M0,S,B,NC");
}

static void
test_larger_than_life_counts_are_limited_to_the_neighbors (void)
{
  assert_reads (2, "R2,C0,M1,S0..0,B25..25,NM", "R2,C0,M1,S0..0,B25..25,NM");
  assert_refuses (
      2, "R2,C0,M0,S0..0,B25..25,NM", "character 17", "at most 24", NULL);
  assert_refuses (
      2, "R2,C0,M1,S0..26,B2..2,NM", "character 14", "at most 25", NULL);
  assert_refuses (
      2, "R2,C0,M1,S0..14,B2..2,NN", "character 14", "at most 13", NULL);
  assert_refuses (2, "R2,C0,M1,S0..22,B2..2,NC", "at most 21", NULL);
  assert_refuses (2, "R500,C0,M1,S0..1002002,B1,NM", "at most 1002001", NULL);
  assert_refuses (2, "R500,C0,M0,S0..501001,B1,NN", "at most 501000", NULL);
  assert_refuses (2, "1,3,10,3,4", "character 5", "at most 9", NULL);
  assert_refuses (
      2, "R5,C0,M1,S58..34,B34..45,NM", "character 11", "backwards", NULL);
  assert_refuses (2, "5,45,34,34,58", "character 6", "backwards", NULL);
}

static void
test_larger_than_life_reports_what_is_wrong (void)
{
  assert_refuses (2, "R501,C0,M1,S3,B3,NM", "character 2", "1 to 500", NULL);
  assert_refuses (2, "R0,C0,M1,S3,B3,NM", "character 2", "1 to 500", NULL);
  assert_refuses (2, "R5,C257,M1,S3,B3,NM", "character 5", "0 to 256", NULL);
  assert_refuses (2, "R5,C0,M2,S3,B3,NM", "character 8", "0 to 1", NULL);
  assert_refuses (2, "R5,C0,M1,B3,S3,NM", "character 10", "S (surv", NULL);
  assert_refuses (2, "R5,C0,M1,S3,NM", "character 13", "B (birth)", NULL);
  assert_refuses (2, "R5,C0,M1,S3,B3,NX", "character 17", "\"X\"", NULL);
  assert_refuses (2, "R5,C0,M1,S3,B3,", "character 16", "NM, NN or NC", NULL);
  assert_refuses (2, "R5,C0,M1,S3,B3,NM,", "character 18", NULL);
  assert_refuses (2, "R5", "character 3", "survival", NULL);
  assert_refuses (2, "R5,C0,M1,S3..,B3,NM", "character 14", NULL);
  assert_refuses (2, "R5,C0,M1,S3..4,5,B3,NM", "character 16", NULL);
  assert_refuses (2, "5,34,45,34", NULL);
  assert_refuses (2, "5,34,45,34,", "character 12", NULL);
  assert_refuses (3, "R5,C0,M1,S3,B3,NM", "character 1", "2D", NULL);
}

/* --- Wolfram's --- */

static void
test_wolfram_numbers (void)
{
  LifeRule rule = read_rule (2, "W30");

  g_assert_cmpint (rule.family, ==, LIFE_FAMILY_WOLFRAM);
  g_assert_cmpuint (rule.wolfram, ==, 30);
  assert_reads (2, "W0", "W0");
  assert_reads (2, " w 255 ", "W255");
  assert_refuses (2, "W256", "character 2", "255", NULL);
  assert_refuses (2, "W30x", "character 4", "the end", NULL);
  assert_refuses (3, "W30", "character 1", "2D", NULL);
}

/* --- All of them --- */

static guint32
random_counts (guint neighbors)
{
  guint32 counts = g_test_rand_int () & g_test_rand_int ();

  return counts & ((1u << (neighbors + 1)) - 1);
}

static guint
random_states (void)
{
  return g_test_rand_bit () ? 2 : g_test_rand_int_range (2, 257);
}

static void
test_random_totalistic_rules_survive_writing (void)
{
  static const struct {
    guint dimensions;
    LifeNeighborhood neighborhood;
    guint neighbors;
  } kinds[] = {
    { 2, LIFE_NEIGHBORHOOD_MOORE, 8 },
    { 2, LIFE_NEIGHBORHOOD_VON_NEUMANN, 4 },
    { 2, LIFE_NEIGHBORHOOD_HEXAGONAL, 6 },
    { 3, LIFE_NEIGHBORHOOD_MOORE, 26 },
    { 3, LIFE_NEIGHBORHOOD_VON_NEUMANN, 6 },
    { 3, LIFE_NEIGHBORHOOD_CORNERS, 8 },
    { 3, LIFE_NEIGHBORHOOD_EDGES, 12 },
  };

  for (guint i = 0; i < 70000; i++) {
    guint kind = i % G_N_ELEMENTS (kinds);
    LifeRule rule = make_rule (kinds[kind].dimensions,
        random_counts (kinds[kind].neighbors),
        random_counts (kinds[kind].neighbors));

    rule.neighborhood = kinds[kind].neighborhood;
    rule.states = random_states ();
    assert_survives_writing (&rule);
  }
}

static void
test_random_maps_survive_writing (void)
{
  LifeRule rule = { LIFE_FAMILY_MAP, LIFE_NEIGHBORHOOD_MOORE, 2, 2 };

  for (guint i = 0; i < 2000; i++) {
    /* Maps of the first kind depend on some cells only, so their text is
     * shorter. */
    guint cells = i % 3 == 0 ? 0x0ba : i % 3 == 1 ? 0x1bb : 0x1ff;

    memset (rule.map, 0, sizeof (rule.map));
    for (guint number = 0; number < 512; number++)
      if ((number & ~cells) == 0 && g_test_rand_bit ())
        for (guint other = 0; other < 512; other++)
          if ((other & cells) == number)
            rule.map[other / 64] |= G_GUINT64_CONSTANT (1) << other % 64;
    rule.states = random_states ();
    assert_survives_writing (&rule);
  }
}

static void
test_random_letters_survive_writing (void)
{
  static const gchar *const letters[] = { "", "ce", "aceikn", "aceijknqry",
    "aceijknqrtwyz", "aceijknqry", "aceikn", "ce", "" };

  for (guint i = 0; i < 5000; i++) {
    g_autoptr (GString) text = g_string_new ("B");
    LifeRule rule;

    for (guint half = 0; half < 2; half++) {
      for (guint count = 0; count <= 8; count++) {
        if (g_test_rand_bit ())
          continue;
        g_string_append_printf (
            text, "%u%s", count, g_test_rand_bit () ? "-" : "");
        for (const gchar *letter = letters[count]; *letter; letter++)
          if (g_test_rand_bit ())
            g_string_append_c (text, *letter);
      }
      g_string_append (text, half == 0 ? "/S" : "");
    }
    rule = read_rule (2, text->str);
    rule.states = random_states ();
    assert_survives_writing (&rule);
  }
}

/* A range up to @most, or none. */
static LifeCountRange
random_range (guint most)
{
  guint a = g_test_rand_int_range (0, most + 1);
  guint b = g_test_rand_int_range (0, most + 1);

  if (g_test_rand_int_range (0, 10) == 0)
    return (LifeCountRange){ 1, 0 };
  return (LifeCountRange){ MIN (a, b), MAX (a, b) };
}

static void
test_random_larger_rules_survive_writing (void)
{
  static const LifeNeighborhood neighborhoods[] = { LIFE_NEIGHBORHOOD_MOORE,
    LIFE_NEIGHBORHOOD_VON_NEUMANN, LIFE_NEIGHBORHOOD_CIRCULAR };

  for (guint i = 0; i < 3000; i++) {
    LifeRule rule = { LIFE_FAMILY_LARGER_THAN_LIFE,
      neighborhoods[i % G_N_ELEMENTS (neighborhoods)], 2, random_states () };
    guint reach = g_test_rand_int_range (1, LIFE_RADIUS_MAX + 1);

    rule.radius = reach;
    rule.middle = g_test_rand_bit ();
    rule.birth_range = random_range (2 * reach * (reach + 1));
    rule.survival_range = random_range (2 * reach * (reach + 1));
    assert_survives_writing (&rule);
  }
}

static void
test_every_wolfram_rule_survives_writing (void)
{
  LifeRule rule = { LIFE_FAMILY_WOLFRAM, LIFE_NEIGHBORHOOD_MOORE, 2, 2 };

  for (guint number = 0; number < 256; number++) {
    rule.wolfram = number;
    assert_survives_writing (&rule);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/rule-families/" #name, test_##name)
  TEST (neighborhood_letter_stands_at_the_end);
  TEST (count_above_the_neighbors_names_the_character);
  TEST (letters_need_moore_s_neighborhood);
  TEST (3d_neighborhoods);
  TEST (states_in_every_spelling);
  TEST (number_of_states_is_limited);
  TEST (letters_and_states);
  TEST (four_parts_are_survival_birth_states_neighborhood);
  TEST (bays_digits);
  TEST (letters_are_written_short_and_in_order);
  TEST (all_letters_of_a_count_are_the_count);
  TEST (letter_unknown_to_a_count_is_named);
  TEST (letters_mean_arrangements);
  TEST (maps_of_three_sizes);
  TEST (states_turn_hexagons_over);
  TEST (map_that_counts_can_express_is_totalistic);
  TEST (map_that_letters_can_express_is_written_so);
  TEST (broken_map_is_refused);
  TEST (larger_than_life);
  TEST (larger_than_life_in_other_spellings);
  TEST (larger_than_life_counts_are_limited_to_the_neighbors);
  TEST (larger_than_life_reports_what_is_wrong);
  TEST (wolfram_numbers);
  TEST (random_totalistic_rules_survive_writing);
  TEST (random_maps_survive_writing);
  TEST (random_letters_survive_writing);
  TEST (random_larger_rules_survive_writing);
  TEST (every_wolfram_rule_survives_writing);
#undef TEST
  return g_test_run ();
}
