/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How worlds that stay on the chip are cut into block tiles, where the cells and entries
 * of these lie in memory, and how cells get there from strips and back; the kernel that
 * advances them is in resident.cuh. */
#pragma once

#include "cuda/bits2d/tiles.cuh"

/* A world in block tiles. */
struct LifeBits2dResident {
  LifeStrips strips;
  bool plane;
  unsigned columns, lines; /* of block tiles */
  unsigned halo;           /* generations between exchanges of blocks */
  unsigned step;           /* generations between exchanges of warps */

  /* The shape of a block: columns of a lane and words of a column, lines of warps. */
  unsigned lane_columns, words, warp_lines;

  unsigned long long *rows;
  /* [buffer][line of block tiles][its upper or lower end][place] */
  unsigned long long *sides;
  /* [buffer][block][left or right][line of warps][column][word] */
  LifeWord *cells; /* [line of block tiles][line of warps][word][place] */
  size_t entries;  /* of both */
  unsigned round;  /* the one that the launch begins with */
  unsigned generations;
};

/* The widest halo of a block and of a warp. */
static constexpr int LIFE_RESIDENT_HALO = 16;
static constexpr int LIFE_RESIDENT_BUFFERS = 4;

/* A block: @warp_columns by @warp_lines warps, each with 32 times @columns columns of
 * @words words. */
template <int columns_, int words_, int warp_columns_, int warp_lines_>
struct LifeResidentShape {
  static constexpr int columns = columns_, words = words_,
                       warp_columns = warp_columns_, warp_lines = warp_lines_,
                       warps = warp_columns * warp_lines;
  static constexpr int width = 32 * columns,
                       height = 32 * words; /* of a warp */
  static constexpr int threads = 32 * warps;

  /* Words of a column in shared memory, so that 16 bytes are stored at once, and
   * entries of a column in global memory. */
  static constexpr int pitch = words <= 2 ? words : (words + 3) / 4 * 4;
  static constexpr int entries = (words + 1) / 2 * 2;

  /* Shared memory: twice the upper and lower words of all warps and the columns at
   * their sides; and columns that come from other blocks. */
  static constexpr int row_words = warps * 2 * width;
  static constexpr int side_words = warps * 2 * LIFE_RESIDENT_HALO * pitch;
  static constexpr int far_words = warps * LIFE_RESIDENT_HALO * entries;
  static constexpr int shared_bytes =
      (2 * (row_words + side_words) + far_words) * (int) sizeof (LifeWord);
};

/* Where part @index of @count starts that @size cells are cut into. */
__host__ __device__ inline int
life_resident_start (unsigned index, unsigned count, unsigned size)
{
  return (int) ((unsigned long long) index * size / count);
}

/* Where, from the start of @used cells of a block tile, warp @index of @count begins
 * that holds @held of them. */
__host__ __device__ inline int
life_resident_offset (int index, int count, int used, int held)
{
  return index * (used - held) / (count - 1);
}

/* Where line @q of warps begins in line @line of block tiles, from the first of its
 * own lines on. */
__host__ __device__ inline int
life_resident_line (const LifeBits2dResident &world, unsigned line, unsigned q)
{
  const unsigned height = world.strips.height;
  int above = world.plane && line == 0 ? 0 : (int) world.halo;
  int below = world.plane && line + 1 == world.lines ? 0 : (int) world.halo;
  int used = life_resident_start (line + 1, world.lines, height)
             - life_resident_start (line, world.lines, height) + above + below;
  return life_resident_offset (
             (int) q, (int) world.warp_lines, used, 32 * (int) world.words)
         - above;
}

/* Entries and cells of a line lie so that lanes that own several columns each find
 * theirs side by side. */
__host__ __device__ inline unsigned
life_resident_place (unsigned width, int columns, unsigned x)
{
  unsigned part = (width + (unsigned) columns - 1) / (unsigned) columns;
  return x % (unsigned) columns * part + x / (unsigned) columns;
}

__host__ __device__ inline size_t
life_resident_places (unsigned width, int columns)
{
  return (size_t) ((width + (unsigned) columns - 1) / (unsigned) columns)
         * (unsigned) columns;
}

/* --- Strips and cells --- */

/* Where a bit of a word lies in the other layout. */
struct LifeResidentPlace {
  size_t line; /* of words: where it begins */
  int bit;     /* -1: nowhere */
};

