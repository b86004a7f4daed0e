/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Decision diagrams from the lowest input up: its nodes halve the table, and so on. */
#include "life/rule/diagram.h"

#include "life/rule/rule-private.h"
#include "life/rule/transition.h"

/* The node of @input with these values; one from @first on is used again. */
static guint8
find_node (
    LifeDiagram *self, guint8 first, guint8 input, guint8 low, guint8 high)
{
  if (low == high)
    return low;
  for (guint8 i = first; i < self->n_nodes; i++)
    if (self->nodes[i].low == low && self->nodes[i].high == high)
      return i;
  self->nodes[self->n_nodes].input = input;
  self->nodes[self->n_nodes].low = low;
  self->nodes[self->n_nodes].high = high;
  return self->n_nodes++;
}

void
life_diagram_init (LifeDiagram *self, const guint64 *table, guint n_inputs)
{
  guint8 nodes[1 << LIFE_DIAGRAM_MAX_INPUTS];

  self->n_nodes = 2;
  for (guint i = 0; i < 1u << n_inputs; i++)
    nodes[i] = life_next_mapped (table, i);
  for (guint8 input = 0; input < n_inputs; input++) {
    const guint8 first = self->n_nodes;

    for (guint i = 0; i < 1u << (n_inputs - 1 - input); i++)
      nodes[i] = find_node (self, first, input, nodes[2 * i], nodes[2 * i + 1]);
  }
  self->output = nodes[0];
}
