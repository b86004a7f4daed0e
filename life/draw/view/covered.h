/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What of an axis of the world a pixel or a square covers; compiled by C and nvcc. */
#pragma once

#include "life/base/shared.h"

/* In cells × 2^fraction_bits. */
typedef struct {
  int64_t first, end;
} LifeCoveredPart;

/* What of @first to @end lies between @low and @high. */
LIFE_SHARED LifeCoveredPart
life_covered_part (int64_t first, int64_t end, int64_t low, int64_t high)
{
  LifeCoveredPart part;

  part.first = first < low ? low : first > high ? high : first;
  part.end = end < low ? low : end > high ? high : end;
  return part;
}
