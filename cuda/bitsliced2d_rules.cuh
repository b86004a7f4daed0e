/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The gate networks of the bit-sliced 2D rules: what becomes of a word of cells
 * and the sums around it. How cells lie in words and how kernels come by the
 * sums is in bitsliced2d.cuh. No header of the toolkit is included, so that the
 * same source compiles at run time (NVRTC). */
#pragma once

typedef unsigned int life_word;

/* One gate: any function of three words. Bit 4a + 2b + c of @table is its
 * value for the inputs a, b, c. */
template <unsigned table>
__device__ __forceinline__ life_word
life_gate (life_word a, life_word b, life_word c)
{
  life_word result;
  asm("lop3.b32 %0, %1, %2, %3, %4;"
      : "=r"(result)
      : "r"(a), "r"(b), "r"(c), "n"(table));
  return result;
}

static constexpr unsigned LIFE_XOR3 = 0x96, LIFE_MAJORITY = 0xe8,
                          LIFE_MUX = 0xca; /* a ? b : c */

/* A row of three cells added up: one + 2 two. */
struct LifeSum {
  life_word one, two;
};

/* RULES. A rule's next () takes the sums of the columns left, of and right of the
 * cell, each with its middle row, and the cell itself. Where @nothing_stays, dead
 * cells among dead ones stay dead. */

/* B3/S23 in eight gates, two of them the sums' own. The nine cells add up to
 * total = odd + an even part, and a cell lives on total 3, or on 4 if it was
 * alive. The network was found by a SAT solver over all networks of six gates
 * behind binary sums; five gates there do not do. */
struct LifeRuleB3S23 {
  static constexpr bool nothing_stays = true;

  __device__ __forceinline__ life_word
  next (LifeSum left, LifeSum same, LifeSum right, life_word cell) const
  {
    life_word odd = life_gate<LIFE_XOR3> (left.one, same.one, right.one);
    life_word mixed = life_gate<0x7e> (left.one, same.one, right.one);
    life_word both = life_gate<0x60> (odd, right.two, left.two);
    life_word some = life_gate<0x46> (both, mixed, same.two);
    life_word wrong = life_gate<0x9e> (some, right.two, left.two);
    return life_gate<0x0e> (wrong, odd, cell);
  }
};

/* Any totalistic rule: bit n of @birth and @survival is set where n live
 * neighbours mean life. The nine cells add up to total = one + 2 twos with
 * twos = 0…4. Two gates that depend on the rule look the pair (one, cell) up,
 * one for twos = 0, 1 and one for twos = 2, 3. The rare twos = 4 is taken for
 * whichever of the others gives the same; where none does, it is taken for 0,
 * where one entry is free because a live cell is never counted, and what still
 * differs is flipped: all of it by one gate more, a part of it by two. 11 to 13
 * gates with the sums' own. */
