/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the checksum of a world is. C and nvcc compile it, so that every engine adds up
 * the same numbers.
 *
 * Every 64 cells of a row count for each bit of their states: those bits, folded, times
 * an odd factor that depends on their place alone, modulo 2^64. So the order does not
 * matter, no part of the world counts more than another, and nothing is added where
 * nothing lives. Bits are folded because a factor never moves a bit down: without that
 * two changes in the last column of words would cancel each other. */
#pragma once

#include "life/world/soup.h"

/* Any odd number of which half the bits are set. */
#define LIFE_CHECKSUM_FACTOR UINT64_C (0x9fb21c651e98df25)

/* Every bit moves those of both halves; 0 stays 0. */
LIFE_SHARED uint64_t
life_checksum_fold (uint64_t bits)
{
  bits = (bits ^ (bits >> 32)) * LIFE_CHECKSUM_FACTOR;
  return bits ^ (bits >> 32);
}

/* A place's factor is the product of these two: that of its row, and that of its word
 * and the bit of the states. */
LIFE_SHARED uint64_t
life_checksum_row (uint32_t y, uint32_t z)
{
  return life_soup_row (0, y, z) | 1;
}

LIFE_SHARED uint64_t
life_checksum_column (uint64_t word, uint32_t bit)
{
  return life_soup_mix (word + (bit + 1) * UINT64_C (0x9e3779b97f4a7c15)) | 1;
}
