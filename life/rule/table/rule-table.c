/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tables as objects: references to them, and whether two are the same. */
#include "life/rule/table/rule-table.h"

#include <string.h>

LifeRuleTable *
life_rule_table_new (const gchar *name, LifeTransitions transitions)
{
  LifeRuleTable *table = g_new0 (LifeRuleTable, 1);

  table->name = g_strdup (name);
  table->tree = transitions.tree;
  table->entries = transitions.entries;
  table->colors = transitions.colors;
  table->names = transitions.names;
  table->references = 1;
  return table;
}

LifeRuleTable *
life_rule_table_ref (LifeRuleTable *table)
{
  g_atomic_int_inc (&table->references);
  return table;
}

void
life_rule_table_unref (LifeRuleTable *table)
{
  if (!g_atomic_int_dec_and_test (&table->references))
    return;
  g_free (table->name);
  g_free (table->entries);
  g_free (table->colors);
  for (guint i = 0; i < G_N_ELEMENTS (table->networks); i++)
    g_free (table->networks[i]);
  life_rule_table_free_names (table->names);
  g_free (table);
}

gboolean
life_rule_table_equal (const LifeRuleTable *a, const LifeRuleTable *b)
{
  if (a == b || a == NULL || b == NULL)
    return a == b;
  return a->tree.states == b->tree.states
         && a->tree.neighbors == b->tree.neighbors
         && a->tree.itself_first == b->tree.itself_first
         && a->tree.root == b->tree.root
         && a->tree.n_entries == b->tree.n_entries
         && a->tree.words == b->tree.words
         && memcmp (a->entries, b->entries,
                a->tree.n_entries * sizeof (*a->entries))
                == 0;
}

guint32
life_rule_table_get_color (const LifeRuleTable *table, guint state)
{
  return table->colors != NULL && state < LIFE_TABLE_STATES
             ? table->colors[state]
             : 0;
}

const gchar *
life_rule_table_get_name (const LifeRuleTable *table, guint state)
{
  return table->names != NULL && state < LIFE_TABLE_STATES ? table->names[state]
                                                           : NULL;
}

void
life_rule_table_free_names (gchar **names)
{
  for (guint state = 0; names != NULL && state < LIFE_TABLE_STATES; state++)
    g_free (names[state]);
  g_free (names);
}
