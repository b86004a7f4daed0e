/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Files of table rules: where they are found, and how rules made of them are
 * kept. test-rule-table-text.c tests their content. */
#include "tests/support/text/rows.h"
#include "tests/support/text/rule-table.h"
#include "tests/support/text/rule-value.h"

/* The C library may say how much memory is in use. */
#ifdef __GLIBC__
#include <malloc.h>
#if __GLIBC_PREREQ(2, 33)
#define COUNTS_MEMORY
#endif
#endif

/* --- Where files are looked for --- */

static gchar *home;

static gchar *
write_file (const gchar *folder, const gchar *name, const gchar *text)
{
  g_autofree gchar *path = g_build_filename (home, folder, NULL);
  g_autoptr (GError) error = NULL;
  gchar *file = g_build_filename (path, name, NULL);

  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
  g_file_set_contents (file, text, -1, &error);
  g_assert_no_error (error);
  return file;
}

static void
add_file (const gchar *folder, const gchar *name, const gchar *text)
{
  g_free (write_file (folder, name, text));
}

/* The rule called @text, from folders or files in the home folder; or, where @pieces is not NULL,
 * fails unless it is missing and the message has these. */
static LifeRule
parse_from (const gchar *first, const gchar *second, const gchar *text,
    const gchar *pieces)
{
  g_autofree gchar *a = first ? g_build_filename (home, first, NULL) : NULL;
  g_autofree gchar *b = second ? g_build_filename (home, second, NULL) : NULL;
  const gchar *folders[] = { a, b, NULL };
  g_autoptr (GError) error = NULL;
  LifeRule rule;
  const gboolean found = parse_rule_in (text, 2, folders, &rule, &error);

  if (found != (pieces == NULL))
    g_error ("%s: %s", text, found ? "there is such a rule" : error->message);
  if (!found) {
    g_assert_error (error, LIFE_ERROR, LIFE_ERROR_RULE);
    check_message (error->message, pieces, text);
  }
  return rule;
}

static LifeRule
parse (const gchar *text, const gchar *folder)
{
  return parse_from (folder, NULL, text, NULL);
}

static void
assert_missing (const gchar *text, const gchar *folder, const gchar *pieces)
{
  parse_from (folder, NULL, text, pieces);
}

/* Tables that differ only in their number of states. */
#define STATES(n) HEAD (#n, "oneDimensional", "none")

static const struct {
  const gchar *folder, *file;
  guint states;
} files[] = {
  { "a", "Order", 3 },
  { "b", "Order", 4 },
  { "life/rules", "Order", 5 },
  { ".golly/Rules", "Order", 6 },
  { ".golly/Rules", "Older", 7 },
  { "capitals", "CapItals", 3 },
  { "capitals-2", "capitals", 4 },
  { "spelling", "Our-Rule", 3 },
  { "spelling", "OurRule_2", 4 },
  { "langton", "Langtons-Loops", 8 },
  { "langton-2", "Langton", 3 },
  { "langton-2", "Langtons-Loops", 8 },
  { "own", "Nobili32", 3 },
};

static const struct {
  const gchar *first, *second, *name;
  guint states;
  const gchar *called; /* where it is not as it is typed */
} finds[] = {
  /* Folders are searched in their order, those of the user and of Golly last. */
  { "a", "b", "Order", 3 },
  { "b", "a", "Order", 4 },
  { "nowhere", "b", "Order", 4 },
  { NULL, NULL, "Order", 5 },
  { NULL, NULL, "Older", 7 },
  /* Capitals and spelling matter only where they must. */
  { "capitals", "capitals-2", "CAPITALS", 3, "CapItals" },
  { "capitals", "capitals-2", "capitals", 4 },
  { "capitals-2", "capitals", "CapItals", 3 },
  { "spelling", NULL, "Our Rule", 3, "Our-Rule" },
  { "spelling", NULL, "our_rule", 3, "Our-Rule" },
  { "spelling", NULL, "our-rule-2", 4, "OurRule_2" },
  { NULL, NULL, "jvn29", 29, "JvN29" },
  { NULL, NULL, "Wire World", 4, "WireWorld" },
  /* Langton's loops are Golly's file, unless there is one of that name. */
  { "langton", NULL, "langton", 8, "Langtons-Loops" },
  { "langton-2", NULL, "langton", 3, "Langton" },
  /* A file replaces a rule that is built in; some of these have older names. */
  { NULL, NULL, "Nobili32", 32 },
  { "own", NULL, "Nobili32", 3 },
  { NULL, NULL, "JvN-29", 29, "JvN29" },
  { NULL, NULL, "JvN-32", 32, "Nobili32" },
  { NULL, NULL, "modJvN-32", 32, "Hutton32" },
};

