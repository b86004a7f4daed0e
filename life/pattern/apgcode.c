/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads apgcodes, Catagolue's names of objects: "xq4_153" is the glider. After the kind and its
 * number a code has the cells in the extended Wechsler format, strips of five rows
 * (https://conwaylife.com/wiki/Apgcode). */
#include "life/pattern/readers.h"

#include <string.h>

#define STRIP_ROWS 5

/* What a digit stands for: five cells of a column, the lowest bit the topmost. */
static const gchar digits[] = "0123456789abcdefghijklmnopqrstuv";

/* "y" and one of these: 4 and more columns of dead cells. */
static const gchar counts[] = "0123456789abcdefghijklmnopqrstuvwxyz";

/* The kinds of objects. The codes of those that only grow, or that were not classified, have
 * no cells. */
static const struct {
  const gchar *start;
  gboolean has_number, has_cells, counts_cells;
} kinds[] = {
  { "xs", TRUE, TRUE, TRUE }, /* still lifes, by how many cells live */
  { "xp", TRUE, TRUE },       /* oscillators, by their period */
  { "xq", TRUE, TRUE },       /* spaceships, likewise */
  { "yl", TRUE },             /* linear growth */
  { "zz" },                   /* other growth */
  { "ov" },                   /* what was too large */
};

typedef struct {
  LifePattern *pattern;
  LifeReader *reader;
  gsize allocated;
  guint64 population;
} Code;

/* The kind that a line starts with, and a number where it has one. */
static gboolean
accept_kind (LifeReader *reader, guint *kind)
{
  for (*kind = 0; *kind < G_N_ELEMENTS (kinds); (*kind)++) {
    LifeReader ahead = *reader;
    gsize number;

    if (!life_reader_accept (&ahead, kinds[*kind].start))
      continue;
    number = ahead.at;
    while (g_ascii_isdigit (life_reader_peek (&ahead)))
      ahead.at++;
    if ((ahead.at > number) != kinds[*kind].has_number
        || life_reader_peek (&ahead) != '_')
      continue;
    reader->at = number;
    return TRUE;
  }
  return FALSE;
}

static gboolean
is_apgcode (const LifeReader *line, gboolean commented)
{
  LifeReader ahead = *line;
  guint kind;

  return accept_kind (&ahead, &kind);
}

/* Reads a token for columns of a strip: some dead ones, or one of @cells. */
static gboolean
read_columns (LifeReader *reader, guint *columns, guint *cells, GError **error)
{
  const gint c = life_reader_peek (reader);
  const gchar *digit = c > 0 ? strchr (digits, c) : NULL;
  const gchar *count;

  *columns = digit != NULL ? 1 : c == 'w' ? 2 : c == 'x' ? 3 : c == 'y' ? 4 : 0;
  *cells = digit != NULL ? digit - digits : 0;
  if (c == '_')
    return life_reader_fail (reader, reader->at, error,
        "a second \"_\" begins the cells of another state, and only codes of "
        "two "
        "states are read: take the object's RLE from Catagolue");
  if (*columns == 0)
    return life_reader_fail_expected (reader,
        "a digit from 0 to v, or w, x, y or z (an apgcode has lower case "
        "letters)",
        error);
  reader->at++;
  if (c != 'y')
    return TRUE;
  count = life_reader_peek (reader) > 0
              ? strchr (counts, life_reader_peek (reader))
              : NULL;
  if (count == NULL)
    return life_reader_fail_expected (
        reader, "a digit from 0 to z after \"y\"", error);
  reader->at++;
  *columns += count - counts;
  return TRUE;
}

static gboolean
is_end (const LifeReader *reader)
{
  const gint c = life_reader_peek (reader);

  return c == 'z' || c == '/' || c == ' ' || c == '\t'
         || life_reader_at_line_end (reader);
}

/* Reads one row of the strip from @start on; the reader is then at the strip's end. */
static gboolean
read_row (Code *code, gsize start, guint64 top, guint row, GError **error)
{
  LifePattern *pattern = code->pattern;
  LifeReader *reader = code->reader;
  guint64 x = 0;
  guint columns, cells;

  for (reader->at = start; !is_end (reader); x += columns) {
    const gsize at = reader->at;

    if (!read_columns (reader, &columns, &cells, error))
      return FALSE;
    if ((cells >> row & 1) == 0)
      continue;
    if (x >= G_MAXUINT32 || top + row >= G_MAXUINT32)
      return life_reader_fail (reader, at, error,
          "a live cell at column %" G_GUINT64_FORMAT
          " of row %" G_GUINT64_FORMAT
          " is too far out; a side has at most %u cells",
          x, top + row, (guint) G_MAXUINT32);
    if (!life_pattern_add_run (pattern, &code->allocated,
            (LifeRun){ (guint32) x, (guint32) (top + row), 0, 1, 1 }, error))
      return FALSE;
    pattern->width = MAX (pattern->width, (guint32) x + 1);
    pattern->height = (guint32) (top + row) + 1;
    code->population++;
  }
  return TRUE;
}

/* Rows one by one, so that runs are in reading order. */
static gboolean
read_strips (Code *code, GError **error)
{
  LifeReader *reader = code->reader;
  guint64 top = 0;

  do {
    const gsize start = reader->at;

    for (guint row = 0; row < STRIP_ROWS; row++)
      if (!read_row (code, start, top, row, error))
        return FALSE;
    top += STRIP_ROWS;
  } while (life_reader_accept (reader, "z"));
  return TRUE;
}

static gboolean
read_code (Code *code, GError **error)
{
  LifeReader *reader = code->reader;
  LifeReader name = *reader;
  guint64 number = 0;
  guint kind;

  if (!accept_kind (reader, &kind))
    return life_reader_fail_expected (
        reader, "an apgcode (xs4_33, xp2_7, xq4_153)", error);
  if (!kinds[kind].has_cells)
    return life_reader_fail (reader, name.at, error,
        "codes that start with \"%s\" name objects without their cells: take "
        "the object's RLE from Catagolue",
        kinds[kind].start);
  if (!life_reader_number (
          reader, "the number of a kind", G_MAXUINT64, &number, error))
    return FALSE;
  life_reader_accept (reader, "_");
  if (!read_strips (code, error))
    return FALSE;
  if (kinds[kind].counts_cells && number != code->population)
    return life_reader_fail (reader, name.at, error,
        "a still life of %" G_GUINT64_FORMAT
        " cells, and its code has %" G_GUINT64_FORMAT "; is it cut off?",
        number, code->population);
  name.length = reader->at;
  life_pattern_read_name (code->pattern, &name);
  if (life_reader_accept (reader, "/"))
    code->pattern->rule = life_reader_read_rule (reader, TRUE);
  return life_reader_end_line (reader, error);
}

static gboolean
read_text (LifePattern *pattern, LifeReader *reader, LifeReading reading,
    GError **error)
{
  Code code = { pattern, reader };

  while (life_reader_peek (reader) == '#') {
    life_reader_skip_line (reader);
    life_reader_skip_space (reader);
  }
  if (!read_code (&code, error))
    return FALSE;
  life_reader_skip_space (reader);
  return life_reader_peek (reader) == LIFE_READER_END
         || life_reader_fail_expected (
             reader, "the end of the text after one apgcode", error);
}

const LifePatternFormat life_format_apgcode = { LIFE_FORMAT_APGCODE, "apgcode",
  .recognizes = is_apgcode, .is_word = TRUE, .read = read_text };
