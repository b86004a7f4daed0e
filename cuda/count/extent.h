/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The box around all live cells, and where cells were born and died. */
#pragma once

#include "cuda/engine/engine.h"

/* Enqueues what is @wanted of the two for the frame in @place. */
gboolean life_extent_of_frame (
    LifeCudaEngine *self, guint place, LifeCountFlags wanted, GError **error);

/* Takes what was counted of it, once the frame is done. */
void life_extent_take (const LifeCudaEngine *self, guint place,
    LifeCountFlags wanted, LifeStatistics *counts);

void life_extent_clear (LifeCudaEngine *self);
gboolean life_cuda_box (LifeEngine *engine, LifeBox *box, GError **error);
gboolean life_cuda_activity (
    LifeEngine *engine, LifeActivity *activity, GError **error);
