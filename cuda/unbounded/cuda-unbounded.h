/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The engine of worlds without edges on a GPU as the table of engines has it, in C and
 * without any header of CUDA. */
#pragma once

#include "life/world/engine-class.h"

G_BEGIN_DECLS

extern const LifeEngineClass life_cuda_unbounded_engine;

G_END_DECLS
