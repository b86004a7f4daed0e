/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The gate networks of the bit-sliced 2D rules: what becomes of a word of cells
 * and the sums around it. How cells lie in words is in cuda/engine/strips.cuh, how
 * kernels come by the sums in bits2d-sweep.cuh. No header of the toolkit is included, so that
 * the same source compiles at run time (NVRTC). */
#pragma once

#include "cuda/engine/gate.cuh"

static constexpr unsigned LIFE_XOR3 = 0x96, LIFE_MAJORITY = 0xe8,
                          LIFE_MUX = 0xca; /* a ? b : c */

/* What a rule makes of a column of three cells, once for the three cells that it
 * is a neighbor of: @n words. Bit i of @left is set where word i is read of
 * the column left of a cell, bit i of @right of the one right of it. */
template <int n, unsigned left, unsigned right> struct LifeColumn {
  static constexpr int words = n;
  static constexpr unsigned from_left = left, from_right = right;

  LifeWord word[n];
};

/* The column added up: word 0 + 2 word 1. */
struct LifeSum : LifeColumn<2, 3, 3> {
  __device__ __forceinline__ LifeWord
  one () const
  {
    return word[0];
  }

  __device__ __forceinline__ LifeWord
  two () const
  {
    return word[1];
  }
};

/* What rules have in common that add columns up. */
struct LifeRuleOfSums {
  static constexpr int planes = 1;
  static constexpr unsigned outer = 1;
  static constexpr bool direction_sensitive = false, separate = false;
  typedef LifeSum Column;

  static __device__ __forceinline__ LifeSum
  column (LifeWord above, LifeWord here, LifeWord below)
  {
    LifeSum sum;
    sum.word[0] = life_gate<LIFE_XOR3> (above, here, below);
    sum.word[1] = life_gate<LIFE_MAJORITY> (above, here, below);
    return sum;
  }
};

/* RULES. A rule stores a cell's state in @planes words, binary. Its column () takes
 * three cells one under the other, each a word with a bit set for a live cell; its
 * next () what column () made of the columns left of, of and right of the cell, and
 * the cell itself. Where @nothing_stays, dead cells among dead ones stay dead; where
 * @direction_sensitive, the cells above a cell and below it may not be swapped; where
 * @separate, whether a cell is alive is stored next to its planes: none of them alone
 * is that. Bit i of @outer is set where column () reads what is stored as word i above or
 * below a cell. Rules of worlds that stay on the chip have @gates: operations for a word,
 * column ()'s among them, at most. */

/* B3/S23 in eight gates, two of them the sums' own. The nine cells add up to
 * total = odd + an even part, and a cell lives on total 3, or on 4 if it was
 * alive. The network was found by a SAT solver over all networks of six gates
 * behind binary sums; five gates there do not do. */
struct LifeRuleB3S23 : LifeRuleOfSums {
  static constexpr int gates = 8;
  static constexpr bool nothing_stays = true;

  __device__ __forceinline__ LifeWord
  next (LifeSum left, LifeSum same, LifeSum right, LifeWord cell) const
  {
    LifeWord odd =
        life_gate<LIFE_XOR3> (left.one (), same.one (), right.one ());
    LifeWord unequal = life_gate<0x7e> (left.one (), same.one (), right.one ());
    LifeWord both = life_gate<0x60> (odd, right.two (), left.two ());
    LifeWord some = life_gate<0x46> (both, unequal, same.two ());
    LifeWord wrong = life_gate<0x9e> (some, right.two (), left.two ());
    return life_gate<0x0e> (wrong, odd, cell);
  }
};

/* Any totalistic rule: bit n of @birth and @survival is set where n live
 * neighbors mean life. The nine cells add up to total = one + 2 twos with
 * twos = 0…4. Two gates that depend on the rule look the pair (one, cell) up,
 * one for twos = 0, 1 and one for twos = 2, 3. The rare twos = 4 counts as
 * whichever of the others gives the same; where none does, it is taken for 0,
 * where one entry is free because a live cell is never counted, and what still
 * differs is flipped: all of it by one more gate, a part of it by two. 11 to 13
 * gates with the sums' own. */
template <unsigned birth, unsigned survival>
struct LifeRuleTotalistic : LifeRuleOfSums {
  static constexpr int gates = 13;
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
  lookup (unsigned twos)
  {
    unsigned table = 0;
    for (unsigned i = 0; i < 8; i++)
      table |= alive ((i >> 2) + 2 * (twos + (i >> 1 & 1)), i & 1) << i;
    if (twos == 0 && four_as == 0)
      table = (table & ~2u) | (alive (8, 1) ^ (unsigned) flip_dead) << 1;
    return table;
  }

