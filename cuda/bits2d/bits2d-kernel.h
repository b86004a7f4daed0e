/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=bitsliced in 2D, as the engine sees it. */
#pragma once

#include "cuda/engine/cuda-kernel.h"

extern const LifeCudaKernel life_bits2d_kernel;
