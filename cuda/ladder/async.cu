/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=async: copying behind computing.
 *
 * Idea: as kernel=tiled, but a block sweeps over several tiles, down in 2D and
 * along z in 3D, and the next two come by asynchronous copies (cp.async, 16
 * bytes each, past the registers) while it counts in one. A ring of three
 * buffers needs one barrier per tile: after it a tile has come, and
 * all threads have left the one whose place the copies take next.
 * Layout: a byte per cell; a tile 128 × 32 cells, a thread 8 of a column; in 3D
 * 128 × 16 of a plane, a thread 4.
 * Halo: a row above and below, 16 bytes at either side, as the copies are wide.
 * Bytes per cell: (160 × 34) / (128 × 32) = 1.33 read in 2D and
 * (160 × 18) / (128 × 16) (1 + 2 / planes) in 3D, the copies of halos mostly from
 * the second-level cache; 1 written. Operations per cell: 4.8 loads from shared
 * memory (5.5 in 3D), else those of kernel=tiled. GPUs before compute capability
 * 8.0 copy through registers.
 * Source: NVIDIA, "CUDA C++ Programming Guide", asynchronous data copies. */
#include "cuda/ladder/plan.h"
#include "cuda/ladder/tile.cuh"

#include <cuda_pipeline_primitives.h>

#define TILE_WIDTH 128
#define COPY 16
#define ROW_COPIES (TILE_WIDTH / COPY + 2)
#define STRIDE (COPY * ROW_COPIES)
#define GROUPS 4
#define THREADS (TILE_WIDTH * GROUPS)
#define RING 3

/* Where a block's tiles lie in the world: the cell at the first one's corner,
 * and how far it is from one to the next. */
struct Sweep {
  const uint8_t *from;
  ptrdiff_t step;
  uint32_t x, y;
  uint32_t step_y;
};

template <int tile_height> struct Ring {
  alignas (COPY) uint8_t tiles[RING][tile_height + 2][STRIDE];

  /* Begins to copy tile @number, -1 being the one before the first. Rows and
   * columns beyond the world's halo are not there to be read. */
  __device__ __forceinline__ void
  copy (const LifeBytesPass &pass, const Sweep &sweep, int number)
  {
    const uint8_t *from = sweep.from + number * sweep.step;
    const uint64_t y = sweep.y + (uint64_t) number * sweep.step_y;
    uint8_t (*tile)[STRIDE] = tiles[(number + RING) % RING];

    for (int i = threadIdx.x; i < (tile_height + 2) * ROW_COPIES;
         i += THREADS) {
      int row = i / ROW_COPIES, column = i % ROW_COPIES * COPY;
      if (y + row <= pass.height + 1ull
          && sweep.x + (uint64_t) column < pass.width + 2ull * COPY)
        __pipeline_memcpy_async (&tile[row][column],
            from + (row - 1) * (ptrdiff_t) pass.row + column - COPY, COPY);
    }
  }

  /* Calls @compute (number, column) for tiles @first to @end - 1. */
  template <class Compute>
  __device__ __forceinline__ void
  run (const LifeBytesPass &pass, const Sweep &sweep, int first, int end,
      const Compute &compute)
  {
    const int group = threadIdx.x / TILE_WIDTH;
    const int column = COPY + threadIdx.x % TILE_WIDTH;

    for (int ahead = first; ahead < first + RING - 1; ahead++) {
      if (ahead < end)
        copy (pass, sweep, ahead);
      __pipeline_commit ();
    }
    for (int number = first; number < end; number++) {
      __pipeline_wait_prior (RING - 2);
      __syncthreads ();
      if (number + RING - 1 < end)
        copy (pass, sweep, number + RING - 1);
      __pipeline_commit ();
      compute (number,
          tiles[(number + RING) % RING][group * tile_height / GROUPS] + column);
    }
  }
};

#define HEIGHT_2D 32
#define HEIGHT_3D 16

