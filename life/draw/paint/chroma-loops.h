/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chroma of 8 bits in planes of half the size: means of blocks of 2×2 pixels. Compiled
 * for the vectors of the including file (paint-kernels.c). */

/* The sums of blocks of bytes: a load of two bytes is a pair of them. */
static inline void
sum_blocks (const guint8 *restrict top, const guint8 *restrict bottom, guint n,
    guint16 *restrict out)
{
  for (guint i = 0; i < n; i++) {
    guint16 above, below;

    memcpy (&above, top + 2 * i, 2);
    memcpy (&below, bottom + 2 * i, 2);
    out[i] = (above & 255) + (above >> 8) + (below & 255) + (below >> 8);
  }
}

/* Whether blocks are in one row of pixels, which counts twice. */
static inline gboolean
is_same_row (const LifeSamples rows[2])
{
  return rows[0].bits == rows[1].bits && rows[0].first == rows[1].first
         && rows[0].bytes == rows[1].bytes;
}

/* The sums of component @k of the blocks that begin at pixels @x to @x + @n - 1. At the
 * odd edge of a frame the last column counts twice. */
static inline void
sum_samples (const LifePainter *painter, const LifeSamples rows[2], guint x,
    guint n, guint k, guint16 *restrict out)
{
  guint8 top[PIXELS], below[PIXELS], *bottom = top;

  get_bytes (painter, rows[0], x, n, k, top);
  if (n % 2 > 0)
    top[n] = top[n - 1];
  if (!is_same_row (rows)) {
    bottom = below;
    get_bytes (painter, rows[1], x, n, k, bottom);
    if (n % 2 > 0)
      bottom[n] = bottom[n - 1];
  }
  sum_blocks (top, bottom, (n + 1) / 2, out);
}

static inline void
round_blocks (const guint16 *restrict sums, guint n, guint8 *restrict out)
{
  for (guint i = 0; i < n; i++)
    out[i] = life_pixel_chroma (sums[i]);
}

/* Such sums laid over what is there. */
static inline void
blend_blocks_over (const guint16 *restrict over, const guint16 *restrict alpha,
    guint n, guint8 *restrict out)
{
  for (guint i = 0; i < n; i++)
    out[i] = life_pixel_over_premultiplied (out[i], 128, over[i], alpha[i], 2);
}

static inline void
store_chroma (const guint8 *restrict u, const guint8 *restrict v, guint n,
    guint step, guint8 *restrict out_u, guint8 *restrict out_v)
{
  if (step == 1) {
    memcpy (out_u, u, n);
    memcpy (out_v, v, n);
    return;
  }
  for (guint i = 0; i < n; i++) {
    guint16 pair = GUINT16_TO_LE (u[i] | (guint16) v[i] << 8);

    memcpy (out_u + 2 * i, &pair, 2);
  }
}

/* All samples have one U and one V. */
static void
paint_flat_chroma (
    const LifeColorBytes *palette, guint step, guint n, guint8 *u, guint8 *v)
{
  guint8 all[BLOCKS], all_u = palette->bytes[1][0],
                      all_v = palette->bytes[2][0];

  if (all_u == all_v || step == 1) {
    memset (u, all_u, (gsize) step * n);
    if (step == 1)
      memset (v, all_v, n);
    return;
  }
  for (guint i = 0; i < BLOCKS; i += 2) {
    all[i] = all_u;
    all[i + 1] = all_v;
  }
  for (gsize i = 0; i < 2 * (gsize) n; i += BLOCKS)
    memcpy (u + i, all, MIN (2 * (gsize) n - i, BLOCKS));
}

#if defined(__AVX512VBMI__)

/* Means of blocks, one in 16 bits, that indices of two rows of 64 pixels have in a table;
 * life_pixel_chroma(). */
static inline __m512i
mean_blocks (const Lookup *table, __m512i top, __m512i bottom)
{
  const __m512i ones = _mm512_set1_epi8 (1);
  __m512i sums =
      _mm512_add_epi16 (_mm512_maddubs_epi16 (lookup_vector (table, top), ones),
          _mm512_maddubs_epi16 (lookup_vector (table, bottom), ones));

  return _mm512_srli_epi16 (_mm512_add_epi16 (sums, _mm512_set1_epi16 (2)), 2);
}