  __device__ __forceinline__ LifeWord
  next (LifeSum left, LifeSum same, LifeSum right, LifeWord cell) const
  {
    LifeWord one =
        life_gate<LIFE_XOR3> (left.one (), same.one (), right.one ());
    LifeWord carry =
        life_gate<LIFE_MAJORITY> (left.one (), same.one (), right.one ());
    LifeWord odd =
        life_gate<LIFE_XOR3> (left.two (), same.two (), right.two ());
    LifeWord pair =
        life_gate<LIFE_MAJORITY> (left.two (), same.two (), right.two ());
    LifeWord low = life_gate<digit (0)> (odd, carry, pair);
    LifeWord high = life_gate<digit (1)> (odd, carry, pair);
    LifeWord few = life_gate<lookup (0)> (one, low, cell);
    LifeWord many = life_gate<lookup (2)> (one, low, cell);

    if (flip_dead && flip_live) /* among the few, twos = 4 is a pair, not low */
      few = life_gate<0xb4> (few, pair, low); /* few ^ (pair & ~low) */
    LifeWord result = life_gate<LIFE_MUX> (high, many, few);
    if (flip_dead != flip_live) {
      LifeWord four = pair & odd & carry;
      constexpr unsigned flip = flip_dead ? 0xb4  /* r ^ (four & ~one) */
                                          : 0x78; /* r ^ (four & one) */
      result = life_gate<flip> (result, four, one);
    }
    return result;
  }
};

/* Rules without compiling: what a total of live cells, the cell itself among them,
 * makes of a cell is looked up as cell * factor + offset: 0 * cell - 1 for alive,
 * 0 * cell for dead, cell for stays, -cell - 1 for changed. So eight of the gates
 * run in the multiplier and leave the logic unit alone. */
struct LifeTotals {
  static constexpr int planes = 1;
  static constexpr unsigned outer = 1;
  static constexpr bool direction_sensitive = false, separate = false;
  static constexpr bool nothing_stays = false; /* not for every rule */

  LifeWord factor[10], offset[10]; /* by total, 0…9 */

  __device__ __forceinline__ LifeWord
  total (unsigned n, LifeWord cell) const
  {
    LifeWord result;
    asm("mad.lo.u32 %0, %1, %2, %3;"
        : "=r"(result)
        : "r"(cell), "r"(factor[n]), "r"(offset[n]));
    return result;
  }

  /* Totals 2 twos and 2 twos + 1. */
  __device__ __forceinline__ LifeWord
  pair (unsigned twos, LifeWord one, LifeWord cell) const
  {
    return life_gate<LIFE_MUX> (
        one, total (2 * twos + 1, cell), total (2 * twos, cell));
  }

  /* Totals 0 to 3, where no live cell is counted among none. */
  __device__ __forceinline__ LifeWord
  few (LifeWord one, LifeWord low, LifeWord cell) const
  {
    LifeWord twos0 = life_gate<LIFE_MUX> (one, total (1, cell), offset[0]);
    return life_gate<LIFE_MUX> (low, pair (1, one, cell), twos0);
  }
};

/* Any totalistic rule over 8 neighbors, 26 gates with the sums. */
struct LifeRuleAnyMoore : LifeTotals {
  typedef LifeSum Column;

  static __device__ __forceinline__ LifeSum
  column (LifeWord above, LifeWord here, LifeWord below)
  {
    return LifeRuleOfSums::column (above, here, below);
  }

  __device__ __forceinline__ LifeWord
  next (LifeSum left, LifeSum same, LifeSum right, LifeWord cell) const
  {
    LifeWord one =
        life_gate<LIFE_XOR3> (left.one (), same.one (), right.one ());
    LifeWord carry =
        life_gate<LIFE_MAJORITY> (left.one (), same.one (), right.one ());
    LifeWord odd =
        life_gate<LIFE_XOR3> (left.two (), same.two (), right.two ());
    LifeWord twos =
        life_gate<LIFE_MAJORITY> (left.two (), same.two (), right.two ());
    LifeWord low = odd ^ carry;
    LifeWord high = life_gate<0x78> (twos, odd, carry);
    LifeWord four = twos & odd & carry;
    LifeWord many =
        life_gate<LIFE_MUX> (low, pair (3, one, cell), pair (2, one, cell));
    LifeWord twos4 = life_gate<LIFE_MUX> (one, offset[9], total (8, cell));
    return life_gate<LIFE_MUX> (
        four, twos4, life_gate<LIFE_MUX> (high, many, few (one, low, cell)));
  }
};

