/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life in a diamond (von Neumann) and in a circle of any radius, by sums
 * along the rows.
 *
 * Idea: the neighbors in a row lie side by side, so their count is the difference of two
 * sums from the left on: 2 r + 1 differences a cell. Two of 16 bits stand in a word and
 * are subtracted and added up at once: a sum is never less than one to its left, so
 * none borrows from the other, and 32 rows of 1001 cells fit. Words of two cells begin
 * at even columns of one copy of the sums, or of another one that is moved by a column:
 * at one end of a span by each.
 * Launches: a block adds up a piece of a row, of up to 32768 columns, so that its sums fit
 * in 16 bits, with the columns that its neighborhoods reach next to it; then a warp counts
 * 256 cells of a row, and those of a block, next to each other down a column, read
 * the same rows soon after each other.
 * Halo: r columns next to each piece, in the sums; rows wrap.
 * Bytes per cell: 1 read, 4 written; 4 read, 1 written, and for each 16 rows those of the
 * 2 r above and below from the L2 cache. Operations per cell: about 0.4 r.
 * Source: Crow's summed-area tables (1984), in one dimension. */
#include "cuda/larger/far-pass.cuh"

#define SUM_THREADS 256
#define SUM_CELLS 4 /* of a thread at once */
#define PIECE 32768 /* columns */
#define WORDS 4     /* of two cells that a lane counts, 64 columns apart */
#define TILE (64 * WORDS) /* columns of a warp */
#define ROWS 16           /* warps of a block */
#define TOGETHER 32       /* rows whose spans fit in 16 bits */

static_assert (PIECE % TILE == 0 && PIECE + 2 * LIFE_RADIUS_MAX + 1 < 1 << 16
                   && TOGETHER * (2 * LIFE_RADIUS_MAX + 1) < 1 << 16,
    "sums fit in 16 bits");

/* The columns of a piece, up to a whole tile. */
static __host__ __device__ __forceinline__ uint32_t
piece_columns (uint32_t width, uint32_t piece)
{
  const uint32_t left = width - piece * PIECE;

  return left < PIECE ? (left - 1) / TILE * TILE + TILE : PIECE;
}

/* Elements of a line of sums: one more than there are columns, and room to move them and
 * to store some at once. */
static __host__ __device__ __forceinline__ uint32_t
line_elements (const LifeFarPass &pass)
{
  return piece_columns (pass.bytes.width, 0) + 2 * pass.rule.radius + 16 & ~7u;
}

/* Of a piece two lines lie side by side: element i, of the columns from radius before
 * the piece on, is at position i of one, and i + 1 of the other. */
static __device__ __forceinline__ uint16_t *
find_lines (const LifeFarPass &pass, uint32_t y, uint32_t piece)
{
  return (uint16_t *) (pass.sums + y * pass.sums_row)
         + (size_t) piece * 2 * line_elements (pass);
}

/* --- Sums along the rows --- */

/* Four cells from column @x on, as they are met. */
static __device__ __forceinline__ uint32_t
load_cells (const LifeBytesPass &bytes, const uint8_t *row, int64_t x)
{
  if (bytes.torus)
    x = life_far_wrap (x, bytes.width).at;
  return life_larger_alive<false> (
      life_larger_load_ragged (row, x, bytes.width, bytes.torus));
}

static __global__ void
__launch_bounds__ (SUM_THREADS)
    sums_kernel (const __grid_constant__ LifeFarPass pass)
{
  __shared__ uint32_t of_warps[2][SUM_THREADS / 32];
  const LifeBytesPass &bytes = pass.bytes;
  const uint32_t y = blockIdx.x / pass.pieces;
  const uint32_t piece = blockIdx.x % pass.pieces;
  const uint32_t elements =
      piece_columns (bytes.width, piece) + 2 * pass.rule.radius + 1;
  const int64_t first = (int64_t) piece * PIECE - pass.rule.radius;
  const uint8_t *const row = bytes.from + y * bytes.row;
  uint16_t *const line = find_lines (pass, y, piece);
  uint16_t *const moved = line + line_elements (pass) + 1;
  uint32_t sum = 0;

  life_launch_wait ();
  for (uint32_t start = 0, i = 0; start < elements;
       start += SUM_THREADS * SUM_CELLS, i ^= 1) {
    const uint32_t at = start + threadIdx.x * SUM_CELLS;
    const uint32_t cells =
        at < elements ? load_cells (bytes, row, first + at) : 0;
    const LifeFarSum sums = life_far_add_up<SUM_THREADS> (
        __dp4a (cells, 0x01010101u, 0u), of_warps[i]);
    uint32_t each = sum + sums.before;
#pragma unroll
    for (uint32_t j = 0; j < SUM_CELLS; j++) {
      if (at + j < elements)
        line[at + j] = moved[at + j] = (uint16_t) each;
      each += cells >> 8 * j & 0xff;
    }
    sum += sums.all;
  }
}

