/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where cells were born and died, as engines add it up. C and nvcc compile it, so that
 * every engine adds up the same. */
#pragma once

#include "life/base/shared.h"

/* Along axes of more cells than 2^23 the lowest bits of a position are left out, so that
 * no sum over a world exceeds 64 bits. */
#define LIFE_ACTIVITY_POSITION_BITS 23

/* The bits that are left out where an axis has @side cells. */
LIFE_SHARED uint32_t
life_activity_shift (uint32_t side)
{
  uint32_t shift = 0;

  while ((side - 1) >> shift >> LIFE_ACTIVITY_POSITION_BITS != 0)
    shift++;
  return shift;
}

/* The quarter of an axis in which a position is, 0 … 3. */
LIFE_SHARED uint32_t
life_activity_quarter (uint32_t position, uint32_t side)
{
  return (uint32_t) ((uint64_t) position * 4 / side);
}