/* The column as it is: above, here, below; and which of them are neighbors. */
template <unsigned left, unsigned right> struct LifeRuleOfCells : LifeTotals {
  typedef LifeColumn<3, left, right> Column;

  static __device__ __forceinline__ Column
  column (LifeWord above, LifeWord here, LifeWord below)
  {
    return { { above, here, below } };
  }
};

/* Any totalistic rule over the 4 neighbors that share an edge, 10 gates and 5
 * multiplications. */
struct LifeRuleAnyVonNeumann : LifeRuleOfCells<2, 2> {
  __device__ __forceinline__ LifeWord
  next (Column left, Column same, Column right, LifeWord cell) const
  {
    LifeWord sum =
        life_gate<LIFE_XOR3> (left.word[1], right.word[1], same.word[0]);
    LifeWord two =
        life_gate<LIFE_MAJORITY> (left.word[1], right.word[1], same.word[0]);
    LifeWord one = life_gate<LIFE_XOR3> (sum, same.word[2], cell);
    LifeWord carry = life_gate<LIFE_MAJORITY> (sum, same.word[2], cell);
    return life_gate<LIFE_MUX> (
        two & carry, pair (2, one, cell), few (one, two ^ carry, cell));
  }
};

/* Any over the 6 neighbors of a hexagonal cell, 15 gates and 7
 * multiplications. */
struct LifeRuleAnyHexagonal : LifeRuleOfCells<3, 6> {
  static constexpr bool direction_sensitive = true;

  __device__ __forceinline__ LifeWord
  next (Column left, Column same, Column right, LifeWord cell) const
  {
    LifeWord sum =
        life_gate<LIFE_XOR3> (left.word[0], left.word[1], same.word[0]);
    LifeWord two =
        life_gate<LIFE_MAJORITY> (left.word[0], left.word[1], same.word[0]);
    LifeWord other =
        life_gate<LIFE_XOR3> (right.word[1], right.word[2], same.word[2]);
    LifeWord other_two =
        life_gate<LIFE_MAJORITY> (right.word[1], right.word[2], same.word[2]);
    LifeWord one = life_gate<LIFE_XOR3> (sum, other, cell);
    LifeWord carry = life_gate<LIFE_MAJORITY> (sum, other, cell);
    LifeWord low = life_gate<LIFE_XOR3> (two, other_two, carry);
    LifeWord high = life_gate<LIFE_MAJORITY> (two, other_two, carry);
    LifeWord many =
        life_gate<LIFE_MUX> (low, pair (3, one, cell), pair (2, one, cell));
    return life_gate<LIFE_MUX> (high, many, few (one, low, cell));
  }
};

/* Any table of nine cells without compiling, looked up cell by cell: the words around
 * 32 cells are transposed, four times 8 x 8 bits, into a byte for each cell, whose entry is
 * two bits, for a dead and for a live cell. Of the table there are 16 copies in shared
 * memory, each in banks of its own, so that of a load's 32 lanes at most two wait for each
 * other; for twice as many there is no room next to states of 4 bits. A word costs 244
 * instructions, 95 of them in the logic unit, and 32 loads of up to two clocks: the time of
 * 128 gates. A tree of multiplexers has 255 gates and a load for each of 512 numbers. */
struct LifeRuleAnyTable {
  static constexpr int planes = 1;
  static constexpr unsigned outer = 1;
  static constexpr bool direction_sensitive = true, separate = false;
  static constexpr bool nothing_stays = false;
  typedef LifeColumn<3, 7, 7> Column;

  unsigned
      entries[16]; /* bit n % 32 of number n / 32: where the cells read n */

  static __device__ __forceinline__ Column
  column (LifeWord above, LifeWord here, LifeWord below)
  {
    return { { above, here, below } };
  }

  static constexpr unsigned n_copies = 16;

  /* A block's copies: entry n of copy i is word n_copies * n + i. */
  static __device__ __forceinline__ LifeWord *
  copies ()
  {
    __shared__ LifeWord words[256 * n_copies];
    return words;
  }

  /* Bit 0 of entry n is for a dead cell, bit 16 for a live one; the bits of n are the cells
   * around it, north-west the highest. */
  __device__ __forceinline__ void
  prepare () const
  {
    for (unsigned i = threadIdx.x; i < 256 * n_copies; i += blockDim.x) {
      unsigned n = i / n_copies;
      copies ()[i] = entries[n / 16] >> n % 16 & 0x00010001;
    }
    __syncthreads ();
  }

