/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* GstCuda: a context shared with other elements, and frames in its memory. Without it at build
 * time, or a driver at run time, there is neither. */
#pragma once

#include <gst/video/video.h>

#include <life/world.h>

/* GstCuda's; NULL in a build without it. */
typedef struct _GstCudaContext GstCudaContext;

typedef struct {
  GstElement *element; /* not owned: it embeds this */

  /* Shared with other elements. Set before a stream starts, in READY to PAUSED at the latest,
   * and valid until NULL. */
  GstCudaContext *context;
} GstLifeCuda;

/* Finds or creates the context for a world on the GPU; without one the engine reports what is
 * missing. */
void gst_life_cuda_open (GstLifeCuda *cuda, const LifeEngineOptions *options);
void gst_life_cuda_close (GstLifeCuda *cuda);

/* The CUcontext of that, or NULL. */
gpointer gst_life_cuda_handle (const GstLifeCuda *cuda);

/* The parts of the elements' set_context and query that share the context. */
void gst_life_cuda_set_context (
    GstLifeCuda *cuda, gint device_id, GstContext *context);
gboolean gst_life_cuda_query (const GstLifeCuda *cuda, GstQuery *query);

/* Whether @caps are frames in CUDA memory. */
gboolean gst_life_cuda_is_caps (GstCaps *caps);

/* A pool of such frames, or NULL. */
GstBufferPool *gst_life_cuda_new_pool (const GstLifeCuda *cuda);

/* Whether @pool is one of frames in @cuda's context. */
gboolean gst_life_cuda_owns_pool (const GstLifeCuda *cuda, GstBufferPool *pool);

/* Maps @buffer on the GPU, if it can be, and waits for what was enqueued on it: from GStreamer
 * 1.24 on mapping alone does not wait. */
gboolean gst_life_cuda_map (const GstLifeCuda *cuda, GstVideoFrame *frame,
    const GstVideoInfo *info, GstBuffer *buffer, GstMapFlags flags);

/* Clears @buffer if it is CUDA memory that was not cleared yet; elements draw over its pixels
 * only. FALSE if it is other memory. */
gboolean gst_life_cuda_clear_new_memory (GstBuffer *buffer);
