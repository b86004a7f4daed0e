/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life in a square of any radius, by sums from the top of the world down.
 *
 * Idea: a column's cells in 2 r + 1 rows are the sum down to the lowest of these, less
 * the sum down to the row above the highest; so are the columns of a row, from the left
 * on. No radius takes more than another. Sums down a column are in two parts: in bands
 * of 64 rows each row has the sum from its band's top on, in a byte, and each band
 * that of all bands above, modulo 2^16: what is between two of them is 1001 at most. A
 * neighborhood that reaches around a torus, however often, takes the whole column as
 * often as it goes round.
 * Launches: sums in bands, a thread 4 columns of one; sums of bands, a thread a column;
 * then a block a row of 2048 cells: it adds up its columns in shared memory, modulo 2^32.
 * Halo: 2 r + 1 columns a block; coordinates wrap.
 * Bytes per cell: 1 read and 1 written; 2 read, 1 written, and 4 to 6 that the L2 cache
 * has. Operations per cell: about 30.
 * Source: Crow's summed-area tables (1984), cut so that sums stay small. */
#include "cuda/larger/far-pass.cuh"

#define BAND 64                  /* rows */
#define THREADS 256              /* of a block */
#define CORE 2048                /* cells of a row that a block advances */
#define SPAN 3072                /* columns that it adds up, at most */
#define OWN (SPAN / THREADS / 4) /* words of a thread, side by side */

static_assert (SPAN >= CORE + 2 * LIFE_RADIUS_MAX + 1 + 3,
    "neighborhoods and words that begin before them fit");

static __host__ __device__ __forceinline__ uint32_t
count_bands (const LifeBytesPass &bytes)
{
  return (bytes.height - 1) / BAND + 1;
}

/* --- Sums down the columns --- */

/* Cells of four columns; what is beyond the row's end is in no sum that is used. */
static __device__ __forceinline__ uint32_t
load_alive (const LifeFarPass &pass, uint32_t x, uint32_t y)
{
  const uint8_t *cells = pass.bytes.from + y * pass.bytes.row + x;

  return life_larger_alive<false> (*(const uint32_t *) cells);
}

static __global__ void
__launch_bounds__ (THREADS)
    bands_kernel (const __grid_constant__ LifeFarPass pass)
{
  const uint32_t across = (pass.bytes.width - 1) / (4 * THREADS) + 1;
  const uint32_t x = (blockIdx.x % across * THREADS + threadIdx.x) * 4;
  const uint32_t top = blockIdx.x / across * BAND;
  const uint32_t rows = min (BAND, pass.bytes.height - top);
  uint32_t sums = 0;

  life_launch_wait ();
  if (x >= pass.bytes.width)
    return;
#pragma unroll 8
  for (uint32_t i = 0; i < rows; i++) {
    sums += load_alive (pass, x, top + i);
    *(uint32_t *) (pass.sums + (top + i) * pass.sums_row + x) = sums;
  }
}

static __global__ void
__launch_bounds__ (THREADS)
    above_kernel (const __grid_constant__ LifeFarPass pass)
{
  const uint32_t x = blockIdx.x * THREADS + threadIdx.x;
  const uint32_t bands = count_bands (pass.bytes);
  uint32_t sum = 0;

  life_launch_wait ();
  if (x >= pass.bytes.width)
    return;
#pragma unroll 8
  for (uint32_t band = 0; band < bands; band++) {
    const size_t last = min ((band + 1) * BAND, pass.bytes.height) - 1;
    pass.above[band * pass.sums_row + x] = (uint16_t) sum;
    sum += pass.sums[last * pass.sums_row + x];
  }
}

/* --- Sums along a row, and what becomes of its cells --- */

/* The sums of a row of cells down to it, or of none. */
struct Down {
  const uint8_t *in_band;
  const uint16_t *above;
  bool any;

  __device__ __forceinline__
  Down (const LifeFarPass &pass, uint32_t y, bool any)
      : in_band (pass.sums + y * pass.sums_row),
        above (pass.above + y / BAND * pass.sums_row), any (any)
  {
  }

  __device__ __forceinline__ uint32_t
  get (uint32_t x) const
  {
    return any ? in_band[x] + above[x] : 0;
  }

