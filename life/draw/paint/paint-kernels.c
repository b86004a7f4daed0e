/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inner loops of the painter, compiled for every width of vector. Each kind of
 * sample gives bytes of components or whole pixels; each format stores those, so that
 * neither depends on the other. Which colors those are is in palette.c.
 *
 * 1920×1080 pixels of I420 at zoom 1 read 0.26 MB of bits and write 3.1 MB: 0.15 to
 * 0.3 ms for a core, by where the frame lies. A vector of 64 bytes is a load of 8
 * bytes, a blend and a store, so that the stores are all that counts. */
#include "life/draw/paint/blend.h"
#include "life/draw/paint/paint.h"
#include "life/base/spread.h"
#include "life/draw/color/lookup-colors.h"

/* Pixels and blocks of chroma that are read at a time. */
#define PIXELS 256
#define BLOCKS (PIXELS / 2)

static guint8 *
plane_row (const LifeFrame *frame, guint plane, guint row)
{
  return frame->data[plane] + (gssize) row * frame->stride[plane];
}

/* --- Samples as bytes --- */

/* Component @k, 3 being alpha, of @n pixels from @x on, in formats of 8 bits that are
 * not packed. */
static inline void
get_bytes (const LifePainter *painter, LifeSamples samples, guint x, guint n,
    guint k, guint8 *restrict out)
{
  const LifeColorBytes *palette = &painter->palette;
  const guint8 *table = palette->bytes[k];

  if (painter->kind == LIFE_SAMPLE_BITS) {
    spread_bits (samples.bits, samples.first + x, n, table[0], table[255], out);
  } else if (painter->kind == LIFE_SAMPLE_INDICES) {
    lookup (table, samples.bytes + x, n, out);
  } else {
    const guint8 *restrict colors = samples.bytes + 4 * (gsize) x;

    if (k == 3 || painter->layout->rgb)
      for (guint i = 0; i < n; i++)
        out[i] = colors[4 * i + k];
    else
      for (guint i = 0; i < n; i++)
        out[i] = life_pixel_component (palette->components[k], colors[4 * i],
            colors[4 * i + 1], colors[4 * i + 2]);
  }
}

/* How many bits up the last component of a packed pixel is, its bytes in the order of
 * memory. */
static inline guint
alpha_shift (const LifePainter *painter)
{
  return 8 * painter->layout->positions[3].offset;
}

/* Colors as pixels of four bytes: red and blue are swapped, or alpha comes first, or
 * both. */
