/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The text of table rules: what its lines mean, and error messages. It needs no
 * Golly; test-rule-table.c compares with that. */
#include "tests/support/text/rule-table.h"

/* --- What lines mean --- */

static void
test_inputs_are_in_golly_s_order (void)
{
  const LifeRuleTable *moore =
      table_of (HEAD ("10", "Moore", "none") "0,1,2,3,4,5,6,7,8,9\n");
  const LifeRuleTable *von_neumann =
      table_of (HEAD ("10", "vonNeumann", "none") "0,1,2,3,4,9\n");
  const LifeRuleTable *hexagonal =
      table_of (HEAD ("10", "hexagonal", "none") "0,1,2,3,4,5,6,9\n");
  const LifeRuleTable *line =
      table_of (HEAD ("10", "oneDimensional", "none") "0,1,2,9\n");

  g_assert_cmpuint (next_of (moore, "812703654"), ==, 9);
  g_assert_cmpuint (next_of (moore, "812703655"), ==, 0);
  g_assert_cmpuint (next_of (von_neumann, "717402737"), ==, 9);
  g_assert_cmpuint (next_of (hexagonal, "618502843"), ==, 9);
  g_assert_cmpuint (next_of (line, "777102777"), ==, 9);
  g_assert_cmpuint (next_of (line, "777201777"), ==, 0);
}

static void
test_first_line_that_fits_counts (void)
{
  const LifeRuleTable *table = table_of (HEAD ("4", "oneDimensional",
      "none") "var a={0,1}\n0,1,1,2\n0,a,1,3\n0,1,a,1\n");

  g_assert_cmpuint (next_of (table, "000101000"), ==, 2);
  g_assert_cmpuint (next_of (table, "000001000"), ==, 3);
  g_assert_cmpuint (next_of (table, "000100000"), ==, 1);
  g_assert_cmpuint (next_of (table, "000000000"), ==, 0);
}

static void
test_what_no_line_fits_stays (void)
{
  const LifeRuleTable *table =
      table_of (HEAD ("4", "Moore", "none") "1,0,0,0,0,0,0,0,0,2\n");

  g_assert_cmpuint (next_of (table, "000010000"), ==, 2);
  g_assert_cmpuint (next_of (table, "000011000"), ==, 1);
  g_assert_cmpuint (next_of (table, "333333333"), ==, 3);
}

static void
test_variable_that_occurs_twice_is_one_state (void)
{
  const LifeRuleTable *table = table_of (HEAD ("5", "vonNeumann",
      "none") "var a={1,2,3}\nvar b={1,2,3}\nvar c={a,4}\n0,a,b,a,c,a\n");

  g_assert_cmpuint (next_of (table, "020403020"), ==, 2);
  g_assert_cmpuint (next_of (table, "030402030"), ==, 3);
  g_assert_cmpuint (next_of (table, "020403030"), ==, 0);
  g_assert_cmpuint (next_of (table, "040403040"), ==, 0);
}

static void
test_lines_without_commas (void)
{
  const LifeRuleTable *table = table_of (
      HEAD ("4", "vonNeumann", "none") "  012303 a remark # and another\n");

  /* North 1, east 2, south 3, west 0. */
  g_assert_cmpuint (next_of (table, "010002030"), ==, 3);
  g_assert_cmpuint (next_of (table, "010002020"), ==, 0);
}

static void
test_lines_as_golly_takes_them (void)
{
  const LifeRuleTable *table = table_of (
      "@RULE Test\nAnything at all,\n1,2,3\n\n@TABLE\r\n"
      "# a remark\r\n  N_STATES: 3\r\nneighborhood:  oneDimensional\r\n"
      "symmetries:none\r\nvar x{1 2}\r\nvar y = x, 0 # three\r\n\r\n"
      "0 , x , 0 , 1 words behind it\r\n1 y y 2\r\n@ICONS\r\n9,9,9,9\r\n");

  g_assert_cmpuint (next_of (table, "000200000"), ==, 1);
  g_assert_cmpuint (next_of (table, "000111000"), ==, 2);
  g_assert_cmpuint (next_of (table, "000110000"), ==, 1);
}

