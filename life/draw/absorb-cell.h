/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What an arriving picture does to a cell; compiled by C and nvcc. */
#pragma once

#include "life/draw/color/pixel.h"

#include <life/view.h>

/* What is stored of a cell that no picture has covered; else it is the luma plus 1. */
#define LIFE_ABSORB_NOT_COVERED 0

/* The state of a cell whose state is @old; @alive: its pixels reach the threshold, or for
 * %LIFE_INPUT_MOTION their luma moved. */
LIFE_SHARED uint8_t
life_absorb_combine (LifeInput input, uint8_t old, int alive)
{
  if (!alive)
    return old;
  if (input == LIFE_INPUT_XOR)
    return old == 0;
  if (input == LIFE_INPUT_ERASE)
    return 0;
  return old == 0 ? 1 : old;
}

/* Whether the luma of a cell moved since the previous picture; @mean replaces *@stored. */
LIFE_SHARED int
life_absorb_moves (uint16_t *stored, uint16_t mean, uint32_t threshold)
{
  const uint16_t previous = *stored;

  *stored = (uint16_t) (mean + 1);
  return previous != LIFE_ABSORB_NOT_COVERED
         && life_pixel_has_moved ((uint16_t) (previous - 1), mean, threshold);
}
