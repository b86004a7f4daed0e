/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What both kernels of kernel=packed do with words of four cells: the next states
 * from the counts, and which cells a thread owns. */
#pragma once

#include "cuda/ladder/words.cuh"

#define THREADS 256

/* A high bit in each byte that is 0. */
static __device__ __forceinline__ uint32_t
zero_bytes (uint32_t word)
{
  const uint32_t sevens = 0x7f7f7f7f;

  return ~(((word & sevens) + sevens) | word | sevens);
}

/* High bits as whole bytes of ones. */
static __device__ __forceinline__ uint32_t
whole_bytes (uint32_t high)
{
  return (high << 1) - (high >> 7);
}

/* @table shifted by each byte of @shifts, of which five bits count; what remains is
 * bit 0 of each byte. */
static __device__ __forceinline__ uint32_t
look_up (uint32_t table, uint32_t shifts)
{
  const uint32_t low = __byte_perm (__funnelshift_r (table, 0, shifts),
      __funnelshift_r (table, 0, shifts >> 8), 0x0040);
  const uint32_t high = __byte_perm (__funnelshift_r (table, 0, shifts >> 16),
      __funnelshift_r (table, 0, shifts >> 24), 0x0040);

  return __byte_perm (low, high, 0x5410) & 0x01010101;
}

/* Four cells as life_next_totalistic() has them. A cell in state 1 or 0 that its table
 * names is in state 1 next; of the others those in state 0 and in the highest one are
 * in state 0, and the rest are one state on. Counts up to 8, as in 2D, leave a bit of
 * the shift to choose between both tables. */
template <bool is_3d, bool two_states>
static __device__ __forceinline__ uint32_t
next_word (const LifeBytesPass &pass, uint32_t cells, uint32_t counts)
{
  const uint32_t ones = 0x01010101;
  const uint32_t alive = two_states ? cells : zero_bytes (cells ^ ones) >> 7;
  uint32_t named;

  if (is_3d)
    named = (look_up (pass.birth, counts) & ~alive)
            | (look_up (pass.survival, counts) & alive);
  else
    named = look_up (pass.birth | pass.survival << 16, counts | alive << 4);
  if (two_states)
    return named;

  const uint32_t dead = zero_bytes (cells);
  const uint32_t last = zero_bytes (cells ^ (pass.states - 1) * ones);
  named &= dead >> 7 | alive;
  const uint32_t gone = whole_bytes (dead | last);
  const uint32_t older = (cells & ~gone) + (ones & ~gone);
  return (older & ~whole_bytes (named << 7)) | named;
}

template <bool is_3d, bool two_states>
static __device__ __forceinline__ LifeGroup
next_group (
    const LifeBytesPass &pass, const LifeGroup &cells, const LifeGroup &counts)
{
  LifeGroup next;

#pragma unroll
  for (int i = 0; i < 4; i++)
    next.words[i] =
        next_word<is_3d, two_states> (pass, cells.words[i], counts.words[i]);
  return next;
}

/* What this thread owns: a group of a row, and where its sweep begins. */
struct Share {
  bool any;
  uint32_t x, y, z;
};

static __device__ __forceinline__ Share
find_share (const LifeBytesPass &pass, uint32_t height, uint32_t depth)
{
  const LifeTiles shares = life_tiles (pass, LIFE_GROUP, height, depth);
  const uint64_t thread = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const uint64_t rest = thread / shares.across;

  return { rest < (uint64_t) shares.down * shares.deep,
    (uint32_t) (thread % shares.across) * LIFE_GROUP,
    (uint32_t) (rest % shares.down) * height,
    (uint32_t) (rest / shares.down) * depth };
}
