/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes patterns as RLE, RLE3 and plaintext. */
#include <stdlib.h>
#include <string.h>

#include <life/error.h>

#include "life/pattern/readers.h"

#define LINE_MAX_LENGTH 70

typedef struct {
  GString *text;
  gsize line; /* where the present line starts */
} Rle;

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

static void
put (Rle *rle, guint32 count, const gchar *tag)
{
  gchar token[16];
  gint length;

  if (count > 1)
    length = g_snprintf (token, sizeof (token), "%u%s", count, tag);
  else
    length = g_snprintf (token, sizeof (token), "%s", tag);
  if (rle->text->len - rle->line + length > LINE_MAX_LENGTH) {
    g_string_append_c (rle->text, '\n');
    rle->line = rle->text->len;
  }
  g_string_append_len (rle->text, token, length);
}

static guint8
highest_state (const LifeRun *runs, gsize n_runs)
{
  guint8 highest = 0;
  gsize i;

  for (i = 0; i < n_runs; i++)
    highest = MAX (highest, runs[i].state);
  return highest;
}

static gboolean
fail_text_size (GError **error)
{
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "the text of the pattern would be longer than 1 GiB");
  return FALSE;
}

/* "A" to "X" are states 1 to 24, "pA" to "pX" 25 to 48, and so on to "yO". */
static void
put_cells (Rle *rle, guint32 count, guint8 state)
{
  gchar tag[3] = { 'A' + (state - 1) % 24, '\0', '\0' };

  if (state > 24) {
    tag[1] = tag[0];
    tag[0] = 'p' + (state - 25) / 24;
  }
  put (rle, count, tag);
}

static gboolean
put_runs (GString *text, const LifeRun *runs, gsize n_runs, GError **error)
{
  Rle rle = { text, text->len };
  guint32 x = 0, y = 0, z = 0;
  gboolean states = highest_state (runs, n_runs) > 1;
  gsize i;

  for (i = 0; i < n_runs; i++) {
    const LifeRun *run = &runs[i];

    if (run->z > z) {
      put (&rle, run->z - z, "/");
      z = run->z;
      x = y = 0;
    }
    if (run->y > y) {
      put (&rle, run->y - y, "$");
      y = run->y;
      x = 0;
    }
    if (run->x > x)
      put (&rle, run->x - x, states ? "." : "b");
    if (states)
      put_cells (&rle, run->length, run->state);
    else
      put (&rle, run->length, "o");
    x = run->x + run->length;
    if (text->len > LIFE_TEXT_MAX)
      return fail_text_size (error);
  }
  put (&rle, 1, "!");
  g_string_append_c (text, '\n');
  return TRUE;
}

/* Golly's 3D script counts from the corner of a cubic grid; the least side that
 * such a grid can have. */
static guint64
golly_grid (const LifePattern *pattern)
{
  const gint64 start[] = { pattern->x, pattern->y, pattern->z };
  const guint32 size[] = { pattern->width, pattern->height, pattern->depth };
  gint64 side = 1;
  guint i;

  for (i = 0; i < 3; i++) {
    side = MAX (side, -2 * start[i]);
    side = MAX (side, 2 * (start[i] + (gint64) size[i]) - 1);
  }
  return side;
}

/* The side in the header. A pattern of dead cells only is written without
 * cells, because such a text is read as a mistake. */
static guint32
written_side (const LifePattern *pattern, guint32 side)
{
  gboolean spelled_out =
      pattern->width > 0 && pattern->height > 0 && pattern->depth > 0;

  return pattern->n_runs == 0 && spelled_out ? 0 : side;
}

static void
put_3d_header (GString *text, const LifePattern *pattern)
{
  g_string_append (text, "3D version=1");
  if (pattern->has_position) {
    guint64 side = golly_grid (pattern);
    gint64 center = side / 2;

    g_string_append_printf (text,
        " size=%" G_GUINT64_FORMAT " pos=%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT
        ",%" G_GINT64_FORMAT,
        side, pattern->x + center, pattern->y + center, pattern->z + center);
  }
  if (pattern->generation > 0)
    g_string_append_printf (
        text, " gen=%" G_GUINT64_FORMAT, pattern->generation);
  g_string_append_printf (text, "\nx=%u y=%u z=%u",
      written_side (pattern, pattern->width),
      written_side (pattern, pattern->height),
      written_side (pattern, pattern->depth));
  if (pattern->rule != NULL)
    g_string_append_printf (text, " rule=%s", pattern->rule);
  g_string_append_c (text, '\n');
}

