/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads Life 1.05 (blocks of cells) and Life 1.06 (a list of cells). */
#include "life/base/grow.h"
#include "life/pattern/readers.h"

#include <stdlib.h>

/* Runs of cells in a row; both formats may start at any position and repeat
 * cells. */
typedef struct {
  gint64 x, y;
  gint64 length;
} Segment;

typedef struct {
  Segment *items;
  gsize n_items, allocated;
  gint64 left, top, right, bottom; /* right and bottom are one past */
} Segments;

static gboolean
segments_add (Segments *segments, const LifeReader *reader, gsize at, gint64 x,
    gint64 y, gint64 length, GError **error)
{
  gpointer items = segments->items;

  if (segments->n_items == 0) {
    segments->left = segments->right = x;
    segments->top = segments->bottom = y;
  }
  segments->left = MIN (segments->left, x);
  segments->top = MIN (segments->top, y);
  segments->right = MAX (segments->right, x + length);
  segments->bottom = MAX (segments->bottom, y + 1);
  if (segments->right - segments->left > G_MAXUINT32
      || segments->bottom - segments->top > G_MAXUINT32)
    return life_reader_fail (reader, at, error,
        "with this cell the pattern is %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT
        " cells; a side has at most %u",
        segments->right - segments->left, segments->bottom - segments->top,
        (guint) G_MAXUINT32);
  if (!life_grow (&items, &segments->allocated, segments->n_items,
          sizeof (Segment), error))
    return FALSE;
  segments->items = items;
  segments->items[segments->n_items++] = (Segment){ x, y, length };
  return TRUE;
}

static gint
compare_segments (gconstpointer a, gconstpointer b)
{
  const Segment *first = a, *second = b;

  if (first->y != second->y)
    return first->y < second->y ? -1 : 1;
  if (first->x != second->x)
    return first->x < second->x ? -1 : 1;
  return 0;
}

/* Joins overlapping segments and moves all into the pattern's bounding box. */
static gboolean
segments_finish (Segments *segments, LifePattern *pattern, GError **error)
{
  gsize allocated = 0, i = 0;

  if (segments->n_items == 0)
    return TRUE;
  qsort (
      segments->items, segments->n_items, sizeof (Segment), compare_segments);
  while (i < segments->n_items) {
    gint64 x = segments->items[i].x, y = segments->items[i].y;
    gint64 end = x + segments->items[i].length;

    for (i++; i < segments->n_items && segments->items[i].y == y
              && segments->items[i].x <= end;
         i++)
      end = MAX (end, segments->items[i].x + segments->items[i].length);
    if (!life_pattern_add_run (pattern, &allocated,
            (LifeRun){ x - segments->left, y - segments->top, 0, end - x, 1 },
            error))
      return FALSE;
  }
  pattern->width = segments->right - segments->left;
  pattern->height = segments->bottom - segments->top;
  if (pattern->has_position) {
    pattern->x = segments->left;
    pattern->y = segments->top;
  }
  return TRUE;
}

static gboolean
read_pair (LifeReader *reader, gint64 *x, gint64 *y, GError **error)
{
  if (!life_reader_position (reader, "a column", x, error))
    return FALSE;
  life_reader_skip_blanks (reader);
  return life_reader_position (reader, "a row", y, error);
}

/* A line that starts with "#". "#P" sets the position of the next block. */
static gboolean
read_105_directive (LifePattern *pattern, LifeReader *reader, gint64 *left,
    gint64 *y, GError **error)
{
  if (life_reader_accept (reader, "#P")) {
    life_reader_skip_blanks (reader);
    if (life_reader_at_line_end (reader)) {
      *left = *y = 0;
    } else {
      if (!read_pair (reader, left, y, error))
        return FALSE;
      pattern->has_position = TRUE;
    }
    return life_reader_end_line (reader, error);
  }
  if (life_reader_accept (reader, "#R")) {
    g_free (pattern->rule);
    pattern->rule = life_reader_read_rule (reader, FALSE);
  } else if (life_reader_accept (reader, "#D Name:")) {
    life_pattern_read_name (pattern, reader);
  } else if (life_reader_accept (reader, "#N")) {
    g_free (pattern->rule);
    pattern->rule = g_strdup ("B3/S23");
  }
  life_reader_skip_line (reader);
  return TRUE;
}

static gboolean
read_105_row (Segments *segments, LifeReader *reader, gint64 left, gint64 y,
    GError **error)
{
  gsize start = reader->at;

  for (;; reader->at++) {
    gint c = life_reader_peek (reader);

    if (c == '*') {
      if (!segments_add (segments, reader, reader->at,
              left + (gint64) (reader->at - start), y, 1, error))
        return FALSE;
    } else if (c != '.') {
      break;
    }
  }
  life_reader_skip_blanks (reader);
  if (!life_reader_at_line_end (reader))
    return life_reader_fail_expected (
        reader, "\".\" or \"*\" (Life 1.05)", error);
  life_reader_skip_line (reader);
  return TRUE;
}

static gboolean
read_105 (LifePattern *pattern, LifeReader *reader, Segments *segments,
    GError **error)
{
  gint64 left = 0, y = 0;

  while (life_reader_peek (reader) != LIFE_READER_END) {
    if (life_reader_peek (reader) == '#') {
      if (!read_105_directive (pattern, reader, &left, &y, error))
        return FALSE;
    } else if (life_reader_at_line_end (reader)) {
      life_reader_skip_line (reader);
    } else if (!read_105_row (segments, reader, left, y++, error)) {
      return FALSE;
    }
  }
  return segments_finish (segments, pattern, error);
}

static gboolean
read_blocks (LifePattern *pattern, LifeReader *reader, LifeReading reading,
    GError **error)
{
  Segments segments = { 0 };
  gboolean read = read_105 (pattern, reader, &segments, error);

  g_free (segments.items);
  return read;
}

static gboolean
read_106 (LifePattern *pattern, LifeReader *reader, Segments *segments,
    GError **error)
{
  gint64 x, y;

  for (;;) {
    gsize at;

    life_reader_skip_blanks (reader);
    at = reader->at;
    if (life_reader_peek (reader) == LIFE_READER_END)
      break;
    if (life_reader_at_line_end (reader) || life_reader_peek (reader) == '#') {
      life_reader_skip_line (reader);
      continue;
    }
    if (!read_pair (reader, &x, &y, error)
        || !life_reader_end_line (reader, error)
        || !segments_add (segments, reader, at, x, y, 1, error))
      return FALSE;
  }
  pattern->has_position = segments->n_items > 0;
  return segments_finish (segments, pattern, error);
}

static gboolean
read_list (LifePattern *pattern, LifeReader *reader, LifeReading reading,
    GError **error)
{
  Segments segments = { 0 };
  gboolean read = read_106 (pattern, reader, &segments, error);

  g_free (segments.items);
  return read;
}

static gboolean
is_life_105 (const LifeReader *line, gboolean commented)
{
  return commented && life_pattern_is_picture_line (line);
}

const LifePatternFormat life_format_life_105 = { LIFE_FORMAT_LIFE_105,
  "Life 1.05", "#Life 1.05", is_life_105, .read = read_blocks };
const LifePatternFormat life_format_life_106 = { LIFE_FORMAT_LIFE_106,
  "Life 1.06", "#Life 1.06", .read = read_list };
