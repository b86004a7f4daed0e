/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Palettes: the 256 colors that indices stand for, and the same as bytes of a frame's
 * format. Which index a pixel has is decided by samplers (sample.h). */
#pragma once

#include "life/draw/color/pixel-layout.h"
#include "life/draw/color/pixel.h"

G_BEGIN_DECLS

/* Red, green, blue and alpha of each index; in an overlay they are multiplied by
 * alpha. */
typedef struct {
  guint8 rgba[256][4];
} LifeColors;

/* The same in a format. Packed ones have @bytes[k], byte k of a pixel in memory order,
 * and @packed, all four. The others have their components and alpha: luma, U and V, or
 * red, green and blue; in 8 bits as @bytes and @packed, in 10 bits as @words. In an overlay
 * the alpha is there in every format.
 *
 * @components turn colors that are no index into luma and chroma. @flat_chroma: all
 * indices share one U and one V, which then cover what they are painted on. */
typedef struct {
  union {
    struct {
      guint8 bytes[4][256];
      guint32 packed[256];
    };
    guint16 words[4][256];
  };
  LifePixelComponent components[3];
  gboolean flat_chroma;
} LifeColorBytes;

/* Component @k, 3 being alpha, of @index, in formats that are not packed. */
static inline guint
life_color_bytes_get (const LifeColorBytes *palette,
    const LifePixelLayout *layout, guint k, guint index)
{
  return layout->depth > 8 ? palette->words[k][index]
                           : palette->bytes[k][index];
}

/* From the dead color, index 0, to the live one, 255. In an overlay from nothing to the
 * live color. Where the view wants states, the color of state 1 is the live one. */
void life_colors_init_solid (LifeColors *colors, const LifeView *view);

/* Of indices that stand for something else, of which 0 is what is dead: in an overlay
 * it is wholly transparent. @argb has the colors of all others. */
void life_colors_init_indices (LifeColors *colors, const LifeView *view,
    const guint32 argb[LIFE_MAX_STATES]);

void life_color_bytes_init (LifeColorBytes *palette, const LifeColors *colors,
    gboolean overlay, const LifeFrame *frame);

/* The color at @position, 0 … 1, of the view's palette, which may be turned. */
guint32 life_colors_at (const LifeView *view, gdouble position);

/* @part of @whole of the way from one color to another. */
guint32 life_colors_mix (guint32 from, guint32 to, guint part, guint whole);

/* The color of what is alive where all of it has one color. */
guint32 life_colors_of_living (const LifeView *view);

/* Whether what is alive has one color in both views, the same. */
gboolean life_colors_are_same_solid (const LifeView *a, const LifeView *b);

G_END_DECLS
