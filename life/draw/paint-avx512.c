/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inner loops of drawing for processors with AVX-512. */
#include "life/draw/paint-kernel.h"

const LifePaintKernels life_paint_avx512 = LIFE_PAINT_KERNELS;
