/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Plaintext patterns (.cells), read and written, and those with counts, David Bell's dblife
 * format, read. */
#include <string.h>

#include "life/pattern/readers.h"

typedef struct {
  LifePattern *pattern;
  LifeReader *reader;
  gsize allocated;
  guint32 x, y; /* the next cell */
} Plaintext;

/* "!" starts a comment. life_pattern_write() writes the rule in one, and "Empty" in another
 * if there is no live cell. */
static void
read_comment (LifePattern *pattern, LifeReader *reader)
{
  life_reader_accept (reader, "!");
  life_reader_skip_blanks (reader);
  if (pattern->rule == NULL && life_reader_accept (reader, "Rule:"))
    pattern->rule = life_reader_read_rule (reader, FALSE);
  else if (life_reader_accept (reader, "Name:"))
    life_pattern_read_name (pattern, reader);
  else if (life_reader_accept (reader, "Empty")) {
    life_reader_skip_blanks (reader);
    reader->empty = reader->empty || life_reader_at_line_end (reader);
  }
  life_reader_skip_line (reader);
}

/* A count and what it counts: cells, or with @moved set a movement of dblife's
 * cursor, which does not change the pattern. */
static gboolean
read_token (Plaintext *plaintext, gboolean *moved, GError **error)
{
  LifeReader *reader = plaintext->reader;
  gboolean counted = g_ascii_isdigit (life_reader_peek (reader));
  guint64 count = 1;
  gsize at = reader->at;
  gint c;

  if (counted
      && !life_reader_number (
          reader, "a run count", G_MAXUINT32, &count, error))
    return FALSE;
  if (count == 0)
    return life_reader_fail (reader, at, error, "a run count of 0");
  c = life_reader_peek (reader);
  if (c == LIFE_READER_END || c == 0 || strchr (".O*hjkl@", c) == NULL)
    return life_reader_fail_expected (reader,
        counted ? "\".\" or \"O\" after a count (dblife)"
                : "\".\" or \"O\" (plaintext)",
        error);
  reader->at++;
  if (counted)
    plaintext->pattern->format = LIFE_FORMAT_DBLIFE;
  *moved = strchr (".O*", c) == NULL;
  if (*moved)
    return TRUE;
  if (count > G_MAXUINT32 - plaintext->x)
    return life_reader_fail (reader, at, error,
        "column %" G_GUINT64_FORMAT
        " is too far out; a side has at most %u cells",
        plaintext->x + count, (guint) G_MAXUINT32);
  if (c != '.'
      && !life_pattern_add_run (plaintext->pattern, &plaintext->allocated,
          (LifeRun){ plaintext->x, plaintext->y, 0, count, 1 }, error))
    return FALSE;
  plaintext->x += count;
  return TRUE;
}

static gboolean
read_row (Plaintext *plaintext, GError **error)
{
  LifePattern *pattern = plaintext->pattern;
  LifeReader *reader = plaintext->reader;
  gboolean moved = FALSE;

  plaintext->x = 0;
  while (!life_reader_at_line_end (reader) && life_reader_peek (reader) != ' '
         && life_reader_peek (reader) != '\t') {
    if (!read_token (plaintext, &moved, error))
      return FALSE;
  }
  life_reader_skip_blanks (reader);
  if (!life_reader_at_line_end (reader))
    return life_reader_fail_expected (reader, "the end of the line", error);
  life_reader_skip_line (reader);
  pattern->width = MAX (pattern->width, plaintext->x);
  if (plaintext->x > 0)
    pattern->height = plaintext->y + 1;
  /* Empty lines above the first row do not count as rows, and neither do mere
   * movements. */
  if (pattern->height > 0 && !(moved && plaintext->x == 0))
    plaintext->y++;
  return TRUE;
}

static gboolean
read (LifePattern *pattern, LifeReader *reader, LifeReading reading,
    GError **error)
{
  Plaintext plaintext = { pattern, reader };

  while (life_reader_peek (reader) != LIFE_READER_END) {
    if (life_reader_peek (reader) == '!')
      read_comment (pattern, reader);
    else if (!read_row (&plaintext, error))
      return FALSE;
  }
  if (reader->empty && pattern->n_runs == 0)
    pattern->width = pattern->height = 0;
  return TRUE;
}

static gboolean
write_picture (const LifePattern *pattern, GString *text, GError **error)
{
  const LifeRun *runs = pattern->runs;
  const gsize n_runs = pattern->n_runs;
  const guint highest = life_pattern_find_highest_state (pattern);
  guint64 row = (guint64) pattern->width + 1;
  gsize start, i;
  guint32 y;

  if (highest > 1) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "the pattern has cells of state %u, and plaintext has two states"
        " only: write it as RLE",
        highest);
    return FALSE;
  }
  if (n_runs > 0 && row > LIFE_TEXT_MAX / pattern->height)
    return life_pattern_fail_text_size (error);
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

gboolean
life_pattern_is_picture_line (const LifeReader *line)
{
  LifeReader ahead = *line;

  while (life_reader_accept (&ahead, ".") || life_reader_accept (&ahead, "O")
         || life_reader_accept (&ahead, "*"))
    ;
  life_reader_skip_blanks (&ahead);
  return ahead.at > line->at && life_reader_at_line_end (&ahead);
}

static gboolean
is_plaintext (const LifeReader *line, gboolean commented)
{
  return !commented && life_pattern_is_picture_line (line);
}

const LifePatternFormat life_format_plaintext = { LIFE_FORMAT_PLAINTEXT,
  "plaintext", "!", is_plaintext, FALSE, read, { "cells" }, 2, write_picture };
const LifePatternFormat life_format_dblife = { LIFE_FORMAT_DBLIFE, "dblife",
  .read = read };
