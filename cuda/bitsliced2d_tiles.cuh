/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bit-sliced 2D kernels for worlds that fit into the registers of all
 * multiprocessors at once, and for those too flat for the sweep. The layout of
 * a world, the gates and the rules are in bitsliced2d.cuh. */
#pragma once

#include "bitsliced2d.cuh"

/* The kernel's idea: a warp owns a tile of 64 x 32 cells and holds it with a
 * halo of 16 cells all around, 96 x 64 cells: a lane has 3 columns of 64 cells,
 * two words each with a bit a line. So 16 generations run without a word from
 * anybody. Then warps exchange tiles through global memory and go on, in one
 * launch for as many generations as are asked for, which is why all of them
 * must be resident at once.
 *
 * The exchange is NCCL's LL protocol: an entry of 64 bits, written and read
 * whole, carries 32 cells of a column and the round they belong to, so that a
 * reader that sees its round has the cells too, and no fence and no barrier is
 * needed. A writer can be ahead of a reader by two rounds at most, counting
 * one that waits through another; hence four buffers of entries.
 *
 * Bytes a cell and 16 generations: 1/4 written, about 3/2 read, from the L2
 * cache. Operations a word and generation: the rule's gates, 2 shifts and 4 / 3
 * shuffles; 3 words are computed where 1 is kept. */
struct LifeBitsliced2dTiles {
  LifeBitsliced2dShape shape;
  unsigned columns, lines;     /* of tiles */
  unsigned long long *entries; /* [buffer][line][place]: round + 1, cells */
  unsigned round;              /* the round whose entries are there */
  unsigned generations;
};

static constexpr int LIFE_TILE_HALO = 16;
static constexpr int LIFE_TILE_BUFFERS = 4;
static constexpr int LIFE_TILE_WARPS = 4; /* of a block */
static constexpr int LIFE_TILE_LANE_COLUMNS = 3;

/* The entries of a line lie in three rows, every third column in one: so lanes
 * that own three columns each find theirs side by side. */
__host__ __device__ inline size_t
life_bitsliced2d_entries_third (unsigned width)
{
  return (width + LIFE_TILE_LANE_COLUMNS - 1) / LIFE_TILE_LANE_COLUMNS;
}

/* Where in @buffer the entry of column @x in line @line is. */
__host__ __device__ inline size_t
life_bitsliced2d_entry (const LifeBitsliced2dTiles &tiles, unsigned buffer,
    unsigned line, unsigned x)
{
  size_t third = life_bitsliced2d_entries_third (tiles.shape.width);
  return (((size_t) buffer * tiles.lines + line) * LIFE_TILE_LANE_COLUMNS
             + x % LIFE_TILE_LANE_COLUMNS)
             * third
         + x / LIFE_TILE_LANE_COLUMNS;
}

__device__ __forceinline__ unsigned long long
life_read_entry (const unsigned long long *entry)
{
  unsigned long long value;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
               : "=l"(value)
               : "l"(entry)
               : "memory");
  return value;
}

__device__ __forceinline__ void
life_write_entry (unsigned long long *entry, unsigned round, life_word cells)
{
  unsigned long long value = (unsigned long long) (round + 1) << 32 | cells;
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(entry), "l"(value)
               : "memory");
}

/* How tiles at the edge find what lies behind it: on a torus of whole lines of
 * entries in another line, on one with a broken last line in two, on one of
 * less than 64 lines of cells by going around it, on a plane nowhere. */
enum LifeTileEdge {
  LIFE_TILE_TORUS,
  LIFE_TILE_BROKEN_TORUS,
  LIFE_TILE_TINY_TORUS,
  LIFE_TILE_PLANE
};

