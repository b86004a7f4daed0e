/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What kernels that read tiles share. Nothing is found by its position: all tiles are looked
 * at, 64 bytes of each. */
#pragma once

#include "cuda/unbounded/read.h"

#define LIFE_READ_THREADS 256
#define LIFE_READ_WARPS (LIFE_READ_THREADS / 32)

/* The lanes of a warp that goes through the tiles of a range. */
#define LIFE_FOR_EACH_TILE(range, tile)                                  \
  for (uint32_t tile = (range).first + life_warp (); tile < (range).end; \
       tile += life_warps ())                                            \
    if (life_load (&(range).tiles.info[tile].is_used))

__device__ __forceinline__ int64_t
life_range_position (const LifeTilesRange &range, uint32_t tile, int axis)
{
  return life_load (&range.tiles.info[tile].position[axis]);
}

__device__ __forceinline__ void
life_range_load (const LifeTilesRange &range, uint32_t tile, uint32_t side,
    int lane, LifeTileRows *rows)
{
  life_tile_load (life_tile_cells (range.tiles, tile, side), lane, rows);
}

/* The column of a bit in word @c of a row, and row @k of a lane, in their tile. */
__device__ __forceinline__ int
life_tile_column (int bit, int c)
{
  return 4 * (bit - LIFE_TILE_MARGIN) + c;
}

__device__ __forceinline__ int
life_tile_row (int lane, int k)
{
  return 4 * (lane - LIFE_TILE_MARGIN) + k;
}

static inline dim3
life_range_blocks (const LifeLauncher &launcher, const LifeTilesRange &range)
{
  const uint32_t n = range.end > range.first ? range.end - range.first : 0;

  return dim3 (
      MIN (n / LIFE_READ_WARPS + 1, 8 * (uint32_t) launcher.multiprocessors));
}
