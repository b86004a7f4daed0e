/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life in a square of any radius, by counts of columns that slide down.
 *
 * Idea: a block goes down a strip. A thread has the counts of 16 columns in registers, each
 * of 2 r + 1 rows: a row further down one cell enters and one leaves. The block adds the
 * counts up from the left on, in shared memory; a neighborhood is the difference of two of
 * these sums. No radius takes more operations than another. What enters and leaves is read
 * from bits, of which those of a world of 16384 x 16384 fit in the L2 cache. The counts of
 * a block's first row are the sum of their columns down to the lowest row, less that down
 * to the row above the highest: sums of bands of 32 rows, and the rest row by row. A
 * neighborhood that reaches around a torus, however often, takes the whole column as often
 * as it goes round.
 * Launches: a thread makes bits of 16 columns of a band, and their sums; a thread a column
 * adds up the bands; then the strips, of up to 3072 columns.
 * Halo: 2 r + 1 columns a strip, which has bits and sums of its own, so only the first
 * launch wraps columns; rows wrap.
 * Bytes per cell: 1 read, 1/4 written; 1 read and 1 written, and 1/4 that the L2 cache has.
 * Operations per cell: about 20.
 * Source: Huang's sliding sums (1979); Crow's summed-area tables (1984) for first rows. */
#include "cuda/larger/far-pass.cuh"

#define BAND 32              /* rows */
#define THREADS 192          /* of a block that goes down a strip */
#define OWN 16               /* columns of a thread, side by side */
#define SPAN (THREADS * OWN) /* columns of a strip, with the halo, at most */
#define WORDS (SPAN / 4 / THREADS) /* of four cells that a thread advances */
#define RESIDENT 5                 /* blocks of a multiprocessor */
#define TOGETHER 32 /* bands whose sums are on their way at once */

static_assert (SPAN >= 2 * LIFE_RADIUS_MAX + 1 + OWN + SPAN / 2,
    "a neighborhood and columns that begin before it leave half of a span");

static __host__ __device__ __forceinline__ uint32_t
count_bands (const LifeBytesPass &bytes)
{
  return (bytes.height - 1) / BAND + 1;
}

/* Where strip @piece begins, a multiple of 16 that may lie outside the world: with the
 * column before the first neighborhood, or some earlier. */
static __device__ __forceinline__ int64_t
find_start (const LifeFarPass &pass, uint32_t piece)
{
  return ((int64_t) piece * pass.core - pass.rule.radius - 1)
         & ~(int64_t) (OWN - 1);
}

/* The bits of row @y of a strip, one for each thread; the sums above band @band. */
static __device__ __forceinline__ uint16_t *
find_bits (const LifeFarPass &pass, uint32_t piece, uint32_t y)
{
  return (uint16_t *) pass.sums + y * pass.sums_row + piece * THREADS;
}

static __device__ __forceinline__ uint16_t *
find_above (const LifeFarPass &pass, uint32_t piece, uint32_t band)
{
  return pass.above + (band * pass.sums_row + piece * THREADS) * OWN;
}

/* Counts of 16 columns: of columns i and i + 8 in word i. */
struct ColumnCounts {
  uint32_t pairs[OWN / 2];

  __device__ __forceinline__ void
  fill (uint32_t count)
  {
#pragma unroll
    for (uint32_t &pair : pairs)
      pair = count * 0x00010001;
  }

  /* Adds the bits of a row that enters, and takes off those of one that leaves. */
  __device__ __forceinline__ void
  slide (uint32_t enters, uint32_t leaves)
  {
    enters |= enters << OWN / 2;
    leaves |= leaves << OWN / 2;
#pragma unroll
    for (int i = 0; i < OWN / 2; i++)
      pairs[i] += (enters >> i & 0x00010001) - (leaves >> i & 0x00010001);
  }

