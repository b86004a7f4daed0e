/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads plaintext patterns (.cells) and those with counts, David Bell's dblife
 * format; write.c writes plaintext. */
#include <string.h>

#include "life/pattern/readers.h"

typedef struct {
  LifePattern *pattern;
  LifeReader *reader;
  gsize allocated;
  guint32 x, y; /* the next cell */
} Plaintext;

/* "!" starts a comment; life_pattern_write() writes the rule in one, and in
 * another that there is no live cell. */
static void
read_comment (LifePattern *pattern, LifeReader *reader)
{
  life_reader_accept (reader, "!");
  life_reader_skip_blanks (reader);
  if (pattern->rule == NULL && life_reader_accept (reader, "Rule:"))
    pattern->rule = life_reader_take_rule (reader, FALSE);
  else if (life_reader_accept (reader, "Name:"))
    life_pattern_take_name (pattern, reader);
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

gboolean
life_pattern_read_plaintext (
    LifePattern *pattern, LifeReader *reader, GError **error)
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
