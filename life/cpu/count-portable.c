/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counting cells for any processor. */
#include "life/cpu/count-kernel.h"

const LifeCountKernels life_count_portable = LIFE_COUNT_KERNELS;
