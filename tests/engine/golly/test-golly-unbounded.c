/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Plays Golly's collection in worlds without edges, by sparse tiles and by HashLife: cells
 * and populations are those of bgolly. Machines of many states run in tiles.
 *
 * LIFE_GOLLY_SECONDS=60 in the environment plays all files of both folders as far as bgolly
 * comes in so much processor time for each: tiles at 10 checkpoints up to generation 10^5,
 * HashLife at all powers of two up to 2^40. That takes hours. */
#include <sys/resource.h>

#include "tests/support/worlds/golly-soups.h"
#include "tests/support/worlds/hashlife.h"
#include "tests/support/worlds/unbounded-tree.h"

/* At least this many files must play. */
#define PLAYED_MIN 100
#define MACHINES_MIN 44

/* More runs of cells take bgolly too long, unless it may take long. */
#define RUNS_MAX 100000

static const guint64 short_checkpoints[] = { 100, 1500 };
static const guint64 checkpoints[] = { 3, 10, 31, 100, 316, 1000, 3162, 10000,
  31623, 100000 };
#define MAX_POWER 40

/* Of processor time that it may take for a file; 0: any, in a short test. */
static guint seconds;
static guint n_played, n_compared;

/* --- What bgolly makes of a file --- */

typedef struct {
  const gchar *algorithm, *output;
  gchar *path;   /* of the present generation */
  guint64 start; /* the generation that this file says it is */
  guint64 now;   /* generations since the first file's */
  gchar *text;   /* the file that it wrote last */
  gchar *cells;  /* how many live in it */
  gdouble spent; /* seconds of processor time */
} Golly;

/* Processor time of all programs that were run so far. */
static gdouble
seconds_of_children (void)
{
  struct rusage usage;

  getrusage (RUSAGE_CHILDREN, &usage);
  return (gdouble) usage.ru_utime.tv_sec + (gdouble) usage.ru_stime.tv_sec
         + (gdouble) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void
golly_clear (Golly *self)
{
  g_free (self->path);
  g_free (self->text);
  g_free (self->cells);
}

/* FALSE where it does not play the file, or takes too long. */
static gboolean
golly_go_to (Golly *self, guint64 generation)
{
  const gdouble previous = seconds_of_children ();

  if (seconds > 0 && self->spent + 1 > seconds)
    return FALSE;
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->cells, g_free);
  self->text =
      golly_run_within (seconds > 0 ? (guint) (seconds - self->spent) : 0,
          self->algorithm, self->path, self->start, generation - self->now,
          self->output, &self->cells, NULL);
  self->spent += seconds_of_children () - previous;
  if (self->text == NULL || *self->text == '\0')
    return FALSE;
  g_free (self->path);
  self->path = golly_input (self->text);
  /* An RLE by QuickLife does not say it. */
  self->start = g_str_has_suffix (self->output, ".mc")
                    ? self->start + generation - self->now
                    : 0;
  self->now = generation;
  return TRUE;
}

/* --- Sparse tiles --- */

/* The world's cells as a pattern in reading order, as readers make it. */
static LifePattern *
cells_of_world (LifeWorld *world)
{
  g_autoptr (LifePattern) pattern = life_world_to_pattern (world, NULL);
  g_autofree gchar *text = NULL;

  if (pattern == NULL)
    return NULL;
  text = life_pattern_write (pattern, LIFE_FORMAT_RLE, NULL);
  return text != NULL ? life_pattern_parse (text, strlen (text), NULL) : NULL;
}

/* The pattern in a world of its own; NULL where such worlds do not run its rule. */
static LifeWorld *
open_world (const gchar *path, const LifePattern *pattern)
{
  LifeEngineOptions options = default_options ();
  LifeRule rule;
  LifeWorld *world = NULL;

  options.threads = 2;
  if (golly_files_parse_rule (path, pattern, &rule, NULL))
    world = life_world_new (&no_edges, &rule, &options, NULL);
  if (world == NULL)
    return NULL;
  paste_there (world, pattern);
  return world;
}

