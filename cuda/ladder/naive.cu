/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=naive in 2D: the baseline of the ladder, and nothing else.
 *
 * Idea: a thread per cell; it loads its neighbors and looks the count up in the
 * rule. What neighboring threads load twice comes from the first-level cache.
 * Layout: a byte per cell, a block 32 × 8 cells.
 * Halo: one cell wide around the world, in memory (LIFE_LAYOUT_BYTES), so that no load
 * has to find out where a neighbor is. A plane's is dead; a torus writes each cell at an
 * edge a second time, beyond the edge across. None per block.
 * Bytes per cell: 1 read, 1 written. Operations per cell: 9 loads and 8 additions, 4 for
 * the rule, about 20 for its position.
 * Source: the way in which every introduction to CUDA writes Life. */
#include "cuda/ladder/plan.h"

#define BLOCK_WIDTH 32
#define BLOCK_HEIGHT 8

static __global__ void
naive_kernel (const __grid_constant__ LifeBytesPass pass)
{
  /* Blocks are numbered along x: worlds have more rows than a grid has blocks along y. */
  const uint32_t across = (pass.width - 1) / BLOCK_WIDTH + 1;
  const uint32_t x = blockIdx.x % across * BLOCK_WIDTH + threadIdx.x;
  const uint32_t y = blockIdx.x / across * BLOCK_HEIGHT + threadIdx.y;
  const uint8_t *cell = pass.from + y * pass.row + x;
  uint32_t neighbors = 0;

  life_launch_wait ();
  if (x >= pass.width || y >= pass.height)
    return;

#pragma unroll
  for (int dy = -1; dy <= 1; dy++)
#pragma unroll
    for (int dx = -1; dx <= 1; dx++)
      if (dy != 0 || dx != 0)
        neighbors += cell[dy * (ptrdiff_t) pass.row + dx];
  const uint32_t rule = *cell ? pass.survival : pass.birth;
  const uint8_t next = rule >> neighbors & 1;

  /* A torus repeats itself after its width and its height: a cell at an edge comes again
   * in the halo beyond the other one. */
  if (!pass.torus) {
    pass.to[y * pass.row + x] = next;
    return;
  }
  const ptrdiff_t width = pass.width, height = pass.height;
  const ptrdiff_t first_row = y + 1 == pass.height ? -1 : (ptrdiff_t) y;
  const ptrdiff_t first_column = x + 1 == pass.width ? -1 : (ptrdiff_t) x;
#pragma unroll 1
  for (ptrdiff_t row = first_row; row <= height; row += height)
#pragma unroll 1
    for (ptrdiff_t column = first_column; column <= width; column += width)
      pass.to[row * (ptrdiff_t) pass.row + column] = next;
}

void
life_naive_plan (LifeLadderPlan *plan, const LifeLauncher &launcher)
{
  const LifeBytesPass &pass = plan->pass;
  const uint32_t across = (pass.width - 1) / BLOCK_WIDTH + 1;
  const uint32_t down = (pass.height - 1) / BLOCK_HEIGHT + 1;

  plan->launch = { (const void *) naive_kernel, dim3 (across * down),
    dim3 (BLOCK_WIDTH, BLOCK_HEIGHT), 0 };
}
