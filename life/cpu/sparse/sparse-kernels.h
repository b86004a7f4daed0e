/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The interface of the kernels of sparse tiles, each compiled for one width of vector; no
 * storage, no threads. */
#pragma once

#include "life/cpu/states-kernels.h"
#include "life/cpu/bits2d/network-terms.h"
#include "life/cpu/bits2d/terms.h"
#include "life/rule/diagram.h"

/* Cells along the side of a tile, and of the halo around it, which is as wide as the largest
 * number of generations of a pass. A tile and its halo are 64 rows of 64 cells. */
#define LIFE_SPARSE_SIDE 48
#define LIFE_SPARSE_HALO 8
#define LIFE_SPARSE_WORDS 64

/* Of 64 rows row r is word (r % 8) × 8 + r / 8, so that a vector of eight words holds rows
 * that lie eight apart. Cell c of a row is bit c. A tile's own cells are in rows and
 * columns 8 to 55, and the others are 0. */
#define LIFE_SPARSE_WORD(r) ((r) % 8 * 8 + (r) / 8)

/* Rules of more than two states have planes of ages, tables those of digits
 * (life/cpu/state-planes.h), each so many words behind the previous one. */
#define LIFE_SPARSE_PLANE LIFE_SPARSE_WORDS

/* Directions of the tiles around one: row after row, the tile itself in the middle. In a mask
 * of directions the middle bit stands for any of the tile's cells, and each other one for those
 * that lie within LIFE_SPARSE_HALO of the tile in that direction. */
#define LIFE_SPARSE_AROUND 9
#define LIFE_SPARSE_SELF 4

/* A tile to advance.
 * @around: the cells of the tiles around it, and its own
 * @next: its next cells are written here, over those that they are compared with
 * @generations: 1 … LIFE_SPARSE_HALO
 * @counts: whether to count what the last generation changes
 * @changed: (out): the directions in which the cells written differ from the previous ones
 * @alive: (out): the directions with live cells
 * @births, @deaths: (out): set if @counts */
typedef struct {
  const uint64_t *around[LIFE_SPARSE_AROUND];
  uint64_t *next;
  uint32_t generations;
  int counts;
  uint32_t changed, alive;
  uint32_t births, deaths;
} LifeSparseTask;

typedef struct {
  const char *title;
  const LifeStatesKernel *states;
  void (*life) (LifeSparseTask *task);
  void (*totalistic) (LifeSparseTask *task, const LifeBitslicedRule *rule);
  void (*generations) (LifeSparseTask *task, const LifeBitslicedRule *rule);
  void (*mapped) (LifeSparseTask *task, const LifeDiagram *map);
  void (*network) (LifeSparseTask *task, const LifeBitslicedNetwork *rule);
} LifeSparseKernel;

extern const LifeSparseKernel life_sparse_portable;
#ifdef __x86_64__
extern const LifeSparseKernel life_sparse_avx2;
extern const LifeSparseKernel life_sparse_avx512;
#endif

/* The mask of directions for the cells of a tile: @any, each of whose bits is that of a
 * column, and those among its first and its last LIFE_SPARSE_HALO rows. */
static inline uint32_t
life_sparse_mask (uint64_t any, uint64_t top, uint64_t bottom)
{
  const uint64_t side = ((uint64_t) 1 << LIFE_SPARSE_HALO) - 1;
  const uint64_t west = side << LIFE_SPARSE_HALO;
  const uint64_t east = side << LIFE_SPARSE_SIDE;

  return (uint32_t) ((top & west) != 0) | (uint32_t) (top != 0) << 1
         | (uint32_t) ((top & east) != 0) << 2
         | (uint32_t) ((any & west) != 0) << 3 | (uint32_t) (any != 0) << 4
         | (uint32_t) ((any & east) != 0) << 5
         | (uint32_t) ((bottom & west) != 0) << 6
         | (uint32_t) (bottom != 0) << 7
         | (uint32_t) ((bottom & east) != 0) << 8;
}
