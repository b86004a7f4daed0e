/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names of patterns, in one line that can be shown. */
#include <string.h>

#include "life/pattern/readers.h"

/* Fits on a line anywhere. */
#define MAX_CHARACTERS 200

/* One line of UTF-8 of @text, which it frees; NULL if nothing is to be seen. */
static gchar *
make_line (gchar *text)
{
  gchar *valid = g_utf8_make_valid (text, -1);
  GString *line = g_string_new (NULL);
  const gchar *at = valid;

  g_free (text);
  for (guint n = 0; *at != '\0' && n < MAX_CHARACTERS; n++) {
    gunichar c = g_utf8_get_char (at);

    g_string_append_unichar (line, g_unichar_isprint (c) ? c : ' ');
    at = g_utf8_next_char (at);
  }
  g_free (valid);
  g_strstrip (line->str);
  return g_string_free (line, *line->str == '\0');
}

void
life_pattern_read_name (LifePattern *pattern, LifeReader *reader)
{
  gchar *text;

  if (pattern->name != NULL)
    return;
  text = life_reader_read_line (reader);
  if (text != NULL)
    pattern->name = make_line (text);
}

/* Ships are called by three letters, and some others by a letter and a number of cells. */
void
life_pattern_name_builtin (LifePattern *pattern, const gchar *name)
{
  if (pattern->name != NULL)
    return;
  if (strlen (name) == 4 && g_str_has_suffix (name, "wss")) {
    pattern->name = g_ascii_strup (name, -1);
    return;
  }
  pattern->name = g_strdup (name);
  pattern->name[0] = g_ascii_toupper (name[0]);
  if (!g_str_has_suffix (name, "omino"))
    g_strdelimit (pattern->name, "-", ' ');
}
