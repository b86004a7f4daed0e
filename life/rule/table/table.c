/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Keeps table rules, one for equal contents, until the process ends. */
#include "life/rule/table/table.h"

#include <string.h>

static guint
hash_table (gconstpointer data)
{
  const LifeRuleTable *table = data;
  guint hash = g_str_hash (table->name) * 31 + table->tree.n_entries;

  for (guint32 i = 0; i < table->tree.n_entries; i++)
    hash = hash * 33 ^ table->entries[i];
  return hash;
}

static gboolean
same_colors (const LifeRuleTable *a, const LifeRuleTable *b)
{
  if (a->colors == NULL || b->colors == NULL)
    return a->colors == b->colors;
  return memcmp (a->colors, b->colors, LIFE_TABLE_STATES * sizeof (*a->colors))
         == 0;
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

static gboolean
is_same_table (gconstpointer a, gconstpointer b)
{
  const LifeRuleTable *first = a, *second = b;

  return strcmp (first->name, second->name) == 0
         && life_rule_table_equal (first, second)
         && same_colors (first, second);
}

const LifeRuleTable *
life_rule_table_keep (const gchar *name, LifeTransitions transitions)
{
  static GMutex lock;
  static GHashTable *kept;
  LifeRuleTable *table = g_new0 (LifeRuleTable, 1), *known;

  table->name = g_strdup (name);
  table->tree = transitions.tree;
  table->entries = transitions.entries;
  table->colors = transitions.colors;

  g_mutex_lock (&lock);
  if (kept == NULL)
    kept = g_hash_table_new (hash_table, is_same_table);
  known = g_hash_table_lookup (kept, table);
  if (known == NULL)
    g_hash_table_add (kept, table);
  g_mutex_unlock (&lock);
  if (known == NULL)
    return table;

  g_free (table->name);
  g_free (table->entries);
  g_free (table->colors);
  g_free (table);
  return known;
}

void
life_rule_table_fill (const LifeRuleTable *table, LifeRule *rule)
{
  memset (rule, 0, sizeof (*rule));
  rule->family = LIFE_FAMILY_TABLE;
  rule->dimensions = 2;
  rule->states = table->tree.states;
  rule->table = table;
  rule->neighbourhood =
      table->tree.neighbors == 6   ? LIFE_NEIGHBOURHOOD_HEXAGONAL
      : table->tree.neighbors == 8 ? LIFE_NEIGHBOURHOOD_MOORE
                                   : LIFE_NEIGHBOURHOOD_VON_NEUMANN;
}

const gchar *
life_rule_table_get_name (const LifeRuleTable *table)
{
  g_return_val_if_fail (table != NULL, NULL);

  return table->name;
}

guint32
life_rule_table_get_color (const LifeRuleTable *table, guint state)
{
  g_return_val_if_fail (table != NULL, 0);

  return table->colors != NULL && state < LIFE_TABLE_STATES
             ? table->colors[state]
             : 0;
}
