/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pools of buffers for an allocation query. */
#pragma once

#include <gst/video/video.h>

#include <life/engine.h>

#include "plugin/video/cuda.h"

/* Completes an allocation query with a pool of video buffers, with video metas only if
 * downstream requests them. @gpu: the engine of a world on a GPU, whose frames in system memory
 * are pinned; else NULL. @by_planes: with a pool of mapped-planes.h. */
gboolean gst_life_decide_pool (const GstLifeCuda *cuda,
    const LifeEngineOptions *gpu, gboolean by_planes, GstQuery *query);

/* Offers upstream a pool of frames in CUDA memory, but none for system memory. */
void gst_life_propose_pool (const GstLifeCuda *cuda, GstQuery *query);