  /* Swaps the bits of a word that are not in @mask with those of the word @distance on
   * that lie @distance lower. */
  template <int distance, unsigned mask>
  static __device__ __forceinline__ void
  swap_bits (LifeWord (&word)[8])
  {
#pragma unroll
    for (int n = 0; n < 8; n++)
      if ((n & distance) == 0) {
        LifeWord &low = word[n], &high = word[n + distance];
        LifeWord moved = low >> distance;
        low = life_gate<LIFE_MUX> (mask, low, high << distance);
        high = life_gate<LIFE_MUX> (mask, moved, high);
      }
  }

  __device__ __forceinline__ LifeWord
  next (Column left, Column same, Column right, LifeWord cell) const
  {
    const LifeWord *entry = copies () + threadIdx.x % n_copies;
    LifeWord around[8] = { right.word[2], same.word[2], left.word[2],
      right.word[1], left.word[1], right.word[0], same.word[0], left.word[0] };
    LifeWord half[2] = {};

    /* Bit k of byte i of word n is now bit n of that byte of word k. */
    swap_bits<4, 0x0f0f0f0f> (around);
    swap_bits<2, 0x33333333> (around);
    swap_bits<1, 0x55555555> (around);
#pragma unroll
    for (int byte = 0; byte < 4; byte++)
#pragma unroll
      for (int n = 0; n < 8; n++)
        half[byte / 2] +=
            entry[n_copies * __byte_perm (around[n], 0, 0x4440 + byte)]
            << (byte % 2 * 8 + n);
    LifeWord dead = __byte_perm (half[0], half[1], 0x5410);
    LifeWord live = __byte_perm (half[0], half[1], 0x7632);
    return life_gate<LIFE_MUX> (cell, live, dead);
  }
};

/* Cells that age: state 1 is alive, and a live cell that does not stay goes through
 * the states above it to 0. @Base decides what becomes of dead and live cells. With 3
 * states two gates more, with 2^n about 4 n; @states 0: @top is the highest. */
template <unsigned states, int planes_, class Base> struct LifeRuleGenerations {
  static constexpr int planes = planes_;
  static constexpr bool nothing_stays = Base::nothing_stays;
  static constexpr bool direction_sensitive = Base::direction_sensitive,
                        separate = states != 3;
  static constexpr unsigned outer = separate ? 1u << planes : 1;
  typedef typename Base::Column Column;

  Base base;
  unsigned top;

  static __device__ __forceinline__ Column
  column (LifeWord above, LifeWord here, LifeWord below)
  {
    return Base::column (above, here, below);
  }

  static __device__ __forceinline__ LifeWord
  older (const LifeWord (&cell)[planes])
  {
    LifeWord result = cell[1];
#pragma unroll
    for (int plane = 2; plane < planes; plane++)
      result |= cell[plane];
    return result;
  }

  static __device__ __forceinline__ LifeWord
  alive (const LifeWord (&cell)[planes])
  {
    return states == 3 ? cell[0] : cell[0] & ~older (cell);
  }

  /* Those in the highest state. */
  __device__ __forceinline__ LifeWord
  oldest (const LifeWord (&cell)[planes]) const
  {
    const unsigned highest = states == 0 ? top : states - 1;
    LifeWord result = ~0u;
#pragma unroll
    for (int plane = 0; plane < planes; plane++)
      result &= cell[plane] ^ ((highest >> plane & 1) - 1);
    return result;
  }

  __device__ __forceinline__ void
  advance (Column left, Column same, Column right,
      const LifeWord (&cell)[planes], LifeWord (&result)[planes]) const
  {
    LifeWord live = alive (cell), old = older (cell);
    LifeWord first = base.next (left, same, right, live) & ~old;
    if (states == 3) {
      result[0] = first;
      result[1] = live & ~first;
      return;
    }
    LifeWord ages = (live | old) & ~first & ~oldest (cell);
    LifeWord carry = cell[0];
    result[0] = first | (ages & ~cell[0]);
#pragma unroll
    for (int plane = 1; plane < planes; plane++) {
      result[plane] = ages & (cell[plane] ^ carry);
      carry &= cell[plane];
    }
  }
};

/* Whether a rule's columns are made of whole states, as arrays of planes, not of which cells
 * are alive. */
template <class Rule> struct LifeHasStates {
  static constexpr bool value = false;
};

