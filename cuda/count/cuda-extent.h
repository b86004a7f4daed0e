/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The box around all live cells of a world on a GPU, and where cells were born and died. */
#pragma once

#include "cuda/engine/cuda-engine.h"

void life_extent_clear (LifeCudaEngine *self);

/* Enqueues what @what has of the two; and reads it from @slot, once it was counted. */
gboolean life_extent_enqueue (
    LifeCudaEngine *self, guint what, guint slot, GError **error);
void life_extent_get (
    const LifeCudaEngine *self, guint what, guint slot, LifeStatistics *counts);
