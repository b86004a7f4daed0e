/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inner loops of drawing for processors with AVX2. */
#include "life/draw/paint-kernel.h"

const LifePaintKernels life_paint_avx2 = LIFE_PAINT_KERNELS;
