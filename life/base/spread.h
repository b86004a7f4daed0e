/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bits spread over bytes, for the vectors that the including file is compiled with: loops
 * that compilers do not vectorize. */
#pragma once

#include "life/base/bits.h"
#include "life/base/vectors.h"

#include <string.h>

#if defined(__AVX512BW__)

static inline void
blend_bytes (guint64 cells, guint8 dead, guint8 alive, guint8 *out)
{
  _mm512_storeu_si512 (
      out, _mm512_mask_blend_epi8 (cells, _mm512_set1_epi8 ((char) dead),
               _mm512_set1_epi8 ((char) alive)));
}

static inline void
blend_pixels (guint64 cells, guint32 dead, guint32 alive, guint8 *out)
{
  for (guint i = 0; i < 4; i++)
    _mm512_storeu_si512 (out + 64 * i,
        _mm512_mask_blend_epi32 ((__mmask16) (cells >> 16 * i),
            _mm512_set1_epi32 ((int) dead), _mm512_set1_epi32 ((int) alive)));
}

#elif defined(__AVX2__)

/* 32 bits, a byte of 255 or 0 each: byte i is bit i % 8 of byte i / 8. */
static inline __m256i
spread_mask (guint32 cells)
{
  const __m256i spread = _mm256_setr_epi8 (0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1,
      1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
  const __m256i bit = _mm256_set1_epi64x ((gint64) 0x8040201008040201);
  __m256i mask = _mm256_set1_epi32 ((int) cells);

  mask = _mm256_and_si256 (_mm256_shuffle_epi8 (mask, spread), bit);
  return _mm256_cmpeq_epi8 (mask, bit);
}

static inline void
blend_bytes (guint64 cells, guint8 dead, guint8 alive, guint8 *out)
{
  for (guint i = 0; i < 2; i++)
    _mm256_storeu_si256 ((__m256i *) (out + 32 * i),
        _mm256_blendv_epi8 (_mm256_set1_epi8 ((char) dead),
            _mm256_set1_epi8 ((char) alive),
            spread_mask ((guint32) (cells >> 32 * i))));
}

static inline void
blend_pixels (guint64 cells, guint32 dead, guint32 alive, guint8 *out)
{
  const __m256i bit = _mm256_setr_epi32 (1, 2, 4, 8, 16, 32, 64, 128);

  for (guint i = 0; i < 8; i++) {
    __m256i mask = _mm256_set1_epi32 ((int) (cells >> 8 * i));

    mask = _mm256_cmpeq_epi32 (_mm256_and_si256 (mask, bit), bit);
    _mm256_storeu_si256 ((__m256i *) (out + 32 * i),
        _mm256_blendv_epi8 (_mm256_set1_epi32 ((int) dead),
            _mm256_set1_epi32 ((int) alive), mask));
  }
}

#else

typedef guint8 SpreadBytes __attribute__ ((vector_size (16)));
typedef guint32 SpreadPixels __attribute__ ((vector_size (16)));

/* Each of the lower, or of the upper, eight bytes twice. */
#define TWICE_LOW(v) \
  __builtin_shufflevector (v, v, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7)
#define TWICE_HIGH(v)       \
  __builtin_shufflevector ( \
      v, v, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15)

/* 64 bits, a byte of 255 or 0 each: byte i is bit i % 8 of byte i / 8. */
static inline void
spread_mask (guint64 cells, SpreadBytes masks[4])
{
  const SpreadBytes bit = { 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64,
    128 };
  const guint64 words[2] = { GUINT64_TO_LE (cells), 0 };
  SpreadBytes all, half;

  memcpy (&all, words, sizeof all);
  all = TWICE_LOW (all);
  for (guint i = 0; i < 2; i++) {
    half = i == 0 ? TWICE_LOW (all) : TWICE_HIGH (all);
    masks[2 * i] = (SpreadBytes) ((TWICE_LOW (half) & bit) == bit);
    masks[2 * i + 1] = (SpreadBytes) ((TWICE_HIGH (half) & bit) == bit);
  }
}

static inline void
blend_bytes (guint64 cells, guint8 dead, guint8 alive, guint8 *out)
{
  const SpreadBytes all = (SpreadBytes){ 0 } + dead;
  const SpreadBytes flip = (SpreadBytes){ 0 } + (guint8) (dead ^ alive);
  SpreadBytes masks[4];

  spread_mask (cells, masks);
  for (guint i = 0; i < 4; i++) {
    masks[i] = all ^ (masks[i] & flip);
    memcpy (out + 16 * i, &masks[i], 16);
  }
}

static inline void
blend_pixels (guint64 cells, guint32 dead, guint32 alive, guint8 *out)
{
  const SpreadPixels all = (SpreadPixels){ 0 } + dead;
  const SpreadPixels flip = (SpreadPixels){ 0 } + (dead ^ alive);

  for (guint half = 0; half < 2; half++) {
    const SpreadPixels bits =
        (SpreadPixels){ 0 } + (guint32) (cells >> 32 * half);

    for (guint i = 0; i < 8; i++) {
      const SpreadPixels bit = (SpreadPixels){ 1, 2, 4, 8 } << 4 * i;
      const SpreadPixels pixels =
          all ^ ((SpreadPixels) ((bits & bit) == bit) & flip);

      memcpy (out + 128 * half + 16 * i, &pixels, 16);
    }
  }
}

#endif

/* @n cells from bit @first on, a byte each. */
static inline void
spread_bits (const guint64 *bits, guint32 first, guint n, guint8 dead,
    guint8 alive, guint8 *out)
{
  guint8 rest[LIFE_WORD_CELLS];
  guint i;

  for (i = 0; i + LIFE_WORD_CELLS <= n; i += LIFE_WORD_CELLS)
    blend_bytes (life_bits_read (bits, (gsize) first + i, LIFE_WORD_CELLS),
        dead, alive, out + i);
  if (i < n) {
    blend_bytes (
        life_bits_read (bits, (gsize) first + i, n - i), dead, alive, rest);
    memcpy (out + i, rest, n - i);
  }
}

/* The same, four bytes each. */
static inline void
spread_packed_bits (const guint64 *bits, guint32 first, guint n, guint32 dead,
    guint32 alive, guint8 *out)
{
  guint8 rest[4 * LIFE_WORD_CELLS];
  guint i;

  for (i = 0; i + LIFE_WORD_CELLS <= n; i += LIFE_WORD_CELLS)
    blend_pixels (life_bits_read (bits, (gsize) first + i, LIFE_WORD_CELLS),
        dead, alive, out + 4 * (gsize) i);
  if (i < n) {
    blend_pixels (
        life_bits_read (bits, (gsize) first + i, n - i), dead, alive, rest);
    memcpy (out + 4 * (gsize) i, rest, 4 * (gsize) (n - i));
  }
}

/* 64 numbers from their planes. */
static inline void
spread_planes (const guint64 *cells, guint n_planes, guint8 *out)
{
#if defined(__AVX512BW__)
  __m512i numbers = _mm512_setzero_si512 ();

  for (guint k = 0; k < n_planes; k++)
    numbers = _mm512_mask_add_epi8 (
        numbers, cells[k], numbers, _mm512_set1_epi8 ((char) (1 << k)));
  _mm512_storeu_si512 (out, numbers);
#elif defined(__AVX2__)
  for (guint i = 0; i < 2; i++) {
    __m256i numbers = _mm256_setzero_si256 ();

    for (guint k = 0; k < n_planes; k++)
      numbers = _mm256_or_si256 (numbers,
          _mm256_and_si256 (spread_mask ((guint32) (cells[k] >> 32 * i)),
              _mm256_set1_epi8 ((char) (1 << k))));
    _mm256_storeu_si256 ((__m256i *) (out + 32 * i), numbers);
  }
#else
  SpreadBytes numbers[4] = { { 0 } }, masks[4];

  for (guint k = 0; k < n_planes; k++) {
    spread_mask (cells[k], masks);
    for (guint i = 0; i < 4; i++)
      numbers[i] |= masks[i] & (guint8) (1 << k);
  }
  memcpy (out, numbers, sizeof numbers);
#endif
}