/* A gate as data: its table and the numbers of its inputs. */
struct LifeGateCode {
  unsigned char table, inputs[3];
};

/* Any network (life/rule/network/network.h) without compiling: a loop over its gates, each of
 * which is 7 multiplexers, three loads and a store in local memory. @planes: those that are
 * in memory, of which the network has @bits. */
template <int planes_> struct LifeRuleAnyNetwork {
  static constexpr int planes = planes_;
  static constexpr unsigned outer = (1u << planes) - 1;
  static constexpr bool direction_sensitive = true, separate = false;
  static constexpr bool nothing_stays = false;
  typedef LifeColumn<3 * planes, (1u << 3 * planes) - 1, (1u << 3 * planes) - 1>
      Column;

  unsigned bits, n_columns, n_gates;
  LifeGateCode columns[24], gates[160];
  unsigned char outputs[8];

  static __device__ __forceinline__ Column
  column (const LifeWord (&above)[planes], const LifeWord (&here)[planes],
      const LifeWord (&below)[planes])
  {
    Column result;
#pragma unroll
    for (int p = 0; p < planes; p++) {
      result.word[p] = above[p];
      result.word[planes + p] = here[p];
      result.word[2 * planes + p] = below[p];
    }
    return result;
  }

  static __device__ __forceinline__ LifeWord
  gate (const LifeGateCode &code, const LifeWord *values, unsigned step)
  {
    const unsigned table = code.table;
    const LifeWord a = values[step * code.inputs[0]];
    const LifeWord b = values[step * code.inputs[1]];
    const LifeWord c = values[step * code.inputs[2]];
    LifeWord part[4];
#pragma unroll
    for (int i = 0; i < 4; i++)
      part[i] = life_gate<LIFE_MUX> (
          c, 0 - (table >> (2 * i + 1) & 1), 0 - (table >> 2 * i & 1));
    return life_gate<LIFE_MUX> (a, life_gate<LIFE_MUX> (b, part[3], part[2]),
        life_gate<LIFE_MUX> (b, part[1], part[0]));
  }

  __device__ __forceinline__ void
  advance (const Column &left, const Column &same, const Column &right,
      const LifeWord (&cell)[planes], LifeWord (&result)[planes]) const
  {
    LifeWord values[255];
    unsigned n = 0;
#pragma unroll
    for (int row = 0; row < 3; row++)
#pragma unroll
      for (int p = 0; p < planes; p++)
        if (p < (int) bits) {
          values[n++] = left.word[row * planes + p];
          values[n++] = same.word[row * planes + p];
          values[n++] = right.word[row * planes + p];
        }
#pragma unroll 1
    for (unsigned i = 0; i < n_columns; i++)
#pragma unroll
      for (int k = 0; k < 3; k++, n++)
        values[n] = gate (columns[i], values + k, 3);
#pragma unroll 1
    for (unsigned i = 0; i < n_gates; i++)
      values[n++] = gate (gates[i], values, 1);
#pragma unroll
    for (int p = 0; p < planes; p++)
      result[p] = p < (int) bits ? values[outputs[p]] : 0;
  }
};

template <int planes> struct LifeHasStates<LifeRuleAnyNetwork<planes> > {
  static constexpr bool value = true;
};

/* What all threads of a block do for its rule before they advance any cell. */
template <class Rule>
__device__ __forceinline__ void
life_prepare_rule (const Rule &rule)
{
}

__device__ __forceinline__ void
life_prepare_rule (const LifeRuleAnyTable &rule)
{
  rule.prepare ();
}

template <unsigned states, int planes, class Base>
__device__ __forceinline__ void
life_prepare_rule (const LifeRuleGenerations<states, planes, Base> &rule)
{
  life_prepare_rule (rule.base);
}

/* What becomes of a cell, for rules that are made of one word and of more. */
template <class Rule, int planes>
__device__ __forceinline__ void
life_advance_cell (const Rule &rule, const typename Rule::Column &left,
    const typename Rule::Column &same, const typename Rule::Column &right,
    const LifeWord (&cell)[planes], LifeWord (&result)[planes])
{
  if constexpr (planes == 1)
    result[0] = rule.next (left, same, right, cell[0]);
  else
    rule.advance (left, same, right, cell, result);
}

template <class Rule, int planes>
__device__ __forceinline__ LifeWord
life_is_alive (const LifeWord (&cell)[planes])
{
  if constexpr (planes == 1)
    return cell[0];
  else
    return Rule::alive (cell);
}
