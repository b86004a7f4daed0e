/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes RLE and RLE3. */
#include "life/pattern/readers.h"

#define LINE_MAX_LENGTH 70

typedef struct {
  GString *text;
  gsize line; /* where the present line starts */
} RleWriter;

static void
append_tag (RleWriter *rle, guint32 count, const gchar *tag)
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

/* "A" to "X" are states 1 to 24, "pA" to "pX" 25 to 48, and so on to "yO". */
static void
append_cells (RleWriter *rle, guint32 count, guint8 state)
{
  gchar tag[3] = { 'A' + (state - 1) % 24, '\0', '\0' };

  if (state > 24) {
    tag[1] = tag[0];
    tag[0] = 'p' + (state - 25) / 24;
  }
  append_tag (rle, count, tag);
}

static gboolean
append_runs (const LifePattern *pattern, GString *text, GError **error)
{
  RleWriter rle = { text, text->len };
  guint32 x = 0, y = 0, z = 0;
  gboolean states = life_pattern_find_highest_state (pattern) > 1;
  gsize i;

  for (i = 0; i < pattern->n_runs; i++) {
    const LifeRun *run = &pattern->runs[i];

    if (run->z > z) {
      append_tag (&rle, run->z - z, "/");
      z = run->z;
      x = y = 0;
    }
    if (run->y > y) {
      append_tag (&rle, run->y - y, "$");
      y = run->y;
      x = 0;
    }
    if (run->x > x)
      append_tag (&rle, run->x - x, states ? "." : "b");
    if (states)
      append_cells (&rle, run->length, run->state);
    else
      append_tag (&rle, run->length, "o");
    x = run->x + run->length;
    if (text->len > LIFE_TEXT_MAX)
      return life_pattern_fail_text_size (error);
  }
  append_tag (&rle, 1, "!");
  g_string_append_c (text, '\n');
  return TRUE;
}

/* Golly's 3D script counts from the corner of a cubic grid; the smallest side that such a
 * grid can have. */
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
append_3d_header (GString *text, const LifePattern *pattern)
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
append_2d_header (GString *text, const LifePattern *pattern)
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

gboolean
life_pattern_write_rle3 (
    const LifePattern *pattern, GString *text, GError **error)
{
  append_3d_header (text, pattern);
  return append_runs (pattern, text, error);
}

gboolean
life_pattern_write_rle (
    const LifePattern *pattern, GString *text, GError **error)
{
  append_2d_header (text, pattern);
  return append_runs (pattern, text, error);
}