static gboolean
compare_world (LifeWorld *world, const Golly *there, const gchar *path)
{
  g_autofree gchar *what =
      g_strdup_printf ("%s, generation %" G_GUINT64_FORMAT, path, there->now);
  g_autofree gchar *population = life_world_get_population_text (world, NULL);
  g_autoptr (LifePattern) ours = cells_of_world (world);
  g_autoptr (LifePattern) theirs =
      life_pattern_parse (there->text, strlen (there->text), NULL);

  if (theirs == NULL || ours == NULL) {
    fail ("%s: %s", what,
        theirs == NULL ? "what bgolly wrote cannot be read"
                       : "it cannot be written");
    return FALSE;
  }
  if (g_strcmp0 (population, there->cells) != 0) {
    fail ("%s: %s cells, in Golly %s", what, population, there->cells);
    return FALSE;
  }
  golly_files_crop (ours);
  golly_files_crop (theirs);
  n_compared++;
  return golly_files_same (ours, theirs, what);
}

static void
play_in_world (LifeWorld *world, Golly *there, const gchar *path)
{
  const guint64 *goals = seconds > 0 ? checkpoints : short_checkpoints;
  const gsize n = seconds > 0 ? G_N_ELEMENTS (checkpoints)
                              : G_N_ELEMENTS (short_checkpoints);

  n_played++;
  for (gsize i = 0; i < n; i++) {
    const guint64 previous = there->now;
    g_autoptr (GError) error = NULL;

    if (!golly_go_to (there, goals[i])) {
      if (seconds == 0)
        fail ("%s: bgolly does not play it", path);
      g_test_message ("%s: to generation %" G_GUINT64_FORMAT, path, previous);
      return;
    }
    if (!life_world_step (world, goals[i] - previous, NULL, &error)) {
      fail ("%s: %s", path, error->message);
      return;
    }
    if (!compare_world (world, there, path))
      return;
  }
  g_test_message ("%s: to generation %" G_GUINT64_FORMAT, path, there->now);
}

static void
play_file (const gchar *path)
{
  g_autoptr (LifePattern) pattern = life_pattern_load (path, NULL);
  g_autoptr (LifeWorld) world = NULL;
  Golly there = { "QuickLife", "out.rle" };

  if (pattern == NULL || (seconds == 0 && pattern->n_runs > RUNS_MAX))
    return;
  world = open_world (path, pattern);
  if (world == NULL || life_world_get_rule (world)->family == LIFE_FAMILY_TABLE)
    return;
  there.path = g_strdup (path);
  there.start = pattern->generation;
  play_in_world (world, &there, path);
  golly_clear (&there);
}

static void
for_each_file (const gchar *folder, void (*play) (const gchar *path))
{
  g_autoptr (GPtrArray) files = golly_files_find ();

  for (guint i = 0; i < files->len; i++)
    if (g_str_has_prefix (g_ptr_array_index (files, i), folder))
      play (g_ptr_array_index (files, i));
}

static gboolean
skip_without_patterns (void)
{
  if (golly && !g_file_test (GOLLY_PATTERNS "/Life", G_FILE_TEST_IS_DIR))
    g_test_skip ("Golly's patterns are not installed");
  else if (!skip_without_golly ())
    return FALSE;
  return TRUE;
}

/* Scripts, and rules whose worlds have edges, are left out. */
static void
test_life_patterns_play_as_in_golly (void)
{
  if (skip_without_patterns ())
    return;
  n_played = n_compared = 0;
  for_each_file (GOLLY_PATTERNS "/Life/", play_file);
  g_test_message ("%u files play, at %u checkpoints", n_played, n_compared);
  g_assert_cmpuint (n_played, >=, PLAYED_MIN);
}

/* --- Cells of many states --- */

/* Files of more runs go to the earlier generation: bgolly takes long to read them. */
#define LARGE_RUNS 100000
#define LARGE_GOAL 12
#define SMALL_GOAL 500

