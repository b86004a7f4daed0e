/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Networks composed of parts, some of which are searched for. */
#include "life/rule/network/compose.h"

#include <string.h>

/* The searches are small ones. */
#define STARTS 6
#define MAX_GATES 64

guint
life_compose_cell (const LifeComposition *self, guint cell, guint plane)
{
  return life_network_word (cell / 3 * self->network->planes + plane, cell % 3);
}

guint
life_compose_gate (
    LifeComposition *self, guint table, guint a, guint b, guint c)
{
  const guint inputs[] = { a, b, c };
  const guint signal = life_network_append (self->network, table, inputs);

  self->full |= signal == 0;
  return signal;
}

guint
life_compose_column (
    LifeComposition *self, guint table, guint a, guint b, guint c)
{
  LifeNetwork *network = self->network;

  self->full |= network->n_columns == LIFE_NETWORK_COLUMNS;
  if (self->full)
    return 0;
  network->columns[network->n_columns] =
      (LifeGate){ (guint8) table, { (guint8) a, (guint8) b, (guint8) c } };
  return 3 * network->planes + network->n_columns++;
}

LifeNetworkProblem *
life_compose_problem (guint n_inputs, guint n_outputs)
{
  LifeNetworkProblem *problem = g_new0 (LifeNetworkProblem, 1);

  problem->n_inputs = n_inputs;
  problem->n_outputs = n_outputs;
  problem->max_gates = MAX_GATES;
  return problem;
}

void
life_compose_case (LifeNetworkProblem *problem, guint number, guint outputs)
{
  const guint64 bit = (guint64) 1 << number % 64;

  for (guint i = 0; i < problem->n_inputs; i++)
    if (number >> i & 1)
      problem->inputs[i].bits[number / 64] |= bit;
  for (guint i = 0; i < problem->n_outputs; i++) {
    LifeTarget *target = &problem->outputs[i];

    (outputs >> i & 1 ? &target->on : &target->off)->bits[number / 64] |= bit;
  }
}

void
life_compose_search (LifeComposition *self, const LifeNetworkProblem *problem,
    const guint *inputs, guint *outputs)
{
  g_autofree LifeNetworkWork *work = g_new0 (LifeNetworkWork, 1);
  guint names[LIFE_NETWORK_SIGNALS] = { 0 };

  self->full |= !life_network_search (problem, STARTS, 1, NULL, work);
  if (self->full)
    return;
  memcpy (names, inputs, problem->n_inputs * sizeof (names[0]));
  for (guint i = work->first_gate; i < work->n_signals; i++) {
    const LifeGate *gate = &work->gates[i];

    names[i] = life_compose_gate (self, gate->table, names[gate->inputs[0]],
        names[gate->inputs[1]], names[gate->inputs[2]]);
  }
  for (guint i = 0; i < problem->n_outputs; i++)
    outputs[i] = names[work->outputs[i]];
}
