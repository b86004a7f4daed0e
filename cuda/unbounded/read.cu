/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Kernels that count and copy the cells of tiles, a warp for each tile. */
#include "cuda/unbounded/read.cuh"

#include "life/world/checksum.h"

static __device__ __forceinline__ void
atomic_min (long long *at, long long value)
{
  if (*(volatile long long *) at > value)
    atomicMin (at, value);
}

static __device__ __forceinline__ void
atomic_max (long long *at, long long value)
{
  if (*(volatile long long *) at < value)
    atomicMax (at, value);
}

static __global__ void
__launch_bounds__ (LIFE_READ_THREADS) measure_kernel (
    const __grid_constant__ LifeTilesRange range, LifeTilesCounts *counts)
{
  const int lane = threadIdx.x % 32;
  unsigned long long population = 0, live_tiles = 0;

  LIFE_FOR_EACH_TILE (range, tile)
  {
    LifeWord columns[4] = {}, lanes = 0, first = 0, last = 0;
    LifeTileRows rows;

    life_range_load (range, tile, range.side, lane, &rows);
#pragma unroll
    for (int k = 0; k < 4; k++) {
      LifeWord any = 0;
#pragma unroll
      for (int c = 0; c < 4; c++) {
        population += __popc (rows.word[k][c]);
        columns[c] |= rows.word[k][c];
        any |= rows.word[k][c];
      }
      if (any != 0 && lanes == 0)
        first = k;
      if (any != 0)
        last = k;
      lanes |= any;
    }
    const uint32_t ballot = __ballot_sync (LIFE_ALL_LANES, lanes != 0);
    if (ballot == 0)
      continue;
    int left = LIFE_TILE_SIDE, right = 0;
#pragma unroll
    for (int c = 0; c < 4; c++) {
      columns[c] = life_warp_or (columns[c]);
      if (columns[c] != 0) {
        left = min (left, life_tile_column (__ffs (columns[c]) - 1, c));
        right = max (right, life_tile_column (31 - __clz (columns[c]), c));
      }
    }
    const int top = __ffs (ballot) - 1, bottom = 31 - __clz (ballot);
    const int first_row =
        life_tile_row (top, __shfl_sync (LIFE_ALL_LANES, first, top));
    const int last_row =
        life_tile_row (bottom, __shfl_sync (LIFE_ALL_LANES, last, bottom));
    if (lane == 0) {
      const long long x = life_range_position (range, tile, 0) * LIFE_TILE_SIDE;
      const long long y = life_range_position (range, tile, 1) * LIFE_TILE_SIDE;

      live_tiles++;
      atomic_min (&counts->left, x + left);
      atomic_min (&counts->top, y + first_row);
      atomic_max (&counts->right, x + right);
      atomic_max (&counts->bottom, y + last_row);
    }
  }
  population = life_warp_sum (population);
  if (lane == 0 && live_tiles > 0) {
    atomicAdd (&counts->population, population);
    atomicAdd (&counts->live_tiles, live_tiles);
  }
}

/* The sum of the numbers of the bits that are set. */
static __device__ __forceinline__ unsigned
sum_of_bits (LifeWord word)
{
  return __popc (word & 0xaaaaaaaa) + 2 * __popc (word & 0xcccccccc)
         + 4 * __popc (word & 0xf0f0f0f0) + 8 * __popc (word & 0xff00ff00)
         + 16 * __popc (word & 0xffff0000);
}

static __global__ void
__launch_bounds__ (LIFE_READ_THREADS) activity_kernel (
    const __grid_constant__ LifeTilesRange range, LifeTilesCounts *counts)
{
  const int lane = threadIdx.x % 32;
  unsigned long long sums[9] = {}; /* cells, within, parts */

  LIFE_FOR_EACH_TILE (range, tile)
  {
    LifeTileRows now, then;
    unsigned cells = 0, columns = 0, down = 0;

    life_range_load (range, tile, range.side, lane, &now);
    life_range_load (range, tile, !range.side, lane, &then);
#pragma unroll
    for (int k = 0; k < 4; k++)
#pragma unroll
      for (int c = 0; c < 4; c++) {
        const LifeWord changed = now.word[k][c] ^ then.word[k][c];
        const unsigned n = __popc (changed);

        cells += n;
        columns += 4 * (sum_of_bits (changed) - LIFE_TILE_MARGIN * n) + c * n;
        down += n * life_tile_row (lane, k);
      }
    sums[0] += cells;
    sums[1] += columns;
    sums[2] += down;
    for (int axis = 0; axis < 2; axis++) {
      const int64_t position = life_range_position (range, tile, axis);

      sums[3 + 3 * axis] += (position & 0xffffff) * cells;
      sums[4 + 3 * axis] += (position >> 24 & 0xffffff) * cells;
      sums[5 + 3 * axis] += (position >> 48) * (int64_t) cells;
    }
  }
  for (int i = 0; i < 9; i++) {
    sums[i] = life_warp_sum (sums[i]);
    if (lane == 0 && sums[i] != 0)
      atomicAdd (i == 0  ? &counts->changed
                 : i < 3 ? &counts->within[i - 1]
                         : &counts->parts[(i - 3) / 3][i % 3],
          sums[i]);
  }
}

