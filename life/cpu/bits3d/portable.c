/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bit-sliced 3D kernel for any processor: vectors of two words, which every
 * 64-bit one has or does without loss. Nothing here but the width. */
#include <stdint.h>

#define LIFE_LANES 2

typedef uint64_t Vector __attribute__ ((vector_size (16)));

#include "life/cpu/bits3d/gates.h"
#include "life/cpu/bits3d/kernel.h"

const LifeBitsliced3dKernel life_bitsliced3d_portable =
    LIFE_BITSLICED3D_KERNEL ("portable");