  /* Adds @times the sums above a band, each modulo 2^16. */
  __device__ __forceinline__ void
  add_sums (const uint16_t *above, uint32_t times)
  {
#pragma unroll
    for (int i = 0; i < OWN / 2; i++) {
      const uint32_t sums = ((const uint32_t *) above)[i];
      const uint32_t low = pairs[i] + times * (sums & 0xffff);
      const uint32_t high = (pairs[i] >> 16) + times * (sums >> 16);
      pairs[i] = (low & 0xffff) | high << 16;
    }
  }
};

/* --- Bits, and sums of bands --- */

/* Bits of four bytes of 0 or 1. */
static __device__ __forceinline__ uint32_t
pack (uint32_t cells)
{
  return life_larger_is (cells, 1) * 0x10204080 >> 28;
}

/* Of 16 cells of a row from column @x on. */
static __device__ __forceinline__ uint32_t
load_bits (const LifeBytesPass &bytes, const LifeLargerColumns &columns,
    const uint8_t *row)
{
  const int64_t x = columns.x;
  uint4 cells;

  if (columns.fit == LIFE_LARGER_WHOLE)
    cells = *(const uint4 *) (row + x);
  else
    cells = { life_larger_load_ragged (row, x, bytes.width, bytes.torus),
      life_larger_load_ragged (row, x + 4, bytes.width, bytes.torus),
      life_larger_load_ragged (row, x + 8, bytes.width, bytes.torus),
      life_larger_load_ragged (row, x + 12, bytes.width, bytes.torus) };
  return pack (cells.x) | pack (cells.y) << 4 | pack (cells.z) << 8
         | pack (cells.w) << 12;
}

static __global__ void
__launch_bounds__ (THREADS)
    bands_kernel (const __grid_constant__ LifeFarPass pass)
{
  const LifeBytesPass &bytes = pass.bytes;
  const uint32_t piece = blockIdx.x % pass.pieces;
  const uint32_t band = blockIdx.x / pass.pieces;
  const uint32_t top = band * BAND, bottom = min (top + BAND, bytes.height);
  const LifeLargerColumns columns = life_larger_columns (
      bytes, find_start (pass, piece) + threadIdx.x * OWN, OWN);
  uint16_t *to = find_bits (pass, piece, top) + threadIdx.x;
  uint32_t *sums =
      (uint32_t *) (find_above (pass, piece, band) + threadIdx.x * OWN);
  ColumnCounts counts;

  counts.fill (0);
  life_launch_wait ();
#pragma unroll 8
  for (uint32_t y = top; y < bottom; y++, to += pass.sums_row) {
    const uint32_t bits =
        columns.fit == LIFE_LARGER_DEAD
            ? 0
            : load_bits (bytes, columns, bytes.from + y * bytes.row);
    *to = (uint16_t) bits;
    counts.slide (bits, 0);
  }
#pragma unroll
  for (int i = 0; i < OWN / 2; i++)
    sums[i] = counts.pairs[i];
}

/* Makes of sums of bands those of all bands above, modulo 2^16: what is between two of them
 * is 1001 at most. One more than there are bands has the sums of all. */
static __global__ void
__launch_bounds__ (THREADS)
    above_kernel (const __grid_constant__ LifeFarPass pass)
{
  const uint32_t bands = count_bands (pass.bytes);
  const size_t step = pass.sums_row * OWN;
  uint16_t *at = pass.above + blockIdx.x * THREADS + threadIdx.x;
  uint32_t sum = 0;

  life_launch_wait ();
  for (uint32_t band = 0; band <= bands; band += TOGETHER) {
    uint16_t own[TOGETHER];
#pragma unroll
    for (uint32_t i = 0; i < TOGETHER; i++)
      own[i] = band + i < bands ? at[i * step] : 0;
#pragma unroll
    for (uint32_t i = 0; i < TOGETHER; i++) {
      if (band + i <= bands)
        at[i * step] = (uint16_t) sum;
      sum += own[i];
    }
    at += TOGETHER * step;
  }
}

/* --- A row of a strip --- */

/* The columns of a thread. */
struct StripColumns {
  const LifeFarPass &pass;
  uint32_t piece;

  /* The bits of row @y, of none of row -1. */
  __device__ __forceinline__ uint32_t
  load (int32_t y) const
  {
    return y < 0 ? 0 : find_bits (pass, piece, (uint32_t) y)[threadIdx.x];
  }

