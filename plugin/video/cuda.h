/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What CUDA means to GStreamer: a context shared with other elements, frames
 * in its memory, and pinned frames that it fills fast. Without GstCuda at build
 * time, or a driver at run time, there is none of it. */
#pragma once

#include "plugin/world/life.h"

G_BEGIN_DECLS

/* Finds or makes the context that a world on the GPU is to live in; without
 * one the engine says what is missing. */
void gst_life_cuda_open (GstLife *life);
void gst_life_cuda_close (GstLife *life);

/* The CUcontext of that, or NULL. */
gpointer gst_life_cuda_handle (GstLife *life);

/* The parts of the elements' set_context and query that share the context. */
void gst_life_cuda_set_context (GstLife *life, GstContext *context);
gboolean gst_life_cuda_query (GstLife *life, GstQuery *query);

/* Whether @caps are frames in CUDA memory. */
gboolean gst_life_cuda_is_caps (GstCaps *caps);

/* A pool of such frames, or NULL. */
GstBufferPool *gst_life_cuda_new_pool (GstLife *life);

/* Whether @pool is one of frames in the context that @life uses. */
gboolean gst_life_cuda_owns_pool (GstLife *life, GstBufferPool *pool);

/* An allocator of pinned memory, or NULL. */
GstAllocator *gst_life_cuda_new_pinned_allocator (GstLife *life);

/* What to add to the flags to map @buffer where the GPU sees it. */
GstMapFlags gst_life_cuda_map_flag (GstLife *life, GstBuffer *buffer);

/* Waits for what was enqueued on a buffer that is mapped so. From GStreamer 1.24 on
 * mapping it does not. */
void gst_life_cuda_wait_for_memory (GstBuffer *buffer);

/* Clears @buffer if it is CUDA memory that was not seen before; elements draw over its
 * pixels only. FALSE where it is other memory. */
gboolean gst_life_cuda_clear_new_memory (GstBuffer *buffer);

G_END_DECLS
