/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life's kernel for vectors of 64 bytes; nothing but how wide they
 * are. */
#define LIFE_LARGER_BYTES 64

#include "life/cpu/bytes/larger-kernel.h"

const LifeLargerKernel life_larger_avx512 =
    LIFE_LARGER_KERNEL ("sliding sums (AVX-512)");
