/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bit-sliced kernel for AVX2: vectors of four words. Compiled for that
 * processor, so nothing here may be called or linked from elsewhere. */
#include <stdint.h>

#define LIFE_LANES 4
#define LIFE_COLUMNS 1

typedef uint64_t Vector __attribute__ ((vector_size (32)));

static inline Vector
parity (Vector a, Vector b, Vector c)
{
  return a ^ b ^ c;
}

static inline Vector
majority (Vector a, Vector b, Vector c)
{
  return (a & b) | ((a ^ b) & c);
}

static inline Vector
choose (Vector a, Vector b, Vector c)
{
  return c ^ (a & (b ^ c));
}

static inline Vector
toggle (Vector a, Vector b, Vector c)
{
  return a ^ (b & c);
}

#include "life/bitsliced-kernel.h"

const LifeBitslicedKernel life_bitsliced_avx2 = LIFE_BITSLICED_KERNEL ("AVX2");
