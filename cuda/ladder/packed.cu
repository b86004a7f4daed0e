/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=packed: SIMD within a register.
 *
 * Idea: four byte cells are one word, and no count of neighbors leaves its
 * byte, so one addition counts for four cells. A thread owns sixteen cells of a
 * row and sweeps, down in 2D and along z in 3D, so that each row's or plane's sum
 * is found once and kept in registers; in 3D it owns two rows.
 * Layout: a byte per cell, 16 bytes per load.
 * Halo: the two bytes beside a thread's cells come from the first-level cache,
 * as do the rows and planes around a sweep.
 * Bytes per cell: (rows + 2) / rows read in 2D, mostly (planes + 2) / planes in
 * 3D; 1 written. Operations per cell: 1 to add up a row and 0.5 for the block in
 * 2D, in 3D twice 1 for rows and 1 for the block; 3 in 2D and 5 in 3D to look the
 * count up, the one thing that is done cell by cell.
 * Source: Fujita, Nishikori, Ito and Nakano, "Efficient CUDA implementations of
 * the Game of Life" (2015), and the 3D kernels after it. */
#include "cuda/ladder/packed-words.cuh"
#include "cuda/ladder/plan.h"

#define ROWS_3D 2

/* A row's cells and those beside them. */
struct Row {
  LifeGroup cells;
  uint32_t before, after;
};

static __device__ __forceinline__ Row
load_row (const uint8_t *row)
{
  return { life_group_load (row), row[-1], row[LIFE_GROUP] };
}

/* For each cell, how many of the three around it, itself among them, are alive. */
static __device__ __forceinline__ LifeGroup
add_row (const Row &row)
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

/* The next states of the cells whose blocks are three such sums, themselves
 * counted. */
template <bool is_3d>
static __device__ __forceinline__ LifeGroup
next_in_block (const LifeBytesPass &pass, const LifeGroup &cells,
    const LifeGroup &a, const LifeGroup &b, const LifeGroup &c)
{
  LifeGroup counts = add (a, b, c);

#pragma unroll
  for (int i = 0; i < 4; i++)
    counts.words[i] -= cells.words[i];
  return next_group<is_3d, true> (pass, cells, counts);
}

static __global__ void
__launch_bounds__ (THREADS)
    packed_kernel (const __grid_constant__ LifeBytesPass pass, uint32_t rows)
{
  const Share share = find_share (pass, rows, 1);
  const uint8_t *row =
      pass.from + life_bytes_offset (pass, share.x, share.y, 0);
  LifeGroup above, here;

  life_launch_wait ();
  if (!share.any)
    return;
  const uint32_t swept = min (rows, pass.height - share.y);
  above = add_row (load_row (row - pass.row));
  Row now = load_row (row);
  Row next = load_row (row += pass.row);
  here = add_row (now);
  for (uint32_t i = 0; i < swept; i++) {
    /* The row after the next is on its way while this one is counted. */
    Row ahead = next;
    if (i + 1 < swept)
      ahead = load_row (row += pass.row);
    const LifeGroup below = add_row (next);
    life_group_store<false> (pass, share.x, share.y + i, 0,
        next_in_block<false> (pass, now.cells, above, here, below));
    above = here;
    here = below;
    now = next;
    next = ahead;
  }
}

static __global__ void
__launch_bounds__ (THREADS) packed_kernel_3d (
    const __grid_constant__ LifeBytesPass pass, uint32_t planes)
{
  const Share share = find_share (pass, ROWS_3D, planes);
  const uint8_t *row =
      pass.from + life_bytes_offset (pass, share.x, share.y, share.z);
  /* Set, as in LifeTileSweep. */
  LifeGroup older[ROWS_3D] = {}, newer[ROWS_3D] = {}, cells[ROWS_3D] = {};

  life_launch_wait ();
  if (!share.any)
    return;
  const int swept = (int) min (planes, pass.depth - share.z);
  row -= pass.plane + pass.row;
  for (int plane = -1; plane <= swept; plane++, row += pass.plane) {
    LifeGroup sums[ROWS_3D + 2], seen[ROWS_3D + 2];
#pragma unroll
    for (int i = 0; i < ROWS_3D + 2; i++)
      /* Below the world's halo there is nothing. */
      if (share.y + i <= pass.height + 1ull) {
        const Row loaded = load_row (row + i * pass.row);
        seen[i] = loaded.cells;
        sums[i] = add_row (loaded);
      }
#pragma unroll
    for (int i = 0; i < ROWS_3D; i++) {
      const LifeGroup newest = add (sums[i], sums[i + 1], sums[i + 2]);
      if (plane > 0 && share.y + i < pass.height)
        life_group_store<true> (pass, share.x, share.y + i, share.z + plane - 1,
            next_in_block<true> (pass, cells[i], older[i], newer[i], newest));
      older[i] = newer[i];
      newer[i] = newest;
      cells[i] = seen[i + 1];
    }
  }
}

void
life_packed_plan (LifeLadderPlan *plan, const LifeLauncher &launcher)
{
  const LifeBytesPass &pass = plan->pass;
  LifeTiles shares = life_tiles (pass, LIFE_GROUP, 1, 1);

  if (pass.states != 2 || pass.neighborhood != LIFE_NEIGHBORHOOD_MOORE) {
    life_packed_states_plan (plan, launcher);
    return;
  }
  if (!pass.is_3d) {
    plan->pass.share = life_groups_sweep (shares.across, pass.height, launcher);
    shares = life_tiles (pass, LIFE_GROUP, plan->pass.share, 1);
    plan->launch = { (const void *) packed_kernel,
      life_tiles_threads (shares, THREADS), dim3 (THREADS), 0 };
    return;
  }
  shares = life_tiles (pass, LIFE_GROUP, ROWS_3D, 1);
  plan->pass.share = life_groups_sweep (
      (uint64_t) shares.across * shares.down, pass.depth, launcher);
  shares = life_tiles (pass, LIFE_GROUP, ROWS_3D, plan->pass.share);
  plan->launch = { (const void *) packed_kernel_3d,
    life_tiles_threads (shares, THREADS), dim3 (THREADS), 0 };
}
