/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Files of table rules: where they are found, and how rules made of them are
 * kept. test-rule-table-text.c tests their content. */
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
put_file (const gchar *folder, const gchar *name, const gchar *text)
{
  g_free (write_file (folder, name, text));
}

static gchar *
folder_of (const gchar *name)
{
  return g_build_filename (home, name, NULL);
}

static LifeRule
parse (const gchar *text, const gchar *first, const gchar *second)
{
  const gchar *folders[] = { first, second, NULL };
  g_autoptr (GError) error = NULL;
  LifeRule rule;

  parse_rule_in (text, 2, folders, &rule, &error);
  g_assert_no_error (error);
  return rule;
}

static void
assert_missing (const gchar *text, const gchar *folder, const gchar *piece)
{
  const gchar *folders[] = { folder, NULL };
  g_autoptr (GError) error = NULL;

  g_assert_null (life_rule_parse_in (text, 2, folders, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_RULE);
  if (strstr (error->message, piece) == NULL)
    fail ("\"%s\" is not in: %s", piece, error->message);
}

/* Tables that differ only in their number of states. */
#define STATES(n) HEAD (#n, "oneDimensional", "none")

static void
test_folders_are_searched_in_their_order (void)
{
  g_autofree gchar *a = folder_of ("a");
  g_autofree gchar *b = folder_of ("b");
  g_autofree gchar *user = write_file ("life/rules", "Order.rule", STATES (5));
  g_autofree gchar *golly_s =
      write_file (".golly/Rules", "Order.rule", STATES (6));

  put_file ("a", "Order.rule", STATES (3));
  put_file ("b", "Order.rule", STATES (4));
  g_assert_cmpuint (parse ("Order", a, b).states, ==, 3);
  g_assert_cmpuint (parse ("Order", b, a).states, ==, 4);
  g_assert_cmpuint (parse ("Order", "/nowhere", b).states, ==, 4);
  g_assert_cmpuint (parse ("Order", NULL, NULL).states, ==, 5);
  g_assert_cmpuint (rule_of (2, "Order").states, ==, 5);
  g_remove (user);
  g_assert_cmpuint (rule_of (2, "Order").states, ==, 6);
  g_remove (golly_s);
  assert_missing ("Order", "/nowhere", "life/rules");
  assert_missing ("Order", "/nowhere", "/nowhere (which is not there)");
  assert_missing ("Order", "/nowhere", "rule-path");
}

static void
test_capitals_matter_only_where_they_must (void)
{
  g_autofree gchar *a = folder_of ("capitals");
  g_autofree gchar *b = folder_of ("capitals-2");
  LifeRule rule;

  put_file ("capitals", "CapItals.rule", STATES (3));
  put_file ("capitals-2", "capitals.rule", STATES (4));
  rule = parse ("CAPITALS", a, b);
  g_assert_cmpuint (parse ("capitals", a, b).states, ==, 4);
  g_assert_cmpuint (parse ("CapItals", b, a).states, ==, 3);
  g_assert_cmpuint (rule.states, ==, 3);
  g_assert_cmpstr (rule.table->name, ==, "CapItals");
  g_assert_cmpuint (rule_of (2, "jvn29").states, ==, 29);
}

static void
test_spelling_matters_only_where_it_must (void)
{
  g_autofree gchar *a = folder_of ("spelling");

  put_file ("spelling", "Our-Rule.rule", STATES (3));
  put_file ("spelling", "OurRule_2.rule", STATES (4));
  g_assert_cmpuint (parse ("Our Rule", a, NULL).states, ==, 3);
  g_assert_cmpuint (parse ("our_rule", a, NULL).states, ==, 3);
  g_assert_cmpuint (parse ("our-rule-2", a, NULL).states, ==, 4);
  g_assert_cmpuint (rule_of (2, "Wire World").states, ==, 4);
  assert_missing ("our-rulf", a, "did you mean Our-Rule?");
  assert_missing ("our-rulf", a, "no file our-rulf.rule in");
}

static void
test_langton_is_golly_s_file (void)
{
  g_autofree gchar *a = folder_of ("langton");

  put_file ("langton", "Langtons-Loops.rule", STATES (8));
  g_assert_cmpuint (parse ("langton", a, NULL).states, ==, 8);
  put_file ("langton", "Langton.rule", STATES (3));
  g_assert_cmpuint (parse ("langton", a, NULL).states, ==, 3);
}

static void
test_a_file_replaces_a_built_in_rule (void)
{
  g_autofree gchar *a = folder_of ("own");

  put_file ("own", "Nobili32.rule", STATES (3));
  g_assert_cmpuint (rule_of (2, "Nobili32").states, ==, 32);
  g_assert_cmpuint (parse ("Nobili32", a, NULL).states, ==, 3);
}

static void
test_names_lead_nowhere_else (void)
{
  g_autofree gchar *a = folder_of ("inside");
  static const gchar *const names[] = { "../outside/Escape", "/Escape",
    "..\\outside\\Escape", ".Escape", "Esc\nape" };

  put_file ("outside", "Escape.rule", STATES (3));
  put_file ("inside", "x", "");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    const gchar *folders[] = { a, NULL };

    g_assert_null (life_rule_parse_in (names[i], 2, folders, NULL));
  }
}

