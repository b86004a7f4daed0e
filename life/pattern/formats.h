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

/* More runs than this are not read: 5 GiB of them. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#define LIFE_RUNS_MAX (1u << 20)
#else
#define LIFE_RUNS_MAX (1u << 28)
#endif

/* Text is read and unpacked in pieces of at least this size. */
#define LIFE_BYTES_CHUNK (G_GUINT64_CONSTANT (1) << 16)

/* What life_reader_peek() gives behind the last byte. */
#define LIFE_READER_END (-1)

/* What can be read, for messages. */
#define LIFE_FORMATS_READ                                                   \
  "RLE, RLE3, plaintext, Life 1.05 or 1.06, macrocell, MCell, PBM or PGM; " \
  "docs/patterns.md describes them"

/*
 * LifeReader:
 * @text: the whole text
 * @length: bytes of @text
 * @at: the byte that is read next
 * @name: (nullable): the file that the text is from, for messages
 * @empty: the text says itself that no cell of it is alive
 *
 * A place in a text. Lines end in LF, CR LF or CR.
 */
typedef struct {
  const gchar *text;
  gsize length;
  gsize at;
  const gchar *name;
  gboolean empty;
} LifeReader;

/*
 * LifeBytes:
 * @data: from g_malloc()
 * @length: bytes in use
 * @allocated: bytes that there is room for
 *
 * Text that is being read or unpacked.
 */
typedef struct {
  gchar *data;
  gsize length, allocated;
} LifeBytes;

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
 * life_reader_take_rule:
 * @word: whether the rule ends at a blank, and not with its line
 *
 * The same for a rule. A comma at its end is none of it, as in Golly.
 */
G_GNUC_INTERNAL gchar *life_reader_take_rule (
    LifeReader *reader, gboolean word);

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

/* The same where the whole text is to blame and no place in it. */
G_GNUC_INTERNAL gboolean life_reader_fail_whole (const LifeReader *reader,
    GError **error, const gchar *format, ...) G_GNUC_PRINTF (3, 4);

/* Makes room for LIFE_BYTES_CHUNK more bytes. More than LIFE_TEXT_MAX of them
 * is an error that blames @reader. */
G_GNUC_INTERNAL gboolean life_bytes_make_room (
    LifeBytes *bytes, const LifeReader *reader, GError **error);

/* Whether what was read so far is enough to see that it is no pattern. */
G_GNUC_INTERNAL gboolean life_bytes_are_hopeless (const LifeBytes *bytes);

/* Unpacks gzip data, all its members, behind what @bytes holds. */
G_GNUC_INTERNAL gboolean life_gunzip (
    const LifeReader *packed, LifeBytes *bytes, GError **error);

/* Reads the one pattern that a zip archive holds. */
G_GNUC_INTERNAL LifePattern *life_unzip_pattern (
    const LifeReader *packed, GError **error);

/* Unpacks the first file in a zip archive that is called @name, whatever folder it
 * is in; @exact: capitals matter. Returns: (transfer full): its path there, or
 * %NULL, with no error where there is no such file. */
G_GNUC_INTERNAL gchar *life_unzip_file (const LifeReader *packed,
    const gchar *name, gboolean exact, gsize maximum, LifeBytes *bytes,
    GError **error);

/* Reads text that may be packed with gzip. @rle: what cannot be told is read as
 * RLE, for the errors of its reader. */
G_GNUC_INTERNAL LifePattern *life_pattern_from_reader (
    LifeReader *reader, gboolean rle, GError **error);

/* FALSE and LIFE_ERROR_MEMORY when so many bytes more are not to be had. */
G_GNUC_INTERNAL gboolean life_grow_check (guint64 bytes, GError **error);

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
 * Adds live cells, joined to the last run where they follow it in its row and
 * share its state.
 */
G_GNUC_INTERNAL gboolean life_pattern_add_run (
    LifePattern *pattern, gsize *allocated, LifeRun run, GError **error);

/* Moves a pattern's cells to its top left corner and says how far, and makes
 * its size that of its live cells. */
G_GNUC_INTERNAL void life_pattern_crop (
    LifePattern *pattern, guint32 *left, guint32 *top);

/* Whether a picture in one of Netpbm's formats starts here. */
G_GNUC_INTERNAL gboolean life_pattern_is_image (const LifeReader *reader);

/* The readers of the formats; @pattern holds nothing but its format yet. */
G_GNUC_INTERNAL gboolean life_pattern_read_rle (
    LifePattern *pattern, LifeReader *reader, GError **error);
G_GNUC_INTERNAL gboolean life_pattern_read_plaintext (
    LifePattern *pattern, LifeReader *reader, GError **error);
G_GNUC_INTERNAL gboolean life_pattern_read_life_105 (
    LifePattern *pattern, LifeReader *reader, GError **error);
G_GNUC_INTERNAL gboolean life_pattern_read_life_106 (
    LifePattern *pattern, LifeReader *reader, GError **error);

G_GNUC_INTERNAL gboolean life_pattern_read_macrocell (
    LifePattern *pattern, LifeReader *reader, GError **error);
G_GNUC_INTERNAL gboolean life_pattern_read_mcell (
    LifePattern *pattern, LifeReader *reader, GError **error);
G_GNUC_INTERNAL gboolean life_pattern_read_image (
    LifePattern *pattern, LifeReader *reader, GError **error);

/* Returns: (nullable): the text of the built-in pattern @name. */
G_GNUC_INTERNAL const gchar *life_builtin_lookup (const gchar *name);

G_END_DECLS
