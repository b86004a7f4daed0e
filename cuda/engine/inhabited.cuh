/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which cells of a word are not in state 0, in every layout. */
#pragma once

#include "cuda/engine/storage.h"

/* A word with one bit per cell that is not in state 0: of bytes the highest one. */
static __device__ __forceinline__ uint32_t
life_inhabited (const LifeStorage &storage, uint32_t word)
{
  const uint32_t sevens = 0x7f7f7f7f;

  return storage.layout == LIFE_LAYOUT_BYTES
             ? (((word & sevens) + sevens) | word) & ~sevens
             : word;
}

/* Four words of one bit of the states, joined with those of all other bits: set where
 * a state is not 0. */
static __device__ __forceinline__ uint4
life_inhabited_load (const LifeStorage &storage, const uint32_t *words)
{
  uint4 result = *(const uint4 *) words;

  for (uint32_t bit = 1; bit < storage.bits; bit++) {
    const uint4 other = *(const uint4 *) (words + bit * storage.bit_plane);
    result.x |= other.x;
    result.y |= other.y;
    result.z |= other.z;
    result.w |= other.w;
  }
  return result;
}

/* How many strips have their line @row above line @end. */
static __device__ __forceinline__ uint32_t
life_strips_above (const LifeStorage &storage, uint32_t row, uint32_t end)
{
  return end > row
             ? min (life_strip_of (storage.height, end - row - 1) + 1, 32u)
             : 0;
}

/* The bits of each word of a row of words that are cells to be counted. */
static __device__ __forceinline__ uint32_t
life_counted_row (const LifeStorage &storage, uint32_t row, uint32_t plane)
{
  const uint32_t mask = row == storage.rows - 1 ? storage.last_row : ~0u;

  if (!storage.is_part)
    return mask;
  if (storage.layout != LIFE_LAYOUT_STRIPS) {
    const uint32_t unit = storage.is_3d ? plane : row;
    return unit >= storage.own_first && unit < storage.own_end ? mask : 0;
  }
  const uint64_t first = life_strips_above (storage, row, storage.own_first);
  const uint64_t end = life_strips_above (storage, row, storage.own_end);
  return mask & (uint32_t) ((1ull << end) - (1ull << first));
}

/* The bits of word @word of a row that are cells; @mask: those that are in that row. */
static __device__ __forceinline__ uint32_t
life_inhabited_mask (const LifeStorage &storage, uint64_t word, uint32_t mask)
{
  return word + 1 < storage.row_words    ? mask
         : word + 1 == storage.row_words ? mask & storage.last_word
                                         : 0;
}
