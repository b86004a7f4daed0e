/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inner loops of the painter, compiled for every width of vector. Each kind of
 * sample gives bytes of components or whole pixels; each format takes those, so that
 * neither knows the other. Which colors those are is in palette.c.
 *
 * 1920×1080 pixels of I420 at zoom 1 read 0.26 MB of bits and write 3.1 MB: 0.15 to
 * 0.3 ms for a core, by where the frame lies. A vector of 64 bytes is a load of 8
 * bytes, a blend and a store, so that the stores are all that counts. */
#include "life/draw/paint.h"
#include "life/draw/spread.h"

/* Pixels and blocks of chroma that are looked at at a time. */
#define PIXELS 256
#define BLOCKS (PIXELS / 2)

static guint8 *
plane_row (const LifeFrame *frame, guint plane, guint row)
{
  return frame->data[plane] + (gssize) row * frame->stride[plane];
}

/* --- Samples as bytes --- */

/* Byte @k, as LifeColorBytes has it, of @n pixels from @x on in formats of luma and
 * chroma: luma, U, V or alpha. */
static inline void
get_bytes (const LifePainter *painter, LifeSamples samples, guint x, guint n,
    guint k, guint8 *restrict out)
{
  const LifeColorBytes *palette = &painter->palette;
  const guint8 *table = palette->bytes[k];

  if (painter->kind == LIFE_SAMPLE_BITS) {
    spread_bits (samples.bits, samples.first + x, n, table[0], table[255], out);
  } else if (painter->kind == LIFE_SAMPLE_INDICES) {
    look_up (table, samples.bytes + x, n, out);
  } else {
    const guint8 *restrict colors = samples.bytes + 4 * (gsize) x;

    if (k == 3)
      for (guint i = 0; i < n; i++)
        out[i] = colors[4 * i + 3];
    else
      for (guint i = 0; i < n; i++)
        out[i] = life_pixel_component (palette->components[k], colors[4 * i],
            colors[4 * i + 1], colors[4 * i + 2]);
  }
}

/* Colors as pixels of four bytes. */
static inline void
order_colors (const LifePainter *painter, const guint8 *restrict colors,
    guint n, guint8 *restrict out)
{
  gboolean swap = painter->layout->order[0] != 0;
  guint32 opaque =
      painter->layout->has_alpha || painter->overlay ? 0 : 0xff000000;

  if (!swap && opaque == 0) {
    memcpy (out, colors, 4 * (gsize) n);
    return;
  }
  for (guint i = 0; i < n; i++) {
    guint32 pixel;

    memcpy (&pixel, colors + 4 * (gsize) i, 4);
    pixel = GUINT32_FROM_LE (pixel);
    if (swap)
      pixel =
          (pixel & 0xff00ff00) | (pixel & 0xff) << 16 | (pixel >> 16 & 0xff);
    pixel = GUINT32_TO_LE (pixel | opaque);
    memcpy (out + 4 * (gsize) i, &pixel, 4);
  }
}

/* @n pixels from @x on in packed formats. */
static inline void
get_pixels (const LifePainter *painter, LifeSamples samples, guint x, guint n,
    guint8 *restrict out)
{
  const LifeColorBytes *palette = &painter->palette;

  if (painter->kind == LIFE_SAMPLE_BITS)
    spread_packed_bits (samples.bits, samples.first + x, n, palette->packed[0],
        palette->packed[255], out);
  else if (painter->kind == LIFE_SAMPLE_INDICES)
    look_up_packed (palette, samples.bytes + x, n, out);
  else
    order_colors (painter, samples.bytes + 4 * (gsize) x, n, out);
}

/* --- Over what the frame holds --- */

/* Colors multiplied by their alpha, laid over what is there. */
static inline void
lay_over (const guint8 *restrict over, const guint8 *restrict alpha, gint zero,
    guint n, guint8 *restrict out)
{
  for (guint i = 0; i < n; i++)
    out[i] = life_pixel_over_premultiplied (out[i], zero, over[i], alpha[i], 0);
}

static void
lay_luma_over (const LifePainter *painter, LifeSamples samples, guint width,
    guint8 *restrict out)
{
  guint8 over[PIXELS], alpha[PIXELS];

  for (guint x = 0; x < width; x += PIXELS) {
    guint n = MIN (width - x, PIXELS);

    get_bytes (painter, samples, x, n, 0, over);
    get_bytes (painter, samples, x, n, 3, alpha);
    lay_over (over, alpha, painter->palette.components[0].zero, n, out + x);
  }
}

