/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The gates of a network: their values in all cases, which of
 * them a signal needs, and their order. */
#include "life/rule/network/work.h"

#include <string.h>

guint
life_network_random (LifeNetworkWork *work, guint below)
{
  work->random ^= work->random << 13;
  work->random ^= work->random >> 7;
  work->random ^= work->random << 17;
  return (guint) ((work->random >> 33) % below);
}

guint64
life_network_gate_word (guint table, guint64 a, guint64 b, guint64 c)
{
  const guint64 parts[8] = { ~a & ~b & ~c, ~a & ~b & c, ~a & b & ~c, ~a & b & c,
    a & ~b & ~c, a & ~b & c, a & b & ~c, a & b & c };
  guint64 result = 0;

  for (guint i = 0; i < 8; i++)
    if (table >> i & 1)
      result |= parts[i];
  return result;
}

LifeNetworkValues
life_network_gate_values (const LifeNetworkWork *work, const LifeGate *gate)
{
  const LifeNetworkValues *a = &work->values[gate->inputs[0]];
  const LifeNetworkValues *b = &work->values[gate->inputs[1]];
  const LifeNetworkValues *c = &work->values[gate->inputs[2]];
  LifeNetworkValues result;

  for (guint i = 0; i < LIFE_NETWORK_WORDS; i++)
    result.bits[i] = life_network_gate_word (
        gate->table, a->bits[i], b->bits[i], c->bits[i]);
  return result;
}

guint
life_network_add_gate (
    LifeNetworkWork *work, guint table, guint a, guint b, guint c)
{
  LifeGate gate = { (guint8) table, { (guint8) a, (guint8) b, (guint8) c } };

  if (work->n_signals == LIFE_NETWORK_SIGNALS - 1
      || work->n_signals == work->first_gate + work->problem->max_gates) {
    work->full = TRUE;
    return 0;
  }
  work->gates[work->n_signals] = gate;
  work->values[work->n_signals] = life_network_gate_values (work, &gate);
  return work->n_signals++;
}

/* To be called before any gate is added. */
guint
life_network_add_column (LifeNetworkWork *work, guint table)
{
  for (guint column = 0; column < 3; column++)
    life_network_add_gate (work, table, column, 3 + column, 6 + column);
  work->columns[work->n_columns] = (guint8) table;
  work->first_gate = work->n_signals;
  return life_network_column (1, work->n_columns++, 0);
}

void
life_network_begin (
    LifeNetworkWork *work, const LifeNetworkProblem *problem, guint64 seed)
{
  const gint *cancelled = work->cancelled;

  memset (work, 0, sizeof (*work));
  work->problem = problem;
  work->cancelled = cancelled;
  work->random = seed * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) | 1;
  memcpy (work->values, problem->inputs,
      problem->n_inputs * sizeof (problem->inputs[0]));
  work->n_signals = work->first_gate = problem->n_inputs;
}

void
life_network_mark (const LifeNetworkWork *work, guint signal, gboolean *used)
{
  if (used[signal])
    return;
  used[signal] = TRUE;
  if (signal >= work->first_gate)
    for (guint i = 0; i < 3; i++)
      life_network_mark (work, work->gates[signal].inputs[i], used);
}

void
life_network_mark_outputs (const LifeNetworkWork *work, gboolean *used)
{
  for (guint i = 0; i < work->problem->n_outputs; i++)
    life_network_mark (work, work->outputs[i], used);
}

static void
order_gates (const LifeNetworkWork *work, guint signal, guint8 *new_names,
    LifeNetworkWork *ordered)
{
  LifeGate gate = work->gates[signal];

  if (signal < work->first_gate || new_names[signal] != 0)
    return;
  for (guint i = 0; i < 3; i++)
    order_gates (work, gate.inputs[i], new_names, ordered);
  for (guint i = 0; i < 3; i++)
    if (gate.inputs[i] >= work->first_gate)
      gate.inputs[i] = new_names[gate.inputs[i]];
  new_names[signal] = (guint8) life_network_add_gate (
      ordered, gate.table, gate.inputs[0], gate.inputs[1], gate.inputs[2]);
}

/* Drops gates that nothing depends on, and sorts each gate behind its inputs. */
void
life_network_tidy (LifeNetworkWork *work)
{
  g_autofree LifeNetworkWork *ordered = g_memdup2 (work, sizeof (*work));
  guint8 new_names[LIFE_NETWORK_SIGNALS] = { 0 };

  ordered->n_signals = work->first_gate;
  for (guint i = 0; i < work->problem->n_outputs; i++) {
    order_gates (work, work->outputs[i], new_names, ordered);
    if (work->outputs[i] >= work->first_gate)
      ordered->outputs[i] = new_names[work->outputs[i]];
  }
  *work = *ordered;
}
