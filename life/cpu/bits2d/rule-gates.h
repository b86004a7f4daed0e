/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Gates that make the next cells of 2D rules from sums of three cells side by side, for
 * every kernel with a bit per cell and any layout, included by files that are compiled for each
 * width of vector. */
#pragma once

#include "life/cpu/bits2d/terms.h"
#include "life/cpu/gates.h"

/* Three cells side by side, perpendicular to the kernel's direction, and their
 * sum, ones + 2 twos. The compiler drops what no caller uses. */
typedef struct {
  Vector ones, twos;
  Vector first, middle, last;
} Sum;

#ifdef LIFE_GATE
/* a ^ (b & c) */
#define toggle(a, b, c) LIFE_GATE (a, b, c, 0x78)
/* a & b & ~c */
#define both_without(a, b, c) LIFE_GATE (a, b, c, 0x40)

/* Six gates, the same network as in cuda/bits2d/rules.cuh. */
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

/* LifeBitslicedRule with one vector per term. */
typedef struct {
  Vector low[16], high[3], first_age[LIFE_MAX_AGES];
} Terms;

/* How next cells are computed. In every inlined copy all is constant except the
 * terms, the code, and the number of ages if it is above one. @terms is NULL for
 * Life. */
typedef struct {
  const Terms *terms;
  LifeBitslicedShape shape;
  size_t ages;                                 /* planes */
  LifeRuleJitRow code;                         /* of rows of tiles, or NULL */
  const struct _LifeBitslicedNetwork *network; /* or NULL; of so many planes: */
  size_t planes;
} Logic;

ALWAYS_INLINE Sum
sum_of (Vector a, Vector b, Vector c)
{
  return (Sum){ parity (a, b, c), majority (a, b, c), a, b, c };
}

/* Moves both vectors of a sum by @move, whose arguments are a vector and its neighbor. */
#define MOVE_SUM(move, sum, next)                                           \
  ((Sum){ move ((sum).ones, (next).ones), move ((sum).twos, (next).twos),   \
      move ((sum).first, (next).first), move ((sum).middle, (next).middle), \
      move ((sum).last, (next).last) })

/* The number of cells in a shape: one + 2 two + 4 four + 8 eight. */
typedef struct {
  Vector one, two, four, eight;
} Number;

/* Counts the cell and its neighbors; the shapes are the same along rows and
 * along columns. */
ALWAYS_INLINE Number
count_shape (Sum west, Sum here, Sum east, LifeBitslicedShape shape)
{
  Vector ones, carry, two, four;

  if (shape == LIFE_SHAPE_CROSS) {
    carry = majority (west.middle, here.ones, east.middle);
    return (Number){ .one = parity (west.middle, here.ones, east.middle),
      .two = here.twos ^ carry,
      .four = here.twos & carry };
  }
  if (shape == LIFE_SHAPE_HEXAGON) {
    ones = parity (west.first, west.middle, here.ones);
    two = majority (west.first, west.middle, here.ones);
    carry = majority (ones, east.middle, east.last);
    return (Number){ .one = parity (ones, east.middle, east.last),
      .two = parity (two, carry, here.twos),
      .four = majority (two, carry, here.twos) };
  }
  carry = majority (west.ones, here.ones, east.ones);
  two = parity (west.twos, here.twos, east.twos);
  four = majority (west.twos, here.twos, east.twos);
  return (Number){ parity (west.ones, here.ones, east.ones), two ^ carry,
    toggle (four, two, carry), four & two & carry };
}

/* The rule's polynomial by Horner's scheme: every term costs one gate. Only a
 * whole block holds 8, and a cross never 6. */
ALWAYS_INLINE Vector
next_by_terms (Sum west, Sum here, Sum east, Vector alive, const Logic *logic)
{
#define ALIVE(i) toggle (terms->low[i], alive, terms->low[i + 1])
  const Terms *terms = logic->terms;
  Number n = count_shape (west, here, east, logic->shape);
  Vector unit = toggle (terms->low[0], n.one, ALIVE (2));
  Vector twos = toggle (ALIVE (4), n.one, ALIVE (6));
  Vector fours = toggle (ALIVE (8), n.one, ALIVE (10));
  Vector low = toggle (unit, n.two, twos), high;

  if (logic->shape == LIFE_SHAPE_CROSS)
    return toggle (low, n.four, fours);
  fours = toggle (fours, n.two, toggle (ALIVE (12), n.one, ALIVE (14)));
#undef ALIVE
  low = toggle (low, n.four, fours);
  if (logic->shape == LIFE_SHAPE_HEXAGON)
    return low;
  high = toggle (
      toggle (terms->high[0], alive, terms->high[1]), n.one, terms->high[2]);
  return toggle (low, n.eight, high);
}

/* The next cells, as if no cell aged. */
ALWAYS_INLINE Vector
next_cells (Sum west, Sum here, Sum east, Vector alive, const Logic *logic)
{
  if (logic->terms == NULL)
    return next_in_life (west, here, east, alive);
  return next_by_terms (west, here, east, alive, logic);
}

/* Ages cells: those that lived and do not survive begin to age, and those that
 * age cannot be born. Reads and writes vectors @from and @to, @plane words from
 * one plane to the next; they may be the same. Returns which cells are alive
 * next. *@died is set to the cells that become dead; cells whose overwritten
 * value was another one are added to *@changed unless that is NULL. */
ALWAYS_INLINE Vector
let_age (const Logic *logic, Vector next, Vector alive, const uint64_t *from,
    uint64_t *to, size_t plane, Vector *died, Vector *changed)
{
  Vector aging = { 0 }, left = { 0 }, begin, borrow;

  for (size_t i = 0; i < logic->ages; i++)
    aging |= load (from + i * plane);
  next &= ~aging;
  begin = alive & ~next;
  borrow = aging;
  for (size_t i = 0; i < logic->ages; i++) {
    Vector age = load (from + i * plane), younger;

    if (logic->ages == 1)
      younger = begin;
    else
      younger = toggle (age ^ borrow, begin, logic->terms->first_age[i]);
    borrow &= ~age;
    if (changed != NULL)
      *changed |= load (to + i * plane) ^ younger;
    store (to + i * plane, younger);
    left |= younger;
  }
  if (died != NULL)
    *died = aging & ~left;
  return next;
}

ALWAYS_INLINE Terms
terms_of (const LifeBitslicedRule *rule)
{
  Terms terms;

  for (int i = 0; i < 16; i++)
    terms.low[i] = (Vector){ 0 } + rule->low[i];
  for (int i = 0; i < 3; i++)
    terms.high[i] = (Vector){ 0 } + rule->high[i];
  for (int i = 0; i < LIFE_MAX_AGES; i++)
    terms.first_age[i] = (Vector){ 0 } + rule->first_age[i];
  return terms;
}
