/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows of bits, made of cells that do not lie so: a byte each, or in strips. */
#pragma once

#include <stdint.h>

/* Which of cells 32 × @word and on of a row of @width live, where a cell is a byte. */
static __device__ __forceinline__ uint32_t
life_pack_bytes (const uint32_t *row, uint32_t word, uint32_t width)
{
  const uint32_t *words = row + 8 * (size_t) word;
  const uint32_t n_cells = width - 32 * word;
  uint32_t alive = 0;

#pragma unroll
  for (uint32_t i = 0; i < 8; i++) {
    const uint32_t four = 4 * i < n_cells ? words[i] : 0;
    const uint32_t lives = __vcmpne4 (four, 0) & 0x08040201;
    alive |= (lives | lives >> 8 | lives >> 16 | lives >> 24) % 16 << 4 * i;
  }
  return n_cells < 32 ? alive & ((1u << n_cells) - 1) : alive;
}

/* Turns 32 × 32 bits by a warp: a lane has a word of strips, of its column, and gets those of
 * all lanes in its strip. */
static __device__ __forceinline__ uint32_t
life_transpose_strips (uint32_t strips)
{
  const uint32_t lane = threadIdx.x % 32;
  uint32_t row = 0;

#pragma unroll
  for (uint32_t strip = 0; strip < 32; strip++) {
    const uint32_t across = __ballot_sync (~0u, strips >> strip & 1);
    if (lane == strip)
      row = across;
  }
  return row;
}
