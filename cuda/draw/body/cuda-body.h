/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples of worlds that are seen in perspective, on a GPU. */
#pragma once

#include "cuda/engine/cuda-engine.h"

/* Enqueues what leaves a color for each pixel in the engine's samples; the palette is
 * known. */
gboolean life_body_sample (LifeCudaEngine *self, const LifeView *view,
    const LifeFrame *frame, GError **error);

void life_body_clear (LifeCudaBody *body);
