/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where frames lie, and when they are done. */
#pragma once

#include "cuda/draw/cuda-renderer.h"

gboolean life_crossing_init (LifeCudaCrossing *self, GError **error);
void life_crossing_clear (LifeCudaCrossing *self);

/* Functions of LifeRendererClass; life_cuda_draw() waits until the frame is drawn. */
gboolean life_cuda_draw (LifeRenderer *renderer, const LifeView *view,
    const LifeFrame *frame, GError **error);
gboolean life_cuda_begin_frame (LifeRenderer *renderer, guint slot,
    const LifeView *view, const LifeFrame *frame, LifeCountFlags requested,
    GError **error);
gboolean life_cuda_finish_frame (
    LifeRenderer *renderer, guint slot, LifeStatistics *counts, GError **error);
gboolean life_cuda_capture_previous (LifeRenderer *renderer,
    const LifeView *view, const LifeFrame *frame, GError **error);

/* Whether @frame lies on the GPU; an error where it lies on another one. */
gboolean life_frame_is_on_device (const LifeDevice &device,
    const LifeFrame *frame, gboolean *on_device, GError **error);
