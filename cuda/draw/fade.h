/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fading on a GPU. */
#pragma once

#include "cuda/engine/engine.h"

/* Enqueues that @frame fades out of @before, both on the GPU and of one shape; @share is
 * what @before keeps (life/draw/paint/fade.h). */
gboolean life_fade_on_device (LifeCudaEngine *self, const LifeFrame *frame,
    const LifeFrame *before, guint32 share, GError **error);
