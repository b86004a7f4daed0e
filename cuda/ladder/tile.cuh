/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writing the columns of a tile, for the kernels that count in shared memory, and how far
 * those of 3D sweep. */
#pragma once

#include "cuda/ladder/bytes.cuh"

/* Whether a tile has no cell at an edge of the world: then it has no copies to
 * write, and none of its cells is missing. */
__device__ __forceinline__ bool
life_tile_is_inner (const LifeBytesPass &pass, uint32_t x, uint32_t y,
    uint32_t width, uint32_t height)
{
  return x > 0 && y > 0 && (uint64_t) x + width < pass.width
         && (uint64_t) y + height < pass.height;
}

/* Writes the next states of @rows cells of a column. */
template <int rows>
__device__ __forceinline__ void
life_tile_store (const LifeBytesPass &pass, bool inner, uint32_t x, uint32_t y,
    uint32_t z, const uint32_t (&next)[rows])
{
  if (inner) {
    uint8_t *to = pass.to + life_bytes_offset (pass, x, y, z);
#pragma unroll
    for (int i = 0; i < rows; i++, to += pass.row)
      *to = (uint8_t) next[i];
  } else if (x < pass.width) {
#pragma unroll
    for (int i = 0; i < rows; i++)
      if (y + i < pass.height)
        life_bytes_store (pass, x, y + i, z, next[i]);
  }
}

/* How many planes, of a world whose planes have @tiles tiles, one block sweeps:
 * many, since the first two are only read, but so few that every multiprocessor
 * has work. */
static inline uint32_t
life_tile_planes (uint32_t tiles, uint32_t depth, const LifeLauncher &launcher)
{
  const uint64_t target = 16ull * launcher.multiprocessors;
  uint32_t planes = 64;

  while (planes > 8 && (uint64_t) tiles * ((depth - 1) / planes + 1) < target)
    planes /= 2;
  return planes;
}
