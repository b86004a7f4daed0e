/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inner loops of drawing for processors with AVX-512 that
 * pick bytes out of two vectors, and count the bits of bytes. */
#include "life/draw/paint-kernel.h"

const LifePaintKernels life_paint_avx512vbmi = LIFE_PAINT_KERNELS;