template <LifeTileEdge edge, class Rule> struct LifeBitsliced2dTile {
  static constexpr bool plane = edge == LIFE_TILE_PLANE;
  static constexpr int lines_read = edge == LIFE_TILE_BROKEN_TORUS ? 4 : 3;
  static constexpr int columns = LIFE_TILE_LANE_COLUMNS;

  const LifeBitsliced2dTiles &tiles;
  const Rule &rule;
  int lane, line;
  size_t place[columns];   /* of the column's entry in a line */
  bool kept[columns];      /* whether the column is the tile's own */
  size_t from[lines_read]; /* where the lines begin that the tile reads */
  enum {
    STRAIGHT,
    FIRST,
    LAST_BUT_ONE,
    LAST
  } bend;
  life_word cells[columns][2];
  life_word inside[columns][2]; /* of the plane */

  __device__ __forceinline__
  LifeBitsliced2dTile (
      const LifeBitsliced2dTiles &tiles, const Rule &rule, unsigned tile)
      : tiles (tiles), rule (rule), lane (threadIdx.x & 31)
  {
    int width = (int) tiles.shape.width, height = (int) tiles.shape.height;
    int left = (int) (tile % tiles.columns) * 64;
    line = (int) (tile / tiles.columns);
#pragma unroll
    for (int c = 0; c < columns; c++) {
      int distance = columns * lane + c - LIFE_TILE_HALO;
      int x = left + distance;
      kept[c] = distance >= 0 && distance < 64 && x < width;
      if (plane) {
        life_word column = x >= 0 && x < width ? ~0u : 0;
        inside[c][0] = column & below (32 * line - LIFE_TILE_HALO, height);
        inside[c][1] = column & below (32 * line + LIFE_TILE_HALO, height);
      }
      /* What nobody needs is read from where it is sure to come. */
      x = x >= width + LIFE_TILE_HALO || (plane && x >= width) ? left
          : plane && x < 0                                     ? left
                                                               : x;
      x = (x % width + width) % width;
      place[c] = life_bitsliced2d_entry (tiles, 0, 0, (unsigned) x);
    }
    choose_lines ();
  }

  /* A line of entries is 32 lines of cells, but the last has only the rest; so
   * near the end of a torus what belongs together lies in two. */
  __device__ __forceinline__ void
  choose_lines ()
  {
    int lines = (int) tiles.lines;
    bend = edge != LIFE_TILE_BROKEN_TORUS ? STRAIGHT
           : line == 0                    ? FIRST
           : line == lines - 1            ? LAST
           : line == lines - 2            ? LAST_BUT_ONE
                                          : STRAIGHT;
#pragma unroll
    for (int k = 0; k < lines_read; k++) {
      int at = edge == LIFE_TILE_TINY_TORUS ? min (k, lines - 1)
               : bend == FIRST              ? (lines - 2 + k) % lines
               : bend == STRAIGHT && k == 3 ? line
                                            : (line - 1 + k + lines) % lines;
      if (plane && (line - 1 + k < 0 || line - 1 + k >= lines))
        at = line;
      from[k] = life_bitsliced2d_entry (tiles, 0, (unsigned) at, 0);
    }
  }

  /* The bits b for which y + b lies in 0…height - 1. */
  static __device__ __forceinline__ life_word
  below (int y, int height)
  {
    life_word bits = y + 32 <= height ? ~0u
                     : y < height     ? (1u << (height - y)) - 1
                                      : 0;
    return y < 0 ? bits & ~0u << -y : bits;
  }

  __device__ __forceinline__ unsigned long long *
  entries (unsigned round) const
  {
    return tiles.entries
           + life_bitsliced2d_entry (tiles, round % LIFE_TILE_BUFFERS, 0, 0);
  }

  /* Waits for the entries of the lines and reads them; of the fourth only
   * where it is needed. */
  __device__ __forceinline__ void
  receive (unsigned round, life_word (&words)[lines_read][columns])
  {
    const unsigned long long *base = entries (round);
    bool ready;
    do {
      unsigned late = 0;
#pragma unroll
      for (int k = 0; k < lines_read; k++)
        if (k < 3 || bend != STRAIGHT)
#pragma unroll
          for (int c = 0; c < columns; c++) {
            unsigned long long entry =
                life_read_entry (base + from[k] + place[c]);
            words[k][c] = (life_word) entry;
            late |= (unsigned) (entry >> 32) ^ (round + 1);
          }
      ready = late == 0;
    } while (!ready);
    __syncwarp ();
  }

  /* 32 lines of the @height lines that @low and @more hold, from line 32 * @at
   * on and around: for worlds of less than 64 lines. */
  static __device__ life_word
  go_around (int at, int height, life_word low, life_word more)
  {
    life_word word = 0;
#pragma unroll 1
    for (int bit = 0; bit < 32; bit++) {
      int y = ((32 * at + bit) % height + height) % height;
      word |= ((y < 32 ? low : more) >> (y & 31) & 1) << bit;
    }
    return word;
  }

  /* Reads the tile's own lines and the 32 above and below. */
  __device__ __forceinline__ void
  load (unsigned round)
  {
    int height = (int) tiles.shape.height;
    int rest = height - 32 * ((int) tiles.lines - 1), lack = 32 - rest;
    life_word words[lines_read][columns];
    receive (round, words);
#pragma unroll
    for (int c = 0; c < columns; c++) {
      life_word above = words[0][c], same = words[1][c], under = words[2][c];
      if (edge == LIFE_TILE_TINY_TORUS) {
        above = go_around (line - 1, height, words[0][c], words[1][c]);
        same = go_around (line, height, words[0][c], words[1][c]);
        under = go_around (line + 1, height, words[0][c], words[1][c]);
      } else if (bend == FIRST) {
        above = __funnelshift_r (words[0][c], words[1][c], rest);
        same = words[2][c];
        under = words[lines_read - 1][c];
      } else if (bend == LAST_BUT_ONE) {
        under = __funnelshift_r (
            words[2][c] << lack, words[lines_read - 1][c], lack);
      } else if (bend == LAST) {
        same = __funnelshift_r (words[1][c] << lack, words[2][c], lack);
        under = __funnelshift_r (words[2][c], words[lines_read - 1][c], lack);
      }
      cells[c][0] = __funnelshift_r (above, same, LIFE_TILE_HALO);
      cells[c][1] = __funnelshift_r (same, under, LIFE_TILE_HALO);
      if (plane) {
        cells[c][0] &= inside[c][0];
        cells[c][1] &= inside[c][1];
      }
    }
  }

  __device__ __forceinline__ size_t
  from_own () const
  {
    return life_bitsliced2d_entry (tiles, 0, (unsigned) line, 0);
  }

  __device__ __forceinline__ void
  publish (unsigned round)
  {
#pragma unroll
    for (int c = 0; c < columns; c++)
      if (kept[c])
        life_write_entry (entries (round) + from_own () + place[c], round,
            __funnelshift_r (cells[c][0], cells[c][1], LIFE_TILE_HALO));
  }

  __device__ __forceinline__ void
  advance ()
  {
    LifeSum sums[columns][2];
#pragma unroll
    for (int c = 0; c < columns; c++) {
      life_word low = cells[c][0], high = cells[c][1];
      life_word over[2] = { low << 1, __funnelshift_l (low, high, 1) };
      life_word under[2] = { __funnelshift_r (low, high, 1), high >> 1 };
#pragma unroll
      for (int half = 0; half < 2; half++) {
        sums[c][half].one =
            life_gate<LIFE_XOR3> (over[half], cells[c][half], under[half]);
        sums[c][half].two =
            life_gate<LIFE_MAJORITY> (over[half], cells[c][half], under[half]);
      }
    }
#pragma unroll
    for (int half = 0; half < 2; half++) {
      LifeSum before, after;
      before.one = __shfl_up_sync (~0u, sums[columns - 1][half].one, 1);
      before.two = __shfl_up_sync (~0u, sums[columns - 1][half].two, 1);
      after.one = __shfl_down_sync (~0u, sums[0][half].one, 1);
      after.two = __shfl_down_sync (~0u, sums[0][half].two, 1);
#pragma unroll
      for (int c = 0; c < columns; c++) {
        cells[c][half] =
            rule.next (c > 0 ? sums[c - 1][half] : before, sums[c][half],
                c < columns - 1 ? sums[c + 1][half] : after, cells[c][half]);
        if (plane)
          cells[c][half] &= inside[c][half];
      }
    }
  }
};

