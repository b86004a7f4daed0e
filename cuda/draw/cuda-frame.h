/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where frames lie, and when they are done. */
#pragma once

#include "cuda/engine/cuda-engine.h"

#include "life/world/renderer.h"

gboolean life_frame_init (LifeCudaEngine *self, GError **error);
void life_frame_clear (LifeCudaEngine *self);

/* Functions of LifeRendererClass. */
gboolean life_cuda_begin_frame (LifeRenderer *renderer, guint place,
    const LifeView *view, const LifeFrame *frame, LifeCountFlags wanted,
    GError **error);
gboolean life_cuda_finish_frame (LifeRenderer *renderer, guint place,
    LifeStatistics *counts, GError **error);
gboolean life_cuda_capture_previous (LifeRenderer *renderer,
    const LifeView *view, const LifeFrame *frame, GError **error);

/* Draws, and waits until that is done. */
gboolean life_frame_draw (LifeCudaEngine *self, const LifeView *view,
    const LifeFrame *frame, GError **error);

/* Frees the picture that later ones fade out of. */
void life_frame_forget_previous (LifeCudaEngine *self);

/* Whether @frame lies on the GPU; an error where it lies on another one. */
gboolean life_frame_is_on_device (LifeCudaEngine *self, const LifeFrame *frame,
    gboolean *on_device, GError **error);
