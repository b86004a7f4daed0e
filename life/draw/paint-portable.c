/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inner loops of drawing for any processor. */
#include "life/draw/paint-kernel.h"

const LifePaintKernels life_paint_portable = LIFE_PAINT_KERNELS;
