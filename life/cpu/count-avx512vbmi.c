/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counting cells for processors with AVX-512 that
 * count the bits of every word of a vector. */
#include "life/cpu/count-kernel.h"

const LifeCountKernels life_count_avx512vbmi = LIFE_COUNT_KERNELS;
