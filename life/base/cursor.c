/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Short texts that users wrote, and errors that name a position in one. */
#include "life/base/cursor.h"

#include <stdarg.h>

#define QUOTED_CHARACTERS 60

gchar *
life_quote_text (const gchar *text)
{
  g_autofree gchar *valid = g_utf8_make_valid (text, -1);
  g_autofree gchar *start = NULL;

  if (g_utf8_strlen (valid, -1) <= QUOTED_CHARACTERS)
    return g_steal_pointer (&valid);
  start = g_utf8_substring (valid, 0, QUOTED_CHARACTERS);
  return g_strconcat (start, "…", NULL);
}

gint
life_quote_character (const gchar *text, const gchar *at)
{
  gint character = 1;

  for (; text < at; text++)
    character += ((guchar) *text & 0xc0) != 0x80;
  return character;
}

gboolean
life_cursor_fail (LifeCursor *cursor, const gchar *at, const gchar *format, ...)
{
  g_autofree gchar *quoted = life_quote_text (cursor->text);
  g_autofree gchar *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (cursor->error, LIFE_ERROR, cursor->code,
      "%s “%s”: character %d: %s", cursor->what, quoted,
      life_quote_character (cursor->text, at), message);
  return FALSE;
}

void
life_cursor_skip_spaces (LifeCursor *cursor)
{
  while (g_ascii_isspace (*cursor->at))
    cursor->at++;
}