static void
test_wrong_file_is_named (void)
{
  g_autofree gchar *a = folder_of ("wrong");
  g_autofree gchar *file =
      write_file ("wrong", "Wrong.rule", "@TABLE\nn_states:0\n");
  g_autofree gchar *place = g_strconcat (file, ":2:10:", NULL);

  assert_missing ("Wrong", a, place);
  assert_missing ("Wrong:T20,30", a, place);
}

static void
test_a_pattern_s_file_may_hold_its_rule (void)
{
  g_autofree gchar *file = write_file ("pattern", "p.rle",
      "x = 1, y = 1, rule = Inside\nA!\n\n@RULE Other\n" STATES (
          3) "\n@RULE Inside\n\n" STATES (4) "@COLORS\n1 1 2 3\n");
  LifeRule rule = parse ("Inside:T5,6", file, NULL);

  g_assert_cmpuint (rule.states, ==, 4);
  g_assert_cmphex (life_rule_table_get_color (rule.table, 1), ==, 0xff010203);
  g_assert_cmpuint (parse ("Other", file, NULL).states, ==, 3);
  assert_missing ("Absent", file, "p.rle");
}

static void
test_older_files (void)
{
  g_autofree gchar *a = folder_of ("old");
  LifeRule rule;

  put_file ("old", "OldTable.table",
      "# Golly rule-table format\nn_states:3\nneighborhood:vonNeumann\n"
      "symmetries:rotate4\n010002\n");
  put_file ("old", "OldTable.colors", "color = 1\n1 4 5 6\n");
  put_file ("old", "OldTree.tree",
      "num_states=3\nnum_neighbors=4\nnum_nodes=5\n1 0 2 2\n2 0 0 0\n"
      "3 1 1 1\n4 2 2 2\n5 3 3 3\n");
  rule = parse ("OldTable", a, NULL);
  g_assert_cmpuint (next_of (rule.table, "010000000"), ==, 2);
  g_assert_cmphex (life_rule_table_get_color (rule.table, 1), ==, 0xff040506);
  g_assert_cmpuint (
      next_of (parse ("OldTree", a, NULL).table, "000010000"), ==, 2);
}

/* --- Rules --- */

static void
test_tables_of_the_same_content_are_equal (void)
{
  g_autofree gchar *a = folder_of ("once");
  g_autofree gchar *b = folder_of ("once-2");
  LifeRule once, again, twice, thrice;

  put_file ("once", "Once.rule", STATES (3));
  put_file ("once-2", "Once.rule", STATES (3));
  put_file ("once", "Twice.rule", STATES (3));
  put_file ("once", "Thrice.rule", STATES (3) "0,1,1,2\n");
  once = parse ("Once", a, NULL);
  again = parse ("Once", b, NULL);
  twice = parse ("Twice", a, NULL);
  thrice = parse ("Thrice", a, NULL);
  g_assert_true (life_rule_equal (&once, &again));
  g_assert_true (life_rule_equal (&once, &twice));
  g_assert_false (life_rule_equal (&once, &thrice));
}

static void
test_a_rule_outlives_another_reference_to_it (void)
{
  g_autofree gchar *a = folder_of ("shared");
  const gchar *folders[] = { a, NULL };
  const LifeGeometry geometry = { 10, 1, 1, LIFE_TOPOLOGY_TORUS };
  const LifeBox box = { 0, 0, 0, 10, 1, 1 };
  const guint8 pair[10] = { 0, 1, 0, 1 }, next[10] = { 0, 1, 2, 1 };
  g_autoptr (LifeRule) same = NULL;
  g_autoptr (LifeRule) bare = NULL;
  g_autoptr (LifeRule) again = NULL;
  g_autoptr (LifeRule) kept = NULL;
  g_autofree gchar *text = NULL;
  guint8 cells[10];
  LifeRule *rule;
  LifeWorld *world;

  put_file ("shared", "Shared.rule", STATES (3) "0,1,1,2\n");
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
  life_world_write (world, &box, pair, NULL);
  step (world, 1);
  life_world_read (world, &box, cells, NULL);
  g_assert_cmpmem (cells, 10, next, 10);
  kept = life_rule_ref (life_world_get_rule (world));
  g_assert_true (life_world_set_rule (world, again, NULL));
  life_world_free (world);
  text = life_rule_to_string (kept);
  g_assert_cmpstr (text, ==, "Shared:T5,6");
}

#ifdef COUNTS_MEMORY
/* Parses the same number of rules whose tables differ, and drops them. */
static void
parse_tables (guint n)
{
  g_autofree gchar *folder = folder_of ("many");
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
  gsize before;

  parse_tables (10);
  before = mallinfo2 ().uordblks;
  parse_tables (1000);
  g_assert_cmpuint (mallinfo2 ().uordblks, <, before + 100 * 1024);
}
#endif

