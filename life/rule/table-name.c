/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads a rule's text as the name of a table rule, if no notation reads it; such a rule is
 * written as its name. */
#include <life/error.h>

#include <string.h>

#include "life/base/spelling.h"
#include "life/rule/notation.h"
#include "life/rule/table/rule-table.h"

/* Whether the text starts as no name of a rule does. */
static gboolean
is_notation (const gchar *text, const gchar *end)
{
  if (end - text >= 3 && g_ascii_strncasecmp (text, "MAP", 3) == 0)
    return TRUE;
  if (end - text >= 3 && g_ascii_strncasecmp (text, "MS,", 3) == 0)
    return TRUE;
  if (text < end && strchr ("bBmMsSrRwW", *text) != NULL)
    text++;
  return text == end || !(g_ascii_isalpha (*text) || (guchar) *text >= 0x80);
}

/* One of the two becomes the reader's error. */
static gboolean
fail (LifeRuleReader *reader, GError *error, GError *other)
{
  g_clear_error (&other);
  g_propagate_error (reader->error, error);
  return FALSE;
}

/* Rules in 3D have no tables; text that is not a notation can only be a wrong
 * name. */
static gboolean
fail_3d (LifeRuleReader *reader, const gchar *name, const gchar *end,
    GError *problem)
{
  g_autofree gchar *near = NULL;

  if (is_notation (name, end) || g_ascii_isdigit (end[-1]))
    return fail (reader, problem, NULL);
  g_error_free (problem);
  near = life_name_suggest (name, end - name, life_rule_names_3d ());
  return life_rule_fail_at (reader, name,
      "there is no 3D rule of this name; %s%s%sdocs/reference/rules.md lists "
      "those that"
      " are; or give counts (B6/S567)",
      near != NULL ? "did you mean " : "", near != NULL ? near : "",
      near != NULL ? "? " : "");
}

void
life_rule_set_table (LifeRule *rule, LifeRuleTable *table)
{
  rule->family = LIFE_FAMILY_TABLE;
  rule->states = table->tree.states;
  rule->table = table;
  rule->neighborhood = table->tree.neighbors == 6 ? LIFE_NEIGHBORHOOD_HEXAGONAL
                       : table->tree.neighbors == 8
                           ? LIFE_NEIGHBORHOOD_MOORE
                           : LIFE_NEIGHBORHOOD_VON_NEUMANN;
}

gboolean
life_rule_read_table (LifeRuleReader *reader, GError *problem, LifeRule *rule)
{
  const gchar *name = reader->at, *end = reader->end;
  g_autoptr (GError) cause = NULL;
  LifeRuleTable *table;
  gboolean found;

  while (name < end && g_ascii_isspace (*name))
    name++;
  while (end > name && g_ascii_isspace (end[-1]))
    end--;
  if (reader->dimensions == 3)
    return fail_3d (reader, name, end, problem);
  table =
      life_rule_table_find (name, end - name, reader->folders, &found, &cause);
  if (table == NULL && found)
    return fail (reader, g_steal_pointer (&cause), problem);
  if (table == NULL && (cause == NULL || is_notation (name, end)))
    return fail (reader, problem, NULL);
  g_error_free (problem);
  if (table == NULL)
    return life_rule_fail_at (reader, name, "%s", cause->message);
  life_rule_set_table (rule, table);
  return TRUE;
}

static void
append_name (GString *text, const LifeRule *rule)
{
  g_string_append (text, rule->table->name);
}

static gboolean
is_same (const LifeRule *a, const LifeRule *b)
{
  return life_rule_table_equal (a->table, b->table);
}

/* Those that cyclic-family.c makes. */
static gboolean
is_cyclic (const LifeRule *rule)
{
  return rule->table->threshold > 0;
}

const LifeRuleFamily life_family_table = { LIFE_FAMILY_TABLE, 2,
  .append = append_name, .is_same = is_same, .is_cyclic = is_cyclic };
