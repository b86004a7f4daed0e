/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Networks for cells that age.
 *
 * Idea: functions of a column first say which of its three cells are in state 1, then are those
 * of the network of two states, and its gates follow. A counter of about four gates per plane
 * adds one to the state of cells that are neither dead nor made alive. */
#include "life/rule/network/aging-network.h"

#include "life/rule/network/compose.h"

#include <string.h>

/* Tables of gates, from those of their inputs. */
enum {
  A = 0xf0,
  B = 0xcc,
  C = 0xaa,
};

/* The word that says whether a cell of the column is in state 1: its lowest plane is set and no
 * other one, two of which a gate reads. Of three states the lowest plane says it. */
static guint
add_alive (LifeComposition *self, guint states, guint row)
{
  const guint planes = self->network->planes, first = row * planes;
  guint word = first;

  for (guint plane = 1; states > 3 && plane < planes; plane += 2)
    word = life_compose_column (self, A & ~B & ~C, word, first + plane,
        first + MIN (plane + 1, planes - 1));
  return word;
}

/* Whether the cell is alive next, if it is not old. */
static guint
add_network (LifeComposition *self, const LifeNetwork *alive, guint states)
{
  guint words[3 + LIFE_NETWORK_COLUMNS], names[LIFE_NETWORK_SIGNALS] = { 0 };
  guint n = 0;

  for (; n < 3; n++)
    words[n] = add_alive (self, states, n);
  for (const LifeGate *gate = alive->columns; n < 3 + alive->n_columns;
       gate++, n++)
    words[n] = life_compose_column (self, gate->table, words[gate->inputs[0]],
        words[gate->inputs[1]], words[gate->inputs[2]]);
  for (guint i = 0; i < 3 * n; i++)
    names[i] = life_network_word (words[i / 3], i % 3);
  for (guint i = 0; i < alive->n_gates; i++) {
    const LifeGate *gate = &alive->gates[i];

    names[3 * n + i] = life_compose_gate (self, gate->table,
        names[gate->inputs[0]], names[gate->inputs[1]], names[gate->inputs[2]]);
  }
  return names[alive->outputs[0]];
}

static guint
add_gate (LifeComposition *self, gint table, guint a, guint b, guint c)
{
  return life_compose_gate (self, (guint) table & 0xff, a, b, c);
}

/* A plane of the cell. */
static guint
plane_of (const LifeComposition *self, guint plane)
{
  return life_compose_cell (self, LIFE_COMPOSE_ITSELF, plane);
}

/* Whether the cell is in a state above 1. */
static guint
add_old (LifeComposition *self)
{
  guint old = plane_of (self, 1);

  for (guint plane = 2; plane < self->network->planes; plane++)
    old = add_gate (self, A | B, old, plane_of (self, plane), old);
  return old;
}

/* Whether the cell is in state @highest. */
static guint
add_oldest (LifeComposition *self, guint highest)
{
  guint oldest = plane_of (self, 0);

  if (~highest & 1)
    oldest = add_gate (self, ~A, oldest, oldest, oldest);
  for (guint plane = 1; plane < self->network->planes; plane++)
    oldest = add_gate (self, highest >> plane & 1 ? A & B : A & ~B, oldest,
        plane_of (self, plane), oldest);
  return oldest;
}

static void
add_counter (LifeComposition *self, guint states, guint next, guint old)
{
  LifeNetwork *network = self->network;
  const guint lowest = plane_of (self, 0);
  const guint alive = add_gate (self, A & ~B, next, old, next);
  const guint dying = add_gate (self, (A | B) & ~C, lowest, old, alive);
  const guint ages =
      add_gate (self, A & ~B, dying, add_oldest (self, states - 1), dying);
  guint carry = lowest;

  network->outputs[0] = add_gate (self, A | (B & ~C), alive, ages, lowest);
  for (guint plane = 1; plane < network->planes; plane++) {
    const guint word = plane_of (self, plane);

    network->outputs[plane] = add_gate (self, A & (B ^ C), ages, word, carry);
    if (plane + 1 < network->planes)
      carry = add_gate (self, A & B, carry, word, carry);
  }
}

gboolean
life_network_age (const LifeNetwork *alive, guint states, LifeNetwork *network)
{
  LifeComposition self = { network, FALSE };
  const guint planes = (guint) g_bit_storage (states - 1);
  guint next;

  if (planes > LIFE_NETWORK_PLANES)
    return FALSE;
  memset (network, 0, sizeof (*network));
  network->planes = planes;
  next = add_network (&self, alive, states);
  add_counter (&self, states, next, add_old (&self));
  return !self.full;
}
