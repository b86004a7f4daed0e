/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures that show through a mask: row by row in the format that GStreamer unpacks to. */
#include "plugin/video/clip.h"

/* A pixel as GStreamer unpacks it: alpha, then red, green and blue, or luma and chroma. */
typedef struct {
  guint64 part[4];
} Pixel;

/* Luma and chroma of @color in 8 bits. */
static void
convert_to_yuv (const GstVideoInfo *info, const gdouble color[3], Pixel *pixel)
{
  const gboolean full = info->colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255;
  gdouble kr, kb, y;

  if (!gst_video_color_matrix_get_Kr_Kb (info->colorimetry.matrix, &kr, &kb))
    gst_video_color_matrix_get_Kr_Kb (GST_VIDEO_COLOR_MATRIX_BT601, &kr, &kb);
  y = kr * color[0] + (1 - kr - kb) * color[1] + kb * color[2];
  pixel->part[1] = (guint64) ((full ? 255 * y : 16 + 219 * y) + 0.5);
  pixel->part[2] = (guint64) (MIN (
      128.5 + (full ? 255 : 224) * (color[2] - y) / (2 - 2 * kb), 255));
  pixel->part[3] = (guint64) (MIN (
      128.5 + (full ? 255 : 224) * (color[0] - y) / (2 - 2 * kr), 255));
}

static Pixel
make_ground (const GstVideoInfo *info, guint32 argb, gboolean wide)
{
  const gdouble color[3] = { (argb >> 16 & 255) / 255.0,
    (argb >> 8 & 255) / 255.0, (argb & 255) / 255.0 };
  Pixel pixel = { { argb >> 24, argb >> 16 & 255, argb >> 8 & 255,
      argb & 255 } };

  if (!GST_VIDEO_INFO_IS_RGB (info))
    convert_to_yuv (info, color, &pixel);
  if (!GST_VIDEO_INFO_HAS_ALPHA (info))
    pixel.part[0] = 255;
  for (guint i = 0; i < 4 && wide; i++)
    pixel.part[i] *= i == 0 || GST_VIDEO_INFO_IS_RGB (info) ? 257 : 256;
  return pixel;
}

/* Mixes @shown with the weight @mask / 255 and @ground, each as opaque as it is. */
static Pixel
mix (const Pixel *shown, const Pixel *ground, guint mask)
{
  const guint64 over = shown->part[0] * mask,
                under = ground->part[0] * (255 - mask), all = over + under;
  Pixel mixed = *shown;

  mixed.part[0] = (all + 127) / 255;
  for (guint i = 1; i < 4 && all > 0; i++)
    mixed.part[i] =
        (shown->part[i] * over + ground->part[i] * under + all / 2) / all;
  return mixed;
}

/* @line: of 16 bits each if @wide, else of 8. */
static void
clip_line (gpointer line, gboolean wide, const guint8 *mask, gint width,
    const Pixel *ground)
{
  for (gint x = 0; x < width; x++) {
    guint8 *bytes = (guint8 *) line + 4 * (gsize) x;
    guint16 *words = (guint16 *) line + 4 * (gsize) x;
    Pixel pixel;

    if (mask[x] == 255)
      continue;
    for (guint i = 0; i < 4; i++)
      pixel.part[i] = wide ? words[i] : bytes[i];
    pixel = mix (&pixel, ground, mask[x]);
    for (guint i = 0; i < 4; i++)
      if (wide)
        words[i] = (guint16) pixel.part[i];
      else
        bytes[i] = (guint8) pixel.part[i];
  }
}

void
gst_life_clip (
    GstVideoFrame *to, GstVideoFrame *from, GstVideoFrame *mask, guint32 ground)
{
  const GstVideoFormatInfo *format = from->info.finfo;
  const gboolean wide = format->unpack_format == GST_VIDEO_FORMAT_AYUV64
                        || format->unpack_format == GST_VIDEO_FORMAT_ARGB64;
  const gint width = GST_VIDEO_FRAME_WIDTH (from);
  const Pixel pixel = make_ground (&from->info, ground, wide);
  g_autofree guint64 *line = g_new (guint64, width + 16);

  for (gint y = 0; y < GST_VIDEO_FRAME_HEIGHT (from); y++) {
    format->unpack_func (format, GST_VIDEO_PACK_FLAG_NONE, line, from->data,
        from->info.stride, 0, y, width);
    clip_line (line, wide,
        (const guint8 *) GST_VIDEO_FRAME_PLANE_DATA (mask, 0)
            + (gsize) y * (gsize) GST_VIDEO_FRAME_PLANE_STRIDE (mask, 0),
        width, &pixel);
    format->pack_func (format, GST_VIDEO_PACK_FLAG_NONE, line, 0, to->data,
        to->info.stride, to->info.chroma_site, y, width);
  }
}
