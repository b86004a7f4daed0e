/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A rule's table as a decision diagram: one node for each part of it that differs (R. E.
 * Bryant, "Graph-based algorithms for Boolean function manipulation", 1986). */
#pragma once

#include <stdint.h>

#define LIFE_DIAGRAM_MAX_INPUTS 9

/* 1, 2, 4 … 64 nodes for the inputs from the last one on; for the first three at most one per
 * distinct table, 12, 2 and none; and the constants. */
#define LIFE_DIAGRAM_MAX_NODES 143

/* Node 0 is never, node 1 always, and each other one is @high where its input is alive, else
 * @low, which come before it. */
typedef struct {
  uint8_t n_nodes, output;
  struct {
    uint8_t input, low, high;
  } nodes[LIFE_DIAGRAM_MAX_NODES];
} LifeDiagram;

/* Bit i % 64 of @table's element i / 64: what the rule makes of the inputs whose bits are those
 * of i, input 0 the lowest. */
void life_diagram_init (
    LifeDiagram *self, const uint64_t *table, unsigned int n_inputs);
