/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds the format of a text and calls its reader. load.c gets texts, the other
 * files here read the formats. */
#include <string.h>

#include <life/error.h>

#include "life/base/zip.h"
#include "life/pattern/readers.h"

/* How much of a text is searched for bytes that no text has. */
#define BINARY_PROBE 4096

static gboolean
is_binary (const LifeReader *reader)
{
  gsize i;

  for (i = reader->at; i < reader->length && i < BINARY_PROBE; i++) {
    guchar c = reader->text[i];

    if ((c < ' ' && !g_ascii_isspace (c)) || c == 0x7f)
      return TRUE;
  }
  return FALSE;
}

static gboolean
starts_with (const LifeReader *reader, const gchar *bytes, gsize n)
{
  return reader->length - reader->at >= n
         && memcmp (reader->text + reader->at, bytes, n) == 0;
}

gboolean
life_pattern_is_hopeless (const LifeBytes *bytes)
{
  LifeReader start = { bytes->data, bytes->length, 0, NULL };

  return bytes->length >= 4 && !life_is_gzip (&start) && !life_is_zip (&start)
         && is_binary (&start);
}

#define LET_GSTREAMER_DECODE "let GStreamer decode it for lifestep input=first"

/* Formats that are recognized, but not patterns. */
static gboolean
check_foreign (const LifeReader *reader, GError **error)
{
  static const struct {
    const gchar *start, *message;
  } foreign[] = {
    { "PK\003\004", "an archive within an archive: unpack it first" },
    { "\x1f\x8b", "an archive within an archive: unpack it first" },
    { "\x89PNG", "a PNG picture: " LET_GSTREAMER_DECODE },
    { "\xff\xd8\xff", "a JPEG picture: " LET_GSTREAMER_DECODE },
    { "GIF8", "a GIF picture: " LET_GSTREAMER_DECODE },
    { "P1", "a PBM picture: " LET_GSTREAMER_DECODE },
    { "P2", "a PGM picture: " LET_GSTREAMER_DECODE },
    { "P3", "a PPM picture: " LET_GSTREAMER_DECODE },
    { "P4", "a PBM picture: " LET_GSTREAMER_DECODE },
    { "P5", "a PGM picture: " LET_GSTREAMER_DECODE },
    { "P6", "a PPM picture: " LET_GSTREAMER_DECODE },
    { "@RULE", "a rule file, not a pattern: give it as rule=FILE" },
    { "@TABLE", "a rule file, not a pattern" },
    { "@TREE", "a rule file, not a pattern" },
  };
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (foreign); i++) {
    LifeReader ahead = *reader;

    if (life_reader_accept (&ahead, foreign[i].start))
      return life_reader_fail_whole (reader, error, "%s", foreign[i].message);
  }
  if (is_binary (reader))
    return life_reader_fail_whole (
        reader, error, "binary content, not a pattern");
  return TRUE;
}

/* Whether the line has only cells of plaintext or Life 1.05. */
static gboolean
is_picture_line (const LifeReader *reader)
{
  LifeReader ahead = *reader;

  while (life_reader_accept (&ahead, ".") || life_reader_accept (&ahead, "O")
         || life_reader_accept (&ahead, "*"))
    ;
  life_reader_skip_blanks (&ahead);
  return ahead.at > reader->at && life_reader_at_line_end (&ahead);
}

static void
skip_space (LifeReader *reader)
{
  while (life_reader_peek (reader) != LIFE_READER_END
         && g_ascii_isspace (life_reader_peek (reader)))
    reader->at++;
}

/* Whether the line has only cells of RLE, and among them a count, a row's end
 * or the pattern's end, which no word has. */
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

/* The formats whose first line names them. */
static gboolean
detect_named (const LifeReader *reader, LifeFormat *format)
{
  static const struct {
    const gchar *start;
    LifeFormat format;
  } named[] = {
    { "!", LIFE_FORMAT_PLAINTEXT },
    { "[M2]", LIFE_FORMAT_MACROCELL },
    { "#MCell", LIFE_FORMAT_MCELL },
    { "#Life 1.05", LIFE_FORMAT_LIFE_105 },
    { "#Life 1.06", LIFE_FORMAT_LIFE_106 },
  };
  gsize i;

  for (i = 0; i < G_N_ELEMENTS (named); i++) {
    if (starts_with (reader, named[i].start, strlen (named[i].start))) {
      *format = named[i].format;
      return TRUE;
    }
  }
  return FALSE;
}

