/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How worlds that stay on the chip are cut into interleaved tiles, where the cells and
 * entries of these lie in memory, and how cells get there from strips and back; the kernel
 * that advances them is in bits2d-resident.cuh. */
#pragma once

#include "cuda/bits2d/bits2d-tiles.cuh"

/* A world in interleaved tiles. */
struct LifeBits2dResident {
  LifeStrips strips;
  bool plane;
  unsigned columns, lines; /* of tiles */

  /* The shape of a tile: columns of a lane, words of a column, and how many generations
   * its halo is for, a multiple of the words. */
  unsigned lane_columns, words, halo;

  unsigned *rows;                     /* entries, see LifeTileShape */
  ulonglong2 *sides;                  /* likewise */
  LifeWord *cells;                    /* [line of tiles][word][entry] */
  unsigned row_entries, side_entries; /* of a buffer */
  unsigned pause; /* clock cycles from writing entries to reading others */
  unsigned round; /* the one that the launch begins with */
  unsigned generations;
};

static constexpr int LIFE_RESIDENT_BUFFERS =
    4; /* of entries, for rounds in turn */

/* Operations of the generations that are written out one behind the other, at most: a word's
 * gates, and two for its share of shifts and shuffles. 8 generations at 2048² are 25 KB of
 * code; 16, 45 KB, take half as long again. */
static constexpr int LIFE_RESIDENT_CODE = 1300;

/* A tile: each lane of its warp has @columns neighboring columns, of @words words
 * each. Line i of a column is bit i / @words of word i % @words: so the line above a word
 * is the word before it, and a halo is the same @bits bits of every word. Each of the four
 * parts of a multiprocessor has @tiles of them, all in one block. */
template <int columns_, int words_, int bits_, int tiles_>
struct LifeTileShape {
  static constexpr int columns = columns_, words = words_, bits = bits_;
  static constexpr int warps = 4 * tiles_;
  static constexpr int halo = words * bits;
  static constexpr int width = 32 * columns, height = 32 * words;
  static_assert (halo <= 16, "an entry of a row has 16 bits for cells");
  static_assert (words % 2 == 0,
      "columns go to shared memory in two or four words at once");

  /* Entries in a buffer: of rows [tile][upper or lower end][column of a lane][lane], each
   * the low half of the round + 1 and, in the low half, the lines at that end of the
   * tile's own, bits of a word side by side; of sides [tile][left or right][entry], each
   * three of the words [column][word] in 2 of 64 bits, see life_write_side_entry(). */
  static constexpr int end_entries = width;
  static constexpr int side_entries = (halo * words + 2) / 3;

  /* Words in shared memory: of a side, such that four may be stored at once; and of both
   * with a column of each lane, for those that are of neither. */
  static constexpr int side_words = (3 * side_entries + 3) / 4 * 4;
  static constexpr int shared_words = 2 * side_words + 32 * words;

  /* How many generations are written out one behind the other for a rule of @gates, such that
   * they divide the halo's. A jump back takes twelve cycles, in which nothing else runs. */
  __host__ __device__ static constexpr int
  at_once (int gates)
  {
    int count = halo;
    while (count > 1
           && (halo % count != 0
               || count * columns * words * (gates + 2) > LIFE_RESIDENT_CODE))
      count--;
    return count;
  }
};

/* Where part @index of @count starts that @size cells are cut into. @index * @size is below
 * 2^28 on 132 multiprocessors, as worlds have 256 × 385 cells or more, and grows with the
 * square of their number. */
__host__ __device__ inline int
life_resident_start (unsigned index, unsigned count, unsigned size)
{
  return (int) (index * size / count);
}

/* The line of the world at which line @line of tiles starts. All lines of tiles but the
 * first have multiples of @words lines. */
__host__ __device__ inline int
life_resident_line_start (const LifeBits2dResident &world, unsigned line)
{
  const unsigned height = world.strips.height;
  int start = life_resident_start (line, world.lines, height / world.words)
              * (int) world.words;
  return line > 0 ? start + (int) (height % world.words) : 0;
}

/* Where in a tile of the @index-th of @count lines or columns the first of its @own begin:
 * behind a halo, or such that a tile at the edge of a plane ends where the world does but
 * for @outside lines or columns. */
__host__ __device__ inline int
life_resident_inset (bool plane, unsigned index, unsigned count, int own,
    int capacity, int halo, int outside)
{
  return plane && index == 0           ? outside
         : plane && index + 1 == count ? capacity - outside - own
                                       : halo;
}

/* Lines that tiles of line @line of tiles have above their own. */
__host__ __device__ inline int
life_resident_top (const LifeBits2dResident &world, unsigned line)
{
  int own = life_resident_line_start (world, line + 1)
            - life_resident_line_start (world, line);
  return life_resident_inset (world.plane, line, world.lines, own,
      32 * (int) world.words, (int) world.halo, 0);
}

/* Cells of a line lie so that lanes that own several columns each find theirs side by
 * side. */
