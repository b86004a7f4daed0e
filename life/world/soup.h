/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The soup: the states of the cells of a random fill. C and nvcc compile it, so that
 * every engine fills in the same cells. */
#pragma once

#include "life/base/shared.h"

/* The finalizer of SplitMix64 (Steele, Lea and Flood, "Fast splittable
 * pseudorandom number generators", 2014): every input bit moves every output
 * bit. */
LIFE_SHARED uint64_t
life_soup_mix (uint64_t v)
{
  v = (v ^ (v >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  v = (v ^ (v >> 27)) * UINT64_C (0x94d049bb133111eb);
  return v ^ (v >> 31);
}

/* The part that the cells of one row share, so that a cell costs less. */
LIFE_SHARED uint64_t
life_soup_row (uint64_t seed, uint32_t y, uint32_t z)
{
  return life_soup_mix (life_soup_mix (seed + UINT64_C (0x9e3779b97f4a7c15))
                        ^ ((uint64_t) z << 32 | y));
}

/* The threshold for a cell's number: @density times 2^32. */
LIFE_SHARED uint64_t
life_soup_threshold (double density)
{
  return (uint64_t) (density * 4294967296.0 + 0.5);
}

/* The number of cell @x of that row: its high half says whether it is alive, the other one in
 * which state. */
LIFE_SHARED uint64_t
life_soup_number (uint64_t row, uint32_t x)
{
  return life_soup_mix (
      row + (uint64_t) (x + UINT64_C (1)) * UINT64_C (0x9e3779b97f4a7c15));
}

LIFE_SHARED int
life_soup_alive (uint64_t row, uint32_t x, uint64_t threshold)
{
  return life_soup_number (row, x) >> 32 < threshold;
}

/* The state of that cell: 0, or one of 1 to @live, all equally likely. */
LIFE_SHARED uint32_t
life_soup_state (uint64_t row, uint32_t x, uint64_t threshold, uint32_t live)
{
  const uint64_t number = life_soup_number (row, x);

  return number >> 32 < threshold
             ? 1 + (uint32_t) ((number & 0xffffffff) * live >> 32)
             : 0;
}
