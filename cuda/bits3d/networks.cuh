// SPDX-License-Identifier: LGPL-2.1-or-later
// The gate networks of the bit-sliced 3D kernels: sums of rows, slices and
// blocks of cells, and rules. Which words they work on is the kernels' business.
#pragma once

#include "cuda/engine/gate.cuh"

// The tables of a gate's inputs: the table of a function is the function written over
// these three, as in life_gate<A & ~B>.
constexpr int A = 0xf0, B = 0xcc, C = 0xaa;

__device__ __forceinline__ LifeWord
life_sum (LifeWord a, LifeWord b, LifeWord c)
{
  return life_gate<A ^ B ^ C> (a, b, c);
}

__device__ __forceinline__ LifeWord
life_carry (LifeWord a, LifeWord b, LifeWord c)
{
  return life_gate<(A & B) | (A & C) | (B & C)> (a, b, c);
}

// Three neighboring cells of a row: ones + 2 twos.
struct LifeRowSum {
  LifeWord ones, twos;
};

// Nine cells of a slice, carries apart: ones + 2 (twos_a + twos_b)
// + 4 fours.
struct LifeSliceSum {
  LifeWord ones, twos_a, twos_b, fours;
};

// All 27 cells, the cell itself too: ones + 2 twos + 4 (fours_a + fours_b)
// + 8 (eights_a + eights_b).
struct LifeBlockSum {
  LifeWord ones, twos, fours_a, fours_b, eights_a, eights_b;
};

__device__ __forceinline__ LifeRowSum
life_add_cells (LifeWord left, LifeWord middle, LifeWord right)
{
  LifeWord west = __funnelshift_l (left, middle, 1);
  LifeWord east = __funnelshift_r (middle, right, 1);
  return { life_sum (west, middle, east), life_carry (west, middle, east) };
}

__device__ __forceinline__ LifeSliceSum
life_add_rows (LifeRowSum r, LifeRowSum s, LifeRowSum t)
{
  return { life_sum (r.ones, s.ones, t.ones),
    life_carry (r.ones, s.ones, t.ones), life_sum (r.twos, s.twos, t.twos),
    life_carry (r.twos, s.twos, t.twos) };
}

__device__ __forceinline__ LifeBlockSum
life_add_slices (LifeSliceSum r, LifeSliceSum s, LifeSliceSum t)
{
  LifeWord carry = life_carry (r.ones, s.ones, t.ones);
  LifeWord sum_a = life_sum (r.twos_a, s.twos_a, t.twos_a);
  LifeWord sum_b = life_sum (r.twos_b, s.twos_b, t.twos_b);
  LifeWord carry_a = life_carry (r.twos_a, s.twos_a, t.twos_a);
  LifeWord carry_b = life_carry (r.twos_b, s.twos_b, t.twos_b);
  LifeWord carry_c = life_carry (carry, sum_a, sum_b);
  return { life_sum (r.ones, s.ones, t.ones), life_sum (carry, sum_a, sum_b),
    life_sum (r.fours, s.fours, t.fours), life_sum (carry_a, carry_b, carry_c),
    life_carry (r.fours, s.fours, t.fours),
    life_carry (carry_a, carry_b, carry_c) };
}

// B6/S567. With the cell itself counted it lives next iff the total is 6, or
// it lives now and the total is 7 or 8. For the bits from two up that means:
// twos, fours and eights together hold exactly two fours when the twos are
// rounded up; `allowed` settles which of 6, 7, 8 and 9 remain.
struct LifeRuleB6S567 {
  __device__ __forceinline__ LifeWord
  next (LifeWord alive, LifeBlockSum sum) const
  {
    LifeWord allowed =
        life_gate<(A & (B | ~C)) | (~A & B & ~C)> (sum.twos, alive, sum.ones);
    LifeWord odd = life_sum (sum.fours_a, sum.fours_b, sum.twos);
    LifeWord some = life_gate<A | B | C> (sum.fours_a, sum.fours_b, sum.twos);
    LifeWord two = life_gate<(A & ~B & ~C) | (~A & (B ^ C))> (
        some, sum.eights_a, sum.eights_b);
    return life_gate<A & ~B & C> (allowed, odd, two);
  }
};

