/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life by sliding sums, as the engine sees it: up to LIFE_LARGER_NEAR, and
 * of any radius. */
#pragma once

#include "cuda/engine/cuda-kernel.h"

extern const LifeCudaKernel life_larger_kernel;
extern const LifeCudaKernel life_larger_far_kernel;
