/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Turns colours into the bytes of each format; it does not know which cells they
 * stand for. */
#include "life/color.h"

#include <math.h>
#include <string.h>

gboolean
life_palette_is_packed (LifePixelFormat format)
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

    if (life_palette_is_packed (frame->format))
      set_packed (palette, i, argb, frame->format);
    else
      set_yuv (palette, i, argb, &frame->colorimetry);
  }
  palette->flat_chroma = !life_palette_is_packed (frame->format)
                         && is_flat (palette->u) && is_flat (palette->v);
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

  if (life_palette_is_packed (frame->format))
    return 4 * width;
  if (plane == 0)
    return width;
  return (width + 1) / 2 * (frame->format == LIFE_PIXEL_FORMAT_NV12 ? 2 : 1);
}