static __global__ void
__launch_bounds__ (THREADS, 2) async_kernel (
    const __grid_constant__ LifeBytesPass pass, uint32_t sweep_tiles)
{
  __shared__ Ring<HEIGHT_2D> ring;
  constexpr int rows = HEIGHT_2D / GROUPS;
  const uint3 here = life_tiles_here (
      life_tiles (pass, TILE_WIDTH, HEIGHT_2D * sweep_tiles, 1));
  const uint32_t x = here.x * TILE_WIDTH;
  const uint32_t y = here.y * HEIGHT_2D * sweep_tiles;
  const Sweep sweep = { pass.from + life_bytes_offset (pass, x, y, 0),
    HEIGHT_2D * (ptrdiff_t) pass.row, x, y, HEIGHT_2D };
  const int tiles =
      (int) min (sweep_tiles, (pass.height - y - 1) / HEIGHT_2D + 1);
  const bool inner =
      life_tile_is_inner (pass, x, y, TILE_WIDTH, HEIGHT_2D * tiles);

  life_launch_wait ();
  ring.run (pass, sweep, 0, tiles, [&] (int number, const uint8_t *column) {
    life_tile_step<rows> (pass, column, STRIDE, inner,
        x + threadIdx.x % TILE_WIDTH,
        y + number * HEIGHT_2D + threadIdx.x / TILE_WIDTH * rows);
  });
}

static __global__ void
__launch_bounds__ (THREADS, 2) async_kernel_3d (
    const __grid_constant__ LifeBytesPass pass, uint32_t planes)
{
  __shared__ Ring<HEIGHT_3D> ring;
  constexpr int rows = HEIGHT_3D / GROUPS;
  const uint3 here =
      life_tiles_here (life_tiles (pass, TILE_WIDTH, HEIGHT_3D, planes));
  const uint32_t x = here.x * TILE_WIDTH, y = here.y * HEIGHT_3D;
  const uint32_t first = here.z * planes;
  const Sweep sweep = { pass.from + life_bytes_offset (pass, x, y, first),
    (ptrdiff_t) pass.plane, x, y, 0 };
  const int swept = (int) min (planes, pass.depth - first);
  const bool inner = life_tile_is_inner (pass, x, y, TILE_WIDTH, HEIGHT_3D);
  LifeTileSweep<rows> sums;

  life_launch_wait ();
  ring.run (pass, sweep, -1, swept + 1, [&] (int plane, const uint8_t *column) {
    sums.step (pass, column, STRIDE, inner, x + threadIdx.x % TILE_WIDTH,
        y + threadIdx.x / TILE_WIDTH * rows, first + plane - 1, plane > 0);
  });
}

/* How many tiles a block sweeps in 2D: as many as leave every multiprocessor
 * several blocks. */
static uint32_t
choose_sweep (const LifeBytesPass &pass, const LifeLauncher &launcher)
{
  const LifeTiles tiles = life_tiles (pass, TILE_WIDTH, HEIGHT_2D, 1);
  const uint64_t wanted = 16ull * launcher.multiprocessors;
  uint32_t sweep = 16;

  while (sweep > 1
         && (uint64_t) tiles.across * ((tiles.down - 1) / sweep + 1) < wanted)
    sweep /= 2;
  return sweep;
}

void
life_async_plan (LifeLadderPlan *plan, const LifeLauncher &launcher)
{
  const LifeBytesPass &pass = plan->pass;
  LifeTiles tiles;

  if (!pass.is_3d) {
    plan->pass.share = choose_sweep (pass, launcher);
    tiles = life_tiles (pass, TILE_WIDTH, HEIGHT_2D * plan->pass.share, 1);
    plan->launch = { (const void *) async_kernel, life_tiles_blocks (tiles),
      dim3 (THREADS), 0 };
    return;
  }
  tiles = life_tiles (pass, TILE_WIDTH, HEIGHT_3D, 1);
  plan->pass.share =
      life_tile_planes (tiles.across * tiles.down, pass.depth, launcher);
  tiles = life_tiles (pass, TILE_WIDTH, HEIGHT_3D, plan->pass.share);
  plan->launch = { (const void *) async_kernel_3d, life_tiles_blocks (tiles),
    dim3 (THREADS), 0 };
}
