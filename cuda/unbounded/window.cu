/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Kernels that copy cells to windows of bits, and count them in squares; a warp for each
 * tile. */
#include "cuda/unbounded/read.cuh"

static __device__ __forceinline__ bool
is_in_window (
    const LifeTilesRange &range, uint32_t tile, const LifeTilesWindow &window)
{
  const int64_t column = life_range_position (range, tile, 0);
  const int64_t row = life_range_position (range, tile, 1);

  return column >= window.first[0] && column < window.end[0]
         && row >= window.first[1] && row < window.end[1];
}

/* A window of bits, of @words words of 32. */
struct Bits {
  int64_t x, y;
  uint64_t words, rows;
  uint32_t *bits;
};

static __global__ void
__launch_bounds__ (LIFE_READ_THREADS)
    bits_kernel (const __grid_constant__ LifeTilesRange range,
        const __grid_constant__ LifeTilesWindow window,
        const __grid_constant__ Bits to)
{
  const int lane = threadIdx.x % 32;

  LIFE_FOR_EACH_TILE (range, tile)
  {
    LifeTileRows rows;

    if (!is_in_window (range, tile, window))
      continue;
    const int64_t x =
        life_range_position (range, tile, 0) * LIFE_TILE_SIDE - to.x;
    const int64_t y =
        life_range_position (range, tile, 1) * LIFE_TILE_SIDE - to.y;
    life_range_load (range, tile, range.side, lane, &rows);
#pragma unroll
    for (int k = 0; k < 4; k++) {
      const int64_t row = y + life_tile_row (lane, k);

      if (row < 0 || row >= (int64_t) to.rows)
        continue;
#pragma unroll
      for (int i = 0; i < LIFE_TILE_ROW_WORDS; i++) {
        const LifeWord cells = life_row_to_word (rows.word[k], i);
        const int64_t at = x + 32 * i, word = at >> 5;
        const int shift = (int) (at & 31);
        uint32_t *bits = to.bits + row * (int64_t) to.words + word;

        if (cells == 0)
          continue;
        if (word >= 0 && word < (int64_t) to.words)
          atomicOr (bits, cells << shift);
        if (shift > 0 && word + 1 >= 0 && word + 1 < (int64_t) to.words)
          atomicOr (bits + 1, cells >> (32 - shift));
      }
    }
  }
}

/* --- Squares --- */

struct DeviceSquares {
  int64_t column, row;
  unsigned level, columns, rows;
  double *counts;
};

/* Cells of a tile along an axis that lie in one square, and which of the squares that are
 * counted it is, or none. */
struct WindowShare {
  int first, end;
  int64_t square;
};

static __device__ __forceinline__ WindowShare
find_share (int64_t cell, int at, unsigned level, int64_t first, unsigned n)
{
  const int64_t side = (int64_t) 1 << level;
  const int64_t square = (cell + at) >> level;
  const int64_t rest = side - ((cell + at) & (side - 1));

  return { at, (int) min (at + rest, (int64_t) LIFE_TILE_SIDE),
    square >= first && square - first < n ? square - first : -1 };
}

/* The cells of a tile in a row's columns @first to before @end. */
static __device__ __forceinline__ int
count_row (const LifeWord (&row)[LIFE_TILE_ROW_WORDS], int first, int end)
{
  int n = 0;

#pragma unroll
  for (int i = 0; i < LIFE_TILE_ROW_WORDS; i++) {
    const int from = max (first - 32 * i, 0), to = min (end - 32 * i, 32);

    if (from < to)
      n += __popc (row[i] & (0xffffffffu >> (32 - (to - from))) << from);
  }
  return n;
}

