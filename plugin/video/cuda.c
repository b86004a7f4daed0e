/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* GstCuda, or stubs in a build without it. Without a driver every call of GstCuda ends the
 * process, so that none is made before gst_life_cuda_open() has found one. */
#include "plugin/video/compatibility.h"
#include "plugin/video/cuda.h"

#ifdef GST_LIFE_HAVE_CUDA

#include <gst/cuda/gstcudabufferpool.h>
#include <gst/cuda/gstcudacontext.h>
#include <gst/cuda/gstcudaloader.h>
#include <gst/cuda/gstcudamemory.h>
#include <gst/cuda/gstcudautils.h>

void
gst_life_cuda_open (GstLifeCuda *cuda, const LifeEngineOptions *options)
{
  /* Parts of a world draw into the host's memory. */
  if (options->engine == LIFE_ENGINE_CPU || options->cuda_devices != 0
      || options->cluster != LIFE_CLUSTER_NONE)
    gst_life_cuda_close (cuda);
  else if (gst_cuda_load_library ()
           && gst_cuda_ensure_element_context (
               cuda->element, options->cuda_device_id, &cuda->context))
    gst_cuda_memory_init_once ();
}

void
gst_life_cuda_close (GstLifeCuda *cuda)
{
  gst_clear_object (&cuda->context);
}

gpointer
gst_life_cuda_handle (const GstLifeCuda *cuda)
{
  return cuda->context ? gst_cuda_context_get_handle (cuda->context) : NULL;
}

void
gst_life_cuda_set_context (
    GstLifeCuda *cuda, gint device_id, GstContext *context)
{
  /* One that is in use stays: the world lives in it. */
  if (!cuda->context && gst_cuda_load_library ())
    gst_cuda_handle_set_context (
        cuda->element, context, device_id, &cuda->context);
}

gboolean
gst_life_cuda_query (const GstLifeCuda *cuda, GstQuery *query)
{
  return cuda->context
         && gst_cuda_handle_context_query (cuda->element, query, cuda->context);
}

gboolean
gst_life_cuda_is_caps (GstCaps *caps)
{
  GstCapsFeatures *features = gst_caps_get_features (caps, 0);

  return features
         && gst_caps_features_contains (
             features, GST_CAPS_FEATURE_MEMORY_CUDA_MEMORY);
}

GstBufferPool *
gst_life_cuda_new_pool (const GstLifeCuda *cuda)
{
  return cuda->context ? gst_cuda_buffer_pool_new (cuda->context) : NULL;
}

gboolean
gst_life_cuda_owns_pool (const GstLifeCuda *cuda, GstBufferPool *pool)
{
  return GST_IS_CUDA_BUFFER_POOL (pool)
         && GST_CUDA_BUFFER_POOL (pool)->context == cuda->context;
}

gboolean
gst_life_cuda_map (const GstLifeCuda *cuda, GstVideoFrame *frame,
    const GstVideoInfo *info, GstBuffer *buffer, GstMapFlags flags)
{
  GstMemory *memory = gst_buffer_peek_memory (buffer, 0);

  if (!cuda->context || !memory || !gst_is_cuda_memory (memory)
      || GST_CUDA_MEMORY_CAST (memory)->context != cuda->context)
    return gst_video_frame_map (frame, info, buffer, flags);
  if (!gst_video_frame_map (frame, info, buffer, flags | GST_MAP_CUDA))
    return FALSE;
  /* Mapping may have replaced it. */
  memory = gst_buffer_peek_memory (buffer, 0);
  if (gst_cuda_memory_sync && gst_is_cuda_memory (memory))
    gst_cuda_memory_sync (GST_CUDA_MEMORY_CAST (memory));
  return TRUE;
}

/* Marks memory that was cleared. */
static GQuark
cleared_quark (void)
{
  static gsize quark = 0;

  if (g_once_init_enter (&quark))
    g_once_init_leave (&quark, g_quark_from_static_string ("gst-life-cleared"));
  return (GQuark) quark;
}

/* Whether all bytes of @memory on the host are copied from the device: GstCuda copies rows of
 * the default length, and leaves the rest of longer ones on the host as it is. */
static gboolean
is_copied_whole (const GstCudaMemory *memory)
{
  const GstVideoInfo *info = &memory->info;
  GstVideoInfo usual;

  return gst_video_info_set_format (&usual, GST_VIDEO_INFO_FORMAT (info),
             GST_VIDEO_INFO_WIDTH (info), GST_VIDEO_INFO_HEIGHT (info))
         && GST_VIDEO_INFO_PLANE_STRIDE (&usual, 0)
                == GST_VIDEO_INFO_PLANE_STRIDE (info, 0);
}