static __global__ void
__launch_bounds__ (LIFE_READ_THREADS) checksum_kernel (
    const __grid_constant__ LifeTilesRange range, LifeTilesCounts *counts)
{
  const int lane = threadIdx.x % 32;
  unsigned long long sum = 0;

  LIFE_FOR_EACH_TILE (range, tile)
  {
    const int64_t x = life_range_position (range, tile, 0) * LIFE_TILE_SIDE;
    const int64_t y = life_range_position (range, tile, 1) * LIFE_TILE_SIDE;
    LifeTileRows rows;

    life_range_load (range, tile, range.side, lane, &rows);
    for (int k = 0; k < 4; k++) {
      const uint64_t key = life_checksum_free_row (y + life_tile_row (lane, k));

#pragma unroll
      for (int c = 0; c < 4; c++)
        for (LifeWord cells = rows.word[k][c]; cells != 0; cells &= cells - 1)
          sum += life_checksum_free_cell (
              key, x + life_tile_column (__ffs (cells) - 1, c), 1);
    }
  }
  sum = life_warp_sum (sum);
  if (lane == 0 && sum != 0)
    atomicAdd (&counts->checksum, sum);
}

/* --- Copies --- */

static __global__ void
__launch_bounds__ (LIFE_READ_THREADS) collect_kernel (
    const __grid_constant__ LifeTilesRange range, LifeTileRecord *records)
{
  const int lane = threadIdx.x % 32;

  LIFE_FOR_EACH_TILE (range, tile)
  {
    LifeTileRows rows;
    LifeWord any = 0;
    uint32_t at = 0;

    life_range_load (range, tile, range.side, lane, &rows);
#pragma unroll
    for (int k = 0; k < 4; k++)
#pragma unroll
      for (int c = 0; c < 4; c++)
        any |= rows.word[k][c];
    if (!__any_sync (LIFE_ALL_LANES, any != 0))
      continue;
    if (lane == 0)
      at = atomicAdd (&range.tiles.control->collected, 1);
    LifeTileRecord *to = records + __shfl_sync (LIFE_ALL_LANES, at, 0);
    if (lane < 2)
      to->position[lane] = life_range_position (range, tile, lane);
    if (lane < LIFE_TILE_MARGIN || lane >= 32 - LIFE_TILE_MARGIN)
      continue;
#pragma unroll
    for (int k = 0; k < 4; k++)
#pragma unroll
      for (int i = 0; i < LIFE_TILE_ROW_WORDS; i++)
        to->cells[life_tile_row (lane, k)][i] =
            life_row_to_word (rows.word[k], i);
  }
}

/* --- Launching --- */

cudaError_t
life_tiles_launch_measure (const LifeLauncher &launcher,
    const LifeTilesRange &range, LifeTilesCounts *counts)
{
  return life_launch (launcher, measure_kernel,
      life_range_blocks (launcher, range), dim3 (LIFE_READ_THREADS), 0, range,
      counts);
}

cudaError_t
life_tiles_launch_activity (const LifeLauncher &launcher,
    const LifeTilesRange &range, LifeTilesCounts *counts)
{
  return life_launch (launcher, activity_kernel,
      life_range_blocks (launcher, range), dim3 (LIFE_READ_THREADS), 0, range,
      counts);
}

cudaError_t
life_tiles_launch_checksum (const LifeLauncher &launcher,
    const LifeTilesRange &range, LifeTilesCounts *counts)
{
  return life_launch (launcher, checksum_kernel,
      life_range_blocks (launcher, range), dim3 (LIFE_READ_THREADS), 0, range,
      counts);
}

cudaError_t
life_tiles_launch_collect (const LifeLauncher &launcher,
    const LifeTilesRange &range, LifeTileRecord *records)
{
  return life_launch (launcher, collect_kernel,
      life_range_blocks (launcher, range), dim3 (LIFE_READ_THREADS), 0, range,
      records);
}
