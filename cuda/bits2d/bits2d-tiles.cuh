/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bit-sliced 2D kernels for worlds that fit into the registers of all
 * multiprocessors at once, and for those too flat for the sweep; the world's edges are
 * in choose_columns() (left and right), line_to_read() and load_plane(). The layout of a
 * world is in strips.cuh, the gates of rules are in rules.cuh. */
#pragma once

#include "cuda/bits2d/bits2d-sweep.cuh"

/* The kernel's idea: a warp owns a tile of 64 x 32 cells and stores it with a
 * halo of 16 cells all around, 96 x 64 cells: a lane has 3 columns of 64 cells,
 * two words each with a bit a line. Where the world is no multiple of that, all
 * tiles are a little smaller, so that all of them have the same to do. So 16
 * generations run without any exchange. Then warps exchange tiles through
 * global memory and go on, in one launch for as many generations as are
 * for, which is why all of them must be resident at once.
 *
 * The exchange is NCCL's LL protocol: an entry of 64 bits, written and read
 * whole, carries a tile's cells of a column and the round they belong to, so that
 * a reader that sees its round has the cells too, and no fence and no barrier is
 * needed. A writer can be ahead of a reader by two rounds at most, counting
 * one that waits through another; hence four buffers of entries.
 *
 * A plane costs no gate, either: a tile at its edge has what it needs of the
 * plane at the edge of its words, beyond which shifts find zeros, and of its
 * warp, where a lane outside the plane shuffles from itself and so stays dead, unless the
 * rule makes cells out of nothing.
 *
 * Bytes per cell and 16 generations: 1/4 written, about 3/2 read, from the L2
 * cache. Operations per word and generation: the rule's gates, 2 shifts and 4 / 3
 * shuffles; 3 words are computed where 1 is stored. */
struct LifeBits2dTiles {
  LifeStrips strips;
  unsigned planes;         /* of bits of the states */
  unsigned columns, lines; /* of tiles: ceil (width / 64, height / 32) */
  unsigned long long
      *entries;   /* [buffer][plane][line][entry]: round + 1, cells */
  unsigned round; /* the round whose entries are there */
  unsigned generations;
};

static constexpr int LIFE_TILE_HALO = 16;
static constexpr int LIFE_TILE_BUFFERS = 4;
static constexpr int LIFE_TILE_WARPS = 4; /* of a block */
static constexpr int LIFE_TILE_LANE_COLUMNS = 3;

/* Where tile @index of @count in a row or a column of @size cells starts: floor
 * (index * size / count), if @longest is the size of the largest. */
__host__ __device__ inline unsigned
life_bits2d_tile_start (
    unsigned index, unsigned count, unsigned size, unsigned longest)
{
  unsigned lack = longest * count - size; /* less than @longest */
  return longest * index - (lack * index + count - 1) / count;
}

/* The line of cells at which line @line of tiles starts. */
__host__ __device__ inline unsigned
life_bits2d_line_start (const LifeBits2dTiles &tiles, unsigned line)
{
  return life_bits2d_tile_start (line, tiles.lines, tiles.strips.height, 32);
}

/* The line of tiles in which line @y of cells lies. */
__host__ __device__ inline unsigned
life_bits2d_line (const LifeBits2dTiles &tiles, unsigned y)
{
  unsigned line = y / 32;
  return line + (life_bits2d_line_start (tiles, line + 1) <= y);
}

/* The entries of a line lie in three rows, every third column in one: so lanes
 * that own three columns each find theirs side by side. */
__host__ __device__ inline size_t
life_bits2d_entries_third (unsigned width)
{
  return (width + LIFE_TILE_LANE_COLUMNS - 1) / LIFE_TILE_LANE_COLUMNS;
}

/* Where in its line the entry of column @x is. */
__host__ __device__ inline unsigned
life_bits2d_index (unsigned width, unsigned x)
{
  return x % LIFE_TILE_LANE_COLUMNS
             * (unsigned) life_bits2d_entries_third (width)
         + x / LIFE_TILE_LANE_COLUMNS;
}

