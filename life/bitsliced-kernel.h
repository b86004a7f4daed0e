/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bit-sliced kernel, written once for every width of vector; how wide one
 * is, and what makes a three-input gate, stands in the file that includes it.
 *
 * Idea: a word holds one bit of 64 cells, a vector holds several words, and
 * cells are counted by gates on whole vectors. The sum of three cells (two bits)
 * is made once and serves three cells across. Here are the gates that make the
 * next cells of three such sums, and the strips: one generation at a time, the
 * cells where the world has them, for small worlds and short calls. Tiles, for
 * all others, are in life/bitsliced-tile.h.
 *
 * Strips: cell x is bit x % 64 of word x / 64; rows are computed in whole
 * blocks. A slide goes down a column of vectors and keeps the sums of the last
 * two rows in registers. Halo: the bit before a row's first cell and the bit
 * after its last. A vector of a row costs 3 loads, a store, 4 shifts and 10
 * gates in Life, 28 in any other rule.
 *
 * Counting by full adders on bit planes: D. E. Knuth, TAOCP 4A, 7.1.3,
 * exercise 167, which traces it back to the 1970s.
 *
 * The includer defines the type Vector, LIFE_LANES (words a vector), LIFE_COLUMNS
 * (vectors side by side in one slide, 1 or 2), LIFE_BAND (rows of a tile that
 * are advanced together), LIFE_STRIP_COST and LIFE_TURN_COST (life/bitsliced.h), LIFE_WEST and
 * LIFE_EAST (the places, in two vectors side by side, of a vector that begins a
 * word before the second and a word behind the first), and where the processor
 * has three-input gates LIFE_GATE.
 */
#include "life/bitsliced.h"
#include "life/soup.h"

#define ALWAYS_INLINE static inline __attribute__ ((always_inline))

/* A slide reads rows at distances that no hardware prefetcher follows. */
#define PREFETCH_WORDS (3 * LIFE_BLOCK_WORDS)

typedef Vector Unaligned __attribute__ ((aligned (8), may_alias));

#define from_west(a, b) ((Vector) __builtin_shufflevector (b, a, LIFE_WEST))
#define from_east(a, b) ((Vector) __builtin_shufflevector (a, b, LIFE_EAST))

/* Three cells added up: one + 2 two. */
typedef struct {
  Vector ones, twos;
} Sum;

#ifdef LIFE_GATE
#define parity(a, b, c) LIFE_GATE (a, b, c, 0x96)
#define majority(a, b, c) LIFE_GATE (a, b, c, 0xe8)
/* a ? b : c */
#define choose(a, b, c) LIFE_GATE (a, b, c, 0xca)
/* a ^ (b & c) */
#define toggle(a, b, c) LIFE_GATE (a, b, c, 0x78)
/* a & b & ~c */
#define both_without(a, b, c) LIFE_GATE (a, b, c, 0x40)

/* Six gates, the network of cuda/bitsliced2d.cuh. */
ALWAYS_INLINE Vector
next_in_life (Sum west, Sum here, Sum east, Vector alive)
{
  Vector odd = parity (west.ones, here.ones, east.ones);
  Vector mixed = LIFE_GATE (west.ones, here.ones, east.ones, 0x7e);
  Vector both = LIFE_GATE (odd, east.twos, west.twos, 0x60);
  Vector some = LIFE_GATE (both, mixed, here.twos, 0x46);
  Vector wrong = LIFE_GATE (some, east.twos, west.twos, 0x9e);

  return LIFE_GATE (wrong, odd, alive, 0x0e);
}
#else
ALWAYS_INLINE Vector
parity (Vector a, Vector b, Vector c)
{
  return a ^ b ^ c;
}

ALWAYS_INLINE Vector
majority (Vector a, Vector b, Vector c)
{
  return (a & b) | ((a ^ b) & c);
}

/* a ? b : c */
ALWAYS_INLINE Vector
choose (Vector a, Vector b, Vector c)
{
  return c ^ (a & (b ^ c));
}

ALWAYS_INLINE Vector
toggle (Vector a, Vector b, Vector c)
{
  return a ^ (b & c);
}

