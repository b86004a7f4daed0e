/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How rules of all families are read, written and compared, with the size and topology behind
 * them; not what they do. Texts are in reads.tsv and refused.tsv. */
#include <life/error.h>

#include "life/rule/transition.h"
#include "tests/support/text/rows.h"
#include "tests/support/text/rule-value.h"

#define LIFE_MAP                                                              \
  "MAPARYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAWaH7oaIDogGiA6ICAAIAAaIDogI" \
  "AAgACAAIAAAAAAAA"
#define BITS_2D 9
#define BITS_3D 27

static LifeRule
read_rule (guint dimensions, const gchar *text)
{
  g_autoptr (GError) error = NULL;
  LifeRule rule = { 0 };

  if (!parse_rule (text, dimensions, &rule, &error))
    fail ("%s", error->message);
  return rule;
}

/* --- Texts --- */

static void
check_reading (gchar **columns, const gchar *location)
{
  const guint dimensions = (guint) atoi (columns[0]);

  for (guint i = 1; columns[i] != NULL; i++) {
    const LifeRule rule = read_rule (dimensions, columns[i]);
    g_autofree gchar *written = life_rule_to_string (&rule);

    if (!g_str_equal (written, columns[1]))
      fail ("%s: %s is written as %s", location, columns[i], written);
  }
}

static void
test_texts_are_read (void)
{
  check_rows ("unit/rule/reads.tsv", check_reading);
}

static void
check_refusal (gchar **columns, const gchar *location)
{
  for (guint i = 2; columns[i] != NULL; i++) {
    g_auto (GStrv) halves = g_strsplit (columns[i], "^", 2);
    g_autofree gchar *text = g_strjoinv ("", halves);
    g_autofree gchar *position = g_strdup_printf (
        "character %ld: ", g_utf8_strlen (halves[0] ? halves[0] : "", -1) + 1);
    g_autoptr (GError) error = NULL;

    if (life_rule_parse (text, (guint) atoi (columns[0]), &error) != NULL) {
      fail ("%s: %s is a rule", location, text);
      continue;
    }
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_RULE);
    check_message (error->message, columns[1], location);
    if (strchr (columns[i], '^') != NULL)
      check_message (error->message, position, location);
  }
}

