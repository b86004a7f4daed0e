/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads RLE and its 3D form RLE3; rle-write.c writes them. */
#include <string.h>

#include "life/pattern/readers.h"

/* The grid that Golly's 3D script assumes where a file has no size. */
#define GOLLY_3D_GRID 100

/* A grid of this side holds any position counted from its corner. */
#define GRID_MAX (4 * LIFE_POSITION_MAX)

typedef struct {
  LifePattern *pattern;
  LifeReader *reader;
  gsize allocated;
  gboolean header;  /* a header line bounds the cells */
  gboolean volume;  /* planes follow one another: RLE3 */
  gboolean settled; /* "#CXRLE" has set the position */
  guint64 x, y, z;  /* the next cell */
  guint64 width, height, depth;
} RleReader;

static void
skip_separators (LifeReader *reader)
{
  life_reader_skip_blanks (reader);
  if (life_reader_accept (reader, ","))
    life_reader_skip_blanks (reader);
}

static void
skip_word (LifeReader *reader)
{
  while (!life_reader_at_line_end (reader) && life_reader_peek (reader) != ' '
         && life_reader_peek (reader) != '\t')
    reader->at++;
}

/* "x = 3" of the header. */
static gboolean
read_side (LifeReader *reader, const gchar *key, guint64 *side, GError **error)
{
  if (!life_reader_accept (reader, key))
    return life_reader_fail_expected (
        reader, "\"x = …, y = …\" (in 3D z too)", error);
  life_reader_skip_blanks (reader);
  if (!life_reader_accept (reader, "="))
    return life_reader_fail_expected (reader, "\"=\"", error);
  life_reader_skip_blanks (reader);
  if (!life_reader_number (reader, "a size", G_MAXUINT32, side, error))
    return FALSE;
  skip_separators (reader);
  return TRUE;
}

static gboolean
read_header (RleReader *rle, GError **error)
{
  LifeReader *reader = rle->reader;

  rle->header = TRUE;
  rle->depth = 1;
  if (!read_side (reader, "x", &rle->width, error)
      || !read_side (reader, "y", &rle->height, error))
    return FALSE;
  if (rle->volume || life_reader_peek (reader) == 'z') {
    rle->volume = TRUE;
    if (!read_side (reader, "z", &rle->depth, error))
      return FALSE;
  }
  if (life_reader_accept (reader, "rule")) {
    gchar *rule;

    life_reader_skip_blanks (reader);
    if (!life_reader_accept (reader, "="))
      return life_reader_fail_expected (reader, "\"=\"", error);
    rule = life_reader_read_rule (reader, FALSE);
    if (rule != NULL) {
      g_free (rle->pattern->rule);
      rle->pattern->rule = rule;
    }
  }
  if (!life_reader_at_line_end (reader))
    return life_reader_fail_expected (
        reader, "\"rule = …\" or the end of the line", error);
  life_reader_skip_line (reader);
  return TRUE;
}

/* Reads the text after "#CXRLE". */
static gboolean
read_extended (RleReader *rle, GError **error)
{
  LifePattern *pattern = rle->pattern;
  LifeReader *reader = rle->reader;

  for (skip_separators (reader); !life_reader_at_line_end (reader);
       skip_separators (reader)) {
    if (life_reader_accept (reader, "Pos=")) {
      if (!life_reader_position (reader, "a column", &pattern->x, error))
        return FALSE;
      if (!life_reader_accept (reader, ","))
        return life_reader_fail_expected (reader, "\",\"", error);
      if (!life_reader_position (reader, "a row", &pattern->y, error))
        return FALSE;
      pattern->has_position = rle->settled = TRUE;
    } else if (life_reader_accept (reader, "Gen=")) {
      if (!life_reader_number (
              reader, "a generation", G_MAXUINT64, &pattern->generation, error))
        return FALSE;
    } else {
      skip_word (reader);
    }
  }
  return TRUE;
}

/* "#P x y" and "#R x y" set the position; without two numbers they are
 * comments. */
static void
read_corner (RleReader *rle)
{
  LifeReader ahead = *rle->reader;
  gint64 x, y;

  life_reader_skip_blanks (&ahead);
  if (!life_reader_position (&ahead, "a column", &x, NULL))
    return;
  life_reader_skip_blanks (&ahead);
  if (!life_reader_position (&ahead, "a row", &y, NULL) || rle->settled)
    return;
  rle->pattern->has_position = TRUE;
  rle->pattern->x = x;
  rle->pattern->y = y;
}

