/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Gates on vectors, each one instruction if the processor has any gate of three inputs; in
 * addition to those of life/cpu/gates.h:
 *   choose_by (a, b, c) b ? a : c
 *   allow (a, b, c)     at least two of ~a, b and c
 *   any (a, b, c)       at least one of them
 *   one_more (a, b, c)  a ? ~(b | c) : b ^ c
 *   except (a, b, c)    a & ~b & c
 * and, where a vector is a block,
 *   LIFE_TURN (a, b)       word b[i] of a at position i
 *   join (from, n, words, step), part (to, a, n, words, step)
 *                          a vector from, or to, n rows of so many words, each
 *                          step words behind the previous one
 *
 * The funnel shifts of VBMI2 were measured: they gain 3 %, which is not worth
 * another build. */
#pragma once

#include "life/cpu/gates.h"

#include <stddef.h>

#ifdef LIFE_GATE

/* Word b[i] of a at position i. */
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

#else

static inline Vector
choose_by (Vector a, Vector b, Vector c)
{
  return c ^ (b & (a ^ c));
}

static inline Vector
allow (Vector a, Vector b, Vector c)
{
  return (b & c) | (~a & (b | c));
}

static inline Vector
any (Vector a, Vector b, Vector c)
{
  return a | b | c;
}

static inline Vector
one_more (Vector a, Vector b, Vector c)
{
  return (a | b | c) & ~((a & (b | c)) | (b & c));
}

static inline Vector
except (Vector a, Vector b, Vector c)
{
  return a & ~b & c;
}

#endif
