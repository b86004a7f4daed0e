/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The renderer of worlds on a GPU as the table of engines has it, in C and without any header of
 * CUDA. */
#pragma once

#include "life/world/renderer.h"

G_BEGIN_DECLS

extern const LifeRendererClass life_cuda_renderer;

G_END_DECLS
