/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Indices to colors of four bytes, for the vectors that the including file is compiled with. */
#pragma once

#include "life/base/lookup.h"
#include "life/draw/color/palette-private.h"

/* A pixel of four bytes for each of @n indices. */
#if defined(__AVX512VBMI__)
/* Bytes are interleaved within quarters of a vector, so that the indices go there
 * in fours first. */
static inline void
lookup_packed (const LifeColorBytes *palette, const guint8 *restrict indices,
    guint n, guint8 *restrict out)
{
  const __m512i fours =
      _mm512_setr_epi32 (0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  Lookup tables[4];
  guint i;

  for (guint k = 0; k < 4; k++)
    prepare_lookup (&tables[k], palette->bytes[k]);
  for (i = 0; i + 64 <= n; i += 64, out += 256) {
    __m512i index =
        _mm512_permutexvar_epi32 (fours, _mm512_loadu_si512 (indices + i));
    __m512i first = lookup_vector (&tables[0], index);
    __m512i second = lookup_vector (&tables[1], index);
    __m512i third = lookup_vector (&tables[2], index);
    __m512i fourth = lookup_vector (&tables[3], index);
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
lookup_packed (const LifeColorBytes *palette, const guint8 *restrict indices,
    guint n, guint8 *restrict out)
{
  for (guint i = 0; i < n; i++)
    memcpy (out + 4 * (gsize) i, &palette->packed[indices[i]], 4);
}
#endif
