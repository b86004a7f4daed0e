/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bit-sliced kernel for AVX-512: vectors of eight words, and one
 * instruction for any three-input gate. Compiled for that processor, so nothing
 * here may be called or linked from elsewhere.
 *
 * The funnel shifts of VBMI2 were measured and are slower than the shifts of
 * AVX-512F, which leave both their operands in place. */
#include <immintrin.h>
#include <stdint.h>

#define LIFE_LANES 8
#define LIFE_COLUMNS 2

typedef uint64_t Vector __attribute__ ((vector_size (64)));

/* Bit 4a + 2b + c of @table is the gate's answer to (a, b, c). */
#define GATE(a, b, c, table)            \
  ((Vector) _mm512_ternarylogic_epi64 ( \
      (__m512i) (a), (__m512i) (b), (__m512i) (c), (table)))

static inline Vector
parity (Vector a, Vector b, Vector c)
{
  return GATE (a, b, c, 0x96);
}

static inline Vector
majority (Vector a, Vector b, Vector c)
{
  return GATE (a, b, c, 0xe8);
}

static inline Vector
choose (Vector a, Vector b, Vector c)
{
  return GATE (a, b, c, 0xca);
}

static inline Vector
toggle (Vector a, Vector b, Vector c)
{
  return GATE (a, b, c, 0x78);
}

#include "life/bitsliced-kernel.h"

const LifeBitslicedKernel life_bitsliced_avx512 =
    LIFE_BITSLICED_KERNEL ("AVX-512");
