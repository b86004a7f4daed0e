/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bit-sliced kernel, written once for every width of vector; how wide one
 * is, and what makes a three-input gate, stands in the file that includes it.
 *
 * Idea: a word holds one bit of 64 cells, a vector holds several words, and
 * cells are counted by gates on whole vectors. A row's three-cell sums (two
 * bits) are made once and serve the three rows that need them: the kernel slides
 * down a column of vectors and keeps the sums of the last two rows in registers.
 * Three row sums make the number of live cells in a 3×3 block, its middle cell
 * included; in Life 3 of them mean alive and 4 mean unchanged.
 *
 * Layout: cell x is bit x % 64 of word x / 64; rows are computed in whole
 * blocks. Halo: the bit before a row's first cell and the bit after its last.
 * A vector of a row costs 3 loads, a store, 4 shifts and 12 three-input gates
 * in Life, 27 in any other rule.
 *
 * Counting by full adders on bit planes: D. E. Knuth, TAOCP 4A, 7.1.3,
 * exercise 167, which traces it back to the 1970s.
 *
 * The includer defines LIFE_LANES (words a vector), LIFE_COLUMNS (vectors side
 * by side in one slide, 1 or 2), the type Vector, and on it:
 *   parity (a, b, c)    a ^ b ^ c
 *   majority (a, b, c)  at least two of them
 *   choose (a, b, c)    a ? b : c
 *   toggle (a, b, c)    a ^ (b & c)
 */
#include "life/bitsliced.h"
#include "life/soup.h"

#define ALWAYS_INLINE static inline __attribute__ ((always_inline))

/* A slide reads rows at distances that no hardware prefetcher follows. */
#define PREFETCH_WORDS (3 * LIFE_BLOCK_WORDS)

typedef Vector Unaligned __attribute__ ((aligned (8), may_alias));

/* A row's part of a column: the number of live cells among each cell and its
 * two neighbours in the row, as bits of weight 1 and 2, and the cells. */
typedef struct {
  Vector ones, twos;
  Vector cells;
} RowSum;

/* LifeBitslicedRule, a vector a term. */
typedef struct {
  Vector low[16], high[3];
} Terms;

ALWAYS_INLINE Vector
load (const uint64_t *words)
{
  return *(const Unaligned *) words;
}

ALWAYS_INLINE void
store (uint64_t *words, Vector vector)
{
  *(Unaligned *) words = vector;
}

ALWAYS_INLINE RowSum
sum_row (const uint64_t *words)
{
  RowSum sum;
  Vector cells = load (words);
  Vector west = cells << 1 | load (words - 1) >> 63;
  Vector east = cells >> 1 | load (words + 1) << 63;

  sum.ones = parity (west, cells, east);
  sum.twos = majority (west, cells, east);
  sum.cells = cells;
  return sum;
}

/* The block's count is one + 2 (two + carry + 2 four). It is 3 where one is
 * set, four is not, and two differs from carry; it is 4 where one is not set,
 * two equals carry and four differs from them. */
ALWAYS_INLINE Vector
next_in_life (Vector alive, Vector one, Vector carry, Vector two, Vector four)
{
  Vector even = parity (two, carry, one);
  Vector fits = choose (one, ~four, four ^ two);

  return fits & (alive | one) & ~even;
}

/* The rule's polynomial by Horner's scheme: every term costs one gate. */
ALWAYS_INLINE Vector
next_by_terms (Vector alive, Vector one, Vector carry, Vector two, Vector four,
    const Terms *terms)
{
#define ALIVE(i) toggle (terms->low[i], alive, terms->low[i + 1])
  Vector both = two & carry;
  Vector two_bit = two ^ carry;
  Vector four_bit = four ^ both;
  Vector eight_bit = four & both;

  Vector unit = toggle (terms->low[0], one, ALIVE (2));
  Vector twos = toggle (ALIVE (4), one, ALIVE (6));
  Vector fours = toggle (ALIVE (8), one, ALIVE (10));
  Vector sixes = toggle (ALIVE (12), one, ALIVE (14));
#undef ALIVE
  Vector low = toggle (
      toggle (unit, two_bit, twos), four_bit, toggle (fours, two_bit, sixes));
  Vector high = toggle (
      toggle (terms->high[0], alive, terms->high[1]), one, terms->high[2]);

  return toggle (low, eight_bit, high);
}

