/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of table rules share: tables from the text of a .rule file. */
#pragma once

#include <string.h>

#include "life/rule/notation.h"
#include "life/rule/table/rule-table.h"
#include "tests/support/worlds/world.h"

/* The beginning of a table. */
#define HEAD(states, neighborhood, symmetries)              \
  "@TABLE\nn_states:" states "\nneighborhood:" neighborhood \
  "\nsymmetries:" symmetries "\n"

/* A rule of each neighborhood; under the first one no world becomes stable, since all cells
 * change in every generation. */
G_GNUC_UNUSED static const gchar *const table_texts[] = {
  HEAD ("2", "vonNeumann",
      "none") "var a={0,1}\nvar b={a}\nvar c={a}\nvar d={a}\n"
              "0,a,b,c,d,1\n1,a,b,c,d,0\n",
  HEAD ("3", "Moore", "none") "var a={0,1,2}\nvar b={a}\nvar c={a}\nvar d={a}\n"
                              "0,1,0,a,0,0,0,b,0,1\n1,a,0,0,b,0,0,0,0,2\n"
                              "2,a,b,c,d,0,0,0,0,0\n0,2,2,0,0,a,0,0,b,1\n",
  HEAD ("3", "hexagonal",
      "none") "var a={0,1,2}\nvar b={a}\nvar c={a}\n"
              "0,1,a,0,0,b,0,1\n1,a,b,c,0,0,0,2\n2,a,0,b,0,c,0,0\n",
  HEAD ("2", "oneDimensional", "none") "0,1,0,1\n1,0,0,0\n0,0,1,1\n",
};

/* It stays until the program ends. */
static inline const LifeRuleTable *
store_table (const gchar *name, LifeTransitions transitions)
{
  static GPtrArray *stored;

  if (stored == NULL)
    stored = g_ptr_array_new ();
  g_ptr_array_add (stored, life_rule_table_new (name, transitions));
  return stored->pdata[stored->len - 1];
}

static inline LifeRule
rule_of_table (const LifeRuleTable *table)
{
  LifeRule rule = { .dimensions = 2 };

  life_rule_set_table (&rule, (LifeRuleTable *) table);
  return rule;
}

static inline const LifeRuleTable *
read_text (const gchar *text, GError **error)
{
  LifeReader reader = { text, strlen (text), 0, "Test.rule" };
  LifeTransitions transitions;

  if (!life_rule_table_read (&reader, &transitions, error))
    return NULL;
  return store_table ("Test", transitions);
}

static inline const LifeRuleTable *
table_of (const gchar *text)
{
  g_autoptr (GError) error = NULL;
  const LifeRuleTable *table = read_text (text, &error);

  g_assert_no_error (error);
  return table;
}

/* The next state of the middle one of nine cells, which are given as digits. */
static inline guint
next_of (const LifeRuleTable *table, const gchar *digits)
{
  guint8 cells[9];

  for (guint i = 0; i < 9; i++)
    cells[i] = digits[i] - '0';
  return life_next_tabled (table->tree, table->entries, cells);
}
