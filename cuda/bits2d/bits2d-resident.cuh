/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bit-sliced 2D kernel for worlds that fit into the registers of all multiprocessors at
 * once with little of them stored twice: an interleaved tile for each of the four parts of a
 * multiprocessor. Which shape of tile suits a world is in bits2d-resident.cu; worlds for
 * which this is no gain are in bits2d-tiles.cuh. */
#pragma once

#include "cuda/bits2d/resident-layout.cuh"

/* The kernel's idea: a warp holds a tile and its halo in registers for as many generations as
 * are requested, in one launch; all warps are resident at once, and nothing is shared among
 * the warps of a block.
 *
 * Words are interleaved: line i of a column is bit i mod @words of its words. The line above
 * a word is the word before it, as it is, so a column takes two shifts for all of its words,
 * for the line above the first and the one below the last, and not two for each. Columns are
 * shuffled from lane to lane.
 *
 * After @halo generations, tiles exchange what lies around them through global memory, as
 * those of bits2d-tiles.cuh do: an entry carries cells and the round that they belong to, so
 * no fence and no barrier is needed. Lines at the upper and lower end are a few bits of each
 * word, packed into half an entry of 32 bits; columns at the sides are whole words, three to
 * an entry of 128 bits, and go through shared memory, so that all lanes write and read them.
 * Corners come from tiles across corners. A tile writes a round's entries when it has read
 * all of the round before, so two buffers would do; there are four.
 *
 * Worlds divide evenly into tiles, give or take a column or as many lines as a column has
 * words; one line of tiles has what is left over, and rotates the bits that it packs and
 * unpacks at its lower end. At the edge of a plane there is no halo but the end of the words,
 * where shifts find zeros, and a lane that reads only itself and so stays dead.
 *
 * Operations per generation: the rule's gates for each word, 2 shifts for each column, and
 * for each of the @words words of a column as many shuffles as the rule reads words of the
 * columns next to a lane's own: 4 for B3/S23. 1.15 to 4 words are computed for each that is
 * kept. An exchange takes as long as several generations, of which most is waiting for the L2
 * cache. */

/* Entries of sides: three words in two times 64 bits, each of which is read and written
 * whole: the first or the third word, a half of the second, and the low half of the
 * round + 1. A lane that has no entry skips it by a predicate; a branch would take longer. */
__device__ __forceinline__ void
life_read_side_entry (bool is, const ulonglong2 *from, ulonglong2 &entry)
{
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %3, 0;\n"
               "@p ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2]; }"
               : "+l"(entry.x), "+l"(entry.y)
               : "l"(from), "r"((unsigned) is)
               : "memory");
}

__device__ __forceinline__ void
life_write_side_entry (
    bool is, ulonglong2 *to, unsigned stamp, const LifeWord *three)
{
  const unsigned long long low = stamp | (three[1] & 0xffff),
                           high = stamp | three[1] >> 16;
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %3, 0;\n"
               "@p st.relaxed.gpu.global.v2.u64 [%0], {%1, %2}; }" ::"l"(to),
               "l"(low << 32 | three[0]), "l"(high << 32 | three[2]),
               "r"((unsigned) is)
               : "memory");
}

__device__ __forceinline__ void
life_open_side_entry (const ulonglong2 &entry, LifeWord *three)
{
  three[0] = (LifeWord) entry.x;
  three[1] = __byte_perm (
      (LifeWord) (entry.x >> 32), (LifeWord) (entry.y >> 32), 0x5410);
  three[2] = (LifeWord) entry.y;
}

/* Entries of rows. */
__device__ __forceinline__ void
life_read_row_entry (bool is, const unsigned *from, unsigned &entry)
{
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0;\n"
               "@p ld.relaxed.gpu.global.u32 %0, [%1]; }"
               : "+r"(entry)
               : "l"(from), "r"((unsigned) is)
               : "memory");
}

__device__ __forceinline__ void
life_write_row_entry (unsigned *to, unsigned entry)
{
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(to), "r"(entry)
               : "memory");
}

/* Words of a column, an even number, to and from shared memory. */
template <int words>
__device__ __forceinline__ void
life_store_column (LifeWord *to, const LifeWord (&column)[words])
{
  if constexpr (words % 4 == 0) {
#pragma unroll
    for (int w = 0; w < words; w += 4)
      *(uint4 *) (to + w) =
          make_uint4 (column[w], column[w + 1], column[w + 2], column[w + 3]);
  } else {
#pragma unroll
    for (int w = 0; w < words; w += 2)
      *(uint2 *) (to + w) = make_uint2 (column[w], column[w + 1]);
  }
}

