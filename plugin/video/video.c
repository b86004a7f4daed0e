/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Caps and frames: between GStreamer's video frames and the library's. */
#include "plugin/video/cuda.h"

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

GstCaps *
gst_life_possible_caps (GstLife *life, GstPad *pad)
{
  GstCaps *caps = gst_pad_get_pad_template_caps (pad);

  if (!gst_life_is_running (life) || life->cuda_context)
    return caps;
  caps = gst_caps_make_writable (caps);
  for (guint i = gst_caps_get_size (caps); i > 0; i--) {
    GstCapsFeatures *features = gst_caps_get_features (caps, i - 1);

    if (!gst_caps_features_is_equal (
            features, GST_CAPS_FEATURES_MEMORY_SYSTEM_MEMORY))
      gst_caps_remove_structure (caps, i - 1);
  }
  return caps;
}

/* What of a plane is pixels; the rest of its rows, and what lies between planes, is
 * padding. */
typedef struct {
  gsize offset, row_bytes, stride;
  guint rows;
} Plane;

static Plane
plane_of (const GstVideoInfo *info, const GstVideoMeta *meta, guint index)
{
  const GstVideoFormatInfo *format = info->finfo;
  Plane plane = { .offset = meta ? meta->offset[index]
                                 : GST_VIDEO_INFO_PLANE_OFFSET (info, index),
    .stride = meta ? meta->stride[index]
                   : GST_VIDEO_INFO_PLANE_STRIDE (info, index) };
  guint component = 0;

  while (GST_VIDEO_FORMAT_INFO_PLANE (format, component) != index)
    component++;
  plane.row_bytes = (gsize) GST_VIDEO_INFO_COMP_WIDTH (info, component)
                    * GST_VIDEO_INFO_COMP_PSTRIDE (info, component);
  plane.rows = GST_VIDEO_INFO_COMP_HEIGHT (info, component);
  if (plane.row_bytes == plane.stride) {
    plane.row_bytes *= plane.rows;
    plane.rows = 1;
  }
  return plane;
}

