/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Palettes: 256 colours as bytes of a frame's format, either those between dead
 * and alive or those of the states. Which index a pixel has is decided
 * elsewhere. */
#pragma once

#include <life/view.h>

#include "life/draw/pixel.h"

G_BEGIN_DECLS

/* Of @luma, @u, @v and @packed those that the format has are set. @packed holds a
 * pixel's four bytes in memory order; its alpha byte, where it has one, is byte 3.
 * @alpha is that of the live colour; @flat_chroma says that all 256 share one U
 * and one V.
 *
 * Between dead and alive, index 0 is the dead colour and 255 the live one; those
 * between are blended before they become luma and chroma.
 *
 * @bytes[k] is byte k of each in formats of four bytes a pixel, in memory order.
 *
 * Of states, index s is the colour of state s; in formats of luma and chroma
 * @bytes[3] is alpha. In an overlay colours are multiplied by their alpha, state 0 is
 * wholly transparent, and @bytes[3] is alpha in every format. @components say how a
 * mean of colours becomes luma and chroma. */
typedef struct {
  union {
    struct {
      guint8 luma[256], u[256], v[256];
    };
    guint8 bytes[4][256];
  };
  guint32 packed[256];
  guint alpha;
  gboolean keeps_alpha;
  gboolean flat_chroma;
  LifePixelComponent components[3];
} LifePalette;

/* How a row's indices are laid on the frame. */
typedef enum {
  LIFE_PAINT_TWO_COLORS, /* every index is 0 or 255 */
  LIFE_PAINT_MANY_COLORS,
  LIFE_PAINT_OVERLAY,        /* over what the frame holds */
  LIFE_PAINT_STATES_OVERLAY, /* likewise; the indices are states */
} LifePaint;

/* Between dead and alive; where each state has its colour, that of state 1 is the
 * live one. */
void life_palette_init (
    LifePalette *palette, const LifeView *view, const LifeFrame *frame);

/* Of states. */
void life_palette_init_states (
    LifePalette *palette, const LifeView *view, const LifeFrame *frame);

/* Red, green, blue and alpha of @state, one after the other in memory; in formats
 * of four bytes a pixel the bytes of a pixel. Multiplied by alpha in an overlay. */
void life_palette_state_bytes (
    const LifeView *view, LifePixelFormat format, guint state, guint8 bytes[4]);

/* Whether the palettes of both are the same, in frames of one shape; @states:
 * those of states. */
gboolean life_palette_is_same (
    const LifeView *a, const LifeView *b, gboolean states);

/* Whether a pixel of @format is four bytes. */
gboolean life_palette_is_packed (LifePixelFormat format);

/* How many planes of chroma @format has. */
guint life_palette_chroma_planes (LifePixelFormat format);

/* Bytes of a row of plane @plane that belong to the picture. */
gsize life_palette_row_size (const LifeFrame *frame, guint plane);

G_END_DECLS