/* @terms is NULL for Life, a constant wherever this is inlined. */
ALWAYS_INLINE Vector
next_row (RowSum above, RowSum here, RowSum below, const Terms *terms)
{
  Vector one = parity (above.ones, here.ones, below.ones);
  Vector carry = majority (above.ones, here.ones, below.ones);
  Vector two = parity (above.twos, here.twos, below.twos);
  Vector four = majority (above.twos, here.twos, below.twos);

  if (terms == NULL)
    return next_in_life (here.cells, one, carry, two, four);
  return next_by_terms (here.cells, one, carry, two, four, terms);
}

/* Advances @columns vectors of every row of the strip, from word @start on. */
ALWAYS_INLINE void
slide (const LifeBitslicedStrip *strip, size_t start, int columns,
    const Terms *terms)
{
  const uint64_t *row = strip->row + start;
  uint64_t *next = strip->next + start;
  RowSum above[LIFE_COLUMNS], here[LIFE_COLUMNS];

  for (int i = 0; i < columns; i++) {
    above[i] = sum_row (strip->above + start + i * LIFE_LANES);
    here[i] = sum_row (row + i * LIFE_LANES);
  }
  for (size_t left = strip->rows; left > 0; left--) {
    row = left > 1 ? row + strip->stride : strip->below + start;
    for (int i = 0; i < columns; i++) {
      RowSum below = sum_row (row + i * LIFE_LANES);
      __builtin_prefetch (row + i * LIFE_LANES + PREFETCH_WORDS);
      store (next + i * LIFE_LANES, next_row (above[i], here[i], below, terms));
      above[i] = here[i];
      here[i] = below;
    }
    next += strip->stride;
  }
}

ALWAYS_INLINE void
advance (const LifeBitslicedStrip *strip, const Terms *terms)
{
  size_t words = (strip->words + LIFE_BLOCK_WORDS - 1) / LIFE_BLOCK_WORDS
                 * LIFE_BLOCK_WORDS;
  size_t start = 0;

  for (; start + LIFE_COLUMNS * LIFE_LANES <= words;
       start += LIFE_COLUMNS * LIFE_LANES)
    slide (strip, start, LIFE_COLUMNS, terms);
  for (; start < words; start += LIFE_LANES)
    slide (strip, start, 1, terms);
}

static void
advance_life (const LifeBitslicedStrip *strip)
{
  advance (strip, NULL);
}

static void
advance_totalistic (
    const LifeBitslicedStrip *strip, const LifeBitslicedRule *rule)
{
  Terms terms;

  for (int i = 0; i < 16; i++)
    terms.low[i] = (Vector){ 0 } + rule->low[i];
  for (int i = 0; i < 3; i++)
    terms.high[i] = (Vector){ 0 } + rule->high[i];
  advance (strip, &terms);
}

/* The same bit of a block's words side by side, for the compiler to make
 * vectors of. */
static void
fill_soup (uint64_t *row, size_t words, uint64_t soup_row, uint64_t threshold)
{
  for (size_t start = 0; start < words; start += LIFE_BLOCK_WORDS) {
    uint64_t block[LIFE_BLOCK_WORDS] = { 0 };

    for (uint32_t bit = 0; bit < 64; bit++)
      for (size_t i = 0; i < LIFE_BLOCK_WORDS; i++) {
        uint32_t x = (uint32_t) ((start + i) * 64) + bit;
        block[i] |= (uint64_t) life_soup_alive (soup_row, x, threshold) << bit;
      }
    for (size_t i = 0; i < LIFE_BLOCK_WORDS; i++)
      row[start + i] = block[i];
  }
}

static uint64_t
count (const uint64_t *row, size_t words)
{
  uint64_t bits = 0;

  for (size_t i = 0; i < words; i++)
    bits += (uint64_t) __builtin_popcountll (row[i]);
  return bits;
}

static uint64_t
count_without (const uint64_t *row, const uint64_t *other, size_t words)
{
  uint64_t bits = 0;

  for (size_t i = 0; i < words; i++)
    bits += (uint64_t) __builtin_popcountll (row[i] & ~other[i]);
  return bits;
}

#define LIFE_BITSLICED_KERNEL(title)                                         \
  {                                                                          \
    title, advance_life, advance_totalistic, fill_soup, count, count_without \
  }
