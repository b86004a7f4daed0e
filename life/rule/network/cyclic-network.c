/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Networks for cyclic rules.
 *
 * Idea: the state after the cell's own is found once, from its planes. For each neighbor a
 * chain of gates, one per plane, compares its state with that one; one gate per plane of the
 * cell chooses between the two states, where enough of the neighbors are equal. For 32 states,
 * 8 neighbors and 3 of them: 64 gates. */
#include "life/rule/network/cyclic-network.h"

#include "life/rule/network/compose.h"

enum {
  EQUAL = 0xc3,     /* a is b */
  AND_EQUAL = 0x90, /* a, and b is c */
  CHOOSE = 0xca,    /* b where a is 1, else c */
};

typedef struct {
  guint states, planes, neighbors, threshold;
  guint following[LIFE_NETWORK_PLANES]; /* the planes of the next state */
  LifeComposition network;
} CyclicMaking;

static void
add_following (CyclicMaking *making)
{
  const guint planes = making->planes;
  g_autofree LifeNetworkProblem *problem =
      life_compose_problem (planes, planes);
  guint inputs[LIFE_NETWORK_PLANES];

  for (guint state = 0; state < making->states; state++)
    life_compose_case (problem, state, (state + 1) % making->states);
  for (guint plane = 0; plane < planes; plane++)
    inputs[plane] =
        life_compose_cell (&making->network, LIFE_COMPOSE_ITSELF, plane);
  life_compose_search (&making->network, problem, inputs, making->following);
}

/* Whether a neighbor is in the next state. */
static guint
add_comparison (CyclicMaking *making, guint cell)
{
  LifeComposition *network = &making->network;
  guint equal =
      life_compose_gate (network, EQUAL, life_compose_cell (network, cell, 0),
          making->following[0], making->following[0]);

  for (guint plane = 1; plane < making->planes; plane++)
    equal = life_compose_gate (network, AND_EQUAL, equal,
        life_compose_cell (network, cell, plane), making->following[plane]);
  return equal;
}

/* Whether as many are as the rule requires. */
static guint
add_threshold (CyclicMaking *making, const guint *equal)
{
  g_autofree LifeNetworkProblem *problem =
      life_compose_problem (making->neighbors, 1);
  guint enough = 0;

  for (guint set = 0; set < 1u << making->neighbors; set++)
    life_compose_case (
        problem, set, (guint) __builtin_popcount (set) >= making->threshold);
  life_compose_search (&making->network, problem, equal, &enough);
  return enough;
}

LifeNetwork *
life_network_of_cycle (guint states, guint neighbors, guint threshold)
{
  CyclicMaking making = { states, g_bit_storage (states - 1), neighbors,
    threshold };
  g_autofree LifeNetwork *network = g_new0 (LifeNetwork, 1);
  LifeComposition *composed = &making.network;
  guint equal[8], enough;

  composed->network = network;
  network->planes = making.planes;
  add_following (&making);
  for (guint i = 0, cell = 0; cell < 9; cell++)
    if (cell != LIFE_COMPOSE_ITSELF && (neighbors == 8 || cell % 2 == 1))
      equal[i++] = add_comparison (&making, cell);
  enough = add_threshold (&making, equal);
  for (guint plane = 0; plane < making.planes; plane++)
    network->outputs[plane] =
        life_compose_gate (composed, CHOOSE, enough, making.following[plane],
            life_compose_cell (composed, LIFE_COMPOSE_ITSELF, plane));
  return composed->full ? NULL : g_steal_pointer (&network);
}
