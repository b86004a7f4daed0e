/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples of components as values of 16 bits, and how they lie in planes: for formats of
 * 10 bits, and those whose luma shares a plane with U and V or that interleave three
 * colors. Compiled for the vectors of the including file (paint-kernels.c). */

/* --- Values --- */

static inline void
widen_bytes (const guint8 *restrict bytes, guint n, guint16 *restrict out)
{
  for (guint i = 0; i < n; i++)
    out[i] = bytes[i];
}

/* Component @k, 3 being alpha, of @n pixels from @x on, in 10 bits. */
static inline void
get_words (const LifePainter *painter, LifeSamples samples, guint x, guint n,
    guint k, guint16 *restrict out)
{
  const guint16 *table = painter->palette.words[k];
  LifePixelComponent component = painter->palette.components[MIN (k, 2)];

  if (painter->kind == LIFE_SAMPLE_BITS) {
    guint16 dead = table[0], flip = table[0] ^ table[255];
    guint8 masks[PIXELS];

    spread_bits (samples.bits, samples.first + x, n, 0, 255, masks);
    for (guint i = 0; i < n; i++)
      out[i] = dead ^ (masks[i] * 0x101 & flip);
  } else if (painter->kind == LIFE_SAMPLE_INDICES) {
    for (guint i = 0; i < n; i++)
      out[i] = table[samples.bytes[x + i]];
  } else {
    const guint8 *restrict colors = samples.bytes + 4 * (gsize) x;

    for (guint i = 0; i < n; i++)
      out[i] = k == 3 ? colors[4 * i + 3]
                      : life_pixel_wide_component (component, colors[4 * i],
                          colors[4 * i + 1], colors[4 * i + 2]);
  }
}

static inline void
repeat_value (guint16 value, guint n, guint16 *restrict out)
{
  for (guint i = 0; i < n; i++)
    out[i] = value;
}

static inline void
get_values (const LifePainter *painter, LifeSamples samples, guint x, guint n,
    guint k, guint16 *restrict out)
{
  guint8 bytes[PIXELS];

  if (painter->layout->depth > 8) {
    get_words (painter, samples, x, n, k, out);
    return;
  }
  get_bytes (painter, samples, x, n, k, bytes);
  widen_bytes (bytes, n, out);
}

/* The sums of component @k over the blocks of 2×2 pixels that begin at @x to
 * @x + @n - 1. At the odd edge of a frame the last column counts twice. */
static inline void
sum_values (const LifePainter *painter, const LifeSamples rows[2], guint x,
    guint n, guint k, guint16 *restrict out)
{
  guint16 top[PIXELS], below[PIXELS], *bottom = top;

  get_values (painter, rows[0], x, n, k, top);
  if (n % 2 > 0)
    top[n] = top[n - 1];
  if (!is_same_row (rows)) {
    bottom = below;
    get_values (painter, rows[1], x, n, k, bottom);
    if (n % 2 > 0)
      bottom[n] = bottom[n - 1];
  }
  for (guint i = 0; i < (n + 1) / 2; i++)
    out[i] = top[2 * i] + top[2 * i + 1] + bottom[2 * i] + bottom[2 * i + 1];
}

/* What @out has, of a component whose black is @zero, under @over. For blocks, @shift
 * is 2, and @over and @alpha are their sums. */
static inline void
blend_values_over (const LifePainter *painter, gint zero,
    const guint16 *restrict over, const guint16 *restrict alpha, guint shift,
    guint n, guint16 *restrict out)
{
  if (painter->layout->depth > 8)
    for (guint i = 0; i < n; i++)
      out[i] = life_pixel_wide_over_premultiplied (
          out[i], zero, over[i], alpha[i], shift);
  else
    for (guint i = 0; i < n; i++)
      out[i] = life_pixel_over_premultiplied (
          out[i], zero, over[i], alpha[i], shift);
}

/* Samples of 10 bits are moved up in their two bytes by @shift. */
static inline void
load_values (const LifePixelLayout *layout, const guint8 *in, guint step,
    guint n, guint16 *restrict out)
{
  for (guint i = 0; i < n; i++, in += step)
    out[i] = layout->depth > 8
                 ? life_pixel_wide_sample (in[0], in[1], layout->shift)
                 : in[0];
}

/* --- Planes --- */

static inline void
store_words (
    const guint16 *restrict values, guint n, guint shift, guint8 *restrict out)
{
  for (guint i = 0; i < n; i++) {
    guint16 word = GUINT16_TO_LE (values[i] << shift);

    memcpy (out + 2 * i, &word, 2);
  }
}

static inline void
store_pairs_of_words (const guint16 *restrict u, const guint16 *restrict v,
    guint n, guint shift, guint8 *restrict out)
{
  for (guint i = 0; i < n; i++) {
    guint32 pair =
        GUINT32_TO_LE ((guint32) u[i] << shift | (guint32) v[i] << shift << 16);

    memcpy (out + 4 * i, &pair, 4);
  }
}

static inline void
store_triples (const guint16 *restrict first, const guint16 *restrict second,
    const guint16 *restrict third, guint n, guint8 *restrict out)
{
  for (guint i = 0; i < n; i++) {
    out[3 * i] = first[i];
    out[3 * i + 1] = second[i];
    out[3 * i + 2] = third[i];
  }
}

/* Two pixels with one U and one V: four bytes, luma at the first and third, or at the
 * second and fourth if @luma_offset is 1. */
static inline void
store_blocks (const guint16 *restrict luma, const guint16 *restrict u,
    const guint16 *restrict v, guint n, guint luma_offset, guint8 *restrict out)
{
  guint luma_shift = 8 * luma_offset, chroma_shift = 8 - luma_shift;

  for (guint i = 0; i < n; i++) {
    guint32 brightness = luma[2 * i] | (guint32) luma[2 * i + 1] << 16;
    guint32 color = u[i] | (guint32) v[i] << 16;
    guint32 block =
        GUINT32_TO_LE (brightness << luma_shift | color << chroma_shift);

    memcpy (out + 4 * i, &block, 4);
  }
}

/* The same of samples of 10 bits, with luma at the first and third. */
static inline void
store_blocks_of_words (const guint16 *restrict luma, const guint16 *restrict u,
    const guint16 *restrict v, guint n, guint shift, guint8 *restrict out)
{
  for (guint i = 0; i < n; i++) {
    guint64 block = luma[2 * i] | (guint64) u[i] << 16
                    | (guint64) luma[2 * i + 1] << 32 | (guint64) v[i] << 48;

    block = GUINT64_TO_LE (block << shift);
    memcpy (out + 8 * i, &block, 8);
  }
}