template <int words>
__device__ __forceinline__ void
life_load_column (const LifeWord *from, LifeWord (&column)[words])
{
  if constexpr (words % 4 == 0) {
#pragma unroll
    for (int w = 0; w < words; w += 4) {
      const uint4 four = *(const uint4 *) (from + w);
      column[w] = four.x;
      column[w + 1] = four.y;
      column[w + 2] = four.z;
      column[w + 3] = four.w;
    }
  } else {
#pragma unroll
    for (int w = 0; w < words; w += 2) {
      const uint2 two = *(const uint2 *) (from + w);
      column[w] = two.x;
      column[w + 1] = two.y;
    }
  }
}

__device__ __forceinline__ unsigned
life_clock ()
{
  unsigned cycles;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(cycles));
  return cycles;
}

template <class Shape, bool plane, class Rule> struct LifeBits2dResidentTile {
  static constexpr int columns = Shape::columns, words = Shape::words,
                       bits = Shape::bits, halo = Shape::halo;
  static constexpr int sides = Shape::side_entries; /* of one side */
  static constexpr int reads =
      (2 * sides + 31) / 32; /* entries of both sides for a lane */
  static_assert (
      3 * (32 * reads - sides) + Shape::side_words <= Shape::shared_words,
      "there is room for entries of lanes that have none");
  static constexpr int at_once = Shape::at_once (Rule::gates);
  typedef typename Rule::Column Column;

  const LifeBits2dResident &world;
  const Rule &rule;
  int lane;
  unsigned tile_column, tile_line;
  int left, top;     /* where in the tile its own cells begin */
  int width, height; /* of its own cells */
  bool dead;         /* the lane lies outside the plane */
  int before, after; /* the lanes to shuffle from */
  /* Line @words * ends_at + rest is the first below its own; words before number @rest meet
   * it a bit later. */
  int ends_at, rest;
  const unsigned *above,
      *below; /* entries of rows to read, from positions on */
  unsigned entry[columns];
  unsigned *own_rows;                   /* those to write */
  const ulonglong2 *left_of, *right_of; /* entries of sides to read */
  ulonglong2 *own_sides;                /* those to write */
  LifeWord *shared;                     /* both sides, come and gone */
  unsigned published; /* when entries were written, by the clock */
  LifeWord cells[columns][words];

  __device__ __forceinline__
  LifeBits2dResidentTile (const LifeBits2dResident &world, const Rule &rule,
      unsigned tile, LifeWord *shared)
      : world (world), rule (rule), lane (threadIdx.x & 31), shared (shared)
  {
    tile_column = tile % world.columns;
    tile_line = tile / world.columns;
    choose_lines ();
    choose_columns ();
    choose_entries (tile);
  }

  __device__ __forceinline__ bool
  has_upper () const
  {
    return !plane || tile_line > 0;
  }

  __device__ __forceinline__ bool
  has_lower () const
  {
    return !plane || tile_line + 1 < world.lines;
  }

  __device__ __forceinline__ void
  choose_lines ()
  {
    height = life_resident_line_start (world, tile_line + 1)
             - life_resident_line_start (world, tile_line);
    top = life_resident_inset (
        plane, tile_line, world.lines, height, Shape::height, halo, 0);
    ends_at = (top + height) / words;
    rest = (top + height) % words;
  }

  __device__ __forceinline__ bool
  has_left () const
  {
    return !plane || tile_column > 0;
  }

  __device__ __forceinline__ bool
  has_right () const
  {
    return !plane || tile_column + 1 < world.columns;
  }

  __device__ __forceinline__ ulonglong2 *
  sides_of (unsigned tile) const
  {
    return world.sides + (size_t) tile * 2 * sides;
  }

  /* Where column @column of tiles starts, and where in its tiles that is. */
  __device__ __forceinline__ int
  column_start (unsigned column) const
  {
    return life_resident_start (column, world.columns, world.strips.width);
  }

  __device__ __forceinline__ int
  column_inset (unsigned column) const
  {
    return life_resident_inset (plane, column, world.columns,
        column_start (column + 1) - column_start (column), Shape::width, halo,
        columns);
  }

  __device__ __forceinline__ void
  choose_columns ()
  {
    width = column_start (tile_column + 1) - column_start (tile_column);
    left = column_inset (tile_column);
    dead = (!has_left () && lane == 0) || (!has_right () && lane == 31);
    before = dead ? lane : max (lane - 1, 0);
    after = dead ? lane : min (lane + 1, 31);
  }

  __device__ __forceinline__ void
  choose_entries (unsigned tile)
  {
    const unsigned size = 2 * Shape::end_entries; /* of a tile */
    const unsigned left_tile =
        (tile_column + world.columns - 1) % world.columns;
    const unsigned after_it = (tile_column + 1) % world.columns;
    const unsigned upper = (tile_line + world.lines - 1) % world.lines;
    const unsigned lower = (tile_line + 1) % world.lines;
    /* From columns of this tile to those of its neighbors. */
    const int to_left_tile = column_inset (left_tile)
                             + column_start (left_tile + 1)
                             - column_start (left_tile) - left;
    const int to_after = column_inset (after_it) - left - width;

    own_rows = world.rows + (size_t) tile * size + lane;
    above =
        world.rows + (size_t) upper * world.columns * size + Shape::end_entries;
    below = world.rows + (size_t) lower * world.columns * size;
    /* Columns that are not needed read what their neighbors do. */
    const int first = has_left () ? left - halo : left;
    const int last = left + width - 1 + (has_right () ? halo : 0);
#pragma unroll
    for (int c = 0; c < columns; c++) {
      int at = min (max (columns * lane + c, first), last);
      unsigned column = tile_column;
      if (at < left) {
        column = left_tile;
        at += to_left_tile;
      } else if (at >= left + width) {
        column = after_it;
        at += to_after;
      }
      entry[c] = column * size + (unsigned) (at % columns * 32 + at / columns);
    }
    own_sides = sides_of (tile);
    left_of = sides_of (tile_line * world.columns + left_tile) + sides;
    right_of = sides_of (tile_line * world.columns + after_it);
  }

  /* The world's column that column @c of the lane is, one of the tile's own. */
  __device__ __forceinline__ unsigned
  cells_index (int c) const
  {
    int x = column_start (tile_column) + columns * lane + c - left;
    return life_resident_index (world.strips.width, columns, (unsigned) x);
  }

  /* Whether column @c of the lane is one of @count from @first on; which, is in @index. */
  __device__ __forceinline__ bool
  is_among (int c, int first, int count, int *index) const
  {
    *index = columns * lane + c - first;
    return *index >= 0 && *index < count;
  }

  __device__ __forceinline__ void
  load ()
  {
    const size_t pitch = life_resident_pitch (world.strips.width, columns);
    const LifeWord *from = world.cells + (size_t) tile_line * words * pitch;
#pragma unroll
    for (int c = 0; c < columns; c++) {
      int index;
      bool own = is_among (c, left, width, &index);
#pragma unroll
      for (int w = 0; w < words; w++)
        cells[c][w] = own ? from[w * pitch + cells_index (c)] : 0;
    }
  }

  __device__ __forceinline__ void
  store () const
  {
    const size_t pitch = life_resident_pitch (world.strips.width, columns);
    LifeWord *to = world.cells + (size_t) tile_line * words * pitch;
#pragma unroll
    for (int c = 0; c < columns; c++) {
      int index;
      if (is_among (c, left, width, &index))
#pragma unroll
        for (int w = 0; w < words; w++)
          to[w * pitch + cells_index (c)] = cells[c][w];
    }
  }

  /* The bit of word @w at which a line begins that is bit @bit of word @word, or the next
   * one that the word has. */
  __device__ __forceinline__ static int
  bit_of (int w, int bit, int word)
  {
    return bit + (w < word);
  }

  /* The first lines of a halo's worth from there on, so many bits of each word. */
  __device__ __forceinline__ LifeWord
  pack (int c, int bit, int word) const
  {
    LifeWord packed = 0;
#pragma unroll
    for (int w = words - 1; w >= 0; w--)
      packed = __funnelshift_l (
          cells[c][w] << (32 - bits - bit_of (w, bit, word)), packed, bits);
    return packed;
  }

  /* Packed lines such that those of another word come first. */
  __device__ __forceinline__ static LifeWord
  rotate (LifeWord packed, int by)
  {
    return (packed >> by | packed << (halo - by)) & ((1u << halo) - 1);
  }

  __device__ __forceinline__ static unsigned
  buffer (unsigned round)
  {
    return round % LIFE_RESIDENT_BUFFERS;
  }

  /* What distinguishes entries of a round from previous ones. */
  __device__ __forceinline__ static unsigned
  stamp (unsigned round)
  {
    return (round + 1) << 16;
  }

  __device__ __forceinline__ void
  publish_upper_rows (unsigned round)
  {
    unsigned *to = own_rows + buffer (round) * world.row_entries;
#pragma unroll
    for (int c = 0; c < columns; c++)
      life_write_row_entry (
          to + 32 * c, stamp (round) | pack (c, top / words, 0));
  }

  __device__ __forceinline__ void
  publish_lower_rows (unsigned round)
  {
    unsigned *to = own_rows + buffer (round) * world.row_entries;
#pragma unroll
    for (int c = 0; c < columns; c++) {
      LifeWord packed = pack (c, ends_at - bits, rest);
      if (rest != 0)
        packed = rotate (packed, bits * rest);
      life_write_row_entry (
          to + Shape::end_entries + 32 * c, stamp (round) | packed);
    }
  }

  /* Where in shared memory the words of entry @n of both sides are; lanes without an entry get
   * a position behind the sides, which is not read. */
  __device__ __forceinline__ LifeWord *
  words_of (int n) const
  {
    return shared + 3 * n + (n < sides ? 0 : Shape::side_words - 3 * sides);
  }

  /* Puts the columns of both sides into shared memory, without a branch for each. */
  __device__ __forceinline__ void
  gather_sides ()
  {
    __syncwarp ();
#pragma unroll
    for (int c = 0; c < columns; c++) {
      int index;
      int at = 2 * Shape::side_words + lane * words; /* not read */
      if (is_among (c, left, halo, &index))
        at = index * words;
      if (is_among (c, left + width - halo, halo, &index))
        at = Shape::side_words + index * words;
      life_store_column (shared + at, cells[c]);
    }
    /* Columns of a narrow tile may be in both sides. */
    if (width >= 2 * halo)
      return;
#pragma unroll
    for (int c = 0; c < columns; c++) {
      int index;
      if (is_among (c, left, halo, &index))
        life_store_column (shared + index * words, cells[c]);
    }
  }

  __device__ __forceinline__ void
  publish_sides (unsigned round)
  {
    ulonglong2 *to = own_sides + buffer (round) * world.side_entries + lane;
    __syncwarp ();
#pragma unroll
    for (int m = 0; m < reads; m++) {
      int n = lane + 32 * m;
      life_write_side_entry (
          n < 2 * sides, to + 32 * m, stamp (round), words_of (n));
    }
  }

  /* Waits for what other tiles have, and stores it around its own. */
  __device__ __forceinline__ void
  receive (unsigned round)
  {
    const ulonglong2 *from_side[reads];
    const unsigned *from_above[columns], *from_below[columns];
    ulonglong2 side[reads];
    LifeWord over[columns], under[columns];
    LifeWord late;

#pragma unroll
    for (int m = 0; m < reads; m++) {
      int n = lane + 32 * m;
      from_side[m] = (n < sides ? left_of + n : right_of + (n - sides))
                     + buffer (round) * world.side_entries;
    }
#pragma unroll
    for (int c = 0; c < columns; c++) {
      from_above[c] = above + (buffer (round) * world.row_entries + entry[c]);
      from_below[c] = below + (buffer (round) * world.row_entries + entry[c]);
    }
    while (life_clock () - published < world.pause)
      ;
    do {
#pragma unroll
      for (int m = 0; m < reads; m++) {
        int n = lane + 32 * m;
        bool is = n < sides ? has_left () : n < 2 * sides && has_right ();
        side[m].x = side[m].y = (unsigned long long) stamp (round) << 32;
        life_read_side_entry (is, from_side[m], side[m]);
      }
#pragma unroll
      for (int c = 0; c < columns; c++) {
        over[c] = under[c] = stamp (round);
        life_read_row_entry (has_upper () && !dead, from_above[c], over[c]);
        life_read_row_entry (has_lower () && !dead, from_below[c], under[c]);
      }
      late = 0;
#pragma unroll
      for (int c = 0; c < columns; c++)
        late |= (over[c] ^ stamp (round)) | (under[c] ^ stamp (round));
#pragma unroll
      for (int m = 0; m < reads; m++)
        late |= ((LifeWord) (side[m].x >> 32) ^ stamp (round))
                | ((LifeWord) (side[m].y >> 32) ^ stamp (round));
    } while (__any_sync (~0u, late >> 16 != 0));
    store_sides (side);
    store_rows (over, under);
  }

  __device__ __forceinline__ void
  store_sides (const ulonglong2 (&side)[reads])
  {
#pragma unroll
    for (int m = 0; m < reads; m++)
      life_open_side_entry (side[m], words_of (lane + 32 * m));
    __syncwarp ();
#pragma unroll
    for (int c = 0; c < columns; c++) {
      int index;
      if (is_among (c, left - halo, halo, &index))
        life_load_column (shared + index * words, cells[c]);
      if (is_among (c, left + width, halo, &index))
        life_load_column (shared + Shape::side_words + index * words, cells[c]);
    }
  }

  __device__ __forceinline__ void
  store_rows (const LifeWord (&over)[columns], const LifeWord (&under)[columns])
  {
    const int upper = top / words;
    const LifeWord upper_mask = (1u << upper) - 1;
#pragma unroll
    for (int c = 0; c < columns; c++)
#pragma unroll
      for (int w = 0; w < words; w++) {
        LifeWord lines =
            __funnelshift_l (over[c], over[c], upper - bits - bits * w);
        cells[c][w] = life_gate<LIFE_MUX> (upper_mask, lines, cells[c][w]);
      }
    if (!has_lower ())
      return;
#pragma unroll
    for (int c = 0; c < columns; c++) {
      LifeWord packed = under[c];
      if (rest != 0)
        packed = rotate (packed & 0xffff, halo - bits * rest);
#pragma unroll
      for (int w = 0; w < words; w++) {
        int bit = bit_of (w, ends_at, rest);
        LifeWord lines = __funnelshift_l (packed, packed, bit - bits * w);
        cells[c][w] = life_gate<LIFE_MUX> (~0u << bit, lines, cells[c][w]);
      }
    }
  }

  __device__ __forceinline__ void
  advance ()
  {
    LifeWord first[columns], previous[columns]; /* as they were */
#pragma unroll
    for (int c = 0; c < columns; c++) {
      first[c] = cells[c][0];
      previous[c] = cells[c][words - 1] << 1;
    }
#pragma unroll
    for (int w = 0; w < words; w++) {
      Column sums[columns];
#pragma unroll
      for (int c = 0; c < columns; c++)
        sums[c] = Rule::column (previous[c], cells[c][w],
            w < words - 1 ? cells[c][w < words - 1 ? w + 1 : w]
                          : first[c] >> 1);
      Column from_left =
          life_shuffle_column_from_left<plane> (sums[columns - 1], before);
      Column from_right =
          life_shuffle_column_from_right<plane> (sums[0], after);
#pragma unroll
      for (int c = 0; c < columns; c++) {
        previous[c] = cells[c][w];
        cells[c][w] = rule.next (c > 0 ? sums[c > 0 ? c - 1 : 0] : from_left,
            sums[c],
            c < columns - 1 ? sums[c < columns - 1 ? c + 1 : c] : from_right,
            cells[c][w]);
        if (plane && !Rule::nothing_stays && dead)
          cells[c][w] = 0;
      }
    }
  }

  __device__ __forceinline__ void
  run ()
  {
    load ();
    unsigned round = world.round;
    for (unsigned remaining = world.generations; remaining > 0; round++) {
      gather_sides ();
      publish_upper_rows (round);
      /* With few words the lower lines are packed while sides come from shared memory. */
      if constexpr (words <= 2)
        publish_sides (round);
      publish_lower_rows (round);
      if constexpr (words > 2)
        publish_sides (round);
      published = life_clock ();
      receive (round);
      unsigned now = min (remaining, (unsigned) halo);
      remaining -= now;
      for (; now >= at_once; now -= at_once)
#pragma unroll
        for (int i = 0; i < at_once; i++)
          advance ();
#pragma unroll 1
      for (; now > 0; now--)
        advance ();
    }
    store ();
  }
};

template <int columns, int words, int bits, int tiles, bool plane, class Rule>
__global__ void __launch_bounds__ (128 * tiles, 1)
    life_bits2d_resident (const __grid_constant__ LifeBits2dResident world,
        const __grid_constant__ Rule rule)
{
  typedef LifeTileShape<columns, words, bits, tiles> Shape;
  __shared__ __align__ (16) LifeWord shared[Shape::warps][Shape::shared_words];
  /* The same in all lanes, and in a way that the compiler can prove. */
  const unsigned warp = __shfl_sync (~0u, threadIdx.x / 32, 0);
  const unsigned tile = blockIdx.x * Shape::warps + warp;
  life_launch_wait ();
  if (tile >= world.columns * world.lines)
    return;
  LifeBits2dResidentTile<Shape, plane, Rule> resident (
      world, rule, tile, shared[warp]);
  resident.run ();
}
