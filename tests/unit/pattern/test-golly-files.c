/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Opens every file of Golly's collection: each is a pattern, with exactly the
 * cells that bgolly reads from it, or is known not to be one. test-golly.c
 * plays patterns. */
#include <life/error.h>

#include <string.h>

#include "life/pattern/pattern-private.h"
#include "tests/support/help.h"
#include "tests/support/programs/golly-files.h"
#include "tests/support/programs/golly.h"

/* At least this many files must be compared with bgolly. */
#define COMPARED_MIN 335

/* Larger patterns take bgolly or the tests too long. */
#define RUNS_MAX 3000000

static gboolean golly; /* bgolly is installed */
static GPtrArray *files;
static guint files_compared;

/* @output is another format than the file's where possible, so that two of our
 * readers are compared. Only a tree keeps the positions of cells. */
static void
compare (LifePattern *ours, const gchar *path)
{
  gboolean tree = ours->format == LIFE_FORMAT_MACROCELL;
  g_autoptr (LifePattern) theirs = NULL;

  if (!tree)
    theirs = golly_files_run (path, ours->generation, 0, "out.mc");
  if (theirs == NULL)
    theirs = golly_files_run (path, ours->generation, 0, "out.rle");
  if (theirs == NULL) {
    g_test_skip ("bgolly does not read it");
    return;
  }
  golly_files_crop (ours);
  golly_files_crop (theirs);
  if (!golly_files_same (ours, theirs, path))
    return;
  if (ours->has_position && ours->n_runs > 0
      && theirs->format == LIFE_FORMAT_MACROCELL
      && (ours->x != theirs->x || ours->y != theirs->y)) {
    fail ("%s: at (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT
          "), in Golly at (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ")",
        path, ours->x, ours->y, theirs->x, theirs->y);
    return;
  }
  files_compared++;
}

static void
test_file (gconstpointer data)
{
  const gchar *path = data;
  const gchar *reason = golly_files_refused (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (LifePattern) pattern = life_pattern_load (path, &error);

#ifndef LIFE_HAVE_ZIP
  if (g_str_has_suffix (path, ".zip"))
    reason = "no libzip";
#endif
  if (reason != NULL) {
    if (pattern != NULL)
      fail ("%s is a pattern, though it should be refused", path);
    else if (strstr (error->message, reason) == NULL)
      fail ("\"%s\" is not in: %s", reason, error->message);
  } else if (pattern == NULL) {
    fail ("%s", error->message);
  } else if (!golly) {
    g_test_skip ("bgolly is not installed");
  } else if (g_str_has_suffix (path, ".zip")) {
    g_test_skip ("bgolly reads no archives");
  } else if (pattern->n_runs > RUNS_MAX) {
    g_test_skip ("too large to compare in a test");
  } else {
    compare (pattern, path);
  }
}

static void
test_all_files (void)
{
  if (files->len < GOLLY_FILES_MIN)
    fail ("%u files below " GOLLY_PATTERNS ", not %u", files->len,
        GOLLY_FILES_MIN);
  if (golly && files_compared < COMPARED_MIN)
    fail ("only %u files were the same as in Golly, not %u", files_compared,
        COMPARED_MIN);
}

/* --- The list of tests --- */

static void
skip_files (void)
{
  g_test_skip ("Golly's patterns are not installed");
}

int
main (int argc, char **argv)
{
  guint i;
  gint result;

  g_test_init (&argc, &argv, NULL);
  golly = golly_start ();
  files = golly_files_find ();
  for (i = 0; i < files->len; i++) {
    const gchar *path = g_ptr_array_index (files, i);
    g_autofree gchar *name =
        g_strconcat ("/golly-files", path + strlen (GOLLY_PATTERNS), NULL);

    g_test_add_data_func (name, path, test_file);
  }
  g_test_add_func ("/golly-files/summary/all-files",
      files->len > 0 ? test_all_files : skip_files);
  result = g_test_run ();

  golly_stop ();
  g_ptr_array_unref (files);
  return result;
}
