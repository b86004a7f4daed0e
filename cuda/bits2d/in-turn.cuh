/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules that do not do the same in every generation: two that take turns, and those of
 * Margolus' blocks. Sweeps alone run them. No header of the toolkit is included, so that the same
 * source compiles at run time (NVRTC). */
#pragma once

#include "cuda/bits2d/rules.cuh"

/* One rule for even generations and one for odd ones, of as many states. */
template <class Even, class Odd> struct LifeRuleInTurn {
  static constexpr int planes = Even::planes;
  static constexpr bool nothing_stays =
      Even::nothing_stays && Odd::nothing_stays;
  static constexpr bool direction_sensitive =
      Even::direction_sensitive || Odd::direction_sensitive;
  static constexpr bool separate = Even::separate;
  static constexpr unsigned outer = Even::outer | Odd::outer;
  static_assert (planes == Odd::planes && separate == Odd::separate,
      "both keep cells alike");

  /* What bounds the registers. */
  struct Column {
    static constexpr int words = Even::Column::words > Odd::Column::words
                                     ? Even::Column::words
                                     : Odd::Column::words;
  };

  Even even;
  Odd odd;

  static __device__ __forceinline__ LifeWord
  alive (const LifeWord (&cell)[planes])
  {
    return Even::alive (cell);
  }
};

template <class Rule> struct LifeTakesTurns {
  static constexpr bool value = false;
};

template <class Even, class Odd>
struct LifeTakesTurns<LifeRuleInTurn<Even, Odd> > {
  static constexpr bool value = true;
};

/* BLOCKS. What a rule of Margolus' neighborhood makes of two cells side by side that are
 * in a block of four. Its row () takes a word with a bit set where the two are the lower ones of
 * theirs; its next () what that made, and each cell's column: itself, and the cell above or
 * below it that is in its block.
 *
 * Operations: a gate a word to find that cell, and the rule's for two words, 5 of Critters: so
 * 3.5 a word, and 2 shuffles for 8 words in every second generation. Bytes per cell: 1/8 read and
 * 1/8 written for 6 generations. So on an H200 gates would allow 150 Tcell/s and memory 110. */
typedef LifeColumn<2, 3, 3> LifeBlockColumn;

/* Any such rule without compiling, a tree of 15 multiplexers for a word of cells. Its leaves
 * depend on which half of a block a bit is in, as the row does, so they are made once for
 * all words and generations of a row. */
struct LifeRuleAnyBlocks {
  static constexpr int planes = 1;
  static constexpr bool direction_sensitive = true, separate = false;
  static constexpr bool nothing_stays = false;
  static constexpr unsigned outer = 1;
  typedef LifeBlockColumn Column;

  /* For upper and lower cells, and of these left and right ones: ~0 where the cell lives next if
   * bits 0 to 3 are its row's left and right cell, and those of the other row. */
  LifeWord lives[2][2][16];

  struct Row {
    LifeWord lives[2][16];
  };

  __device__ __forceinline__ Row
  row (LifeWord lower) const
  {
    Row result;
#pragma unroll
    for (int right = 0; right < 2; right++)
#pragma unroll
      for (int i = 0; i < 16; i++)
        result.lives[right][i] =
            life_gate<LIFE_MUX> (lower, lives[1][right][i], lives[0][right][i]);
    return result;
  }

  static __device__ __forceinline__ LifeWord
  choose (const LifeWord (&lives)[16], const LifeWord (&block)[4])
  {
    LifeWord level[16];
#pragma unroll
    for (int i = 0; i < 16; i++)
      level[i] = lives[i];
#pragma unroll
    for (int bit = 0; bit < 4; bit++)
#pragma unroll
      for (int i = 0; i < 8; i++)
        if (i < 8 >> bit)
          level[i] =
              life_gate<LIFE_MUX> (block[bit], level[2 * i + 1], level[2 * i]);
    return level[0];
  }

  __device__ __forceinline__ void
  next (const Row &row, const Column &left, const Column &right,
      LifeWord &next_left, LifeWord &next_right) const
  {
    const LifeWord block[4] = { left.word[0], right.word[0], left.word[1],
      right.word[1] };
    next_left = choose (row.lives[0], block);
    next_right = choose (row.lives[1], block);
  }
};

/* Whether a rule is one of blocks. */
template <class Rule> struct LifeHasBlocks {
  static constexpr bool value = false;
};

template <> struct LifeHasBlocks<LifeRuleAnyBlocks> {
  static constexpr bool value = true;
};

/* Registers that a row takes of its rule, for all words. */
template <class Rule> struct LifeRowWords {
  static constexpr int value = 0;
};

template <> struct LifeRowWords<LifeRuleAnyBlocks> {
  static constexpr int value =
      (int) (sizeof (LifeRuleAnyBlocks::Row) / sizeof (LifeWord));
};

/* What a rule of blocks makes of a row's lower cells; of others nothing. */
template <class Rule>
__device__ __forceinline__ auto
life_block_row (const Rule &rule, LifeWord lower)
{
  if constexpr (LifeHasBlocks<Rule>::value)
    return rule.row (lower);
  else
    return 0;
}
