/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A rule that is not there yet: PTX of a kernel under it has a comment wherever gates belong, and
 * the program puts them there (network-ptx.h). A column is one register, a name for the words
 * that a network makes of it. Constants are those that are right for every rule. */
#pragma once

#include "cuda/bits2d/bits2d-sweep.cuh"

#define LIFE_MARKED_PLANES 6

struct LifeMarkedColumn : LifeColumn<1, 1, 1> {};

/* Operands are always those of six planes: what is too many is cut off by cuda/templates.py. */
template <int planes_> struct LifeRuleMarked {
  static constexpr int planes = planes_;
  static constexpr bool direction_sensitive = true, separate = false;
  static constexpr bool nothing_stays = false;
  static constexpr unsigned outer = (1u << planes) - 1;
  typedef LifeMarkedColumn Column;

  static __device__ __forceinline__ LifeWord
  word (const LifeWord (&cell)[planes], int plane)
  {
    return plane < planes ? cell[plane] : 0;
  }

  static __device__ __forceinline__ Column
  column (const LifeWord (&above)[planes], const LifeWord (&here)[planes],
      const LifeWord (&below)[planes])
  {
    Column result;
    asm("// LIFE column %0 %1 %2 %3 %4 %5 %6 %7 %8 %9 %10 %11 %12 %13 %14 %15 "
        "%16 %17 %18"
        : "=r"(result.word[0])
        : "r"(word (above, 0)), "r"(word (above, 1)), "r"(word (above, 2)),
        "r"(word (above, 3)), "r"(word (above, 4)), "r"(word (above, 5)),
        "r"(word (here, 0)), "r"(word (here, 1)), "r"(word (here, 2)),
        "r"(word (here, 3)), "r"(word (here, 4)), "r"(word (here, 5)),
        "r"(word (below, 0)), "r"(word (below, 1)), "r"(word (below, 2)),
        "r"(word (below, 3)), "r"(word (below, 4)), "r"(word (below, 5)));
    return result;
  }

  __device__ __forceinline__ void
  advance (const Column &left, const Column &same, const Column &right,
      const LifeWord (&cell)[planes], LifeWord (&result)[planes]) const
  {
    LifeWord next[LIFE_MARKED_PLANES];
    asm("// LIFE next %0 %1 %2 %3 %4 %5 %6 %7 %8 %9 %10 %11 %12 %13 %14"
        : "=r"(next[0]), "=r"(next[1]), "=r"(next[2]), "=r"(next[3]),
        "=r"(next[4]), "=r"(next[5])
        : "r"(left.word[0]), "r"(same.word[0]), "r"(right.word[0]),
        "r"(word (cell, 0)), "r"(word (cell, 1)), "r"(word (cell, 2)),
        "r"(word (cell, 3)), "r"(word (cell, 4)), "r"(word (cell, 5)));
#pragma unroll
    for (int plane = 0; plane < planes; plane++)
      result[plane] = next[plane];
  }

  __device__ __forceinline__ LifeWord
  next (const Column &left, const Column &same, const Column &right,
      LifeWord cell) const
  {
    const LifeWord cells[1] = { cell };
    LifeWord result[1];
    advance (left, same, right, cells, result);
    return result[0];
  }
};

template <int planes> struct LifeHasStates<LifeRuleMarked<planes> > {
  static constexpr bool value = true;
};

/* Whether kernels wait for others (dependent.cuh) depends on the GPU, which may be newer than
 * what the kernel is made for. */
template <int planes>
__device__ __forceinline__ void
life_prepare_rule (const LifeRuleMarked<planes> &rule)
{
  asm volatile("// LIFE wait" ::: "memory");
}

/* Which words are passed on depends on the network. */
template <bool plane>
__device__ __forceinline__ LifeMarkedColumn
life_shuffle_column_from_left (const LifeMarkedColumn &column, int before)
{
  LifeMarkedColumn result;
  if (plane)
    asm volatile("// LIFE left %0 %1 idx %2 31"
                 : "=r"(result.word[0])
                 : "r"(column.word[0]), "r"(before));
  else
    asm volatile("// LIFE left %0 %1 up 1 0"
                 : "=r"(result.word[0])
                 : "r"(column.word[0]));
  return result;
}

template <bool plane>
__device__ __forceinline__ LifeMarkedColumn
life_shuffle_column_from_right (const LifeMarkedColumn &column, int after)
{
  LifeMarkedColumn result;
  if (plane)
    asm volatile("// LIFE right %0 %1 idx %2 31"
                 : "=r"(result.word[0])
                 : "r"(column.word[0]), "r"(after));
  else
    asm volatile("// LIFE right %0 %1 down 1 31"
                 : "=r"(result.word[0])
                 : "r"(column.word[0]));
  return result;
}
