/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The text of table rules: what its lines mean, and error messages. It needs no
 * Golly; test-rule-table.c compares with that. */
#include "tests/support/text/rows.h"
#include "tests/support/text/rule-table.h"

/* --- What lines mean --- */

static void
check_nexts (gchar **columns, const gchar *location)
{
  const LifeRuleTable *table = table_of (columns[1]);

  for (guint i = 2; columns[i] != NULL; i++)
    if (next_of (table, columns[i]) != (guint) (columns[i][10] - '0'))
      fail ("%s: %s: %s, not %u", location, columns[0], columns[i],
          next_of (table, columns[i]));
}

static void
test_lines_and_trees_define_what_is_next (void)
{
  check_rows ("unit/rule/tables-read.tsv", check_nexts);
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

/* A line fits cells of half of the states, from its lowest ones on. */
typedef struct {
  guint8 lowest[9]; /* in the order of life_next_tabled() */
  guint8 output;
} Line;

static void
write_lines (Line *lines, GRand *random, GString *text)
{
  static const guint8 order[] = { 4, 1, 2, 5, 8, 7, 6, 3, 0 };

  g_string_append_printf (text, HEAD ("%u", "Moore", "none"), MANY_STATES);
  for (guint n = 0; n < MANY_LINES; n++) {
    lines[n].output = g_rand_int_range (random, 0, MANY_STATES);
    for (guint i = 0; i < 9; i++) {
      const guint lowest = g_rand_int_range (random, 0, MANY_STATES / 2);

      lines[n].lowest[order[i]] = lowest;
      g_string_append_printf (text, "var v%u={", i);
      for (guint s = lowest; s < lowest + MANY_STATES / 2; s++)
        g_string_append_printf (text, "%u,", s);
      g_string_append (text, "}\n");
    }
    g_string_append_printf (
        text, "v0,v1,v2,v3,v4,v5,v6,v7,v8,%u\n", lines[n].output);
  }
}

static guint
next_by_lines (const Line *lines, const guint8 *cells)
{
  for (guint n = 0; n < MANY_LINES; n++) {
    guint i = 0;

    while (i < 9 && cells[i] >= lines[n].lowest[i]
           && cells[i] < lines[n].lowest[i] + MANY_STATES / 2)
      i++;
    if (i == 9)
      return lines[n].output;
  }
  return cells[4];
}

static void
test_lines_that_no_tree_has (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (GString) text = g_string_new (NULL);
  const LifeRuleTable *table;
  Line lines[MANY_LINES];
  guint changed = 0;

  write_lines (lines, random, text);
  table = table_of (text->str);
  g_assert_cmpuint (table->tree.words, >, 0);
  for (guint round = 0; round < 100000; round++) {
    guint8 cells[9];
    guint next;

    for (guint i = 0; i < 9; i++)
      cells[i] = g_rand_int_range (random, 0, MANY_STATES);
    next = life_next_tabled (table->tree, table->entries, cells);
    g_assert_cmpuint (next, ==, next_by_lines (lines, cells));
    changed += next != cells[4];
  }
  g_assert_cmpuint (changed, >, 10000);
}

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

static void
test_names (void)
{
  static const struct {
    const gchar *text, *names[4];
  } cases[] = {
    { "@NAMES\n\n0 empty\n 2  electron head \n#1 no\n1.5 no\n4 no\nno\n3\n"
      "@NAMES\n1 no\n",
        { "empty", NULL, "electron head", NULL } },
    { "@NAMES\n1 first\n1 second, (of two)\n@COLORS\n2 1 1 1\n",
        { NULL, "second, (of two)", NULL, NULL } },
    { "@NAMES\n1 \303\244\377\n2 "
      "0123456789012345678901234567890123456789012345678901234567890123456789"
      "\n",
        { NULL, "\303\244\357\277\275",
            "0123456789012345678901234567890123456789012345678901234567890123",
            NULL } },
    { "", { NULL } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree gchar *text = g_strconcat (
        HEAD ("4", "oneDimensional", "none") "\n", cases[i].text, NULL);
    const LifeRuleTable *table = table_of (text);

    for (guint state = 0; state < 4; state++)
      g_assert_cmpstr (
          life_rule_table_get_name (table, state), ==, cases[i].names[state]);
  }
}

/* --- Errors --- */

#define LINE HEAD ("3", "oneDimensional", "none")
/* Von Neumann, two states: a cell becomes its northern neighbor. */
#define SHIFT_TREE                                                       \
  "@TREE\nnum_states=2\nnum_neighbors = 4\n num_nodes=7\n1 0 0\n1 1 1\n" \
  "2 0 0\n2 1 1\n3 2 2\n3 3 3\n"

static void
assert_refused (const gchar *text, const gchar *pieces, const gchar *location)
{
  g_autoptr (GError) error = NULL;

  if (read_text (text, &error) != NULL) {
    fail ("%s: this was read:\n%s", location, text);
    return;
  }
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_RULE);
  check_message (error->message, pieces, location);
  g_assert_true (g_str_has_prefix (error->message, "Test.rule"));
}

static void
check_refusal (gchar **columns, const gchar *location)
{
  const gchar *start = g_str_equal (columns[0], "line")   ? LINE
                       : g_str_equal (columns[0], "tree") ? SHIFT_TREE
                                                          : "";
  g_autofree gchar *text = g_strconcat (start, columns[1], NULL);

  assert_refused (text, columns[2], location);
}

static void
test_wrong_text_is_refused_with_its_position (void)
{
  check_rows ("unit/rule/tables-refused.tsv", check_refusal);
}

static void
test_too_many_variables_or_transitions_are_refused (void)
{
  g_autoptr (GString) many = g_string_new (LINE);
  g_autoptr (GString) wide =
      g_string_new (HEAD ("256", "Moore", "none") "var a={0");

  for (guint i = 0; i <= 65536 - 256; i++)
    g_string_append (many, "var a=1\n");
  assert_refused (many->str, "variables", "many variables");
  for (guint i = 1; i < 256; i++)
    g_string_append_printf (wide, ",%u", i);
  g_string_append (wide, "}\nvar b=a\nvar c=a\nvar d=a\na,b,c,d,a,b,c,d,a,1\n");
  assert_refused (wide->str, "Test.rule:9:1:", "many transitions");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/rule-table-text/" #name, test_##name)
  TEST (lines_and_trees_define_what_is_next);
  TEST (symmetries_have_their_images);
  TEST (permuted_lines_of_many_neighbors);
  TEST (lines_that_no_tree_has);
  TEST (colors);
  TEST (names);
  TEST (wrong_text_is_refused_with_its_position);
  TEST (too_many_variables_or_transitions_are_refused);
  return g_test_run ();
}
