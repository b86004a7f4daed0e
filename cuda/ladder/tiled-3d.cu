/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=tiled in 3D: halo regions, and a sweep.
 *
 * Idea: a block sweeps along z with a tile of one plane, which it loads with the halo
 * around it to shared memory; its threads count there. A thread owns a column of cells
 * and has the sums of the previous two planes in registers, so that each plane is loaded
 * and added up once.
 * Layout: a byte per cell; a tile 64 × 32 cells of a plane, a thread 4 of a column.
 * Halo: a cell on every side of the tile, loaded with it as whole words; the planes
 * before and behind a sweep.
 * Bytes per cell: 1.2 (1 + 2 / planes) read, 1 written. Operations per cell: 5.5 loads
 * from shared memory, 7 additions, 4 for the rule.
 * Source: Micikevicius, "3D finite difference computation on GPUs using CUDA"
 * (2009). */
#include "cuda/ladder/plan.h"
#include "cuda/ladder/tile.cuh"

#define TILE_WIDTH 64
#define TILE_HEIGHT 32
#define ROWS 4 /* of a thread */
#define THREADS (TILE_WIDTH * TILE_HEIGHT / ROWS)

/* A tile's rows: a word whose last byte is the halo, the cells, a word whose
 * first byte is. */
#define ROW_WORDS (TILE_WIDTH / 4 + 2)
#define STRIDE (4 * ROW_WORDS)

static __global__ void
__launch_bounds__ (THREADS, 2) tiled_kernel_3d (
    const __grid_constant__ LifeBytesPass pass, uint32_t planes)
{
  /* Two tiles, so that one barrier per plane is enough. */
  __shared__ uint32_t tiles[2][TILE_HEIGHT + 2][ROW_WORDS];
  const uint3 here = life_tile_grid_here (
      life_tile_grid (pass, TILE_WIDTH, TILE_HEIGHT, planes));
  const uint32_t x = here.x * TILE_WIDTH, y = here.y * TILE_HEIGHT;
  const bool inner = life_tile_is_inner (pass, x, y, TILE_WIDTH, TILE_HEIGHT);
  const uint32_t first = here.z * planes;
  const int sweep = (int) min (planes, pass.depth - first);
  const uint8_t *from = pass.from + life_bytes_offset (pass, x, y, first);
  const uint32_t left = threadIdx.x % TILE_WIDTH;
  const uint32_t top = threadIdx.x / TILE_WIDTH * ROWS;
  /* Sums of 3 × 3 cells of the two planes before, and the cells of the last one. Set
   * before they mean anything: ptxas of CUDA 11.8 makes one register of two that are
   * moved on without ever having been set. */
  uint32_t older[ROWS] = {}, newer[ROWS] = {}, cells[ROWS] = {};

  life_launch_wait ();
  for (int plane = -1; plane <= sweep; plane++) {
    uint32_t (*tile)[ROW_WORDS] = tiles[plane & 1];
    const uint8_t *there = from + plane * (ptrdiff_t) pass.plane;
    for (int i = threadIdx.x; i < (TILE_HEIGHT + 2) * ROW_WORDS; i += THREADS) {
      const int row = i / ROW_WORDS, word = i % ROW_WORDS;
      /* Rows and columns beyond the world's halo are not there to be read. */
      if (y + row <= pass.height + 1ull && x + 4ull * word < pass.width + 8ull)
        tile[row][word] =
            *(const uint32_t *) (there + (row - 1) * (ptrdiff_t) pass.row
                                 + (word - 1) * 4);
    }
    __syncthreads ();

    /* From the halo cell above this thread's cells to the one below. */
    const uint8_t *column = (const uint8_t *) tile[top] + 4 + left;
    uint32_t sums[ROWS + 2], next[ROWS];
#pragma unroll
    for (int i = 0; i < ROWS + 2; i++) {
      const uint8_t *cell = column + i * STRIDE;
      sums[i] = cell[-1] + cell[0] + cell[1];
    }
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
      const uint32_t newest = sums[i] + sums[i + 1] + sums[i + 2];
      next[i] = life_bytes_next (
          pass, cells[i], older[i] + newer[i] + newest - cells[i]);
      older[i] = newer[i];
      newer[i] = newest;
      cells[i] = column[(i + 1) * STRIDE];
    }
    /* This plane completed the blocks around the one before. */
    const uint32_t z = first + plane - 1;
    if (plane > 0)
      life_tile_store (pass, inner && z > 0 && z < pass.depth - 1, x + left,
          y + top, z, next);
  }
}

void
life_tiled_3d_plan (LifeLadderPlan *plan, const LifeLauncher &launcher)
{
  const LifeBytesPass &pass = plan->pass;
  LifeTileGrid tiles = life_tile_grid (pass, TILE_WIDTH, TILE_HEIGHT, 1);

  plan->pass.share =
      life_tile_planes (tiles.across * tiles.down, pass.depth, launcher);
  tiles = life_tile_grid (pass, TILE_WIDTH, TILE_HEIGHT, plan->pass.share);
  plan->launch = { (const void *) tiled_kernel_3d,
    life_tile_grid_blocks (tiles), dim3 (THREADS), 0 };
}
