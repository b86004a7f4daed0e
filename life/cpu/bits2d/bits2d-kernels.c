/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The bit-sliced kernel, written once and compiled for every width of vector.
 *
 * Idea: a word holds one bit of 64 cells, a vector holds several words, and
 * cells are counted by gates on whole vectors. The sum of three cells (two bits)
 * is computed once and serves three cells across. Here are the gates that make
 * the next cells of three such sums, and the strips: one generation at a time,
 * the cells as the world stores them, for small worlds and short calls. Tiles,
 * for all others, are in life/cpu/bits2d/tile.h.
 *
 * Strips: cell x is bit x % 64 of word x / 64; rows are computed in whole
 * blocks. A slide runs down a column of vectors with the sums of the last two
 * rows in registers. Halo: the bit before a row's first cell and the bit
 * after its last. A vector of a row costs 3 loads, a store, 4 shifts and 10
 * gates in Life, 28 in any other rule.
 *
 * Counting by full adders on bit planes: D. E. Knuth, TAOCP 4A, 7.1.3,
 * exercise 167, which traces it back to the 1970s.
 */
#include "life/cpu/bits2d/bits2d-kernels.h"

#include "life/cpu/bits2d/rule-gates.h"
#include "life/cpu/soup-row.h"

/* By the width of a vector: vectors side by side in one slide, 1 or 2; rows of
 * a tile that are advanced together; and costs (bits2d-kernels.h). */
#if LIFE_LANES == 8
#define COLUMNS 2
#define BAND 4
#define STRIP_COST 30
#define TURN_COST 220
#elif LIFE_LANES == 4
#define COLUMNS 1
#define BAND 2
#define STRIP_COST 15
#define TURN_COST 60
#else
#define COLUMNS 1
#define BAND 2
#define STRIP_COST 15
#define TURN_COST 60
#endif

/* A slide reads rows at distances that no hardware prefetcher follows. */
#define PREFETCH_WORDS (3 * LIFE_BLOCK_WORDS)

/* Calls @function with each shape, and none, one or many planes of ages, as
 * constants. */
#define WITH_SHAPE(rule, terms, n_ages, function, ...)                      \
  switch ((rule)->shape) {                                                  \
    case LIFE_SHAPE_CROSS:                                                  \
      return function (                                                     \
          __VA_ARGS__, &(Logic){ &(terms), LIFE_SHAPE_CROSS, (n_ages) });   \
    case LIFE_SHAPE_HEXAGON:                                                \
      return function (                                                     \
          __VA_ARGS__, &(Logic){ &(terms), LIFE_SHAPE_HEXAGON, (n_ages) }); \
    default:                                                                \
      return function (                                                     \
          __VA_ARGS__, &(Logic){ &(terms), LIFE_SHAPE_BLOCK, (n_ages) });   \
  }
#define WITH_LOGIC(rule, terms, function, ...)                      \
  switch ((rule)->ages) {                                           \
    case 0:                                                         \
      WITH_SHAPE (rule, terms, 0, function, __VA_ARGS__)            \
    case 1:                                                         \
      WITH_SHAPE (rule, terms, 1, function, __VA_ARGS__)            \
    default:                                                        \
      WITH_SHAPE (rule, terms, (rule)->ages, function, __VA_ARGS__) \
  }

ALWAYS_INLINE Sum
sum_row (const uint64_t *words, Vector *row_cells)
{
  Vector cells = load (words);
  Vector west = push_low (cells, load (words - 1));
  Vector east = push_high (cells, load (words + 1));

  *row_cells = cells;
  return sum_of (west, cells, east);
}

/* Advances @columns vectors of every row of the strip, from word @start on. */
ALWAYS_INLINE Vector
slide (const LifeBitslicedStrip *strip, size_t start, int columns, int compare,
    const Logic *logic)
{
  const uint64_t *row = strip->row + start;
  uint64_t *next = strip->next + start;
  Sum above[COLUMNS], here[COLUMNS];
  Vector cells[COLUMNS], changed = { 0 };

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
      Vector new_cells = next_cells (above[i], here[i], below, cells[i], logic);
      __builtin_prefetch (under + i * LIFE_LANES + PREFETCH_WORDS);
      if (logic->ages > 0)
        new_cells = let_age (logic, new_cells, cells[i],
            row + i * LIFE_LANES + strip->plane,
            next + i * LIFE_LANES + strip->plane, strip->plane, NULL,
            compare ? &changed : NULL);
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
advance (const LifeBitslicedStrip *strip, int compare, const Logic *logic)
{
  size_t words = (strip->words + LIFE_BLOCK_WORDS - 1) / LIFE_BLOCK_WORDS
                 * LIFE_BLOCK_WORDS;
  size_t start = 0;
  Vector changed = { 0 };
  uint64_t any = compare ? 0 : 1;

  for (; start + COLUMNS * LIFE_LANES <= words; start += COLUMNS * LIFE_LANES)
    changed |= slide (strip, start, COLUMNS, compare, logic);
  for (; start < words; start += LIFE_LANES)
    changed |= slide (strip, start, 1, compare, logic);
  for (int i = 0; i < LIFE_LANES; i++)
    any |= changed[i];
  return any;
}

static uint64_t
advance_life (const LifeBitslicedStrip *strip)
{
  const Logic logic = { NULL, LIFE_SHAPE_BLOCK, 0 };

  return strip->compare ? advance (strip, 1, &logic)
                        : advance (strip, 0, &logic);
}

static uint64_t
advance_totalistic (
    const LifeBitslicedStrip *strip, const LifeBitslicedRule *rule)
{
  Terms terms = terms_of (rule);

  if (strip->compare)
    WITH_LOGIC (rule, terms, advance, strip, 1)
  WITH_LOGIC (rule, terms, advance, strip, 0)
}

#include "life/cpu/bits2d/map.h"
#include "life/cpu/bits2d/planes.h"
#include "life/cpu/bits2d/tile.h"

const LifeBitslicedKernel LIFE_FOR_PATH (life_bitsliced) = { LIFE_PATH_TITLE,
  LIFE_LANES, STRIP_COST, TURN_COST, advance_life, advance_totalistic,
  advance_by_map, advance_by_network, load_row, store_row, advance_tile_by_life,
  advance_tile_by_terms, copy_shifted, replace, fill_soup };
