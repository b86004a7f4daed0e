/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Networks for rules of Margolus' blocks of four cells. */
#pragma once

#include "life/rule/network/network.h"

G_BEGIN_DECLS

/* What a network knows of two cells side by side in a block, as the numbers of signals; gates
 * follow. */
enum {
  LIFE_BLOCK_LEFT,
  LIFE_BLOCK_RIGHT,
  LIFE_BLOCK_ACROSS_LEFT, /* in the block's other row */
  LIFE_BLOCK_ACROSS_RIGHT,
  LIFE_BLOCK_LOWER, /* whether the two are the lower ones */
  LIFE_BLOCK_SIGNALS
};

/* The most gates: 63 make two trees over five signals. */
#define LIFE_BLOCK_GATES 64

/* @outputs: the left and the right cell of the next generation */
typedef struct {
  guint n_gates;
  LifeGate gates[LIFE_BLOCK_GATES];
  guint outputs[2];
} LifeBlockNetwork;

/* Finds a small network, always the same one, in some milliseconds. FALSE if *@cancelled, which
 * may be NULL, was not 0 before the end. */
gboolean life_block_network_find (const guint8 blocks[LIFE_MARGOLUS_BLOCKS],
    const gint *cancelled, LifeBlockNetwork *network);

/* Gates for a word of cells, with the one that finds the cell above or below it. */
guint life_block_network_cost (const LifeBlockNetwork *network);

G_END_DECLS
