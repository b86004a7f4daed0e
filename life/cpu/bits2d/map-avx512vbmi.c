/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules that depend on where live neighbors are, for processors with AVX-512
 * that can find bytes in a vector. Only the kernel that this file exports may
 * be called from other files.
 *
 * Idea: the rule is a table of 512 bits, one vector. A byte for each of 64
 * cells holds its three cells of a row; two such rows form a number of six
 * digits that selects a byte of the table, and the third row selects a bit of
 * it. Each row is prepared once for its three places, as the kernel slides down
 * a column of words.
 *
 * Cost of 64 cells: a load, a shuffle, two shifts of bytes and a look-up to
 * spread a row, and a gate, a look-up and a test for the result. */
#include "life/cpu/bits2d/kernels.h"

#include <immintrin.h>

/* The three cells of a row around each of 64: as the lower and as the upper three
 * of six digits, and as a single bit of eight. */
typedef struct {
  __m512i lower, upper, bit;
} Spread;

/* Constants of one call. */
typedef struct {
  __m512i table, bits, place, lower, upper, lower_digits;
} Tables;

static inline __attribute__ ((always_inline)) Spread
spread_row (const uint64_t *word, const Tables *tables)
{
  const __m128i *bytes = (const __m128i *) ((const char *) word - 1);
  __m512i cells = _mm512_shuffle_epi8 (
      _mm512_broadcast_i32x4 (_mm_loadu_si128 (bytes)), tables->place);
  Spread spread;

  spread.lower = _mm512_multishift_epi64_epi8 (tables->lower, cells);
  spread.upper = _mm512_multishift_epi64_epi8 (tables->upper, cells);
  spread.bit = _mm512_permutexvar_epi8 (spread.lower, tables->bits);
  return spread;
}

static inline __attribute__ ((always_inline)) uint64_t
look_up (const Spread *above, const Spread *here, const Spread *below,
    const Tables *tables)
{
  __m512i number = _mm512_ternarylogic_epi64 (
      tables->lower_digits, above->lower, here->upper, 0xca);

  return _mm512_test_epi8_mask (
      _mm512_permutexvar_epi8 (number, tables->table), below->bit);
}

static Tables
make_tables (const LifeBitslicedMap *map)
{
  Tables tables;
  uint8_t bits[64], place[64], lower[64], upper[64];

  /* The eight cells of a lane begin at its bit 8; their own byte and those
   * beside it are moved there. */
  for (unsigned int i = 0; i < 64; i++) {
    bits[i] = (uint8_t) (1 << i % 8);
    place[i] = (uint8_t) (i % 8 < 3 ? i / 8 + i % 8 : 0x80);
    lower[i] = (uint8_t) (7 + i % 8);
    upper[i] = (uint8_t) (4 + i % 8);
  }
  tables.table = _mm512_loadu_si512 (map->bytes);
  tables.bits = _mm512_loadu_si512 (bits);
  tables.place = _mm512_loadu_si512 (place);
  tables.lower = _mm512_loadu_si512 (lower);
  tables.upper = _mm512_loadu_si512 (upper);
  tables.lower_digits = _mm512_set1_epi8 (7);
  return tables;
}

uint64_t
life_bitsliced_map_avx512vbmi (
    const LifeBitslicedStrip *strip, const LifeBitslicedMap *map)
{
  const Tables tables = make_tables (map);
  uint64_t changed = !strip->compare;

  for (size_t i = 0; i < strip->words; i++) {
    const uint64_t *row = strip->row + i;
    uint64_t *next = strip->next + i;
    Spread above = spread_row (strip->above + i, &tables);
    Spread here = spread_row (row, &tables);

    for (size_t left = strip->rows; left > 0; left--) {
      const uint64_t *under = left > 1 ? row + strip->stride : strip->below + i;
      Spread below = spread_row (under, &tables);
      uint64_t cells = look_up (&above, &here, &below, &tables);

      changed |= *next ^ cells;
      *next = cells;
      above = here;
      here = below;
      row = under;
      next += strip->stride;
    }
  }
  return changed;
}