/* Clears @rows rows of @pitch bytes at @data on the device. GstCuda loads no function that sets
 * memory: the first row is copied from the host, then clear rows are doubled. */
static gboolean
clear_rows (CUdeviceptr data, gsize pitch, gsize rows)
{
  gpointer zeros = g_malloc0 (pitch);
  CUDA_MEMCPY2D copy = {
    .srcMemoryType = CU_MEMORYTYPE_HOST,
    .srcHost = zeros,
    .srcPitch = pitch,
    .dstMemoryType = CU_MEMORYTYPE_DEVICE,
    .dstDevice = data,
    .dstPitch = pitch,
    .WidthInBytes = pitch,
    .Height = 1,
  };
  gboolean cleared = gst_cuda_result (CuMemcpy2D (&copy));

  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcHost = NULL;
  copy.srcDevice = data;
  for (gsize done = 1; cleared && done < rows; done += copy.Height) {
    copy.dstDevice = data + done * pitch;
    copy.Height = MIN (done, rows - done);
    cleared = gst_cuda_result (CuMemcpy2D (&copy));
  }
  /* The engine's streams do not wait for these copies. */
  cleared = gst_cuda_result (CuStreamSynchronize (NULL)) && cleared;
  g_free (zeros);
  return cleared;
}

static gboolean
clear_on_device (GstCudaMemory *memory)
{
  gsize pitch = GST_VIDEO_INFO_PLANE_STRIDE (&memory->info, 0);
  gboolean cleared = FALSE;
  GstMapInfo map;

  if (!gst_memory_map (
          GST_MEMORY_CAST (memory), &map, GST_MAP_WRITE | GST_MAP_CUDA))
    return FALSE;
  if (gst_cuda_context_push (memory->context)) {
    cleared = clear_rows ((CUdeviceptr) map.data, pitch, map.size / pitch);
    gst_cuda_context_pop (NULL);
  }
  gst_memory_unmap (GST_MEMORY_CAST (memory), &map);
  return cleared;
}

gboolean
gst_life_cuda_clear_new_memory (GstBuffer *buffer)
{
  GstMemory *memory = gst_buffer_peek_memory (buffer, 0);
  gboolean cleared;

  if (!memory || !gst_is_cuda_memory (memory))
    return FALSE;
  if (gst_mini_object_get_qdata (GST_MINI_OBJECT (memory), cleared_quark ()))
    return TRUE;
  /* Clearing by the host would allocate a pinned copy with the frame. */
  if (is_copied_whole (GST_CUDA_MEMORY_CAST (memory)))
    cleared = clear_on_device (GST_CUDA_MEMORY_CAST (memory));
  else
    cleared =
        gst_buffer_memset (buffer, 0, 0, gst_buffer_get_size (buffer)) > 0;
  if (cleared)
    gst_mini_object_set_qdata (GST_MINI_OBJECT (memory), cleared_quark (),
        GINT_TO_POINTER (TRUE), NULL);
  return TRUE;
}

#else

void
gst_life_cuda_open (GstLifeCuda *cuda, const LifeEngineOptions *options)
{
}

void
gst_life_cuda_close (GstLifeCuda *cuda)
{
}

gpointer
gst_life_cuda_handle (const GstLifeCuda *cuda)
{
  return NULL;
}

void
gst_life_cuda_set_context (
    GstLifeCuda *cuda, gint device_id, GstContext *context)
{
}

gboolean
gst_life_cuda_query (const GstLifeCuda *cuda, GstQuery *query)
{
  return FALSE;
}

gboolean
gst_life_cuda_is_caps (GstCaps *caps)
{
  return FALSE;
}

GstBufferPool *
gst_life_cuda_new_pool (const GstLifeCuda *cuda)
{
  return NULL;
}

gboolean
gst_life_cuda_owns_pool (const GstLifeCuda *cuda, GstBufferPool *pool)
{
  return FALSE;
}

gboolean
gst_life_cuda_map (const GstLifeCuda *cuda, GstVideoFrame *frame,
    const GstVideoInfo *info, GstBuffer *buffer, GstMapFlags flags)
{
  return gst_video_frame_map (frame, info, buffer, flags);
}

gboolean
gst_life_cuda_clear_new_memory (GstBuffer *buffer)
{
  return FALSE;
}

#endif
