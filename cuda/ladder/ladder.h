/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernels of the ladder as the engine sees them. */
#pragma once

#include "cuda/engine/cuda-kernel.h"

/* Whether a rule is B/S with two states and the edges of the world are simple: what all of
 * them run; packed runs more, lut and bits run 2D alone. */
gboolean life_ladder_runs (const LifeRule *rule, const LifeGeometry *geometry);

extern const LifeCudaKernel life_naive_kernel, life_tiled_kernel,
    life_async_kernel, life_packed_kernel, life_lut_kernel, life_bits_kernel;
