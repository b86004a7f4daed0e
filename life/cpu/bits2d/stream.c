/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Advances rows of worlds that fit no cache in place, from end to end, written once and
 * compiled for every width of vector. Smaller worlds are advanced by
 * life/cpu/bits2d/bits2d-kernels.c.
 *
 * Idea: every row is read from memory once, ahead of its use, and twice more from a cache;
 * writes bypass the caches, so that nothing is fetched to be overwritten: 2 bits of traffic
 * per cell. The three cells above one another are added up before anything is shifted. Births
 * and deaths are counted from the vectors in registers; reading both generations again would
 * cost 3 bits more. Halo: the bit before a row's first
 * cell and the bit after its last.
 *
 * A vector costs 4 loads, a store, 4 moves of lanes, 4 shifts of two vectors at once, or 12
 * operations where there are none, and 8 gates in Life; counting takes 2 gates, 2
 * counts and 2 sums where the processor counts the bits of words, and 24 operations where
 * they are added up in fields of 2, 4 and 8 bits. */
#include "life/cpu/bits2d/stream.h"

#include "life/cpu/bits2d/rule-gates.h"
#include "life/cpu/tally.h"

/* Memory that is read from end to end is fetched this many words ahead. */
#define PREFETCH_WORDS 512

/* The sum of the cells @sum with their neighbors' lanes moved in: of those one column to the
 * west, and to the east. @before and @after are the sums next to it. */
#define MOVE_WEST(x, before) push_low (x, words_before (x, before))
#define MOVE_EAST(x, after) push_high (x, words_after (x, after))

ALWAYS_INLINE Sum
sum_stack (const LifeBitslicedStream *row, ptrdiff_t at)
{
  return sum_of (
      load (row->above + at), load (row->row + at), load (row->below + at));
}

/* Writes to memory, bypassing the caches; @words is aligned like a vector. Other threads see
 * it after wait_for_streams(). */
ALWAYS_INLINE void
stream (uint64_t *words, Vector vector)
{
#if defined(__AVX512F__)
  _mm512_stream_si512 ((__m512i *) words, (__m512i) vector);
#elif defined(__AVX2__)
  _mm256_stream_si256 ((__m256i *) words, (__m256i) vector);
#elif defined(__SSE2__)
  _mm_stream_si128 ((__m128i *) words, (__m128i) vector);
#else
  store (words, vector);
#endif
}

ALWAYS_INLINE void
wait_for_streams (void)
{
#ifdef __SSE2__
  _mm_sfence ();
#endif
}

/* Which bits of the last block of the row are cells. */
ALWAYS_INLINE void
mask_last_block (const LifeBitslicedStream *row, uint64_t *mask)
{
  const size_t last = (row->words - 1) % LIFE_BLOCK_WORDS;

  for (size_t i = 0; i < LIFE_BLOCK_WORDS; i++)
    mask[i] = i < last ? ~(uint64_t) 0 : i == last ? row->last_bits : 0;
}

/* The blocks at the row's ends are written through the caches: the caller sets the halo
 * next to them. */
ALWAYS_INLINE void
advance_row (LifeBitslicedStream *row, int count, const Logic *logic)
{
  const ptrdiff_t words = (ptrdiff_t) ((row->words + LIFE_BLOCK_WORDS - 1)
                                       / LIFE_BLOCK_WORDS * LIFE_BLOCK_WORDS);
  const ptrdiff_t last_block = words - LIFE_BLOCK_WORDS;
  Sum before = sum_stack (row, -LIFE_LANES), here = sum_stack (row, 0);
  uint64_t mask[LIFE_BLOCK_WORDS];

  mask_last_block (row, mask);
  for (ptrdiff_t at = 0, end; at < words; at = end) {
    Vector births = { 0 }, deaths = { 0 };

    end = at + TALLY_VECTORS * LIFE_LANES;
    if (end > words)
      end = words;
    for (; at < end; at += LIFE_LANES) {
      const Sum after = sum_stack (row, at + LIFE_LANES);
      const Vector alive = load (row->row + at);
      const Vector next = next_cells (MOVE_SUM (MOVE_WEST, here, before), here,
          MOVE_SUM (MOVE_EAST, here, after), alive, logic);
      Vector changed = next ^ alive;

      __builtin_prefetch (row->below + at + PREFETCH_WORDS);
      if (at < LIFE_BLOCK_WORDS || at >= last_block)
        store (row->next + at, next);
      else
        stream (row->next + at, next);
      if (count) {
        if (at >= last_block)
          changed &= load (mask + at - last_block);
        tally (&births, changed & next);
        tally (&deaths, changed & alive);
      }
      before = here;
      here = after;
    }
    if (count) {
      row->births += add_up (births);
      row->deaths += add_up (deaths);
    }
  }
  wait_for_streams ();
}

/* Makes @count a constant for each call. */
#define WITH_COUNT(row, logic)     \
  {                                \
    if ((row)->count)              \
      advance_row (row, 1, logic); \
    else                           \
      advance_row (row, 0, logic); \
    return;                        \
  }

void
LIFE_FOR_PATH (life_bitsliced_stream) (
    LifeBitslicedStream *row, const LifeBitslicedRule *rule)
{
  Terms terms;

  if (rule == NULL)
    WITH_COUNT (row, (&(Logic){ NULL, LIFE_SHAPE_BLOCK, 0 }))
  terms = terms_of (rule);
  switch (rule->shape) {
    case LIFE_SHAPE_CROSS:
      WITH_COUNT (row, (&(Logic){ &terms, LIFE_SHAPE_CROSS, 0 }))
    case LIFE_SHAPE_HEXAGON:
      WITH_COUNT (row, (&(Logic){ &terms, LIFE_SHAPE_HEXAGON, 0 }))
    default:
      WITH_COUNT (row, (&(Logic){ &terms, LIFE_SHAPE_BLOCK, 0 }))
  }
}
