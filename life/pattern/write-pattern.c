/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes patterns in the formats that can be written, and to files. */
#include <stdlib.h>
#include <string.h>

#include <life/error.h>

#include "life/pattern/formats.h"

static gint
compare_runs (gconstpointer a, gconstpointer b)
{
  const LifeRun *first = a, *second = b;

  if (first->z != second->z)
    return first->z < second->z ? -1 : 1;
  if (first->y != second->y)
    return first->y < second->y ? -1 : 1;
  if (first->x != second->x)
    return first->x < second->x ? -1 : 1;
  return 0;
}

static gboolean
are_sorted (const LifeRun *runs, gsize n_runs)
{
  for (gsize i = 1; i < n_runs; i++)
    if (compare_runs (&runs[i - 1], &runs[i]) > 0)
      return FALSE;
  return TRUE;
}

static gboolean
check_run (const LifePattern *pattern, const LifeRun *run, GError **error)
{
  if (run->state == 0) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "a run of live cells has state 0");
    return FALSE;
  }
  if (run->length == 0 || run->x >= pattern->width
      || run->length > pattern->width - run->x || run->y >= pattern->height
      || run->z >= pattern->depth) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "%u cells at (%u, %u, %u) lie outside the pattern's %u × %u × %u"
        " cells",
        run->length, run->x, run->y, run->z, pattern->width, pattern->height,
        pattern->depth);
    return FALSE;
  }
  return TRUE;
}

/* The runs in reading order, with adjacent ones joined. */
static LifeRun *
sorted_runs (const LifePattern *pattern, gsize *n_runs, GError **error)
{
  LifeRun *runs = g_try_new (LifeRun, MAX (pattern->n_runs, 1));
  gsize i, n = 0;

  if (runs == NULL) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "no memory to sort %" G_GSIZE_FORMAT " runs of cells", pattern->n_runs);
    return NULL;
  }
  for (i = 0; i < pattern->n_runs; i++) {
    runs[i] = pattern->runs[i];
    if (!check_run (pattern, &runs[i], error)) {
      g_free (runs);
      return NULL;
    }
  }
  /* Those of worlds are in order, and many. */
  if (!are_sorted (runs, pattern->n_runs))
    qsort (runs, pattern->n_runs, sizeof (LifeRun), compare_runs);
  for (i = 0; i < pattern->n_runs; i++) {
    LifeRun *last = n > 0 ? &runs[n - 1] : NULL;

    if (last != NULL && last->z == runs[i].z && last->y == runs[i].y
        && last->state == runs[i].state && last->x + last->length == runs[i].x)
      last->length += runs[i].length;
    else
      runs[n++] = runs[i];
  }
  *n_runs = n;
  return runs;
}

static gboolean
check_pattern (
    const LifePattern *pattern, const LifePatternFormat *format, GError **error)
{
  const gint64 corner[] = { pattern->x, pattern->y, pattern->z };
  guint i;

  if (pattern->dimensions > format->dimensions) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "a 3D pattern can only be written as RLE3");
    return FALSE;
  }
  if (pattern->rule != NULL && strpbrk (pattern->rule, "\r\n") != NULL) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "the pattern's rule has a line break in it");
    return FALSE;
  }
  for (i = 0; i < 3; i++) {
    if (corner[i] < -LIFE_POSITION_MAX || corner[i] > LIFE_POSITION_MAX) {
      g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
          "the pattern's position is too far out");
      return FALSE;
    }
  }
  return TRUE;
}

gchar *
life_pattern_write (
    const LifePattern *pattern, LifeFormat format, GError **error)
{
  const LifePatternFormat *row = life_format_get (format);
  g_autofree LifeRun *runs = NULL;
  LifePattern sorted;
  GString *text;
  gboolean written;

  g_return_val_if_fail (pattern != NULL, NULL);
  g_return_val_if_fail (row->write != NULL, NULL);

  if (!check_pattern (pattern, row, error))
    return NULL;
  if (pattern->nodes != NULL && pattern->n_runs == 0) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "the pattern has more cells than are written one by one");
    return NULL;
  }
  sorted = *pattern;
  sorted.runs = runs = sorted_runs (pattern, &sorted.n_runs, error);
  if (runs == NULL)
    return NULL;
  text = g_string_new (NULL);
  written = row->write (&sorted, text, error);
  return g_string_free (text, !written);
}

static void
fail_ending (const gchar *path, GError **error)
{
  g_autofree gchar *name = g_filename_display_name (path);

  g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE,
      "%s: patterns are written to files that end in .rle (2D), .rle3 or .3d"
      " (3D), or .cells (2D plaintext), worlds without edges also to .mc and "
      ".mc.gz",
      name);
}

gboolean
life_pattern_save (
    const LifePattern *pattern, const gchar *path, GError **error)
{
  g_autofree gchar *text = NULL;
  g_autoptr (GError) cause = NULL;
  const LifePatternFormat *format;

  g_return_val_if_fail (path != NULL, FALSE);

  format = life_format_of_path (path);
  if (format == NULL) {
    fail_ending (path, error);
    return FALSE;
  }
  text = life_pattern_write (pattern, format->format, error);
  if (text == NULL)
    return FALSE;
  if (!g_file_set_contents (path, text, -1, &cause)) {
    g_autofree gchar *name = g_filename_display_name (path);

    g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE, "cannot write %s: %s",
        name, cause->message);
    return FALSE;
  }
  return TRUE;
}
