/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Advances squares of 64 × 64 cells by up to 16 generations, written once and compiled
 * for every width of vector.
 *
 * Idea: a word is a row, a vector several rows, the northernmost its first word. Cells west
 * and east come by shifts, rows north and south from the vectors before and after. The
 * surroundings of the square are treated as dead, so each generation spoils one more cell from
 * its edge, and 16 leave the middle 32 × 32 correct. Later generations leave out vectors in
 * which no row matters any more.
 *
 * Cost of a vector and generation in Life: 17 operations. Other rules count likewise
 * and then choose; maps choose from the nine cells. */
#include "life/cpu/hashlife/hashlife-kernels.h"

#include "life/cpu/gates.h"

#include <string.h>

#define SIDE 64
#define VECTORS (SIDE / LIFE_LANES)

/* Sums of cells of one row, ones + 2 twos: what each row adds to the count of a cell in
 * the row below it, in itself, and in the row above it. */
typedef struct {
  Vector ones, twos;
} LeafSum;

typedef struct {
  LeafSum below, here, above;
} Sums;

ALWAYS_INLINE Sums
sum_row (Vector row, LifeHashShape shape)
{
  const Vector west = row << 1, east = row >> 1, zero = { 0 };
  Sums sums;

  sums.here.ones = parity (west, row, east);
  sums.here.twos = majority (west, row, east);
  if (shape == LIFE_HASH_CROSS) {
    sums.below = sums.above = (LeafSum){ row, zero };
  } else if (shape == LIFE_HASH_HEXAGON) {
    sums.below = (LeafSum){ west ^ row, west & row };
    sums.above = (LeafSum){ row ^ east, row & east };
  } else {
    sums.below = sums.above = sums.here;
  }
  return sums;
}

/* The gates that Life alone needs. */
#ifdef LIFE_GATE
#define three_of(ones, twos, fours) LIFE_GATE (ones, twos, fours, 0x40)
#define even_and(row, ones, twos) LIFE_GATE (row, ones, twos, 0x10)
#define and_differ(row, fours, carry) LIFE_GATE (row, fours, carry, 0x60)
#else
#define three_of(ones, twos, fours) ((ones) & (twos) & ~(fours))
#define even_and(row, ones, twos) ((row) & ~((ones) | (twos)))
#define and_differ(row, fours, carry) ((row) & ((fours) ^ (carry)))
#endif

/* The next cells of a vector of rows, from the sums of the rows above, here and below. */
ALWAYS_INLINE Vector
next_counted (const LifeHashProgram *program, LifeHashShape shape, Vector row,
    LeafSum above, LeafSum here, LeafSum below)
{
  /* ones + 2 (twos + carry) + 4 fours */
  const Vector ones = parity (above.ones, here.ones, below.ones);
  const Vector carry = majority (above.ones, here.ones, below.ones);
  const Vector twos = parity (above.twos, here.twos, below.twos);
  const Vector fours = majority (above.twos, here.twos, below.twos);
  Vector inputs[LIFE_HASH_COUNT_INPUTS];

  if (shape == LIFE_HASH_LIFE) {
    /* Alive with three in the block, itself included, and as before with four. */
    const Vector odd_twos = carry ^ twos;

    return three_of (ones, odd_twos, fours)
           | and_differ (even_and (row, ones, odd_twos), fours, carry);
  }
  inputs[0] = fours & carry & twos;
  inputs[1] = fours ^ (carry & twos);
  inputs[2] = carry ^ twos;
  inputs[3] = ones;
  inputs[4] = row;
  return run_diagram (&program->diagram, inputs);
}

/* One generation of the vectors from @first to before @end. */
ALWAYS_INLINE void
advance_counted (const LifeHashProgram *program, LifeHashShape shape,
    Vector rows[VECTORS], unsigned first, unsigned end)
{
  const Vector zero = { 0 };
  LeafSum above = sum_row (first > 0 ? rows[first - 1] : zero, shape).below;
  Sums here = sum_row (rows[first], shape);

#pragma GCC unroll 32
  for (unsigned i = first; i < end; i++) {
    const Sums next = sum_row (i + 1 < VECTORS ? rows[i + 1] : zero, shape);
    LeafSum north, south;

    north.ones = words_before (here.below.ones, above.ones);
    north.twos = words_before (here.below.twos, above.twos);
    south.ones = words_after (here.above.ones, next.above.ones);
    south.twos = words_after (here.above.twos, next.above.twos);
    rows[i] = next_counted (program, shape, rows[i], north, here.here, south);
    above = here.below;
    here = next;
  }
}

