/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of the formats of patterns, with one row in the file of each format, and finding
 * the format of a text or a file. */
#include "life/pattern/formats.h"

#include <string.h>

#define ROW(name) &life_format_##name,

static const LifePatternFormat *const formats[] = { LIFE_PATTERN_FORMATS (
    ROW) };

const LifePatternFormat *
life_format_get (LifeFormat format)
{
  gsize i = 0;

  while (formats[i]->format != format)
    i++;
  return formats[i];
}

const gchar *
life_formats_read (void)
{
  static gsize names = 0;

  if (g_once_init_enter (&names)) {
    GString *text = g_string_new (NULL);

    for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
      g_string_append_printf (text, "%s%s",
          i == 0                           ? ""
          : i + 1 < G_N_ELEMENTS (formats) ? ", "
                                           : " or ",
          life_format_get (i)->name);
    g_string_append (text, "; docs/reference/patterns.md describes them");
    g_once_init_leave (&names, (gsize) g_string_free (text, FALSE));
  }
  return (const gchar *) names;
}

gboolean
life_format_is_word (const LifeReader *reader)
{
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i]->is_word && formats[i]->recognizes (reader, FALSE))
      return TRUE;
  return FALSE;
}

static const LifePatternFormat *
find_start (const LifeReader *line)
{
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++) {
    LifeReader ahead = *line;

    if (formats[i]->start != NULL
        && life_reader_accept (&ahead, formats[i]->start))
      return formats[i];
  }
  return NULL;
}

/* The format by its first line, or by one of the comments above its cells, to which @line
 * goes on. */
static const LifePatternFormat *
recognize_start (LifeReader *line)
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
life_format_recognize (const LifeReader *reader, GError **error)
{
  LifeReader line = *reader;
  const LifePatternFormat *found = recognize_start (&line);
  g_autofree gchar *expected = NULL;

  if (found != NULL)
    return found;
  if (life_reader_peek (&line) == LIFE_READER_END) {
    life_reader_fail_whole (reader, error, "comments only, no pattern");
    return NULL;
  }
  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i]->recognizes != NULL
        && formats[i]->recognizes (&line, line.at > reader->at))
      return formats[i];
  expected = g_strdup_printf ("a pattern (%s)", life_formats_read ());
  life_reader_fail_expected (&line, expected, error);
  return NULL;
}

const LifePatternFormat *
life_format_of_path (const gchar *path)
{
  g_autofree gchar *lower = g_ascii_strdown (path, -1);
  const gchar *ending = strrchr (lower, '.');

  for (gsize i = 0; ending != NULL && i < G_N_ELEMENTS (formats); i++)
    if (g_strv_contains (formats[i]->endings, ending + 1))
      return formats[i];
  return NULL;
}
