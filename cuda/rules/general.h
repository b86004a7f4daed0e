/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=naive for every rule and every topology, as the engine sees it. */
#pragma once

#include "cuda/engine/cuda-kernel.h"

extern const LifeCudaKernel life_general_kernel;
