/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of pixel formats, and what follows from it. */
#include "life/draw/pixel-layout.h"

static const LifePixelLayout layouts[] = {
  [LIFE_PIXEL_FORMAT_GRAY8] = { FALSE },
  [LIFE_PIXEL_FORMAT_I420] = { .chroma_planes = 2, .chroma_step = 1 },
  [LIFE_PIXEL_FORMAT_NV12] = { .chroma_planes = 1, .chroma_step = 2 },
  [LIFE_PIXEL_FORMAT_RGBA] = { TRUE, { 0, 1, 2, 3 }, TRUE },
  [LIFE_PIXEL_FORMAT_BGRA] = { TRUE, { 2, 1, 0, 3 }, TRUE },
  [LIFE_PIXEL_FORMAT_RGBX] = { TRUE, { 0, 1, 2, 3 }, FALSE },
  [LIFE_PIXEL_FORMAT_BGRX] = { TRUE, { 2, 1, 0, 3 }, FALSE },
};

const LifePixelLayout *
life_pixel_layout_get (LifePixelFormat format)
{
  return &layouts[format];
}

guint
life_pixel_layout_planes (LifePixelFormat format)
{
  return 1 + layouts[format].chroma_planes;
}

gsize
life_pixel_layout_row_size (const LifeFrame *frame, guint plane)
{
  const LifePixelLayout *layout = &layouts[frame->format];
  gsize width = frame->width;

  if (layout->packed)
    return 4 * width;
  return plane == 0 ? width : (width + 1) / 2 * layout->chroma_step;
}

guint
life_pixel_layout_rows (const LifeFrame *frame, guint plane)
{
  return plane == 0 ? frame->height : frame->height / 2 + frame->height % 2;
}

gboolean
life_pixel_layout_is_same (const LifeFrame *a, const LifeFrame *b)
{
  const LifeColorimetry *left = &a->colorimetry, *right = &b->colorimetry;

  return a->format == b->format && a->width == b->width
         && a->height == b->height && left->kr == right->kr
         && left->kb == right->kb && left->luma_offset == right->luma_offset
         && left->luma_scale == right->luma_scale
         && left->chroma_scale == right->chroma_scale;
}
