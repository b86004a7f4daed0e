/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where frames lie, and when they are done. */
#pragma once

#include "cuda/engine/engine.h"

gboolean life_frame_init (LifeCudaEngine *self, GError **error);
void life_frame_clear (LifeCudaEngine *self);
gboolean life_cuda_draw (LifeEngine *engine, const LifeView *view,
    const LifeFrame *frame, GError **error);
gboolean life_cuda_draw_before (LifeEngine *engine, const LifeView *view,
    const LifeFrame *frame, GError **error);
void life_cuda_drop_before (LifeEngine *engine);
gboolean life_cuda_begin_frame (LifeEngine *engine, guint place,
    const LifeView *view, const LifeFrame *frame, LifeCountFlags wanted,
    GError **error);
gboolean life_cuda_finish_frame (
    LifeEngine *engine, guint place, LifeStatistics *counts, GError **error);

/* Whether @frame lies on the GPU; an error where it lies on another one. */
gboolean life_frame_is_on_device (LifeCudaEngine *self, const LifeFrame *frame,
    gboolean *on_device, GError **error);
