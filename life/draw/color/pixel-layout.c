/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of pixel formats, and what follows from it. */
#include "life/draw/color/pixel-layout.h"

#include <string.h>

/* Samples of @bytes bytes: each component in a plane; U and V in pairs. */
#define APART(bytes)                                   \
  {                                                    \
    { 0, 0, bytes }, { 1, 0, bytes }, { 2, 0, bytes }, \
    {                                                  \
    }                                                  \
  }
#define PAIRS(bytes)                                                   \
  {                                                                    \
    { 0, 0, bytes }, { 1, 0, 2 * (bytes) }, { 1, bytes, 2 * (bytes) }, \
    {                                                                  \
    }                                                                  \
  }

/* All in one plane, in blocks of four such samples, of which these are luma, U and V. */
#define BLOCKS(bytes, luma, u, v)                                            \
  {                                                                          \
    { 0, (luma) * (bytes), 2 * (bytes) }, { 0, (u) * (bytes), 4 * (bytes) }, \
        { 0, (v) * (bytes), 4 * (bytes) },                                   \
    {                                                                        \
    }                                                                        \
  }
#define PIXELS(bytes, red, green, blue, alpha)                  \
  {                                                             \
    { 0, red, bytes }, { 0, green, bytes }, { 0, blue, bytes }, \
    {                                                           \
      0, alpha, bytes                                           \
    }                                                           \
  }

#define RGB(red, green, blue) \
  TRUE, FALSE, FALSE, 3, 1, 1, 1, 8, 0, PIXELS (3, red, green, blue, 0)
#define RGBA(red, green, blue, alpha) \
  TRUE, TRUE, TRUE, 4, 1, 1, 1, 8, 0, PIXELS (4, red, green, blue, alpha)
#define RGBX(red, green, blue, rest) \
  TRUE, TRUE, FALSE, 4, 1, 1, 1, 8, 0, PIXELS (4, red, green, blue, rest)
#define YUV(planes, across, down, depth, shift, positions) \
  FALSE, FALSE, FALSE, 3, planes, across, down, depth, shift, positions

/* GstCuda 1.22 has frames of a format in a GPU's memory if @on_cuda is set, and ends the process
 * where others are requested. */
typedef struct {
  LifePixelFormat format;
  const gchar *name; /* what GStreamer calls it */
  gboolean on_cuda;
  LifePixelLayout layout;
} Format;

/* In the order in which they are preferred. */
static const Format formats[] = {
  { LIFE_PIXEL_FORMAT_I420, "I420", TRUE, { YUV (3, 2, 2, 8, 0, APART (1)) } },
  { LIFE_PIXEL_FORMAT_NV12, "NV12", TRUE, { YUV (2, 2, 2, 8, 0, PAIRS (1)) } },
  { LIFE_PIXEL_FORMAT_RGBA, "RGBA", TRUE, { RGBA (0, 1, 2, 3) } },
  { LIFE_PIXEL_FORMAT_BGRA, "BGRA", TRUE, { RGBA (2, 1, 0, 3) } },
  { LIFE_PIXEL_FORMAT_RGBX, "RGBx", TRUE, { RGBX (0, 1, 2, 3) } },
  { LIFE_PIXEL_FORMAT_BGRX, "BGRx", TRUE, { RGBX (2, 1, 0, 3) } },
  { LIFE_PIXEL_FORMAT_ARGB, "ARGB", TRUE, { RGBA (1, 2, 3, 0) } },
  { LIFE_PIXEL_FORMAT_ABGR, "ABGR", TRUE, { RGBA (3, 2, 1, 0) } },
  { LIFE_PIXEL_FORMAT_RGB, "RGB", TRUE, { RGB (0, 1, 2) } },
  { LIFE_PIXEL_FORMAT_BGR, "BGR", TRUE, { RGB (2, 1, 0) } },
  { LIFE_PIXEL_FORMAT_Y444, "Y444", TRUE, { YUV (3, 1, 1, 8, 0, APART (1)) } },
  { LIFE_PIXEL_FORMAT_Y42B, "Y42B", TRUE, { YUV (3, 2, 1, 8, 0, APART (1)) } },
  { LIFE_PIXEL_FORMAT_YUY2, "YUY2", TRUE,
      { YUV (1, 2, 1, 8, 0, BLOCKS (1, 0, 1, 3)) } },
  { LIFE_PIXEL_FORMAT_UYVY, "UYVY", TRUE,
      { YUV (1, 2, 1, 8, 0, BLOCKS (1, 1, 0, 2)) } },
  { LIFE_PIXEL_FORMAT_I420_10LE, "I420_10LE", TRUE,
      { YUV (3, 2, 2, 10, 0, APART (2)) } },
  { LIFE_PIXEL_FORMAT_P010_10LE, "P010_10LE", TRUE,
      { YUV (2, 2, 2, 10, 6, PAIRS (2)) } },
  { LIFE_PIXEL_FORMAT_I422_10LE, "I422_10LE", TRUE,
      { YUV (3, 2, 1, 10, 0, APART (2)) } },
  { LIFE_PIXEL_FORMAT_Y210, "Y210", FALSE,
      { YUV (1, 2, 1, 10, 6, BLOCKS (2, 0, 1, 3)) } },
  { LIFE_PIXEL_FORMAT_XRGB, "xRGB", FALSE, { RGBX (1, 2, 3, 0) } },
  { LIFE_PIXEL_FORMAT_XBGR, "xBGR", FALSE, { RGBX (3, 2, 1, 0) } },
  { LIFE_PIXEL_FORMAT_GRAY8, "GRAY8", FALSE,
      { FALSE, FALSE, FALSE, 1, 1, 1, 1, 8, 0, { { 0, 0, 1 } } } },
  { LIFE_PIXEL_FORMAT_NV16, "NV16", FALSE, { YUV (2, 2, 1, 8, 0, PAIRS (1)) } },
  { LIFE_PIXEL_FORMAT_NV21, "NV21", TRUE,
      { YUV (2, 2, 2, 8, 0, PAIRS (1)), .v_first = TRUE } },
};