static const gchar *
algorithm_of (const LifePattern *pattern)
{
  static const gchar *const neumann[] = { "JvN29", "Nobili32", "Hutton32",
    NULL };

  return g_strv_contains (neumann, pattern->rule) ? "JvN" : "RuleLoader";
}

/* bgolly reads no archives: of what is in one it reads the macrocell file that is saved here. */
static gchar *
find_input (const gchar *path, LifeWorld *world)
{
  g_autofree gchar *folder = NULL, *tree = NULL, *text = NULL;

  if (!g_str_has_suffix (path, ".zip"))
    return g_strdup (path);
  folder = g_dir_make_tmp ("life-tree-XXXXXX", NULL);
  tree = g_build_filename (folder, "in.mc", NULL);
  g_assert_true (life_world_save (world, tree, NULL));
  g_assert_true (g_file_get_contents (tree, &text, NULL, NULL));
  remove_folder (folder);
  return golly_input (text);
}

static void
play_machine (const gchar *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LifePattern) pattern = life_pattern_load_unbounded (path, &error);
  g_autoptr (LifeWorld) world = NULL;
  Golly there = { .output = "out.rle" };
  guint64 goal = SMALL_GOAL;

#ifndef LIFE_HAVE_ZIP
  if (g_str_has_suffix (path, ".zip"))
    return;
#endif
  if (pattern == NULL && golly_files_refused (path) != NULL)
    return;
  if (pattern != NULL)
    world = open_world (path, pattern);
  if (world == NULL) {
    fail ("%s: %s", path, error != NULL ? error->message : "it does not play");
    return;
  }
  if (pattern->n_runs > LARGE_RUNS)
    goal = LARGE_GOAL;
  there.algorithm = algorithm_of (pattern);
  there.path = find_input (path, world);
  there.start = pattern->generation;
  n_played++;
  if (!golly_go_to (&there, goal))
    fail ("%s: bgolly does not play it", path);
  else if (!life_world_step (world, goal, NULL, &error))
    fail ("%s: %s", path, error->message);
  else
    compare_world (world, &there, path);
  golly_clear (&there);
}

static void
test_machines_replicate_as_in_golly (void)
{
  if (skip_without_patterns ())
    return;
  n_played = n_compared = 0;
  for_each_file (GOLLY_PATTERNS "/Self-Rep/", play_machine);
  g_test_message ("%u machines play", n_played);
  g_assert_cmpuint (n_played, >=, MACHINES_MIN);
  g_assert_cmpuint (n_compared, ==, n_played);
}

/* --- HashLife --- */

#define MAX_MEMORY (2000 * MEBIBYTE)

/* What bgolly wrote, in a universe; NULL where those do not run its rule. */
static LifeHashUniverse *
universe_of (const gchar *text)
{
  GError *error = NULL;
  g_autoptr (LifePattern) pattern = load_tree (text);
  g_autoptr (LifeRule) rule = NULL;
  LifeHashUniverse *universe;

  g_assert_no_error (error);
  rule = life_rule_parse (
      pattern->rule != NULL ? pattern->rule : "B3/S23", 2, NULL);
  if (rule == NULL || !life_hash_universe_check_rule (rule, NULL))
    return NULL;
  universe = life_hash_universe_new (rule, MAX_MEMORY, 2, &error);
  g_assert_no_error (error);
  if (pattern->nodes != NULL)
    life_hash_universe_set_tree (
        universe, pattern->nodes, pattern->n_nodes, &error);
  g_assert_no_error (error);
  return universe;
}