/* --- Counts, and what becomes of the cells --- */

/* Where the two words of a span are, in bytes from a cell's position in the lines. */
static __device__ __forceinline__ uint32_t
position_of (const LifeFarPass &pass, uint32_t element)
{
  return 2 * (element % 2 == 0 ? element : line_elements (pass) + element + 1);
}

static __device__ __forceinline__ uint32_t
load_pair (const uint8_t *at)
{
  return *(const uint32_t *) at;
}

static __device__ __forceinline__ void
store (const LifeFarPass &pass, uint32_t x, uint32_t y, uint32_t count)
{
  const LifeBytesPass &bytes = pass.bytes;

  if (x < bytes.width)
    life_bytes_store (bytes, x, y, 0,
        life_far_next (pass, bytes.from[y * bytes.row + x], count));
}

static __global__ void __launch_bounds__ (32 * ROWS)
    spans_kernel (const __grid_constant__ LifeFarPass pass)
{
  __shared__ uint2 positions[LIFE_RADIUS_MAX + 1];
  const LifeBytesPass &bytes = pass.bytes;
  const uint32_t radius = pass.rule.radius;
  const uint32_t across = (bytes.width - 1) / TILE + 1;
  const uint32_t x = blockIdx.x % across * TILE + 2 * threadIdx.x;
  const uint32_t y = blockIdx.x / across * ROWS + threadIdx.y;
  const int64_t top = (int64_t) y - radius;

  for (uint32_t i = threadIdx.y * 32 + threadIdx.x; i <= radius; i += 32 * ROWS)
    positions[i] = make_uint2 (position_of (pass, radius - pass.widths[i]),
        position_of (pass, radius + pass.widths[i] + 1));
  life_launch_wait ();
  __syncthreads ();
  if (y >= bytes.height)
    return;

  /* On a plane, only rows that are there. */
  const int64_t first = bytes.torus ? top : max (top, (int64_t) 0);
  const int64_t last = bytes.torus
                           ? top + 2 * radius
                           : min (top + 2 * radius, bytes.height - (int64_t) 1);
  const uint8_t *const begin =
      (const uint8_t *) (find_lines (pass, 0, x / PIECE) + x % PIECE);
  const int end = (int) (last - y);
  uint32_t row = life_far_wrap (first, bytes.height).at;
  uint32_t even[WORDS] = {}, odd[WORDS] = {};
  for (int distance = (int) (first - y); distance <= end;) {
    /* Rows below each other, as many as fit. */
    const int rows = min (min (TOGETHER, end + 1 - distance),
        (int) min (bytes.height - row, 1u << 30));
    const uint8_t *line = begin + row * pass.sums_row;
    uint32_t both[WORDS] = {};
#pragma unroll 2
    for (int i = 0; i < rows; i++, distance++, line += pass.sums_row) {
      const uint2 position = positions[abs (distance)];
#pragma unroll
      for (int j = 0; j < WORDS; j++)
        both[j] += load_pair (line + position.y + 128 * j)
                   - load_pair (line + position.x + 128 * j);
    }
#pragma unroll
    for (int j = 0; j < WORDS; j++) {
      even[j] += both[j] & 0xffff;
      odd[j] += both[j] >> 16;
    }
    row = row + rows == bytes.height ? 0 : row + rows;
  }
#pragma unroll
  for (int j = 0; j < WORDS; j++) {
    store (pass, x + 64 * j, y, even[j]);
    store (pass, x + 64 * j + 1, y, odd[j]);
  }
}

/* --- The launches --- */

cudaError_t
life_far_spans_plan (LifeFarPlan *plan)
{
  LifeFarPass *pass = &plan->pass;
  const LifeBytesPass &bytes = pass->bytes;
  uint32_t width = pass->rule.radius;

  for (uint32_t dy = 0; dy <= pass->rule.radius; dy++) {
    width =
        life_larger_height (bytes.neighborhood, pass->rule.radius, dy, width);
    pass->widths[dy] = (uint16_t) width;
  }
  pass->pieces = (bytes.width - 1) / PIECE + 1;
  pass->sums_row =
      (size_t) pass->pieces * 2 * line_elements (*pass) * sizeof (uint16_t);
  pass->sums_bytes = pass->sums_row * bytes.height;
  plan->launches[0] = { (const void *) sums_kernel,
    dim3 (pass->pieces * bytes.height), dim3 (SUM_THREADS), 0 };
  plan->launches[1] = { (const void *) spans_kernel,
    dim3 (((bytes.width - 1) / TILE + 1) * ((bytes.height - 1) / ROWS + 1)),
    dim3 (32, ROWS), 0 };
  return cudaSuccess;
}
