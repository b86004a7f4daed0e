/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts the bits of vectors in the lanes of one: words where an instruction counts those of words,
 * else bytes, each up to 255. */
#pragma once

#include "life/cpu/gates.h"

/* Vectors whose counts fit the bytes of one: at most 8 each. */
#define TALLY_VECTORS 31

/* Adds the bits of @cells to @counts. */
ALWAYS_INLINE void
tally (Vector *counts, Vector cells)
{
#if defined(__AVX512VPOPCNTDQ__)
  *counts += (Vector) _mm512_popcnt_epi64 ((__m512i) cells);
#elif defined(LIFE_NEON)
  *counts += (Vector) vcntq_u8 ((uint8x16_t) cells);
#else
  const Vector ones = (Vector){ 0 } + UINT64_C (0x5555555555555555);
  const Vector twos = (Vector){ 0 } + UINT64_C (0x3333333333333333);
  const Vector fours = (Vector){ 0 } + UINT64_C (0x0f0f0f0f0f0f0f0f);

  cells -= cells >> 1 & ones;
  cells = (cells & twos) + (cells >> 2 & twos);
  *counts += (cells + (cells >> 4)) & fours;
#endif
}

ALWAYS_INLINE uint64_t
add_up (Vector counts)
{
  uint64_t sum = 0;

#if defined(__AVX512VPOPCNTDQ__)
  for (int i = 0; i < LIFE_LANES; i++)
    sum += counts[i];
#elif defined(LIFE_NEON)
  sum = vaddlvq_u8 ((uint8x16_t) counts);
#else
  const Vector bytes = (Vector){ 0 } + UINT64_C (0x00ff00ff00ff00ff);

  counts = (counts & bytes) + (counts >> 8 & bytes);
  for (int i = 0; i < LIFE_LANES; i++)
    sum += counts[i] * UINT64_C (0x0001000100010001) >> 48;
#endif
  return sum;
}
