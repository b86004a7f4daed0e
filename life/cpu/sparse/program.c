/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules by their map as decision diagrams: one node for each sub-table that differs (R. E.
 * Bryant, "Graph-based algorithms for Boolean function manipulation", 1986). */
#include "life/cpu/sparse/private.h"
#include "life/rule/transition.h"

/* The node that is @high where @input is alive, else @low; one that was made from @first
 * on is taken again. */
static guint16
find_node (LifeSparseProgram *program, guint16 first, guint16 input,
    guint16 low, guint16 high)
{
  if (low == high)
    return low;
  for (guint16 i = first; i < program->n_nodes; i++)
    if (program->nodes[i].low == low && program->nodes[i].high == high)
      return i;
  program->nodes[program->n_nodes].input = input;
  program->nodes[program->n_nodes].low = low;
  program->nodes[program->n_nodes].high = high;
  return program->n_nodes++;
}

void
life_sparse_program_init (LifeSparseProgram *program, const LifeRule *rule)
{
  guint16 tables[512];

  program->n_nodes = 2;
  for (guint i = 0; i < 512; i++)
    tables[i] = life_next_mapped (rule->map, i) != 0;
  for (guint16 input = 0; input < 9; input++) {
    const guint16 first = program->n_nodes;

    for (guint i = 0; i < 256u >> input; i++)
      tables[i] =
          find_node (program, first, input, tables[2 * i], tables[2 * i + 1]);
  }
  /* A rule that does not depend on the last input has its node further up. */
  if (tables[0] + 1 != program->n_nodes) {
    program->nodes[program->n_nodes].input = 0;
    program->nodes[program->n_nodes].low = tables[0];
    program->nodes[program->n_nodes++].high = tables[0];
  }
}
