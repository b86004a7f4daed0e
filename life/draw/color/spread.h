/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bits over bytes, and bytes through tables, for the vectors that the including file is
 * compiled with. Spreading bits is what the compiler does not see through, and is
 * written out. */
#pragma once

#include "life/base/bits.h"
#include "life/base/vectors.h"
#include "life/draw/color/palette.h"

/* --- Bits over bytes --- */

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

static inline void
blend_bytes (guint64 cells, guint8 dead, guint8 alive, guint8 *out)
{
  /* Byte i of a half looks at its bit i % 8 of byte i / 8. */
  const __m256i spread = _mm256_setr_epi8 (0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1,
      1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
  const __m256i bit = _mm256_set1_epi64x ((gint64) 0x8040201008040201);

  for (guint i = 0; i < 2; i++) {
    __m256i mask = _mm256_set1_epi32 ((int) (cells >> 32 * i));

    mask = _mm256_and_si256 (_mm256_shuffle_epi8 (mask, spread), bit);
    mask = _mm256_cmpeq_epi8 (mask, bit);
    _mm256_storeu_si256 ((__m256i *) (out + 32 * i),
        _mm256_blendv_epi8 (_mm256_set1_epi8 ((char) dead),
            _mm256_set1_epi8 ((char) alive), mask));
  }
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

/* --- Bytes through tables --- */

/* An entry of @table for each of @n indices. */
#if defined(__AVX512VBMI__)
static inline void
look_up (const guint8 table[256], const guint8 *indices, guint n, guint8 *out)
{
  const __m512i first = _mm512_loadu_si512 (table);
  const __m512i second = _mm512_loadu_si512 (table + 64);
  const __m512i third = _mm512_loadu_si512 (table + 128);
  const __m512i fourth = _mm512_loadu_si512 (table + 192);

  for (guint i = 0; i < n; i += 64) {
    __mmask64 here = n - i < 64 ? life_bits_mask (n - i) : G_MAXUINT64;
    __m512i index = _mm512_maskz_loadu_epi8 (here, indices + i);
    __m512i low = _mm512_permutex2var_epi8 (first, index, second);
    __m512i high = _mm512_permutex2var_epi8 (third, index, fourth);

    _mm512_mask_storeu_epi8 (out + i, here,
        _mm512_mask_blend_epi8 (_mm512_movepi8_mask (index), low, high));
  }
}
#else
static inline void
look_up (const guint8 table[256], const guint8 *restrict indices, guint n,
    guint8 *restrict out)
{
  for (guint i = 0; i < n; i++)
    out[i] = table[indices[i]];
}
#endif

/* A pixel of four bytes for each of @n indices. */
#if defined(__AVX512VBMI__)
static inline __m512i
look_up_64 (const guint8 table[256], __m512i index, __mmask64 high)
{
  __m512i low = _mm512_permutex2var_epi8 (
      _mm512_loadu_si512 (table), index, _mm512_loadu_si512 (table + 64));

  return _mm512_mask_blend_epi8 (high, low,
      _mm512_permutex2var_epi8 (_mm512_loadu_si512 (table + 128), index,
          _mm512_loadu_si512 (table + 192)));
}

/* Bytes are interleaved within quarters of a vector, so that the indices go there
 * in fours first. */
static inline void
look_up_packed (const LifeColorBytes *palette, const guint8 *restrict indices,
    guint n, guint8 *restrict out)
{
  const __m512i fours =
      _mm512_setr_epi32 (0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  guint i;

  for (i = 0; i + 64 <= n; i += 64, out += 256) {
    __m512i index =
        _mm512_permutexvar_epi32 (fours, _mm512_loadu_si512 (indices + i));
    __mmask64 high = _mm512_movepi8_mask (index);
    __m512i first = look_up_64 (palette->bytes[0], index, high);
    __m512i second = look_up_64 (palette->bytes[1], index, high);
    __m512i third = look_up_64 (palette->bytes[2], index, high);
    __m512i fourth = look_up_64 (palette->bytes[3], index, high);
    __m512i left = _mm512_unpacklo_epi8 (first, second);
    __m512i right = _mm512_unpacklo_epi8 (third, fourth);

    _mm512_storeu_si512 (out, _mm512_unpacklo_epi16 (left, right));
    _mm512_storeu_si512 (out + 64, _mm512_unpackhi_epi16 (left, right));
    left = _mm512_unpackhi_epi8 (first, second);
    right = _mm512_unpackhi_epi8 (third, fourth);
    _mm512_storeu_si512 (out + 128, _mm512_unpacklo_epi16 (left, right));
    _mm512_storeu_si512 (out + 192, _mm512_unpackhi_epi16 (left, right));
  }
  for (; i < n; i++, out += 4)
    memcpy (out, &palette->packed[indices[i]], 4);
}
#else
static inline void
look_up_packed (const LifeColorBytes *palette, const guint8 *restrict indices,
    guint n, guint8 *restrict out)
{
  for (guint i = 0; i < n; i++)
    memcpy (out + 4 * (gsize) i, &palette->packed[indices[i]], 4);
}
#endif
