/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bytes through tables, for the vectors that the including file is compiled with.
 *
 * AVX-512 with VBMI looks 128 entries up in an instruction, NEON 64. AVX2, and AVX-512 without it,
 * look up 16: a table of 256 is 16 steps. A step adds, by exclusive or, the difference of its
 * 16 entries from the previous 16 to all indices from its first on, so steps without a
 * difference are left out: a palette of few colors takes few steps. */
#pragma once

#include "life/base/bits.h"
#include "life/base/vectors.h"

#include <string.h>

static inline void
lookup_each (
    const guint8 table[256], const guint8 *indices, guint n, guint8 *out)
{
  for (guint i = 0; i < n; i++)
    out[i] = table[indices[i]];
}

#if defined(__AVX512VBMI__)

/* @reach: how many of the first entries differ from the last one, rounded up to 0, 64
 * or 256. */
typedef struct {
  __m512i first, second, third, fourth, last;
  guint reach;
} Lookup;

static inline void
prepare_lookup (Lookup *self, const guint8 table[256])
{
  const __m512i last = _mm512_set1_epi8 ((char) table[255]);

  self->first = _mm512_loadu_si512 (table);
  self->second = _mm512_loadu_si512 (table + 64);
  self->third = _mm512_loadu_si512 (table + 128);
  self->fourth = _mm512_loadu_si512 (table + 192);
  self->last = last;
  if ((_mm512_cmpneq_epi8_mask (self->second, last)
          | _mm512_cmpneq_epi8_mask (self->third, last)
          | _mm512_cmpneq_epi8_mask (self->fourth, last))
      != 0)
    self->reach = 256;
  else
    self->reach = _mm512_cmpneq_epi8_mask (self->first, last) != 0 ? 64 : 0;
}

static inline __m512i
lookup_vector (const Lookup *self, __m512i index)
{
  if (self->reach == 0)
    return self->last;
  if (self->reach == 64)
    return _mm512_mask_permutexvar_epi8 (self->last,
        _mm512_cmplt_epu8_mask (index, _mm512_set1_epi8 (64)), index,
        self->first);
  return _mm512_mask_blend_epi8 (_mm512_movepi8_mask (index),
      _mm512_permutex2var_epi8 (self->first, index, self->second),
      _mm512_permutex2var_epi8 (self->third, index, self->fourth));
}

static inline void
lookup_prepared (
    const Lookup *self, const guint8 *indices, guint n, guint8 *out)
{
  guint i = 0;

  for (; i + 64 <= n; i += 64)
    _mm512_storeu_si512 (
        out + i, lookup_vector (self, _mm512_loadu_si512 (indices + i)));
  if (i < n) {
    __mmask64 here = life_bits_mask (n - i);

    _mm512_mask_storeu_epi8 (out + i, here,
        lookup_vector (self, _mm512_maskz_loadu_epi8 (here, indices + i)));
  }
}

#elif defined(__AVX2__)

#if defined(__AVX512BW__)
typedef __m512i Bytes;
#define bytes_load(from) _mm512_loadu_si512 (from)
#define bytes_store(to, bytes) _mm512_storeu_si512 (to, bytes)
#define bytes_set(byte) _mm512_set1_epi8 ((char) (byte))
#define bytes_set16(from) \
  _mm512_broadcast_i32x4 (_mm_loadu_si128 ((const __m128i *) (from)))
#define bytes_differ(a, b) _mm512_xor_si512 (a, b)
#define bytes_subtract(a, b) _mm512_subs_epi8 (a, b)
#define bytes_shuffle(entries, index) _mm512_shuffle_epi8 (entries, index)
#else
typedef __m256i Bytes;
#define bytes_load(from) _mm256_loadu_si256 ((const __m256i *) (from))
#define bytes_store(to, bytes) _mm256_storeu_si256 ((__m256i *) (to), bytes)
#define bytes_set(byte) _mm256_set1_epi8 ((char) (byte))
#define bytes_set16(from) \
  _mm256_broadcastsi128_si256 (_mm_loadu_si128 ((const __m128i *) (from)))
#define bytes_differ(a, b) _mm256_xor_si256 (a, b)
#define bytes_subtract(a, b) _mm256_subs_epi8 (a, b)
#define bytes_shuffle(entries, index) _mm256_shuffle_epi8 (entries, index)
#endif

/* The difference of 16 entries, from entry @first of half a table on, from the previous
 * 16. */
typedef struct {
  guint8 first, entries[16];
} TableStep;

/* The steps of each half; the first one's difference is from @last. */
typedef struct {
  const guint8 *table;
  guint8 last;
  guint n[2];
  TableStep steps[2][8];
} Lookup;

