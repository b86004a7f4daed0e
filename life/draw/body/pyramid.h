/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which blocks of a body have live cells, so that rays skip those that have none. A word
 * for each block of 16³ cells, a bit in it for each block of 4³ of them; by C and nvcc. */
#pragma once

#include "life/base/shared.h"

/* Cells along a block: of a word, and of a bit, as powers of two. */
#define LIFE_PYRAMID_WORD_BITS 4
#define LIFE_PYRAMID_BLOCK_BITS 2
#define LIFE_PYRAMID_WORD_CELLS (1 << LIFE_PYRAMID_WORD_BITS)
#define LIFE_PYRAMID_BLOCK_CELLS (1 << LIFE_PYRAMID_BLOCK_BITS)

/* Which word. No GPU has memory for 2^32 of them, that is for 2^44 cells. */
#ifdef __CUDACC__
typedef uint32_t LifePyramidPosition;
#else
typedef uint64_t LifePyramidPosition;
#endif

/* So many words along each axis. */
typedef struct {
  const uint64_t *words;
  int32_t columns, rows, layers;
} LifePyramid;

/* How many words @cells cells take along an axis. */
LIFE_SHARED int32_t
life_pyramid_side (uint32_t cells)
{
  return (int32_t) ((cells + LIFE_PYRAMID_WORD_CELLS - 1)
                    >> LIFE_PYRAMID_WORD_BITS);
}

/* Which word has cell (@x, @y, @z). */
LIFE_SHARED LifePyramidPosition
life_pyramid_word (
    int32_t columns, int32_t rows, int32_t x, int32_t y, int32_t z)
{
  return ((LifePyramidPosition) (z >> LIFE_PYRAMID_WORD_BITS) * (uint32_t) rows
             + (uint32_t) (y >> LIFE_PYRAMID_WORD_BITS))
             * (uint32_t) columns
         + (uint32_t) (x >> LIFE_PYRAMID_WORD_BITS);
}

/* Which bit of that word. */
LIFE_SHARED uint32_t
life_pyramid_bit (int32_t x, int32_t y, int32_t z)
{
  return (uint32_t) ((x >> LIFE_PYRAMID_BLOCK_BITS & 3)
                     + (y >> LIFE_PYRAMID_BLOCK_BITS & 3) * 4
                     + (z >> LIFE_PYRAMID_BLOCK_BITS & 3) * 16);
}

/* How large the block around a cell is in which nothing lives, as a power of two, by its
 * word: 0 where something does in the cell's own block of 4³. Blocks of 8³ are read,
 * too, without which rays take half as many steps again where few cells live. */
LIFE_SHARED int
life_pyramid_empty_bits (uint64_t word, int32_t x, int32_t y, int32_t z)
{
  /* 8 planes of cells are half of a word, 8 × 8 × 8 of them these bits in it. */
  const uint32_t half = (uint32_t) ((z & 8) != 0 ? word >> 32 : word);
  const uint32_t eight = half >> ((x >> 2 & 2) + (y & 8)) & 0x00330033u;
  const uint32_t four = half >> ((x >> 2 & 3) + (y & 12) + (z & 4) * 4) & 1;

  return four != 0    ? 0
         : eight != 0 ? LIFE_PYRAMID_BLOCK_BITS
         : word != 0  ? LIFE_PYRAMID_BLOCK_BITS + 1
                      : LIFE_PYRAMID_WORD_BITS;
}
