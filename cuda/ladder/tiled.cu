/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=tiled in 2D: halo regions.
 *
 * Idea: a block loads a tile of cells and the halo around it to shared memory
 * once; its threads count there. A thread owns a column of cells, so that the sum of
 * three cells of a row is found once and serves three rows.
 * Layout: a byte per cell; a tile 64 × 64 cells, a thread 16 of a column.
 * Halo: a cell on every side of the tile, loaded with it as whole words.
 * Bytes per cell: (72 × 66) / (64 × 64) = 1.16 read, 1 written. Operations per cell: 4.4
 * loads from shared memory, 4 additions, 4 for the rule.
 * Source: tiles with halos are in every CUDA course. */
#include "cuda/ladder/plan.h"
#include "cuda/ladder/tile.cuh"

#define TILE_WIDTH 64
#define TILE_HEIGHT 64
#define ROWS 16 /* of a thread */
#define THREADS (TILE_WIDTH * TILE_HEIGHT / ROWS)

/* A tile's rows: a word whose last byte is the halo, the cells, a word whose
 * first byte is. */
#define ROW_WORDS (TILE_WIDTH / 4 + 2)
#define STRIDE (4 * ROW_WORDS)

static __global__ void
__launch_bounds__ (THREADS)
    tiled_kernel (const __grid_constant__ LifeBytesPass pass)
{
  __shared__ uint32_t tile[TILE_HEIGHT + 2][ROW_WORDS];
  const uint3 here =
      life_tile_grid_here (life_tile_grid (pass, TILE_WIDTH, TILE_HEIGHT, 1));
  const uint32_t x = here.x * TILE_WIDTH, y = here.y * TILE_HEIGHT;
  const bool inner = life_tile_is_inner (pass, x, y, TILE_WIDTH, TILE_HEIGHT);
  const uint8_t *from = pass.from + life_bytes_offset (pass, x, y, 0);

  life_launch_wait ();
  for (int i = threadIdx.x; i < (TILE_HEIGHT + 2) * ROW_WORDS; i += THREADS) {
    const int row = i / ROW_WORDS, word = i % ROW_WORDS;
    /* Rows and columns beyond the world's halo are not there to be read. */
    if (y + row <= pass.height + 1ull && x + 4ull * word < pass.width + 8ull)
      tile[row][word] =
          *(const uint32_t *) (from + (row - 1) * (ptrdiff_t) pass.row
                               + (word - 1) * 4);
  }
  __syncthreads ();

  const uint32_t left = threadIdx.x % TILE_WIDTH;
  const uint32_t top = threadIdx.x / TILE_WIDTH * ROWS;
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
    const uint32_t cell = column[(i + 1) * STRIDE];
    next[i] = life_bytes_next (
        pass, cell, sums[i] + sums[i + 1] + sums[i + 2] - cell);
  }
  life_tile_store (pass, inner, x + left, y + top, 0, next);
}

void
life_tiled_plan (LifeLadderPlan *plan, const LifeLauncher &launcher)
{
  const LifeTileGrid tiles =
      life_tile_grid (plan->pass, TILE_WIDTH, TILE_HEIGHT, 1);

  plan->launch = { (const void *) tiled_kernel, life_tile_grid_blocks (tiles),
    dim3 (THREADS), 0 };
}