/* Squares of 64 cells and more, of which a tile has cells of few. */
static __device__ void
count_large (const LifeWord (&rows)[LIFE_TILE_SIDE][LIFE_TILE_ROW_WORDS],
    int64_t x, int64_t y, const DeviceSquares &squares, int lane)
{
  WindowShare down, across;

  for (int top = 0; top < LIFE_TILE_SIDE; top = down.end) {
    down = find_share (y, top, squares.level, squares.row, squares.rows);
    for (int left = 0; left < LIFE_TILE_SIDE && down.square >= 0;
         left = across.end) {
      int n = 0;

      across =
          find_share (x, left, squares.level, squares.column, squares.columns);
      if (across.square < 0)
        continue;
      for (int row = down.first + lane; row < down.end; row += 32)
        n += count_row (rows[row], across.first, across.end);
      n = life_warp_sum (n);
      if (lane == 0 && n > 0)
        atomicAdd (
            &squares.counts[down.square * squares.columns + across.square],
            (double) n);
    }
  }
}

/* Smaller ones, which lie in one tile each. */
static __device__ void
count_small (const LifeWord (&rows)[LIFE_TILE_SIDE][LIFE_TILE_ROW_WORDS],
    int64_t x, int64_t y, const DeviceSquares &squares, int lane)
{
  const int side = 1 << squares.level, across = LIFE_TILE_SIDE / side;

  for (int i = lane; i < across * across; i += 32) {
    const int left = i % across * side, top = i / across * side;
    const int64_t column = ((x + left) >> squares.level) - squares.column;
    const int64_t row = ((y + top) >> squares.level) - squares.row;
    int n = 0;

    if (column < 0 || column >= squares.columns || row < 0
        || row >= squares.rows)
      continue;
    for (int k = top; k < top + side; k++)
      n +=
          __popc (rows[k][left / 32] >> left % 32 & 0xffffffffu >> (32 - side));
    if (n > 0)
      squares.counts[row * squares.columns + column] = n;
  }
}

static __global__ void
__launch_bounds__ (LIFE_READ_THREADS)
    squares_kernel (const __grid_constant__ LifeTilesRange range,
        const __grid_constant__ LifeTilesWindow window,
        const __grid_constant__ DeviceSquares squares)
{
  __shared__ LifeWord
      cells[LIFE_READ_WARPS][LIFE_TILE_SIDE][LIFE_TILE_ROW_WORDS];
  LifeWord (&own)[LIFE_TILE_SIDE][LIFE_TILE_ROW_WORDS] =
      cells[threadIdx.x / 32];
  const int lane = threadIdx.x % 32;

  LIFE_FOR_EACH_TILE (range, tile)
  {
    LifeTileRows rows;

    if (!is_in_window (range, tile, window))
      continue;
    life_range_load (range, tile, range.side, lane, &rows);
    __syncwarp ();
    if (lane >= LIFE_TILE_MARGIN && lane < 32 - LIFE_TILE_MARGIN)
#pragma unroll
      for (int k = 0; k < 4; k++)
#pragma unroll
        for (int i = 0; i < LIFE_TILE_ROW_WORDS; i++)
          own[life_tile_row (lane, k)][i] = life_row_to_word (rows.word[k], i);
    __syncwarp ();
    const int64_t x = life_range_position (range, tile, 0) * LIFE_TILE_SIDE;
    const int64_t y = life_range_position (range, tile, 1) * LIFE_TILE_SIDE;
    if (squares.level > 5)
      count_large (own, x, y, squares, lane);
    else
      count_small (own, x, y, squares, lane);
  }
}

/* --- Launching --- */

cudaError_t
life_tiles_launch_bits (const LifeLauncher &launcher,
    const LifeTilesRange &range, const LifeTilesWindow &window,
    const LifeBitBox &box, uint32_t *bits)
{
  const Bits to = { box.x, box.y, 2 * box.words, box.rows, bits };

  return life_launch (launcher, bits_kernel,
      life_range_blocks (launcher, range), dim3 (LIFE_READ_THREADS), 0, range,
      window, to);
}

cudaError_t
life_tiles_launch_squares (const LifeLauncher &launcher,
    const LifeTilesRange &range, const LifeTilesWindow &window,
    const LifeSquares &squares, double *counts)
{
  const DeviceSquares to = { squares.column, squares.row, squares.level,
    squares.columns, squares.rows, counts };

  return life_launch (launcher, squares_kernel,
      life_range_blocks (launcher, range), dim3 (LIFE_READ_THREADS), 0, range,
      window, to);
}
