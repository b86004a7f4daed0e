/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=async in 3D: copying behind computing.
 *
 * Idea: as kernel=tiled, a block sweeps along z with a tile of one plane, and threads
 * have the sums of the previous two planes in registers; but the next two tiles come by
 * asynchronous copies (cp.async, 16 bytes each, past the registers) while it counts in
 * one. A ring of three buffers needs one barrier per tile: after it a tile has come, and
 * all threads have left the one that the copies replace next.
 * Layout: a byte per cell; a tile 128 × 16 cells of a plane, a thread 4 of a column.
 * Halo: a row above and below, 16 bytes at either side, as the copies are wide; the planes
 * before and behind a sweep.
 * Bytes per cell: (160 × 18) / (128 × 16) (1 + 2 / planes) read, the copies of halos
 * mostly from the second-level cache; 1 written. Operations per cell: 5.5 loads from
 * shared memory, 7 additions, 4 for the rule. GPUs before compute capability 8.0 copy
 * through registers.
 * Source: NVIDIA, "CUDA C++ Programming Guide", asynchronous data copies. */
#include "cuda/ladder/plan.h"
#include "cuda/ladder/tile.cuh"

#include <cuda_pipeline_primitives.h>

#define TILE_WIDTH 128
#define TILE_HEIGHT 16
#define ROWS 4 /* of a thread */
#define THREADS (TILE_WIDTH * TILE_HEIGHT / ROWS)
#define COPY 16
#define ROW_COPIES (TILE_WIDTH / COPY + 2)
#define STRIDE (COPY * ROW_COPIES)
#define RING 3

typedef uint8_t Tile[TILE_HEIGHT + 2][STRIDE];

/* Begins to copy the tile whose first cell is (@x, @y) of a plane, at @from. Rows and
 * columns beyond the world's halo are not there to be read. */
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
__launch_bounds__ (THREADS, 2) async_kernel_3d (
    const __grid_constant__ LifeBytesPass pass, uint32_t planes)
{
  alignas (COPY) __shared__ Tile ring[RING];
  const uint3 here = life_tile_grid_here (
      life_tile_grid (pass, TILE_WIDTH, TILE_HEIGHT, planes));
  const uint32_t x = here.x * TILE_WIDTH, y = here.y * TILE_HEIGHT;
  const uint32_t first = here.z * planes;
  const int swept = (int) min (planes, pass.depth - first);
  /* The plane before the first one is the first that is read. */
  const uint8_t *from =
      pass.from + life_bytes_offset (pass, x, y, first) - pass.plane;
  const bool inner = life_tile_is_inner (pass, x, y, TILE_WIDTH, TILE_HEIGHT);
  const uint32_t left = threadIdx.x % TILE_WIDTH;
  const uint32_t top = threadIdx.x / TILE_WIDTH * ROWS;
  /* Sums of 3 × 3 cells of the two planes before, and the cells of the last one. Set, as
   * in tiled-3d.cu. */
  uint32_t older[ROWS] = {}, newer[ROWS] = {}, cells[ROWS] = {};

  life_launch_wait ();
  for (int ahead = 0; ahead < RING - 1; ahead++) {
    copy_tile (pass, ring[ahead], from + ahead * (ptrdiff_t) pass.plane, x, y);
    __pipeline_commit ();
  }
  for (int number = 0; number < swept + 2; number++) {
    const int ahead = number + RING - 1;

    __pipeline_wait_prior (RING - 2);
    __syncthreads ();
    if (ahead < swept + 2)
      copy_tile (pass, ring[ahead % RING],
          from + ahead * (ptrdiff_t) pass.plane, x, y);
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
      const uint32_t newest = sums[i] + sums[i + 1] + sums[i + 2];
      next[i] = life_bytes_next (
          pass, cells[i], older[i] + newer[i] + newest - cells[i]);
      older[i] = newer[i];
      newer[i] = newest;
      cells[i] = column[(i + 1) * STRIDE];
    }
    /* This plane completed the blocks around the one before. */
    const uint32_t z = first + number - 2;
    if (number > 1)
      life_tile_store (pass, inner && z > 0 && z < pass.depth - 1, x + left,
          y + top, z, next);
  }
}

void
life_async_3d_plan (LifeLadderPlan *plan, const LifeLauncher &launcher)
{
  const LifeBytesPass &pass = plan->pass;
  LifeTileGrid tiles = life_tile_grid (pass, TILE_WIDTH, TILE_HEIGHT, 1);

  plan->pass.share =
      life_tile_planes (tiles.across * tiles.down, pass.depth, launcher);
  tiles = life_tile_grid (pass, TILE_WIDTH, TILE_HEIGHT, plan->pass.share);
  plan->launch = { (const void *) async_kernel_3d,
    life_tile_grid_blocks (tiles), dim3 (THREADS), 0 };
}
