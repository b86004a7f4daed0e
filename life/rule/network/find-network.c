/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Networks for tables of nine cells of two states each. */
#include "life/rule/network/find-network.h"

#include "life/rule/network/work.h"

#include <string.h>

#define STARTS 16

static void
make_problem (const guint64 map[8], LifeNetworkProblem *problem)
{
  problem->n_inputs = LIFE_NETWORK_CELLS;
  problem->n_outputs = 1;
  problem->max_gates = LIFE_NETWORK_SIGNALS;
  problem->has_columns = TRUE;
  for (guint i = 0; i < LIFE_NETWORK_PATTERNS; i++)
    for (guint cell = 0; cell < LIFE_NETWORK_CELLS; cell++)
      problem->inputs[cell].bits[i / 64] |= (guint64) (i >> (8 - cell) & 1)
                                            << i % 64;
  for (guint i = 0; i < LIFE_NETWORK_PATTERNS / 64; i++) {
    problem->outputs[0].on.bits[i] = map[i];
    problem->outputs[0].off.bits[i] = ~map[i];
  }
}

/* A multiplexer for every pair of functions of fewer cells, each made once: it can make any
 * table, and is used when every start ran out of room. */
static guint
make_tree (LifeNetworkWork *work, const guint64 map[8], guint cell, guint first,
    guint n)
{
  guint one, other;

  if (n == 8) {
    guint table = (guint) (map[first / 64] >> first % 64 & 0xff);

    for (guint gate = work->first_gate; gate < work->n_signals; gate++)
      if (work->gates[gate].table == table && work->gates[gate].inputs[0] == 6
          && work->gates[gate].inputs[2] == 8)
        return gate;
    return life_network_add_gate (work, table, 6, 7, 8);
  }
  other = make_tree (work, map, cell + 1, first, n / 2);
  one = make_tree (work, map, cell + 1, first + n / 2, n / 2);
  return one == other ? one
                      : life_network_add_gate (work, 0xca, cell, one, other);
}

static void
finish (const LifeNetworkWork *work, LifeNetwork *network)
{
  gboolean used[LIFE_NETWORK_SIGNALS] = { FALSE };
  guint8 names[LIFE_NETWORK_SIGNALS] = { 0 };

  memset (network, 0, sizeof (*network));
  network->planes = 1;
  life_network_mark_outputs (work, used);
  for (guint i = 0; i < LIFE_NETWORK_CELLS; i++)
    names[i] = (guint8) i;
  for (guint i = 0; i < work->n_columns; i++) {
    const guint first = life_network_column (1, i, 0);

    if (!used[first] && !used[first + 1] && !used[first + 2])
      continue;
    for (guint column = 0; column < 3; column++)
      names[first + column] =
          (guint8) life_network_column (1, network->n_columns, column);
    network->columns[network->n_columns++] =
        (LifeGate){ work->columns[i], { 0, 1, 2 } };
  }
  for (guint gate = work->first_gate; gate < work->n_signals; gate++) {
    LifeGate *to = &network->gates[network->n_gates];

    if (!used[gate])
      continue;
    names[gate] =
        (guint8) (life_network_first_gate (network) + network->n_gates++);
    to->table = work->gates[gate].table;
    for (guint i = 0; i < 3; i++)
      to->inputs[i] = names[work->gates[gate].inputs[i]];
  }
  network->outputs[0] = names[work->outputs[0]];
}

gboolean
life_network_find (const guint64 map[8], guint effort, guint threads,
    const gint *cancelled, LifeNetwork *network)
{
  g_autofree LifeNetworkProblem *problem = g_new0 (LifeNetworkProblem, 1);
  g_autofree LifeNetworkWork *best = g_new (LifeNetworkWork, 1);

  make_problem (map, problem);
  if (!life_network_search (problem, STARTS * effort, threads, cancelled, best)
      && !life_network_is_cancelled (best)) {
    life_network_begin (best, problem, 1);
    best->outputs[0] = make_tree (best, map, 0, 0, LIFE_NETWORK_PATTERNS);
    life_network_tidy (best);
  }
  life_network_improve (best, 4);
  if (life_network_is_cancelled (best))
    return FALSE;
  finish (best, network);
  return TRUE;
}
