/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bit-sliced 3D kernel for AVX-512: vectors of eight words, and one
 * instruction for any three-input gate. Compiled for that processor, so nothing
 * here may be called or linked from elsewhere.
 *
 * The funnel shifts of VBMI2 were measured: they gain 3 %, which is not worth
 * another build. */
#include <immintrin.h>
#include <stdint.h>

#define LIFE_LANES 8

typedef uint64_t Vector __attribute__ ((vector_size (64)));

/* Bit 4a + 2b + c of @table is the gate's answer to (a, b, c). */
#define LIFE_GATE(a, b, c, table)       \
  ((Vector) _mm512_ternarylogic_epi64 ( \
      (__m512i) (a), (__m512i) (b), (__m512i) (c), (table)))

/* Word b[i] of a in place i. */
#define LIFE_TURN(a, b) \
  ((Vector) _mm512_permutexvar_epi64 ((__m512i) (b), (__m512i) (a)))

static inline Vector
join (const uint64_t *from, size_t n, size_t words, size_t step)
{
  __m512i all = _mm512_setzero_si512 ();
  __mmask8 mask = (__mmask8) ((1u << words) - 1);

  if (words == 4 && n == 2) {
    all = _mm512_castsi256_si512 (_mm256_loadu_si256 ((const void *) from));
    return (Vector) _mm512_inserti64x4 (
        all, _mm256_loadu_si256 ((const void *) (from + step)), 1);
  }
  for (size_t i = 0; i < n; i++, from += step - words, mask <<= words)
    all = _mm512_mask_loadu_epi64 (all, mask, from);
  return (Vector) all;
}

static inline void
part (uint64_t *to, Vector vector, size_t n, size_t words, size_t step)
{
  __mmask8 mask = (__mmask8) ((1u << words) - 1);

  if (words == 4 && n == 2) {
    _mm256_storeu_si256 (
        (void *) to, _mm512_castsi512_si256 ((__m512i) vector));
    _mm256_storeu_si256 (
        (void *) (to + step), _mm512_extracti64x4_epi64 ((__m512i) vector, 1));
    return;
  }
  for (size_t i = 0; i < n; i++, to += step - words, mask <<= words)
    _mm512_mask_storeu_epi64 (to, mask, (__m512i) vector);
}

static inline Vector
parity (Vector a, Vector b, Vector c)
{
  return LIFE_GATE (a, b, c, 0x96);
}

static inline Vector
majority (Vector a, Vector b, Vector c)
{
  return LIFE_GATE (a, b, c, 0xe8);
}

static inline Vector
choose (Vector a, Vector b, Vector c)
{
  return LIFE_GATE (a, b, c, 0xca);
}

static inline Vector
choose_by (Vector a, Vector b, Vector c)
{
  return LIFE_GATE (a, b, c, 0xe2);
}

static inline Vector
allow (Vector a, Vector b, Vector c)
{
  return LIFE_GATE (a, b, c, 0x8e);
}

static inline Vector
any (Vector a, Vector b, Vector c)
{
  return LIFE_GATE (a, b, c, 0xfe);
}

static inline Vector
one_more (Vector a, Vector b, Vector c)
{
  return LIFE_GATE (a, b, c, 0x16);
}

static inline Vector
except (Vector a, Vector b, Vector c)
{
  return LIFE_GATE (a, b, c, 0x20);
}

static inline Vector
push_low (Vector a, Vector b)
{
  return a << 1 | b >> 63;
}

static inline Vector
push_high (Vector a, Vector b)
{
  return a >> 1 | b << 63;
}

#include "life/cpu/bits3d/kernel.h"

const LifeBitsliced3dKernel life_bitsliced3d_avx512 =
    LIFE_BITSLICED3D_KERNEL ("AVX-512");
