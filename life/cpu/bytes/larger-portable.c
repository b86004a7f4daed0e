/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life's kernel for vectors of 16 bytes; nothing but how wide they
 * are. */
#define LIFE_LARGER_BYTES 16

#include "life/cpu/bytes/larger-kernel.h"

const LifeLargerKernel life_larger_portable =
    LIFE_LARGER_KERNEL ("sliding sums (portable)");
