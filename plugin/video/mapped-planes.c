/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A pool of buffers whose planes are mapped one by one: for GstAudioVisualizer, which clears
 * all bytes of a plane's map. */
#include "plugin/video/mapped-planes.h"

#include <gst/video/gstvideopool.h>

G_DECLARE_FINAL_TYPE (GstLifePlanePool, gst_life_plane_pool, GST,
    LIFE_PLANE_POOL, GstVideoBufferPool)

struct _GstLifePlanePool {
  GstVideoBufferPool parent;
};

/* What maps the planes of any other buffer. */
static gboolean (*default_map) (GstVideoMeta *meta, guint plane,
    GstMapInfo *info, gpointer *data, gint *stride, GstMapFlags flags);

G_DEFINE_TYPE (
    GstLifePlanePool, gst_life_plane_pool, GST_TYPE_VIDEO_BUFFER_POOL)

static gboolean
map_plane (GstVideoMeta *meta, guint plane, GstMapInfo *info, gpointer *data,
    gint *stride, GstMapFlags flags)
{
  const gsize end = plane + 1 < meta->n_planes
                        ? meta->offset[plane + 1]
                        : gst_buffer_get_size (meta->buffer);

  if (!default_map (meta, plane, info, data, stride, flags))
    return FALSE;
  info->size = end - meta->offset[plane];
  return TRUE;
}

static GstFlowReturn
gst_life_plane_pool_alloc (
    GstBufferPool *pool, GstBuffer **buffer, GstBufferPoolAcquireParams *params)
{
  GstFlowReturn ret = GST_BUFFER_POOL_CLASS (gst_life_plane_pool_parent_class)
                          ->alloc_buffer (pool, buffer, params);

  if (ret == GST_FLOW_OK)
    gst_buffer_get_video_meta (*buffer)->map = map_plane;
  return ret;
}

static void
gst_life_plane_pool_class_init (GstLifePlanePoolClass *klass)
{
  GstBuffer *buffer = gst_buffer_new ();

  default_map = gst_buffer_add_video_meta (
      buffer, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_GRAY8, 1, 1)
                    ->map;
  gst_buffer_unref (buffer);
  GST_BUFFER_POOL_CLASS (klass)->alloc_buffer = gst_life_plane_pool_alloc;
}

static void
gst_life_plane_pool_init (GstLifePlanePool *self)
{
}

GstBufferPool *
gst_life_plane_pool_new (void)
{
  return gst_object_ref_sink (
      g_object_new (gst_life_plane_pool_get_type (), NULL));
}
