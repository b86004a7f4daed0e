/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the checksum of a world is. C and nvcc compile it, so that every engine adds up
 * the same numbers.
 *
 * Every 64 cells of a row add, for each bit of their states, the product of both halves of
 * those bits, each plus a key of their position (as in NH of Black, Halevi, Krawczyk,
 * Krovetz and Rogaway, "UMAC: fast and secure message authentication", 1999) less what no
 * cell would add, times an odd factor of their row, modulo 2^64. So the order does not
 * matter, no part of the world counts more than another, and nothing is added where
 * nothing lives. A factor for each word instead would never move a bit down: two changes
 * in the last column of words would cancel each other. */
#pragma once

#include "life/world/soup.h"

LIFE_SHARED uint64_t
life_checksum_row (uint32_t y, uint32_t z)
{
  return life_soup_row (0, y, z) | 1;
}

/* The keys of both halves of a word of a row, for one bit of the states. */
LIFE_SHARED uint64_t
life_checksum_key (uint64_t word, uint32_t bit)
{
  return life_soup_mix (word + (bit + 1) * UINT64_C (0x9e3779b97f4a7c15));
}

/* The product of both halves of the sums of @bits and @key. */
LIFE_SHARED uint64_t
life_checksum_product (uint64_t bits, uint64_t key)
{
  const uint32_t low = (uint32_t) bits + (uint32_t) key;
  const uint32_t high = (uint32_t) (bits >> 32) + (uint32_t) (key >> 32);

  return (uint64_t) low * high;
}

/* What one bit of the states of 64 cells adds, before the row's factor. */
LIFE_SHARED uint64_t
life_checksum_word (uint64_t bits, uint64_t key)
{
  return life_checksum_product (bits, key) - life_checksum_product (0, key);
}

/* Where there are no edges, and most of the world is empty, each cell that is not in
 * state 0 adds a number of its own. */
LIFE_SHARED uint64_t
life_checksum_free_row (int64_t y)
{
  return life_soup_mix ((uint64_t) y + UINT64_C (0x9e3779b97f4a7c15));
}

LIFE_SHARED uint64_t
life_checksum_free_cell (uint64_t row, int64_t x, uint32_t state)
{
  return life_soup_mix (row + (uint64_t) x * UINT64_C (0x9e3779b97f4a7c15))
         * (2 * (uint64_t) state - 1);
}