template <LifeTileEdge edge, class Rule>
__global__ void __launch_bounds__ (32 * LIFE_TILE_WARPS)
    life_bitsliced2d_tiles (const __grid_constant__ LifeBitsliced2dTiles tiles,
        const __grid_constant__ Rule rule)
{
  life_wait_for_previous_kernel ();
  unsigned tile = blockIdx.x * LIFE_TILE_WARPS + threadIdx.x / 32;
  if (tile >= tiles.columns * tiles.lines)
    return;
  LifeBitsliced2dTile<edge, Rule> mine (tiles, rule, tile);
  unsigned round = tiles.round;
  for (unsigned left = tiles.generations; left > 0;) {
    unsigned now = min (left, (unsigned) LIFE_TILE_HALO);
    mine.load (round);
    for (unsigned generation = 0; generation < now; generation++)
      mine.advance ();
    mine.publish (++round);
    left -= now;
  }
}

/* From strips to entries of round 0; a thread makes an entry. Entries of the
 * other buffers get a round that never comes. */
static __global__ void
life_bitsliced2d_to_entries (
    const __grid_constant__ LifeBitsliced2dTiles tiles, const life_word *from)
{
  const LifeBitsliced2dShape &shape = tiles.shape;
  life_wait_for_previous_kernel ();
  unsigned long long index =
      blockIdx.x * (unsigned long long) blockDim.x + threadIdx.x;
  unsigned long long count = (unsigned long long) tiles.lines * shape.width;
  if (index >= count)
    return;
  unsigned x = (unsigned) (index % shape.width);
  unsigned first = 32 * (unsigned) (index / shape.width);
  life_word cells = 0;
#pragma unroll 8
  for (unsigned bit = 0; bit < 32; bit++) {
    unsigned y = first + bit;
    if (y < shape.height) {
      unsigned strip = life_bitsliced2d_strip (shape.height, y);
      unsigned row = y - life_bitsliced2d_strip_start (shape.height, strip);
      cells |= (from[(size_t) row * shape.stride + x] >> strip & 1) << bit;
    }
  }
  unsigned line = first / 32;
  life_write_entry (
      tiles.entries + life_bitsliced2d_entry (tiles, 0, line, x), 0, cells);
  for (unsigned buffer = 1; buffer < LIFE_TILE_BUFFERS; buffer++)
    tiles.entries[life_bitsliced2d_entry (tiles, buffer, line, x)] = 0;
}

/* From the entries of the present round to strips; a thread makes a word. */
static __global__ void
life_bitsliced2d_from_entries (
    const __grid_constant__ LifeBitsliced2dTiles tiles, life_word *to)
{
  const LifeBitsliced2dShape &shape = tiles.shape;
  life_wait_for_previous_kernel ();
  unsigned long long index =
      blockIdx.x * (unsigned long long) blockDim.x + threadIdx.x;
  if (index >= (unsigned long long) shape.rows * shape.width)
    return;
  unsigned x = (unsigned) (index % shape.width);
  unsigned row = (unsigned) (index / shape.width);
  unsigned buffer = tiles.round % LIFE_TILE_BUFFERS;
  life_word word = 0;
#pragma unroll 8
  for (unsigned strip = 0; strip < 32; strip++) {
    unsigned y = life_bitsliced2d_strip_start (shape.height, strip) + row;
    unsigned long long entry =
        tiles.entries[life_bitsliced2d_entry (tiles, buffer, y / 32, x)];
    word |= (life_word) (entry >> (y & 31) & 1) << strip;
  }
  to[(size_t) row * shape.stride + x] = word;
}
