/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The stacked frames of a 2D world on a GPU, as in LifeRendererClass, and what
 * draws them reads. */
#pragma once

#include "cuda/engine/cuda-engine.h"

#include "life/draw/body/body.h"
#include "life/draw/body/stack-shape.h"
#include "life/world/renderer.h"

/* Frames of a 2D world as planes of a body: LifeStack on a GPU. */
struct LifeCudaStack {
  LifeStackShape shape;
  LifeScratch planes, blocks;
  gboolean valid; /* there is room for @shape */
};

/* Enqueues what writes the present cells as the plane of the number of @stacked. */
gboolean life_cuda_stack_write (LifeCudaStack *self, const LifeCudaEngine *cuda,
    const LifeStacked *stacked, GError **error);
void life_cuda_stack_clear (LifeCudaStack *self);

/* Makes field and pyramid of @body those of the stack. */
void life_cuda_stack_show (const LifeCudaStack *self, LifeBody *body);
