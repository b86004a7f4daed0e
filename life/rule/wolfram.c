/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Wolfram's rules of one dimension, read and written: "W30". */
#include "life/rule/notation.h"

static gboolean
is_wolfram (LifeRuleReader *reader)
{
  return life_rule_peek (reader) == 'w'
         && g_ascii_isdigit (life_rule_peek_after (reader));
}

static gboolean
read_wolfram (LifeRuleReader *reader, LifeRule *rule)
{
  const gchar *at;
  guint64 number;

  life_rule_accept (reader, 'w');
  life_rule_peek (reader);
  at = reader->at;
  number = life_rule_read_number (reader);
  if (number > G_MAXUINT8)
    return life_rule_fail_at (
        reader, at, "Wolfram's rules are numbered from 0 to 255");
  if (life_rule_peek (reader) != '\0')
    return life_rule_fail_expected (reader, "the end");
  rule->family = LIFE_FAMILY_WOLFRAM;
  rule->wolfram = number;
  return TRUE;
}

static void
append_wolfram (GString *text, const LifeRule *rule)
{
  g_string_append_printf (text, "W%u", rule->wolfram);
}

static gboolean
is_same (const LifeRule *a, const LifeRule *b)
{
  return a->wolfram == b->wolfram;
}

const LifeRuleFamily life_family_wolfram = { LIFE_FAMILY_WOLFRAM, 2, TRUE,
  is_wolfram, read_wolfram, append_wolfram, is_same, NULL };
