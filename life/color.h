/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Palettes: the 256 colours between dead and alive as bytes of a frame's
 * format. Which index a pixel has is decided elsewhere. */
#pragma once

#include <life/view.h>

G_BEGIN_DECLS

/* Index 0 is the dead colour and 255 the live one; those between are blended
 * before they become luma and chroma. Of @luma, @u, @v and @packed those that
 * the format has are set. @packed holds a pixel's four bytes in memory order;
 * its alpha byte, where it has one, is byte 3. @alpha is that of the live
 * colour; @flat_chroma says that all 256 share one U and one V. */
typedef struct {
  guint8 luma[256], u[256], v[256];
  guint32 packed[256];
  guint alpha;
  gboolean keeps_alpha;
  gboolean flat_chroma;
} LifePalette;

/* How a row's indices are laid on the frame. */
typedef enum {
  LIFE_PAINT_TWO_COLORS, /* every index is 0 or 255 */
  LIFE_PAINT_BLENDED,
  LIFE_PAINT_OVERLAY, /* over what the frame holds */
} LifePaint;

void life_palette_init (
    LifePalette *palette, const LifeView *view, const LifeFrame *frame);

/* Whether a pixel of @format is four bytes. */
gboolean life_palette_is_packed (LifePixelFormat format);

/* How many planes of chroma @format has. */
guint life_palette_chroma_planes (LifePixelFormat format);

/* Bytes of a row of plane @plane that belong to the picture. */
gsize life_palette_row_size (const LifeFrame *frame, guint plane);

G_END_DECLS
