/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Buffers with pixels: as frames of the library, copied, and clean around their pixels. */
#include "plugin/video/buffer.h"

#include "plugin/video/cuda.h"

static LifePixelFormat
pixel_format (GstVideoFormat video)
{
  const gchar *name = gst_video_format_to_string (video), *one;
  LifePixelFormat format;
  gboolean on_cuda;

  for (guint i = 0; life_pixel_format_describe (i, &format, &one, &on_cuda);
       i++)
    if (g_str_equal (one, name))
      return format;
  g_return_val_if_reached (LIFE_PIXEL_FORMAT_GRAY8);
}

static void
read_colorimetry (LifeColorimetry *colorimetry, const GstVideoInfo *info)
{
  gint offset[GST_VIDEO_MAX_COMPONENTS], scale[GST_VIDEO_MAX_COMPONENTS];

  /* RGB caps carry no matrix; the luma weights are then never read. */
  if (!gst_video_color_matrix_get_Kr_Kb (
          info->colorimetry.matrix, &colorimetry->kr, &colorimetry->kb))
    gst_video_color_matrix_get_Kr_Kb (
        GST_VIDEO_COLOR_MATRIX_BT709, &colorimetry->kr, &colorimetry->kb);

  gst_video_color_range_offsets (
      info->colorimetry.range, info->finfo, offset, scale);
  colorimetry->luma_offset = offset[0];
  colorimetry->luma_scale = scale[0];
  colorimetry->chroma_scale = GST_VIDEO_INFO_IS_YUV (info) ? scale[1] : 255;
}

void
gst_life_frame_from_video (LifeFrame *frame, GstVideoFrame *video)
{
  memset (frame, 0, sizeof *frame);
  frame->format = pixel_format (GST_VIDEO_FRAME_FORMAT (video));
  frame->width = GST_VIDEO_FRAME_WIDTH (video);
  frame->height = GST_VIDEO_FRAME_HEIGHT (video);
  for (guint i = 0; i < GST_VIDEO_FRAME_N_PLANES (video); i++) {
    frame->data[i] = GST_VIDEO_FRAME_PLANE_DATA (video, i);
    frame->stride[i] = GST_VIDEO_FRAME_PLANE_STRIDE (video, i);
  }
  read_colorimetry (&frame->colorimetry, &video->info);
}

/* The pixels of a plane; the rest of its rows, and what lies between planes, is padding. */
typedef struct {
  gsize offset, row_bytes, stride;
  guint rows;
} BufferPlane;

static BufferPlane
plane_layout (const GstVideoInfo *info, const GstVideoMeta *meta, guint index)
{
  BufferPlane plane = { .offset =
                            meta ? meta->offset[index]
                                 : GST_VIDEO_INFO_PLANE_OFFSET (info, index),
    .stride = meta ? meta->stride[index]
                   : GST_VIDEO_INFO_PLANE_STRIDE (info, index) };

  for (guint i = 0; i < GST_VIDEO_INFO_N_COMPONENTS (info); i++)
    if (GST_VIDEO_INFO_COMP_PLANE (info, i) == index) {
      gsize bytes = (gsize) GST_VIDEO_INFO_COMP_WIDTH (info, i)
                    * GST_VIDEO_INFO_COMP_PSTRIDE (info, i);

      plane.row_bytes = MAX (plane.row_bytes, bytes);
      plane.rows = GST_VIDEO_INFO_COMP_HEIGHT (info, i);
    }
  return plane;
}

/* Not gst_video_frame_copy(), which omits the last V of an odd row of YUY2 or UYVY. */
gboolean
gst_life_copy_pixels (GstVideoFrame *to, const GstVideoFrame *from)
{
  if (GST_VIDEO_FRAME_FORMAT (to) != GST_VIDEO_FRAME_FORMAT (from)
      || GST_VIDEO_FRAME_WIDTH (to) != GST_VIDEO_FRAME_WIDTH (from)
      || GST_VIDEO_FRAME_HEIGHT (to) != GST_VIDEO_FRAME_HEIGHT (from))
    return FALSE;
  for (guint i = 0; i < GST_VIDEO_FRAME_N_PLANES (to); i++) {
    BufferPlane plane = plane_layout (&to->info, NULL, i);
    guint8 *out = GST_VIDEO_FRAME_PLANE_DATA (to, i);
    const guint8 *in = GST_VIDEO_FRAME_PLANE_DATA (from, i);

    for (guint row = 0; row < plane.rows; row++) {
      memcpy (out, in, plane.row_bytes);
      out += GST_VIDEO_FRAME_PLANE_STRIDE (to, i);
      in += GST_VIDEO_FRAME_PLANE_STRIDE (from, i);
    }
  }
  return TRUE;
}

/* Clears all of the frame in @data but its pixels. Planes lie one after the other. */
static void
clear_around_pixels (guint8 *data, gsize size, const GstVideoInfo *info,
    const GstVideoMeta *meta)
{
  gsize done = 0;

  for (guint i = 0; i < GST_VIDEO_INFO_N_PLANES (info); i++) {
    BufferPlane plane = plane_layout (info, meta, i);

    if (plane.row_bytes == plane.stride) {
      plane.row_bytes *= plane.rows;
      plane.rows = 1;
    }
    for (guint row = 0; row < plane.rows; row++) {
      gsize pixels = plane.offset + row * plane.stride;

      if (pixels < done || pixels + plane.row_bytes > size)
        return;
      memset (data + done, 0, pixels - done);
      done = pixels + plane.row_bytes;
    }
  }
  memset (data + done, 0, size - done);
}

void
gst_life_clear_padding (GstBuffer *buffer, const GstVideoInfo *info)
{
  GstMapInfo map;

  if (gst_life_cuda_clear_new_memory (buffer)
      || gst_buffer_n_memory (buffer) != 1
      || !gst_buffer_map (buffer, &map, GST_MAP_WRITE))
    return;
  clear_around_pixels (
      map.data, map.size, info, gst_buffer_get_video_meta (buffer));
  gst_buffer_unmap (buffer, &map);
}
