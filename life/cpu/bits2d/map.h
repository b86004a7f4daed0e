/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules that depend on where live neighbors are, by a table, two cells per
 * lookup; included by life/cpu/bits2d/bits2d-kernels.c. Processors that look up bytes
 * in vectors use life/cpu/bits2d/map-avx512vbmi.c instead. */
#pragma once

/* Half of a word's cells, and their neighbors in the row: bit 0 is the cell
 * before the first one. */
ALWAYS_INLINE uint64_t
half_row (const uint64_t *word, int half)
{
  return half ? word[0] >> 31 | word[1] << 33 : word[0] << 1 | word[-1] >> 63;
}

ALWAYS_INLINE uint64_t
map_half (
    uint64_t above, uint64_t here, uint64_t below, const LifeBitslicedMap *map)
{
  uint64_t next = 0;

  for (int i = 0; i < 32; i += 2) {
    size_t number =
        (above >> i & 15) | (here >> i & 15) << 4 | (below >> i & 15) << 8;
    next |= (uint64_t) map->pairs[number] << i;
  }
  return next;
}

static uint64_t
advance_by_map (const LifeBitslicedStrip *strip, const LifeBitslicedMap *map)
{
  uint64_t changed = !strip->compare;

  for (size_t y = 0; y < strip->rows; y++) {
    const uint64_t *row = strip->row + y * strip->stride;
    const uint64_t *above = y > 0 ? row - strip->stride : strip->above;
    const uint64_t *below =
        y + 1 < strip->rows ? row + strip->stride : strip->below;
    uint64_t *next = strip->next + y * strip->stride;

    for (size_t i = 0; i < strip->words; i++) {
      uint64_t cells = 0;
      for (int half = 0; half < 2; half++)
        cells |= map_half (half_row (above + i, half), half_row (row + i, half),
                     half_row (below + i, half), map)
                 << 32 * half;
      changed |= next[i] ^ cells;
      next[i] = cells;
    }
  }
  return changed;
}