/* Clears all of the frame in @data but its pixels. Planes lie one after the other. */
static void
clear_around_pixels (guint8 *data, gsize size, const GstVideoInfo *info,
    const GstVideoMeta *meta)
{
  gsize done = 0;

  for (guint i = 0; i < GST_VIDEO_INFO_N_PLANES (info); i++) {
    Plane plane = plane_of (info, meta, i);

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

/* Whether the engine that runs the world sees what lies on the GPU. */
static gboolean
is_on_gpu (GstLife *life)
{
  gboolean on_gpu;

  g_mutex_lock (&life->lock);
  on_gpu = g_strcmp0 (life->engine_used, "cuda") == 0;
  g_mutex_unlock (&life->lock);
  return on_gpu;
}

gboolean
gst_life_map_frame (GstLife *life, GstVideoFrame *frame,
    const GstVideoInfo *info, GstBuffer *buffer, GstMapFlags flags)
{
  GstMapFlags on_gpu =
      is_on_gpu (life) ? gst_life_cuda_map_flag (life, buffer) : 0;

  if (!gst_video_frame_map (frame, info, buffer, flags | on_gpu))
    return FALSE;
  if (on_gpu)
    gst_life_cuda_wait_for_memory (buffer);
  return TRUE;
}

/* A pool for @caps of the element's own. */
static GstBufferPool *
new_pool (GstLife *life, GstCaps *caps)
{
  return gst_life_cuda_is_caps (caps) ? gst_life_cuda_new_pool (life)
                                      : gst_video_buffer_pool_new ();
}

/* Sets @pool up; FALSE where it does not agree. *@size is what its buffers
 * have in the end. */
static gboolean
configure_pool (GstBufferPool *pool, GstCaps *caps, guint *size, guint min,
    guint max, GstAllocator *allocator, gboolean video_meta)
{
  GstStructure *config = gst_buffer_pool_get_config (pool);

  gst_buffer_pool_config_set_params (config, caps, *size, min, max);
  if (allocator)
    gst_buffer_pool_config_set_allocator (config, allocator, NULL);
  if (video_meta)
    gst_buffer_pool_config_add_option (
        config, GST_BUFFER_POOL_OPTION_VIDEO_META);
  if (!gst_buffer_pool_set_config (pool, config)) {
    /* The pool changed what was asked of it: take that if it will do. */
    config = gst_buffer_pool_get_config (pool);
    if (!gst_buffer_pool_config_validate_params (config, caps, *size, min, max)
        || !gst_buffer_pool_set_config (pool, config))
      return FALSE;
  }
  config = gst_buffer_pool_get_config (pool);
  gst_buffer_pool_config_get_params (config, NULL, size, NULL, NULL);
  gst_structure_free (config);
  return TRUE;
}

/* The pool that downstream offers, unless its memory is another device's. */
static GstBufferPool *
offered_pool (GstLife *life, GstQuery *query, GstCaps *caps, guint *size,
    guint *min, guint *max)
{
  GstBufferPool *pool = NULL;

  if (gst_query_get_n_allocation_pools (query) == 0)
    return NULL;
  gst_query_parse_nth_allocation_pool (query, 0, &pool, size, min, max);
  if (pool && gst_life_cuda_is_caps (caps)
      && !gst_life_cuda_owns_pool (life, pool))
    gst_clear_object (&pool);
  return pool;
}

/* The base classes configure the pool once more, with the query's allocator. */
static void
answer_allocator (GstQuery *query, GstAllocator *allocator)
{
  GstAllocationParams params;

  gst_allocation_params_init (&params);
  if (gst_query_get_n_allocation_params (query) > 0)
    gst_query_set_nth_allocation_param (query, 0, allocator, &params);
  else
    gst_query_add_allocation_param (query, allocator, &params);
}

/* Completes an allocation query with a pool of video buffers, with video metas
 * only where downstream asked for them. */
gboolean
gst_life_decide_pool (GstLife *life, GstQuery *query)
{
  gboolean update = gst_query_get_n_allocation_pools (query) > 0;
  GstBufferPool *pool;
  GstAllocator *allocator = NULL;
  GstCaps *caps = NULL;
  GstVideoInfo info;
  guint size = 0, min = 2, max = 0;
  gboolean video_meta, ready = FALSE;

  gst_query_parse_allocation (query, &caps, NULL);
  if (!caps || !gst_video_info_from_caps (&info, caps))
    return FALSE;

  pool = offered_pool (life, query, caps, &size, &min, &max);
  size = MAX (size, GST_VIDEO_INFO_SIZE (&info));
  video_meta =
      gst_life_cuda_is_caps (caps)
      || gst_query_find_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
  if (pool) {
    ready = configure_pool (pool, caps, &size, min, max, NULL, video_meta);
    if (!ready) {
      GST_DEBUG_OBJECT (life->element, "replacing downstream's buffer pool");
      gst_clear_object (&pool);
    }
  }
  if (!pool) {
    pool = new_pool (life, caps);
    if (!gst_life_cuda_is_caps (caps))
      allocator = gst_life_cuda_new_pinned_allocator (life);
    ready =
        pool
        && configure_pool (pool, caps, &size, min, max, allocator, video_meta);
    if (ready && allocator)
      answer_allocator (query, allocator);
    gst_clear_object (&allocator);
  }

  if (ready && update)
    gst_query_set_nth_allocation_pool (query, 0, pool, size, min, max);
  else if (ready)
    gst_query_add_allocation_pool (query, pool, size, min, max);
  gst_clear_object (&pool);
  return ready;
}

/* Offers upstream a pool of frames in CUDA memory; for system memory it knows
 * best itself. */
void
gst_life_propose_pool (GstLife *life, GstQuery *query)
{
  GstBufferPool *pool;
  GstCaps *caps = NULL;
  GstVideoInfo info;
  guint size;

  gst_query_parse_allocation (query, &caps, NULL);
  gst_query_add_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
  if (!caps || !gst_life_cuda_is_caps (caps)
      || !gst_video_info_from_caps (&info, caps))
    return;
  size = GST_VIDEO_INFO_SIZE (&info);
  pool = gst_life_cuda_new_pool (life);
  if (pool && configure_pool (pool, caps, &size, 0, 0, NULL, TRUE))
    gst_query_add_allocation_pool (query, pool, size, 0, 0);
  gst_clear_object (&pool);
}

void
gst_life_fail_negotiation (GstLife *life, GstPad *pad)
{
  GstCaps *made, *taken;
  gchar *made_text, *taken_text;

  if (g_atomic_int_get (&life->failed) || GST_PAD_IS_FLUSHING (pad))
    return;
  g_atomic_int_set (&life->failed, TRUE);
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
