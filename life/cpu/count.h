/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chooses the kernels that count cells. */
#pragma once

#include "life/base/cpu-path.h"
#include "life/cpu/count-kernels.h"

/* Those for @path, and for what else the processor has. */
const LifeCountKernels *life_count_choose (LifeCpuPath path);
