/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fuzzes the reader of table rules: any text is a rule or an error, and a rule
 * has a next state for all neighbors, and look-ups stay within its entries. */
#include "life/rule/table/rule-table.h"
#include "tests/fuzz/fuzz.h"

/* The entries have exactly the declared size, so that the sanitizer notices
 * reads beyond them. */
static void
lookup (const LifeTransitions *transitions)
{
  guint32 random = 1;

  for (guint round = 0; round < 200; round++) {
    guint8 cells[9];

    for (guint i = 0; i < 9; i++) {
      random = random * 1664525 + 1013904223;
      cells[i] = round == 0   ? 0
                 : round == 1 ? transitions->tree.states - 1
                              : (random >> 16) % transitions->tree.states;
    }
    check (life_next_tabled (transitions->tree, transitions->entries, cells)
           < transitions->tree.states);
  }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  LifeReader reader = { (const gchar *) data, size, 0, "fuzz.rule" };
  GError *error = NULL;
  LifeTransitions transitions;

  if (life_rule_table_read (&reader, &transitions, &error)) {
    lookup (&transitions);
    g_free (transitions.entries);
    g_free (transitions.colors);
    life_rule_table_free_names (transitions.names);
  } else {
    check_error (error, LIFE_ERROR_RULE);
  }
  return 0;
}
