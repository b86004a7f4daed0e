/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernels of the ladder as the engine sees them. */
#pragma once

#include "cuda/engine/kernel.h"

extern const LifeCudaKernel life_naive_kernel, life_tiled_kernel,
    life_async_kernel, life_packed_kernel, life_lut_kernel;
