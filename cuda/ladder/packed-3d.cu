/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=packed in 3D: SIMD within a register.
 *
 * Idea: four byte cells are one word, and no count of neighbors leaves its
 * byte, so one addition counts for four cells. A thread owns sixteen cells of two
 * rows and sweeps along z, so that each plane's sum is found once and stays in registers.
 * Layout: a byte per cell, 16 bytes per load.
 * Halo: the two bytes next to a thread's cells, the rows next to its own and the planes
 * around a sweep come from the first-level cache.
 * Bytes per cell: mostly (planes + 2) / planes read, 1 written. Operations per cell: 2 to
 * add up rows and 1 for the block of a plane, 5 to look the count up, the one thing that is
 * done cell by cell.
 * Source: the 3D kernels after Fujita, Nishikori, Ito and Nakano, "Efficient CUDA
 * implementations of the Game of Life" (2015). */
#include "cuda/ladder/packed-words.cuh"
#include "cuda/ladder/plan.h"

#define ROWS 2 /* of a thread */

/* A row's cells and their neighbors. */
struct SliceRow {
  LifeGroup cells;
  uint32_t before, after;
};

static __device__ __forceinline__ SliceRow
load_row (const uint8_t *row)
{
  return { life_group_load (row), row[-1], row[LIFE_GROUP] };
}

/* For each cell, how many of the three around it, itself among them, are alive. */
static __device__ __forceinline__ LifeGroup
add_row (const SliceRow &row)
{
  const uint32_t (&words)[4] = row.cells.words;
  LifeGroup sums;

#pragma unroll
  for (int i = 0; i < 4; i++) {
    const uint32_t left = i > 0 ? words[i - 1] : row.before << 24;
    const uint32_t right = i < 3 ? words[i + 1] : row.after;
    sums.words[i] = __funnelshift_l (left, words[i], 8) + words[i]
                    + __funnelshift_r (words[i], right, 8);
  }
  return sums;
}

static __device__ __forceinline__ LifeGroup
add (const LifeGroup &a, const LifeGroup &b, const LifeGroup &c)
{
  LifeGroup sum;

#pragma unroll
  for (int i = 0; i < 4; i++)
    sum.words[i] = a.words[i] + b.words[i] + c.words[i];
  return sum;
}

/* The next states of @cells, whose blocks are the sums of three planes. Counts up to 26
 * take all five bits of the shift. */
static __device__ __forceinline__ LifeGroup
next_cells (const LifeBytesPass &pass, const LifeGroup &cells,
    const LifeGroup &older, const LifeGroup &newer, const LifeGroup &newest)
{
  const LifeGroup totals = add (older, newer, newest);
  LifeGroup next;

#pragma unroll
  for (int i = 0; i < 4; i++) {
    const uint32_t alive = cells.words[i];
    const uint32_t neighbors = totals.words[i] - alive;
    next.words[i] = (lookup (pass.birth, neighbors) & ~alive)
                    | (lookup (pass.survival, neighbors) & alive);
  }
  return next;
}

static __global__ void
__launch_bounds__ (THREADS) packed_kernel_3d (
    const __grid_constant__ LifeBytesPass pass, uint32_t planes)
{
  const Share share = find_share (pass, ROWS, planes);
  const uint8_t *row =
      pass.from + life_bytes_offset (pass, share.x, share.y, share.z);
  /* Sums of 3 × 3 cells of the two planes before, and the cells of the last one. Set, as
   * in tiled-3d.cu. */
  LifeGroup older[ROWS] = {}, newer[ROWS] = {}, cells[ROWS] = {};

  life_launch_wait ();
  if (!share.any)
    return;
  const int swept = (int) min (planes, pass.depth - share.z);
  row -= pass.plane + pass.row;
  for (int plane = -1; plane <= swept; plane++, row += pass.plane) {
    LifeGroup sums[ROWS + 2], seen[ROWS + 2];
#pragma unroll
    for (int i = 0; i < ROWS + 2; i++)
      /* Below the world's halo there is nothing. */
      if (share.y + i <= pass.height + 1ull) {
        const SliceRow loaded = load_row (row + i * pass.row);
        seen[i] = loaded.cells;
        sums[i] = add_row (loaded);
      }
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
      const LifeGroup newest = add (sums[i], sums[i + 1], sums[i + 2]);
      if (plane > 0 && share.y + i < pass.height)
        life_group_store<true> (pass, share.x, share.y + i, share.z + plane - 1,
            next_cells (pass, cells[i], older[i], newer[i], newest));
      older[i] = newer[i];
      newer[i] = newest;
      cells[i] = seen[i + 1];
    }
  }
}

void
life_packed_3d_plan (LifeLadderPlan *plan, const LifeLauncher &launcher)
{
  const LifeBytesPass &pass = plan->pass;
  const LifeTileGrid groups = life_tile_grid (pass, LIFE_GROUP, ROWS, 1);

  plan->pass.share = life_groups_sweep (
      (uint64_t) groups.across * groups.down, pass.depth, launcher);
  plan->launch = { (const void *) packed_kernel_3d,
    life_tile_grid_threads (
        life_tile_grid (pass, LIFE_GROUP, ROWS, plan->pass.share), THREADS),
    dim3 (THREADS), 0 };
}
