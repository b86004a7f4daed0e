/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Opens every file of Golly's collection: each is a pattern, with just the cells
 * that bgolly reads from it, or is known not to be one. How patterns go on is
 * in test-golly.c. */
#include <life/error.h>
#include <life/pattern.h>

#include <string.h>

#include "golly.h"
#include "test-help.h"

#define PATTERNS "/usr/share/golly/Patterns"

/* So many files there are in Golly 3.3 and later. */
#define FILES_MIN 353

/* So many of them, at the least, bgolly can be asked about. */
#define COMPARED_MIN 335

/* What is larger takes bgolly or the tests too long. */
#define RUNS_MAX 3000000

/* Files that are no patterns, and a piece of what is said of them. */
static const struct {
  const gchar *path, *message;
} refused[] = {
  /* Scripts in Lua. */
  { "/Life-Like/alt-wicks.lua", "expected a pattern" },
  { "/Life/Oscillators/p59-glider-loop.lua", "expected a pattern" },
  { "/Non-Totalistic/unit-fraction-orthogonal-spaceships.zip",
      "spaceships.lua:1:1: expected a pattern" },
  /* Ten patterns of one rule. */
  { "/Self-Rep/Flow6/Flow6.zip", "holds 10 patterns" },
};

/* In the order in which they are asked; each knows its own family of rules. */
static const gchar *const algorithms[] = { "HashLife", "Generations",
  "Larger than Life", "JvN", "RuleLoader", "QuickLife" };

static gboolean golly; /* bgolly is installed */
static GPtrArray *files;
static guint files_compared;

static const gchar *
reason_against (const gchar *path)
{
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (refused); i++) {
    if (strcmp (path + strlen (PATTERNS), refused[i].path) == 0)
      return refused[i].message;
  }
  return NULL;
}

/* The pattern as some algorithm of bgolly reads and writes it, or NULL. */
static LifePattern *
ask_golly (const gchar *path, guint64 generation, const gchar *output)
{
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (algorithms); i++) {
    g_autofree gchar *text =
        golly_run (algorithms[i], path, generation, 0, output, NULL);
    g_autoptr (GError) error = NULL;
    LifePattern *pattern;

    /* What cannot write a tree leaves an empty file. */
    if (text == NULL || *text == '\0')
      continue;
    pattern = life_pattern_parse (text, strlen (text), &error);
    if (pattern == NULL)
      fail ("what %s wrote of %s: %s", algorithms[i], path, error->message);
    return pattern;
  }
  return NULL;
}

/* Moves the cells to the top left corner, and the corner to them. */
static void
crop (LifePattern *pattern)
{
  guint32 left = G_MAXUINT32, top = G_MAXUINT32;
  gsize i;

  for (i = 0; i < pattern->n_runs; i++) {
    left = MIN (left, pattern->runs[i].x);
    top = MIN (top, pattern->runs[i].y);
  }
  for (i = 0; i < pattern->n_runs; i++) {
    pattern->runs[i].x -= left;
    pattern->runs[i].y -= top;
  }
  if (pattern->n_runs > 0) {
    pattern->x += left;
    pattern->y += top;
  }
}

/* All our readers give runs in reading order. */
static gboolean
same_cells (
    const LifePattern *ours, const LifePattern *theirs, const gchar *path)
{
  gsize i;

  for (i = 0; i < MIN (ours->n_runs, theirs->n_runs); i++) {
    const LifeRun *a = &ours->runs[i], *b = &theirs->runs[i];

    if (a->x != b->x || a->y != b->y || a->length != b->length
        || a->state != b->state) {
      fail ("%s: run %" G_GSIZE_FORMAT
            ": %u cells of state %u at (%u, %u), in Golly %u of state %u at"
            " (%u, %u)",
          path, i, a->length, a->state, a->x, a->y, b->length, b->state, b->x,
          b->y);
      return FALSE;
    }
  }
  if (ours->n_runs != theirs->n_runs) {
    fail ("%s: %" G_GSIZE_FORMAT " runs, in Golly %" G_GSIZE_FORMAT, path,
        ours->n_runs, theirs->n_runs);
    return FALSE;
  }
  return TRUE;
}

/* @output is a form that the file has not itself, if it can be: then two of our
 * readers must agree. Only a tree tells where the cells are. */
static void
compare (LifePattern *ours, const gchar *path)
{
  gboolean tree = ours->format == LIFE_FORMAT_MACROCELL;
  g_autoptr (LifePattern) theirs = NULL;

  if (!tree)
    theirs = ask_golly (path, ours->generation, "out.mc");
  if (theirs == NULL)
    theirs = ask_golly (path, ours->generation, "out.rle");
  if (theirs == NULL) {
    g_test_skip ("bgolly does not read it");
    return;
  }
  crop (ours);
  crop (theirs);
  if (!same_cells (ours, theirs, path))
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
  const gchar *reason = reason_against (path);
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
  if (files->len < FILES_MIN)
    fail ("%u files below " PATTERNS ", not %u", files->len, FILES_MIN);
  if (golly && files_compared < COMPARED_MIN)
    fail ("only %u files were the same as in Golly, not %u", files_compared,
        COMPARED_MIN);
}

/* --- The list of tests --- */

static void
find_files (const gchar *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const gchar *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    gchar *child = g_build_filename (path, name, NULL);

    if (g_file_test (child, G_FILE_TEST_IS_DIR)) {
      find_files (child);
      g_free (child);
    } else {
      g_ptr_array_add (files, child);
    }
  }
}

static gint
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const gchar *const *) a, *(const gchar *const *) b);
}

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
  files = g_ptr_array_new_with_free_func (g_free);
  find_files (PATTERNS);
  g_ptr_array_sort (files, compare_paths);
  for (i = 0; i < files->len; i++) {
    const gchar *path = g_ptr_array_index (files, i);
    g_autofree gchar *name =
        g_strconcat ("/golly-files", path + strlen (PATTERNS), NULL);

    g_test_add_data_func (name, path, test_file);
  }
  g_test_add_func ("/golly-files/summary/all-files",
      files->len > 0 ? test_all_files : skip_files);
  result = g_test_run ();

  golly_stop ();
  g_ptr_array_unref (files);
  return result;
}