static gboolean
read_comment (RleReader *rle, GError **error)
{
  LifeReader *reader = rle->reader;

  if (life_reader_accept (reader, "#CXRLE")) {
    if (!read_extended (rle, error))
      return FALSE;
  } else if (life_reader_accept (reader, "#P")
             || life_reader_accept (reader, "#R")) {
    read_corner (rle);
  } else if (life_reader_accept (reader, "#N ")) {
    life_pattern_read_name (rle->pattern, reader);
  } else if (life_reader_accept (reader, "#r")) {
    if (rle->pattern->rule == NULL)
      rle->pattern->rule = life_reader_read_rule (reader, FALSE);
  }
  life_reader_skip_line (reader);
  return TRUE;
}

/* "19,18,18": relative to the corner of the grid, not to its center. */
static gboolean
read_grid_position (LifeReader *reader, guint64 position[3], GError **error)
{
  guint i;

  for (i = 0; i < 3; i++) {
    if (i > 0 && !life_reader_accept (reader, ","))
      return life_reader_fail_expected (reader, "\",\"", error);
    if (!life_reader_number (
            reader, "a position", GRID_MAX, &position[i], error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_version (LifeReader *reader, GError **error)
{
  guint64 version;
  gsize at = reader->at;

  if (!life_reader_number (reader, "a version", G_MAXUINT32, &version, error))
    return FALSE;
  if (version != 1)
    return life_reader_fail (reader, at, error,
        "RLE3 of version %" G_GUINT64_FORMAT
        " is not supported, only version 1",
        version);
  return TRUE;
}

static gboolean
set_grid_position (
    RleReader *rle, guint64 size, const guint64 position[3], GError **error)
{
  LifePattern *pattern = rle->pattern;
  gint64 *corner[] = { &pattern->x, &pattern->y, &pattern->z };
  guint i;

  for (i = 0; i < 3; i++) {
    *corner[i] = (gint64) position[i] - (gint64) (size / 2);
    if (ABS (*corner[i]) > LIFE_POSITION_MAX)
      return life_reader_fail (rle->reader, rle->reader->at, error,
          "the position is too far from the center");
  }
  pattern->has_position = TRUE;
  return TRUE;
}

/* Golly's first line: "3D version=1 size=40 pos=19,18,18 gen=7". */
static gboolean
read_3d_line (RleReader *rle, GError **error)
{
  LifeReader *reader = rle->reader;
  guint64 size = GOLLY_3D_GRID, position[3] = { 0, 0, 0 };
  gboolean has_position = FALSE, read = TRUE;

  rle->volume = TRUE;
  for (life_reader_skip_blanks (reader); !life_reader_at_line_end (reader);
       life_reader_skip_blanks (reader)) {
    if (life_reader_accept (reader, "version=")) {
      read = read_version (reader, error);
    } else if (life_reader_accept (reader, "size=")) {
      read = life_reader_number (reader, "a size", GRID_MAX, &size, error);
      has_position = TRUE;
    } else if (life_reader_accept (reader, "pos=")) {
      read = read_grid_position (reader, position, error);
      has_position = TRUE;
    } else if (life_reader_accept (reader, "gen=")) {
      read = life_reader_number (reader, "a generation", G_MAXUINT64,
          &rle->pattern->generation, error);
    } else {
      skip_word (reader);
    }
    if (!read)
      return FALSE;
  }
  if (has_position && !set_grid_position (rle, size, position, error))
    return FALSE;
  life_reader_skip_line (reader);
  return TRUE;
}

/* "x = 3", not the cell "xA". */
static gboolean
is_header (const LifeReader *reader)
{
  LifeReader ahead = *reader;

  return life_reader_accept (&ahead, "x")
         && !g_ascii_isupper (life_reader_peek (&ahead));
}

/* Reads the lines above the cells. */
static gboolean
read_preamble (RleReader *rle, GError **error)
{
  LifeReader *reader = rle->reader;

  if (life_reader_accept (reader, "3D") && !read_3d_line (rle, error))
    return FALSE;
  for (;;) {
    life_reader_skip_blanks (reader);
    if (life_reader_peek (reader) == LIFE_READER_END)
      return TRUE;
    if (life_reader_peek (reader) == '#') {
      if (!read_comment (rle, error))
        return FALSE;
    } else if (is_header (reader)) {
      return read_header (rle, error);
    } else if (life_reader_at_line_end (reader)) {
      life_reader_skip_line (reader);
    } else {
      return TRUE;
    }
  }
}

static gboolean
skip_space (RleReader *rle, GError **error)
{
  LifeReader *reader = rle->reader;

  for (;;) {
    life_reader_skip_blanks (reader);
    if (life_reader_peek (reader) == '#'
        && life_reader_at_line_start (reader)) {
      if (!read_comment (rle, error))
        return FALSE;
    } else if (life_reader_peek (reader) != LIFE_READER_END
               && life_reader_at_line_end (reader)) {
      life_reader_skip_line (reader);
    } else {
      return TRUE;
    }
  }
}

static gboolean
fail_outside (const RleReader *rle, gsize at, const gchar *what,
    guint64 reached, const gchar *key, guint64 limit, GError **error)
{
  if (!rle->header)
    return life_reader_fail (rle->reader, at, error,
        "%s %" G_GUINT64_FORMAT " is too far out; a side has at most %u cells",
        what, reached, (guint) G_MAXUINT32);
  return life_reader_fail (rle->reader, at, error,
      "%s %" G_GUINT64_FORMAT
      " is outside the pattern: the header has %s = %" G_GUINT64_FORMAT,
      what, reached, key, limit);
}

/* Adds @count cells of one state; messages count positions from 1. */
static gboolean
read_cells (
    RleReader *rle, gsize at, guint64 count, guint8 state, GError **error)
{
  if (rle->z >= rle->depth)
    return fail_outside (rle, at, "plane", rle->z + 1, "z", rle->depth, error);
  if (rle->y >= rle->height)
    return fail_outside (rle, at, "row", rle->y + 1, "y", rle->height, error);
  if (count > rle->width - rle->x)
    return fail_outside (
        rle, at, "column", rle->x + count, "x", rle->width, error);
  if (state > 0) {
    LifePattern *pattern = rle->pattern;
    LifeRun run = { rle->x, rle->y, rle->z, count, state };

    if (!life_pattern_add_run (pattern, &rle->allocated, run, error))
      return FALSE;
    pattern->width = MAX (pattern->width, rle->x + count);
    pattern->height = MAX (pattern->height, rle->y + 1);
    pattern->depth = MAX (pattern->depth, rle->z + 1);
  }
  rle->x += count;
  return TRUE;
}

static gboolean
end_rows (RleReader *rle, gsize at, guint64 count, GError **error)
{
  if (count > rle->height - rle->y)
    return fail_outside (
        rle, at, "row", rle->y + count + 1, "y", rle->height, error);
  rle->x = 0;
  rle->y += count;
  return TRUE;
}

static gboolean
end_planes (RleReader *rle, gsize at, guint64 count, GError **error)
{
  if (rle->header && !rle->volume)
    return life_reader_fail (rle->reader, at, error,
        "\"/\" ends a plane of a 3D pattern, but the header has no z");
  rle->volume = TRUE;
  if (count > rle->depth - rle->z)
    return fail_outside (
        rle, at, "plane", rle->z + count + 1, "z", rle->depth, error);
  rle->x = rle->y = 0;
  rle->z += count;
  return TRUE;
}

static gboolean
fail_tag (const RleReader *rle, GError **error)
{
  gint c = life_reader_peek (rle->reader);

  if (c == LIFE_READER_END)
    return life_reader_fail (rle->reader, rle->reader->at, error,
        "the pattern ends without \"!\"; is it cut off?");
  return life_reader_fail_expected (rle->reader,
      "\"b\", \"o\", \".\", \"A\" to \"X\", \"$\", \"!\" or a count (RLE)",
      error);
}

static gboolean
is_one_of (gint c, const gchar *bytes)
{
  return c > 0 && strchr (bytes, c) != NULL;
}

/* The state of a cell: "." or "b" is 0, "A" or "o" 1, "B" 2, …, "X" 24, "pA" 25,
 * …, "yO" 255. */
static gboolean
read_state (RleReader *rle, guint *state, GError **error)
{
  LifeReader *reader = rle->reader;
  gsize at = reader->at;
  gint c = life_reader_peek (reader);

  *state = 0;
  if (c == 'b' || c == '.' || c == 'o') {
    *state = c == 'o';
    reader->at++;
    return TRUE;
  }
  if (c >= 'p' && c <= 'y') {
    reader->at++;
    if (c == 'x' && is_one_of (life_reader_peek (reader), " \t="))
      return life_reader_fail (
          reader, at, error, "a second header line within the cells");
    *state = 24 * (c - 'p' + 1);
    if (life_reader_peek (reader) < 'A' || life_reader_peek (reader) > 'X')
      return life_reader_fail (reader, at, error,
          "\"%c\" without \"A\" to \"X\" after it, which would be a state above"
          " 24",
          c);
    c = life_reader_peek (reader);
  }
  if (c < 'A' || c > 'X')
    return fail_tag (rle, error);
  *state += c - 'A' + 1;
  reader->at++;
  if (*state > G_MAXUINT8)
    return life_reader_fail (reader, at, error,
        "state %u; the highest is 255, which is \"yO\"", *state);
  return TRUE;
}

/* A count and what it counts. */
static gboolean
read_token (RleReader *rle, gboolean *last, GError **error)
{
  LifeReader *reader = rle->reader;
  guint64 count = 1;
  gsize at = reader->at;
  guint state;

  if (g_ascii_isdigit (life_reader_peek (reader))) {
    if (!life_reader_number (reader, "a run count", G_MAXUINT32, &count, error))
      return FALSE;
    if (count == 0)
      return life_reader_fail (reader, at, error, "a run count of 0");
    if (!skip_space (rle, error))
      return FALSE;
  }
  switch (life_reader_peek (reader)) {
    case '$':
      reader->at++;
      return end_rows (rle, at, count, error);
    case '/':
      reader->at++;
      return end_planes (rle, at, count, error);
    case '!':
      *last = TRUE;
      return TRUE;
    default:
      return read_state (rle, &state, error)
             && read_cells (rle, at, count, state, error);
  }
}

static gboolean
read_text (LifePattern *pattern, LifeReader *reader, LifeReading reading,
    GError **error)
{
  RleReader rle = { pattern, reader };
  gboolean last = FALSE;

  rle.width = rle.height = rle.depth = G_MAXUINT32;
  if (!read_preamble (&rle, error))
    return FALSE;
  while (!last) {
    if (!skip_space (&rle, error) || !read_token (&rle, &last, error))
      return FALSE;
  }
  if (rle.header) {
    pattern->width = rle.width;
    pattern->height = rle.height;
    pattern->depth = rle.depth;
    reader->empty = rle.width == 0 || rle.height == 0 || rle.depth == 0;
  }
  if (rle.volume) {
    pattern->format = LIFE_FORMAT_RLE3;
    pattern->dimensions = 3;
  }
  return TRUE;
}

/* Whether the line has only cells of RLE, and also a count, a row's end or the pattern's end,
 * which no word has. */
static gboolean
is_rle_line (const LifeReader *reader)
{
  LifeReader ahead = *reader;
  gboolean telling = FALSE;

  for (; !life_reader_at_line_end (&ahead); ahead.at++) {
    gint c = life_reader_peek (&ahead);

    if (c == '!')
      return TRUE;
    if (g_ascii_isdigit (c) || c == '$')
      telling = TRUE;
    else if (strchr ("bo./ \t", c) == NULL && !(c >= 'A' && c <= 'X')
             && !(c >= 'p' && c <= 'y'))
      return FALSE;
  }
  return telling;
}

static gboolean
is_rle (const LifeReader *line, gboolean commented)
{
  const gint c = life_reader_peek (line);

  return g_ascii_isdigit (c) || (c != 0 && strchr ("xbo$/!.A", c) != NULL)
         || is_rle_line (line);
}

const LifePatternFormat life_format_rle3 = { LIFE_FORMAT_RLE3, "RLE3",
  .read = read_text, .endings = { "rle3", "3d" }, .dimensions = 3,
  .write = life_pattern_write_rle3 };
const LifePatternFormat life_format_rle = { LIFE_FORMAT_RLE, "RLE", NULL,
  is_rle, FALSE, read_text, { "rle" }, 2, life_pattern_write_rle };