static gboolean
detect (const LifeReader *reader, LifeFormat *format, GError **error)
{
  LifeReader ahead = *reader;
  gboolean comments = FALSE;
  gint c = life_reader_peek (&ahead);

  if (c != '#' && detect_named (&ahead, format))
    return TRUE;
  for (; c == '#'; c = life_reader_peek (&ahead)) {
    comments = TRUE;
    if (detect_named (&ahead, format))
      return TRUE;
    life_reader_skip_line (&ahead);
    skip_space (&ahead);
  }
  if (c == LIFE_READER_END)
    return life_reader_fail_whole (reader, error, "comments only, no pattern");
  if (is_picture_line (&ahead)) {
    *format = comments ? LIFE_FORMAT_LIFE_105 : LIFE_FORMAT_PLAINTEXT;
    return TRUE;
  }
  *format = LIFE_FORMAT_RLE;
  if (g_ascii_isdigit (c) || (c != 0 && strchr ("xbo$/!.A", c) != NULL)
      || is_rle_line (&ahead))
    return TRUE;
  return life_reader_fail_expected (
      &ahead, "a pattern (" LIFE_FORMATS_READ ")", error);
}

static gboolean
read_format (LifePattern *pattern, LifeReader *reader, LifeReading reading,
    GError **error)
{
  switch (pattern->format) {
    case LIFE_FORMAT_PLAINTEXT:
      return life_pattern_read_plaintext (pattern, reader, error);
    case LIFE_FORMAT_LIFE_105:
      return life_pattern_read_life_105 (pattern, reader, error);
    case LIFE_FORMAT_LIFE_106:
      return life_pattern_read_life_106 (pattern, reader, error);
    case LIFE_FORMAT_MACROCELL:
      return life_pattern_read_macrocell (pattern, reader, reading, error);
    case LIFE_FORMAT_MCELL:
      return life_pattern_read_mcell (pattern, reader, error);
    default:
      return life_pattern_read_rle (pattern, reader, error);
  }
}

/* A text without a live cell is some other text, or a mistake, and would be
 * drawn black. It is a pattern only if it declares itself to be empty. */
static gboolean
check_alive (
    const LifePattern *pattern, const LifeReader *reader, GError **error)
{
  static const gchar *const names[] = {
    [LIFE_FORMAT_RLE] = "RLE",
    [LIFE_FORMAT_RLE3] = "RLE3",
    [LIFE_FORMAT_PLAINTEXT] = "plaintext",
    [LIFE_FORMAT_LIFE_105] = "Life 1.05",
    [LIFE_FORMAT_LIFE_106] = "Life 1.06",
    [LIFE_FORMAT_DBLIFE] = "dblife",
    [LIFE_FORMAT_MACROCELL] = "macrocell",
    [LIFE_FORMAT_MCELL] = "MCell",
  };

  if (pattern->n_runs > 0 || pattern->n_nodes > 0 || reader->empty)
    return TRUE;
  return life_reader_fail_whole (reader, error,
      "no live cell (read as %s): is it a pattern? What can be read:"
      " " LIFE_FORMATS_READ
      ", and how a pattern says that it is empty (x = 0, y = 0)",
      names[pattern->format]);
}

static gboolean
read_text (LifePattern *pattern, LifeReader *reader, LifeReading reading,
    GError **error)
{
  const gboolean rle = (reading & LIFE_READING_RLE) != 0;

  pattern->dimensions = 2;
  pattern->depth = 1;
  life_reader_accept (reader, "\xef\xbb\xbf");
  skip_space (reader);
  if (life_reader_peek (reader) == LIFE_READER_END)
    return life_reader_fail_whole (reader, error, "empty, not a pattern");
  if (!check_foreign (reader, error))
    return FALSE;
  if (!detect (reader, &pattern->format, rle ? NULL : error)) {
    if (!rle)
      return FALSE;
    pattern->format = LIFE_FORMAT_RLE;
  }
  return read_format (pattern, reader, reading, error)
         && check_alive (pattern, reader, error);
}

LifePattern *
life_pattern_from_reader (
    LifeReader *reader, LifeReading reading, GError **error)
{
  g_autoptr (LifePattern) pattern = life_pattern_new ();
  LifeReader unpacked = { .name = reader->name, .memory = reader->memory };
  LifeBytes bytes = { NULL, 0, 0, life_pattern_is_hopeless };
  gboolean read;

  if (reader->memory > 0)
    pattern->most_runs =
        (gsize) MIN (LIFE_RUNS_MAX, reader->memory / sizeof (LifeRun));
  if (life_is_gzip (reader)) {
    read = life_gunzip (reader, &bytes, error);
    unpacked.text = bytes.data;
    unpacked.length = bytes.length;
    read =
        read
        && read_text (pattern, &unpacked, reading & ~LIFE_READING_RLE, error);
    g_free (bytes.data);
  } else {
    read = read_text (pattern, reader, reading, error);
  }
  return read ? g_steal_pointer (&pattern) : NULL;
}
