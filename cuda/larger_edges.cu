/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life in a diamond (von Neumann) and in a circle, by what a row's counts
 * gain and lose against those of the row above.
 *
 * Idea: a block sweeps a strip down, a thread four columns of it. A diamond gains the
 * two slanted lines of r + 1 cells that end in its lowest cell, and loses the two that
 * met in its highest one; a slanted line's sum is that of the row above, one column
 * aside, plus the cell that comes, less the one that goes: whatever the radius, 9 words
 * are read. A circle gains the lowest cell of each of its 2 r + 1 columns and loses
 * one above the highest: its ends are no lines, and it takes 4 r + 2 words.
 * Layout: a byte a cell, its state; in shared memory rings of rows, a byte each for
 * state 1 and, in a diamond, the sums of both slants; counts are 16 bits in registers.
 * Halo: r + 1 columns, in whole words, on both sides of a strip; 2 r rows above.
 * Bytes a cell: 1 read, 1 written; with more than two states 2 read. From shared memory:
 * 17 in a diamond, 8 r + 4 in a circle. Operations a cell: about 25, and 8 r.
 * Source: the slanted sums are those of Viola and Jones' rotated features (Lienhart and
 * Maydt, 2002), made to slide. */
#include "larger.cuh"

#define MOST_THREADS 256

/* Where this thread works. */
struct Place {
  LifeLargerColumns columns;
  int64_t x;
  uint32_t y, rows;
  bool writes;
};

static __host__ __device__ __forceinline__ uint32_t
halo_words (uint32_t radius)
{
  return radius / 4 + 1;
}

static __device__ __forceinline__ Place
find_place (const LifeLargerPass &pass)
{
  const uint32_t halo = halo_words (pass.rule.radius);
  const uint32_t core = MOST_THREADS - 2 * halo;
  const uint32_t strip = blockIdx.x % pass.strips;
  const uint32_t y = blockIdx.x / pass.strips * pass.rows;
  const int64_t x =
      4 * ((int64_t) strip * core + (int64_t) threadIdx.x - halo);

  return { life_larger_columns (pass.bytes, x, 4), x, y,
    min (pass.rows, pass.bytes.height - y),
    threadIdx.x >= halo && threadIdx.x < MOST_THREADS - halo
        && x < pass.bytes.width };
}

/* This thread's cells of row @y, as it is met. */
static __device__ __forceinline__ uint32_t
load (const LifeBytesPass &pass, const LifeLargerColumns &columns, int64_t y)
{
  const uint8_t *row = pass.from + y * pass.row;

  if (y < 0 || columns.place == LIFE_LARGER_DEAD)
    return 0;
  if (columns.place == LIFE_LARGER_WHOLE)
    return *(const uint32_t *) (row + columns.x);
  return life_larger_load_ragged (row, columns.x, pass.width, pass.torus);
}

static __device__ __forceinline__ void
store (const LifeBytesPass &pass, uint32_t x, uint32_t y, uint32_t cells)
{
  if (x > 0 && x + 4 < pass.width && !life_bytes_row_is_copied (pass, y, 0)) {
    *(uint32_t *) (pass.to + life_bytes_offset (pass, x, y, 0)) = cells;
    return;
  }
  for (uint32_t i = 0; i < 4 && x + i < pass.width; i++)
    life_bytes_store (pass, x + i, y, 0, cells >> 8 * i & 0xff);
}

/* Rows that stay for a while, of which the newest takes the place of the oldest. */
struct Ring {
  uint32_t *words;
  uint32_t rows, newest;

  __device__ __forceinline__ uint32_t *
  row (uint32_t ago) const
  {
    const uint32_t at = newest >= ago ? newest - ago : newest + rows - ago;
    return words + at * MOST_THREADS;
  }

  /* Four cells of a row, @cells to the right of this thread's; 0 beyond the strip. */
  __device__ __forceinline__ uint32_t
  read (uint32_t ago, int cells) const
  {
    const uint32_t *from = row (ago);
    const uint32_t at = threadIdx.x + (cells >> 2);
    const uint32_t low = at < MOST_THREADS ? from[at] : 0;
    const uint32_t high = at + 1 < MOST_THREADS ? from[at + 1] : 0;

    return __funnelshift_r (low, high, 8 * (cells & 3));
  }

  __device__ __forceinline__ uint32_t &
  own (uint32_t ago) const
  {
    return row (ago)[threadIdx.x];
  }

  __device__ __forceinline__ void
  turn ()
  {
    newest = newest + 1 == rows ? 0 : newest + 1;
  }
};

static __device__ __forceinline__ Ring
make_ring (uint32_t *&memory, uint32_t rows)
{
  const Ring ring = { memory, rows, 0 };

  memory += rows * MOST_THREADS;
  for (uint32_t i = 0; i < rows; i++)
    ring.words[i * MOST_THREADS + threadIdx.x] = 0;
  return ring;
}

/* What four counts gain and lose, a byte each. */
struct Change {
  uint32_t gain, loss;
};

/* Rows that are kept: one more than are looked at, so that one barrier a row is
 * enough. */
static __host__ __device__ __forceinline__ uint32_t
alive_rows (uint32_t radius)
{
  return 2 * radius + 3;
}

static __host__ __device__ __forceinline__ uint32_t
slant_rows (uint32_t radius)
{
  return radius + 3;
}

/* The sums of r + 1 cells that end in each cell, from the upper left and from the upper
 * right. Columns beyond the strip count as dead in them; no sum that a writer
 * looks at has any. */
