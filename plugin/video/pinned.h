/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* An allocator of pinned memory: the GPU writes frames into it at the bus's full speed, and
 * computes at the same time. */
#pragma once

#include <gst/gst.h>

#include <life/engine.h>

/* An allocator for the GPU and the context of @options; @context (nullable) owns that context
 * and lives as long as the memory. What cannot be pinned is ordinary memory. */
GstAllocator *gst_life_pinned_allocator_new (
    const LifeEngineOptions *options, GstObject *context);
