/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures that change cells. */
#pragma once

#include "cuda/engine/engine.h"

gboolean life_cuda_absorb (LifeEngine *engine, const LifeView *view,
    const LifeFrame *picture, LifeInput input, gdouble threshold,
    GError **error);
void life_absorb_clear (LifeCudaEngine *self);
