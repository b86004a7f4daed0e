/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bit-sliced kernel for AVX-512: vectors of eight words, and one
 * instruction for any three-input gate. Compiled for that processor, so nothing
 * here may be called or linked from elsewhere. */
#include <immintrin.h>
#include <stdint.h>

#define LIFE_LANES 8
#define LIFE_COLUMNS 2
#define LIFE_BAND 4
#define LIFE_STRIP_COST 30
#define LIFE_TURN_COST 220
#define LIFE_WEST 7, 8, 9, 10, 11, 12, 13, 14
#define LIFE_EAST 1, 2, 3, 4, 5, 6, 7, 8

typedef uint64_t Vector __attribute__ ((vector_size (64)));

/* Bit 4a + 2b + c of @table is the gate's answer to (a, b, c). */
#define LIFE_GATE(a, b, c, table)       \
  ((Vector) _mm512_ternarylogic_epi64 ( \
      (__m512i) (a), (__m512i) (b), (__m512i) (c), (table)))

#include "life/cpu/bits2d/kernel.h"

const LifeBitslicedKernel life_bitsliced_avx512 =
    LIFE_BITSLICED_KERNEL ("AVX-512");