static const struct {
  const gchar *neighborhood, *symmetries;
  guint neighbors;
  guint images; /* how many lines a line becomes whose neighbors all differ */
} symmetries[] = { { "vonNeumann", "none", 4, 1 },
  { "vonNeumann", "rotate4", 4, 4 }, { "vonNeumann", "rotate4reflect", 4, 8 },
  { "vonNeumann", "reflect_horizontal", 4, 2 },
  { "vonNeumann", "permute", 4, 24 }, { "Moore", "rotate4", 8, 4 },
  { "Moore", "rotate8", 8, 8 }, { "Moore", "rotate4reflect", 8, 8 },
  { "Moore", "rotate8reflect", 8, 16 }, { "Moore", "reflect_horizontal", 8, 2 },
  { "hexagonal", "rotate2", 6, 2 }, { "hexagonal", "rotate3", 6, 3 },
  { "hexagonal", "rotate6", 6, 6 }, { "hexagonal", "rotate6reflect", 6, 12 },
  { "hexagonal", "permute", 6, 720 }, { "oneDimensional", "reflect", 2, 2 },
  { "oneDimensional", "permute", 2, 2 } };

/* How many arrangements of neighbors, from the node on, lead to 1. */
static guint64
count_born (const LifeRuleTable *table, guint32 at, guint inputs)
{
  guint64 born = 0;

  for (guint s = 0; s < table->tree.states; s++) {
    guint32 entry = table->entries[at + s];
    if (inputs > 1)
      born += count_born (table, entry, inputs - 1);
    else
      born += s == 0 && entry == 1;
  }
  return born;
}

static void
test_symmetries_have_their_images (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (symmetries); i++) {
    g_autoptr (GString) text = g_string_new (NULL);
    const LifeRuleTable *table;

    g_string_append_printf (text, HEAD ("9", "%s", "%s") "0",
        symmetries[i].neighborhood, symmetries[i].symmetries);
    for (guint n = 1; n <= symmetries[i].neighbors; n++)
      g_string_append_printf (text, ",%u", n);
    g_string_append (text, ",1\n");
    table = table_of (text->str);
    g_assert_cmpuint (
        count_born (table, table->tree.root, symmetries[i].neighbors + 1), ==,
        symmetries[i].images);
  }
}

/* 8! arrangements, but only few different ones. */
static void
test_permuted_lines_of_many_neighbors (void)
{
  const LifeRuleTable *life = table_of (HEAD ("2", "Moore",
      "permute") "var a={0,1}\nvar b=a\nvar c=a\nvar d=a\nvar e=a\nvar f=a\n"
                 "var g=a\nvar h=a\n0,1,1,1,0,0,0,0,0,1\n1,1,1,0,0,0,0,0,0,1\n"
                 "1,1,1,1,0,0,0,0,0,1\n1,a,b,c,d,e,f,g,h,0\n");

  for (guint n = 0; n < 512; n++) {
    gchar digits[10] = { 0 };
    guint alive = 0, expected;

    for (guint i = 0; i < 9; i++) {
      digits[i] = '0' + (n >> i & 1);
      alive += i != 4 && (n >> i & 1);
    }
    expected = alive == 3 || (alive == 2 && digits[4] == '1');
    g_assert_cmpuint (next_of (life, digits), ==, expected);
  }
}

/* --- Lines for which a tree would be too large --- */

#define MANY_STATES 200
#define MANY_LINES 300

typedef struct {
  guint8 lowest[9], highest[9]; /* in the order of life_next_tabled() */
  guint8 output;
} Range;

