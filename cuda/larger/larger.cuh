/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the kernels of Larger than Life share: cells that may lie beyond the world's
 * edges, and what counts make of cells. How they count is each kernel's own idea. */
#pragma once

#include "cuda/larger/larger.h"
#include "cuda/ladder/words.cuh"

/* --- Cells of a row, as they are met --- */

/* @n cells side by side, from column @x on. */
enum LifeLargerFit {
  LIFE_LARGER_WHOLE,  /* lie in a row as they are met, at a multiple of @n */
  LIFE_LARGER_RAGGED, /* some do not */
  LIFE_LARGER_DEAD    /* all are outside */
};

struct LifeLargerColumns {
  int64_t x;
  LifeLargerFit fit;
};

__device__ __forceinline__ LifeLargerColumns
life_larger_columns (const LifeBytesPass &pass, int64_t x, int n)
{
  const int64_t width = pass.width;

  if (pass.torus)
    x = (x % width + width) % width;
  return { x, x >= width || x + n <= 0                 ? LIFE_LARGER_DEAD
              : x >= 0 && x % n == 0 && x + n <= width ? LIFE_LARGER_WHOLE
                                                       : LIFE_LARGER_RAGGED };
}

/* Row @y as it is met; outside a plane -1. */
__device__ __forceinline__ int64_t
life_larger_row (const LifeBytesPass &pass, int64_t y)
{
  const int64_t height = pass.height;

  if (pass.torus)
    return (y % height + height) % height;
  return y < height && y >= 0 ? y : -1;
}

/* The row after @y, which is that before row @next. */
__device__ __forceinline__ int64_t
life_larger_next_row (const LifeBytesPass &pass, int64_t y, int64_t next)
{
  if (pass.torus)
    return y + 1 == pass.height ? 0 : y + 1;
  return next >= 0 && next < pass.height ? next : -1;
}

/* Four cells, one by one. */
static __device__ __noinline__ uint32_t
life_larger_load_ragged (
    const uint8_t *row, int64_t x, uint32_t width, bool torus)
{
  uint32_t word = 0;

  if (torus && x >= width)
    x %= width;
  for (int i = 0; i < 4; i++) {
    if (x >= 0 && x < width)
      word |= (uint32_t) row[x] << 8 * i;
    if (++x == width && torus)
      x = 0;
  }
  return word;
}

/* --- What becomes of four cells --- */

/* The ends of the ranges, @count_bits per count, so that a count gives the highest of
 * its bits when added: low to those not below it, high to those above it. */
struct LifeLargerEnds {
  uint32_t birth_low, birth_high, survival_low, survival_high;
};

template <int count_bits>
__device__ __forceinline__ LifeLargerEnds
life_larger_ends (const LifeLargerRule &rule)
{
  const uint32_t each = count_bits == 8 ? 0x01010101 : 0x00010001;
  const uint32_t half = 1u << (count_bits - 1);

  return { (half - rule.birth_low) * each, (half - 1 - rule.birth_high) * each,
    (half - rule.survival_low) * each, (half - 1 - rule.survival_high) * each };
}

/* The highest bit of each count that is in the range; @mask has all bits of those that
 * are to survive, not to be born. */
template <int count_bits>
__device__ __forceinline__ uint32_t
life_larger_in_range (
    const LifeLargerEnds &ends, uint32_t mask, uint32_t counts)
{
  const uint32_t low =
      counts + ((ends.survival_low & mask) | (ends.birth_low & ~mask));
  const uint32_t high =
      counts + ((ends.survival_high & mask) | (ends.birth_high & ~mask));

  return low & ~high & (count_bits == 8 ? 0x80808080 : 0x80008000);
}

/* Bytes of 1 where a byte of @cells is @state. */
__device__ __forceinline__ uint32_t
life_larger_is (uint32_t cells, uint32_t state)
{
  const uint32_t other = cells ^ state * 0x01010101;

  return ~(((other & 0x7f7f7f7f) + 0x7f7f7f7f) | other) >> 7 & 0x01010101;
}

template <bool two_states>
__device__ __forceinline__ uint32_t
life_larger_alive (uint32_t cells)
{
  return two_states ? cells : life_larger_is (cells, 1);
}

