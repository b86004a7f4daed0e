/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Networks for rules of blocks: both cells of a row are found at once, since they share gates. */
#include "life/rule/network/block-network.h"

#include "life/rule/network/work.h"

#define STARTS 16
#define CASES (1 << LIFE_BLOCK_SIGNALS)

static void
make_problem (const guint8 *blocks, LifeNetworkProblem *problem)
{
  problem->n_inputs = LIFE_BLOCK_SIGNALS;
  problem->n_outputs = 2;
  problem->max_gates = LIFE_BLOCK_GATES;
  for (guint i = 0; i < CASES; i++) {
    const gboolean lower = i >> LIFE_BLOCK_LOWER & 1;
    const guint row = i & 3, other = i >> LIFE_BLOCK_ACROSS_LEFT & 3;
    const guint next = blocks[lower ? other | row << 2 : row | other << 2];

    for (guint signal = 0; signal < LIFE_BLOCK_SIGNALS; signal++)
      problem->inputs[signal].bits[0] |= (guint64) (i >> signal & 1) << i;
    for (guint right = 0; right < 2; right++) {
      const gboolean lives = next >> (2 * lower + right) & 1;
      LifeTarget *target = &problem->outputs[right];

      target->on.bits[0] |= (guint64) lives << i;
      target->off.bits[0] |= (guint64) !lives << i;
    }
  }
}

gboolean
life_block_network_find (const guint8 blocks[LIFE_MARGOLUS_BLOCKS],
    const gint *cancelled, LifeBlockNetwork *network)
{
  g_autofree LifeNetworkProblem *problem = g_new0 (LifeNetworkProblem, 1);
  g_autofree LifeNetworkWork *best = g_new (LifeNetworkWork, 1);

  make_problem (blocks, problem);
  if (!life_network_search (problem, STARTS, 1, cancelled, best))
    return FALSE;
  network->n_gates = best->n_signals - best->first_gate;
  for (guint i = 0; i < network->n_gates; i++)
    network->gates[i] = best->gates[best->first_gate + i];
  for (guint i = 0; i < 2; i++)
    network->outputs[i] = best->outputs[i];
  return TRUE;
}

guint
life_block_network_cost (const LifeBlockNetwork *network)
{
  return (network->n_gates + 1) / 2 + 1;
}
