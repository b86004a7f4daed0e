/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Plays every file of Golly's collection with its own rule, and a soup with each of its rule
 * files: after 1, 10 and 100 generations the cells are those of bgolly. Prints how many files
 * load, play and agree, and of the others why not. How files are read is tested in
 * test-golly-files.c. */
#include "life/rule/table/rule-table.h"
#include "tests/support/worlds/golly-soups.h"

/* At least this many files must play, and as in bgolly. */
#define PLAYED_MIN 310
#define RULES_MIN 51

/* More runs of cells take bgolly too long. */
#define RUNS_MAX 500000

/* Where bgolly's rule files are; it has other rules built in. */
#define GOLLY_RULES "/usr/share/golly/Rules/"

static const guint64 milestones[] = GOLLY_MILESTONES;

/* Files that were read, that played as in bgolly, and what became of the others. */
typedef struct {
  const gchar *what;
  guint files, loaded, played;
  GString *others;
} Count;

static Count patterns = { .what = "pattern files" },
             rules = { .what = "rule files" };

static void
add_other (Count *count, const gchar *path, const gchar *why)
{
  if (count->others == NULL)
    count->others = g_string_new (NULL);
  g_string_append_printf (count->others, "\n  %s: %s", path, why);
}

/* Skips a file, and lists it. */
static void
skip_file (Count *count, const gchar *path, const gchar *why)
{
  g_test_skip (why);
  add_other (count, path, why);
}

static void
print_count (const Count *count)
{
  g_test_message ("%u %s: %u load, %u play and agree with bgolly%s%s",
      count->files, count->what, count->loaded, count->played,
      count->others != NULL ? "; the others:" : "",
      count->others != NULL ? count->others->str : "");
}

/* Whether the world has the same cells as bgolly's after these generations. */
static gboolean
compare_with_golly (LifeWorld *world, const LifePattern *pattern,
    guint64 generations, const gchar *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LifePattern) theirs =
      golly_files_run (path, pattern->generation, generations, "out.rle");
  g_autoptr (LifePattern) ours = NULL;
  g_autofree gchar *what =
      g_strdup_printf ("%s, generation %" G_GUINT64_FORMAT, path, generations);

  if (theirs == NULL) {
    fail ("%s: bgolly does not play it", path);
    return FALSE;
  }
  ours = life_world_to_pattern (world, &error);
  if (ours == NULL) {
    fail ("%s: %s", what, error->message);
    return FALSE;
  }
  golly_files_crop (ours);
  golly_files_crop (theirs);
  return golly_files_same (ours, theirs, what);
}

/* bgolly reads the file at @path, and for the second milestone @written, which
 * is the pattern as we wrote it. */
static void
play (LifeWorld *world, const LifePattern *pattern, const gchar *path,
    const gchar *written)
{
  guint64 now = 0;
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (milestones); i++) {
    g_autoptr (GError) error = NULL;

    if (!life_world_step (world, milestones[i] - now, NULL, &error)) {
      fail ("%s: %s", path, error->message);
      return;
    }
    now = milestones[i];
    if (!compare_with_golly (world, pattern, now, i == 1 ? written : path))
      return;
  }
  patterns.played++;
}

/* A rule whose table bgolly does not have. */
static gboolean
sets_rule (const LifeRule *rule)
{
  g_autofree gchar *file = NULL;

  if (rule->family != LIFE_FAMILY_TABLE)
    return FALSE;
  file = g_strdup_printf (GOLLY_RULES "%s.rule", rule->table->name);
  return !g_file_test (file, G_FILE_TEST_EXISTS);
}

static gchar *
write_pattern (const LifePattern *pattern)
{
  g_autoptr (GError) error = NULL;
  g_autofree gchar *text =
      life_pattern_write (pattern, LIFE_FORMAT_RLE, &error);

  g_assert_no_error (error);
  return golly_input (text);
}

/* A rule without births in empty space, in an unbounded world. */
static gboolean
is_quiet (const LifeRule *rule)
{
  switch (rule->family) {
    case LIFE_FAMILY_MAP:
      return (rule->map[0] & 1) == 0;
    case LIFE_FAMILY_LARGER_THAN_LIFE:
      return rule->birth_range.first > 0;
    default:
      return (rule->birth & 1) == 0;
  }
}

