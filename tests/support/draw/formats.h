/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Every pixel format as its definition has it, for tests that go through all of them;
 * test-caps compares the rows with GStreamer's. */
#pragma once

#include <life/view.h>

/* Samples of component k, red, green, blue and the fourth byte, or luma, U and V, lie
 * @step bytes apart in @plane from @offset on; those of U and V cover @across × @down
 * pixels. They have @depth bits and lie @shift bits up. */
typedef struct {
  const gchar *name;
  gboolean rgb, alpha;
  guint components, planes, across, down, depth, shift;
  struct {
    guint plane, offset, step;
  } positions[4];
} TestFormat;

#define N_FORMATS 23

/* clang-format off */
static const TestFormat formats[N_FORMATS] = {
  { "GRAY8", FALSE, FALSE, 1, 1, 1, 1, 8, 0, { { 0, 0, 1 } } },
  { "I420", FALSE, FALSE, 3, 3, 2, 2, 8, 0, { { 0, 0, 1 }, { 1, 0, 1 }, { 2, 0, 1 } } },
  { "NV12", FALSE, FALSE, 3, 2, 2, 2, 8, 0, { { 0, 0, 1 }, { 1, 0, 2 }, { 1, 1, 2 } } },
  { "RGBA", TRUE, TRUE, 4, 1, 1, 1, 8, 0, { { 0, 0, 4 }, { 0, 1, 4 }, { 0, 2, 4 }, { 0, 3, 4 } } },
  { "BGRA", TRUE, TRUE, 4, 1, 1, 1, 8, 0, { { 0, 2, 4 }, { 0, 1, 4 }, { 0, 0, 4 }, { 0, 3, 4 } } },
  { "RGBx", TRUE, FALSE, 4, 1, 1, 1, 8, 0, { { 0, 0, 4 }, { 0, 1, 4 }, { 0, 2, 4 }, { 0, 3, 4 } } },
  { "BGRx", TRUE, FALSE, 4, 1, 1, 1, 8, 0, { { 0, 2, 4 }, { 0, 1, 4 }, { 0, 0, 4 }, { 0, 3, 4 } } },
  { "ARGB", TRUE, TRUE, 4, 1, 1, 1, 8, 0, { { 0, 1, 4 }, { 0, 2, 4 }, { 0, 3, 4 }, { 0, 0, 4 } } },
  { "ABGR", TRUE, TRUE, 4, 1, 1, 1, 8, 0, { { 0, 3, 4 }, { 0, 2, 4 }, { 0, 1, 4 }, { 0, 0, 4 } } },
  { "xRGB", TRUE, FALSE, 4, 1, 1, 1, 8, 0, { { 0, 1, 4 }, { 0, 2, 4 }, { 0, 3, 4 }, { 0, 0, 4 } } },
  { "xBGR", TRUE, FALSE, 4, 1, 1, 1, 8, 0, { { 0, 3, 4 }, { 0, 2, 4 }, { 0, 1, 4 }, { 0, 0, 4 } } },
  { "RGB", TRUE, FALSE, 3, 1, 1, 1, 8, 0, { { 0, 0, 3 }, { 0, 1, 3 }, { 0, 2, 3 } } },
  { "BGR", TRUE, FALSE, 3, 1, 1, 1, 8, 0, { { 0, 2, 3 }, { 0, 1, 3 }, { 0, 0, 3 } } },
  { "Y444", FALSE, FALSE, 3, 3, 1, 1, 8, 0, { { 0, 0, 1 }, { 1, 0, 1 }, { 2, 0, 1 } } },
  { "Y42B", FALSE, FALSE, 3, 3, 2, 1, 8, 0, { { 0, 0, 1 }, { 1, 0, 1 }, { 2, 0, 1 } } },
  { "YUY2", FALSE, FALSE, 3, 1, 2, 1, 8, 0, { { 0, 0, 2 }, { 0, 1, 4 }, { 0, 3, 4 } } },
  { "UYVY", FALSE, FALSE, 3, 1, 2, 1, 8, 0, { { 0, 1, 2 }, { 0, 0, 4 }, { 0, 2, 4 } } },
  { "I420_10LE", FALSE, FALSE, 3, 3, 2, 2, 10, 0, { { 0, 0, 2 }, { 1, 0, 2 }, { 2, 0, 2 } } },
  { "P010_10LE", FALSE, FALSE, 3, 2, 2, 2, 10, 6, { { 0, 0, 2 }, { 1, 0, 4 }, { 1, 2, 4 } } },
  { "I422_10LE", FALSE, FALSE, 3, 3, 2, 1, 10, 0, { { 0, 0, 2 }, { 1, 0, 2 }, { 2, 0, 2 } } },
  { "Y210", FALSE, FALSE, 3, 1, 2, 1, 10, 6, { { 0, 0, 4 }, { 0, 2, 8 }, { 0, 6, 8 } } },
  { "NV16", FALSE, FALSE, 3, 2, 2, 1, 8, 0, { { 0, 0, 1 }, { 1, 0, 2 }, { 1, 1, 2 } } },
  { "NV21", FALSE, FALSE, 3, 2, 2, 2, 8, 0, { { 0, 0, 1 }, { 1, 1, 2 }, { 1, 0, 2 } } },
};
/* clang-format on */

