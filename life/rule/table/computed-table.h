/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tables of rules that are a function: of the cell itself, and of what is to be known of its
 * neighbors, which are seen one after the other. */
#pragma once

#include "life/rule/table/rule-table.h"

G_BEGIN_DECLS

/*
 * LifeComputedRule:
 * @name: of the table
 * @states: 2 … 256
 * @neighbors: 8, 6 or 4
 * @see: what is known of the neighbors after number @neighbor, counted from 0 in the order of
 *   life_next_tabled(), in @state; 0 before the first. Few values make a small table
 * @next: the next state of a cell in state @itself, after all neighbors
 * @rule: passed to both
 */
typedef struct {
  const gchar *name;
  guint states, neighbors;
  guint64 (*see) (gconstpointer rule, guint itself, guint64 seen,
      guint neighbor, guint state);
  guint (*next) (gconstpointer rule, guint itself, guint64 seen);
  gconstpointer rule;
} LifeComputedRule;

/* Returns: (transfer full) (nullable): the table, %NULL if it would be too large */
LifeRuleTable *life_rule_table_compute (const LifeComputedRule *computed);

/* The numbers of the neighbors, among nine cells row by row, in that order. */
const guint8 *life_rule_table_order (guint neighbors);

G_END_DECLS
