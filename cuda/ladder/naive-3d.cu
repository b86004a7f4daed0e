/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=naive in 3D: naive.cu's kernel with a third loop.
 *
 * Idea: a thread per cell; it loads its 26 neighbors and looks the count up in the rule.
 * What neighboring threads load twice comes from the first-level cache.
 * Layout: a byte per cell, a block 32 × 8 cells of one plane.
 * Halo: one cell wide on all six sides of the world, in memory (LIFE_LAYOUT_BYTES). A
 * plane's is dead; a torus writes each cell at an edge again, beyond the edges across.
 * None per block.
 * Bytes per cell: 1 read, 1 written. Operations per cell: 27 loads and 26 additions, 4
 * for the rule, about 20 for its position.
 * Source: the way in which every introduction to CUDA writes Life. */
#include "cuda/ladder/plan.h"

#define BLOCK_WIDTH 32
#define BLOCK_HEIGHT 8

static __global__ void
naive_kernel_3d (const __grid_constant__ LifeBytesPass pass)
{
  /* Blocks are numbered along x, then along y and z. */
  const uint32_t across = (pass.width - 1) / BLOCK_WIDTH + 1;
  const uint32_t down = (pass.height - 1) / BLOCK_HEIGHT + 1;
  const uint32_t x = blockIdx.x % across * BLOCK_WIDTH + threadIdx.x;
  const uint32_t y = blockIdx.x / across % down * BLOCK_HEIGHT + threadIdx.y;
  const uint32_t z = blockIdx.x / across / down;
  const uint8_t *cell = pass.from + z * pass.plane + y * pass.row + x;
  uint32_t neighbors = 0;

  life_launch_wait ();
  if (x >= pass.width || y >= pass.height)
    return;

#pragma unroll
  for (int dz = -1; dz <= 1; dz++)
#pragma unroll
    for (int dy = -1; dy <= 1; dy++)
#pragma unroll
      for (int dx = -1; dx <= 1; dx++)
        if (dz != 0 || dy != 0 || dx != 0)
          neighbors += cell[dz * (ptrdiff_t) pass.plane
                            + dy * (ptrdiff_t) pass.row + dx];
  const uint32_t rule = *cell ? pass.survival : pass.birth;
  const uint8_t next = rule >> neighbors & 1;

  /* A torus repeats itself after its width, its height and its depth: a cell at an edge
   * comes again in the halo beyond the other one. */
  const bool is_inside = x > 0 && x + 1 < pass.width && y > 0
                         && y + 1 < pass.height && z > 0 && z + 1 < pass.depth;
  if (!pass.torus || is_inside) {
    pass.to[z * pass.plane + y * pass.row + x] = next;
    return;
  }
  const ptrdiff_t width = pass.width, height = pass.height, depth = pass.depth;
  const ptrdiff_t first_plane = z + 1 == pass.depth ? -1 : (ptrdiff_t) z;
  const ptrdiff_t first_row = y + 1 == pass.height ? -1 : (ptrdiff_t) y;
  const ptrdiff_t first_column = x + 1 == pass.width ? -1 : (ptrdiff_t) x;
#pragma unroll 1
  for (ptrdiff_t plane = first_plane; plane <= depth; plane += depth)
#pragma unroll 1
    for (ptrdiff_t row = first_row; row <= height; row += height)
#pragma unroll 1
      for (ptrdiff_t column = first_column; column <= width; column += width)
        pass.to[plane * (ptrdiff_t) pass.plane + row * (ptrdiff_t) pass.row
                + column] = next;
}

void
life_naive_3d_plan (LifeLadderPlan *plan, const LifeLauncher &launcher)
{
  const LifeBytesPass &pass = plan->pass;
  const uint32_t across = (pass.width - 1) / BLOCK_WIDTH + 1;
  const uint32_t down = (pass.height - 1) / BLOCK_HEIGHT + 1;

  plan->launch = { (const void *) naive_kernel_3d,
    dim3 (across * down * pass.depth), dim3 (BLOCK_WIDTH, BLOCK_HEIGHT), 0 };
}
