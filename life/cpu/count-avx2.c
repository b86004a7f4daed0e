/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counting cells for processors with AVX2. */
#include "life/cpu/count-kernel.h"

const LifeCountKernels life_count_avx2 = LIFE_COUNT_KERNELS;
