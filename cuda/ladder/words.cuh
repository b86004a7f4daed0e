/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sixteen byte cells of a row at a time, for the kernels whose threads own so
 * many: loading them with the cells next to them, and writing them. */
#pragma once

#include "cuda/ladder/bytes.cuh"

#define LIFE_GROUP 16

/* Sixteen cells in four words. */
struct LifeGroup {
  uint32_t words[4];
};

__device__ __forceinline__ LifeGroup
life_group_load (const uint8_t *cells)
{
  uint4 words = *(const uint4 *) cells;

  return { { words.x, words.y, words.z, words.w } };
}

/* Writes the first @left cells of a group, 16 of them where there are more, and
 * what copies it has beyond the edges x of a torus of @width columns: of its
 * first cell where @is_first, of its last one where the row ends with it. 0 as
 * @width: there are none. */
__device__ __forceinline__ void
life_group_store_at (uint8_t *at, const LifeGroup &group, uint32_t left,
    bool is_first, ptrdiff_t width)
{
  const uint32_t (&words)[4] = group.words;

  if (left >= LIFE_GROUP) {
    *(uint4 *) at = make_uint4 (words[0], words[1], words[2], words[3]);
  } else {
#pragma unroll
    for (uint32_t i = 0; i < LIFE_GROUP; i += 4)
      if (i + 4 <= left)
        *(uint32_t *) (at + i) = words[i / 4];
      else
        for (uint32_t byte = i; byte < left; byte++)
          at[byte] = (uint8_t) (words[i / 4] >> 8 * (byte - i));
  }
  if (width == 0)
    return;
  if (is_first)
    at[width] = (uint8_t) words[0];
  if (left <= LIFE_GROUP) {
    const uint32_t word = left > 12  ? words[3]
                          : left > 8 ? words[2]
                          : left > 4 ? words[1]
                                     : words[0];
    at[left - 1 - width] = (uint8_t) (word >> (left - 1) % 4 * 8);
  }
}

static __device__ __noinline__ void
life_group_store_copies (uint8_t *at, LifeGroup group, uint32_t left,
    bool is_first, ptrdiff_t width, LifeBytesCopies copies)
{
  copies.each ([&] (ptrdiff_t offset) {
    life_group_store_at (at + offset, group, left, is_first, width);
  });
}

/* Writes cells x … x + 15 of a row, as many as the world has. In 3D the copies
 * are written by a call, since there the registers are needed elsewhere. */
template <bool is_3d>
__device__ __forceinline__ void
life_group_store (const LifeBytesPass &pass, uint32_t x, uint32_t y, uint32_t z,
    const LifeGroup &group)
{
  uint8_t *at = pass.to + life_bytes_offset (pass, x, y, z);
  const uint32_t left = pass.width - x;
  const ptrdiff_t width = pass.torus ? pass.width : 0;

  life_group_store_at (at, group, left, x == 0, width);
  if (!life_bytes_row_is_copied (pass, y, z))
    return;
  const LifeBytesCopies copies = life_bytes_copies (pass, y, z);
  if (is_3d)
    life_group_store_copies (at, group, left, x == 0, width, copies);
  else
    copies.each ([&] (ptrdiff_t offset) {
      life_group_store_at (at + offset, group, left, x == 0, width);
    });
}

/* How far a thread sweeps @length lines, where @columns threads run next to it:
 * as far as leaves every multiprocessor enough warps. */
static inline uint32_t
life_groups_sweep (
    uint64_t columns, uint32_t length, const LifeLauncher &launcher)
{
  const uint64_t target = 2048ull * launcher.multiprocessors;
  uint32_t sweep = 32;

  while (sweep > 2 && columns * ((length - 1) / sweep + 1) < target)
    sweep /= 2;
  return sweep;
}

/* The blocks of @threads threads where each thread processes a tile. */
static inline dim3
life_tile_grid_threads (const LifeTileGrid &tiles, uint32_t threads)
{
  const uint64_t all = (uint64_t) tiles.across * tiles.down * tiles.deep;

  return dim3 ((unsigned) ((all - 1) / threads + 1));
}