static void
test_texts_are_refused_with_the_position (void)
{
  check_rows ("unit/rule/refused.tsv", check_refusal);
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
test_a_text_has_its_number_of_dimensions (void)
{
  static const struct {
    const gchar *text;
    guint dimensions;
  } cases[] = { { "B3/S23", 2 }, { "B3/S23:T64", 2 }, { "B3/S23:T64,48", 2 },
    { "B3/S23:T64,48,32", 3 }, { "B6/S5..7 : P 64 , 48 , 2", 3 },
    { "clouds:T16", 3 }, { "B6/S5..7:P9", 3 }, { "bosco:T400", 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const LifeRule rule = read_rule (0, cases[i].text);

    g_assert_cmpuint (
        life_rule_get_dimensions (&rule), ==, cases[i].dimensions);
  }
}

static void
test_errors_are_of_the_domain_life_error_quark (void)
{
  g_assert_cmpstr (g_quark_to_string (LIFE_ERROR), ==, "life-error-quark");
}

/* --- What is read --- */

static void
check_same_grid (const LifeRule *rule, const LifeRule *expected)
{
  g_assert_cmpint (rule->bounded, ==, expected->bounded);
  g_assert_cmpmem (
      &rule->grid, sizeof rule->grid, &expected->grid, sizeof expected->grid);
}

static gboolean
same_counts (const LifeRule *a, const LifeRule *b)
{
  return a->birth == b->birth && a->survival == b->survival
         && a->radius == b->radius && a->middle == b->middle
         && a->birth_range.first == b->birth_range.first
         && a->birth_range.last == b->birth_range.last
         && a->survival_range.first == b->survival_range.first
         && a->survival_range.last == b->survival_range.last;
}

#define IN_2D(n) .dimensions = 2, .states = (n)
#define IN_3D(n) .dimensions = 3, .states = (n)
#define AROUND(kind) .neighborhood = LIFE_NEIGHBORHOOD_##kind
#define COUNTS(b, s) .birth = (b), .survival = (s)
#define LARGER(r, m, first, last, low, high)                            \
  .family = LIFE_FAMILY_LARGER_THAN_LIFE, .radius = (r), .middle = (m), \
  .birth_range = { first, last }, .survival_range = { low, high }
#define LIFE IN_2D (2), COUNTS (1 << 3, 3 << 2)
#define GRID(...) .bounded = TRUE, .grid = { __VA_ARGS__ }

static const struct {
  const gchar *text;
  LifeRule rule;
} values[] = {
  { "B3/S23", { LIFE } },
  { "B2/S34H", { IN_2D (2), AROUND (HEXAGONAL), COUNTS (1 << 2, 3 << 3) } },
  { "B13/S02V", { IN_2D (2), AROUND (VON_NEUMANN), COUNTS (0xa, 0x5) } },
  { "B2aceikn3/S2-3", { IN_2D (2), COUNTS (3 << 2, 3 << 2) } },
  { "345/2/4", { IN_2D (4), COUNTS (1 << 2, 7 << 3) } },
  { "B13,14,17..19/S13..26",
      { IN_3D (2), COUNTS (3 << 13 | 7 << 17, (1 << 27) - (1 << 13)) } },
  { "B13/S2,3", { IN_3D (2), COUNTS (1 << 13, 3 << 2) } },
  { "B13,/S2", { IN_3D (2), COUNTS (1 << 13, 1 << 2) } },
  { "3D0..6/1,3F", { IN_3D (2), AROUND (VON_NEUMANN), COUNTS (0xa, 0x7f) } },
  { "B4/S4C", { IN_3D (2), AROUND (CORNERS), COUNTS (1 << 4, 1 << 4) } },
  { "B4/S4E", { IN_3D (2), AROUND (EDGES), COUNTS (1 << 4, 1 << 4) } },
  { "1-3/1,4-5/5/VN", { IN_3D (5), AROUND (VON_NEUMANN), COUNTS (0x32, 0xe) } },
  { "345/2ce/4", { .family = LIFE_FAMILY_MAP, IN_2D (4) } },
  { "MAPAwM/Pw", { IN_2D (2), .family = LIFE_FAMILY_MAP } },
  { "W30", { IN_2D (2), .family = LIFE_FAMILY_WOLFRAM, .wolfram = 30 } },
  { "R5,C0,M1,S34..58,B33..45,NM",
      { IN_2D (2), LARGER (5, TRUE, 33, 45, 34, 58) } },
  { "R1,C0,M1,S3..4,B3..3,NM", { IN_2D (2), LARGER (1, TRUE, 3, 3, 3, 4) } },
  { "R5,C3,M0,S34..58,B34..45,NN",
      { IN_2D (3), AROUND (VON_NEUMANN), LARGER (5, FALSE, 34, 45, 34, 58) } },
  { "R500,C0,M1,S256690..390350,B231880..306530,NC",
      { IN_2D (2), AROUND (CIRCULAR),
          LARGER (500, TRUE, 231880, 306530, 256690, 390350) } },
  { "B3/S23:T64,48", { LIFE, GRID (64, 48, 1, LIFE_TOPOLOGY_TORUS) } },
  { "life:P64,48", { LIFE, GRID (64, 48, 1, LIFE_TOPOLOGY_PLANE) } },
  { "life:C30,20", { LIFE, GRID (30, 20, 1, LIFE_TOPOLOGY_CROSS_SURFACE) } },
  { "life:S30", { LIFE, GRID (30, 30, 1, LIFE_TOPOLOGY_SPHERE) } },
  { "life:T30+5,20", { LIFE, GRID (30, 20, 1, .shift_x = 5) } },
  { "life:T30,20-2", { LIFE, GRID (30, 20, 1, .shift_y = -2) } },
  { "life:K30*,20", { LIFE, GRID (30, 20, 1, LIFE_TOPOLOGY_KLEIN) } },
  { "life:K30*+1,20",
      { LIFE, GRID (30, 20, 1, LIFE_TOPOLOGY_KLEIN, .shift_x = 1) } },
  { "life:K30,20*+1", { LIFE, GRID (30, 20, 1, LIFE_TOPOLOGY_KLEIN,
                                  .vertical_twist = TRUE, .shift_y = 1) } },
};

static void
test_a_rule_has_the_values_of_its_text (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
    const LifeRule *expected = &values[i].rule;
    const LifeRule rule = read_rule (expected->dimensions, values[i].text);

    if (rule.family != expected->family || rule.states != expected->states
        || rule.neighborhood != expected->neighborhood
        || rule.dimensions != expected->dimensions
        || rule.wolfram != expected->wolfram || !same_counts (&rule, expected))
      fail ("%s has other values", values[i].text);
    check_same_grid (&rule, expected);
  }
}

/* Each letter once, with a picture of its live neighbors. */
static void
test_letters_mean_arrangements (void)
{
  static const struct {
    const gchar *rule, *cells;
  } births[] = { { "B1c/S", "o........" }, { "B1e/S", ".o......." },
    { "B2a/S", "oo......." }, { "B2k/S", "o....o..." },
    { "B2k/S", ".....oo.." }, { "B3i/S", "..o..o..o" },
    { "B4w/S", "oo...o..o" }, { "B4z/S", "oo.....oo" },
    { "B5i/S", "...o.oooo" }, { "B6n/S", ".ooo.ooo." },
    { "B7c/S", ".ooo.oooo" }, { "B7e/S", "o.oo.oooo" },
    { "B8/S1c", "oooo.oooo" }, { "B8/S1c", "o...o...." } };

  for (guint i = 0; i < G_N_ELEMENTS (births); i++) {
    LifeRule rule = read_rule (2, births[i].rule);
    guint number = 0;

    for (guint cell = 0; cell < 9; cell++)
      number = number << 1 | (births[i].cells[cell] == 'o');
    if (!life_next_mapped (rule.map, number))
      fail ("%s: nothing lives of %s", births[i].rule, births[i].cells);
  }
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
    guint position = self << 4 | n << 3 | e << 2 | s << 1 | w;

    g_assert_cmpuint (
        rule.map[i / 64] >> (i % 64) & 1, ==, digits[position] == '1');
  }
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
}

