/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Networks of three-input gates that compute the next state of a cell from the
 * nine cells around it: found on the host for any table of two states (find-network.h) and for
 * many of more (table-network.h), run by kernels with many cells in a word. */
#pragma once

#include "life/rule/rule-private.h"

G_BEGIN_DECLS

/* The nine cells in the order of #LifeRule's map: north-west first. */
#define LIFE_NETWORK_CELLS 9
/* The number of their states, where there are two of each. */
#define LIFE_NETWORK_PATTERNS 512
/* The largest numbers of bits of a state, of functions of a column, and of gates after
 * them. */
#define LIFE_NETWORK_PLANES 6
#define LIFE_NETWORK_COLUMNS 24
#define LIFE_NETWORK_GATES 160
/* Signals: cells, columns, gates. */
#define LIFE_NETWORK_SIGNALS 255

/* Any function of three signals: bit 4a + 2b + c of @table is its value. */
typedef struct {
  guint8 table;
  guint8 inputs[3];
} LifeGate;

/* A state is a binary number, whose bits lie in @planes planes, the lowest first.
 *
 * Signals are the nine cells, a row of three for each plane of the cells above, then of those
 * here and of those below; then the three values of each function of a column, for the column
 * left of the cell, its own and the one right of it; then the gates in their order. A
 * function of a column is a gate whose inputs are numbers of the column's own words: its 3 ×
 * @planes cells, then the functions before it. It is computed once per column and serves three
 * cells, so it costs one gate instead of three. */
typedef struct _LifeNetwork {
  guint planes;
  guint n_columns;
  LifeGate columns[LIFE_NETWORK_COLUMNS];
  guint n_gates;
  LifeGate gates[LIFE_NETWORK_GATES];
  guint outputs[LIFE_NETWORK_PLANES]; /* the next state's bits */
} LifeNetwork;

/* The signal that word @word of a column is: @column is 0 left of the cell, 1 in its own, and 2
 * right of it. */
static inline guint
life_network_word (guint word, guint column)
{
  return 3 * word + column;
}

static inline guint
life_network_column (guint planes, guint function, guint column)
{
  return life_network_word (3 * planes + function, column);
}

static inline guint
life_network_first_gate (const LifeNetwork *network)
{
  return life_network_column (network->planes, network->n_columns, 0);
}

/* Appends a gate; its signal, or 0: there is no room for it. */
guint life_network_append (
    LifeNetwork *network, guint table, const guint inputs[3]);

/* Gates per cell: those of columns and those after them. */
static inline guint
life_network_cost (const LifeNetwork *network)
{
  return network->n_columns + network->n_gates;
}

/* The next state of the middle one of nine cells. */
guint life_network_next (const LifeNetwork *network, const guint8 cells[9]);

/* The table of a rule of radius 1 in two dimensions, for state 1 alone: the map
 * of #LifeRule, for any family. */
void life_network_map (const LifeRule *rule, guint64 map[8]);

G_END_DECLS
