/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The form of rules that count neighbors for bit-sliced kernels. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Which cells count: all of a 3×3 block, those that share an edge with its
 * middle, or all but the north-east and the south-west one. */
typedef enum {
  LIFE_SHAPE_BLOCK,
  LIFE_SHAPE_CROSS,
  LIFE_SHAPE_HEXAGON,
} LifeBitslicedShape;

/* Planes of ages that 256 states need. */
#define LIFE_MAX_AGES 8

/* Code for a rule (life/cpu/bits2d/rule-jit.h). Advances a row of a block of a tile: 64
 * vectors at @here, those above and below them, to @next, which may be @above or @below.
 * @west and @east are three vectors each: those above, at and below the columns next to the
 * row's ends, before any cell is written. Where states have planes, those of a column are
 * next to one another; at the row's ends, all planes above come first. */
typedef void (*LifeRuleJitRow) (const uint64_t *above, const uint64_t *here,
    const uint64_t *below, uint64_t *next, const uint64_t *west,
    const uint64_t *east);

/* A rule as a polynomial over bits (Zhegalkin's, of "and" and "exclusive or"):
 * the next cell is
 *   F (alive, one, two, four) ^ (eight & G (alive, one))
 * where one to eight are the bits of n, the number of live cells in the cell's
 * shape, itself included: 8 and 9 have neither a two nor a four. All ones
 * where a term exists: @low[i] is that of the product of alive (i & 1), one
 * (i & 2), two (i & 4) and four (i & 8); @high[i] is that of 1, alive and one.
 * A block of 0 has a dead middle and one of 9 a live middle, so that neither
 * low[1] nor a term of alive and one in G is ever needed.
 *
 * With more than two states only state 1 is alive. A cell that lived and does
 * not survive ages for as many generations as the rule has states above 1. They
 * are counted down, with one plane of bits per binary digit: @first_age[i] is
 * all ones where digit i of the first number is set.
 *
 * With @code, tiles need neither shape nor terms. With a @network the planes have the digits of
 * states, which do not age, and there are neither shape nor terms. */
typedef struct {
  LifeRuleJitRow code;                         /* or NULL */
  const struct _LifeBitslicedNetwork *network; /* or NULL */
  LifeBitslicedShape shape;
  uint64_t low[16];
  uint64_t high[3];
  size_t ages; /* planes, 0 … LIFE_MAX_AGES */
  uint64_t first_age[LIFE_MAX_AGES];
} LifeBitslicedRule;
