/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counting by gates on whole vectors, and the rule by the count: the part of
 * the bit-sliced 3D kernel without memory and tiles. bits3d-gates.h describes the
 * gates.
 *
 * A vector of B6/S567 costs 2 shifts and 23 gates of three inputs: 2 for a row of three,
 * 4 for nine, 12 for 27, 5 for the rule. To avoid copies this code uses 2 shifts and 30
 * gates of three or two inputs, some shared by two rows: 3, 6, 16 and 5. The networks
 * are those of cuda/bits3d/networks.cuh. */
#pragma once

#include "life/cpu/bits3d/bits3d-gates.h"
#include "life/cpu/bits3d/bits3d-kernels.h"

/* Rows that are advanced together. */
#define ROWS 2

/* Sub-tables that a total of less than 16 needs. */
#define FEW_SUB_TABLES 4

/* Three adjacent cells of a row: ones + 2 twos. In shapes other than the block
 * the middle cell is not added but stays apart. */
typedef struct {
  Vector ones, twos, middle;
} RowSum;

/* Nine cells of three slices: ones + 2 (twos_a + twos_b) + 4 fours. */
typedef struct {
  Vector ones, twos_a, twos_b, fours;
} ColumnSum;

/* All 27: ones + 2 twos + 4 (fours_a + fours_b) + 8 (eights_a + eights_b). */
typedef struct {
  Vector ones, twos, fours_a, fours_b, eights_a, eights_b;
} Total;

/* The sub-tables of a rule as polynomials over bits, of "and" and "exclusive
 * or": all ones if a term exists, that of the product of ones (i & 1), twos
 * (i & 2) and alive (i & 4). Gates of three inputs need no such terms. */
typedef struct {
#ifdef LIFE_GATE
  char none;
#else
  Vector term[LIFE_SUB_TABLES3D][8];
  int kind[LIFE_SUB_TABLES3D]; /* 0: it is 0; 1: depends on alive only */
#endif
} CountTerms;

/* A full adder: a sum and its carry. Two gates would do, but of these three none
 * overwrites an input of another one, and copies cost as much as gates. */
ALWAYS_INLINE Vector
add (Vector a, Vector b, Vector c, Vector *carry)
{
  Vector differ = a ^ b;
  Vector sum = differ ^ c;

  *carry = choose (differ, c, b);
  return sum;
}

/* Two full adders: of a, b, c and of b, c, d. */
ALWAYS_INLINE void
add_two (Vector a, Vector b, Vector c, Vector d, Vector *sums, Vector *carries)
{
  Vector differ = b ^ c;

  sums[0] = differ ^ a;
  sums[1] = differ ^ d;
  carries[0] = choose_by (a, differ, b);
  carries[1] = choose (differ, d, c);
}

ALWAYS_INLINE ColumnSum
add_slices (const RowSum *a, const RowSum *b, const RowSum *c)
{
  ColumnSum sum;

  sum.ones = add (a->ones, b->ones, c->ones, &sum.twos_a);
  sum.twos_b = add (a->twos, b->twos, c->twos, &sum.fours);
  return sum;
}

/* The totals of two rows, around @b and around @c. */
ALWAYS_INLINE void
add_columns (ColumnSum a, ColumnSum b, ColumnSum c, ColumnSum d, Total *totals)
{
  Vector ones[2], carry[2], sum_a[2], carry_a[2], sum_b[2], carry_b[2];
  Vector fours[2], eights[2], carry_c;

  add_two (a.ones, b.ones, c.ones, d.ones, ones, carry);
  add_two (a.twos_a, b.twos_a, c.twos_a, d.twos_a, sum_a, carry_a);
  add_two (a.twos_b, b.twos_b, c.twos_b, d.twos_b, sum_b, carry_b);
  add_two (a.fours, b.fours, c.fours, d.fours, fours, eights);
  for (int i = 0; i < ROWS; i++) {
    totals[i].ones = ones[i];
    totals[i].twos = add (sum_a[i], sum_b[i], carry[i], &carry_c);
    totals[i].fours_a = fours[i];
    totals[i].eights_a = eights[i];
    totals[i].fours_b =
        add (carry_a[i], carry_b[i], carry_c, &totals[i].eights_b);
  }
}

