/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Errors that name a place in a text. */
#include "life/base/cursor.h"

#include <stdarg.h>

#include "life/base/quote.h"

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