static void
test_rules_are_found_by_name (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autofree gchar *name = g_strconcat (files[i].file, ".rule", NULL);
    g_autofree gchar *text = g_strdup_printf (
        HEAD ("%u", "oneDimensional", "none"), files[i].states);

    add_file (files[i].folder, name, text);
  }
  for (guint i = 0; i < G_N_ELEMENTS (finds); i++) {
    const gchar *name = finds[i].name;
    const LifeRule rule =
        parse_from (finds[i].first, finds[i].second, name, NULL);

    if (rule.states != finds[i].states
        || !g_str_equal (
            rule.table->name, finds[i].called != NULL ? finds[i].called : name))
      fail ("%s (find %u): %s, %u states", name, i, rule.table->name,
          rule.states);
  }
}

static void
test_what_is_not_found_is_an_error_with_the_folders (void)
{
  add_file ("near", "Our-Rule.rule", STATES (3));
  assert_missing ("Absent", "nowhere",
      "life/rules|/nowhere (which is not there)|rule-path");
  assert_missing (
      "our-rulf", "near", "did you mean Our-Rule?|no file our-rulf.rule in");
}

static void
test_names_lead_nowhere_else (void)
{
  static const gchar *const names[] = { "../outside/Escape", "/Escape",
    "..\\outside\\Escape", ".Escape", "Esc\nape" };

  add_file ("outside", "Escape.rule", STATES (3));
  add_file ("inside", "x", "");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    assert_missing (names[i], "inside", "");
}

static void
test_wrong_file_is_named (void)
{
  g_autofree gchar *file =
      write_file ("wrong", "Wrong.rule", "@TABLE\nn_states:0\n");
  g_autofree gchar *position = g_strconcat (file, ":2:10:", NULL);

  assert_missing ("Wrong", "wrong", position);
  assert_missing ("Wrong:T20,30", "wrong", position);
}

static void
test_a_pattern_s_file_may_have_its_rule (void)
{
  const gchar *file = "pattern/p.rle";
  LifeRule rule;

  add_file ("pattern", "p.rle",
      "x = 1, y = 1, rule = Inside\nA!\n\n@RULE Other\n" STATES (
          3) "\n@RULE Inside\n\n" STATES (4) "@COLORS\n1 1 2 3\n");
  rule = parse ("Inside:T5,6", file);
  g_assert_cmpuint (rule.states, ==, 4);
  g_assert_cmphex (life_rule_table_get_color (rule.table, 1), ==, 0xff010203);
  g_assert_cmpuint (parse ("Other", file).states, ==, 3);
  assert_missing ("Absent", file, "p.rle");
}

static void
test_older_files (void)
{
  LifeRule rule;

  add_file ("old", "OldTable.table",
      "# Golly rule-table format\nn_states:3\nneighborhood:vonNeumann\n"
      "symmetries:rotate4\n010002\n");
  add_file ("old", "OldTable.colors", "color = 1\n1 4 5 6\n");
  add_file ("old", "OldTree.tree",
      "num_states=3\nnum_neighbors=4\nnum_nodes=5\n1 0 2 2\n2 0 0 0\n"
      "3 1 1 1\n4 2 2 2\n5 3 3 3\n");
  rule = parse ("OldTable", "old");
  g_assert_cmpuint (next_of (rule.table, "010000000"), ==, 2);
  g_assert_cmphex (life_rule_table_get_color (rule.table, 1), ==, 0xff040506);
  g_assert_cmpuint (
      next_of (parse ("OldTree", "old").table, "000010000"), ==, 2);
}

/* --- Rules --- */

static void
test_tables_of_the_same_content_are_equal (void)
{
  LifeRule once, again, twice, thrice;

  add_file ("once", "Once.rule", STATES (3));
  add_file ("once-2", "Once.rule", STATES (3));
  add_file ("once", "Twice.rule", STATES (3));
  add_file ("once", "Thrice.rule", STATES (3) "0,1,1,2\n");
  once = parse ("Once", "once");
  again = parse ("Once", "once-2");
  twice = parse ("Twice", "once");
  thrice = parse ("Thrice", "once");
  g_assert_true (life_rule_equal (&once, &again));
  g_assert_true (life_rule_equal (&once, &twice));
  g_assert_false (life_rule_equal (&once, &thrice));
}