static void
test_file (gconstpointer data)
{
  const gchar *path = data;
  const gchar *reason = golly_files_unplayable (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (LifePattern) pattern = life_pattern_load (path, &error);
  g_autoptr (LifeWorld) world = NULL;
  LifeGeometry geometry;
  LifeRule rule;
  gboolean fits = FALSE;

#ifndef LIFE_HAVE_ZIP
  if (g_str_has_suffix (path, ".zip")) {
    g_test_skip ("built without libzip");
    return;
  }
#endif
  if (pattern != NULL
      && golly_files_parse_rule (path, pattern, &rule, &error)) {
    fits = golly_files_shape (pattern, &rule, &geometry);
    if (fits)
      world = golly_files_open (pattern, &rule, &geometry, &error);
  }
  patterns.files++;
  patterns.loaded += error == NULL;
  if (error != NULL)
    add_other (&patterns, path, error->message);
  if (reason != NULL) {
    if (error == NULL && pattern != NULL)
      fail ("%s plays, though it should not", path);
    else if (strstr (error->message, reason) == NULL)
      fail ("\"%s\" is not in: %s", reason, error->message);
  } else if (error != NULL) {
    fail ("%s: %s", path, error->message);
  } else if (!golly) {
    g_test_skip ("bgolly is not installed");
  } else if (!fits || pattern->n_runs > RUNS_MAX) {
    skip_file (&patterns, path, "too large to play in a test");
  } else if (!rule.bounded && !is_quiet (&rule)) {
    skip_file (&patterns, path,
        "with B0 all cells outside a pattern blink in Golly, and in a"
        " plane none");
  } else if (g_str_has_suffix (path, ".zip") && sets_rule (&rule)) {
    skip_file (&patterns, path, "bgolly does not find the rule in the archive");
  } else {
    g_autofree gchar *written = write_pattern (pattern);

    /* bgolly reads no archives. */
    play (world, pattern, g_str_has_suffix (path, ".zip") ? written : path,
        written);
  }
}

/* A soup on a torus, with the rule of a file as its name is read. */
static void
test_rule_file (gconstpointer data)
{
  const gchar *name = data;
  g_autofree gchar *text = g_strconcat (name, ":T40,30", NULL);
  const GollyRule theirs = { "RuleLoader", "out.rle", text };
  g_autoptr (GRand) chance = g_rand_new_with_seed (1);
  g_autoptr (GError) error = NULL;
  g_autoptr (LifeRule) rule = life_rule_parse (text, 2, &error);
  g_autoptr (LifeWorld) world = NULL;
  guint8 cells[40 * 30];

  rules.files++;
  if (rule == NULL) {
    add_other (&rules, name, error->message);
    fail ("%s: %s", name, error->message);
    return;
  }
  rules.loaded++;
  if (skip_without_golly ())
    return;
  world = new_world_with_rule (&rule->grid, rule, LIFE_KERNEL_AUTO, 1);
  for (gsize i = 0; i < sizeof cells; i++)
    cells[i] = (guint8) g_rand_int_range (chance, 0, (gint32) rule->states);
  set_cells (world, cells);
  for (gsize i = 0; i < G_N_ELEMENTS (milestones); i++)
    if (!plays_as_in_golly (world, &theirs,
            (guint) (milestones[i] - (i > 0 ? milestones[i - 1] : 0)))) {
      add_other (&rules, name, "its cells differ");
      return;
    }
  rules.played++;
}

static void
add_rule_files (void)
{
  g_autoptr (GDir) files = g_dir_open (GOLLY_RULES, 0, NULL);
  const gchar *file;

  while (files != NULL && (file = g_dir_read_name (files)) != NULL) {
    gchar *name = g_strdup (file);
    g_autofree gchar *title = g_strconcat ("/golly-plays/rules/", file, NULL);

    if (!g_str_has_suffix (file, ".rule")) {
      g_free (name);
      continue;
    }
    name[strlen (name) - strlen (".rule")] = '\0';
    g_test_add_data_func_full (title, name, test_rule_file, g_free);
  }
}

static void
test_all_files (void)
{
  print_count (&patterns);
  print_count (&rules);
  if (golly && patterns.played < PLAYED_MIN)
    fail ("only %u files played as in Golly, not %u", patterns.played,
        PLAYED_MIN);
  if (golly && rules.files > 0 && rules.played < RULES_MIN)
    fail ("only %u rules played as in Golly, not %u", rules.played, RULES_MIN);
}

static void
skip_files (void)
{
  g_test_skip ("Golly's patterns are not installed");
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) files = golly_files_find ();
  gint result;
  guint i;

  g_test_init (&argc, &argv, NULL);
  golly = golly_start ();
  for (i = 0; i < files->len; i++) {
    const gchar *path = g_ptr_array_index (files, i);
    g_autofree gchar *name =
        g_strconcat ("/golly-plays", path + strlen (GOLLY_PATTERNS), NULL);

    g_test_add_data_func (name, path, test_file);
  }
  add_rule_files ();
  g_test_add_func ("/golly-plays/summary/all-files",
      files->len > 0 ? test_all_files : skip_files);
  result = g_test_run ();

  golly_stop ();
  return result;
}
