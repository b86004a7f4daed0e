/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Golly's own collection of patterns as tests see it; see golly-files.h. */
#include "golly-files.h"

#include <string.h>

#include "golly.h"
#include "test-help.h"

/* In the order in which they are asked; each knows its own family of rules. */
static const gchar *const algorithms[] = { "HashLife", "Generations",
  "Larger than Life", "JvN", "RuleLoader", "QuickLife" };

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

const gchar *
golly_files_refused (const gchar *path)
{
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (refused); i++) {
    if (strcmp (path + strlen (GOLLY_PATTERNS), refused[i].path) == 0)
      return refused[i].message;
  }
  return NULL;
}

LifePattern *
golly_files_ask (
    const gchar *path, guint64 from, guint64 generations, const gchar *output)
{
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (algorithms); i++) {
    g_autofree gchar *text =
        golly_run (algorithms[i], path, from, generations, output, NULL);
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

void
golly_files_crop (LifePattern *pattern)
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

gboolean
golly_files_same (
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

static void
find_files (GPtrArray *files, const gchar *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const gchar *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    gchar *child = g_build_filename (path, name, NULL);

    if (g_file_test (child, G_FILE_TEST_IS_DIR)) {
      find_files (files, child);
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

GPtrArray *
golly_files_find (void)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);

  find_files (files, GOLLY_PATTERNS);
  g_ptr_array_sort (files, compare_paths);
  return files;
}
