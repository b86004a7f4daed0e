/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Goes through the text of a rule, and reports where it is wrong; the families
 * give it its meaning. */
#include "life/rule/rule-reader.h"

#include <life/error.h>
#include <stdarg.h>

#include "life/base/cursor.h"

gboolean
life_rule_fail_at (
    LifeRuleReader *reader, const gchar *at, const gchar *format, ...)
{
  g_autofree gchar *message = NULL;
  g_autofree gchar *quoted = life_quote_text (reader->text);
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (reader->error, LIFE_ERROR, LIFE_ERROR_RULE,
      "rule \"%s\": character %d: %s", quoted,
      life_quote_character (reader->text, at), message);
  return FALSE;
}

/* The next character in lower case, spaces skipped; 0 at the end. */
gchar
life_rule_peek (LifeRuleReader *reader)
{
  while (reader->at < reader->end && g_ascii_isspace (*reader->at))
    reader->at++;
  return reader->at < reader->end ? g_ascii_tolower (*reader->at) : '\0';
}

gchar
life_rule_peek_after (LifeRuleReader *reader)
{
  LifeRuleReader ahead = *reader;

  if (life_rule_peek (&ahead) == '\0')
    return '\0';
  ahead.at++;
  return life_rule_peek (&ahead);
}

gboolean
life_rule_accept (LifeRuleReader *reader, gchar c)
{
  if (life_rule_peek (reader) != c)
    return FALSE;
  reader->at++;
  return TRUE;
}

gboolean
life_rule_fail_expected (LifeRuleReader *reader, const gchar *expected)
{
  gchar c = life_rule_peek (reader);
  const gchar *at = reader->at;
  gunichar wide;

  if (c == '\0')
    return life_rule_fail_at (
        reader, at, "expected %s, found the end", expected);
  wide = g_utf8_get_char_validated (at, reader->end - at);
  if (wide == (gunichar) -1 || wide == (gunichar) -2
      || !g_unichar_isprint (wide))
    return life_rule_fail_at (
        reader, at, "expected %s, found byte 0x%02x", expected, (guchar) *at);
  return life_rule_fail_at (reader, at, "expected %s, found \"%.*s\"", expected,
      (gint) (g_utf8_next_char (at) - at), at);
}

/* Digits without spaces between them; saturates instead of overflowing. */
guint64
life_rule_read_number (LifeRuleReader *reader)
{
  guint64 number = 0;

  for (life_rule_peek (reader);
       reader->at < reader->end && g_ascii_isdigit (*reader->at); reader->at++)
    number = MIN (number * 10 + (*reader->at - '0'), LIFE_RULE_NUMBER_MAX);
  return number;
}

gboolean
life_rule_accept_dots (LifeRuleReader *reader)
{
  if (life_rule_peek (reader) != '.' || life_rule_peek_after (reader) != '.')
    return FALSE;
  life_rule_accept (reader, '.');
  return life_rule_accept (reader, '.');
}

gboolean
life_rule_accept_slash (LifeRuleReader *reader)
{
  return life_rule_accept (reader, '/') || life_rule_accept (reader, '_');
}

gboolean
life_rule_read_state_number (LifeRuleReader *reader, LifeRule *rule)
{
  const gchar *at;
  guint64 states;

  if (!g_ascii_isdigit (life_rule_peek (reader)))
    return life_rule_fail_expected (reader, "a number of states (2 to 256)");
  at = reader->at;
  states = life_rule_read_number (reader);
  if (states < 2 || states > 256)
    return life_rule_fail_at (reader, at, "a rule has 2 to 256 states");
  rule->states = states;
  return TRUE;
}

gboolean
life_rule_read_states (LifeRuleReader *reader, LifeRule *rule)
{
  gboolean slash = life_rule_accept_slash (reader);
  gchar c = life_rule_peek (reader);

  if (c == 'g' || (c == 'c' && (slash || *reader->at == 'C')))
    reader->at++;
  else if (!slash)
    return TRUE;
  return life_rule_read_state_number (reader, rule);
}