  __device__ __forceinline__ const uint16_t *
  above (uint32_t band) const
  {
    return find_above (pass, piece, band) + threadIdx.x * OWN;
  }
};

/* The counts of rows @y - radius to @y + radius. */
static __device__ __forceinline__ ColumnCounts
count_window (const LifeFarPass &pass, const StripColumns &columns, int64_t y)
{
  const LifeBytesPass &bytes = pass.bytes;
  const int64_t height = bytes.height;
  const int64_t start = y - pass.rule.radius, end = y + pass.rule.radius + 1;
  LifeFarPosition to = { (uint32_t) max (min (end, height), (int64_t) 0), 0 };
  LifeFarPosition from = { (uint32_t) max (start, (int64_t) 0), 0 };
  ColumnCounts counts;

  if (bytes.torus) {
    to = life_far_wrap (end, bytes.height);
    from = life_far_wrap (start, bytes.height);
  }
  /* More than it is, so that nothing is negative and borrows on the way. */
  counts.fill (BAND);
  counts.add_sums (columns.above (to.at / BAND), 1);
  counts.add_sums (columns.above (from.at / BAND), ~0u);
  if (to.rounds != from.rounds)
    counts.add_sums (columns.above (count_bands (bytes)),
        (uint32_t) (to.rounds - from.rounds));
#pragma unroll 4
  for (uint32_t row = to.at / BAND * BAND; row < to.at; row++)
    counts.slide (columns.load ((int32_t) row), 0);
#pragma unroll 4
  for (uint32_t row = from.at / BAND * BAND; row < from.at; row++)
    counts.slide (0, columns.load ((int32_t) row));
#pragma unroll
  for (uint32_t &pair : counts.pairs)
    pair -= BAND * 0x00010001;
  return counts;
}

/* Sums along a row, those of every fourth column next to each other, so that threads
 * with four columns each use all banks. */
typedef uint32_t RowSums[4][SPAN / 4];

/* Adds the columns up over the block. */
static __device__ __forceinline__ void
add_up (const ColumnCounts &counts, RowSums &sums, uint32_t *of_warps)
{
  uint32_t pairs[OWN / 2], sum[4][OWN / 4];

  pairs[0] = counts.pairs[0];
#pragma unroll
  for (int i = 1; i < OWN / 2; i++)
    pairs[i] = pairs[i - 1] + counts.pairs[i];
  const uint32_t half = pairs[OWN / 2 - 1] & 0xffff;
  const uint32_t before =
      life_far_add_up<THREADS> (half + (pairs[OWN / 2 - 1] >> 16), of_warps)
          .before;
#pragma unroll
  for (int i = 0; i < OWN / 2; i++) {
    sum[i % 4][i / 4] = (pairs[i] & 0xffff) + before;
    sum[i % 4][i / 4 + OWN / 8] = (pairs[i] >> 16) + (before + half);
  }
#pragma unroll
  for (int j = 0; j < 4; j++)
    *(uint4 *) &sums[j][threadIdx.x * OWN / 4] = { sum[j][0], sum[j][1],
      sum[j][2], sum[j][3] };
  __syncthreads ();
}

/* The sums of four columns from column @first + @rest on. */
template <uint32_t rest>
static __device__ __forceinline__ void
load_sums (const RowSums &sums, uint32_t first, uint32_t (&four)[4])
{
#pragma unroll
  for (uint32_t i = 0; i < 4; i++)
    four[i] = sums[(rest + i) % 4][first / 4 + (rest + i) / 4];
}

/* What decides about cells: ranges of counts, for two states or more, or a list. */
enum Decision {
  TWO_STATES,
  STATES,
  LISTED
};

/* Four cells of a row, @left and @right being the sums at each end of their
 * neighborhoods. */