/* The last byte of each pixel four times. */
static inline void
spread_alpha (const guint8 *restrict pixels, guint n, guint8 *restrict out)
{
  for (guint i = 0; i < n; i++) {
    guint32 pixel;

    memcpy (&pixel, pixels + 4 * i, 4);
    pixel = (GUINT32_FROM_LE (pixel) >> 24) * 0x01010101u;
    memcpy (out + 4 * i, &pixel, 4);
  }
}

/* Alpha 255 where anything was laid over a pixel. */
static inline void
cover (const guint8 *restrict alpha, guint n, guint8 *restrict out)
{
  const guint32 opaque = GUINT32_TO_LE (0xff000000);

  for (guint i = 0; i < n; i++) {
    guint32 pixel, covered;

    memcpy (&pixel, out + 4 * i, 4);
    memcpy (&covered, alpha + 4 * i, 4);
    pixel |= covered != 0 ? opaque : 0;
    memcpy (out + 4 * i, &pixel, 4);
  }
}

/* The frame's own alpha grows towards opaque as it is covered. */
static void
lay_pixels_over (const LifePainter *painter, LifeSamples samples, guint width,
    guint8 *restrict out)
{
  guint8 over[4 * PIXELS], alpha[4 * PIXELS];

  for (guint x = 0; x < width; x += PIXELS, out += 4 * PIXELS) {
    guint n = MIN (width - x, PIXELS);

    get_pixels (painter, samples, x, n, over);
    spread_alpha (over, n, alpha);
    lay_over (over, alpha, 0, 4 * n, out);
    if (!painter->layout->has_alpha)
      cover (alpha, n, out);
  }
}

static void
paint_row (const LifePainter *painter, const LifeFrame *frame, guint y,
    LifeSamples samples)
{
  guint8 *out = plane_row (frame, 0, y);
  guint width = frame->width;

  if (painter->layout->packed && painter->overlay)
    lay_pixels_over (painter, samples, width, out);
  else if (painter->layout->packed)
    get_pixels (painter, samples, 0, width, out);
  else if (painter->overlay)
    lay_luma_over (painter, samples, width, out);
  else
    get_bytes (painter, samples, 0, width, 0, out);
}

/* --- Chroma: blocks of 2×2 pixels --- */

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

/* The sums of byte @k of the blocks that begin at pixels @x to @x + @n - 1. At the odd
 * edge of a frame the last column counts twice. */
static inline void
sum_samples (const LifePainter *painter, const LifeSamples rows[2], guint x,
    guint n, guint k, guint16 *restrict out)
{
  guint8 top[PIXELS], bottom[PIXELS];

  get_bytes (painter, rows[0], x, n, k, top);
  get_bytes (painter, rows[1], x, n, k, bottom);
  if (n % 2 > 0) {
    top[n] = top[n - 1];
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
lay_blocks_over (const guint16 *restrict over, const guint16 *restrict alpha,
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
  guint8 all[BLOCKS];

  if (palette->u[0] == palette->v[0] || step == 1) {
    memset (u, palette->u[0], (gsize) step * n);
    if (step == 1)
      memset (v, palette->v[0], n);
    return;
  }
  for (guint i = 0; i < BLOCKS; i += 2) {
    all[i] = palette->u[0];
    all[i + 1] = palette->v[0];
  }
  for (gsize i = 0; i < 2 * (gsize) n; i += BLOCKS)
    memcpy (u + i, all, MIN (2 * (gsize) n - i, BLOCKS));
}

static void
paint_chroma (const LifePainter *painter, const LifeFrame *frame, guint y,
    const LifeSamples rows[2])
{
  guint step = painter->layout->chroma_step, width = frame->width;
  guint8 *u = plane_row (frame, 1, y);
  guint8 *v = step == 2 ? u + 1 : plane_row (frame, 2, y);
  guint8 bytes[2][BLOCKS];
  guint16 sums[BLOCKS], alpha[BLOCKS];

  if (painter->palette.flat_chroma && painter->kind != LIFE_SAMPLE_COLORS) {
    paint_flat_chroma (&painter->palette, step, (width + 1) / 2, u, v);
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
      lay_blocks_over (sums, alpha, blocks, bytes[k]);
    }
    store_chroma (bytes[0], bytes[1], blocks, step, u + at, v + at);
  }
}

const LifePaintKernels LIFE_FOR_PATH (life_paint) = {
  .row = paint_row,
  .chroma = paint_chroma,
};
