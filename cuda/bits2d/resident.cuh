/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bit-sliced 2D kernel for worlds that fit into the registers of all multiprocessors
 * at once with little of them held twice: a block tile for each multiprocessor. Which
 * shape of block suits a world is in resident.cu; worlds for which this is no gain are
 * in tiles.cuh. */
#pragma once

#include "cuda/bits2d/resident-layout.cuh"

/* The kernel's idea: a block holds a block tile in the registers of its warps for as many
 * generations as are asked for, in one launch; all blocks are resident at once. A warp
 * holds a rectangle of it: a lane has a few columns beside each other, and of each several
 * words with a bit a line, so lines are shifted within a lane and columns are shuffled.
 *
 * Rectangles overlap by at least two halos of @step generations. After as many, warps
 * exchange these through shared memory, with one barrier. After @halo generations, blocks
 * exchange what lies around block tiles through global memory, as tiles do: an entry of 64 bits
 * carries cells and the round that they belong to, so no fence and no barrier is needed. A
 * writer can be ahead of a reader by two rounds at most; hence four buffers of entries.
 *
 * Worlds divide evenly into blocks, give or take a line or a column, and
 * blocks into warps with a little more or less overlap. So the first and the last line of
 * a block tile with its halo are always at the ends of words, and its columns at the
 * ends of warps, and what is exchanged there is whole words. At the edge of a plane there is no
 * halo but the end of the words, where shifts find zeros, and a lane that reads only itself
 * and so stays dead.
 *
 * Operations per word and generation: the rule's gates, 2 shifts and 4 shuffles for each
 * line of words of a lane; 1.15 to 1.75 words are computed for each that is kept. */

/* Two entries at once; each of them is whole. */
__device__ __forceinline__ void
life_read_entries (
    const unsigned long long *from, unsigned long long (&value)[2])
{
  asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
               : "=l"(value[0]), "=l"(value[1])
               : "l"(from)
               : "memory");
}

__device__ __forceinline__ void
life_write_entries (
    unsigned long long *to, unsigned round, LifeWord first, LifeWord second)
{
  unsigned long long high = (unsigned long long) (round + 1) << 32;
  asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(to),
               "l"(high | first), "l"(high | second)
               : "memory");
}

/* Words of a column to and from shared memory. */
template <int words>
__device__ __forceinline__ void
life_store_column (LifeWord *to, const LifeWord (&column)[words])
{
  if constexpr (words <= 2) {
#pragma unroll
    for (int v = 0; v < words; v++)
      to[v] = column[v];
  } else {
#pragma unroll
    for (int v = 0; v < words; v += 4) {
      uint4 four;
      four.x = column[v];
      four.y = v + 1 < words ? column[v + 1 < words ? v + 1 : v] : 0;
      four.z = v + 2 < words ? column[v + 2 < words ? v + 2 : v] : 0;
      four.w = v + 3 < words ? column[v + 3 < words ? v + 3 : v] : 0;
      *(uint4 *) (to + v) = four;
    }
  }
}

template <int words>
__device__ __forceinline__ void
life_load_column (const LifeWord *from, LifeWord (&column)[words])
{
  if constexpr (words <= 2) {
#pragma unroll
    for (int v = 0; v < words; v++)
      column[v] = from[v];
  } else {
#pragma unroll
    for (int v = 0; v < words; v += 4) {
      uint4 four = *(const uint4 *) (from + v);
      column[v] = four.x;
      if (v + 1 < words)
        column[v + 1 < words ? v + 1 : v] = four.y;
      if (v + 2 < words)
        column[v + 2 < words ? v + 2 : v] = four.z;
      if (v + 3 < words)
        column[v + 3 < words ? v + 3 : v] = four.w;
    }
  }
}

