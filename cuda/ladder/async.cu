/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=async in 2D: copying behind computing.
 *
 * Idea: as kernel=tiled, but a block sweeps down over several tiles, and the next two
 * come by asynchronous copies (cp.async, 16 bytes each, past the registers) while it
 * counts in one. A ring of three buffers needs one barrier per tile: after it a tile has
 * come, and all threads have left the one that the copies replace next.
 * Layout: a byte per cell; a tile 128 × 32 cells, a thread 8 of a column.
 * Halo: a row above and below, 16 bytes at either side, as the copies are wide.
 * Bytes per cell: (160 × 34) / (128 × 32) = 1.33 read, the copies of halos mostly from
 * the second-level cache; 1 written. Operations per cell: 4.8 loads from shared memory,
 * 4 additions, 4 for the rule. GPUs before compute capability 8.0 copy through registers.
 * Source: NVIDIA, "CUDA C++ Programming Guide", asynchronous data copies. */
#include "cuda/ladder/plan.h"
#include "cuda/ladder/tile.cuh"

#include <cuda_pipeline_primitives.h>

#define TILE_WIDTH 128
#define TILE_HEIGHT 32
#define ROWS 8 /* of a thread */
#define THREADS (TILE_WIDTH * TILE_HEIGHT / ROWS)
#define COPY 16
#define ROW_COPIES (TILE_WIDTH / COPY + 2)
#define STRIDE (COPY * ROW_COPIES)
#define RING 3

typedef uint8_t Tile[TILE_HEIGHT + 2][STRIDE];

/* Begins to copy the tile whose first cell is (@x, @y), at @from. Rows and columns beyond
 * the world's halo are not there to be read. */
static __device__ __forceinline__ void
copy_tile (const LifeBytesPass &pass, Tile &tile, const uint8_t *from,
    uint32_t x, uint64_t y)
{
  for (int i = threadIdx.x; i < (TILE_HEIGHT + 2) * ROW_COPIES; i += THREADS) {
    const int row = i / ROW_COPIES, column = i % ROW_COPIES * COPY;
    if (y + row <= pass.height + 1ull
        && x + (uint64_t) column < pass.width + 2ull * COPY)
      __pipeline_memcpy_async (&tile[row][column],
          from + (row - 1) * (ptrdiff_t) pass.row + column - COPY, COPY);
  }
}

static __global__ void
__launch_bounds__ (THREADS, 2) async_kernel (
    const __grid_constant__ LifeBytesPass pass, uint32_t sweep_tiles)
{
  alignas (COPY) __shared__ Tile ring[RING];
  const uint3 here = life_tile_grid_here (
      life_tile_grid (pass, TILE_WIDTH, TILE_HEIGHT * sweep_tiles, 1));
  const uint32_t x = here.x * TILE_WIDTH;
  const uint32_t y = here.y * TILE_HEIGHT * sweep_tiles;
  const uint8_t *from = pass.from + life_bytes_offset (pass, x, y, 0);
  const ptrdiff_t to_next = TILE_HEIGHT * (ptrdiff_t) pass.row;
  const int tiles =
      (int) min (sweep_tiles, (pass.height - y - 1) / TILE_HEIGHT + 1);
  const bool inner =
      life_tile_is_inner (pass, x, y, TILE_WIDTH, TILE_HEIGHT * tiles);
  const uint32_t left = threadIdx.x % TILE_WIDTH;
  const uint32_t top = threadIdx.x / TILE_WIDTH * ROWS;

  life_launch_wait ();
  for (int ahead = 0; ahead < RING - 1; ahead++) {
    if (ahead < tiles)
      copy_tile (pass, ring[ahead], from + ahead * to_next, x,
          y + (uint64_t) ahead * TILE_HEIGHT);
    __pipeline_commit ();
  }
  for (int number = 0; number < tiles; number++) {
    const int ahead = number + RING - 1;

    __pipeline_wait_prior (RING - 2);
    __syncthreads ();
    if (ahead < tiles)
      copy_tile (pass, ring[ahead % RING], from + ahead * to_next, x,
          y + (uint64_t) ahead * TILE_HEIGHT);
    __pipeline_commit ();

    /* From the halo cell above this thread's cells to the one below. */
    const uint8_t *column = ring[number % RING][top] + COPY + left;
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
    life_tile_store (
        pass, inner, x + left, y + number * TILE_HEIGHT + top, 0, next);
  }
}

/* How many tiles a block sweeps: as many as leave every multiprocessor several
 * blocks. */
static uint32_t
choose_sweep (const LifeBytesPass &pass, const LifeLauncher &launcher)
{
  const LifeTileGrid tiles = life_tile_grid (pass, TILE_WIDTH, TILE_HEIGHT, 1);
  const uint64_t target = 16ull * launcher.multiprocessors;
  uint32_t sweep = 16;

  while (sweep > 1
         && (uint64_t) tiles.across * ((tiles.down - 1) / sweep + 1) < target)
    sweep /= 2;
  return sweep;
}

void
life_async_plan (LifeLadderPlan *plan, const LifeLauncher &launcher)
{
  const LifeBytesPass &pass = plan->pass;

  plan->pass.share = choose_sweep (pass, launcher);
  plan->launch = { (const void *) async_kernel,
    life_tile_grid_blocks (
        life_tile_grid (pass, TILE_WIDTH, TILE_HEIGHT * plan->pass.share, 1)),
    dim3 (THREADS), 0 };
}