static void
fill_ranges (Range *ranges, GRand *random)
{
  for (guint n = 0; n < MANY_LINES; n++) {
    ranges[n].output = g_rand_int_range (random, 0, MANY_STATES);
    for (guint i = 0; i < 9; i++) {
      guint lowest = g_rand_int_range (random, 0, MANY_STATES / 2);
      ranges[n].lowest[i] = lowest;
      ranges[n].highest[i] = lowest + MANY_STATES / 2 - 1;
    }
  }
}

static gchar *
write_ranges (const Range *ranges)
{
  static const guint8 order[] = { 4, 1, 2, 5, 8, 7, 6, 3, 0 };
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, HEAD ("%u", "Moore", "none"), MANY_STATES);
  for (guint n = 0; n < MANY_LINES; n++) {
    for (guint i = 0; i < 9; i++) {
      g_string_append_printf (text, "var v%u={", i);
      for (guint s = ranges[n].lowest[order[i]];
           s <= ranges[n].highest[order[i]]; s++)
        g_string_append_printf (text, "%u,", s);
      g_string_append (text, "}\n");
    }
    g_string_append_printf (
        text, "v0,v1,v2,v3,v4,v5,v6,v7,v8,%u\n", ranges[n].output);
  }
  return g_string_free (text, FALSE);
}

static guint
next_by_ranges (const Range *ranges, const guint8 *cells)
{
  for (guint n = 0; n < MANY_LINES; n++) {
    gboolean fits = TRUE;

    for (guint i = 0; i < 9; i++)
      fits &=
          cells[i] >= ranges[n].lowest[i] && cells[i] <= ranges[n].highest[i];
    if (fits)
      return ranges[n].output;
  }
  return cells[4];
}

static void
test_lines_that_no_tree_holds (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autofree Range *ranges = g_new (Range, MANY_LINES);
  g_autofree gchar *text = NULL;
  const LifeRuleTable *table;
  guint changed = 0;

  fill_ranges (ranges, random);
  text = write_ranges (ranges);
  table = table_of (text);
  g_assert_cmpuint (table->tree.words, >, 0);
  for (guint round = 0; round < 100000; round++) {
    guint8 cells[9];
    guint next;

    for (guint i = 0; i < 9; i++)
      cells[i] = g_rand_int_range (random, 0, MANY_STATES);
    next = life_next_tabled (table->tree, table->entries, cells);
    g_assert_cmpuint (next, ==, next_by_ranges (ranges, cells));
    changed += next != cells[4];
  }
  g_assert_cmpuint (changed, >, 10000);
}

/* --- Trees and colors --- */

/* Von Neumann, two states: a cell becomes its northern neighbor. */
#define SHIFT_TREE                                                       \
  "@TREE\nnum_states=2\nnum_neighbors = 4\n num_nodes=7\n1 0 0\n1 1 1\n" \
  "2 0 0\n2 1 1\n3 2 2\n3 3 3\n"

static void
test_tree (void)
{
  const LifeRuleTable *table = table_of (
      "@TREE\nnum_states=2\nnum_neighbors=4\nnum_nodes=9\n1 0 0\n1 1 1\n2 0 0\n"
      "2 1 1\n3 2 2\n# a remark\n3 3 3\n4 4 4\n4 5 5\n5 6 7\n");

  g_assert_cmpuint (next_of (table, "010000000"), ==, 1);
  g_assert_cmpuint (next_of (table, "101111111"), ==, 0);
}

static void
test_first_of_table_and_tree_counts (void)
{
  const gchar *table = HEAD ("2", "vonNeumann", "permute") "0,1,0,0,0,1\n";
  const gchar *tree = "@TREE\nnum_states=2\nnum_neighbors=4\nnum_nodes=5\n"
                      "1 0 0\n2 0 0\n3 1 1\n4 2 2\n5 3 3\n";
  g_autofree gchar *first = g_strconcat (table, tree, NULL);
  g_autofree gchar *second = g_strconcat (tree, table, NULL);

  g_assert_cmpuint (next_of (table_of (first), "000100000"), ==, 1);
  g_assert_cmpuint (next_of (table_of (second), "000100000"), ==, 0);
}

