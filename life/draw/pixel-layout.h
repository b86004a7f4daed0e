/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Layouts of pixel formats: which planes they have and what a pixel is there. A format is
 * a row of one table; no pixel is read or written here.
 *
 * A new format takes a row here, a value of LifePixelFormat (include/life/view.h), its name
 * in the caps (plugin/video/caps.h), and where it is no variant of another, a way of
 * storing it in paint-kernels.c and cuda/draw/paint.cuh. */
#pragma once

#include <life/view.h>

G_BEGIN_DECLS

/* In packed formats a pixel is four bytes of one plane: red, green, blue and alpha at
 * @order[0 … 3]. In the others plane 0 is luma, and chroma is U and V of blocks of 2×2
 * pixels, @chroma_step bytes from one sample to the next in its plane. */
typedef struct {
  gboolean packed;
  guint8 order[4];
  gboolean has_alpha; /* else that byte is 255 */
  guint8 chroma_planes;
  guint8 chroma_step;
} LifePixelLayout;

const LifePixelLayout *life_pixel_layout_get (LifePixelFormat format);

guint life_pixel_layout_planes (LifePixelFormat format);

/* Bytes of a row of plane @plane that belong to the picture, and its rows. */
gsize life_pixel_layout_row_size (const LifeFrame *frame, guint plane);
guint life_pixel_layout_rows (const LifeFrame *frame, guint plane);

/* Whether the frames have one format, size and colorimetry. */
gboolean life_pixel_layout_is_same (const LifeFrame *a, const LifeFrame *b);

G_END_DECLS