/* Where the entries of line @line of bit @plane begin in @buffer. */
__host__ __device__ inline size_t
life_bits2d_entries_line (const LifeBits2dTiles &tiles, unsigned buffer,
    unsigned plane, unsigned line)
{
  return (((size_t) buffer * tiles.planes + plane) * tiles.lines + line)
         * LIFE_TILE_LANE_COLUMNS
         * life_bits2d_entries_third (tiles.strips.width);
}

/* Where in @buffer the entry of column @x in line @line is. */
__host__ __device__ inline size_t
life_bits2d_entry (const LifeBits2dTiles &tiles, unsigned buffer,
    unsigned plane, unsigned line, unsigned x)
{
  return life_bits2d_entries_line (tiles, buffer, plane, line)
         + life_bits2d_index (tiles.strips.width, x);
}

/* The address is made in one instruction of a warp's part and a lane's part. */
__device__ __forceinline__ unsigned long long
life_read_entry (const unsigned long long *line, unsigned entry)
{
  unsigned long long value;
  asm volatile("{ .reg .u64 entry;\n"
               "mad.wide.u32 entry, %2, 8, %1;\n"
               "ld.relaxed.gpu.global.u64 %0, [entry]; }"
               : "=l"(value)
               : "l"(line), "r"(entry)
               : "memory");
  return value;
}

__device__ __forceinline__ void
life_write_entry (unsigned long long *entry, unsigned round, LifeWord cells)
{
  unsigned long long value = (unsigned long long) (round + 1) << 32 | cells;
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(entry), "l"(value)
               : "memory");
}

/* How tiles find what lies around them: on a torus of whole words in words, on a
 * ragged one, where some tiles are a line lower, in parts of words, on one of less
 * than 16 lines by going around it. On a plane there is nothing behind the edge,
 * and on a tiny plane a tile may have two edges. */
enum LifeTileEdge {
  LIFE_TILE_TORUS,
  LIFE_TILE_RAGGED_TORUS,
  LIFE_TILE_TINY_TORUS,
  LIFE_TILE_PLANE,
  LIFE_TILE_TINY_PLANE
};

/* From which size on a plane is not tiny: where a tile's lanes and words but for
 * a lane outside has no more than the plane. */
static constexpr unsigned LIFE_TILE_PLANE_WIDTH = 96 - LIFE_TILE_LANE_COLUMNS,
                          LIFE_TILE_PLANE_HEIGHT = 64;

