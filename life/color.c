/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Turns colours into the bytes of each format and paints rows of palette
 * indices with them; it does not know which cells they stand for. */
#include "life/color.h"

#include "life/pixel.h"

#include <math.h>
#include <string.h>

/* Where the bytes of a packed pixel lie. */
static gboolean
is_packed (LifePixelFormat format)
{
  return format == LIFE_PIXEL_FORMAT_RGBA || format == LIFE_PIXEL_FORMAT_BGRA
         || format == LIFE_PIXEL_FORMAT_RGBX
         || format == LIFE_PIXEL_FORMAT_BGRX;
}

static gboolean
keeps_alpha (LifePixelFormat format)
{
  return format == LIFE_PIXEL_FORMAT_RGBA || format == LIFE_PIXEL_FORMAT_BGRA;
}

static guint
channel (guint32 argb, guint shift)
{
  return argb >> shift & 0xff;
}

static guint32
blend (guint32 dead, guint32 alive, guint index)
{
  guint32 color = 0;
  guint shift;

  for (shift = 0; shift < 32; shift += 8)
    color |= ((channel (dead, shift) * (255 - index)
                  + channel (alive, shift) * index + 127)
                 / 255)
             << shift;
  return color;
}

static guint8
to_byte (gdouble value)
{
  return (guint8) CLAMP (floor (value + 0.5), 0, 255);
}

static void
set_yuv (LifePalette *palette, guint index, guint32 argb,
    const LifeColorimetry *colorimetry)
{
  gdouble red = channel (argb, 16) / 255.0;
  gdouble green = channel (argb, 8) / 255.0;
  gdouble blue = channel (argb, 0) / 255.0;
  gdouble kr = colorimetry->kr, kb = colorimetry->kb;
  gdouble luma = kr * red + (1 - kr - kb) * green + kb * blue;
  gdouble half = colorimetry->chroma_scale / 2.0;

  palette->luma[index] =
      to_byte (colorimetry->luma_offset + luma * colorimetry->luma_scale);
  palette->u[index] = to_byte (128 + half * (blue - luma) / (1 - kb));
  palette->v[index] = to_byte (128 + half * (red - luma) / (1 - kr));
}

static gboolean
is_flat (const guint8 colors[256])
{
  guint i;

  for (i = 1; i < 256; i++)
    if (colors[i] != colors[0])
      return FALSE;
  return TRUE;
}

static void
set_packed (
    LifePalette *palette, guint index, guint32 argb, LifePixelFormat format)
{
  gboolean red_first =
      format == LIFE_PIXEL_FORMAT_RGBA || format == LIFE_PIXEL_FORMAT_RGBX;
  guint8 bytes[4];

  bytes[0] = channel (argb, red_first ? 16 : 0);
  bytes[1] = channel (argb, 8);
  bytes[2] = channel (argb, red_first ? 0 : 16);
  bytes[3] = keeps_alpha (format) ? channel (argb, 24) : 255;
  memcpy (&palette->packed[index], bytes, 4);
}

void
life_palette_init (
    LifePalette *palette, const LifeView *view, const LifeFrame *frame)
{
  guint i;

  palette->alpha = channel (view->alive_color, 24);
  palette->keeps_alpha = keeps_alpha (frame->format);
  for (i = 0; i < 256; i++) {
    guint32 argb = blend (view->dead_color, view->alive_color, i);

    if (is_packed (frame->format))
      set_packed (palette, i, argb, frame->format);
    else
      set_yuv (palette, i, argb, &frame->colorimetry);
  }
  palette->flat_chroma = !is_packed (frame->format) && is_flat (palette->u)
                         && is_flat (palette->v);
}

guint
life_palette_chroma_planes (LifePixelFormat format)
{
  return format == LIFE_PIXEL_FORMAT_I420   ? 2
         : format == LIFE_PIXEL_FORMAT_NV12 ? 1
                                            : 0;
}

gsize
life_palette_row_size (const LifeFrame *frame, guint plane)
{
  gsize width = frame->width;

  if (is_packed (frame->format))
    return 4 * width;
  if (plane == 0)
    return width;
  return (width + 1) / 2 * (frame->format == LIFE_PIXEL_FORMAT_NV12 ? 2 : 1);
}

static guint8 *
plane_row (const LifeFrame *frame, guint plane, guint row)
{
  return frame->data[plane] + (gssize) row * frame->stride[plane];
}

/* With two colours an index is a mask between them, and the compiler paints a
 * vector of pixels at once. */
static void
paint_luma (const LifePalette *palette, LifePaint paint, guint8 *restrict out,
    const guint8 *restrict indices, guint width)
{
  guint8 dead = palette->luma[0], flip = dead ^ palette->luma[255];
  guint i;

  if (paint == LIFE_PAINT_TWO_COLORS)
    for (i = 0; i < width; i++)
      out[i] = dead ^ (indices[i] & flip);
  else
    for (i = 0; i < width; i++)
      out[i] = palette->luma[indices[i]];
}