  /* Adds @times those of four columns. */
  __device__ __forceinline__ void
  add (uint32_t x, uint32_t times, uint32_t (&sums)[4]) const
  {
    if (!any)
      return;
    const uint32_t bytes = *(const uint32_t *) (in_band + x);
    const uint2 pairs = *(const uint2 *) (above + x);
    sums[0] += times * ((bytes & 0xff) + (pairs.x & 0xffff));
    sums[1] += times * ((bytes >> 8 & 0xff) + (pairs.x >> 16));
    sums[2] += times * ((bytes >> 16 & 0xff) + (pairs.y & 0xffff));
    sums[3] += times * ((bytes >> 24) + (pairs.y >> 16));
  }
};

/* What lies between two rows of sums, and how often all of a column is between. */
struct Between {
  Down to, from, all;
  uint32_t rounds;

  /* The cells of state 1 of column @x. */
  __device__ __forceinline__ uint32_t
  count (uint32_t x) const
  {
    return (to.get (x) - from.get (x) + rounds * all.get (x)) & 0xffff;
  }

  __device__ __forceinline__ void
  count_four (uint32_t x, uint32_t (&counts)[4]) const
  {
    to.add (x, 1, counts);
    from.add (x, ~0u, counts);
    if (rounds != 0)
      all.add (x, rounds, counts);
#pragma unroll
    for (uint32_t &count : counts)
      count &= 0xffff;
  }
};

static __device__ __forceinline__ Between
find_between (const LifeFarPass &pass, uint32_t y)
{
  const LifeBytesPass &bytes = pass.bytes;
  const int64_t low = (int64_t) y + pass.rule.radius;
  const int64_t high = (int64_t) y - pass.rule.radius - 1;
  const Down all (pass, bytes.height - 1, true);

  if (!bytes.torus)
    return { Down (
                 pass, (uint32_t) min (low, (int64_t) bytes.height - 1), true),
      Down (pass, high < 0 ? 0 : (uint32_t) high, high >= 0), all, 0 };
  const LifeFarPosition to = life_far_wrap (low, bytes.height);
  const LifeFarPosition from = life_far_wrap (high, bytes.height);
  return { Down (pass, to.at, true), Down (pass, from.at, true), all,
    (uint32_t) (to.rounds - from.rounds) };
}

/* The counts of four columns as they are met from column @x on, a multiple of four
 * that may lie outside the world. */
static __device__ __forceinline__ void
count_columns (const LifeBytesPass &bytes, const Between &between, int64_t x,
    uint32_t (&counts)[4])
{
  if (x >= 0 && x + 4 <= bytes.width) {
    between.count_four ((uint32_t) x, counts);
    return;
  }
#pragma unroll 1
  for (int i = 0; i < 4; i++, x++) {
    uint32_t count = 0;
    if (bytes.torus)
      count = between.count (life_far_wrap (x, bytes.width).at);
    else if (x >= 0 && x < bytes.width)
      count = between.count ((uint32_t) x);
    counts[0] = i == 0 ? count : counts[0];
    counts[1] = i == 1 ? count : counts[1];
    counts[2] = i == 2 ? count : counts[2];
    counts[3] = i == 3 ? count : counts[3];
  }
}

/* Four cells of a row, @left and @right being the sums at each end of their
 * neighborhoods. */
static __device__ __forceinline__ uint32_t
next_cells (const LifeFarPass &pass, uint32_t cells, const uint32_t (&left)[4],
    const uint32_t (&right)[4])
{
  const LifeLargerRule &rule = pass.rule;
  const uint32_t living = life_larger_mask<false> (cells);
  /* No count is the low end of an empty range. */
  const uint32_t birth = max (rule.birth_low, rule.birth_high) - rule.birth_low;
  const uint32_t survival =
      max (rule.survival_low, rule.survival_high) - rule.survival_low;
  uint32_t alive = 0;

  if (pass.list != NULL) {
#pragma unroll
    for (int i = 0; i < 4; i++)
      alive |= life_next_counted (pass.list, cells >> 8 * i & 0xff, rule.states,
                   right[i] - left[i])
               << 8 * i;
    return alive;
  }
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const uint32_t count = right[i] - left[i];
    const bool born = count - rule.birth_low <= birth;
    const bool stays = count - rule.survival_low <= survival;
    alive |= (living >> 8 * i & 1 ? stays : born) << 8 * i;
  }
  return life_larger_states<false> (cells, alive, rule.states);
}