static inline void
order_colors (const LifePainter *painter, const guint8 *restrict colors,
    guint n, guint8 *restrict out)
{
  const LifeComponentPosition *positions = painter->layout->positions;
  gboolean swap = positions[0].offset > positions[2].offset;
  guint rotate = positions[3].offset == 0 ? 8 : 0;
  guint32 opaque = painter->layout->has_alpha || painter->overlay
                       ? 0
                       : 0xffu << alpha_shift (painter);

  if (!swap && rotate == 0 && opaque == 0) {
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
    if (rotate > 0)
      pixel = pixel << 8 | pixel >> 24;
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
    lookup_packed (palette, samples.bytes + x, n, out);
  else
    order_colors (painter, samples.bytes + 4 * (gsize) x, n, out);
}

/* --- Over what the frame has --- */

/* Colors multiplied by their alpha, laid over what is there. */
static inline void
blend_over (const guint8 *restrict over, const guint8 *restrict alpha,
    gint zero, guint n, guint8 *restrict out)
{
  for (guint i = 0; i < n; i++)
    out[i] = life_pixel_over_premultiplied (out[i], zero, over[i], alpha[i], 0);
}

static void
blend_component_over (const LifePainter *painter, LifeSamples samples,
    guint width, guint k, guint8 *restrict out)
{
  guint8 over[PIXELS], alpha[PIXELS];

  for (guint x = 0; x < width; x += PIXELS) {
    guint n = MIN (width - x, PIXELS);

    get_bytes (painter, samples, x, n, k, over);
    get_bytes (painter, samples, x, n, 3, alpha);
    blend_over (over, alpha, painter->palette.components[k].zero, n, out + x);
  }
}

/* The byte @shift bits up in each pixel four times. */
static inline void
spread_alpha (
    const guint8 *restrict pixels, guint n, guint shift, guint8 *restrict out)
{
  for (guint i = 0; i < n; i++) {
    guint32 pixel;

    memcpy (&pixel, pixels + 4 * i, 4);
    pixel = (GUINT32_FROM_LE (pixel) >> shift & 255) * 0x01010101u;
    memcpy (out + 4 * i, &pixel, 4);
  }
}

/* Alpha 255 where anything was laid over a pixel. */
static inline void
cover (const guint8 *restrict alpha, guint n, guint shift, guint8 *restrict out)
{
  const guint32 opaque = GUINT32_TO_LE (0xffu << shift);

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
blend_pixels_over (const LifePainter *painter, LifeSamples samples, guint width,
    guint8 *restrict out)
{
  guint8 over[4 * PIXELS], alpha[4 * PIXELS];
  guint shift = alpha_shift (painter);

  for (guint x = 0; x < width; x += PIXELS, out += 4 * PIXELS) {
    guint n = MIN (width - x, PIXELS);

    get_pixels (painter, samples, x, n, over);
    spread_alpha (over, n, shift, alpha);
    blend_over (over, alpha, 0, 4 * n, out);
    if (!painter->layout->has_alpha)
      cover (alpha, n, shift, out);
  }
}

static void
paint_packed_row (const LifePainter *painter, LifeSamples samples, guint width,
    guint8 *restrict out)
{
  if (painter->overlay)
    blend_pixels_over (painter, samples, width, out);
  else
    get_pixels (painter, samples, 0, width, out);
}

/* A component that has a plane for itself and a byte for each pixel. */
static void
paint_component (const LifePainter *painter, LifeSamples samples, guint width,
    guint k, guint8 *restrict out)
{
  if (painter->overlay)
    blend_component_over (painter, samples, width, k, out);
  else
    get_bytes (painter, samples, 0, width, k, out);
}

/* --- Chroma: blocks of 2×2 pixels --- */

#include "life/draw/paint/chroma-loops.h"

/* --- Fading --- */

static void
fade_words (guint16 *restrict words, const guint16 *restrict previous, gsize n,
    guint32 share, guint shift)
{
  for (gsize i = 0; i < n; i++)
    words[i] = GUINT16_TO_LE (life_fade_word (GUINT16_FROM_LE (words[i]),
        GUINT16_FROM_LE (previous[i]), share, shift));
}

static void
fade (const LifePixelLayout *layout, guint8 *restrict bytes,
    const guint8 *restrict previous, gsize n, guint32 share)
{
  if (layout->depth > 8) {
    fade_words ((guint16 *) bytes, (const guint16 *) previous, n / 2, share,
        layout->shift);
    return;
  }
  for (gsize i = 0; i < n; i++)
    bytes[i] = life_fade_byte (bytes[i], previous[i], share);
}

/* --- Formats of 10 bits, and those of components in one plane --- */

#include "life/draw/paint/value-loops.h"

/* The samples of component @k that lie in pixels @x to @x + @n - 1 of @rows, from @at on
 * in the frame. */
static inline void
make_values (const LifePainter *painter, const LifeSamples rows[2], guint x,
    guint n, guint k, const guint8 *at, guint16 *restrict out)
{
  const LifePixelLayout *layout = painter->layout;
  gboolean blocks = k > 0 && layout->across == 2;
  guint samples = blocks ? (n + 1) / 2 : n;
  guint16 over[PIXELS], alpha[PIXELS];

  if (k > 0 && painter->palette.flat_chroma
      && painter->kind != LIFE_SAMPLE_COLORS) {
    repeat_value (
        life_color_bytes_get (&painter->palette, layout, k, 0), samples, out);
    return;
  }
  if (blocks)
    sum_values (painter, rows, x, n, k, over);
  else
    get_values (painter, rows[0], x, n, k, over);
  if (!painter->overlay) {
    for (guint i = 0; i < samples; i++)
      out[i] = blocks ? life_pixel_chroma (over[i]) : over[i];
    return;
  }
  if (blocks)
    sum_values (painter, rows, x, n, 3, alpha);
  else
    get_values (painter, rows[0], x, n, 3, alpha);
  load_values (layout, at, layout->positions[k].step, samples, out);
  blend_values_over (painter, painter->palette.components[k].zero, over, alpha,
      blocks ? 2 : 0, samples, out);
}

/* Luma in a plane with U and V. At an odd edge the block's second pixel has the luma of
 * the first; an overlay leaves it as it is. */
static inline void
store_luma_and_chroma (
    const LifePainter *painter, guint16 values[3][PIXELS], guint n, guint8 *out)
{
  const LifePixelLayout *layout = painter->layout;
  guint luma_offset = layout->positions[0].offset;
  guint8 *second = out + layout->positions[0].step * n + luma_offset,
         previous[2];
  guint bytes = layout->depth > 8 ? 2 : 1;

  if (n % 2 == 0 || !painter->overlay)
    bytes = 0;
  if (n % 2 > 0)
    values[0][n] = values[0][n - 1];
  memcpy (previous, second, bytes);
  if (layout->depth > 8)
    store_blocks_of_words (
        values[0], values[1], values[2], (n + 1) / 2, layout->shift, out);
  else
    store_blocks (
        values[0], values[1], values[2], (n + 1) / 2, luma_offset, out);
  memcpy (second, previous, bytes);
}

/* @values of components @first to @end - 1, of @n pixels, at @out in their planes. */
static inline void
store_components (const LifePainter *painter, guint first, guint end,
    guint16 values[3][PIXELS], guint n, guint8 *const out[3])
{
  const LifePixelLayout *layout = painter->layout;
  const LifeComponentPosition *positions = layout->positions;
  guint blocks = (n + 1) / 2;

  if (layout->rgb)
    store_triples (values[positions[0].offset > 0 ? 2 : 0], values[1],
        values[positions[0].offset > 0 ? 0 : 2], n, out[0]);
  else if (layout->planes == 1)
    store_luma_and_chroma (painter, values, n, out[0]);
  else if (first == 1 && positions[1].plane == positions[2].plane)
    store_pairs_of_words (values[1], values[2], blocks, layout->shift, out[1]);
  else
    for (guint k = first; k < end; k++)
      store_words (values[k], k == 0 ? n : blocks, layout->shift, out[k]);
}

static void
paint_values (const LifePainter *painter, const LifeFrame *frame, guint y,
    guint first, guint end, const LifeSamples rows[2])
{
  const LifePixelLayout *layout = painter->layout;
  guint16 values[3][PIXELS];
  guint width = frame->width;

  for (guint x = 0; x < width; x += PIXELS) {
    guint n = MIN (width - x, PIXELS);
    guint8 *out[3] = { NULL };

    for (guint k = first; k < end; k++) {
      const LifeComponentPosition *position = &layout->positions[k];
      gsize column = k == 0 ? x : x / layout->across;

      out[k] = plane_row (frame, position->plane, y) + column * position->step;
      make_values (
          painter, rows, x, n, k, out[k] + position->offset, values[k]);
    }
    store_components (painter, first, end, values, n, out);
  }
}

/* --- Rows --- */

static void
paint_row (const LifePainter *painter, const LifeFrame *frame, guint y,
    LifeSamples samples)
{
  const LifePixelLayout *layout = painter->layout;
  const LifeSamples rows[2] = { samples, samples };
  guint width = frame->width;

  if (layout->packed) {
    paint_packed_row (painter, samples, width, plane_row (frame, 0, y));
  } else if (layout->positions[0].step > 1) {
    paint_values (painter, frame, y, 0, layout->down == 1 ? 3 : 1, rows);
  } else {
    guint full = layout->across == 1 ? layout->components : 1;

    for (guint k = 0; k < full; k++)
      paint_component (painter, samples, width, k, plane_row (frame, k, y));
    if (layout->across > layout->down)
      paint_byte_chroma (painter, frame, y, rows);
  }
}

static void
paint_chroma (const LifePainter *painter, const LifeFrame *frame, guint y,
    const LifeSamples rows[2])
{
  if (painter->layout->positions[0].step > 1)
    paint_values (painter, frame, y, 1, 3, rows);
  else
    paint_byte_chroma (painter, frame, y, rows);
}

const LifePaintKernels LIFE_FOR_PATH (life_paint) = {
  .row = paint_row,
  .chroma = paint_chroma,
  .fade = fade,
};
