/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bit-sliced kernel for any processor: vectors of two words, which every
 * 64-bit one has or does without loss. Nothing here but gates. */
#include <stdint.h>

#define LIFE_LANES 2
#define LIFE_COLUMNS 1

typedef uint64_t Vector __attribute__ ((vector_size (16)));

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

const LifeBitslicedKernel life_bitsliced_portable =
    LIFE_BITSLICED_KERNEL ("portable");
