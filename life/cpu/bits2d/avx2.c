/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bit-sliced kernel for AVX2: vectors of four words. Compiled for that
 * processor, so nothing here may be called or linked from elsewhere. */
#include <stdint.h>

#define LIFE_LANES 4
#define LIFE_COLUMNS 1
#define LIFE_BAND 2
#define LIFE_STRIP_COST 15
#define LIFE_TURN_COST 60
#define LIFE_WEST 3, 4, 5, 6
#define LIFE_EAST 1, 2, 3, 4

typedef uint64_t Vector __attribute__ ((vector_size (32)));

#include "life/cpu/bits2d/kernel.h"

const LifeBitslicedKernel life_bitsliced_avx2 = LIFE_BITSLICED_KERNEL ("AVX2");
