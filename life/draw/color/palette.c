/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From colors to bytes: what 256 colors are in each format. Which colors a mode has is in
 * coloring.c, those of states in state-colors.c. */
#include "life/draw/color/palette-private.h"

#include <math.h>
#include <string.h>

/* --- Colors --- */

static guint
channel (guint32 argb, guint shift)
{
  return argb >> shift & 0xff;
}

static void
set_color (LifeColors *colors, guint index, guint32 argb, gboolean premultiply)
{
  guint8 *rgba = colors->rgba[index];
  guint alpha = channel (argb, 24);

  for (guint i = 0; i < 3; i++) {
    guint value = channel (argb, 8 * (2 - i));

    rgba[i] = premultiply ? (value * alpha + 127) / 255 : value;
  }
  rgba[3] = alpha;
}

static guint32
blend (guint32 dead, guint32 alive, guint index)
{
  guint32 color = 0;

  for (guint shift = 0; shift < 32; shift += 8)
    color |= ((channel (dead, shift) * (255 - index)
                  + channel (alive, shift) * index + 127)
                 / 255)
             << shift;
  return color;
}

guint32
life_colors_of_living (const LifeView *view)
{
  return view->color_mode == LIFE_COLOR_MODE_STATE ? view->state_colors[1]
                                                   : view->alive_color;
}

void
life_colors_init_solid (LifeColors *colors, const LifeView *view)
{
  guint32 alive = life_colors_of_living (view);
  guint32 dead = view->overlay ? alive & 0xffffff : view->dead_color;

  for (guint i = 0; i < 256; i++)
    set_color (colors, i, blend (dead, alive, i), view->overlay);
}

void
life_colors_init_indices (LifeColors *colors, const LifeView *view,
    const guint32 argb[LIFE_MAX_STATES])
{
  set_color (colors, 0, view->overlay ? 0 : view->dead_color, view->overlay);
  for (guint index = 1; index < LIFE_MAX_STATES; index++)
    set_color (colors, index, argb[index], view->overlay);
}

guint32
life_colors_at (const LifeView *view, gdouble position)
{
  gdouble turned = position + view->palette_phase;

  if (turned > 1)
    turned -= 1;
  return view
      ->palette_colors[(guint) (turned * (LIFE_PALETTE_COLORS - 1) + 0.5)];
}

guint32
life_colors_mix (guint32 from, guint32 to, guint part, guint whole)
{
  guint32 color = 0;

  for (guint shift = 0; shift < 32; shift += 8)
    color |= (((from >> shift & 255) * (whole - part)
                  + (to >> shift & 255) * part + whole / 2)
                 / whole)
             << shift;
  return color;
}

gboolean
life_colors_are_same_solid (const LifeView *a, const LifeView *b)
{
  return life_colors_of_living (a) == life_colors_of_living (b);
}

/* --- Bytes of a format --- */

/* More than what the weights were rounded by makes, and less than any color lies
 * below one that is halfway between two values: those are rounded up. */
#define TIE (1 << 9)

/* @red and @blue weigh those, and all three together @all; in 2^-@bits. */
static void
set_component (LifePixelComponent *of, guint bits, gint zero, gdouble red,
    gdouble blue, gdouble all)
{
  const gint64 one = G_GINT64_CONSTANT (1) << bits;

  of->zero = zero;
  of->red = (gint64) floor (red / 255 * one + 0.5);
  of->blue = (gint64) floor (blue / 255 * one + 0.5);
  of->green = (gint64) floor (all / 255 * one + 0.5) - of->red - of->blue;
  of->base = zero * one + one / 2 + TIE;
}

static void
set_components (LifePixelComponent components[3], const LifePixelLayout *layout,
    const LifeColorimetry *colorimetry)
{
  guint bits = layout->depth > 8 ? LIFE_PIXEL_WIDE_COMPONENT_BITS
                                 : LIFE_PIXEL_COMPONENT_BITS;
  gdouble kr = colorimetry->kr, kb = colorimetry->kb;
  gdouble luma = colorimetry->luma_scale;
  gdouble half = colorimetry->chroma_scale / 2.0;
  gint middle = 1 << (layout->depth - 1);
  guint u = layout->v_first ? 2 : 1;

  set_component (&components[0], bits, colorimetry->luma_offset, kr * luma,
      kb * luma, luma);
  set_component (&components[u], bits, middle, -kr / (1 - kb) * half, half, 0);
  set_component (
      &components[3 - u], bits, middle, half, -kb / (1 - kr) * half, 0);
}

/* The bytes of a pixel in memory order, and alpha in an overlay. */
static void
set_packed (LifeColorBytes *palette, guint index, const guint8 rgba[4],
    const LifePixelLayout *layout, gboolean overlay)
{
  guint8 pixel[4];

  for (guint k = 0; k < 4; k++)
    pixel[layout->positions[k].offset] = rgba[k];
  if (!layout->has_alpha && !overlay)
    pixel[layout->positions[3].offset] = 255;
  for (guint k = 0; k < 4; k++)
    palette->bytes[k][index] = pixel[k];
  memcpy (&palette->packed[index], pixel, 4);
}

static void
set_samples (LifeColorBytes *palette, guint index, const guint8 rgba[4],
    const LifePixelLayout *layout)
{
  for (guint k = 0; k < 3; k++) {
    LifePixelComponent component = palette->components[k];

    if (layout->depth > 8)
      palette->words[k][index] =
          life_pixel_wide_component (component, rgba[0], rgba[1], rgba[2]);
    else if (layout->rgb)
      palette->bytes[k][index] = rgba[k];
    else
      palette->bytes[k][index] =
          life_pixel_component (component, rgba[0], rgba[1], rgba[2]);
  }
  if (layout->depth > 8)
    palette->words[3][index] = rgba[3];
  else
    palette->bytes[3][index] = rgba[3];
  if (layout->depth == 8)
    for (guint k = 0; k < 4; k++)
      ((guint8 *) &palette->packed[index])[k] = palette->bytes[k][index];
}

/* Whether all indices have one U and one V. */
static gboolean
has_flat_chroma (const LifeColorBytes *palette, const LifePixelLayout *layout)
{
  for (guint k = 1; k < 3; k++)
    for (guint i = 1; i < 256; i++)
      if (life_color_bytes_get (palette, layout, k, i)
          != life_color_bytes_get (palette, layout, k, 0))
        return FALSE;
  return TRUE;
}

void
life_color_bytes_init (LifeColorBytes *palette, const LifeColors *colors,
    gboolean overlay, const LifeFrame *frame)
{
  const LifePixelLayout *layout = life_pixel_layout_get (frame->format);

  memset (palette, 0, sizeof *palette);
  if (!layout->rgb)
    set_components (palette->components, layout, &frame->colorimetry);
  for (guint i = 0; i < 256; i++)
    if (layout->packed)
      set_packed (palette, i, colors->rgba[i], layout, overlay);
    else
      set_samples (palette, i, colors->rgba[i], layout);
  palette->flat_chroma = !overlay && !layout->rgb && layout->components == 3
                         && has_flat_chroma (palette, layout);
}
