/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the bit-sliced kernels, each compiled for one width of vector, offer to
 * life/bitsliced.c; neither storage nor threads. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Rows start at multiples of so many words, and kernels compute so many words
 * at a time; every row has so many readable words on both sides. */
#define LIFE_BLOCK_WORDS 8

/* A rule as a polynomial over bits (Zhegalkin's, of "and" and "exclusive or"):
 * the next cell is
 *   F (alive, one, two, four) ^ (eight & G (alive, one))
 * where one to eight are the bits of n, the number of live cells in the cell's
 * 3×3 block, itself included: 8 and 9 have neither a two nor a four. All ones
 * where a term is there: @low[i] is that of the product of alive (i & 1), one
 * (i & 2), two (i & 4) and four (i & 8); @high[i] is that of 1, alive and one.
 * A block of 0 has a dead middle and one of 9 a live middle, so that neither
 * low[1] nor a term of alive and one in G is ever needed. */
typedef struct {
  uint64_t low[16];
  uint64_t high[3];
} LifeBitslicedRule;

/* Rows of words to advance. The halo bits at both ends of the rows read are
 * set; those of the rows written are not. */
typedef struct {
  const uint64_t *above; /* the row above the first */
  const uint64_t *row;   /* the first row */
  const uint64_t *below; /* the row below the last */
  uint64_t *next;        /* where the first row goes */
  size_t stride;         /* words from a row to the next */
  size_t rows;
  size_t words; /* words of a row that hold cells */
} LifeBitslicedStrip;

typedef struct {
  const char *title;

  /* Advances a strip by B3/S23. */
  void (*life) (const LifeBitslicedStrip *strip);
  /* Advances it by any rule. */
  void (*totalistic) (
      const LifeBitslicedStrip *strip, const LifeBitslicedRule *rule);
  /* Fills a row with cells of the soup; its end is filled to a whole block. */
  void (*soup) (
      uint64_t *row, size_t words, uint64_t soup_row, uint64_t threshold);
  /* How many bits are set in @words words of @row. */
  uint64_t (*count) (const uint64_t *row, size_t words);
  /* How many bits are set in @row and not in @other. */
  uint64_t (*count_without) (
      const uint64_t *row, const uint64_t *other, size_t words);
} LifeBitslicedKernel;

extern const LifeBitslicedKernel life_bitsliced_portable;
#ifdef __x86_64__
extern const LifeBitslicedKernel life_bitsliced_avx2;
extern const LifeBitslicedKernel life_bitsliced_avx512;
#endif
