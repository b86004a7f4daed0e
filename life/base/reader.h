/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A position in a text, for all code that parses one: patterns, rules. */
#pragma once

#include <life/error.h>

G_BEGIN_DECLS

/* Positions farther out are refused, so that sums of them cannot overflow. */
#define LIFE_POSITION_MAX (G_GINT64_CONSTANT (1) << 56)

/* What life_reader_peek() returns after the last byte. */
#define LIFE_READER_END (-1)

/*
 * LifeReader:
 * @text: the whole text
 * @length: bytes of @text
 * @at: the byte that is read next
 * @name: (nullable): the file that the text is from, for messages
 * @empty: the text itself declares that it holds nothing
 * @memory: the most bytes that the unpacked text may have, and that what is made of it may
 *   have; 0: as many as are available
 * @columns: the width of the world that it is read for; 0: any
 * @rows: its height
 *
 * A position in a text. Lines end in LF, CR LF or CR.
 */
typedef struct {
  const gchar *text;
  gsize length;
  gsize at;
  const gchar *name;
  gboolean empty;
  guint64 memory;
  guint32 columns, rows;
} LifeReader;

static inline gint
life_reader_peek (const LifeReader *reader)
{
  return reader->at < reader->length ? (guchar) reader->text[reader->at]
                                     : LIFE_READER_END;
}

/*
 * life_reader_accept:
 *
 * Skips @word if it comes next.
 */
gboolean life_reader_accept (LifeReader *reader, const gchar *word);

/* Skips spaces and tabs. */
void life_reader_skip_blanks (LifeReader *reader);

/* Skips blanks and the ends of lines. */
void life_reader_skip_space (LifeReader *reader);

/* Skips to the first byte of the next line. */
void life_reader_skip_line (LifeReader *reader);

/* Skips blanks and the end of the line; anything else there is an error. */
gboolean life_reader_end_line (LifeReader *reader, GError **error);

gboolean life_reader_at_line_start (const LifeReader *reader);
gboolean life_reader_at_line_end (const LifeReader *reader);

/*
 * life_reader_read_line:
 *
 * Returns: (nullable): the rest of the line without the blanks around it, or
 *   %NULL if nothing is left; the reader is then at the line's end
 */
gchar *life_reader_read_line (LifeReader *reader);

/*
 * life_reader_read_rule:
 * @word: whether the rule ends at the first blank instead of with its line
 *
 * The same for a rule. A comma at its end is dropped, as in Golly.
 */
gchar *life_reader_read_rule (LifeReader *reader, gboolean word);

/*
 * life_reader_number:
 * @what: what the number is, for the message
 * @maximum: the largest one allowed
 *
 * Reads a number; no digit there is an error.
 */
gboolean life_reader_number (LifeReader *reader, const gchar *what,
    guint64 maximum, guint64 *number, GError **error);

/* The same with a sign, up to LIFE_POSITION_MAX in both directions. */
gboolean life_reader_position (
    LifeReader *reader, const gchar *what, gint64 *position, GError **error);

/*
 * life_reader_fail:
 * @at: the byte that is wrong; the message names its line and column
 *
 * Returns: %FALSE, with @error set
 */
gboolean life_reader_fail (const LifeReader *reader, gsize at, GError **error,
    const gchar *format, ...) G_GNUC_PRINTF (4, 5);

/* The same for a wrong byte at the reader's position. */
gboolean life_reader_fail_expected (
    const LifeReader *reader, const gchar *expected, GError **error);

/* The same where the text as a whole is wrong, not one position in it. */
gboolean life_reader_fail_whole (const LifeReader *reader, GError **error,
    const gchar *format, ...) G_GNUC_PRINTF (3, 4);

G_END_DECLS
