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

static inline void
blend_bytes (guint64 cells, guint8 dead, guint8 alive, guint8 *out)
{
  const guint64 ones = G_GUINT64_CONSTANT (0x0101010101010101);
  const guint64 all = dead * ones, flip = (dead ^ alive) * ones;

  for (guint i = 0; i < LIFE_WORD_CELLS; i += 8) {
    guint64 bytes;

    life_bits_unpack8 (cells >> i, (guint8 *) &bytes);
    bytes = all ^ (bytes * 0xff & flip);
    memcpy (out + i, &bytes, 8);
  }
}

static inline void
blend_pixels (guint64 cells, guint32 dead, guint32 alive, guint8 *out)
{
  for (guint i = 0; i < LIFE_WORD_CELLS; i++) {
    guint32 pixel = cells >> i & 1 ? alive : dead;

    memcpy (out + 4 * i, &pixel, 4);
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
  for (guint i = 0; i < LIFE_WORD_CELLS; i += 8) {
    guint64 numbers = 0, bytes;

    for (guint k = 0; k < n_planes; k++) {
      life_bits_unpack8 (cells[k] >> i, (guint8 *) &bytes);
      numbers |= bytes << k;
    }
    memcpy (out + i, &numbers, 8);
  }
#endif
}