static void
test_colors (void)
{
  const LifeRuleTable *table = table_of (HEAD ("4", "oneDimensional",
      "none") "\n@COLORS\n\n0 10 20 30 dusk\n#1 1 1 1\n 2  255 300 0\nnone\n"
              "4 1 1 1\n1 2 3\n@COLORS\n1 9 9 9\n");
  const LifeRuleTable *gradient = table_of (HEAD (
      "5", "oneDimensional", "none") "@COLORS\n0 0 255  255 0 10 and so on\n");
  const LifeRuleTable *bare = table_of (HEAD ("4", "oneDimensional", "none"));

  g_assert_cmphex (life_rule_table_get_color (table, 0), ==, 0xff0a141e);
  g_assert_cmphex (life_rule_table_get_color (table, 1), ==, 0);
  g_assert_cmphex (life_rule_table_get_color (table, 2), ==, 0xffffff00);
  g_assert_cmphex (life_rule_table_get_color (table, 4), ==, 0);
  g_assert_cmphex (life_rule_table_get_color (gradient, 0), ==, 0);
  g_assert_cmphex (life_rule_table_get_color (gradient, 1), ==, 0xff0000ff);
  g_assert_cmphex (life_rule_table_get_color (gradient, 2), ==, 0xff5500ad);
  g_assert_cmphex (life_rule_table_get_color (gradient, 3), ==, 0xffaa005c);
  g_assert_cmphex (life_rule_table_get_color (gradient, 4), ==, 0xffff000a);
  g_assert_cmphex (life_rule_table_get_color (bare, 1), ==, 0);
}

/* --- Errors --- */

static const struct {
  const gchar *text, *line, *piece;
} wrong[] = {
  { "@RULE Test\n", NULL, "@TREE" },
  { "", NULL, "@TABLE" },
  { "@TABLE\nn_states:1\n", ":2:10:", "2 to 256" },
  { "@TABLE\nn_states:257\n", ":2:10:", "256" },
  { "@TABLE\nn_states:x\n", ":2:10:", "number of states" },
  { "@TABLE\nn_states:3\nn_states:3\n", ":3:10:", "second" },
  { "@TABLE\nneighborhood:Margolus\n", ":2:14:", "vonNeumann, Moore" },
  { "@TABLE\nsymmetries:none\n", ":2:12:", "before the symmetries" },
  { "@TABLE\nneighborhood:vonNeumann\nsymmetries:rotate8\n",
      ":3:12:", "rotate4reflect" },
  { "@TABLE\nn_states:3\n0,0,0\n", ":3:1:", "\"neighborhood:\"" },
  { "@TABLE\nneighborhood:Moore\nvar a={1}\n", ":3:5:", "\"n_states:\"" },
  { "@TABLE\n", ":2:1:", "\"n_states:\"" },
  { HEAD ("3", "oneDimensional", "none") "0,1,3,1\n", ":5:5:", "0 to 2" },
  { HEAD ("3", "oneDimensional", "none") "0,1,1\n", ":5:6:", "found 3" },
  { HEAD ("3", "oneDimensional", "none") "0,1,1,1,1\n", ":5:8:", "more" },
  { HEAD ("3", "oneDimensional", "none") "0,a,1,1\n", ":5:3:", "\"a\"" },
  { HEAD ("3", "oneDimensional", "none") "0,1x,1,1\n", ":5:3:", "\"1x\"" },
  { HEAD ("3", "oneDimensional", "none") "011\n", ":5:4:", "4 digits" },
  { HEAD ("3", "oneDimensional", "none") "0141\n", ":5:3:", "0 to 2" },
  { HEAD ("3", "oneDimensional", "none") "var a={0,1}\n0,0,1,a\n",
      ":6:7:", "one state" },
  { HEAD ("3", "oneDimensional", "none") "var a={0,3}\n", ":5:10:", "0 to 2" },
  { HEAD ("3", "oneDimensional", "none") "var a={b}\n", ":5:8:", "\"b\"" },
  { HEAD ("3", "oneDimensional", "none") "var a={}\n", ":5:6:", "{0,1}" },
  { HEAD ("3", "oneDimensional", "none") "var a 1\n", ":5:7:", "\"=\"" },
  { HEAD ("3", "oneDimensional", "none") "var ={1}\n", ":5:5:", "name" },
  { "@TREE\nnum_states=2\nnum_neighbors=4\n1 0 0\n",
      ":4:1:", "\"num_nodes=\"" },
  { "@TREE\nnum_states=2\nnum_neighbors=6\nnum_nodes=1\n1 0 0\n",
      ":5:1:", "4 or 8" },
  { "@TREE\nnum_states=256\nnum_neighbors=8\nnum_nodes=4294967295\n1 0\n",
      ":5:1:", "too many" },
  { SHIFT_TREE "4 4 6\n", ":11:5:", "not there yet" },
  { SHIFT_TREE "4 4 3\n", ":11:5:", "level 2" },
  { SHIFT_TREE "0 4 3\n", ":11:1:", "from 1" },
  { SHIFT_TREE "6 4 4\n", ":11:1:", "5" },
  { SHIFT_TREE "4 4 5 5\n", ":11:7:", "end" },
  { SHIFT_TREE "4 4\n", ":11:4:", "a node" },
  { SHIFT_TREE "4 4 4\n", ":12:1:", "root" },
  { SHIFT_TREE "4 4 4\n5 6 6\n", ":12:1:", "7 nodes" },
  { SHIFT_TREE, ":11:1:", "found 6" },
  { "@TREE\nnum_states=2\nnum_neighbors=4\nnum_nodes=5\n1 0 2\n",
      ":5:5:", "at most 1" },
};

