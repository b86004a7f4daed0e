/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Networks for cyclic rules.
 *
 * Idea: the state after the cell's own is found once, from its planes. For each neighbor a
 * chain of gates, one per plane, compares its state with that one; one gate per plane of the
 * cell chooses between the two states, where enough of the neighbors are equal. For 32 states,
 * 8 neighbors and 3 of them: 64 gates. */
#include "life/rule/network/cyclic-network.h"

#include <string.h>

#include "life/rule/network/work.h"

/* The searches are small ones. */
#define STARTS 6
#define MAX_GATES 64

enum {
  EQUAL = 0xc3,     /* a is b */
  AND_EQUAL = 0x90, /* a, and b is c */
  CHOOSE = 0xca,    /* b where a is 1, else c */
};

#define ITSELF 4 /* among the nine cells */

typedef struct {
  guint states, planes, neighbors, threshold;
  guint following[LIFE_NETWORK_PLANES]; /* the planes of the next state */
  LifeNetwork *network;
  gboolean full;
} CyclicMaking;

/* The signal of a plane of one of the nine cells. */
static guint
signal_of (const CyclicMaking *making, guint cell, guint plane)
{
  return life_network_word (cell / 3 * making->planes + plane, cell % 3);
}

static guint
add_gate (CyclicMaking *making, guint table, guint a, guint b, guint c)
{
  const guint inputs[] = { a, b, c };
  const guint signal = life_network_append (making->network, table, inputs);

  making->full |= signal == 0;
  return signal;
}

/* Searches for gates from the signals @inputs, and adds them; @outputs become signals. */
static void
add_found (CyclicMaking *making, const LifeNetworkProblem *problem,
    const guint *inputs, guint *outputs)
{
  g_autofree LifeNetworkWork *work = g_new0 (LifeNetworkWork, 1);
  guint names[LIFE_NETWORK_SIGNALS] = { 0 };

  making->full |= !life_network_search (problem, STARTS, 1, NULL, work);
  if (making->full)
    return;
  memcpy (names, inputs, problem->n_inputs * sizeof (names[0]));
  for (guint i = work->first_gate; i < work->n_signals; i++) {
    const LifeGate *gate = &work->gates[i];

    names[i] = add_gate (making, gate->table, names[gate->inputs[0]],
        names[gate->inputs[1]], names[gate->inputs[2]]);
  }
  for (guint i = 0; i < problem->n_outputs; i++)
    outputs[i] = names[work->outputs[i]];
}

/* Sets the case whose inputs are the bits of its number. */
static void
set_case (LifeNetworkProblem *problem, guint number, guint outputs)
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

static void
add_following (CyclicMaking *making)
{
  g_autofree LifeNetworkProblem *problem = g_new0 (LifeNetworkProblem, 1);
  guint inputs[LIFE_NETWORK_PLANES];

  problem->n_inputs = problem->n_outputs = making->planes;
  problem->max_gates = MAX_GATES;
  for (guint state = 0; state < making->states; state++)
    set_case (problem, state, (state + 1) % making->states);
  for (guint plane = 0; plane < making->planes; plane++)
    inputs[plane] = signal_of (making, ITSELF, plane);
  add_found (making, problem, inputs, making->following);
}

/* Whether a neighbor is in the next state. */
static guint
add_comparison (CyclicMaking *making, guint cell)
{
  guint equal = add_gate (making, EQUAL, signal_of (making, cell, 0),
      making->following[0], making->following[0]);

  for (guint plane = 1; plane < making->planes; plane++)
    equal = add_gate (making, AND_EQUAL, equal, signal_of (making, cell, plane),
        making->following[plane]);
  return equal;
}

/* Whether as many are as the rule requires. */
static guint
add_threshold (CyclicMaking *making, const guint *equal)
{
  g_autofree LifeNetworkProblem *problem = g_new0 (LifeNetworkProblem, 1);
  guint enough = 0;

  problem->n_inputs = making->neighbors;
  problem->n_outputs = 1;
  problem->max_gates = MAX_GATES;
  for (guint set = 0; set < 1u << making->neighbors; set++)
    set_case (
        problem, set, (guint) __builtin_popcount (set) >= making->threshold);
  add_found (making, problem, equal, &enough);
  return enough;
}

LifeNetwork *
life_network_of_cycle (guint states, guint neighbors, guint threshold)
{
  CyclicMaking making = { states, g_bit_storage (states - 1), neighbors,
    threshold };
  g_autofree LifeNetwork *network = g_new0 (LifeNetwork, 1);
  guint equal[8], enough;

  making.network = network;
  network->planes = making.planes;
  add_following (&making);
  for (guint i = 0, cell = 0; cell < 9; cell++)
    if (cell != ITSELF && (neighbors == 8 || cell % 2 == 1))
      equal[i++] = add_comparison (&making, cell);
  enough = add_threshold (&making, equal);
  for (guint plane = 0; plane < making.planes; plane++)
    network->outputs[plane] = add_gate (&making, CHOOSE, enough,
        making.following[plane], signal_of (&making, ITSELF, plane));
  return making.full ? NULL : g_steal_pointer (&network);
}
