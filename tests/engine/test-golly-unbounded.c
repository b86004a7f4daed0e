/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Plays the Life patterns of Golly's collection in worlds without edges: their cells are
 * those of bgolly. */
#include <life/life.h>

#include <string.h>

#include "life/pattern/private.h"
#include "tests/support/defaults.h"
#include "tests/support/golly-files.h"
#include "tests/support/golly.h"
#include "tests/support/help.h"
#include "tests/support/rule-value.h"

/* At least this many files must play. */
#define PLAYED_MIN 100

/* More runs of cells take bgolly too long. */
#define RUNS_MAX 100000

static const guint64 milestones[] = { 100, 1500 };

static gboolean golly; /* whether bgolly is installed */
static guint n_played;

static const LifeGeometry shape = { .depth = 1,
  .topology = LIFE_TOPOLOGY_UNBOUNDED };

/* The world's cells as a pattern in reading order, as readers make it. */
static LifePattern *
cells_of (LifeWorld *world)
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
  static const gint64 anywhere[3] = { LIFE_CENTERED, LIFE_CENTERED,
    LIFE_CENTERED };
  LifeEngineOptions options = default_options ();
  gint64 origin[3];
  LifeRule rule;
  LifeWorld *world = NULL;

  options.threads = 2;
  if (golly_files_parse_rule (path, pattern, &rule, NULL))
    world = life_world_new (&shape, &rule, &options, NULL);
  if (world == NULL)
    return NULL;
  g_assert_true (
      life_pattern_place (pattern, &shape, FALSE, anywhere, origin, NULL));
  g_assert_true (life_world_paste (world, pattern, origin, NULL));
  return world;
}

static gboolean
compare (LifeWorld *world, const LifePattern *pattern, guint64 generations,
    const gchar *path)
{
  g_autofree gchar *what =
      g_strdup_printf ("%s, generation %" G_GUINT64_FORMAT, path, generations);
  g_autoptr (LifePattern) theirs =
      golly_files_run (path, pattern->generation, generations, "out.rle");
  g_autoptr (LifePattern) ours = cells_of (world);

  if (theirs == NULL || ours == NULL) {
    fail ("%s: %s", what,
        theirs == NULL ? "bgolly does not play it" : "it cannot be written");
    return FALSE;
  }
  golly_files_crop (ours);
  golly_files_crop (theirs);
  return golly_files_same (ours, theirs, what);
}

static void
play_file (const gchar *path)
{
  g_autoptr (LifePattern) pattern = NULL;
  g_autoptr (LifeWorld) world = NULL;
  guint64 now = 0;

  pattern = life_pattern_load (path, NULL);
  if (pattern == NULL || pattern->n_runs > RUNS_MAX)
    return;
  world = open_world (path, pattern);
  if (world == NULL)
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (milestones); i++) {
    g_assert_true (life_world_step (world, milestones[i] - now, NULL, NULL));
    now = milestones[i];
    if (!compare (world, pattern, now, path))
      return;
  }
  n_played++;
}

/* Scripts, and rules whose worlds have edges, are left out. */
static void
test_life_patterns_play_as_in_golly (void)
{
  g_autoptr (GPtrArray) files = golly_files_find ();

  if (!golly || files->len == 0) {
    g_test_skip ("bgolly or its patterns are not installed");
    return;
  }
  for (guint i = 0; i < files->len; i++)
    if (g_str_has_prefix (
            g_ptr_array_index (files, i), GOLLY_PATTERNS "/Life/"))
      play_file (g_ptr_array_index (files, i));
  g_test_message ("%u files play", n_played);
  g_assert_cmpuint (n_played, >=, PLAYED_MIN);
}

int
main (int argc, char **argv)
{
  gint result;

  g_test_init (&argc, &argv, NULL);
  golly = golly_start ();
  g_test_add_func ("/golly-unbounded/life_patterns_play_as_in_golly",
      test_life_patterns_play_as_in_golly);
  result = g_test_run ();
  golly_stop ();
  return result;
}