template <LifeTileEdge edge, class Rule> struct LifeBits2dTile {
  static constexpr bool tiny_plane = edge == LIFE_TILE_TINY_PLANE;
  static constexpr bool plane = edge == LIFE_TILE_PLANE || tiny_plane;
  static constexpr int lines_read = 3;
  static constexpr int columns = LIFE_TILE_LANE_COLUMNS;
  static constexpr int planes = Rule::planes;
  typedef typename Rule::Column Column;

  const LifeBits2dTiles &tiles;
  const Rule &rule;
  int lane, line;
  int height, height_above; /* of the tile and of the one above */
  int above;                /* lines that are stored above the tile */
  int before, after;        /* the lanes to shuffle from */
  bool dead;                /* the lane lies outside the plane */
  bool is_own[columns];     /* whether the column is the tile's own */
  unsigned entry[columns];  /* of the column's entry in a line */
  size_t from[lines_read];  /* where the lines begin that the tile reads */
  size_t plane_size;        /* entries from a plane to the next */
  LifeWord cells[planes][columns][2];
  LifeWord inside[columns][2]; /* of a tiny plane */

  __device__ __forceinline__
  LifeBits2dTile (const LifeBits2dTiles &tiles, const Rule &rule, unsigned tile)
      : tiles (tiles), rule (rule), lane (threadIdx.x & 31)
  {
    line = (int) (tile / tiles.columns);
    choose_lines ();
    choose_columns (tile % tiles.columns);
  }

  __device__ __forceinline__ void
  choose_columns (unsigned column)
  {
    int width = (int) tiles.strips.width;
    int start = (int) life_bits2d_tile_start (
        column, tiles.columns, tiles.strips.width, 64);
    int end = (int) life_bits2d_tile_start (
        column + 1, tiles.columns, tiles.strips.width, 64);
    bool first = edge == LIFE_TILE_PLANE && column == 0;
    bool last = edge == LIFE_TILE_PLANE && column == tiles.columns - 1;
    int left = first  ? -columns
               : last ? width + columns - 32 * columns
                      : start - LIFE_TILE_HALO;
    dead = (first && lane == 0) || (last && lane == 31);
    before = dead && last ? lane : max (lane - 1, 0);
    after = dead && first ? lane : min (lane + 1, 31);
#pragma unroll
    for (int c = 0; c < columns; c++) {
      int x = left + columns * lane + c;
      is_own[c] = x >= start && x < end;
      if (tiny_plane) {
        int top = (int) life_bits2d_line_start (tiles, (unsigned) line);
        LifeWord in_column = x >= 0 && x < width ? ~0u : 0;
        inside[c][0] = in_column & inside_from (top - above);
        inside[c][1] = in_column & inside_from (top - above + 32);
      }
      /* What no lane needs is read from where it is sure to come. */
      x = plane && (x < 0 || x >= width) ? start : x;
      x = (x % width + width) % width;
      entry[c] = life_bits2d_index (tiles.strips.width, (unsigned) x);
    }
  }

  __device__ __forceinline__ int
  height_of (unsigned at) const
  {
    if (edge == LIFE_TILE_TORUS)
      return 32;
    return (int) (life_bits2d_line_start (tiles, at + 1)
                  - life_bits2d_line_start (tiles, at));
  }

  /* The line of tiles above, the tile's own, the one below; not behind the edge
   * of a plane. */
  __device__ __forceinline__ unsigned
  line_to_read (int k) const
  {
    int lines = (int) tiles.lines, at = line - 1 + k;
    if (plane)
      return (unsigned) min (max (at, 0), lines - 1);
    return (unsigned) ((at + lines) % lines);
  }

  __device__ __forceinline__ void
  choose_lines ()
  {
#pragma unroll
    for (int k = 0; k < lines_read; k++)
      from[k] = life_bits2d_entries_line (tiles, 0, 0, line_to_read (k));
    plane_size = life_bits2d_entries_line (tiles, 0, 0, tiles.lines);
    height_above = height_of (line_to_read (0));
    height = height_of ((unsigned) line);
    above = edge != LIFE_TILE_PLANE         ? LIFE_TILE_HALO
            : line == 0                     ? 0
            : line == (int) tiles.lines - 1 ? 64 - height
                                            : LIFE_TILE_HALO;
  }

  /* The bits b for which line y + b lies inside the world. */
  __device__ __forceinline__ LifeWord
  inside_from (int y) const
  {
    int rest = (int) tiles.strips.height - y;
    LifeWord bits = rest >= 32 ? ~0u : rest > 0 ? (1u << rest) - 1 : 0;
    return y < 0 ? bits & ~0u << -y : bits;
  }

  __device__ __forceinline__ unsigned long long *
  entries (unsigned round) const
  {
    return tiles.entries
           + life_bits2d_entries_line (tiles, round % LIFE_TILE_BUFFERS, 0, 0);
  }

  /* Waits for the entries of a plane's lines and reads them. */
  __device__ __forceinline__ void
  receive (unsigned round, int p, LifeWord (&words)[lines_read][columns]) const
  {
    const unsigned long long *base = entries (round) + p * plane_size;
    bool ready;
    do {
      unsigned late = 0;
#pragma unroll
      for (int k = 0; k < lines_read; k++)
#pragma unroll
        for (int c = 0; c < columns; c++) {
          unsigned long long value = life_read_entry (base + from[k], entry[c]);
          words[k][c] = (LifeWord) value;
          late |= (unsigned) (value >> 32) ^ (round + 1);
        }
      ready = late == 0;
    } while (!ready);
    __syncwarp ();
  }

  /* 32 of the @height lines of @word, from line @y on and around. */
  static __device__ LifeWord
  go_around (int y, int height, LifeWord word)
  {
    LifeWord result = 0;
#pragma unroll 1
    for (int bit = 0; bit < 32; bit++)
      result |= (word >> ((y + bit) % height + height) % height & 1) << bit;
    return result;
  }

  /* @line_cells in a tile's two words, from bit @bit on, -32 to 63. */
  static __device__ __forceinline__ unsigned long long
  shifted (LifeWord line_cells, int bit)
  {
    unsigned long long word = line_cells;
    return bit < 0 ? word >> -bit : word << bit;
  }

  __device__ __forceinline__ void
  load (unsigned round)
  {
#pragma unroll
    for (int p = 0; p < planes; p++)
      load_plane (round, p, cells[p]);
  }

  /* Puts the tile's lines and those above and below together. */
  __device__ __forceinline__ void
  load_plane (unsigned round, int p, LifeWord (&cells)[columns][2]) const
  {
    LifeWord words[lines_read][columns];
    receive (round, p, words);
#pragma unroll
    for (int c = 0; c < columns; c++) {
      LifeWord over = words[0][c], same = words[1][c], under = words[2][c];
      if (edge == LIFE_TILE_TINY_TORUS) {
        cells[c][0] = go_around (-LIFE_TILE_HALO, height, same);
        cells[c][1] = go_around (32 - LIFE_TILE_HALO, height, same);
      } else if (edge == LIFE_TILE_TORUS) {
        cells[c][0] = __funnelshift_r (over, same, LIFE_TILE_HALO);
        cells[c][1] = __funnelshift_r (same, under, LIFE_TILE_HALO);
      } else if (edge != LIFE_TILE_PLANE || above == LIFE_TILE_HALO) {
        /* Lower than a halo is only a plane's one tile, with nothing around. */
        int skip = max (height_above - LIFE_TILE_HALO, 0);
        int shift = max (height - LIFE_TILE_HALO, 0);
        cells[c][0] = over >> skip | same << LIFE_TILE_HALO;
        cells[c][1] = same >> LIFE_TILE_HALO | under << shift;
      } else {
        unsigned long long all = shifted (same, above);
        all |= line > 0 ? shifted (over, above - height_above)
                        : shifted (under, above + height);
        cells[c][0] = (LifeWord) all;
        cells[c][1] = (LifeWord) (all >> 32);
      }
      if (tiny_plane) {
        cells[c][0] &= inside[c][0];
        cells[c][1] &= inside[c][1];
      }
      if (plane && dead)
        cells[c][0] = cells[c][1] = 0;
    }
  }

  __device__ __forceinline__ void
  publish (unsigned round)
  {
    unsigned long long *to = entries (round) + from[1];
    const LifeWord own = ~0u >> (32 - height);
#pragma unroll
    for (int p = 0; p < planes; p++, to += plane_size)
#pragma unroll
      for (int c = 0; c < columns; c++) {
        LifeWord low = cells[p][c][0], high = cells[p][c][1];
        LifeWord word = __funnelshift_r (low, high, LIFE_TILE_HALO);
        if (above != LIFE_TILE_HALO)
          word = (LifeWord) (((unsigned long long) high << 32 | low) >> above);
        if (is_own[c])
          life_write_entry (to + entry[c], round, word & own);
      }
  }

  /* The cells of half a column's word, from their planes and back. */
  __device__ __forceinline__ void
  get (int c, int half, LifeWord (&cell)[planes]) const
  {
#pragma unroll
    for (int p = 0; p < planes; p++)
      cell[p] = cells[p][c][half];
  }

  __device__ __forceinline__ void
  set (int c, int half, const LifeWord (&cell)[planes])
  {
#pragma unroll
    for (int p = 0; p < planes; p++) {
      cells[p][c][half] = cell[p];
      if (tiny_plane)
        cells[p][c][half] &= inside[c][half];
      if (edge == LIFE_TILE_PLANE && !Rule::nothing_stays)
        cells[p][c][half] = dead ? 0 : cells[p][c][half];
    }
  }

  __device__ __forceinline__ void
  advance ()
  {
    Column sums[columns][2];
#pragma unroll
    for (int c = 0; c < columns; c++) {
      LifeWord low[planes], high[planes];
      get (c, 0, low);
      get (c, 1, high);
      LifeWord here[2] = { life_is_alive<Rule> (low),
        life_is_alive<Rule> (high) };
      LifeWord over[2] = { here[0] << 1,
        __funnelshift_l (here[0], here[1], 1) };
      LifeWord under[2] = { __funnelshift_r (here[0], here[1], 1),
        here[1] >> 1 };
#pragma unroll
      for (int half = 0; half < 2; half++)
        sums[c][half] = Rule::column (over[half], here[half], under[half]);
    }
#pragma unroll
    for (int half = 0; half < 2; half++) {
      Column left = life_shuffle_column_from_left<plane> (
          sums[columns - 1][half], before);
      Column right =
          life_shuffle_column_from_right<plane> (sums[0][half], after);
#pragma unroll
      for (int c = 0; c < columns; c++) {
        LifeWord cell[planes], next[planes];
        get (c, half, cell);
        life_advance_cell (rule, c > 0 ? sums[c - 1][half] : left,
            sums[c][half], c < columns - 1 ? sums[c + 1][half] : right, cell,
            next);
        set (c, half, next);
      }
    }
  }
};