ALWAYS_INLINE void
advance_mapped (const LifeHashProgram *program, Vector rows[VECTORS],
    unsigned first, unsigned end)
{
  const Vector zero = { 0 };
  Vector above = first > 0 ? rows[first - 1] : zero;

  for (unsigned i = first; i < end; i++) {
    Vector inputs[LIFE_HASH_MAP_INPUTS];
    const Vector here = rows[i];
    const Vector lines[3] = { words_after (
                                  here, i + 1 < VECTORS ? rows[i + 1] : zero),
      here, words_before (here, above) };

    for (unsigned line = 0; line < 3; line++) {
      inputs[3 * line] = lines[line] >> 1;
      inputs[3 * line + 1] = lines[line];
      inputs[3 * line + 2] = lines[line] << 1;
    }
    rows[i] = run_diagram (&program->diagram, inputs);
    above = here;
  }
}

ALWAYS_INLINE void
advance_vectors (const LifeHashProgram *program, LifeHashShape shape,
    Vector rows[VECTORS], unsigned first, unsigned end)
{
  if (shape == LIFE_HASH_MAP)
    advance_mapped (program, rows, first, end);
  else
    advance_counted (program, shape, rows, first, end);
}

/* The middle is correct after the last generation if each computes rows 16 - left to
 * 48 + left, with @left generations to go. */
ALWAYS_INLINE void
advance_square (const LifeHashProgram *program, LifeHashShape shape,
    Vector rows[VECTORS], unsigned generations)
{
  const unsigned eighth = VECTORS / 8, quarter = VECTORS / 4;

  for (unsigned left = generations; left-- > 0;) {
    if (left > 8)
      advance_vectors (program, shape, rows, 0, VECTORS);
    else if (left > 0)
      advance_vectors (program, shape, rows, eighth, VECTORS - eighth);
    else
      advance_vectors (program, shape, rows, quarter, VECTORS - quarter);
  }
}

static void
load_leaves (const LifeHashLeaf *const from[16], uint64_t rows[SIDE])
{
  for (unsigned line = 0; line < 4; line++) {
    const LifeHashLeaf *const *leaves = from + 4 * line;

    for (unsigned y = 0; y < LIFE_HASH_LEAF_SIDE; y++)
      rows[LIFE_HASH_LEAF_SIDE * line + y] =
          leaves[0]->rows[y] | (uint64_t) leaves[1]->rows[y] << 16
          | (uint64_t) leaves[2]->rows[y] << 32
          | (uint64_t) leaves[3]->rows[y] << 48;
  }
}

static void
store_leaves (const uint64_t rows[SIDE], LifeHashLeaf to[4])
{
  for (unsigned line = 0; line < 2; line++) {
    for (unsigned y = 0; y < LIFE_HASH_LEAF_SIDE; y++) {
      const uint64_t row = rows[LIFE_HASH_LEAF_SIDE * (line + 1) + y];

      to[2 * line].rows[y] = (uint16_t) (row >> 16);
      to[2 * line + 1].rows[y] = (uint16_t) (row >> 32);
    }
  }
}

static void
advance (const LifeHashProgram *program, unsigned generations,
    const LifeHashLeaf *const from[16], LifeHashLeaf to[4])
{
  uint64_t words[SIDE] __attribute__ ((aligned (64)));
  Vector rows[VECTORS];

  load_leaves (from, words);
  memcpy (rows, words, sizeof (rows));
  switch (program->shape) {
    case LIFE_HASH_LIFE:
      advance_square (program, LIFE_HASH_LIFE, rows, generations);
      break;
    case LIFE_HASH_BLOCK:
      advance_square (program, LIFE_HASH_BLOCK, rows, generations);
      break;
    case LIFE_HASH_CROSS:
      advance_square (program, LIFE_HASH_CROSS, rows, generations);
      break;
    case LIFE_HASH_HEXAGON:
      advance_square (program, LIFE_HASH_HEXAGON, rows, generations);
      break;
    case LIFE_HASH_MAP:
      advance_square (program, LIFE_HASH_MAP, rows, generations);
      break;
  }
  memcpy (words, rows, sizeof (words));
  store_leaves (words, to);
}

const LifeHashKernel LIFE_FOR_PATH (life_hash) = { LIFE_PATH_TITLE, advance };
