/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the readers of the pattern formats share: a text that knows where it is
 * read, and a list of runs that grows. Each format lives in its own file. */
#pragma once

#include <life/pattern.h>

G_BEGIN_DECLS

/* Positions farther out are refused, so that sums of them cannot overflow. */
#define LIFE_POSITION_MAX (G_GINT64_CONSTANT (1) << 56)

/* More text than this is neither read nor written. */
#define LIFE_TEXT_MAX (G_GUINT64_CONSTANT (1) << 30)

/* What life_reader_peek() gives behind the last byte. */
#define LIFE_READER_END (-1)

/*
 * LifeReader:
 * @text: the whole text
 * @length: bytes of @text
 * @at: the byte that is read next
 * @name: (nullable): the file that the text is from, for messages
 *
 * A place in a text. Lines end in LF, CR LF or CR.
 */
typedef struct {
  const gchar *text;
  gsize length;
  gsize at;
  const gchar *name;
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
 * Moves on over @word when it stands there.
 */
G_GNUC_INTERNAL gboolean life_reader_accept (
    LifeReader *reader, const gchar *word);

/* Moves on over spaces and tabs. */
G_GNUC_INTERNAL void life_reader_skip_blanks (LifeReader *reader);

/* Moves on to the first byte of the next line. */
G_GNUC_INTERNAL void life_reader_skip_line (LifeReader *reader);

G_GNUC_INTERNAL gboolean life_reader_at_line_start (const LifeReader *reader);
G_GNUC_INTERNAL gboolean life_reader_at_line_end (const LifeReader *reader);

/*
 * life_reader_take_line:
 *
 * Returns: (nullable): the rest of the line without the blanks around it, or
 *   %NULL when nothing is left of it; the reader then stands at the line's end
 */
G_GNUC_INTERNAL gchar *life_reader_take_line (LifeReader *reader);

/*
 * life_reader_number:
 * @what: what the number is, for the message
 * @maximum: the largest one allowed
 *
 * Reads digits that must be there.
 */
G_GNUC_INTERNAL gboolean life_reader_number (LifeReader *reader,
    const gchar *what, guint64 maximum, guint64 *number, GError **error);

/* The same with a sign, up to LIFE_POSITION_MAX either way. */
G_GNUC_INTERNAL gboolean life_reader_position (
    LifeReader *reader, const gchar *what, gint64 *position, GError **error);

/*
 * life_reader_fail:
 * @at: the byte to blame; the message names its line and column
 *
 * Returns: %FALSE, with @error set
 */
G_GNUC_INTERNAL gboolean life_reader_fail (const LifeReader *reader, gsize at,
    GError **error, const gchar *format, ...) G_GNUC_PRINTF (4, 5);

/* The same for a wrong byte at the reader's place. */
G_GNUC_INTERNAL gboolean life_reader_fail_expected (
    const LifeReader *reader, const gchar *expected, GError **error);

/*
 * life_grow:
 * @items: (inout): an array from g_malloc()
 * @allocated: (inout): how many items it has room for
 * @used: how many of them are in use
 * @size: bytes of an item
 *
 * Makes room for one more item. Too little memory is an error, not an abort.
 */
G_GNUC_INTERNAL gboolean life_grow (
    gpointer *items, gsize *allocated, gsize used, gsize size, GError **error);

/*
 * life_pattern_add_run:
 * @allocated: (inout): how many runs @pattern has room for, 0 at first
 *
 * Adds live cells, joined to the last run where they follow it in its row.
 */
G_GNUC_INTERNAL gboolean life_pattern_add_run (LifePattern *pattern,
    gsize *allocated, guint32 x, guint32 y, guint32 z, guint32 length,
    GError **error);

/* The readers of the formats; @pattern holds nothing but its format yet. */
G_GNUC_INTERNAL gboolean life_pattern_read_rle (
    LifePattern *pattern, LifeReader *reader, GError **error);
G_GNUC_INTERNAL gboolean life_pattern_read_plaintext (
    LifePattern *pattern, LifeReader *reader, GError **error);
G_GNUC_INTERNAL gboolean life_pattern_read_life_105 (
    LifePattern *pattern, LifeReader *reader, GError **error);
G_GNUC_INTERNAL gboolean life_pattern_read_life_106 (
    LifePattern *pattern, LifeReader *reader, GError **error);

/* Returns: (nullable): the text of the built-in pattern @name. */
G_GNUC_INTERNAL const gchar *life_builtin_lookup (const gchar *name);

G_END_DECLS