static __device__ __forceinline__ void
store (const LifeBytesPass &bytes, uint32_t x, uint32_t y, uint32_t cells)
{
  if (x > 0 && x + 4 < bytes.width && !life_bytes_row_is_copied (bytes, y, 0)) {
    *(uint32_t *) (bytes.to + y * bytes.row + x) = cells;
    return;
  }
#pragma unroll 1
  for (uint32_t end = min (x + 4, bytes.width); x < end; x++, cells >>= 8)
    life_bytes_store (bytes, x, y, 0, cells & 0xff);
}

/* Sums along a row, those of every fourth column next to each other, so that threads
 * with four columns each use all banks. */
typedef uint32_t RowSums[4][SPAN / 4];

static __device__ __forceinline__ void
load_sums (
    const RowSums &sums, uint32_t first, uint32_t word, uint32_t (&four)[4])
{
#pragma unroll
  for (uint32_t i = 0; i < 4; i++)
    four[i] = sums[(first + i) % 4][word + (first + i) / 4];
}

static __global__ void
__launch_bounds__ (THREADS)
    rows_kernel (const __grid_constant__ LifeFarPass pass)
{
  __shared__ RowSums sums;
  __shared__ uint32_t of_warps[THREADS / 32];
  const LifeBytesPass &bytes = pass.bytes;
  const uint32_t radius = pass.rule.radius;
  const uint32_t y = blockIdx.x / pass.pieces;
  const uint32_t x = blockIdx.x % pass.pieces * CORE;
  const uint32_t cells = min (CORE, bytes.width - x);
  const int64_t before = (int64_t) x - radius - 1;
  /* Whole words, of which the first may begin up to 3 columns earlier. */
  const int64_t first = before & ~(int64_t) 3;
  const uint32_t skipped = (uint32_t) (before - first);
  uint32_t counts[OWN][4] = {}, own = 0;

  life_launch_wait ();
  const Between between = find_between (pass, y);
#pragma unroll
  for (int i = 0; i < OWN; i++) {
    const uint32_t at = (threadIdx.x * OWN + i) * 4;
    if (at <= skipped + cells + 2 * radius)
      count_columns (bytes, between, first + at, counts[i]);
#pragma unroll
    for (int j = 0; j < 4; j++)
      counts[i][j] = own += counts[i][j];
  }
  const uint32_t sum = life_far_add_up<THREADS> (own, of_warps).before;
#pragma unroll
  for (int i = 0; i < OWN; i++)
#pragma unroll
    for (int j = 0; j < 4; j++)
      sums[j][threadIdx.x * OWN + i] = counts[i][j] + sum;
  __syncthreads ();

  /* A neighborhood ends so many columns after the one before it. */
  const uint32_t beyond = skipped + 2 * radius + 1;
  const uint8_t *const row = bytes.from + y * bytes.row + x;
  for (uint32_t i = threadIdx.x; 4 * i < cells; i += THREADS) {
    uint32_t left[4], right[4];
    load_sums (sums, skipped, i, left);
    load_sums (sums, beyond, i, right);
    store (bytes, x + 4 * i, y,
        next_cells (pass, *(const uint32_t *) (row + 4 * i), left, right));
  }
}

/* --- The launches --- */

void
life_far_square_plan (LifeFarPlan *plan)
{
  LifeFarPass *pass = &plan->pass;
  const LifeBytesPass &bytes = pass->bytes;
  const uint32_t bands = count_bands (bytes);
  const uint32_t words = (bytes.width - 1) / 4 + 1;

  pass->sums_row = (size_t) ((bytes.width - 1) / 16 + 1) * 16;
  pass->sums_bytes = pass->sums_row * bytes.height;
  pass->above_bytes = sizeof (*pass->above) * pass->sums_row * bands;
  pass->pieces = (bytes.width - 1) / CORE + 1;
  plan->launches[0] = { (const void *) bands_kernel,
    dim3 (((words - 1) / THREADS + 1) * bands), dim3 (THREADS), 0 };
  plan->launches[1] = { (const void *) above_kernel,
    dim3 ((bytes.width - 1) / THREADS + 1), dim3 (THREADS), 0 };
  plan->launches[2] = { (const void *) rows_kernel,
    dim3 (pass->pieces * bytes.height), dim3 (THREADS), 0 };
}
