/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bit-sliced 3D kernel for AVX2: vectors of four words. Compiled for that
 * processor, so nothing here may be called or linked from elsewhere. */
#include <stdint.h>

#define LIFE_LANES 4

typedef uint64_t Vector __attribute__ ((vector_size (32)));

#include "life/cpu/bits3d/gates.h"
#include "life/cpu/bits3d/kernel.h"

const LifeBitsliced3dKernel life_bitsliced3d_avx2 =
    LIFE_BITSLICED3D_KERNEL ("AVX2");
