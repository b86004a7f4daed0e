/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the kernels with a byte per cell share: how a grid covers the world, the
 * rule as a bit per count, and writing a cell with its copies in the halo. How
 * neighbors are counted is each kernel's own idea. */
#pragma once

#include "cuda/ladder/bytes.h"

/* A grid of one dimension covers the world in tiles, x fastest; worlds have
 * more rows than a grid has blocks along y. */
struct LifeTileGrid {
  uint32_t across, down, deep;
};

__host__ __device__ inline LifeTileGrid
life_tile_grid (
    const LifeBytesPass &pass, uint32_t width, uint32_t height, uint32_t depth)
{
  return { (pass.width - 1) / width + 1, (pass.height - 1) / height + 1,
    (pass.depth - 1) / depth + 1 };
}

static inline dim3
life_tile_grid_blocks (const LifeTileGrid &tiles)
{
  return dim3 (tiles.across * tiles.down * tiles.deep);
}

/* The tile of this block. */
__device__ __forceinline__ uint3
life_tile_grid_here (const LifeTileGrid &tiles)
{
  uint32_t rest = blockIdx.x / tiles.across;

  return make_uint3 (
      blockIdx.x % tiles.across, rest % tiles.down, rest / tiles.down);
}

__device__ __forceinline__ size_t
life_bytes_offset (
    const LifeBytesPass &pass, uint32_t x, uint32_t y, uint32_t z)
{
  return z * pass.plane + y * pass.row + x;
}

/* Whether row (y, z) has copies beyond the edges y and z of a torus. */
__device__ __forceinline__ bool
life_bytes_row_is_copied (const LifeBytesPass &pass, uint32_t y, uint32_t z)
{
  return pass.torus
         && (y == 0 || y == pass.height - 1
             || (pass.is_3d && (z == 0 || z == pass.depth - 1)));
}

/* Where these copies lie: at every sum of a whole multiple of @stride_y and one of
 * @stride_z within these bounds, from the row itself. */
struct LifeBytesCopies {
  ptrdiff_t stride_y, stride_z;
  int first_y, last_y, first_z, last_z;

  /* Calls @write with the offset of each. There are few: the loops stay short. */
  template <class Write>
  __device__ __forceinline__ void
  each (const Write &write) const
  {
#pragma unroll 1
    for (int z = first_z; z <= last_z; z++)
#pragma unroll 1
      for (int y = first_y; y <= last_y; y++)
        if (y != 0 || z != 0)
          write (z * stride_z + y * stride_y);
  }
};

__device__ __forceinline__ LifeBytesCopies
life_bytes_copies (const LifeBytesPass &pass, uint32_t y, uint32_t z)
{
  return { (ptrdiff_t) pass.height * (ptrdiff_t) pass.row,
    (ptrdiff_t) pass.depth * (ptrdiff_t) pass.plane,
    y == pass.height - 1 ? -1 : 0, y == 0,
    pass.is_3d && z == pass.depth - 1 ? -1 : 0, pass.is_3d && z == 0 };
}

/* Writes a cell, @beyond_left and @beyond_right being where its copies beyond
 * the edges x lie, if any. */
__device__ __forceinline__ void
life_bytes_store_at (
    uint8_t *at, uint32_t cell, ptrdiff_t beyond_left, ptrdiff_t beyond_right)
{
  *at = (uint8_t) cell;
  if (beyond_left != 0)
    at[beyond_left] = (uint8_t) cell;
  if (beyond_right != 0)
    at[beyond_right] = (uint8_t) cell;
}

/* Writes the next state of cell (x, y, z). */
__device__ __forceinline__ void
life_bytes_store (const LifeBytesPass &pass, uint32_t x, uint32_t y, uint32_t z,
    uint32_t cell)
{
  uint8_t *at = pass.to + life_bytes_offset (pass, x, y, z);
  const ptrdiff_t width = pass.width;
  const ptrdiff_t beyond_right = pass.torus && x == 0 ? width : 0;
  const ptrdiff_t beyond_left = pass.torus && x == width - 1 ? -width : 0;

  life_bytes_store_at (at, cell, beyond_left, beyond_right);
  if (life_bytes_row_is_copied (pass, y, z))
    life_bytes_copies (pass, y, z).each ([&] (ptrdiff_t offset) {
      life_bytes_store_at (at + offset, cell, beyond_left, beyond_right);
    });
}

/* The next state of a cell with so many live neighbors. */
__device__ __forceinline__ uint32_t
life_bytes_next (const LifeBytesPass &pass, uint32_t cell, uint32_t neighbors)
{
  return (cell ? pass.survival : pass.birth) >> neighbors & 1;
}