__host__ __device__ inline unsigned
life_resident_index (unsigned width, int columns, unsigned x)
{
  unsigned part = (width + (unsigned) columns - 1) / (unsigned) columns;
  return x % (unsigned) columns * part + x / (unsigned) columns;
}

__host__ __device__ inline size_t
life_resident_pitch (unsigned width, int columns)
{
  return (size_t) ((width + (unsigned) columns - 1) / (unsigned) columns)
         * (unsigned) columns;
}

/* --- Strips and cells --- */

/* Where a bit of a word lies in the other layout. */
struct LifeResidentPosition {
  size_t line; /* of words: where it begins */
  int bit;     /* -1: nowhere */
};

/* Where strips have bit @bit of the words of cells number @index among those of all lines
 * of tiles. */
__host__ __device__ inline LifeResidentPosition
life_resident_in_strips (
    const LifeBits2dResident &world, unsigned index, unsigned bit)
{
  const unsigned height = world.strips.height;
  unsigned line = index / world.words;
  int start = life_resident_line_start (world, line);
  int y = start - life_resident_top (world, line)
          + (int) (bit * world.words + index % world.words);
  if (y < start || y >= life_resident_line_start (world, line + 1))
    return { 0, -1 };
  unsigned strip = life_strip_of (height, (unsigned) y);
  unsigned row = (unsigned) y - life_strip_start (height, strip);
  return { (size_t) row * world.strips.stride, (int) strip };
}

/* Where cells have line @y. */
__host__ __device__ inline LifeResidentPosition
life_resident_in_cells (const LifeBits2dResident &world, unsigned y)
{
  unsigned line = y * world.lines / world.strips.height;

  while (life_resident_line_start (world, line) > (int) y)
    line--;
  while (life_resident_line_start (world, line + 1) <= (int) y)
    line++;
  unsigned at = y - (unsigned) life_resident_line_start (world, line)
                + (unsigned) life_resident_top (world, line);
  size_t index = (size_t) line * world.words + at % world.words;
  return {
    index * life_resident_pitch (world.strips.width, (int) world.lane_columns),
    (int) (at / world.words)
  };
}

static constexpr int LIFE_RESIDENT_COLUMNS = 128; /* of a block below */

/* From strips to cells; a block makes some columns of a line of words. It clears its
 * share of the entries, too: no round has number 0. */
static __global__ void
life_bits2d_to_resident (
    const __grid_constant__ LifeBits2dResident world, const LifeWord *from)
{
  __shared__ LifeResidentPosition positions[32];
  const unsigned width = world.strips.width;
  const unsigned x = blockIdx.x * LIFE_RESIDENT_COLUMNS + threadIdx.x;
  const size_t block = (size_t) blockIdx.y * gridDim.x + blockIdx.x;
  const size_t threads = (size_t) gridDim.x * gridDim.y * LIFE_RESIDENT_COLUMNS;
  const size_t thread = block * LIFE_RESIDENT_COLUMNS + threadIdx.x;

  if (threadIdx.x < 32)
    positions[threadIdx.x] =
        life_resident_in_strips (world, blockIdx.y, threadIdx.x);
  __syncthreads ();
  life_launch_wait ();
  /* Those of rows lie behind those of sides. */
  const size_t entries = (size_t) LIFE_RESIDENT_BUFFERS
                         * (world.side_entries + world.row_entries / 4);
  for (size_t entry = thread; entry < entries; entry += threads)
    world.sides[entry] = make_ulonglong2 (0, 0);
  if (x >= width)
    return;
  LifeWord word = 0;
#pragma unroll
  for (int bit = 0; bit < 32; bit++)
    if (positions[bit].bit >= 0)
      word |= (from[positions[bit].line + x] >> positions[bit].bit & 1) << bit;
  world.cells[blockIdx.y * life_resident_pitch (width, (int) world.lane_columns)
              + life_resident_index (width, (int) world.lane_columns, x)] =
      word;
}

/* From cells to strips; a block makes some columns of a row. */
static __global__ void
life_bits2d_from_resident (
    const __grid_constant__ LifeBits2dResident world, LifeWord *to)
{
  __shared__ LifeResidentPosition positions[32];
  const LifeStrips &strips = world.strips;
  const unsigned x = blockIdx.x * LIFE_RESIDENT_COLUMNS + threadIdx.x;

  if (threadIdx.x < 32)
    positions[threadIdx.x] = life_resident_in_cells (
        world, life_strip_start (strips.height, threadIdx.x) + blockIdx.y);
  __syncthreads ();
  life_launch_wait ();
  if (x >= strips.width)
    return;
  unsigned index =
      life_resident_index (strips.width, (int) world.lane_columns, x);
  LifeWord word = 0;
#pragma unroll
  for (int strip = 0; strip < 32; strip++)
    word |=
        (world.cells[positions[strip].line + index] >> positions[strip].bit & 1)
        << strip;
  to[(size_t) blockIdx.y * strips.stride + x] = word;
}