struct Diamond {
  Ring falling, rising;

  __device__ __forceinline__
  Diamond (uint32_t *&memory, uint32_t radius)
      : falling (make_ring (memory, slant_rows (radius))),
        rising (make_ring (memory, slant_rows (radius)))
  {
  }

  __device__ __forceinline__ Change
  advance (const LifeLargerPass &pass, const Ring &alive, uint32_t newest)
  {
    const int radius = (int) pass.rule.radius;

    falling.turn ();
    rising.turn ();
    const uint32_t down = falling.read (1, -1) + newest
                          - alive.read (radius + 1, -radius - 1);
    const uint32_t up =
        rising.read (1, 1) + newest - alive.read (radius + 1, radius + 1);
    falling.own (0) = down;
    rising.own (0) = up;
    /* The lines meet in a cell that both have. */
    return { down + up - newest + alive.own (2 * radius + 1),
      falling.read (radius + 1, radius) + rising.read (radius + 1, -radius) };
  }
};

struct Circle {
  __device__ __forceinline__
  Circle (uint32_t *&memory, uint32_t radius)
  {
  }

  __device__ __forceinline__ Change
  advance (const LifeLargerPass &pass, const Ring &alive, uint32_t newest)
  {
    const int radius = (int) pass.rule.radius;
    Change change = {};

#pragma unroll 2
    for (int i = 0; i <= 2 * radius; i++) {
      const int height = pass.rule.heights[i];
      change.gain += alive.read (radius - height, i - radius);
      change.loss += alive.read (radius + 1 + height, i - radius);
    }
    return change;
  }
};

template <class Shape, bool two_states>
static __global__ void
__launch_bounds__ (MOST_THREADS)
    edges_kernel (const __grid_constant__ LifeLargerPass pass)
{
  extern __shared__ uint32_t words[];
  const uint32_t radius = pass.rule.radius;
  const LifeLargerEnds ends = life_larger_ends<16> (pass.rule);
  const Place place = find_place (pass);
  const LifeBytesPass &bytes = pass.bytes;
  uint32_t *memory = words;
  Ring alive = make_ring (memory, alive_rows (radius));
  Shape shape (memory, radius);
  uint32_t first = 0, second = 0; /* counts of cells 0 and 1, 2 and 3 */

  life_launch_wait ();
  const int64_t steps = (int64_t) place.rows + 2 * radius;
  int64_t next = (int64_t) place.y - radius;
  int64_t y = life_larger_row (bytes, next);
  uint32_t ahead = load (bytes, place.columns, y);
  for (int64_t i = 0; i < steps; i++) {
    const bool whole = i >= 2 * radius && place.writes;
    const uint32_t here = (uint32_t) (place.y + i - 2 * radius);
    const uint32_t newest = life_larger_alive<two_states> (ahead);
    uint32_t cells = 0;

    /* The next row is on its way while this one is counted. */
    y = life_larger_next_row (bytes, y, ++next);
    if (i + 1 < steps)
      ahead = load (bytes, place.columns, y);
    if (!two_states && whole)
      cells = load (bytes, place.columns, here);
    alive.turn ();
    alive.own (0) = newest;
    __syncthreads ();
    const Change change = shape.advance (pass, alive, newest);
    first += __byte_perm (change.gain, 0, 0x4140)
             - __byte_perm (change.loss, 0, 0x4140);
    second += __byte_perm (change.gain, 0, 0x4342)
              - __byte_perm (change.loss, 0, 0x4342);
    if (two_states)
      cells = alive.own (radius);
    if (whole)
      store (bytes, (uint32_t) place.x, here,
          life_larger_next<two_states> (
              ends, cells, first, second, pass.rule.states));
  }
}

/* --- The launch --- */

typedef void (*Kernel) (LifeLargerPass pass);

template <bool two_states>
static Kernel
choose_kernel (LifeNeighbourhood neighbourhood)
{
  return neighbourhood == LIFE_NEIGHBOURHOOD_VON_NEUMANN
             ? edges_kernel<Diamond, two_states>
             : edges_kernel<Circle, two_states>;
}

cudaError_t
life_larger_edges_step (LifeLargerPass &pass, const LifeLauncher &launcher)
{
  const uint32_t radius = pass.rule.radius;
  const bool diamond = pass.neighbourhood == LIFE_NEIGHBOURHOOD_VON_NEUMANN;
  const uint32_t core = 4 * (MOST_THREADS - 2 * halo_words (radius));
  const uint32_t shared_bytes =
      4 * MOST_THREADS
      * (alive_rows (radius) + (diamond ? 2 * slant_rows (radius) : 0));
  const uint64_t by_memory = 224 * 1024 / shared_bytes;
  const uint64_t resident = by_memory < 8 ? by_memory : 8;
  const Kernel kernel = pass.rule.states == 2
                            ? choose_kernel<true> (pass.neighbourhood)
                            : choose_kernel<false> (pass.neighbourhood);
  cudaError_t result = cudaFuncSetAttribute (
      kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int) shared_bytes);

  if (result != cudaSuccess)
    return result;
  pass.strips = (pass.bytes.width - 1) / core + 1;
  pass.rows = life_larger_choose_rows (
      pass, resident * launcher.multiprocessors, 4);
  const uint32_t bands = (pass.bytes.height - 1) / pass.rows + 1;
  return life_launch_dependent (launcher, kernel, dim3 (pass.strips * bands),
      dim3 (MOST_THREADS), shared_bytes, pass);
}
