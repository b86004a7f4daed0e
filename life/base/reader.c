/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A position in a text, with its line and column for messages. */
#include <stdarg.h>
#include <string.h>

#include <life/error.h>

#include "life/base/reader.h"

void
life_reader_skip_blanks (LifeReader *reader)
{
  while (life_reader_peek (reader) == ' ' || life_reader_peek (reader) == '\t')
    reader->at++;
}

void
life_reader_skip_space (LifeReader *reader)
{
  while (life_reader_peek (reader) != LIFE_READER_END
         && g_ascii_isspace (life_reader_peek (reader)))
    reader->at++;
}

gboolean
life_reader_at_line_end (const LifeReader *reader)
{
  gint c = life_reader_peek (reader);

  return c == '\n' || c == '\r' || c == LIFE_READER_END;
}

gboolean
life_reader_at_line_start (const LifeReader *reader)
{
  return reader->at == 0 || reader->text[reader->at - 1] == '\n'
         || reader->text[reader->at - 1] == '\r';
}

void
life_reader_skip_line (LifeReader *reader)
{
  while (!life_reader_at_line_end (reader))
    reader->at++;
  if (!life_reader_accept (reader, "\r\n")
      && life_reader_peek (reader) != LIFE_READER_END)
    reader->at++;
}

gboolean
life_reader_accept (LifeReader *reader, const gchar *word)
{
  gsize length = strlen (word);

  if (length > reader->length - reader->at
      || memcmp (reader->text + reader->at, word, length) != 0)
    return FALSE;
  reader->at += length;
  return TRUE;
}

gchar *
life_reader_read_line (LifeReader *reader)
{
  gsize start, end;

  life_reader_skip_blanks (reader);
  start = reader->at;
  while (!life_reader_at_line_end (reader))
    reader->at++;
  while (start < reader->at && g_ascii_isspace (reader->text[start]))
    start++;
  for (end = reader->at; end > start && g_ascii_isspace (reader->text[end - 1]);
       end--)
    ;
  return end > start ? g_strndup (reader->text + start, end - start) : NULL;
}

gchar *
life_reader_read_rule (LifeReader *reader, gboolean word)
{
  gchar *rule = life_reader_read_line (reader);
  gsize length;

  if (rule == NULL)
    return NULL;
  length = word ? strcspn (rule, " \t\f\v") : strlen (rule);
  while (length > 0
         && (rule[length - 1] == ',' || g_ascii_isspace (rule[length - 1])))
    length--;
  rule[length] = '\0';
  if (length == 0)
    g_clear_pointer (&rule, g_free);
  return rule;
}

gboolean
life_reader_number (LifeReader *reader, const gchar *what, guint64 maximum,
    guint64 *number, GError **error)
{
  gsize start = reader->at;

  if (!g_ascii_isdigit (life_reader_peek (reader)))
    return life_reader_fail_expected (reader, what, error);
  *number = 0;
  for (; g_ascii_isdigit (life_reader_peek (reader)); reader->at++) {
    guint digit = reader->text[reader->at] - '0';

    if (digit > maximum || *number > (maximum - digit) / 10)
      return life_reader_fail (reader, start, error,
          "%s is too large, at most %" G_GUINT64_FORMAT " is allowed", what,
          maximum);
    *number = *number * 10 + digit;
  }
  return TRUE;
}

gboolean
life_reader_position (
    LifeReader *reader, const gchar *what, gint64 *position, GError **error)
{
  gboolean negative = life_reader_accept (reader, "-");
  guint64 number = 0;

  if (!negative)
    life_reader_accept (reader, "+");
  if (!life_reader_number (reader, what, LIFE_POSITION_MAX, &number, error))
    return FALSE;
  *position = negative ? -(gint64) number : (gint64) number;
  return TRUE;
}

gboolean
life_reader_fail (const LifeReader *reader, gsize at, GError **error,
    const gchar *format, ...)
{
  g_autofree gchar *message = NULL;
  gsize i, line = 1, start = 0, column = 1;
  va_list arguments;

  for (i = 0; i < at; i++) {
    gchar c = reader->text[i];

    if (c == '\n'
        || (c == '\r'
            && (i + 1 == reader->length || reader->text[i + 1] != '\n'))) {
      line++;
      start = i + 1;
    }
  }
  for (i = start; i < at; i++)
    column += ((guchar) reader->text[i] & 0xc0) != 0x80;
  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (reader->name != NULL)
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "%s:%" G_GSIZE_FORMAT ":%" G_GSIZE_FORMAT ": %s", reader->name, line,
        column, message);
  else
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
        "line %" G_GSIZE_FORMAT ", column %" G_GSIZE_FORMAT ": %s", line,
        column, message);
  return FALSE;
}

gboolean
life_reader_fail_expected (
    const LifeReader *reader, const gchar *expected, GError **error)
{
  gint c = life_reader_peek (reader);

  if (c == LIFE_READER_END)
    return life_reader_fail (reader, reader->at, error,
        "expected %s, found the end of the text", expected);
  if (life_reader_at_line_end (reader))
    return life_reader_fail (reader, reader->at, error,
        "expected %s, found the end of the line", expected);
  if (!g_ascii_isprint (c))
    return life_reader_fail (reader, reader->at, error,
        "expected %s, found byte 0x%02x", expected, c);
  return life_reader_fail (
      reader, reader->at, error, "expected %s, found \"%c\"", expected, c);
}

gboolean
life_reader_fail_whole (
    const LifeReader *reader, GError **error, const gchar *format, ...)
{
  g_autofree gchar *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN, "%s: %s",
      reader->name != NULL ? reader->name : "pattern text", message);
  return FALSE;
}

gboolean
life_reader_end_line (LifeReader *reader, GError **error)
{
  life_reader_skip_blanks (reader);
  if (!life_reader_at_line_end (reader))
    return life_reader_fail_expected (reader, "the end of the line", error);
  life_reader_skip_line (reader);
  return TRUE;
}
