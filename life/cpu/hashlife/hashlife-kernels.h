/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The interface of the kernels that advance squares of 64 × 64 cells, compiled for each width
 * of vector, and their form of a rule. */
#pragma once

#include "life/rule/diagram.h"

/* A square of 16 × 16 cells, the smallest that is stored: cell x of row y is bit x of
 * rows[y]. */
#define LIFE_HASH_LEAF_SIDE 16

typedef struct {
  uint16_t rows[LIFE_HASH_LEAF_SIDE];
} LifeHashLeaf;

/* Which cells count, and how; B3/S23 has gates of its own. */
typedef enum {
  LIFE_HASH_LIFE,
  LIFE_HASH_BLOCK,
  LIFE_HASH_CROSS,
  LIFE_HASH_HEXAGON,
  LIFE_HASH_MAP,
} LifeHashShape;

/* The inputs of @diagram if cells are counted: the count of live cells in the shape, itself
 * included, from the eights to the ones, then the cell; in a map, the nine cells, from the last
 * to the first in the order of LifeRule's map. */
#define LIFE_HASH_COUNT_INPUTS 5
#define LIFE_HASH_MAP_INPUTS 9

typedef struct {
  LifeHashShape shape;
  LifeDiagram diagram;
} LifeHashProgram;

/* Advances the 64 × 64 cells in @from, four leaves side by side from the north-west on,
 * by 1 … 16 generations; @to are the four leaves in their middle. */
typedef void (*LifeHashAdvanceBase) (const LifeHashProgram *program,
    unsigned generations, const LifeHashLeaf *const from[16],
    LifeHashLeaf to[4]);

typedef struct {
  const char *title;
  LifeHashAdvanceBase advance;
} LifeHashKernel;

extern const LifeHashKernel life_hash_portable;
#if defined(__x86_64__)
extern const LifeHashKernel life_hash_avx2;
extern const LifeHashKernel life_hash_avx512;
#endif
