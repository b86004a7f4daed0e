/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Networks of three-input gates that say what becomes of a cell and the eight
 * around it: found on the host for any table (find.h), run by whoever works on many
 * cells in a word. How cells lie in words is no business of theirs. */
#pragma once

#include <life/rule.h>

G_BEGIN_DECLS

/* The nine cells as the map of #LifeRule numbers them: north-west first. */
#define LIFE_NETWORK_CELLS 9
/* The ways that they can be. */
#define LIFE_NETWORK_PATTERNS 512
/* The most functions of a column, and the most gates behind them. */
#define LIFE_NETWORK_COLUMNS 24
#define LIFE_NETWORK_GATES 160
/* Signals at work: cells, columns, gates. */
#define LIFE_NETWORK_SIGNALS 255

/* Any function of three signals: bit 4a + 2b + c of @table is its value. */
typedef struct {
  guint8 table;
  guint8 inputs[3];
} LifeGate;

/* Signals are the nine cells; then of each function of a column its three values,
 * for the column left of the cell, its own and the one right of it; then the
 * gates in their order. A function of a column (above, here, below) is worked
 * out once for each column and serves three cells, so it costs a gate and not
 * three. */
typedef struct {
  guint n_columns;
  guint8 columns[LIFE_NETWORK_COLUMNS];
  guint n_gates;
  LifeGate gates[LIFE_NETWORK_GATES];
  guint output;
} LifeNetwork;

static inline guint
life_network_column (guint function, guint column)
{
  return LIFE_NETWORK_CELLS + 3 * function + column;
}

static inline guint
life_network_first_gate (const LifeNetwork *network)
{
  return LIFE_NETWORK_CELLS + 3 * network->n_columns;
}

/* Gates a cell: those of columns and those behind them. */
static inline guint
life_network_cost (const LifeNetwork *network)
{
  return network->n_columns + network->n_gates;
}

/* The table of a rule of radius 1 in two dimensions, over state 1 alone: the map
 * of #LifeRule, whatever the rule's family is. */
void life_network_map (const LifeRule *rule, guint64 map[8]);

/* Whether the cell is alive next where the nine read @index. */
gboolean life_network_evaluate (const LifeNetwork *network, guint index);

G_END_DECLS
