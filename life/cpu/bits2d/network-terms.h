/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The form of networks over planes for kernels that run their gates one by one. */
#pragma once

#include <stdint.h>

#include "life/rule/network/network.h"

/* Words of a column: its cells, plane after plane, and their functions. */
#define LIFE_PLANES_WORDS (3 * LIFE_NETWORK_PLANES + LIFE_NETWORK_COLUMNS)

/* Bytes for the signals of a network in a few of the widest vectors. */
#define LIFE_PLANES_SCRATCH (160 * 1024)

/* So much memory of the calling thread, which it has until it ends. */
gpointer life_planes_scratch (void);

/* A network of gates over planes for kernels that have no code of it. */
typedef struct _LifeBitslicedNetwork {
  const LifeNetwork *network;
  /* The polynomial of each function and then of each gate: element 4 a + 2 b + c is all ones
   * where the product of those inputs is a term. */
  uint64_t terms[LIFE_NETWORK_COLUMNS + LIFE_NETWORK_GATES][8];
  /* Which words of a column are read at all, and which signals are. */
  uint8_t loads[LIFE_PLANES_WORDS], uses[LIFE_NETWORK_SIGNALS];
} LifeBitslicedNetwork;

/* Finds the terms of a network's gates, and what they use. The network has to stay. */
void life_bitsliced_network_init (
    LifeBitslicedNetwork *self, const LifeNetwork *network);