/* The mask of those that are to survive. */
template <bool two_states>
__device__ __forceinline__ uint32_t
life_larger_mask (uint32_t cells)
{
  return two_states ? cells * 0xff : ~(life_larger_is (cells, 0) * 0xff);
}

/* The next states of cells; bytes of 1 in @alive where they would be born or survive. */
template <bool two_states>
__device__ __forceinline__ uint32_t
life_larger_states (uint32_t cells, uint32_t alive, uint32_t states)
{
  if (two_states)
    return alive;
  const uint32_t dead = life_larger_is (cells, 0);
  const uint32_t one = alive & (dead | life_larger_is (cells, 1));
  const uint32_t last = life_larger_is (cells, states - 1);
  /* The highest state gives 0, also where adding 1 to it would carry. */
  const uint32_t older = (cells & ~(last * 0xff)) + (0x01010101 & ~last);

  return (older & ~((dead | one) * 0xff)) | one;
}

/* Of counts of 16 bits: of cells 0 and 1, and of 2 and 3. */
template <bool two_states>
__device__ __forceinline__ uint32_t
life_larger_next (const LifeLargerEnds &ends, uint32_t cells, uint32_t first,
    uint32_t second, uint32_t states)
{
  const uint32_t mask = life_larger_mask<two_states> (cells);
  const uint32_t alive = __byte_perm (
      life_larger_in_range<16> (ends, __byte_perm (mask, 0, 0x1100), first),
      life_larger_in_range<16> (ends, __byte_perm (mask, 0, 0x3322), second),
      0x7531);

  return life_larger_states<two_states> (cells, alive >> 7, states);
}

/* --- The launch --- */

/* The rows of @height that a strip is swept down, for a kernel of which @resident blocks
 * run at once, where @across of them stand side by side. What a sweep does before it
 * writes costs as much as @warm_up_rows; blocks start as others end, so the more of them
 * follow each other the less waits for the last. */
static inline uint32_t
life_larger_choose_rows (
    uint32_t height, uint32_t across, uint64_t resident, double warm_up_rows)
{
  double lowest = 0;
  uint32_t best = height;

  for (uint32_t waves = 1; waves <= 16; waves++) {
    const uint64_t bands = waves * resident / across;
    if (bands == 0)
      continue;
    const uint32_t rows = (uint32_t) ((height - 1) / bands) + 1;
    const double cost = (waves + 0.15) * (rows + warm_up_rows);
    if (lowest == 0 || cost < lowest) {
      lowest = cost;
      best = rows;
    }
  }
  return best;
}

/* What blocks of @warps warps take: each warp a strip of @core columns, a block @shared_bytes.
 * Sweeps begin with 2 radius rows of which nothing is written, and that cost @warm_up of
 * others. */
struct LifeLargerBlocks {
  uint32_t warps, core;
  size_t shared_bytes;
  double warm_up;
};

/* Cuts the world for @kernel. */
template <class... Parameters>
static cudaError_t
life_larger_cut (LifeLargerPlan *plan, const LifeLauncher &launcher,
    void (*kernel) (Parameters...), const LifeLargerBlocks &blocks)
{
  const uint32_t warps = blocks.warps, threads = warps * 32;
  LifeLargerPass &pass = plan->pass;
  unsigned resident = 0;
  cudaError_t result = life_launch_count_resident (
      launcher, (const void *) kernel, threads, blocks.shared_bytes, &resident);

  if (result == cudaSuccess && resident == 0)
    result = cudaErrorInvalidConfiguration;
  if (result != cudaSuccess)
    return result;
  pass.strips = (pass.bytes.width - 1) / blocks.core + 1;
  const uint32_t across = (pass.strips - 1) / warps + 1;
  pass.rows = life_larger_choose_rows (pass.bytes.height, across, resident,
      2 * pass.rule.radius * blocks.warm_up + 2);
  const uint32_t bands = (pass.bytes.height - 1) / pass.rows + 1;
  plan->launch = { (const void *) kernel, dim3 (across * bands), dim3 (threads),
    blocks.shared_bytes };
  return cudaSuccess;
}