template <class Shape, bool plane, class Rule> struct LifeBits2dResidentWarp {
  static constexpr int columns = Shape::columns, words = Shape::words;
  static constexpr int warp_columns = Shape::warp_columns,
                       warp_lines = Shape::warp_lines;
  typedef typename Rule::Column Column;

  const LifeBits2dResident &world;
  const Rule &rule;
  int lane, warp, p, q; /* of the warp in its block: column and line */
  unsigned block_column, block_line;
  int halo, step;
  int x;           /* where the warp's columns begin in the block tile */
  int left, width; /* of the block tile: halo or dead lane, own cells */
  bool reads_side, reads_row;      /* of other blocks */
  bool dead;                       /* the lane lies outside the plane */
  int before, after;               /* the lanes to shuffle from */
  LifeWord upper_mask, lower_mask; /* of lines that come from other warps */
  int upper_shift, lower_shift;
  unsigned place[columns];
  bool own[columns];     /* the block's, and this warp's to write */
  bool inside[columns];  /* of the world, not of a lane outside */
  int row_from[columns]; /* in the rows of a line of warps */
  int side_to[columns], side_from[columns]; /* in the sides; -1: nowhere */
  LifeWord *shared, *far;
  const unsigned long long *row_to_read, *side_to_read;
  unsigned long long *own_row, *own_side;
  size_t row_buffer, side_buffer; /* entries of a buffer */
  LifeWord cells[columns][words];

  __device__ __forceinline__
  LifeBits2dResidentWarp (
      const LifeBits2dResident &world, const Rule &rule, LifeWord *shared)
      : world (world), rule (rule), lane (threadIdx.x & 31),
        warp (threadIdx.x / 32), shared (shared)
  {
    p = warp % warp_columns;
    q = warp / warp_columns;
    block_column = blockIdx.x % world.columns;
    block_line = blockIdx.x / world.columns;
    halo = (int) world.halo;
    step = (int) world.step;
    far = shared + 2 * (Shape::row_words + Shape::side_words)
          + warp * LIFE_RESIDENT_HALO * Shape::entries;
    choose_lines ();
    choose_columns ();
    choose_entries ();
  }

  /* Whether the block tile has a neighbor on that side. */
  __device__ __forceinline__ bool
  has_left () const
  {
    return !plane || block_column > 0;
  }

  __device__ __forceinline__ bool
  has_right () const
  {
    return !plane || block_column + 1 < world.columns;
  }

  __device__ __forceinline__ bool
  has_upper () const
  {
    return !plane || block_line > 0;
  }

  __device__ __forceinline__ bool
  has_lower () const
  {
    return !plane || block_line + 1 < world.lines;
  }

  __device__ __forceinline__ void
  choose_lines ()
  {
    int line = life_resident_line (world, block_line, (unsigned) q);
    int upper =
        q == 0
            ? Shape::height
            : line - life_resident_line (world, block_line, (unsigned) q - 1);
    int lower =
        q == warp_lines - 1
            ? Shape::height
            : life_resident_line (world, block_line, (unsigned) q + 1) - line;
    /* Neighbors overlap in one word. */
    upper_shift = (upper - (Shape::height - 32)) & 31;
    lower_shift = (lower - (Shape::height - 32)) & 31;
    upper_mask = q > 0 ? (1u << step) - 1 : 0;
    lower_mask = q < warp_lines - 1 ? ~0u << (32 - step) : 0;
  }

  __device__ __forceinline__ void
  choose_columns ()
  {
    int start =
        life_resident_start (block_column, world.columns, world.strips.width);
    int world_width = (int) world.strips.width;
    width = life_resident_start (
                block_column + 1, world.columns, world.strips.width)
            - start;
    left = has_left () ? halo : columns;
    int used = left + width + (has_right () ? halo : columns);
    x = life_resident_offset (p, warp_columns, used, Shape::width);
    int from_left =
        p > 0
            ? x - life_resident_offset (p - 1, warp_columns, used, Shape::width)
            : 0;
    int to_right =
        p < warp_columns - 1
            ? life_resident_offset (p + 1, warp_columns, used, Shape::width) - x
            : Shape::width;
    dead = plane
           && ((p == 0 && !has_left () && lane == 0)
               || (p == warp_columns - 1 && !has_right () && lane == 31));
    before = dead ? lane : max (lane - 1, 0);
    after = dead ? lane : min (lane + 1, 31);
#pragma unroll
    for (int c = 0; c < columns; c++) {
      int at = columns * lane + c; /* in the warp */
      int in_block = x + at - left;
      bool first = p > 0 && at < step;
      bool last = p < warp_columns - 1 && at >= Shape::width - step;
      inside[c] = in_block >= (has_left () ? -halo : 0)
                  && in_block < width + (has_right () ? halo : 0);
      own[c] = at >= (p > 0 ? step : 0)
               && (p == warp_columns - 1 || at < to_right + step)
               && in_block >= 0 && in_block < width;
      int in_world = start + in_block;
      in_world += in_world < 0              ? world_width
                  : in_world >= world_width ? -world_width
                                            : 0;
      place[c] = life_resident_place (world.strips.width, columns,
          (unsigned) (inside[c] ? in_world : start));

      /* A warp's outermost columns are those of the warp beside it. */
      row_from[c] = first  ? (p - 1) * 2 * Shape::width + at + from_left
                    : last ? (p + 1) * 2 * Shape::width + at - to_right
                           : p * 2 * Shape::width + at;
      int to_left = at - (Shape::width - from_left - step);
      int right = at - to_right;
      side_to[c] = side_from[c] = -1;
      if (p > 0 && to_left >= 0 && to_left < step)
        side_to[c] = side (p, 0, to_left);
      if (p < warp_columns - 1 && right >= 0 && right < step)
        side_to[c] = side (p, 1, right);
      if (first)
        side_from[c] = side (p - 1, 1, at);
      if (last)
        side_from[c] = side (p + 1, 0, at - (Shape::width - step));
    }
  }

  /* Where in the sides the columns of a warp of this line are. */
  __device__ __forceinline__ int
  side (int column, int right, int index) const
  {
    return ((2 * (q * warp_columns + column) + right) * LIFE_RESIDENT_HALO
               + index)
           * Shape::pitch;
  }

  __device__ __forceinline__ void
  choose_entries ()
  {
    const size_t places = life_resident_places (world.strips.width, columns);
    const size_t side_entries = (size_t) (warp_lines * halo * Shape::entries);
    const bool upper = q == 0;
    unsigned line = upper ? (block_line + world.lines - 1) % world.lines
                          : (block_line + 1) % world.lines;
    const bool first = p == 0;
    unsigned column = first ? (block_column + world.columns - 1) % world.columns
                            : (block_column + 1) % world.columns;

    row_buffer = 2 * world.lines * places;
    own_row = world.rows + (2 * block_line + (upper ? 0 : 1)) * places;
    row_to_read = world.rows + (2 * line + (upper ? 1 : 0)) * places;
    side_buffer = 2 * world.lines * world.columns * side_entries;
    own_side = world.sides + 2 * blockIdx.x * side_entries
               + (first ? 0 : side_entries)
               + (size_t) (q * halo * Shape::entries);
    side_to_read =
        world.sides + 2 * (block_line * world.columns + column) * side_entries
        + (first ? side_entries : 0) + (size_t) (q * halo * Shape::entries);
    reads_row =
        (q == 0 && has_upper ()) || (q == warp_lines - 1 && has_lower ());
    reads_side =
        (p == 0 && has_left ()) || (p == warp_columns - 1 && has_right ());
  }

  /* The index of a column of the warp among those that it gets of another block, or
   * @inner columns further in among those that it has for one; not 0…halo - 1: none. */
  __device__ __forceinline__ int
  far_column (int c, int inner) const
  {
    int at = columns * lane + c;
    return p == 0 ? at - inner : at - (Shape::width - halo - inner);
  }

  __device__ __forceinline__ void
  load ()
  {
    const size_t places = life_resident_places (world.strips.width, columns);
    const LifeWord *from =
        world.cells + (size_t) (block_line * warp_lines + q) * words * places;
#pragma unroll
    for (int c = 0; c < columns; c++) {
      int in_block = x + columns * lane + c - left;
#pragma unroll
      for (int v = 0; v < words; v++)
        cells[c][v] =
            in_block >= 0 && in_block < width ? from[v * places + place[c]] : 0;
    }
  }

  __device__ __forceinline__ void
  store () const
  {
    const size_t places = life_resident_places (world.strips.width, columns);
    LifeWord *to =
        world.cells + (size_t) (block_line * warp_lines + q) * words * places;
#pragma unroll
    for (int c = 0; c < columns; c++)
#pragma unroll
      for (int v = 0; v < words; v++)
        if (own[c])
          to[v * places + place[c]] = cells[c][v];
  }

  __device__ __forceinline__ void
  publish_rows (unsigned round) const
  {
    if (!reads_row)
      return;
    unsigned long long *to =
        own_row + round % LIFE_RESIDENT_BUFFERS * row_buffer;
#pragma unroll
    for (int c = 0; c < columns; c++) {
      LifeWord word = q == 0 ? cells[c][0] : cells[c][words - 1];
      if (own[c])
        life_write_entry (to + place[c], round, word);
    }
  }

  __device__ __forceinline__ void
  publish_sides (unsigned round) const
  {
    if (!reads_side)
      return;
    unsigned long long *to =
        own_side + round % LIFE_RESIDENT_BUFFERS * side_buffer;
#pragma unroll
    for (int c = 0; c < columns; c++) {
      int index = far_column (c, halo);
      if (index >= 0 && index < halo)
#pragma unroll
        for (int v = 0; v < words; v += 2)
          life_write_entries (to + index * Shape::entries + v, round,
              cells[c][v],
              v + 1 < words ? cells[c][v + 1 < words ? v + 1 : v] : 0);
    }
  }

  /* Waits for what other blocks have, and puts it around the tile. */
  __device__ __forceinline__ void
  receive (unsigned round)
  {
    constexpr int pairs = Shape::entries / 2;
    const unsigned long long *side =
        side_to_read + round % LIFE_RESIDENT_BUFFERS * side_buffer;
    const unsigned long long *row =
        row_to_read + round % LIFE_RESIDENT_BUFFERS * row_buffer;
    LifeWord got[columns];
    if (!reads_row && !reads_side)
      return;
    LifeWord late;
    do {
      late = 0;
      if (reads_side) {
#pragma unroll
        for (int m = 0; m < (pairs * LIFE_RESIDENT_HALO + 31) / 32; m++) {
          int n = lane + 32 * m;
          if (n < pairs * halo) {
            unsigned long long value[2];
            life_read_entries (side + 2 * n, value);
            far[2 * n] = (LifeWord) value[0];
            far[2 * n + 1] = (LifeWord) value[1];
            late |= ((LifeWord) (value[0] >> 32) ^ (round + 1))
                    | ((LifeWord) (value[1] >> 32) ^ (round + 1));
          }
        }
      }
      if (reads_row) {
#pragma unroll
        for (int c = 0; c < columns; c++) {
          unsigned long long value = life_read_entry (row, place[c]);
          got[c] = (LifeWord) value;
          late |= (LifeWord) (value >> 32) ^ (round + 1);
        }
      }
    } while (__any_sync (~0u, late != 0));
    __syncwarp ();
    if (reads_side) {
#pragma unroll
      for (int c = 0; c < columns; c++) {
        int index = far_column (c, 0);
        if (index >= 0 && index < halo)
#pragma unroll
          for (int v = 0; v < words; v++)
            cells[c][v] = far[index * Shape::entries + v];
      }
    }
    if (reads_row) {
      const int shift = 32 - 2 * halo;
#pragma unroll
      for (int c = 0; c < columns; c++) {
        LifeWord word = plane && !inside[c] ? 0 : got[c];
        if (q == 0)
          cells[c][0] = life_gate<LIFE_MUX> (
              (1u << halo) - 1, word >> shift, cells[c][0]);
        else
          cells[c][words - 1] = life_gate<LIFE_MUX> (
              ~0u << (32 - halo), word << shift, cells[c][words - 1]);
      }
    }
    __syncwarp ();
  }

  /* With the other warps of the block. */
  __device__ __forceinline__ void
  exchange (int parity)
  {
    LifeWord *rows = shared + parity * (Shape::row_words + Shape::side_words);
    LifeWord *sides = rows + Shape::row_words;
    LifeWord *upper = rows + warp * 2 * Shape::width + columns * lane;
#pragma unroll
    for (int c = 0; c < columns; c++) {
      upper[c] = cells[c][0];
      upper[Shape::width + c] = cells[c][words - 1];
    }
    if (warp_columns > 1) {
#pragma unroll
      for (int c = 0; c < columns; c++)
        if (side_to[c] >= 0)
          life_store_column<words> (sides + side_to[c], cells[c]);
    }
    __syncthreads ();
    LifeWord above[columns], below[columns];
    const LifeWord *over =
        rows + (q > 0 ? q - 1 : 0) * warp_columns * 2 * Shape::width
        + Shape::width;
    const LifeWord *under =
        rows
        + (q < warp_lines - 1 ? q + 1 : 0) * warp_columns * 2 * Shape::width;
    if (warp_columns > 1) {
#pragma unroll
      for (int c = 0; c < columns; c++)
        if (side_from[c] >= 0)
          life_load_column<words> (sides + side_from[c], cells[c]);
    }
#pragma unroll
    for (int c = 0; c < columns; c++) {
      above[c] = over[row_from[c]];
      below[c] = under[row_from[c]];
    }
#pragma unroll
    for (int c = 0; c < columns; c++) {
      cells[c][0] = life_gate<LIFE_MUX> (
          upper_mask, above[c] >> upper_shift, cells[c][0]);
      cells[c][words - 1] = life_gate<LIFE_MUX> (
          lower_mask, below[c] << lower_shift, cells[c][words - 1]);
    }
  }

  __device__ __forceinline__ void
  advance ()
  {
    LifeWord previous[columns]; /* the words above, as they were */
#pragma unroll
    for (int v = 0; v < words; v++) {
      Column sums[columns];
#pragma unroll
      for (int c = 0; c < columns; c++) {
        LifeWord here = cells[c][v];
        LifeWord over =
            v > 0 ? __funnelshift_l (previous[c], here, 1) : here << 1;
        LifeWord under = v < words - 1 ? __funnelshift_r (
                             here, cells[c][v < words - 1 ? v + 1 : v], 1)
                                       : here >> 1;
        sums[c] = Rule::column (over, here, under);
      }
      Column from_left =
          life_shuffle_column_from_left<plane> (sums[columns - 1], before);
      Column from_right =
          life_shuffle_column_from_right<plane> (sums[0], after);
#pragma unroll
      for (int c = 0; c < columns; c++) {
        previous[c] = cells[c][v];
        cells[c][v] = rule.next (c > 0 ? sums[c > 0 ? c - 1 : 0] : from_left,
            sums[c],
            c < columns - 1 ? sums[c < columns - 1 ? c + 1 : c] : from_right,
            cells[c][v]);
        if (plane && !Rule::nothing_stays && dead)
          cells[c][v] = 0;
      }
    }
  }

  __device__ __forceinline__ void
  run ()
  {
    unsigned round = world.round;
    int parity = 0;

    load ();
    publish_rows (round);
    publish_sides (round);
    for (unsigned left = world.generations; left > 0;) {
      receive (round);
      round++;
      unsigned now = min (left, (unsigned) halo);
      left -= now;
      while (now > 0) {
        unsigned some = min (now, (unsigned) step);
        now -= some;
#pragma unroll 1
        for (unsigned n = 0; n < some; n++)
          advance ();
        if (now == 0)
          publish_rows (round);
        exchange (parity);
        parity ^= 1;
      }
      publish_sides (round);
    }
    store ();
  }
};

template <int columns, int words, int warp_columns, int warp_lines, bool plane,
    class Rule>
__global__ void __launch_bounds__ (32 * warp_columns * warp_lines, 1)
    life_bits2d_resident (const __grid_constant__ LifeBits2dResident world,
        const __grid_constant__ Rule rule)
{
  extern __shared__ __align__ (16) LifeWord life_resident_shared[];
  typedef LifeResidentShape<columns, words, warp_columns, warp_lines> Shape;
  life_launch_wait ();
  LifeBits2dResidentWarp<Shape, plane, Rule> warp (
      world, rule, life_resident_shared);
  warp.run ();
}
