/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bit-sliced kernel for any processor: vectors of two words, which every
 * 64-bit one has or does without loss. Nothing here but how wide they are. */
#include <stdint.h>

#define LIFE_LANES 2
#define LIFE_COLUMNS 1
#define LIFE_BAND 2
#define LIFE_STRIP_COST 15
#define LIFE_TURN_COST 60
#define LIFE_WEST 1, 2
#define LIFE_EAST 1, 2

typedef uint64_t Vector __attribute__ ((vector_size (16)));

#include "life/cpu/bits2d/kernel.h"

const LifeBitslicedKernel life_bitsliced_portable =
    LIFE_BITSLICED_KERNEL ("portable");