static void
test_a_rule_outlives_another_reference_to_it (void)
{
  g_autofree gchar *a = g_build_filename (home, "shared", NULL);
  const gchar *folders[] = { a, NULL };
  const LifeGeometry geometry = { 10, 1, 1, LIFE_TOPOLOGY_TORUS };
  const guint8 pair[10] = { 0, 1, 0, 1 }, next[10] = { 0, 1, 2, 1 };
  g_autoptr (LifeRule) same = NULL;
  g_autoptr (LifeRule) bare = NULL;
  g_autoptr (LifeRule) again = NULL;
  g_autoptr (LifeRule) stored = NULL;
  g_autofree gchar *text = NULL;
  LifeRule *rule;
  LifeWorld *world;

  add_file ("shared", "Shared.rule", STATES (3) "0,1,1,2\n");
  rule = life_rule_parse_in ("Shared:T5,6", 2, folders, NULL);
  same = life_rule_ref (rule);
  bare = life_rule_without_grid (rule);
  again = life_rule_parse_in ("Shared", 2, folders, NULL);
  world = new_world_with_rule (&geometry, rule, LIFE_KERNEL_AUTO, 1);
  life_rule_unref (rule);
  g_assert_true (life_rule_equal (same, again));
  g_assert_nonnull (life_rule_get_grid (same));
  life_rule_unref (g_steal_pointer (&same));
  g_assert_true (life_rule_equal (bare, again));
  g_assert_null (life_rule_get_grid (bare));
  life_rule_unref (g_steal_pointer (&bare));
  set_cells (world, pair);
  step (world, 1);
  g_assert_true (assert_cells (world, next, "a table's next"));
  stored = life_rule_ref (life_world_get_rule (world));
  g_assert_true (life_world_set_rule (world, again, NULL));
  life_world_free (world);
  text = life_rule_to_string (stored);
  g_assert_cmpstr (text, ==, "Shared:T5,6");
}

#ifdef COUNTS_MEMORY
/* Parses the same number of rules whose tables differ, and drops them. */
static void
parse_tables (guint n)
{
  g_autofree gchar *folder = g_build_filename (home, "many", NULL);
  const gchar *folders[] = { folder, NULL };

  for (guint i = 0; i < n; i++) {
    g_autofree gchar *name = g_strdup_printf ("Many%u", i);
    g_autofree gchar *entry = g_strconcat (name, ".rule", NULL);
    g_autofree gchar *table = g_strdup_printf (
        HEAD ("256", "oneDimensional", "none") "%u,%u,1,1\n", i % 256, i / 256);
    g_autofree gchar *path = write_file ("many", entry, table);
    g_autoptr (LifeRule) rule = life_rule_parse_in (name, 2, folders, NULL);

    g_assert_nonnull (rule);
    g_remove (path);
  }
}

/* One table alone is 3 KiB. */
static void
test_tables_go_with_their_rules (void)
{
  gsize previous;

  parse_tables (10);
  previous = mallinfo2 ().uordblks;
  parse_tables (1000);
  g_assert_cmpuint (mallinfo2 ().uordblks, <, previous + 100 * 1024);
}
#endif

static void
test_saved_world_has_rule_and_states (void)
{
  const LifeGeometry geometry = { 67, 30, 1, LIFE_TOPOLOGY_TORUS };
  static const gint64 origin[3];
  guint8 cells[67 * 30];
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "Hutton32", LIFE_KERNEL_NAIVE, 1);
  g_autoptr (LifeWorld) again = NULL;
  g_autoptr (LifePattern) pattern = NULL;
  g_autoptr (LifePattern) read = NULL;
  g_autofree gchar *text = NULL;

  for (guint i = 0; i < sizeof (cells); i++)
    cells[i] = i * 7 % 32;
  set_cells (world, cells);
  pattern = life_world_to_pattern (world, NULL);
  text = life_pattern_write (pattern, LIFE_FORMAT_RLE, NULL);
  g_assert_nonnull (strstr (text, "rule = Hutton32:T67,30\n"));
  read = life_pattern_parse (text, strlen (text), NULL);
  again = new_world (&geometry, read->rule, LIFE_KERNEL_NAIVE, 1);
  g_assert_true (life_world_paste (again, read, origin, NULL));
  g_assert_true (assert_cells (again, cells, "saved"));
}

int
main (int argc, char **argv)
{
  gint result;

  home = g_dir_make_tmp ("life-home-XXXXXX", NULL);
  g_setenv ("XDG_DATA_HOME", home, TRUE);
  g_setenv ("HOME", home, TRUE);
  g_test_init (&argc, &argv, NULL);
#define TEST(name) g_test_add_func ("/rule-table-files/" #name, test_##name)
  TEST (rules_are_found_by_name);
  TEST (what_is_not_found_is_an_error_with_the_folders);
  TEST (names_lead_nowhere_else);
  TEST (wrong_file_is_named);
  TEST (a_pattern_s_file_may_have_its_rule);
  TEST (older_files);
  TEST (tables_of_the_same_content_are_equal);
  TEST (a_rule_outlives_another_reference_to_it);
#ifdef COUNTS_MEMORY
  TEST (tables_go_with_their_rules);
#endif
  TEST (saved_world_has_rule_and_states);
  result = g_test_run ();
  remove_folder (home);
  g_free (home);
  return result;
}