/* The cell is alive next if the total is 6, or if it is alive and the total is 7
 * or 8. For the bits from two up this means: twos, fours and eights together make
 * exactly two fours when the twos are rounded up; `allowed` then chooses among
 * 6, 7, 8 and 9. */
ALWAYS_INLINE Vector
next_b6s567 (Vector alive, Total total)
{
  Vector allowed = allow (total.ones, total.twos, alive);
  Vector odd = parity (total.fours_a, total.fours_b, total.twos);
  Vector some = any (total.fours_a, total.fours_b, total.twos);
  Vector two = one_more (some, total.eights_a, total.eights_b);

  return except (allowed, odd, two);
}

#ifdef LIFE_GATE
static void
find_terms (const LifeBitsliced3dRule *rule, CountTerms *terms)
{
}

/* The table of a gate is part of the instruction, so there is one case for each
 * sub-table. */
ALWAYS_INLINE void
find_in_sub_table (const LifeBitsliced3dRule *rule, const CountTerms *terms,
    int n, const Vector *alive, const Vector *twos, const Vector *ones,
    Vector *found)
{
#define CASE(table)                                               \
  case table:                                                     \
    for (int i = 0; i < ROWS; i++)                                \
      found[i] = LIFE_GATE (alive[i], twos[i], ones[i], (table)); \
    break;
#define CASES4(t) CASE (t) CASE ((t) + 1) CASE ((t) + 2) CASE ((t) + 3)
#define CASES16(t) \
  CASES4 (t) CASES4 ((t) + 4) CASES4 ((t) + 8) CASES4 ((t) + 12)
#define CASES64(t) \
  CASES16 (t) CASES16 ((t) + 16) CASES16 ((t) + 32) CASES16 ((t) + 48)
  switch (rule->sub_tables[n]) {
    CASES64 (0)
    CASES64 (64)
    CASES64 (128)
    CASES64 (192)
  }
#undef CASES64
#undef CASES16
#undef CASES4
#undef CASE
}
#else
static void
find_terms (const LifeBitsliced3dRule *rule, CountTerms *terms)
{
  for (int n = 0; n < LIFE_SUB_TABLES3D; n++) {
    unsigned int table = rule->sub_tables[n];

    for (int bit = 1; bit < 8; bit *= 2)
      for (int i = 0; i < 8; i++)
        if (i & bit)
          table ^= (table >> (i ^ bit) & 1) << i;
    for (int i = 0; i < 8; i++)
      terms->term[n][i] =
          (Vector){ 0 } + (table >> i & 1 ? ~UINT64_C (0) : UINT64_C (0));
    terms->kind[n] = table == 0 ? 0 : (table & ~0x11u) == 0 ? 1 : 2;
  }
}

ALWAYS_INLINE void
find_in_sub_table (const LifeBitsliced3dRule *rule, const CountTerms *terms,
    int n, const Vector *alive, const Vector *twos, const Vector *ones,
    Vector *found)
{
  const Vector *term = terms->term[n];
  int kind = terms->kind[n];

  for (int i = 0; i < ROWS; i++)
    if (kind == 0) {
      found[i] = (Vector){ 0 };
    } else if (kind == 1) {
      found[i] = term[0] ^ (term[4] & alive[i]);
    } else {
      Vector dead = term[0] ^ (term[1] & ones[i])
                    ^ ((term[2] ^ (term[3] & ones[i])) & twos[i]);
      Vector more = term[4] ^ (term[5] & ones[i])
                    ^ ((term[6] ^ (term[7] & ones[i])) & twos[i]);
      found[i] = dead ^ (more & alive[i]);
    }
}
#endif

/* Six cells: those that share a face with it. @before, @here and @after have
 * the row above the cell's own, that one and the row below, in three slices. */