template <Decision decision>
static __device__ __forceinline__ uint32_t
next_cells (const LifeFarPass &pass, uint32_t cells, const uint32_t (&left)[4],
    const uint32_t (&right)[4])
{
  const LifeLargerRule &rule = pass.rule;
  const uint32_t living =
      decision == TWO_STATES ? cells : life_larger_is (cells, 0) ^ 0x01010101;
  uint32_t alive = 0; /* of a list, the next cells */

#pragma unroll
  for (int i = 0; i < 4; i++) {
    const uint32_t count = right[i] - left[i];
    if (decision == LISTED) {
      alive |= life_next_counted (
                   pass.list, cells >> 8 * i & 0xff, rule.states, count)
               << 8 * i;
      continue;
    }
    const bool lives = living & 1 << 8 * i;
    const uint32_t low = lives ? rule.survival_low : rule.birth_low;
    if (count - low <= (lives ? pass.survival_range : pass.birth_range))
      alive |= 1 << 8 * i;
  }
  return decision == LISTED ? alive
                            : life_larger_states<decision == TWO_STATES> (
                                cells, alive, rule.states);
}

/* Four cells at a column or a row of a torus that has copies beyond the other edge, or at
 * the end of a row. */
static __device__ __forceinline__ void
store_at_edge (
    const LifeBytesPass &bytes, uint32_t x, uint32_t y, uint32_t cells)
{
#pragma unroll 1
  for (uint32_t end = min (x + 4, bytes.width); x < end; x++, cells >>= 8)
    life_bytes_store (bytes, x, y, 0, cells & 0xff);
}

/* --- Down a strip --- */

/* The row after @y, which is that before row @next; -1 outside a plane. */
static __device__ __forceinline__ int32_t
next_row (const LifeBytesPass &bytes, int32_t y, int32_t next)
{
  const int32_t height = (int32_t) bytes.height;

  if (bytes.torus)
    return y + 1 == height ? 0 : y + 1;
  return (uint32_t) next < bytes.height ? next : -1;
}

/* @radius_rest: the radius modulo 4, by which sums lie next to each other. */
template <Decision decision, uint32_t radius_rest>
static __global__ void
__launch_bounds__ (THREADS, RESIDENT)
    strip_kernel (const __grid_constant__ LifeFarPass pass)
{
  __shared__ RowSums sums;
  __shared__ uint32_t of_warps[THREADS / 32];
  const LifeBytesPass &bytes = pass.bytes;
  const int32_t radius = (int32_t) pass.rule.radius;
  const uint32_t piece = blockIdx.x % pass.pieces, x = piece * pass.core;
  const uint32_t top = blockIdx.x / pass.pieces * pass.rows;
  const uint32_t bottom = min (top + pass.rows, bytes.height);
  const uint32_t cells = min (pass.core, bytes.width - x);
  /* Words of four cells that this thread writes, and those of them at an edge. */
  const int words =
      (int) ((cells + 3) / 4 + THREADS - 1 - threadIdx.x) / THREADS;
  uint32_t at_edge = 0;
  /* The columns before the first neighborhood, and to its end; both less their rest, since
   * strips begin at multiples of 4. */
  const uint32_t skipped =
      (uint32_t) ((int64_t) x - radius - 1 - find_start (pass, piece));
  const uint32_t left_from = 4 * threadIdx.x + skipped / 4 * 4;
  const uint32_t right_from =
      4 * threadIdx.x + (skipped + 2 * pass.rule.radius + 1) / 4 * 4;
  const StripColumns columns = { pass, piece };

#pragma unroll
  for (int i = 0; i < WORDS; i++) {
    const uint32_t at = x + 4 * (threadIdx.x + i * THREADS);
    at_edge |= (at == 0 || at + 4 >= bytes.width) << i;
  }
  life_launch_wait ();
  ColumnCounts counts = count_window (pass, columns, (int64_t) top - 1);
  int32_t enters = (int32_t) life_larger_row (bytes, (int64_t) top + radius);
  int32_t leaves =
      (int32_t) life_larger_row (bytes, (int64_t) top - radius - 1);
  uint32_t entering = columns.load (enters);
  uint32_t leaving = columns.load (leaves);

  for (uint32_t y = top; y < bottom; y++) {
    const size_t row = y * bytes.row + x + 4 * threadIdx.x;
    const uint32_t apart =
        life_bytes_row_is_copied (bytes, y, 0) ? ~0u : at_edge;
    uint32_t present[WORDS];

#pragma unroll
    for (int i = 0; i < WORDS; i++)
      if (i < words)
        present[i] = ((const uint32_t *) (bytes.from + row))[i * THREADS];
    counts.slide (entering, leaving);
    /* Those of the next row arrive while this one is added up. */
    enters = next_row (bytes, enters, (int32_t) y + 1 + radius);
    leaves = next_row (bytes, leaves, (int32_t) y - radius);
    if (y + 1 < bottom) {
      entering = columns.load (enters);
      leaving = columns.load (leaves);
    }
    add_up (counts, sums, of_warps);
#pragma unroll
    for (int i = 0; i < WORDS; i++) {
      uint32_t left[4], right[4];
      if (i >= words)
        break;
      load_sums<3 - radius_rest> (sums, left_from + 4 * i * THREADS, left);
      load_sums<radius_rest> (sums, right_from + 4 * i * THREADS, right);
      const uint32_t next =
          next_cells<decision> (pass, present[i], left, right);
      if (apart >> i & 1)
        store_at_edge (bytes, x + 4 * (threadIdx.x + i * THREADS), y, next);
      else
        ((uint32_t *) (bytes.to + row))[i * THREADS] = next;
    }
  }
}