ALWAYS_INLINE Vector
both_without (Vector a, Vector b, Vector c)
{
  return a & b & ~c;
}

/* The nine cells add up to one + 2 (two + carry + 2 four). That is 3 where one
 * is set, four is not, and two differs from carry; it is 4 where one is not
 * set, two equals carry and four differs from them. */
ALWAYS_INLINE Vector
next_in_life (Sum west, Sum here, Sum east, Vector alive)
{
  Vector one = parity (west.ones, here.ones, east.ones);
  Vector carry = majority (west.ones, here.ones, east.ones);
  Vector two = parity (west.twos, here.twos, east.twos);
  Vector four = majority (west.twos, here.twos, east.twos);
  Vector even = parity (two, carry, one);
  Vector fits = choose (one, ~four, four ^ two);

  return fits & (alive | one) & ~even;
}
#endif

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

ALWAYS_INLINE Sum
sum_of (Vector a, Vector b, Vector c)
{
  return (Sum){ parity (a, b, c), majority (a, b, c) };
}

/* The rule's polynomial by Horner's scheme: every term costs one gate. */
ALWAYS_INLINE Vector
next_by_terms (Sum west, Sum here, Sum east, Vector alive, const Terms *terms)
{
#define ALIVE(i) toggle (terms->low[i], alive, terms->low[i + 1])
  Vector one = parity (west.ones, here.ones, east.ones);
  Vector carry = majority (west.ones, here.ones, east.ones);
  Vector two = parity (west.twos, here.twos, east.twos);
  Vector four = majority (west.twos, here.twos, east.twos);
  Vector two_bit = two ^ carry;
  Vector four_bit = toggle (four, two, carry);
  Vector eight_bit = four & two & carry;

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
next_cells (Sum west, Sum here, Sum east, Vector alive, const Terms *terms)
{
  if (terms == NULL)
    return next_in_life (west, here, east, alive);
  return next_by_terms (west, here, east, alive, terms);
}

ALWAYS_INLINE Terms
terms_of (const LifeBitslicedRule *rule)
{
  Terms terms;

  for (int i = 0; i < 16; i++)
    terms.low[i] = (Vector){ 0 } + rule->low[i];
  for (int i = 0; i < 3; i++)
    terms.high[i] = (Vector){ 0 } + rule->high[i];
  return terms;
}

ALWAYS_INLINE Sum
sum_row (const uint64_t *words, Vector *row_cells)
{
  Vector cells = load (words);
  Vector west = cells << 1 | load (words - 1) >> 63;
  Vector east = cells >> 1 | load (words + 1) << 63;

  *row_cells = cells;
  return sum_of (west, cells, east);
}

/* Advances @columns vectors of every row of the strip, from word @start on. */
ALWAYS_INLINE Vector
slide (const LifeBitslicedStrip *strip, size_t start, int columns, int compare,
    const Terms *terms)
{
  const uint64_t *row = strip->row + start;
  uint64_t *next = strip->next + start;
  Sum above[LIFE_COLUMNS], here[LIFE_COLUMNS];
  Vector cells[LIFE_COLUMNS], changed = { 0 };

  for (int i = 0; i < columns; i++) {
    above[i] = sum_row (strip->above + start + i * LIFE_LANES, &cells[i]);
    here[i] = sum_row (row + i * LIFE_LANES, &cells[i]);
  }
  for (size_t left = strip->rows; left > 0; left--) {
    const uint64_t *under =
        left > 1 ? row + strip->stride : strip->below + start;
    for (int i = 0; i < columns; i++) {
      Vector below_cells;
      Sum below = sum_row (under + i * LIFE_LANES, &below_cells);
      Vector new_cells = next_cells (above[i], here[i], below, cells[i], terms);
      __builtin_prefetch (under + i * LIFE_LANES + PREFETCH_WORDS);
      if (compare)
        changed |= load (next + i * LIFE_LANES) ^ new_cells;
      store (next + i * LIFE_LANES, new_cells);
      above[i] = here[i];
      here[i] = below;
      cells[i] = below_cells;
    }
    row = under;
    next += strip->stride;
  }
  return changed;
}

ALWAYS_INLINE uint64_t
advance (const LifeBitslicedStrip *strip, int compare, const Terms *terms)
{
  size_t words = (strip->words + LIFE_BLOCK_WORDS - 1) / LIFE_BLOCK_WORDS
                 * LIFE_BLOCK_WORDS;
  size_t start = 0;
  Vector changed = { 0 };
  uint64_t any = compare ? 0 : 1;

  for (; start + LIFE_COLUMNS * LIFE_LANES <= words;
       start += LIFE_COLUMNS * LIFE_LANES)
    changed |= slide (strip, start, LIFE_COLUMNS, compare, terms);
  for (; start < words; start += LIFE_LANES)
    changed |= slide (strip, start, 1, compare, terms);
  for (int i = 0; i < LIFE_LANES; i++)
    any |= changed[i];
  return any;
}

static uint64_t
advance_life (const LifeBitslicedStrip *strip)
{
  return strip->compare ? advance (strip, 1, NULL) : advance (strip, 0, NULL);
}

static uint64_t
advance_totalistic (
    const LifeBitslicedStrip *strip, const LifeBitslicedRule *rule)
{
  Terms terms = terms_of (rule);

  return strip->compare ? advance (strip, 1, &terms)
                        : advance (strip, 0, &terms);
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

/* How many bits of @mask are set in a vector's words. */
ALWAYS_INLINE uint64_t
count_bits (Vector vector, uint64_t mask)
{
  uint64_t bits = 0;

  for (int i = 0; i < LIFE_LANES; i++)
    bits += (uint64_t) __builtin_popcountll (vector[i] & mask);
  return bits;
}

/* Adds @a and @b to the counter's bit @ones; what carries over is returned. */
ALWAYS_INLINE Vector
carry_over (Vector *ones, Vector a, Vector b)
{
  Vector carry = majority (*ones, a, b);

  *ones = parity (*ones, a, b);
  return carry;
}

/* Live cells of a row, or those that are dead in @other. Eight vectors are added up
 * by carry-save adders before any bit is counted. */
ALWAYS_INLINE uint64_t
count_row (const uint64_t *row, const uint64_t *other, size_t words)
{
  Vector ones = { 0 }, twos = { 0 }, fours = { 0 };
  uint64_t eights = 0, bits;
  size_t i = 0;

  for (; i + 8 * LIFE_LANES <= words; i += 8 * LIFE_LANES) {
    Vector line[8], a, b, c;

    for (int k = 0; k < 8; k++) {
      line[k] = load (row + i + k * LIFE_LANES);
      if (other != NULL)
        line[k] &= ~load (other + i + k * LIFE_LANES);
    }
    a = carry_over (&ones, line[0], line[1]);
    b = carry_over (&ones, line[2], line[3]);
    c = carry_over (&twos, a, b);
    a = carry_over (&ones, line[4], line[5]);
    b = carry_over (&ones, line[6], line[7]);
    b = carry_over (&twos, a, b);
    eights += count_bits (carry_over (&fours, b, c), ~(uint64_t) 0);
  }
  bits = 8 * eights + 4 * count_bits (fours, ~(uint64_t) 0)
         + 2 * count_bits (twos, ~(uint64_t) 0)
         + count_bits (ones, ~(uint64_t) 0);
  for (; i < words; i++)
    bits += (uint64_t) __builtin_popcountll (
        other != NULL ? row[i] & ~other[i] : row[i]);
  return bits;
}

static uint64_t
count (const uint64_t *row, size_t words)
{
  return count_row (row, NULL, words);
}

static uint64_t
count_without (const uint64_t *row, const uint64_t *other, size_t words)
{
  return count_row (row, other, words);
}

#include "life/bitsliced-tile.h"

#define LIFE_BITSLICED_KERNEL(title)                                        \
  {                                                                         \
    title, LIFE_LANES, LIFE_STRIP_COST, LIFE_TURN_COST, advance_life,       \
        advance_totalistic, bring_to_tile, take_from_tile,                  \
        advance_tile_by_life, advance_tile_by_terms, copy_shifted, replace, \
        fill_soup, count, count_without                                     \
  }
