/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pinned memory as GStreamer allocates it: the GPU writes frames into it at the bus's full
 * speed, and goes on computing meanwhile. */
#pragma once

#include <gst/gst.h>

#include <life/engine.h>

/* An allocator of memory for the GPU and the context of @options; @context, if not NULL,
 * owns that context and lives as long as the memory. What cannot be pinned is ordinary
 * memory. */
GstAllocator *gst_life_pinned_allocator_new (
    const LifeEngineOptions *options, GstObject *context);
