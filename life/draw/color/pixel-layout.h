/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Layouts of pixel formats: which planes they have and what a pixel is there. A format is
 * a row of one table; no pixel is read or written here.
 *
 * A new format takes a row here and a value of LifePixelFormat (include/life/view.h), and where
 * it interleaves components in a way of its own, a way of storing them in value-loops.h and
 * cuda/draw/paint.cuh. */
#pragma once

#include <life/view.h>

G_BEGIN_DECLS

/* Where a component's samples lie: the first one @offset bytes into a row of plane
 * @plane, each other one @step bytes after the one before it. */
typedef struct {
  guint8 plane, offset, step;
} LifeComponentPosition;

/* Components are red, green and blue, or luma, U and V. A sample of U or V covers
 * @across × @down pixels, of one or two each way. Samples have @depth bits, 8 in a byte
 * or 10 in two, of which the lower one comes first; these lie @shift bits up.
 *
 * In packed formats a pixel is four bytes of one plane, and the fourth component is alpha
 * or 255. Where @v_first is set, V is the second component and U the third, here
 * and in what is written, so that no loop depends on it. */
typedef struct {
  gboolean rgb, packed, has_alpha;
  guint8 components, planes;
  guint8 across, down;
  guint8 depth, shift;
  LifeComponentPosition positions[4];
  guint8 v_first;
} LifePixelLayout;

/* Whether there is a format of this value. */
gboolean life_pixel_layout_is_format (LifePixelFormat format);

const LifePixelLayout *life_pixel_layout_get (LifePixelFormat format);

guint life_pixel_layout_planes (LifePixelFormat format);

/* Bytes of a row of plane @plane that belong to the picture, and its rows. */
gsize life_pixel_layout_row_size (const LifeFrame *frame, guint plane);
guint life_pixel_layout_rows (const LifeFrame *frame, guint plane);

/* The bytes of all planes without padding; and lets @frame have them at @memory so. */
gsize life_pixel_layout_bytes (const LifeFrame *frame);
void life_pixel_layout_set_planes (LifeFrame *frame, guint8 *memory);

/* Copies the picture of a frame of the same format and size. */
void life_pixel_layout_copy (const LifeFrame *to, const LifeFrame *from);

/* The part of @frame that begins at (@x, @y), which are even, and has this size; the
 * samples of chroma at its right and bottom edges are shared with none outside it if
 * width and height are even, or reach the frame's edge. */
LifeFrame life_pixel_layout_part (
    const LifeFrame *frame, guint x, guint y, guint width, guint height);

/* Whether the frames have one format and colorimetry; and one size, too. */
gboolean life_pixel_layout_is_same_format (
    const LifeFrame *a, const LifeFrame *b);
gboolean life_pixel_layout_is_same (const LifeFrame *a, const LifeFrame *b);

G_END_DECLS
