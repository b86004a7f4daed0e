/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of the formats of patterns, and which of them a text or a file is in. */
#include "life/pattern/formats.h"

#include <string.h>

/* --- How they are recognized by their cells --- */

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

static gboolean
is_plaintext (const LifeReader *line, gboolean commented)
{
  return !commented && is_picture_line (line);
}

static gboolean
is_life_105 (const LifeReader *line, gboolean commented)
{
  return commented && is_picture_line (line);
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

static gboolean
is_rle (const LifeReader *line, gboolean commented)
{
  const gint c = life_reader_peek (line);

  return g_ascii_isdigit (c) || (c != 0 && strchr ("xbo$/!.A", c) != NULL)
         || is_rle_line (line);
}

/* --- The table --- */

/* The first that recognizes a line is the format. Where a reader finds out which of two formats
 * its text is in, the other one is not recognized here. */
static const LifePatternFormat formats[] = {
  { LIFE_FORMAT_PLAINTEXT, "plaintext", "!", is_plaintext,
      life_pattern_read_plaintext, { "cells" }, 2,
      life_pattern_write_plaintext },
  { LIFE_FORMAT_DBLIFE, "dblife", NULL, NULL, life_pattern_read_plaintext },
  { LIFE_FORMAT_MACROCELL, "macrocell", "[M2]", NULL,
      life_pattern_read_macrocell },
  { LIFE_FORMAT_MCELL, "MCell", "#MCell", NULL, life_pattern_read_mcell },
  { LIFE_FORMAT_LIFE_105, "Life 1.05", "#Life 1.05", is_life_105,
      life_pattern_read_life_105 },
  { LIFE_FORMAT_LIFE_106, "Life 1.06", "#Life 1.06", NULL,
      life_pattern_read_life_106 },
  { LIFE_FORMAT_RLE3, "RLE3", NULL, NULL, life_pattern_read_rle,
      { "rle3", "3d" }, 3, life_pattern_write_rle3 },
  { LIFE_FORMAT_RLE, "RLE", NULL, is_rle, life_pattern_read_rle, { "rle" }, 2,
      life_pattern_write_rle },
};

const LifePatternFormat *
life_format_get (LifeFormat format)
{
  gsize i = 0;

  while (formats[i].format != format)
    i++;
  return &formats[i];
}

static const LifePatternFormat *
find_start (const LifeReader *line)
{
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++) {
    LifeReader ahead = *line;

    if (formats[i].start != NULL
        && life_reader_accept (&ahead, formats[i].start))
      return &formats[i];
  }
  return NULL;
}

/* The format by its first line, or by one of the comments above its cells, to which @line
 * goes on. */
static const LifePatternFormat *
recognise_start (LifeReader *line)
{
  const LifePatternFormat *found = find_start (line);

  while (found == NULL && life_reader_peek (line) == '#') {
    life_reader_skip_line (line);
    life_reader_skip_space (line);
    if (life_reader_peek (line) == '#')
      found = find_start (line);
  }
  return found;
}

const LifePatternFormat *
life_format_recognise (const LifeReader *reader, GError **error)
{
  LifeReader line = *reader;
  const LifePatternFormat *found = recognise_start (&line);

  if (found != NULL)
    return found;
  if (life_reader_peek (&line) == LIFE_READER_END) {
    life_reader_fail_whole (reader, error, "comments only, no pattern");
    return NULL;
  }
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].recognises != NULL
        && formats[i].recognises (&line, line.at > reader->at))
      return &formats[i];
  life_reader_fail_expected (&line, "a pattern (" LIFE_FORMATS_READ ")", error);
  return NULL;
}

const LifePatternFormat *
life_format_of_path (const gchar *path)
{
  g_autofree gchar *lower = g_ascii_strdown (path, -1);
  const gchar *ending = strrchr (lower, '.');

  for (gsize i = 0; ending != NULL && i < G_N_ELEMENTS (formats); i++)
    if (g_strv_contains (formats[i].endings, ending + 1))
      return &formats[i];
  return NULL;
}
