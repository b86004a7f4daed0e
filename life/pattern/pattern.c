/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads a text in its own format. load.c loads texts, formats.c has the formats. */
#include <life/error.h>

#include "life/base/zip.h"
#include "life/pattern/formats.h"

/* So many bytes of a text are searched for bytes that no text has. */
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

gboolean
life_pattern_is_unsupported (const LifeBytes *bytes)
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
    { "@RULE", "a rule file, not a pattern: give it as rule=FILE.rule" },
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

/* A text without a live cell is some other text, or a mistake, and would be
 * drawn black. It is a pattern only if it declares itself to be empty. */
static gboolean
check_alive (
    const LifePattern *pattern, const LifeReader *reader, GError **error)
{
  if (pattern->n_runs > 0 || pattern->n_nodes > 0 || reader->empty)
    return TRUE;
  return life_reader_fail_whole (reader, error,
      "no live cell (read as %s): is it a pattern? What can be read: %s, and "
      "how an empty pattern is written (x = 0, y = 0)",
      life_format_get (pattern->format)->name, life_formats_read ());
}

static gboolean
read_text (LifePattern *pattern, LifeReader *reader, LifeReading reading,
    GError **error)
{
  const gboolean rle = (reading & LIFE_READING_RLE) != 0;
  const LifePatternFormat *format;

  pattern->dimensions = 2;
  pattern->depth = 1;
  life_reader_accept (reader, "\xef\xbb\xbf");
  life_reader_skip_space (reader);
  if (life_reader_peek (reader) == LIFE_READER_END)
    return life_reader_fail_whole (reader, error, "empty, not a pattern");
  if (!check_foreign (reader, error))
    return FALSE;
  format = life_format_recognize (reader, rle ? NULL : error);
  if (format == NULL && rle)
    format = life_format_get (LIFE_FORMAT_RLE);
  if (format == NULL)
    return FALSE;
  pattern->format = format->format;
  return format->read (pattern, reader, reading, error)
         && check_alive (pattern, reader, error);
}

LifePattern *
life_pattern_from_reader (
    LifeReader *reader, LifeReading reading, GError **error)
{
  g_autoptr (LifePattern) pattern = life_pattern_new ();
  LifeReader unpacked = { .name = reader->name, .memory = reader->memory };
  LifeBytes bytes = { NULL, 0, 0, life_pattern_is_unsupported };
  gboolean read;

  if (reader->memory > 0)
    pattern->max_runs =
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