/* Whether luma shares a plane with U and V. */
static inline gboolean
is_blocks (const TestFormat *format)
{
  return !format->rgb && format->components == 3 && format->planes == 1;
}

/* Samples of component @k along a row, and rows of them. */
static inline guint
component_width (const TestFormat *format, guint k, guint width)
{
  return k > 0 && format->across == 2 ? (width + 1) / 2 : width;
}

static inline guint
component_height (const TestFormat *format, guint k, guint height)
{
  return k > 0 && format->down == 2 ? (height + 1) / 2 : height;
}

/* Bytes of a row of @plane. Four of them hold the last pixel of an odd row in blocks of
 * two. */
static inline guint
plane_row_bytes (const TestFormat *format, guint plane, guint width)
{
  guint bytes = 0;

  for (guint k = 0; k < format->components; k++)
    if (format->positions[k].plane == plane)
      bytes = MAX (bytes,
          component_width (format, k, width) * format->positions[k].step);
  return bytes;
}

static inline guint
plane_rows (const TestFormat *format, guint plane, guint height)
{
  return component_height (format, plane, height);
}

/* @coding, which is one of 8 bits, as the format has it. */
static inline LifeColorimetry
coding_of (const TestFormat *format, LifeColorimetry coding)
{
  if (format->depth == 10) {
    gboolean full = coding.luma_scale == 255;

    coding.luma_offset *= 4;
    coding.luma_scale = full ? 1023 : 876;
    coding.chroma_scale = full ? 1023 : 896;
  }
  return coding;
}

/* --- Frames without padding, plane after plane --- */

static inline gsize
frame_bytes (const TestFormat *format, guint width, guint height)
{
  gsize bytes = 0;

  for (guint i = 0; i < format->planes; i++)
    bytes += (gsize) plane_row_bytes (format, i, width)
             * plane_rows (format, i, height);
  return bytes;
}

/* Where sample (@x, @y) of component @k begins. */
static inline gsize
sample_at (const TestFormat *format, guint width, guint height, guint k,
    guint x, guint y)
{
  guint plane = format->positions[k].plane;
  gsize at = (gsize) y * plane_row_bytes (format, plane, width);

  for (guint i = 0; i < plane; i++)
    at += (gsize) plane_row_bytes (format, i, width)
          * plane_rows (format, i, height);
  return at + format->positions[k].offset
         + (gsize) x * format->positions[k].step;
}

static inline guint
sample_get (const TestFormat *format, const guint8 *bytes)
{
  return format->depth == 8
             ? bytes[0]
             : (bytes[0] + 256u * bytes[1]) >> format->shift & 1023;
}

static inline void
sample_set (const TestFormat *format, guint8 *bytes, guint value)
{
  bytes[0] = value << format->shift & 255;
  if (format->depth > 8)
    bytes[1] = value << format->shift >> 8;
}

/* The sample of black or white, as most matrices have it; k = 3: opaque. */
static inline guint
gray_sample (const TestFormat *format, guint k, gboolean white)
{
  guint more = format->depth - 8;

  if (format->rgb)
    return k == 3 || white ? 255 : 0;
  if (format->components == 1)
    return white ? 255 : 0;
  return (k > 0 ? 128u : white ? 235u : 16u) << more;
}
