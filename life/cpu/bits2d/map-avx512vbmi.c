/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules that depend on where live neighbors are, for processors with AVX-512
 * that can look up bytes in a vector. Only the kernel that this file exports may
 * be called from other files.
 *
 * Idea: the rule is a table of 512 bits, one vector. A byte for each of 64
 * cells holds its three cells of a row; two such rows form a number of six
 * digits that selects a byte of the table, and the third row selects a bit of
 * it. Two cells one above the other share two of their rows, so they have the
 * same number, for two tables: of one the row above them selects a bit, of the
 * other the row below. The kernel slides down a column of words, two rows at a
 * time.
 *
 * Cost of 64 cells: two loads that are spread over lanes, a shift of bytes and
 * a lookup for a row's digits and bits; half a gate, a lookup and a test for
 * the result. Of these, three can only be started one at a time where vectors
 * of 512 bits are two halves.
 */
#include "life/cpu/bits2d/bits2d-kernels.h"

#include <immintrin.h>
#include <string.h>

/* Constants of one call. */
typedef struct {
  __m512i first, second, of_upper, of_lower, upper, lower, lower_digits;
} Tables;

/* The 64 cells of a word and their neighbors in the row: a lane begins a byte before the word,
 * or, from lane 4 on, a byte after the word's begin. */
static inline __attribute__ ((always_inline)) __m512i
load_cells (const uint64_t *word)
{
  const char *bytes = (const char *) word;
  long long before, after;

  memcpy (&before, bytes - 1, sizeof before);
  memcpy (&after, bytes + 1, sizeof after);
  return _mm512_mask_set1_epi64 (_mm512_set1_epi64 (before), 0xf0, after);
}

static Tables
make_tables (const LifeBitslicedMap *map)
{
  Tables tables;
  uint8_t of_upper[64], of_lower[64], upper[64], lower[64];

  /* The three cells around cell i become the upper three of six digits, and the lower
   * three; then those digits as a bit of eight. */
  for (unsigned int i = 0; i < 64; i++) {
    const unsigned int west = i < 32 ? i + 7 : i - 9;

    upper[i] = (uint8_t) (west - 3);
    lower[i] = (uint8_t) west;
    of_upper[i] = (uint8_t) (1 << i / 8);
    of_lower[i] = (uint8_t) (1 << i % 8);
  }
  tables.first = _mm512_loadu_si512 (map->bytes[0]);
  tables.second = _mm512_loadu_si512 (map->bytes[1]);
  tables.of_upper = _mm512_loadu_si512 (of_upper);
  tables.of_lower = _mm512_loadu_si512 (of_lower);
  tables.upper = _mm512_loadu_si512 (upper);
  tables.lower = _mm512_loadu_si512 (lower);
  tables.lower_digits = _mm512_set1_epi8 (7);
  return tables;
}

/* Writes 64 cells; returns what has changed. */
static inline __attribute__ ((always_inline)) uint64_t
store_cells (uint64_t *next, __mmask64 cells, int compare)
{
  const uint64_t changed = compare ? *next ^ cells : 0;

  *next = cells;
  return changed;
}

/* Advances a word of every row of the strip. */
static inline __attribute__ ((always_inline)) uint64_t
slide (const LifeBitslicedStrip *strip, size_t i, const Tables *tables,
    int compare)
{
  const size_t stride = strip->stride;
  const uint64_t *below = strip->below + i, *row = strip->row + i;
  uint64_t *next = strip->next + i, changed = 0;
  /* The bit of the row above, and the digits of the first of two rows. */
  __m512i above =
      _mm512_permutexvar_epi8 (_mm512_multishift_epi64_epi8 (tables->lower,
                                   load_cells (strip->above + i)),
          tables->of_lower);
  __m512i upper =
      _mm512_multishift_epi64_epi8 (tables->upper, load_cells (row));

  for (size_t left = strip->rows; left > 0; left -= 2) {
    const uint64_t *second = left > 1 ? row + stride : below;
    const __m512i lower =
        _mm512_multishift_epi64_epi8 (tables->lower, load_cells (second));
    const __m512i number =
        _mm512_ternarylogic_epi64 (tables->lower_digits, lower, upper, 0xca);

    changed |= store_cells (next,
        _mm512_test_epi8_mask (
            _mm512_permutexvar_epi8 (number, tables->first), above),
        compare);
    if (left == 1)
      break;
    row = left > 2 ? second + stride : below;
    upper = _mm512_multishift_epi64_epi8 (tables->upper, load_cells (row));
    changed |= store_cells (next + stride,
        _mm512_test_epi8_mask (_mm512_permutexvar_epi8 (number, tables->second),
            _mm512_permutexvar_epi8 (upper, tables->of_upper)),
        compare);
    above = _mm512_permutexvar_epi8 (lower, tables->of_lower);
    next += 2 * stride;
  }
  return changed;
}

uint64_t
life_bitsliced_map_avx512vbmi (
    const LifeBitslicedStrip *strip, const LifeBitslicedMap *map)
{
  const Tables tables = make_tables (map);
  uint64_t changed = !strip->compare;

  for (size_t i = 0; i < strip->words; i++)
    changed |= strip->compare ? slide (strip, i, &tables, 1)
                              : slide (strip, i, &tables, 0);
  return changed;
}
