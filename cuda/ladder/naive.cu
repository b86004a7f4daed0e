/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=naive: the baseline of the ladder, and nothing else.
 *
 * Idea: a thread per cell; it loads its neighbors and looks the count up in the
 * rule. What neighboring threads load twice comes from the first-level cache.
 * Layout: a byte per cell, a block 32 × 8 cells of one plane.
 * Halo: around the world, in memory (LIFE_LAYOUT_BYTES); none per block.
 * Bytes per cell: 1 read, 1 written. Operations per cell: 9 loads and 8 additions
 * in 2D, 27 and 26 in 3D, 4 for the rule, about 20 for its place.
 * Source: the way in which every introduction to CUDA writes Life. */
#include "cuda/ladder/bytes.cuh"
#include "cuda/ladder/plan.h"

#define BLOCK_WIDTH 32
#define BLOCK_HEIGHT 8

template <bool is_3d>
static __global__ void
naive_kernel (const __grid_constant__ LifeBytesPass pass)
{
  const uint3 tile =
      life_tiles_here (life_tiles (pass, BLOCK_WIDTH, BLOCK_HEIGHT, 1));
  const uint32_t x = tile.x * BLOCK_WIDTH + threadIdx.x;
  const uint32_t y = tile.y * BLOCK_HEIGHT + threadIdx.y;
  const uint32_t z = tile.z;
  const uint8_t *cell = pass.from + life_bytes_offset (pass, x, y, z);
  uint32_t count = 0;

  life_launch_wait ();
  if (x >= pass.width || y >= pass.height)
    return;

#pragma unroll
  for (int dz = is_3d ? -1 : 0; dz <= (is_3d ? 1 : 0); dz++)
#pragma unroll
    for (int dy = -1; dy <= 1; dy++)
#pragma unroll
      for (int dx = -1; dx <= 1; dx++)
        count +=
            cell[dz * (ptrdiff_t) pass.plane + dy * (ptrdiff_t) pass.row + dx];
  life_bytes_store (
      pass, x, y, z, life_bytes_next (pass, *cell, count - *cell));
}

void
life_naive_plan (LifeLadderPlan *plan, const LifeLauncher &launcher)
{
  const LifeBytesPass &pass = plan->pass;

  plan->launch = { (const void *) (pass.is_3d ? naive_kernel<true>
                                              : naive_kernel<false>),
    life_tiles_blocks (life_tiles (pass, BLOCK_WIDTH, BLOCK_HEIGHT, 1)),
    dim3 (BLOCK_WIDTH, BLOCK_HEIGHT), 0 };
}
