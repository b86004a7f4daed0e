/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A row of the soup as bits, for the vectors that the including file is compiled
 * with. */
#pragma once

#include "life/world/soup.h"

#include <stddef.h>

/* Words that are filled together, each with the same bit at a time, so that the
 * compiler can use vectors. */
#define SOUP_WORDS 8

static void
fill_soup (uint64_t *row, size_t words, uint64_t soup_row, uint64_t threshold)
{
  for (size_t start = 0; start < words; start += SOUP_WORDS) {
    uint64_t block[SOUP_WORDS] = { 0 };

    for (uint32_t bit = 0; bit < 64; bit++)
      for (size_t i = 0; i < SOUP_WORDS; i++) {
        uint32_t x = (uint32_t) ((start + i) * 64) + bit;
        block[i] |= (uint64_t) life_soup_alive (soup_row, x, threshold) << bit;
      }
    for (size_t i = 0; i < SOUP_WORDS && start + i < words; i++)
      row[start + i] = block[i];
  }
}