ALWAYS_INLINE Total
count_faces (
    const RowSum *before[3], const RowSum *here[3], const RowSum *after[3])
{
  Vector ones, carry_a, carry_b, fours;

  ones = add (here[0]->middle, here[2]->middle, before[1]->middle, &carry_a);
  ones = add (ones, after[1]->middle, here[1]->ones, &carry_b);
  carry_a = add (carry_a, carry_b, here[1]->twos, &fours);
  return (Total){ .ones = ones, .twos = carry_a, .fours_a = fours };
}

/* Eight cells: pairs in four rows. */
ALWAYS_INLINE Total
count_corners (
    const RowSum *before[3], const RowSum *here[3], const RowSum *after[3])
{
  const RowSum *a = before[0], *b = before[2], *c = after[0], *d = after[2];
  Vector ones, twos, twos_b, carry, fours_a, fours_b, fours_c;

  ones = add (a->ones, b->ones, c->ones, &carry);
  twos = add (a->twos, b->twos, c->twos, &fours_a);
  twos_b = add (d->twos, ones & d->ones, carry, &fours_b);
  fours_c = twos & twos_b;
  return (Total){ .ones = ones ^ d->ones,
    .twos = twos ^ twos_b,
    .fours_a = parity (fours_a, fours_b, fours_c),
    .eights_a = majority (fours_a, fours_b, fours_c) };
}

/* Twelve cells: pairs in four rows, and the middle of four others. */
ALWAYS_INLINE Total
count_edges (
    const RowSum *before[3], const RowSum *here[3], const RowSum *after[3])
{
  const RowSum *a = here[0], *b = here[2], *c = before[1], *d = after[1];
  Vector ones[3], carries[4], twos[3], fours[4], sum, eights;

  ones[0] = add (a->ones, b->ones, c->ones, &carries[0]);
  ones[1] = add (d->ones, before[0]->middle, before[2]->middle, &carries[1]);
  ones[2] = add (ones[0], after[0]->middle, after[2]->middle, &carries[2]);
  carries[3] = ones[1] & ones[2];
  twos[0] = add (a->twos, b->twos, c->twos, &fours[0]);
  twos[1] = add (d->twos, carries[0], carries[1], &fours[1]);
  twos[2] = add (twos[0], carries[2], carries[3], &fours[2]);
  fours[3] = twos[1] & twos[2];
  sum = add (fours[0], fours[1], fours[2], &eights);
  return (Total){ .ones = ones[1] ^ ones[2],
    .twos = twos[1] ^ twos[2],
    .fours_a = sum,
    .fours_b = fours[3],
    .eights_a = eights };
}

/* Any rule, for rows that are advanced together; totals are below 4
 * @sub_tables. */
ALWAYS_INLINE void
next_by_sub_tables (const LifeBitsliced3dRule *rule, const CountTerms *terms,
    const Vector *alive, const Total *total, int sub_tables, Vector *next)
{
  Vector fours[ROWS], eights[ROWS], sixteens[ROWS];
  Vector twos[ROWS], ones[ROWS];
  Vector found[LIFE_SUB_TABLES3D][ROWS];

  for (int i = 0; i < ROWS; i++) {
    Vector carry = total[i].fours_a & total[i].fours_b;
    fours[i] = total[i].fours_a ^ total[i].fours_b;
    eights[i] = parity (total[i].eights_a, total[i].eights_b, carry);
    sixteens[i] = majority (total[i].eights_a, total[i].eights_b, carry);
    twos[i] = total[i].twos;
    ones[i] = total[i].ones;
  }
#pragma GCC unroll 7
  for (int n = 0; n < sub_tables; n++)
    find_in_sub_table (rule, terms, n, alive, twos, ones, found[n]);
  for (int i = 0; i < ROWS; i++) {
    Vector low = choose (eights[i], choose (fours[i], found[3][i], found[2][i]),
        choose (fours[i], found[1][i], found[0][i]));
    Vector high;

    next[i] = low;
    if (sub_tables <= FEW_SUB_TABLES)
      continue;
    high = choose (
        eights[i], found[6][i], choose (fours[i], found[5][i], found[4][i]));
    next[i] = choose (sixteens[i], high, low);
  }
}