static void
test_wrong_text_is_refused_with_its_place (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autoptr (GError) error = NULL;

    if (read_text (wrong[i].text, &error) != NULL) {
      fail ("this was read:\n%s", wrong[i].text);
      continue;
    }
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_RULE);
    if (!g_str_has_prefix (error->message, "Test.rule")
        || (wrong[i].line != NULL
            && strstr (error->message, wrong[i].line) == NULL)
        || strstr (error->message, wrong[i].piece) == NULL)
      fail ("\"%s\" and \"%s\" are not both in: %s", wrong[i].line,
          wrong[i].piece, error->message);
  }
}

static void
test_too_many_variables_are_refused (void)
{
  g_autoptr (GString) text =
      g_string_new (HEAD ("3", "oneDimensional", "none"));
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 70000; i++)
    g_string_append (text, "var a=1\n");
  g_assert_null (read_text (text->str, &error));
  g_assert_nonnull (strstr (error->message, "variables"));
}

static void
test_too_many_transitions_are_refused (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  g_string_append (text, HEAD ("256", "Moore", "none") "var a={0");
  for (guint i = 1; i < 256; i++)
    g_string_append_printf (text, ",%u", i);
  g_string_append (text, "}\nvar b=a\nvar c=a\nvar d=a\na,b,c,d,a,b,c,d,a,1\n");
  g_assert_null (read_text (text->str, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_RULE);
  g_assert_nonnull (strstr (error->message, "Test.rule:9:1:"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/rule-table-text/" #name, test_##name)
  TEST (inputs_are_in_golly_s_order);
  TEST (first_line_that_fits_counts);
  TEST (what_no_line_fits_stays);
  TEST (variable_that_occurs_twice_is_one_state);
  TEST (lines_without_commas);
  TEST (lines_as_golly_takes_them);
  TEST (symmetries_have_their_images);
  TEST (permuted_lines_of_many_neighbors);
  TEST (lines_that_no_tree_holds);
  TEST (tree);
  TEST (first_of_table_and_tree_counts);
  TEST (colors);
  TEST (wrong_text_is_refused_with_its_place);
  TEST (too_many_variables_are_refused);
  TEST (too_many_transitions_are_refused);
  return g_test_run ();
}