// Of a totalistic rule the table of totals 4n..4n + 3: bit 4 alive + 2 twos
// + ones. Birth and survival have a bit for each count 0..26.
__host__ __device__ constexpr int
life_sub_table_of_rule (unsigned int birth, unsigned int survival, int n)
{
  return ((birth >> 4 * n) & 15)
         | (((unsigned long long) survival << 1 >> 4 * n) & 15) << 4;
}

// The function of a sub-table.
template <int Table>
__device__ __forceinline__ LifeWord
life_sub_table (LifeWord alive, LifeWord twos, LifeWord ones)
{
  if constexpr (Table == 0)
    return 0;
  else if constexpr (Table == 0xff)
    return ~0u;
  else
    return life_gate<Table> (alive, twos, ones);
}

__device__ __forceinline__ LifeWord
life_choose (LifeWord which, LifeWord one, LifeWord zero)
{
  return (which & one) | (~which & zero);
}

// A totalistic rule that is constant when this is compiled.
template <unsigned int Birth, unsigned int Survival> struct LifeRuleCompiled {
  template <int N>
  __device__ __forceinline__ static LifeWord
  sub_table (LifeWord alive, LifeBlockSum sum)
  {
    return life_sub_table<life_sub_table_of_rule (Birth, Survival, N)> (
        alive, sum.twos, sum.ones);
  }

  __device__ __forceinline__ LifeWord
  next (LifeWord alive, LifeBlockSum sum) const
  {
    LifeWord fours = sum.fours_a ^ sum.fours_b;
    LifeWord fours_carry = sum.fours_a & sum.fours_b;
    LifeWord eights = life_sum (sum.eights_a, sum.eights_b, fours_carry);
    LifeWord sixteens = life_carry (sum.eights_a, sum.eights_b, fours_carry);
    LifeWord t0 = sub_table<0> (alive, sum);
    LifeWord t4 = sub_table<1> (alive, sum);
    LifeWord t8 = sub_table<2> (alive, sum);
    LifeWord t12 = sub_table<3> (alive, sum);
    LifeWord t16 = sub_table<4> (alive, sum);
    LifeWord t20 = sub_table<5> (alive, sum);
    LifeWord t24 = sub_table<6> (alive, sum);
    LifeWord low = life_choose (
        eights, life_choose (fours, t12, t8), life_choose (fours, t4, t0));
    LifeWord high = life_choose (eights, t24, life_choose (fours, t20, t16));
    return life_choose (sixteens, high, low);
  }
};

// Any totalistic rule. lives[n][c] is not 0 if a cell lives next with total
// 4n + c % 4, alive where c is 4 or more: all ones for the first c, 1 for the
// others. The cells of each c are found once and serve all n. What they add to
// a sub-table is one instruction each, a multiplication but for the first: those have
// a pipe of their own, as long as logic's 4 to add up, 8 for the c, 7 for the
// first and 6 to choose, with what comes before the rule.
struct LifeRuleMasks {
  LifeWord lives[7][8];

  __device__ __forceinline__ LifeWord
  sub_table (int n, const LifeWord (&here)[8]) const
  {
    LifeWord result = here[0] & lives[n][0];
#pragma unroll
    for (int c = 1; c < 8; c++)
      result += here[c] * lives[n][c];
    return result;
  }

  __device__ __forceinline__ LifeWord
  next (LifeWord alive, LifeBlockSum sum) const
  {
    LifeWord fours = sum.fours_a ^ sum.fours_b;
    LifeWord fours_carry = sum.fours_a & sum.fours_b;
    LifeWord eights = life_sum (sum.eights_a, sum.eights_b, fours_carry);
    LifeWord sixteens = life_carry (sum.eights_a, sum.eights_b, fours_carry);
    LifeWord here[8];
#pragma unroll
    for (int c = 0; c < 8; c++)
      here[c] = (c & 4 ? alive : ~alive) & (c & 2 ? sum.twos : ~sum.twos)
                & (c & 1 ? sum.ones : ~sum.ones);
    LifeWord low = life_choose (eights,
        life_choose (fours, sub_table (3, here), sub_table (2, here)),
        life_choose (fours, sub_table (1, here), sub_table (0, here)));
    LifeWord high = life_choose (eights, sub_table (6, here),
        life_choose (fours, sub_table (5, here), sub_table (4, here)));
    return life_choose (sixteens, high, low);
  }
};
