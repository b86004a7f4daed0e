/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The text of table rules: what its lines mean, and error messages. It needs no
 * Golly; test-rule-table.c compares with that. */
#include "tests/support/text/rows.h"
#include "tests/support/text/rule-table.h"

/* --- What lines mean --- */

#define TREE(nodes) \
  "@TREE\nnum_states=2\nnum_neighbors=4\nnum_nodes=" nodes "\n"

/* Where only the north lives. */
#define ALIVE HEAD ("2", "vonNeumann", "permute") "0,1,0,0,0,1\n"
#define DEAD TREE ("5") "1 0 0\n2 0 0\n3 1 1\n4 2 2\n5 3 3\n"

/* Nine cells, the upper row first, and what becomes of the middle one. */
static const struct {
  const gchar *what, *text, *nexts;
} tables[] = {
  { "the order is Golly's: Moore",
      HEAD ("10", "Moore", "none") "0,1,2,3,4,5,6,7,8,9\n",
      "812703654:9 812703655:0" },
  { "the order is Golly's: von Neumann",
      HEAD ("10", "vonNeumann", "none") "0,1,2,3,4,9\n", "717402737:9" },
  { "the order is Golly's: hexagonal",
      HEAD ("10", "hexagonal", "none") "0,1,2,3,4,5,6,9\n", "618502843:9" },
  { "the order is Golly's: a line",
      HEAD ("10", "oneDimensional", "none") "0,1,2,9\n",
      "777102777:9 777201777:0" },
  { "the first line that fits counts",
      HEAD ("4", "oneDimensional",
          "none") "var a={0,1}\n0,1,1,2\n0,a,1,3\n0,1,a,1\n",
      "000101000:2 000001000:3 000100000:1 000000000:0" },
  { "what no line fits stays",
      HEAD ("4", "Moore", "none") "1,0,0,0,0,0,0,0,0,2\n",
      "000010000:2 000011000:1 333333333:3" },
  { "a variable that occurs twice is one state",
      HEAD ("5", "vonNeumann",
          "none") "var a={1,2,3}\nvar b={1,2,3}\nvar c={a,4}\n0,a,b,a,c,a\n",
      "020403020:2 030402030:3 020403030:0 040403040:0" },
  { "no commas: north 1, east 2, south 3, west 0",
      HEAD ("4", "vonNeumann", "none") "  012303 a remark # and another\n",
      "010002030:3 010002020:0" },
  { "as Golly takes lines",
      "@RULE Test\nAnything at all,\n1,2,3\n\n@TABLE\r\n"
      "# a remark\r\n  N_STATES: 3\r\nneighborhood:  oneDimensional\r\n"
      "symmetries:none\r\nvar x{1 2}\r\nvar y = x, 0 # three\r\n\r\n"
      "0 , x , 0 , 1 words behind it\r\n1 y y 2\r\n@ICONS\r\n9,9,9,9\r\n",
      "000200000:1 000111000:2 000110000:1" },
  { "a tree",
      TREE ("9") "1 0 0\n1 1 1\n2 0 0\n2 1 1\n3 2 2\n# a remark\n3 3 3\n"
                 "4 4 4\n4 5 5\n5 6 7\n",
      "010000000:1 101111111:0" },
  { "the first of table and tree counts", ALIVE DEAD, "000100000:1" },
  { "the first of tree and table counts", DEAD ALIVE, "000100000:0" },
};

static void
test_lines_and_trees_say_what_is_next (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++) {
    const LifeRuleTable *table = table_of (tables[i].text);
    g_auto (GStrv) nexts = g_strsplit (tables[i].nexts, " ", -1);

    for (guint k = 0; nexts[k] != NULL; k++)
      if (next_of (table, nexts[k]) != (guint) (nexts[k][10] - '0'))
        fail ("%s: %s, not %u", tables[i].what, nexts[k],
            next_of (table, nexts[k]));
  }
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

/* Von Neumann, two states: a cell becomes its northern neighbor. */
#define SHIFT_TREE                                                       \
  "@TREE\nnum_states=2\nnum_neighbors = 4\n num_nodes=7\n1 0 0\n1 1 1\n" \
  "2 0 0\n2 1 1\n3 2 2\n3 3 3\n"

static void
test_colors (void)
{
  static const struct {
    const gchar *states, *text;
    guint32 colors[5];
  } cases[] = {
    { "4",
        "@COLORS\n\n0 10 20 30 dusk\n#1 1 1 1\n 2  255 300 0\nnone\n"
        "4 1 1 1\n1 2 3\n@COLORS\n1 9 9 9\n",
        { 0xff0a141e, 0, 0xffffff00, 0, 0 } },
    { "5", "@COLORS\n0 0 255  255 0 10 and so on\n",
        { 0, 0xff0000ff, 0xff5500ad, 0xffaa005c, 0xffff000a } },
    { "4", "", { 0 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *text =
        g_strdup_printf (HEAD ("%s", "oneDimensional", "none") "\n%s",
            cases[i].states, cases[i].text);
    const LifeRuleTable *table = table_of (text);

    for (guint8 state = 0; state < 5; state++)
      g_assert_cmphex (
          life_rule_table_get_color (table, state), ==, cases[i].colors[state]);
  }
}

/* --- Errors --- */

static const struct {
  const gchar *text, *line, *piece;
} wrong[] = {
  { "@RULE Test\n", "", "@TREE" },
  { "", "", "@TABLE" },
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
assert_refused (const gchar *text, const gchar *line, const gchar *piece)
{
  g_autoptr (GError) error = NULL;

  if (read_text (text, &error) != NULL) {
    fail ("this was read:\n%s", text);
    return;
  }
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_RULE);
  check_message (error->message, line, "place");
  check_message (error->message, piece, "message");
  g_assert_true (g_str_has_prefix (error->message, "Test.rule"));
}

static void
test_wrong_text_is_refused_with_its_place (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    assert_refused (wrong[i].text, wrong[i].line, wrong[i].piece);
}

static void
test_too_many_variables_or_transitions_are_refused (void)
{
  g_autoptr (GString) many =
      g_string_new (HEAD ("3", "oneDimensional", "none"));
  g_autoptr (GString) wide =
      g_string_new (HEAD ("256", "Moore", "none") "var a={0");

  for (guint i = 0; i < 70000; i++)
    g_string_append (many, "var a=1\n");
  assert_refused (many->str, "", "variables");
  for (guint i = 1; i < 256; i++)
    g_string_append_printf (wide, ",%u", i);
  g_string_append (wide, "}\nvar b=a\nvar c=a\nvar d=a\na,b,c,d,a,b,c,d,a,1\n");
  assert_refused (wide->str, "Test.rule:9:1:", "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/rule-table-text/" #name, test_##name)
  TEST (lines_and_trees_say_what_is_next);
  TEST (symmetries_have_their_images);
  TEST (permuted_lines_of_many_neighbors);
  TEST (lines_that_no_tree_holds);
  TEST (colors);
  TEST (wrong_text_is_refused_with_its_place);
  TEST (too_many_variables_or_transitions_are_refused);
  return g_test_run ();
}