static void
test_name_and_suffix_survive_writing (void)
{
  static const gchar *const texts[] = { "JvN29", "Nobili32:T40,30",
    "Hutton32:P5,6", "WireWorld:T7,7" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    LifeRule rule = rule_of (2, texts[i]), again;
    g_autofree gchar *written = life_rule_to_string (&rule);

    g_assert_cmpstr (written, ==, texts[i]);
    again = rule_of (2, written);
    g_assert_true (life_rule_equal (&rule, &again));
  }
}

static void
test_older_names_of_built_in_rules (void)
{
  static const gchar *const names[][2] = { { "JvN-29", "JvN29" },
    { "JvN-32", "Nobili32" }, { "modJvN-32", "Hutton32" } };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpstr (rule_of (2, names[i][0]).table->name, ==, names[i][1]);
}

static void
test_tables_are_2d (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (life_rule_parse ("JvN29", 3, &error));
  g_assert_error (error, LIFE_ERROR, LIFE_ERROR_RULE);
}

/* A loop of wire with an electron, which returns after six generations. */
static void
test_wireworld_electron_comes_around (void)
{
  static const guint8 loop[] = { 0, 0, 0, 0, 0, 0, 0, 2, 3, 0, 0, 1, 0, 0, 3, 0,
    0, 3, 3, 0, 0, 0, 0, 0, 0 };
  const LifeGeometry geometry = { 5, 5, 1, LIFE_TOPOLOGY_PLANE };
  LifeBox box = { 0, 0, 0, 5, 5, 1 };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "WireWorld", LIFE_KERNEL_NAIVE, 1);
  g_autoptr (GError) error = NULL;
  guint8 cells[25];

  life_world_write (world, &box, loop, &error);
  for (guint generation = 1; generation <= 6; generation++) {
    step (world, 1);
    life_world_read (world, &box, cells, &error);
    g_assert_no_error (error);
    g_assert_cmpint (memcmp (cells, loop, 25) == 0, ==, generation == 6);
  }
}

static void
test_saved_world_keeps_rule_and_states (void)
{
  const LifeGeometry geometry = { 67, 30, 1, LIFE_TOPOLOGY_TORUS };
  LifeBox box = { 0, 0, 0, 67, 30, 1 };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "Hutton32", LIFE_KERNEL_NAIVE, 1);
  g_autoptr (LifeWorld) again = NULL;
  g_autoptr (LifePattern) pattern = NULL;
  g_autoptr (LifePattern) read = NULL;
  g_autofree gchar *text = NULL;
  g_autoptr (GError) error = NULL;
  static const gint64 origin[3];
  guint8 cells[67 * 30], saved[67 * 30];

  for (guint i = 0; i < sizeof (cells); i++)
    cells[i] = i * 7 % 32;
  life_world_write (world, &box, cells, &error);
  pattern = life_world_to_pattern (world, &error);
  g_assert_no_error (error);
  text = life_pattern_write (pattern, LIFE_FORMAT_RLE, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (text, "rule = Hutton32:T67,30\n"));
  read = life_pattern_parse (text, strlen (text), &error);
  g_assert_no_error (error);
  again = new_world (&geometry, read->rule, LIFE_KERNEL_NAIVE, 1);
  life_world_paste (again, read, origin, &error);
  g_assert_no_error (error);
  life_world_read (again, &box, saved, &error);
  g_assert_cmpmem (cells, sizeof (cells), saved, sizeof (saved));
}

static void
test_pattern_of_too_many_states_is_refused (void)
{
  const LifeGeometry geometry = { 10, 10, 1, LIFE_TOPOLOGY_PLANE };
  g_autoptr (LifeWorld) world =
      new_world (&geometry, "WireWorld", LIFE_KERNEL_NAIVE, 1);
  g_autoptr (LifePattern) pattern = NULL;
  g_autoptr (GError) error = NULL;
  static const gint64 origin[3];

  pattern = life_pattern_parse ("x=2,y=1\nCD!", 11, &error);
  g_assert_no_error (error);
  g_assert_false (life_world_paste (world, pattern, origin, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "4"));
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
  TEST (folders_are_searched_in_their_order);
  TEST (capitals_matter_only_where_they_must);
  TEST (langton_is_golly_s_file);
  TEST (a_file_replaces_a_built_in_rule);
  TEST (spelling_matters_only_where_it_must);
  TEST (names_lead_nowhere_else);
  TEST (wrong_file_is_named);
  TEST (a_pattern_s_file_may_hold_its_rule);
  TEST (older_files);
  TEST (tables_of_the_same_content_are_equal);
  TEST (a_rule_outlives_another_reference_to_it);
#ifdef COUNTS_MEMORY
  TEST (tables_go_with_their_rules);
#endif
  TEST (name_and_suffix_survive_writing);
  TEST (older_names_of_built_in_rules);
  TEST (tables_are_2d);
  TEST (wireworld_electron_comes_around);
  TEST (saved_world_keeps_rule_and_states);
  TEST (pattern_of_too_many_states_is_refused);
  result = g_test_run ();
  remove_folder (home);
  g_free (home);
  return result;
}
