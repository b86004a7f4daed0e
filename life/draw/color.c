/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Turns colours into the bytes of each format; which colours states have is in
 * life/draw/theme.c. */
#include "life/draw/color.h"

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
  for (guint i = 0; i < 4; i++)
    palette->bytes[i][index] = bytes[i];
}

static gboolean
has_flat_chroma (const LifePalette *palette, const LifeFrame *frame)
{
  return !life_palette_is_packed (frame->format) && is_flat (palette->u)
         && is_flat (palette->v);
}

/* The colour of what is alive where all of it has one colour. */
static guint32
live_color (const LifeView *view)
{
  return view->color_mode == LIFE_COLOR_MODE_STATE ? view->state_colors[1]
                                                   : view->alive_color;
}

void
life_palette_init (
    LifePalette *palette, const LifeView *view, const LifeFrame *frame)
{
  guint32 alive = live_color (view);
  guint i;

  palette->alpha = channel (alive, 24);
  palette->keeps_alpha = keeps_alpha (frame->format);
  for (i = 0; i < 256; i++) {
    guint32 argb = blend (view->dead_color, alive, i);

    if (life_palette_is_packed (frame->format))
      set_packed (palette, i, argb, frame->format);
    else
      set_yuv (palette, i, argb, &frame->colorimetry);
  }
  palette->flat_chroma = has_flat_chroma (palette, frame);
}

/* --- Of states --- */

/* More than what the weights were rounded by makes, and less than any colour lies
 * below one that is halfway between two bytes: those are rounded up. */
#define TIE (1 << 9)

/* @red and @blue weigh those, and all three together @all. */
static void
set_component (
    LifePixelComponent *of, gint zero, gdouble red, gdouble blue, gdouble all)
{
  const gint64 one = 1 << LIFE_PIXEL_COMPONENT_BITS;

  of->zero = zero;
  of->red = (gint32) floor (red / 255 * one + 0.5);
  of->blue = (gint32) floor (blue / 255 * one + 0.5);
  of->green = (gint32) floor (all / 255 * one + 0.5) - of->red - of->blue;
  of->base = zero * one + one / 2 + TIE;
}

static void
set_components (
    LifePixelComponent components[3], const LifeColorimetry *colorimetry)
{
  gdouble kr = colorimetry->kr, kb = colorimetry->kb;
  gdouble luma = colorimetry->luma_scale;
  gdouble half = colorimetry->chroma_scale / 2.0;

  set_component (
      &components[0], colorimetry->luma_offset, kr * luma, kb * luma, luma);
  set_component (&components[1], 128, -kr / (1 - kb) * half, half, 0);
  set_component (&components[2], 128, half, -kb / (1 - kr) * half, 0);
}

void
life_palette_state_bytes (
    const LifeView *view, LifePixelFormat format, guint state, guint8 bytes[4])
{
  gboolean packed = life_palette_is_packed (format);
  gboolean blue_first =
      format == LIFE_PIXEL_FORMAT_BGRA || format == LIFE_PIXEL_FORMAT_BGRX;
  guint32 argb = state == 0 ? view->dead_color : view->state_colors[state];
  guint alpha = channel (argb, 24), i;

  if (state == 0 && view->overlay)
    argb = alpha = 0;
  bytes[0] = channel (argb, blue_first ? 0 : 16);
  bytes[1] = channel (argb, 8);
  bytes[2] = channel (argb, blue_first ? 16 : 0);
  bytes[3] = view->overlay || !packed || keeps_alpha (format) ? alpha : 255;
  for (i = 0; view->overlay && i < 3; i++)
    bytes[i] = (bytes[i] * alpha + 127) / 255;
}

void
life_palette_init_states (
    LifePalette *palette, const LifeView *view, const LifeFrame *frame)
{
  gboolean packed = life_palette_is_packed (frame->format);
  guint8 bytes[4];
  guint state, i;

  palette->alpha = 255;
  palette->keeps_alpha = keeps_alpha (frame->format);
  set_components (palette->components, &frame->colorimetry);
  for (state = 0; state < 256; state++) {
    life_palette_state_bytes (view, frame->format, state, bytes);
    memcpy (&palette->packed[state], bytes, 4);
    for (i = 0; i < 4; i++)
      palette->bytes[i][state] =
          packed || i == 3 ? bytes[i]
                           : life_pixel_component (palette->components[i],
                               bytes[0], bytes[1], bytes[2]);
  }
  palette->flat_chroma = !view->overlay && has_flat_chroma (palette, frame);
}

gboolean
life_palette_is_same (const LifeView *a, const LifeView *b, gboolean states)
{
  if (a->dead_color != b->dead_color || a->overlay != b->overlay)
    return FALSE;
  if (states)
    return memcmp (a->state_colors, b->state_colors, sizeof (a->state_colors))
           == 0;
  return live_color (a) == live_color (b);
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
