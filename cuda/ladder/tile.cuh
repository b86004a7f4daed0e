/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counting in a tile that lies in shared memory with its halo, for the kernels
 * that differ in how it comes there. */
#pragma once

#include "cuda/ladder/bytes.cuh"

/* Each thread of a tile owns @rows cells of one column. */

/* @sums: the live cells in the 3 × 3 block around each of them, itself counted.
 * @column: the halo cell above the first, in a tile whose rows lie @stride bytes
 * apart. */
template <int rows>
__device__ __forceinline__ void
life_tile_sum (const uint8_t *column, int stride, uint32_t (&sums)[rows])
{
  uint32_t row[rows + 2];

#pragma unroll
  for (int i = 0; i < rows + 2; i++, column += stride)
    row[i] = column[-1] + column[0] + column[1];
#pragma unroll
  for (int i = 0; i < rows; i++)
    sums[i] = row[i] + row[i + 1] + row[i + 2];
}

/* Whether a tile has no cell at an edge of the world: then it has no copies to
 * write, and none of its cells is missing. */
__device__ __forceinline__ bool
life_tile_is_inner (const LifeBytesPass &pass, uint32_t x, uint32_t y,
    uint32_t width, uint32_t height)
{
  return x > 0 && y > 0 && (uint64_t) x + width < pass.width
         && (uint64_t) y + height < pass.height;
}

/* Writes the next states of a column; @next (i) returns them. */
template <int rows, class Next>
__device__ __forceinline__ void
life_tile_store (const LifeBytesPass &pass, bool inner, uint32_t x, uint32_t y,
    uint32_t z, const Next &next)
{
  if (inner) {
    uint8_t *to = pass.to + life_bytes_offset (pass, x, y, z);
#pragma unroll
    for (int i = 0; i < rows; i++, to += pass.row)
      *to = (uint8_t) next (i);
  } else if (x < pass.width) {
#pragma unroll
    for (int i = 0; i < rows; i++)
      if (y + i < pass.height)
        life_bytes_store (pass, x, y + i, z, next (i));
  }
}

/* The next generation of a column of one plane. */
template <int rows>
__device__ __forceinline__ void
life_tile_step (const LifeBytesPass &pass, const uint8_t *column, int stride,
    bool inner, uint32_t x, uint32_t y)
{
  uint32_t next[rows];

  life_tile_sum (column, stride, next);
#pragma unroll
  for (int i = 0; i < rows; i++) {
    const uint32_t cell = column[(i + 1) * stride];
    next[i] = life_bytes_next (pass, cell, next[i] - cell);
  }
  life_tile_store<rows> (pass, inner, x, y, 0, [&] (int i) { return next[i]; });
}

/* A column that sweeps along z: the sums of the two planes before, and the
 * cells of the one of which the plane that comes completes the blocks. */
template <int rows> struct LifeTileSweep {
  /* Set before they mean anything: ptxas of CUDA 11.8 makes one register of two that are
   * moved on without ever having been set. */
  uint32_t older[rows] = {}, newer[rows] = {}, cells[rows] = {};

  /* Plane @z + 1 lies in the tile; plane @z is written where @store. */
  __device__ __forceinline__ void
  step (const LifeBytesPass &pass, const uint8_t *column, int stride,
      bool inner, uint32_t x, uint32_t y, uint32_t z, bool store)
  {
    uint32_t newest[rows], next[rows];

    life_tile_sum (column, stride, newest);
#pragma unroll
    for (int i = 0; i < rows; i++) {
      next[i] = life_bytes_next (
          pass, cells[i], older[i] + newer[i] + newest[i] - cells[i]);
      older[i] = newer[i];
      newer[i] = newest[i];
      cells[i] = column[(i + 1) * stride];
    }
    if (store)
      life_tile_store<rows> (pass, inner && z > 0 && z < pass.depth - 1, x, y,
          z, [&] (int i) { return next[i]; });
  }
};

/* How many planes, of a world whose planes have @tiles tiles, one block sweeps:
 * many, since the first two are only read, but so few that every multiprocessor
 * has work. */
static inline uint32_t
life_tile_planes (uint32_t tiles, uint32_t depth, const LifeLauncher &launcher)
{
  const uint64_t wanted = 16ull * launcher.multiprocessors;
  uint32_t planes = 64;

  while (planes > 8 && (uint64_t) tiles * ((depth - 1) / planes + 1) < wanted)
    planes /= 2;
  return planes;
}
