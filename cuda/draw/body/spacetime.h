/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The stacked frames of a 2D world on a GPU: what LifeRendererClass says of them, and what
 * draws them looks at. */
#pragma once

#include "cuda/engine/cuda-engine.h"

#include "life/draw/body/body.h"
#include "life/world/renderer.h"

gboolean life_cuda_stack_cells (LifeCudaEngine *self, GError **error);
void life_cuda_drop_stack (LifeCudaEngine *self);
void life_cuda_take_stack (LifeCudaEngine *self, LifeCudaEngine *from);
void life_cuda_clear_stack (LifeCudaEngine *self);

/* Stacks the present cells, and makes field, pyramid and scene of @body those of the
 * frames that @view shows. */
gboolean life_cuda_look_at_stack (LifeCudaEngine *self, const LifeView *view,
    const LifeFrame *frame, LifeBody *body, GError **error);
