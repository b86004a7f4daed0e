/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counting live cells, and cells that were born or died, in rows of bits and in bytes;
 * compiled once for each width of vector that the processor may have. */
#pragma once

#include <glib.h>

/* @rows rows of @words words each, @stride words from one to the next. Of a
 * row's last word only the bits in @last are cells. @previous is one generation
 * earlier than @now, of the same layout. */
typedef struct {
  const guint64 *now, *previous;
  gsize stride, rows, words;
  guint64 last;
} LifeCountRows;

/* How many words are added up together. */
#define LIFE_SUMMED_WORDS 8

/* @rows rows of @words words each, a multiple of LIFE_SUMMED_WORDS, @stride words from one
 * to the next; the bits that are cells, and the key, of each word; the factors of the
 * rows. */
typedef struct {
  const guint64 *bits;
  gsize stride, rows, words;
  const guint64 *cells, *keys, *factors;
} LifeSumRows;

typedef struct {
  /* Live cells in @now; @previous is not used. */
  guint64 (*alive) (const LifeCountRows *rows);
  /* Adds to @births the cells that are alive only in @now, and to @deaths those
   * only in @previous. */
  void (*changes) (const LifeCountRows *rows, guint64 *births, guint64 *deaths);

  /* The same for @n states, all but 0 of them alive. */
  guint64 (*alive_states) (const guint8 *now, gsize n);
  void (*changes_of_states) (const guint8 *now, const guint8 *previous, gsize n,
      guint64 *births, guint64 *deaths);

  /* The sum of the products of all words (life/world/checksum.h). */
  guint64 (*products) (const LifeSumRows *rows);
} LifeCountKernels;

extern const LifeCountKernels life_count_portable;
#ifdef __x86_64__
extern const LifeCountKernels life_count_avx2;
extern const LifeCountKernels life_count_avx512;
extern const LifeCountKernels life_count_avx512vbmi;
#endif