static void
test_rules_on_hexagons_are_these (void)
{
  static const struct {
    const gchar *text;
    gboolean expected;
  } rows[] = { { "B2/S34H", TRUE }, { "B2/S34/5H", TRUE }, { "B3/S23", FALSE },
    { "B13/S024V", FALSE }, { "MAPFAMgVwhXAP4AP4B+gH4A6A", TRUE },
    { "MAPAwM/Pw", FALSE }, { LIFE_MAP, FALSE },
    { "R3,C0,M0,S6..11,B7..10,NH", TRUE },
    { "R3,C0,M0,S6..11,B7..10,NA", TRUE }, { "R3,C0,M0,S1..5,B2..5,N3", TRUE },
    { "R3,C0,M0,S6..11,B7..10,NN", FALSE },
    { "R1,C2,S1,B2,NW011101110H", TRUE }, { "R1,C2,S1,B2,NW011101110", FALSE },
    { "B2/S34H|B3/S2H", TRUE }, { "B2/S34H|B3/S23", FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    const LifeRule rule = read_rule (2, rows[i].text);

    if (life_rule_is_hexagonal (&rule) != rows[i].expected)
      fail ("%s: expected %d", rows[i].text, rows[i].expected);
  }
}

static void
test_equality_is_of_what_a_rule_does (void)
{
  static const struct {
    const gchar *a, *b;
    gboolean equal;
  } pairs[] = {
    { "B3/S23", "life:T9,9", TRUE },
    { "B3/S23", "B36/S23", FALSE },
    { "B3/S23", "B3/S23:T9,9,9", FALSE }, /* in 3D */
    { "life", "R1,C0,M1,S3..4,B3..3,NM", TRUE },
    { "life", "R1,C0,M0,S3..4,B3..3,NM", FALSE },
    { "life", LIFE_MAP, TRUE },
    { "B2/S13V", "R1,C0,M0,S1..1,B2..2,N+", FALSE },
    { "R1,C0,M0,S1..2,B2..3,NN", "R1,C0,M0,S1..2,B2..3,N+", TRUE },
    { "R2,C0,M0,S1..2,B2..3,NN", "R2,C0,M0,S1..2,B2..3,N+", FALSE },
    { "B/S", "B/SH", TRUE },
    { "B/S", "W0", FALSE },
    { "life", "life|life", TRUE },
    { "life", "life|highlife", FALSE },
    { "highlife|life", "life|highlife", FALSE },
    { "bbm", "critters", FALSE },
    { "R2,C0,S2,4,B3", "R2,C0,S2,5,B3", FALSE },
    { "R2,C0,M1,S3..4,B3..3,NM", "R2,C0,M0,S2..3,B3..3,NM", TRUE },
    { "R1,C0,M0,S2..3,B3..3,N@ff", "life", TRUE },
    { "R1,C0,M0,S2..3,B3..3,N@ffL", "life", FALSE },
    { "R1,C0,S2-3,B3,NW111101111", "R1,C0,S2-3,B3,NW111101112", FALSE },
    { "R2,C0,S2-3,B3,N@891891", "R2,C0,S2-3,B3,N@891891H", TRUE },
    { "MAPOqTq5jQ9yVZ3m8TnJp2QgA", "MAPOqTq5jQ9yVZ3m8TnJp2QgA/2", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++) {
    LifeRule a = read_rule (0, pairs[i].a), b = read_rule (0, pairs[i].b);

    if (life_rule_equal (&a, &b) != pairs[i].equal)
      fail ("%s and %s", pairs[i].a, pairs[i].b);
  }
}

/* --- Names --- */

/* They are sorted, and docs/reference/rules.md has each with its rule, one
 * per line. */
static void
check_names (const gchar *const *names, guint dimensions, guint minimum)
{
  g_autofree gchar *path = g_build_filename (
      g_getenv ("LIFE_SOURCE_ROOT"), "docs", "reference", "rules.md", NULL);
  g_autofree gchar *guide = NULL;

  g_assert_true (g_file_get_contents (path, &guide, NULL, NULL));
  g_assert_cmpuint (g_strv_length ((gchar **) names), >=, minimum);
  for (guint i = 0; names[i] != NULL; i++) {
    LifeRule rule = read_rule (dimensions, names[i]);
    g_autofree gchar *text = life_rule_to_string (&rule);
    g_autofree gchar *row =
        g_strdup_printf ("\n    \\Q%s\\E +\\Q%s\\E\n", names[i], text);

    if (i > 0)
      g_assert_cmpstr (names[i - 1], <, names[i]);
    if (!g_regex_match_simple (row, guide, 0, 0))
      fail (
          "docs/reference/rules.md does not say that %s is %s", names[i], text);
  }
}

static void
test_every_name_is_read_and_in_the_guide (void)
{
  check_names (life_rule_names (), 2, 250);
  check_names (life_rule_names_3d (), 3, 30);
}

/* --- Writing --- */

/* What is written reads as the same rule, which is written the same. */
static void
assert_survives_writing (const LifeRule *rule)
{
  g_autofree gchar *text = life_rule_to_string (rule);
  g_autofree gchar *again = NULL;
  LifeRule read = read_rule (rule->dimensions, text);

  if (!life_rule_equal (rule, &read))
    g_error ("%s reads as B %x, S %x, not B %x, S %x", text, read.birth,
        read.survival, rule->birth, rule->survival);
  check_same_grid (&read, rule);
  again = life_rule_to_string (&read);
  g_assert_cmpstr (again, ==, text);
}

static guint
random_states (void)
{
  return g_test_rand_bit () ? 2 : g_test_rand_int_range (2, 257);
}

static void
test_every_2d_rule_survives_writing (void)
{
  for (guint32 counts = 0; counts < 1 << 2 * BITS_2D; counts++)
    assert_survives_writing (&(LifeRule){ IN_2D (2), .birth = counts >> BITS_2D,
        .survival = counts & ((1 << BITS_2D) - 1) });
}

static void
test_3d_rules_of_few_counts_survive_writing (void)
{
  for (guint i = 0; i < BITS_3D * BITS_3D; i++) {
    const guint32 first = 1u << i / BITS_3D, second = 1u << i % BITS_3D;

    assert_survives_writing (
        &(LifeRule){ IN_3D (2), .birth = first, .survival = second });
    assert_survives_writing (&(LifeRule){ IN_3D (2), .birth = first });
    assert_survives_writing (&(LifeRule){ IN_3D (2), .survival = first });
  }
}

static void
test_random_counts_survive_writing (void)
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

  for (guint i = 0; i < 90000; i++) {
    const guint kind = i % G_N_ELEMENTS (kinds);
    const guint32 mask = (2u << kinds[kind].neighbors) - 1;
    const guint32 some = i % 2 ? G_MAXUINT32 : (guint32) g_test_rand_int ();

    assert_survives_writing (&(LifeRule){ .dimensions = kinds[kind].dimensions,
        .neighborhood = kinds[kind].neighborhood,
        .states = random_states (),
        .birth = g_test_rand_int () & some & mask,
        .survival = g_test_rand_int () & some & mask });
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

/* A range up to @maximum, or none. */
static LifeCountRange
random_range (guint maximum)
{
  guint a = g_test_rand_int_range (0, maximum + 1);
  guint b = g_test_rand_int_range (0, maximum + 1);

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
  for (guint number = 0; number < 256; number++)
    assert_survives_writing (&(LifeRule){
        IN_2D (2), .family = LIFE_FAMILY_WOLFRAM, .wolfram = number });
}

/* A side up to the largest one, small ones more often. */
static guint32
random_side (void)
{
  return g_test_rand_bit () ? (guint32) g_test_rand_int_range (1, 40)
                            : MAX (1, (guint32) g_test_rand_int ());
}

static LifeGeometry
random_grid (void)
{
  LifeGeometry grid = { random_side (), random_side (), 1,
    g_test_rand_int_range (0, LIFE_TOPOLOGY_SPHERE + 1) };
  gboolean vertical = g_test_rand_bit ();
  gint64 side = (gint64) (vertical ? grid.height : grid.width);
  gint32 shift = side > 1 ? g_test_rand_int_range (
                     0, (gint32) MIN (side, (gint64) G_MAXINT32))
                          : 0;

  if (grid.topology == LIFE_TOPOLOGY_KLEIN) {
    grid.vertical_twist = vertical;
    shift = side % 2 == 0 && shift % 2 != 0;
  } else if (grid.topology != LIFE_TOPOLOGY_TORUS) {
    shift = 0;
  } else if (g_test_rand_bit ()) {
    shift = -shift;
  }
  *(vertical ? &grid.shift_y : &grid.shift_x) = shift;
  if (grid.topology == LIFE_TOPOLOGY_SPHERE)
    grid.height = grid.width;
  return grid;
}

static void
test_any_size_survives_writing (void)
{
  assert_survives_writing (
      &(LifeRule){ LIFE, GRID (1, G_MAXUINT32, 1, LIFE_TOPOLOGY_PLANE) });
  assert_survives_writing (
      &(LifeRule){ IN_3D (2), GRID (3, 4, 5, LIFE_TOPOLOGY_TORUS) });
  for (guint i = 0; i < 20000; i++)
    assert_survives_writing (
        &(LifeRule){ LIFE, .bounded = TRUE, .grid = random_grid () });
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/rule/" #name, test_##name)
  TEST (texts_are_read);
  TEST (texts_are_refused_with_the_position);
  TEST (long_rule_is_quoted_short);
  TEST (a_text_has_its_number_of_dimensions);
  TEST (errors_are_of_the_domain_life_error_quark);
  TEST (a_rule_has_the_values_of_its_text);
  TEST (letters_mean_arrangements);
  TEST (crystal_2_is_mcell_s);
  TEST (states_turn_hexagons_over);
  TEST (rules_on_hexagons_are_these);
  TEST (equality_is_of_what_a_rule_does);
  TEST (every_name_is_read_and_in_the_guide);
  TEST (every_2d_rule_survives_writing);
  TEST (3d_rules_of_few_counts_survive_writing);
  TEST (random_counts_survive_writing);
  TEST (random_maps_survive_writing);
  TEST (random_letters_survive_writing);
  TEST (random_larger_rules_survive_writing);
  TEST (every_wolfram_rule_survives_writing);
  TEST (any_size_survives_writing);
#undef TEST
  return g_test_run ();
}
