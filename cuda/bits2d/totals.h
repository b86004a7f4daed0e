/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules that count, as kernels without a compiled rule look them up: host code next to
 * rules.cuh, which NVRTC compiles too. */
#pragma once

#include "cuda/bits2d/rules.cuh"

#include <stdint.h>

/* Bit n of @birth and @survival: what n live neighbors, 0 to 8, mean. */
static inline void
life_totals_init (LifeTotals *totals, uint32_t birth, uint32_t survival)
{
  for (unsigned total = 0; total < 10; total++) {
    int born = birth >> total & 1;
    int stays = survival << 1 >> total & 1;
    if (total == 0)
      stays = born;
    if (total == 9)
      born = stays;
    totals->factor[total] = (LifeWord) (stays - born);
    totals->offset[total] = (LifeWord) -born;
  }
}