static gboolean
compare_universe (
    LifeHashUniverse *universe, const Golly *there, const gchar *path)
{
  LifeHashUniverse *theirs = universe_of (there->text);
  g_autofree gchar *cells = text_of (universe);
  g_autofree gchar *expected = text_of (theirs);
  g_autofree gchar *population =
      life_hash_universe_get_population_text (universe);

  life_hash_universe_free (theirs);
  n_compared++;
  if (g_strcmp0 (population, there->cells) != 0)
    fail ("%s, generation %" G_GUINT64_FORMAT ": %s cells, in Golly %s", path,
        there->now, population, there->cells);
  else if (!g_str_equal (cells, expected))
    fail ("%s, generation %" G_GUINT64_FORMAT ": other cells than in Golly",
        path, there->now);
  else
    return TRUE;
  return FALSE;
}

/* Compares generations 2^@first, … 2^@last. */
static void
play_powers (const gchar *path, guint first, guint last)
{
  g_autoptr (LifePattern) pattern = life_pattern_load_unbounded (path, NULL);
  Golly there = { "HashLife", "out.mc" };
  LifeHashUniverse *universe = NULL;

  if (pattern == NULL)
    return;
  there.path = g_strdup (path);
  there.start = pattern->generation;
  if (golly_go_to (&there, 0))
    universe = universe_of (there.text);
  n_played += universe != NULL;
  for (guint power = first; universe != NULL && power <= last; power++) {
    const guint64 previous = there.now;
    g_autoptr (GError) error = NULL;

    if (!golly_go_to (&there, G_GUINT64_CONSTANT (1) << power))
      break;
    if (!life_hash_universe_step (
            universe, there.now - previous, NULL, &error)) {
      fail ("%s: %s", path, error->message);
      break;
    }
    if (!compare_universe (universe, &there, path))
      break;
  }
  g_test_message ("%s: to generation %" G_GUINT64_FORMAT, path, there.now);
  life_hash_universe_free (universe);
  golly_clear (&there);
}

static void
play_all_powers (const gchar *path)
{
  play_powers (path, 0, MAX_POWER);
}

static void
test_hashlife_patterns_play_as_in_golly (void)
{
  static const struct {
    const gchar *name;
    guint power;
  } files[] = {
    { "catacryst.mc", 20 },
    { "gotts-dots.mc", 24 },
    { "metapixel-galaxy.mc.gz", 12 },
    { "mosquito5.mc", 14 },
    { "nick-gotts-2.mc", 18 },
    { "ruler.mc", 30 },
  };

  if (skip_without_patterns ())
    return;
  n_played = n_compared = 0;
  if (seconds > 0)
    for_each_file (GOLLY_PATTERNS "/HashLife/", play_all_powers);
  for (guint i = 0; i < G_N_ELEMENTS (files) && seconds == 0; i++) {
    g_autofree gchar *path =
        g_build_filename (GOLLY_PATTERNS "/HashLife", files[i].name, NULL);

    play_powers (path, files[i].power, files[i].power);
  }
  g_test_message ("%u files play, at %u checkpoints", n_played, n_compared);
  g_assert_cmpuint (n_compared, >=, G_N_ELEMENTS (files));
}

static void
test_life_patterns_play_by_hashlife_as_in_golly (void)
{
  if (skip_without_patterns ())
    return;
  n_played = n_compared = 0;
  for_each_file (GOLLY_PATTERNS "/Life/", play_all_powers);
  g_test_message ("%u files play, at %u checkpoints", n_played, n_compared);
}

#define TEST(name) g_test_add_func ("/golly-unbounded/" #name, test_##name)

int
main (int argc, char **argv)
{
  const gchar *limit = g_getenv ("LIFE_GOLLY_SECONDS");
  gint result;

  g_test_init (&argc, &argv, NULL);
  if (limit != NULL)
    seconds = (guint) g_ascii_strtoull (limit, NULL, 10);
  golly = golly_start ();
  TEST (hashlife_patterns_play_as_in_golly);
  TEST (life_patterns_play_as_in_golly);
  TEST (machines_replicate_as_in_golly);
  if (seconds > 0)
    TEST (life_patterns_play_by_hashlife_as_in_golly);
  result = g_test_run ();
  golly_stop ();
  return result;
}
