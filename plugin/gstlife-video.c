/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Caps and frames: between GStreamer's video frames and the library's. */
#include "gstlife.h"

#define GST_CAT_DEFAULT gst_life_debug

static LifePixelFormat
pixel_format (GstVideoFormat format)
{
  switch (format) {
    case GST_VIDEO_FORMAT_I420:
      return LIFE_PIXEL_FORMAT_I420;
    case GST_VIDEO_FORMAT_NV12:
      return LIFE_PIXEL_FORMAT_NV12;
    case GST_VIDEO_FORMAT_RGBA:
      return LIFE_PIXEL_FORMAT_RGBA;
    case GST_VIDEO_FORMAT_BGRA:
      return LIFE_PIXEL_FORMAT_BGRA;
    case GST_VIDEO_FORMAT_RGBx:
      return LIFE_PIXEL_FORMAT_RGBX;
    case GST_VIDEO_FORMAT_BGRx:
      return LIFE_PIXEL_FORMAT_BGRX;
    case GST_VIDEO_FORMAT_GRAY8:
      return LIFE_PIXEL_FORMAT_GRAY8;
    default:
      g_return_val_if_reached (LIFE_PIXEL_FORMAT_GRAY8);
  }
}

static void
read_colorimetry (LifeColorimetry *colorimetry, const GstVideoInfo *info)
{
  gint offset[GST_VIDEO_MAX_COMPONENTS], scale[GST_VIDEO_MAX_COMPONENTS];

  /* RGB caps carry no matrix; the luma weights are then never looked at. */
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

/* Completes an allocation query with a pool of plain video buffers, with video
 * metas only where downstream asked for them. */
gboolean
gst_life_decide_pool (GstQuery *query, GstElement *element)
{
  GstBufferPool *pool = NULL;
  GstStructure *config;
  GstCaps *caps = NULL;
  GstVideoInfo info;
  guint size = 0, min = 2, max = 0;
  gboolean offered, update;

  gst_query_parse_allocation (query, &caps, NULL);
  if (!caps || !gst_video_info_from_caps (&info, caps))
    return FALSE;

  offered = update = gst_query_get_n_allocation_pools (query) > 0;
  if (offered)
    gst_query_parse_nth_allocation_pool (query, 0, &pool, &size, &min, &max);
  size = MAX (size, GST_VIDEO_INFO_SIZE (&info));
  if (!pool)
    pool = gst_video_buffer_pool_new ();

  config = gst_buffer_pool_get_config (pool);
  gst_buffer_pool_config_set_params (config, caps, size, min, max);
  if (gst_query_find_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL))
    gst_buffer_pool_config_add_option (
        config, GST_BUFFER_POOL_OPTION_VIDEO_META);
  if (!gst_buffer_pool_set_config (pool, config)) {
    /* The pool changed what was asked of it: take that if it will do. */
    config = gst_buffer_pool_get_config (pool);
    if (!gst_buffer_pool_config_validate_params (config, caps, size, min, max)
        || !gst_buffer_pool_set_config (pool, config)) {
      GST_DEBUG_OBJECT (element, "replacing downstream's buffer pool");
      gst_object_unref (pool);
      pool = gst_video_buffer_pool_new ();
      config = gst_buffer_pool_get_config (pool);
      gst_buffer_pool_config_set_params (config, caps, size, min, max);
      gst_buffer_pool_set_config (pool, config);
    }
  }

  if (update)
    gst_query_set_nth_allocation_pool (query, 0, pool, size, min, max);
  else
    gst_query_add_allocation_pool (query, pool, size, min, max);
  gst_object_unref (pool);
  return TRUE;
}

void
gst_life_fail_negotiation (GstLife *life, GstPad *pad)
{
  GstCaps *made, *taken;
  gchar *made_text, *taken_text;

  if (life->failed || GST_PAD_IS_FLUSHING (pad))
    return;
  life->failed = TRUE;
  made = gst_pad_get_pad_template_caps (pad);
  taken = gst_pad_peer_query_caps (pad, NULL);
  made_text = gst_caps_to_string (made);
  taken_text = gst_caps_to_string (taken);
  GST_ELEMENT_ERROR (life->element, CORE, NEGOTIATION,
      ("no video format suits both sides: this element makes %s, and what "
       "follows it takes %s; videoconvert or videoscale in between may help",
          made_text, taken_text),
      (NULL));
  g_free (made_text);
  g_free (taken_text);
  gst_caps_unref (made);
  gst_caps_unref (taken);
}
