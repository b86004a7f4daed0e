/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sums of weighted cells, compiled for every width of vector; the compiler vectorizes the
 * loops. */
#include "life/cpu/bytes/weighted-kernels.h"

#include "life/base/vectors.h"

static void
add_16 (uint16_t *restrict counts, const uint8_t *restrict values, int weight,
    size_t n)
{
  if (weight == 1)
    for (size_t i = 0; i < n; i++)
      counts[i] += values[i];
  else if (weight == -1)
    for (size_t i = 0; i < n; i++)
      counts[i] -= values[i];
  else
    for (size_t i = 0; i < n; i++)
      counts[i] += (uint16_t) ((uint16_t) weight * (uint32_t) values[i]);
}

static void
add_32 (uint32_t *restrict counts, const uint8_t *restrict values, int weight,
    size_t n)
{
  for (size_t i = 0; i < n; i++)
    counts[i] += (uint32_t) weight * values[i];
}

const LifeWeightedKernel LIFE_FOR_PATH (
    life_weighted) = { "weighted sums (" LIFE_PATH_TITLE ")", add_16, add_32 };