gboolean
life_pixel_layout_is_format (LifePixelFormat format)
{
  return (guint) format < G_N_ELEMENTS (formats);
}

const LifePixelLayout *
life_pixel_layout_get (LifePixelFormat format)
{
  gsize i = 0;

  while (formats[i].format != format)
    i++;
  return &formats[i].layout;
}

gboolean
life_pixel_format_describe (
    guint index, LifePixelFormat *format, const gchar **name, gboolean *on_cuda)
{
  if (index >= G_N_ELEMENTS (formats))
    return FALSE;
  *format = formats[index].format;
  *name = formats[index].name;
  *on_cuda = formats[index].on_cuda;
  return TRUE;
}

guint
life_pixel_layout_planes (LifePixelFormat format)
{
  return life_pixel_layout_get (format)->planes;
}

gsize
life_pixel_layout_row_size (const LifeFrame *frame, guint plane)
{
  const LifePixelLayout *layout = life_pixel_layout_get (frame->format);
  gsize size = 0;

  for (guint k = 0; k < layout->components; k++) {
    const LifeComponentPosition *position = &layout->positions[k];
    guint across = k == 0 ? 1 : layout->across;
    gsize columns = ((gsize) frame->width + across - 1) / across;

    if (position->plane == plane)
      size = MAX (size, columns * position->step);
  }
  return size;
}

guint
life_pixel_layout_rows (const LifeFrame *frame, guint plane)
{
  guint down = plane == 0 ? 1 : life_pixel_layout_get (frame->format)->down;

  return frame->height / down + frame->height % down;
}

gsize
life_pixel_layout_bytes (const LifeFrame *frame)
{
  gsize bytes = 0;

  for (guint i = 0; i < life_pixel_layout_planes (frame->format); i++)
    bytes += life_pixel_layout_row_size (frame, i)
             * life_pixel_layout_rows (frame, i);
  return bytes;
}

void
life_pixel_layout_set_planes (LifeFrame *frame, guint8 *memory)
{
  for (guint i = 0; i < life_pixel_layout_planes (frame->format); i++) {
    const gsize row = life_pixel_layout_row_size (frame, i);

    frame->data[i] = memory;
    frame->stride[i] = (gint) row;
    memory += row * life_pixel_layout_rows (frame, i);
  }
}

void
life_pixel_layout_copy (const LifeFrame *to, const LifeFrame *from)
{
  const guint planes = life_pixel_layout_planes (to->format);

  for (guint i = 0; i < planes; i++) {
    const gsize row = life_pixel_layout_row_size (to, i);
    const guint rows = life_pixel_layout_rows (to, i);

    for (guint y = 0; y < rows; y++)
      memcpy (to->data[i] + (gssize) y * to->stride[i],
          from->data[i] + (gssize) y * from->stride[i], row);
  }
}

LifeFrame
life_pixel_layout_part (
    const LifeFrame *frame, guint x, guint y, guint width, guint height)
{
  const LifePixelLayout *layout = life_pixel_layout_get (frame->format);
  LifeFrame part = *frame;

  part.width = width;
  part.height = height;
  for (guint i = 0; i < layout->planes; i++) {
    const LifeComponentPosition *position = layout->positions;
    guint k = 0;

    while (position[k].plane != i)
      k++;
    part.data[i] +=
        (gssize) (i > 0 ? y / layout->down : y) * frame->stride[i]
        + (gsize) (k > 0 ? x / layout->across : x) * position[k].step;
  }
  return part;
}

gboolean
life_pixel_layout_is_same_format (const LifeFrame *a, const LifeFrame *b)
{
  const LifeColorimetry *left = &a->colorimetry, *right = &b->colorimetry;

  return a->format == b->format && left->kr == right->kr
         && left->kb == right->kb && left->luma_offset == right->luma_offset
         && left->luma_scale == right->luma_scale
         && left->chroma_scale == right->chroma_scale;
}

gboolean
life_pixel_layout_is_same (const LifeFrame *a, const LifeFrame *b)
{
  return life_pixel_layout_is_same_format (a, b) && a->width == b->width
         && a->height == b->height;
}