static void
put_2d_header (GString *text, const LifePattern *pattern)
{
  if (pattern->has_position || pattern->generation > 0) {
    g_string_append (text, "#CXRLE");
    if (pattern->has_position)
      g_string_append_printf (text,
          " Pos=%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT, pattern->x,
          pattern->y);
    if (pattern->generation > 0)
      g_string_append_printf (
          text, " Gen=%" G_GUINT64_FORMAT, pattern->generation);
    g_string_append_c (text, '\n');
  }
  g_string_append_printf (text, "x = %u, y = %u",
      written_side (pattern, pattern->width),
      written_side (pattern, pattern->height));
  if (pattern->rule != NULL)
    g_string_append_printf (text, ", rule = %s", pattern->rule);
  g_string_append_c (text, '\n');
}

static gboolean
put_plaintext (GString *text, const LifePattern *pattern, const LifeRun *runs,
    gsize n_runs, GError **error)
{
  guint64 row = (guint64) pattern->width + 1;
  gsize start, i;
  guint32 y;

  if (highest_state (runs, n_runs) > 1) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "the pattern has cells of state %u, and plaintext knows two states"
        " only: write it as RLE",
        highest_state (runs, n_runs));
    return FALSE;
  }
  if (n_runs > 0 && row > LIFE_TEXT_MAX / pattern->height)
    return fail_text_size (error);
  if (pattern->rule != NULL)
    g_string_append_printf (text, "!Rule: %s\n", pattern->rule);
  else if (n_runs > 0)
    g_string_append (text, "!\n");
  if (n_runs == 0) {
    g_string_append (text, "!Empty\n");
    return TRUE;
  }
  start = text->len;
  g_string_set_size (text, start + row * pattern->height);
  memset (text->str + start, '.', row * pattern->height);
  for (y = 0; y < pattern->height; y++)
    text->str[start + row * y + pattern->width] = '\n';
  for (i = 0; i < n_runs; i++)
    memset (
        text->str + start + row * runs[i].y + runs[i].x, 'O', runs[i].length);
  return TRUE;
}

static gboolean
check_pattern (const LifePattern *pattern, LifeFormat format, GError **error)
{
  const gint64 corner[] = { pattern->x, pattern->y, pattern->z };
  guint i;

  if (pattern->dimensions == 3 && format != LIFE_FORMAT_RLE3) {
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
  g_autofree LifeRun *runs = NULL;
  gsize n_runs = 0;
  GString *text;
  gboolean written;

  g_return_val_if_fail (pattern != NULL, NULL);
  g_return_val_if_fail (format == LIFE_FORMAT_RLE || format == LIFE_FORMAT_RLE3
                            || format == LIFE_FORMAT_PLAINTEXT,
      NULL);

  if (!check_pattern (pattern, format, error))
    return NULL;
  if (pattern->nodes != NULL && pattern->n_runs == 0) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "the pattern has more cells than are written one by one");
    return NULL;
  }
  runs = sorted_runs (pattern, &n_runs, error);
  if (runs == NULL)
    return NULL;
  text = g_string_new (NULL);
  if (format == LIFE_FORMAT_PLAINTEXT) {
    written = put_plaintext (text, pattern, runs, n_runs, error);
  } else {
    if (format == LIFE_FORMAT_RLE3)
      put_3d_header (text, pattern);
    else
      put_2d_header (text, pattern);
    written = put_runs (text, runs, n_runs, error);
  }
  return g_string_free (text, !written);
}

static gboolean
format_of_path (const gchar *path, LifeFormat *format, GError **error)
{
  static const struct {
    const gchar *extension;
    LifeFormat format;
  } extensions[] = {
    { ".rle", LIFE_FORMAT_RLE },
    { ".rle3", LIFE_FORMAT_RLE3 },
    { ".3d", LIFE_FORMAT_RLE3 },
    { ".cells", LIFE_FORMAT_PLAINTEXT },
  };
  g_autofree gchar *lower = g_ascii_strdown (path, -1);
  g_autofree gchar *name = NULL;
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (extensions); i++) {
    if (g_str_has_suffix (lower, extensions[i].extension)) {
      *format = extensions[i].format;
      return TRUE;
    }
  }
  name = g_filename_display_name (path);
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_FILE,
      "%s: patterns are written to files that end in .rle (2D), .rle3 or .3d"
      " (3D), or .cells (2D plaintext), worlds without edges also to .mc and "
      ".mc.gz",
      name);
  return FALSE;
}

gboolean
life_pattern_save (
    const LifePattern *pattern, const gchar *path, GError **error)
{
  g_autofree gchar *text = NULL;
  g_autoptr (GError) cause = NULL;
  LifeFormat format;

  g_return_val_if_fail (path != NULL, FALSE);

  if (!format_of_path (path, &format, error))
    return FALSE;
  text = life_pattern_write (pattern, format, error);
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