/* As many pixels of two rows as fill vectors; returns how many. */
static inline guint
paint_whole_blocks (const Lookup tables[2], const LifeSamples rows[2],
    guint width, guint step, guint8 *u, guint8 *v)
{
  guint x = 0;

  for (; x + 64 <= width; x += 64) {
    __m512i top = _mm512_loadu_si512 (rows[0].bytes + x);
    __m512i bottom = _mm512_loadu_si512 (rows[1].bytes + x);
    __m512i first = mean_blocks (&tables[0], top, bottom);
    __m512i second = mean_blocks (&tables[1], top, bottom);

    if (step == 2) {
      _mm512_storeu_si512 (
          u + x, _mm512_or_si512 (first, _mm512_slli_epi16 (second, 8)));
    } else {
      _mm256_storeu_si256 (
          (__m256i *) (u + x / 2), _mm512_cvtepi16_epi8 (first));
      _mm256_storeu_si256 (
          (__m256i *) (v + x / 2), _mm512_cvtepi16_epi8 (second));
    }
  }
  return x;
}

#else

static inline guint
paint_whole_blocks (const Lookup tables[2], const LifeSamples rows[2],
    guint width, guint step, guint8 *u, guint8 *v)
{
  return 0;
}

#endif

/* The sums of blocks of what indices are in a table. At the odd edge of a frame the last
 * column counts twice. */
static inline void
sum_indices (const Lookup *table, const LifeSamples rows[2], guint x, guint n,
    guint16 *restrict out)
{
  guint8 top[PIXELS], bottom[PIXELS];

  lookup_prepared (table, rows[0].bytes + x, n, top);
  lookup_prepared (table, rows[1].bytes + x, n, bottom);
  if (n % 2 > 0) {
    top[n] = top[n - 1];
    bottom[n] = bottom[n - 1];
  }
  sum_blocks (top, bottom, (n + 1) / 2, out);
}

static inline void
store_sums (const guint16 *restrict u, const guint16 *restrict v, guint n,
    guint step, guint8 *restrict out_u, guint8 *restrict out_v)
{
  if (step == 1) {
    round_blocks (u, n, out_u);
    round_blocks (v, n, out_v);
    return;
  }
  /* As life_pixel_chroma() has it, in 16 bits. */
  for (guint i = 0; i < n; i++) {
    guint16 first = u[i] + 2, second = v[i] + 2, pair;

    first >>= 2;
    second = second >> 2 << 8;
    pair = GUINT16_TO_LE (first | second);
    memcpy (out_u + 2 * i, &pair, 2);
  }
}

/* Indices instead of what the frame has. */
static void
paint_index_chroma (const LifePainter *painter, const LifeSamples rows[2],
    guint width, guint step, guint8 *u, guint8 *v)
{
  Lookup tables[2];
  guint x;

  for (guint k = 0; k < 2; k++)
    prepare_lookup (&tables[k], painter->palette.bytes[k + 1]);
  x = paint_whole_blocks (tables, rows, width, step, u, v);
  for (; x < width; x += PIXELS) {
    guint n = MIN (width - x, PIXELS);
    gsize at = (gsize) step * (x / 2);
    guint16 sums[2][BLOCKS];

    for (guint k = 0; k < 2; k++)
      sum_indices (&tables[k], rows, x, n, sums[k]);
    store_sums (sums[0], sums[1], (n + 1) / 2, step, u + at, v + at);
  }
}

static void
paint_byte_chroma (const LifePainter *painter, const LifeFrame *frame, guint y,
    const LifeSamples rows[2])
{
  guint step = painter->layout->positions[1].step, width = frame->width;
  guint8 *u = plane_row (frame, 1, y);
  guint8 *v = step == 2 ? u + 1 : plane_row (frame, 2, y);
  guint8 bytes[2][BLOCKS];
  guint16 sums[BLOCKS], alpha[BLOCKS];

  if (painter->palette.flat_chroma && painter->kind != LIFE_SAMPLE_COLORS) {
    paint_flat_chroma (&painter->palette, step, (width + 1) / 2, u, v);
    return;
  }
  if (painter->kind == LIFE_SAMPLE_INDICES && !painter->overlay) {
    paint_index_chroma (painter, rows, width, step, u, v);
    return;
  }
  for (guint x = 0; x < width; x += PIXELS) {
    guint n = MIN (width - x, PIXELS), blocks = (n + 1) / 2;
    gsize at = (gsize) step * (x / 2);

    if (painter->overlay)
      sum_samples (painter, rows, x, n, 3, alpha);
    for (guint k = 0; k < 2; k++) {
      const guint8 *under = (k == 0 ? u : v) + at;

      sum_samples (painter, rows, x, n, k + 1, sums);
      if (!painter->overlay) {
        round_blocks (sums, blocks, bytes[k]);
        continue;
      }
      for (guint i = 0; i < blocks; i++)
        bytes[k][i] = under[step * i];
      blend_blocks_over (sums, alpha, blocks, bytes[k]);
    }
    store_chroma (bytes[0], bytes[1], blocks, step, u + at, v + at);
  }
}