template <LifeTileEdge edge, class Rule>
__global__ void __launch_bounds__ (32 * LIFE_TILE_WARPS)
    life_bits2d_tiles (const __grid_constant__ LifeBits2dTiles tiles,
        const __grid_constant__ Rule rule)
{
  life_prepare_rule (rule);
  life_launch_wait ();
  unsigned tile = blockIdx.x * LIFE_TILE_WARPS + threadIdx.x / 32;
  if (tile >= tiles.columns * tiles.lines)
    return;
  LifeBits2dTile<edge, Rule> mine (tiles, rule, tile);
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

/* From strips to entries of round 0; a thread makes an entry of every plane. Entries of the
 * other buffers get a round that never comes. */
static __global__ void
life_bits2d_to_entries (
    const __grid_constant__ LifeBits2dTiles tiles, const LifeWord *from)
{
  const LifeStrips &strips = tiles.strips;
  life_launch_wait ();
  unsigned long long index =
      blockIdx.x * (unsigned long long) blockDim.x + threadIdx.x;
  unsigned long long count = (unsigned long long) tiles.lines * strips.width;
  if (index >= count)
    return;
  unsigned x = (unsigned) (index % strips.width);
  unsigned line = (unsigned) (index / strips.width);
  unsigned first = life_bits2d_line_start (tiles, line);
  unsigned end = life_bits2d_line_start (tiles, line + 1);
  for (unsigned plane = 0; plane < tiles.planes; plane++) {
    const LifeWord *words = from + plane * strips.plane + x;
    LifeWord cells = 0;
#pragma unroll 8
    for (unsigned bit = 0; bit < 32; bit++) {
      unsigned y = first + bit;
      if (y < end) {
        unsigned strip = life_strip_of (strips.height, y);
        unsigned row = y - life_strip_start (strips.height, strip);
        cells |= (words[(size_t) row * strips.stride] >> strip & 1) << bit;
      }
    }
    life_write_entry (
        tiles.entries + life_bits2d_entry (tiles, 0, plane, line, x), 0, cells);
    for (unsigned buffer = 1; buffer < LIFE_TILE_BUFFERS; buffer++)
      tiles.entries[life_bits2d_entry (tiles, buffer, plane, line, x)] = 0;
  }
}

/* From the entries of the present round to strips; a thread makes a word of
 * every plane. */
static __global__ void
life_bits2d_from_entries (
    const __grid_constant__ LifeBits2dTiles tiles, LifeWord *to)
{
  const LifeStrips &strips = tiles.strips;
  life_launch_wait ();
  unsigned long long index =
      blockIdx.x * (unsigned long long) blockDim.x + threadIdx.x;
  if (index >= (unsigned long long) strips.rows * strips.width)
    return;
  unsigned x = (unsigned) (index % strips.width);
  unsigned row = (unsigned) (index / strips.width);
  unsigned buffer = tiles.round % LIFE_TILE_BUFFERS;
  for (unsigned plane = 0; plane < tiles.planes; plane++) {
    LifeWord word = 0;
#pragma unroll 8
    for (unsigned strip = 0; strip < 32; strip++) {
      unsigned y = life_strip_start (strips.height, strip) + row;
      unsigned line = life_bits2d_line (tiles, y);
      unsigned bit = y - life_bits2d_line_start (tiles, line);
      unsigned long long entry =
          tiles.entries[life_bits2d_entry (tiles, buffer, plane, line, x)];
      word |= (LifeWord) (entry >> bit & 1) << strip;
    }
    to[plane * strips.plane + (size_t) row * strips.stride + x] = word;
  }
}
