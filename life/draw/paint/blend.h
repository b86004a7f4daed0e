/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How a picture fades into another one, sample by sample; compiled by C and nvcc. */
#pragma once

#include "life/base/shared.h"

/* A share of 1. */
#define LIFE_FADE_BITS 24
#define LIFE_FADE_ALL (1u << LIFE_FADE_BITS)

/* A byte of a picture in which the previous one still has @share of the weight. A share of
 * k/n, rounded to 24 bits, gives ⌊(byte · (n − k) + previous · k) / n + 1/2⌋ exactly up to
 * n = 32767: what rounding the share adds or takes is below 128, and adding that much
 * puts halves right and is too little to do harm. */
LIFE_SHARED uint8_t
life_fade_byte (uint8_t byte, uint8_t previous, uint32_t share)
{
  return (uint8_t) ((byte * (LIFE_FADE_ALL - share) + previous * share
                        + LIFE_FADE_ALL / 2 + 128)
                    >> LIFE_FADE_BITS);
}

/* The same for samples of 10 bits, which lie @shift bits up in a word; exact up to
 * n = 8191. */
LIFE_SHARED uint16_t
life_fade_word (
    uint16_t word, uint16_t previous, uint32_t share, uint32_t shift)
{
  const uint64_t sum = (uint64_t) (word >> shift) * (LIFE_FADE_ALL - share)
                       + (uint64_t) (previous >> shift) * share;

  return (
      uint16_t) ((sum + LIFE_FADE_ALL / 2 + 512) >> LIFE_FADE_BITS << shift);
}
