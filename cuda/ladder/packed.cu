/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=packed in 2D: SIMD within a register.
 *
 * Idea: four byte cells are one word, and no count of neighbors leaves its
 * byte, so one addition counts for four cells. A thread owns sixteen cells of a
 * row and sweeps down, so that each row's sum is found once and stays in registers.
 * Layout: a byte per cell, 16 bytes per load.
 * Halo: the two bytes next to a thread's cells and the rows around a sweep come from the
 * first-level cache.
 * Bytes per cell: (rows + 2) / rows read, 1 written. Operations per cell: 1 to add up a
 * row, 0.5 for the block, 3 to look the count up, the one thing that is done cell by cell.
 * Source: Fujita, Nishikori, Ito and Nakano, "Efficient CUDA implementations of
 * the Game of Life" (2015). */
#include "cuda/ladder/packed-words.cuh"
#include "cuda/ladder/plan.h"

/* A row's cells and their neighbors. */
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

/* The next states of @cells, whose blocks are the sums of three rows. Counts up to 8 leave
 * a bit of the shift to choose between birth and survival. */
static __device__ __forceinline__ LifeGroup
next_cells (const LifeBytesPass &pass, const LifeGroup &cells,
    const LifeGroup &above, const LifeGroup &here, const LifeGroup &below)
{
  LifeGroup next;

#pragma unroll
  for (int i = 0; i < 4; i++) {
    const uint32_t neighbors =
        above.words[i] + here.words[i] + below.words[i] - cells.words[i];
    next.words[i] = lookup (
        pass.birth | pass.survival << 16, neighbors | cells.words[i] << 4);
  }
  return next;
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
        next_cells (pass, now.cells, above, here, below));
    above = here;
    here = below;
    now = next;
    next = ahead;
  }
}

void
life_packed_plan (LifeLadderPlan *plan, const LifeLauncher &launcher)
{
  const LifeBytesPass &pass = plan->pass;
  const LifeTileGrid groups = life_tile_grid (pass, LIFE_GROUP, 1, 1);

  plan->pass.share = life_groups_sweep (groups.across, pass.height, launcher);
  plan->launch = { (const void *) packed_kernel,
    life_tile_grid_threads (
        life_tile_grid (pass, LIFE_GROUP, plan->pass.share, 1), THREADS),
    dim3 (THREADS), 0 };
}