static inline void
prepare_lookup (Lookup *self, const guint8 table[256])
{
  self->table = table;
  self->last = table[255];
  for (guint half = 0; half < 2; half++) {
    __m128i previous = _mm_set1_epi8 ((char) table[255]);
    guint n = 0;

    for (guint first = 0; first < 128; first += 16) {
      TableStep *step = &self->steps[half][n];
      __m128i here =
          _mm_loadu_si128 ((const __m128i *) (table + 128 * half + first));
      __m128i differs = _mm_xor_si128 (here, previous);

      step->first = (guint8) first;
      _mm_storeu_si128 ((__m128i *) step->entries, differs);
      n += !_mm_testz_si128 (differs, differs);
      previous = here;
    }
    self->n[half] = n;
  }
}

/* Four vectors of indices at a time, those of the second half less 128. An index below
 * a step, or of the other half, is negative there, for which the shuffle has 0. */
static inline void
add_steps (const Lookup *self, guint half, const Bytes index[4], Bytes out[4])
{
  for (guint k = 0; k < self->n[half]; k++) {
    const Bytes entries = bytes_set16 (self->steps[half][k].entries);
    const Bytes first = bytes_set (self->steps[half][k].first);

    for (guint i = 0; i < 4; i++)
      out[i] = bytes_differ (
          out[i], bytes_shuffle (entries, bytes_subtract (index[i], first)));
  }
}

static inline void
lookup_prepared (
    const Lookup *self, const guint8 *indices, guint n, guint8 *out)
{
  const guint block = 4 * sizeof (Bytes);
  guint x = 0;

  for (; x + block <= n; x += block) {
    Bytes index[4], found[4];

    for (guint i = 0; i < 4; i++) {
      index[i] = bytes_load (indices + x + i * sizeof (Bytes));
      found[i] = bytes_set (self->last);
    }
    add_steps (self, 0, index, found);
    for (guint i = 0; i < 4; i++)
      index[i] = bytes_differ (index[i], bytes_set (128));
    add_steps (self, 1, index, found);
    for (guint i = 0; i < 4; i++)
      bytes_store (out + x + i * sizeof (Bytes), found[i]);
  }
  lookup_each (self->table, indices + x, n - x, out + x);
}

#elif defined(LIFE_NEON)

/* @quarters: how many of the table's first ones have entries that differ from the last. */
typedef struct {
  const guint8 *table;
  guint quarters;
} Lookup;

static inline void
prepare_lookup (Lookup *self, const guint8 table[256])
{
  const uint8x16_t last = vdupq_n_u8 (table[255]);

  self->table = table;
  for (self->quarters = 4; self->quarters > 0; self->quarters--) {
    const uint8x16x4_t quarter =
        vld1q_u8_x4 (table + 64 * (self->quarters - 1));
    uint8x16_t differs = veorq_u8 (quarter.val[0], last);

    for (guint i = 1; i < 4; i++)
      differs = vorrq_u8 (differs, veorq_u8 (quarter.val[i], last));
    if (vmaxvq_u8 (differs) != 0)
      return;
  }
}

/* Indices outside of a quarter leave what was found. */
static inline void
lookup_prepared (
    const Lookup *self, const guint8 *indices, guint n, guint8 *out)
{
  guint x = 0;

  for (; x + 64 <= n; x += 64) {
    uint8x16x4_t index = vld1q_u8_x4 (indices + x), found;

    for (guint i = 0; i < 4; i++)
      found.val[i] = vdupq_n_u8 (self->table[255]);
    for (guint k = 0; k < self->quarters; k++) {
      const uint8x16x4_t quarter = vld1q_u8_x4 (self->table + 64 * k);

      for (guint i = 0; i < 4; i++) {
        found.val[i] = vqtbx4q_u8 (found.val[i], quarter, index.val[i]);
        index.val[i] = vsubq_u8 (index.val[i], vdupq_n_u8 (64));
      }
    }
    vst1q_u8_x4 (out + x, found);
  }
  lookup_each (self->table, indices + x, n - x, out + x);
}

#else

typedef struct {
  const guint8 *table;
} Lookup;

static inline void
prepare_lookup (Lookup *self, const guint8 table[256])
{
  self->table = table;
}

static inline void
lookup_prepared (
    const Lookup *self, const guint8 *indices, guint n, guint8 *out)
{
  lookup_each (self->table, indices, n, out);
}

#endif

/* An entry of @table for each of @n indices; @out may be @indices. Where a table is used
 * for several rows or parts of one it is prepared once. */
static inline void
lookup (const guint8 table[256], const guint8 *indices, guint n, guint8 *out)
{
  Lookup prepared;

  prepare_lookup (&prepared, table);
  lookup_prepared (&prepared, indices, n, out);
}