static void
paint_packed (const LifePalette *palette, LifePaint paint, guint8 *restrict out,
    const guint8 *restrict indices, guint width)
{
  guint32 dead = palette->packed[0], flip = dead ^ palette->packed[255];
  guint i;

  if (paint == LIFE_PAINT_TWO_COLORS)
    for (i = 0; i < width; i++) {
      guint32 pixel = dead ^ ((guint32) (gint8) indices[i] & flip);

      memcpy (out + 4 * (gsize) i, &pixel, 4);
    }
  else
    for (i = 0; i < width; i++)
      memcpy (out + 4 * (gsize) i, &palette->packed[indices[i]], 4);
}

static void
overlay_luma (
    const LifePalette *palette, guint8 *out, const guint8 *indices, guint width)
{
  guint i;

  for (i = 0; i < width; i++)
    if (indices[i] > 0)
      out[i] = life_pixel_over (out[i], palette->luma[255],
          indices[i] * palette->alpha, LIFE_PIXEL_FULL_WEIGHT);
}

/* The frame's own alpha grows towards opaque as it is covered. */
static void
overlay_packed (
    const LifePalette *palette, guint8 *out, const guint8 *indices, guint width)
{
  guint8 over[4];
  guint i, byte;

  memcpy (over, &palette->packed[255], 4);
  over[3] = 255;
  for (i = 0; i < width; i++) {
    guint weight = indices[i] * palette->alpha;
    guint8 *pixel = out + 4 * (gsize) i;

    if (weight == 0)
      continue;
    for (byte = 0; byte < 4; byte++)
      pixel[byte] = life_pixel_over (
          pixel[byte], over[byte], weight, LIFE_PIXEL_FULL_WEIGHT);
    if (!palette->keeps_alpha)
      pixel[3] = 255;
  }
}

void
life_palette_paint_row (const LifePalette *palette, LifePaint paint,
    const LifeFrame *frame, guint row, const guint8 *indices)
{
  guint8 *out = plane_row (frame, 0, row);

  if (paint == LIFE_PAINT_OVERLAY) {
    if (is_packed (frame->format))
      overlay_packed (palette, out, indices, frame->width);
    else
      overlay_luma (palette, out, indices, frame->width);
  } else if (is_packed (frame->format)) {
    paint_packed (palette, paint, out, indices, frame->width);
  } else {
    paint_luma (palette, paint, out, indices, frame->width);
  }
}

/* One of U and V, at every @step-th byte of @out; with two colours the number of
 * live pixels is all that a block needs. */
static inline void
paint_chroma (const guint8 colors[256], LifePaint paint, guint8 *restrict out,
    guint step, const guint8 *restrict top, const guint8 *restrict bottom,
    guint n)
{
  gint dead = colors[0], difference = colors[255] - dead;
  guint i;

  if (paint == LIFE_PAINT_TWO_COLORS)
    for (i = 0; i < n; i++) {
      gint alive = (top[2 * i] & 1) + (top[2 * i + 1] & 1) + (bottom[2 * i] & 1)
                   + (bottom[2 * i + 1] & 1);

      out[step * i] = life_pixel_chroma (4 * dead + alive * difference);
    }
  else
    for (i = 0; i < n; i++)
      out[step * i] = life_pixel_chroma (
          colors[top[2 * i]] + colors[top[2 * i + 1]] + colors[bottom[2 * i]]
          + colors[bottom[2 * i + 1]]);
}

static void
overlay_chroma (const LifePalette *palette, guint8 over, guint8 *out,
    guint step, const guint8 *top, const guint8 *bottom, guint n)
{
  guint i;

  for (i = 0; i < n; i++) {
    guint indices =
        top[2 * i] + top[2 * i + 1] + bottom[2 * i] + bottom[2 * i + 1];

    if (indices > 0)
      out[step * i] = life_pixel_over (out[step * i], over,
          indices * palette->alpha, 4 * LIFE_PIXEL_FULL_WEIGHT);
  }
}

void
life_palette_paint_chroma (const LifePalette *palette, LifePaint paint,
    const LifeFrame *frame, guint row, const guint8 *top, const guint8 *bottom)
{
  guint n = (frame->width + 1) / 2;
  gboolean planar = frame->format == LIFE_PIXEL_FORMAT_I420;
  guint8 *u = plane_row (frame, 1, row);
  guint8 *v = planar ? plane_row (frame, 2, row) : u + 1;

  if (paint == LIFE_PAINT_OVERLAY) {
    overlay_chroma (
        palette, palette->u[255], u, planar ? 1 : 2, top, bottom, n);
    overlay_chroma (
        palette, palette->v[255], v, planar ? 1 : 2, top, bottom, n);
  } else if (planar && palette->flat_chroma) {
    memset (u, palette->u[0], n);
    memset (v, palette->v[0], n);
  } else if (planar) {
    paint_chroma (palette->u, paint, u, 1, top, bottom, n);
    paint_chroma (palette->v, paint, v, 1, top, bottom, n);
  } else if (palette->flat_chroma && palette->u[0] == palette->v[0]) {
    memset (u, palette->u[0], 2 * (gsize) n);
  } else {
    paint_chroma (palette->u, paint, u, 2, top, bottom, n);
    paint_chroma (palette->v, paint, v, 2, top, bottom, n);
  }
}
