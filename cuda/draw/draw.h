/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Drawing a frame. */
#pragma once

#include "cuda/engine/engine.h"

/* Enqueues the drawing of @frame, which lies on the GPU. */
gboolean life_draw_on_device (LifeCudaEngine *self, const LifeView *view,
    const LifeFrame *frame, GError **error);
void life_draw_clear (LifeCudaEngine *self);