/* --- The launches --- */

#define STRIPS(decision)                          \
  {                                               \
    (const void *) strip_kernel<decision, 0>,     \
        (const void *) strip_kernel<decision, 1>, \
        (const void *) strip_kernel<decision, 2>, \
        (const void *) strip_kernel<decision, 3>  \
  }
static const void *const strips[][4] = { STRIPS (TWO_STATES), STRIPS (STATES),
  STRIPS (LISTED) };

cudaError_t
life_far_square_plan (
    LifeFarPlan *plan, const LifeLauncher &launcher, bool is_listed)
{
  LifeFarPass *pass = &plan->pass;
  const LifeBytesPass &bytes = pass->bytes;
  const LifeLargerRule &rule = pass->rule;
  const Decision decision = is_listed          ? LISTED
                            : rule.states == 2 ? TWO_STATES
                                               : STATES;
  const void *strip = strips[decision][rule.radius % 4];
  const uint32_t bands = count_bands (bytes);
  const uint32_t widest = (SPAN - 2 * rule.radius - 1 - OWN) & ~3u;
  unsigned resident = 0;
  cudaError_t result =
      life_launch_count_resident (launcher, strip, THREADS, 0, &resident);

  if (result == cudaSuccess && resident == 0)
    result = cudaErrorInvalidConfiguration;
  if (result != cudaSuccess)
    return result;
  /* No count is the low end of an empty range. */
  pass->birth_range = MAX (rule.birth_low, rule.birth_high) - rule.birth_low;
  pass->survival_range =
      MAX (rule.survival_low, rule.survival_high) - rule.survival_low;
  pass->pieces = (bytes.width - 1) / widest + 1;
  pass->core = ((bytes.width - 1) / pass->pieces / 4 + 1) * 4;
  pass->sums_row = (size_t) pass->pieces * THREADS;
  pass->sums_bytes = sizeof (uint16_t) * pass->sums_row * bytes.height;
  pass->above_bytes =
      sizeof (*pass->above) * pass->sums_row * OWN * (bands + 1);
  pass->rows =
      life_larger_choose_rows (bytes.height, pass->pieces, resident, BAND / 2);
  plan->launches[0] = { (const void *) bands_kernel,
    dim3 (pass->pieces * bands), dim3 (THREADS), 0 };
  plan->launches[1] = { (const void *) above_kernel, dim3 (pass->pieces * OWN),
    dim3 (THREADS), 0 };
  plan->launches[2] = { strip,
    dim3 (pass->pieces * ((bytes.height - 1) / pass->rows + 1)), dim3 (THREADS),
    0 };
  return cudaSuccess;
}
