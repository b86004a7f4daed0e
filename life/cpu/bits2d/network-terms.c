/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds the terms of a network's gates, for kernels that have no code of it. */
#include "life/cpu/bits2d/network-terms.h"

#include <glib.h>
#include <string.h>

gpointer
life_planes_scratch (void)
{
  static GPrivate scratch = G_PRIVATE_INIT (g_aligned_free);

  if (g_private_get (&scratch) == NULL)
    g_private_set (&scratch, g_aligned_alloc (1, LIFE_PLANES_SCRATCH, 64));
  return g_private_get (&scratch);
}

/* A gate's table as a polynomial: its Möbius transform. */
static void
find_gate_terms (guint table, guint64 terms[8])
{
  table ^= (table & 0x55) << 1;
  table ^= (table & 0x33) << 2;
  table ^= (table & 0x0f) << 4;
  for (guint i = 0; i < 8; i++)
    terms[i] = table >> i & 1 ? G_MAXUINT64 : 0;
}

/* Marks the inputs of @n gates. */
static void
mark_inputs (const LifeGate *gates, guint n, guint8 *used)
{
  for (guint i = 0; i < n; i++)
    for (guint input = 0; input < 3; input++)
      used[gates[i].inputs[input]] = TRUE;
}

/* Which signals, and which words of columns, are used. */
static void
find_uses (LifeBitslicedNetwork *self)
{
  const LifeNetwork *network = self->network;
  const guint words = 3 * network->planes + network->n_columns;

  memset (self->uses, 0, sizeof self->uses);
  memset (self->loads, 0, sizeof self->loads);
  mark_inputs (network->gates, network->n_gates, self->uses);
  for (guint plane = 0; plane < network->planes; plane++)
    self->uses[network->outputs[plane]] = TRUE;
  mark_inputs (network->columns, network->n_columns, self->loads);
  for (guint word = 0; word < words; word++)
    for (guint column = 0; column < 3; column++)
      self->loads[word] |= self->uses[life_network_word (word, column)];
}

void
life_bitsliced_network_init (
    LifeBitslicedNetwork *self, const LifeNetwork *network)
{
  self->network = network;
  for (guint i = 0; i < network->n_columns; i++)
    find_gate_terms (network->columns[i].table, self->terms[i]);
  for (guint i = 0; i < network->n_gates; i++)
    find_gate_terms (
        network->gates[i].table, self->terms[network->n_columns + i]);
  find_uses (self);
}
