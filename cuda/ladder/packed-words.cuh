/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the kernels of kernel=packed share: looking four counts up in a rule, and which
 * cells a thread owns. */
#pragma once

#include "cuda/ladder/words.cuh"

#define THREADS 256

/* @table shifted by each byte of @shifts, of which five bits count; what remains is
 * bit 0 of each byte. */
static __device__ __forceinline__ uint32_t
lookup (uint32_t table, uint32_t shifts)
{
  const uint32_t low = __byte_perm (__funnelshift_r (table, 0, shifts),
      __funnelshift_r (table, 0, shifts >> 8), 0x0040);
  const uint32_t high = __byte_perm (__funnelshift_r (table, 0, shifts >> 16),
      __funnelshift_r (table, 0, shifts >> 24), 0x0040);

  return __byte_perm (low, high, 0x5410) & 0x01010101;
}

/* What this thread owns: a group of a row, and where its sweep begins. */
struct Share {
  bool any;
  uint32_t x, y, z;
};

static __device__ __forceinline__ Share
find_share (const LifeBytesPass &pass, uint32_t height, uint32_t depth)
{
  const LifeTileGrid shares = life_tile_grid (pass, LIFE_GROUP, height, depth);
  const uint64_t thread = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const uint64_t rest = thread / shares.across;

  return { rest < (uint64_t) shares.down * shares.deep,
    (uint32_t) (thread % shares.across) * LIFE_GROUP,
    (uint32_t) (rest % shares.down) * height,
    (uint32_t) (rest / shares.down) * depth };
}