/* Where strips have bit @bit of the words of cells number @index among those of all lines
 * of warps. */
__host__ __device__ inline LifeResidentPlace
life_resident_in_strips (
    const LifeBits2dResident &world, unsigned index, unsigned bit)
{
  const unsigned height = world.strips.height;
  unsigned line = index / (world.words * world.warp_lines);
  unsigned q = index / world.words % world.warp_lines;
  int start = life_resident_start (line, world.lines, height);
  int end = life_resident_start (line + 1, world.lines, height);
  int y = start + life_resident_line (world, line, q)
          + (int) (32 * (index % world.words) + bit);
  if (y < start || y >= end)
    return { 0, -1 };
  unsigned strip = life_strip_of (height, (unsigned) y);
  unsigned row = (unsigned) y - life_strip_start (height, strip);
  return { (size_t) row * world.strips.stride, (int) strip };
}

/* Where cells have line @y. */
__host__ __device__ inline LifeResidentPlace
life_resident_in_cells (const LifeBits2dResident &world, unsigned y)
{
  const unsigned height = world.strips.height;
  const int held = 32 * (int) world.words;
  unsigned line = (unsigned) (((y + 1ull) * world.lines - 1) / height);
  int at = (int) y - life_resident_start (line, world.lines, height);
  unsigned q = 0;

  /* The last lines of all but the lowest warps are those of the next. */
  while (q + 1 < world.warp_lines
         && at >= life_resident_line (world, line, q) + held - (int) world.step)
    q++;
  unsigned bit = (unsigned) (at - life_resident_line (world, line, q));
  size_t index =
      ((size_t) line * world.warp_lines + q) * world.words + bit / 32;
  return {
    index * life_resident_places (world.strips.width, (int) world.lane_columns),
    (int) (bit % 32)
  };
}

static constexpr int LIFE_RESIDENT_COLUMNS = 128; /* of a block below */

/* From strips to cells; a block makes some columns of a line of words. It clears its
 * share of the entries, too: no round has number 0. */
static __global__ void
life_bits2d_to_resident (
    const __grid_constant__ LifeBits2dResident world, const LifeWord *from)
{
  __shared__ LifeResidentPlace places[32];
  const unsigned width = world.strips.width;
  const unsigned x = blockIdx.x * LIFE_RESIDENT_COLUMNS + threadIdx.x;
  const size_t block = (size_t) blockIdx.y * gridDim.x + blockIdx.x;
  const size_t blocks = (size_t) gridDim.x * gridDim.y;

  if (threadIdx.x < 32)
    places[threadIdx.x] =
        life_resident_in_strips (world, blockIdx.y, threadIdx.x);
  __syncthreads ();
  life_launch_wait ();
  for (size_t entry = block * LIFE_RESIDENT_COLUMNS + threadIdx.x;
       entry < world.entries; entry += blocks * LIFE_RESIDENT_COLUMNS)
    world.rows[entry] = 0;
  if (x >= width)
    return;
  LifeWord word = 0;
#pragma unroll 8
  for (int bit = 0; bit < 32; bit++)
    if (places[bit].bit >= 0)
      word |= (from[places[bit].line + x] >> places[bit].bit & 1) << bit;
  world
      .cells[blockIdx.y * life_resident_places (width, (int) world.lane_columns)
             + life_resident_place (width, (int) world.lane_columns, x)] = word;
}

/* From cells to strips; a block makes some columns of a row. */
static __global__ void
life_bits2d_from_resident (
    const __grid_constant__ LifeBits2dResident world, LifeWord *to)
{
  __shared__ LifeResidentPlace places[32];
  const LifeStrips &strips = world.strips;
  const unsigned x = blockIdx.x * LIFE_RESIDENT_COLUMNS + threadIdx.x;

  if (threadIdx.x < 32)
    places[threadIdx.x] = life_resident_in_cells (
        world, life_strip_start (strips.height, threadIdx.x) + blockIdx.y);
  __syncthreads ();
  life_launch_wait ();
  if (x >= strips.width)
    return;
  unsigned place =
      life_resident_place (strips.width, (int) world.lane_columns, x);
  LifeWord word = 0;
#pragma unroll 8
  for (int strip = 0; strip < 32; strip++)
    word |= (world.cells[places[strip].line + place] >> places[strip].bit & 1)
            << strip;
  to[(size_t) blockIdx.y * strips.stride + x] = word;
}
