/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads plaintext patterns (.cells); pattern-write.c writes them. */
#include "life/pattern-private.h"

/* "!" starts a comment; life_pattern_write() names the rule in one. */
static void
read_comment (LifePattern *pattern, LifeReader *reader)
{
  life_reader_accept (reader, "!");
  life_reader_skip_blanks (reader);
  if (pattern->rule == NULL && life_reader_accept (reader, "Rule:"))
    pattern->rule = life_reader_take_line (reader);
  life_reader_skip_line (reader);
}

static gboolean
read_row (LifePattern *pattern, LifeReader *reader, gsize *allocated, guint32 y,
    GError **error)
{
  guint32 x;

  for (x = 0;; x++, reader->at++) {
    gint c = life_reader_peek (reader);

    if (c == 'O' || c == '*') {
      if (!life_pattern_add_run (pattern, allocated, x, y, 0, 1, error))
        return FALSE;
    } else if (c != '.') {
      break;
    }
  }
  pattern->width = MAX (pattern->width, x);
  if (x > 0)
    pattern->height = y + 1;
  life_reader_skip_blanks (reader);
  if (!life_reader_at_line_end (reader))
    return life_reader_fail_expected (
        reader, "\".\" or \"O\" (plaintext)", error);
  life_reader_skip_line (reader);
  return TRUE;
}

gboolean
life_pattern_read_plaintext (
    LifePattern *pattern, LifeReader *reader, GError **error)
{
  gsize allocated = 0;
  guint32 y = 0;

  while (life_reader_peek (reader) != LIFE_READER_END) {
    if (life_reader_peek (reader) == '!') {
      read_comment (pattern, reader);
    } else {
      if (!read_row (pattern, reader, &allocated, y, error))
        return FALSE;
      /* Empty lines above the first row are no rows. */
      if (pattern->height > 0)
        y++;
    }
  }
  return TRUE;
}