template <unsigned birth, unsigned survival> struct LifeRuleTotalistic {
  static constexpr bool nothing_stays = (birth & 1) == 0;

  __host__ __device__ static constexpr unsigned
  alive (unsigned total, unsigned cell)
  {
    return cell ? (survival << 1 >> total) & 1 : birth >> total & 1;
  }

  __host__ __device__ static constexpr bool
  like_four (unsigned twos)
  {
    return alive (2 * twos, 0) == alive (8, 0)
           && (twos == 0 || alive (2 * twos, 1) == alive (8, 1))
           && alive (2 * twos + 1, 1) == alive (9, 1);
  }

  static constexpr unsigned four_as = like_four (0)   ? 0
                                      : like_four (1) ? 1
                                      : like_four (2) ? 2
                                      : like_four (3) ? 3
                                                      : 0;
  static constexpr bool flip_dead =
      four_as == 0 && alive (8, 0) != alive (0, 0);
  static constexpr bool flip_live =
      four_as == 0 && alive (9, 1) != alive (1, 1);

  /* The gate from (odd, carry, pair), which make odd + carry + 2 pair twos, to
   * a bit of them. */
  __host__ __device__ static constexpr unsigned
  digit (unsigned bit)
  {
    unsigned table = 0;
    for (unsigned i = 0; i < 8; i++) {
      unsigned twos = (i >> 2) + (i >> 1 & 1) + 2 * (i & 1);
      table |= ((twos == 4 ? four_as : twos) >> bit & 1) << i;
    }
    return table;
  }

  __host__ __device__ static constexpr unsigned
  look_up (unsigned twos)
  {
    unsigned table = 0;
    for (unsigned i = 0; i < 8; i++)
      table |= alive ((i >> 2) + 2 * (twos + (i >> 1 & 1)), i & 1) << i;
    if (twos == 0 && four_as == 0)
      table = (table & ~2u) | (alive (8, 1) ^ (unsigned) flip_dead) << 1;
    return table;
  }

  __device__ __forceinline__ life_word
  next (LifeSum left, LifeSum same, LifeSum right, life_word cell) const
  {
    life_word one = life_gate<LIFE_XOR3> (left.one, same.one, right.one);
    life_word carry = life_gate<LIFE_MAJORITY> (left.one, same.one, right.one);
    life_word odd = life_gate<LIFE_XOR3> (left.two, same.two, right.two);
    life_word pair = life_gate<LIFE_MAJORITY> (left.two, same.two, right.two);
    life_word low = life_gate<digit (0)> (odd, carry, pair);
    life_word high = life_gate<digit (1)> (odd, carry, pair);
    life_word few = life_gate<look_up (0)> (one, low, cell);
    life_word many = life_gate<look_up (2)> (one, low, cell);

    if (flip_dead && flip_live) /* among the few, twos = 4 is a pair, not low */
      few = life_gate<0xb4> (few, pair, low); /* few ^ (pair & ~low) */
    life_word result = life_gate<LIFE_MUX> (high, many, few);
    if (flip_dead != flip_live) {
      life_word four = pair & odd & carry;
      constexpr unsigned flip = flip_dead ? 0xb4  /* r ^ (four & ~one) */
                                          : 0x78; /* r ^ (four & one) */
      result = life_gate<flip> (result, four, one);
    }
    return result;
  }
};

/* The same without compiling, 26 gates with the sums. What a total makes of a
 * cell is looked up as cell * factor + offset: 0 * cell - 1 for alive, 0 * cell
 * for dead, cell for kept, -cell - 1 for changed. So eight of the gates run in
 * the multiplier and leave the logic unit alone. */
struct LifeRuleMasks {
  static constexpr bool nothing_stays = false; /* not for every rule */

  life_word factor[10], offset[10]; /* by total, 0…9 */

  __device__ __forceinline__ life_word
  total (unsigned n, life_word cell) const
  {
    life_word result;
    asm("mad.lo.u32 %0, %1, %2, %3;"
        : "=r"(result)
        : "r"(cell), "r"(factor[n]), "r"(offset[n]));
    return result;
  }

  __device__ __forceinline__ life_word
  next (LifeSum left, LifeSum same, LifeSum right, life_word cell) const
  {
    life_word one = life_gate<LIFE_XOR3> (left.one, same.one, right.one);
    life_word carry = life_gate<LIFE_MAJORITY> (left.one, same.one, right.one);
    life_word odd = life_gate<LIFE_XOR3> (left.two, same.two, right.two);
    life_word pair = life_gate<LIFE_MAJORITY> (left.two, same.two, right.two);
    life_word low = odd ^ carry;
    life_word high = life_gate<0x78> (pair, odd, carry);
    life_word four = pair & odd & carry;
    life_word twos0 = life_gate<LIFE_MUX> (one, total (1, cell), offset[0]);
    life_word twos1 =
        life_gate<LIFE_MUX> (one, total (3, cell), total (2, cell));
    life_word twos2 =
        life_gate<LIFE_MUX> (one, total (5, cell), total (4, cell));
    life_word twos3 =
        life_gate<LIFE_MUX> (one, total (7, cell), total (6, cell));
    life_word twos4 = life_gate<LIFE_MUX> (one, offset[9], total (8, cell));
    life_word few = life_gate<LIFE_MUX> (low, twos1, twos0);
    life_word many = life_gate<LIFE_MUX> (low, twos3, twos2);
    return life_gate<LIFE_MUX> (
        four, twos4, life_gate<LIFE_MUX> (high, many, few));
  }
};
