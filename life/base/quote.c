/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Texts that users wrote, as messages about them repeat them. */
#include "life/base/quote.h"

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
