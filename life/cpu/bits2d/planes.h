/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules of more states, by the gates of a network over planes of bits, without code; written
 * once for every width of vector and included by life/cpu/bits2d/bits2d-kernels.c. With code
 * (life/cpu/bits2d/rule-jit.c) only strips are advanced here.
 *
 * Idea: words of a column, cells and functions, are computed with one more vector at both ends;
 * what is west and east of a cell is then the same word one vector before or behind, or shifted.
 * Cost: that of life/cpu/bits2d/network-gates.h, and in strips two shifts more for each word whose
 * neighbors are used. */
#pragma once

#include "life/cpu/bits2d/network-gates.h"

/* --- Strips --- */

/* Sets the signals of the columns: their words, moved by one cell where they are not the
 * cell's own. */
ALWAYS_INLINE void
shift_columns (const LifeBitslicedNetwork *rule, PlanesWork *work, size_t n)
{
  const size_t words = 3 * rule->network->planes + rule->network->n_columns;

  for (size_t word = 0; word < words; word++) {
    const Vector *from = work->words[word];
    const Vector **signals =
        work->signals + life_network_word ((guint) word, 0);
    Vector *west = work->shifted[0][word], *east = work->shifted[1][word];

    signals[0] = west;
    signals[1] = from + 1;
    signals[2] = east;
    if (rule->uses[3 * word])
      for (size_t i = 0; i < n; i++)
        west[i] = from[i + 1] << 1 | words_before (from[i + 1], from[i]) >> 63;
    if (rule->uses[3 * word + 2])
      for (size_t i = 0; i < n; i++)
        east[i] =
            from[i + 1] >> 1 | words_after (from[i + 1], from[i + 2]) << 63;
  }
}

/* Rows of all planes, the first plane's and how far the others are. */
typedef struct {
  const uint64_t *first;
  size_t plane;
} PlanesRow;

/* Advances @n vectors of a row, from word @at on; returns which bits of @next change if @compare. */
ALWAYS_INLINE Vector
advance_chunk (const LifeBitslicedStrip *strip,
    const LifeBitslicedNetwork *rule, const PlanesRow rows[3], size_t at,
    size_t n, uint64_t *next)
{
  const size_t planes = rule->network->planes;
  Vector changed = { 0 };
  PlanesWork *work = life_planes_scratch ();

  for (size_t word = 0; word < 3 * planes; word++) {
    const PlanesRow *row = &rows[word / planes];
    const uint64_t *from = row->first + word % planes * row->plane + at;

    if (rule->loads[word])
      for (size_t i = 0; i < n + 2; i++)
        work->words[word][i] = load (from + i * LIFE_LANES - LIFE_LANES);
  }
  run_columns (rule, work, n + 2);
  shift_columns (rule, work, n);
  run_gates (rule, work, n);
  for (size_t plane = 0; plane < planes; plane++) {
    const Vector *out = work->signals[rule->network->outputs[plane]];
    uint64_t *to = next + plane * strip->plane + at;

    for (size_t i = 0; i < n; i++) {
      if (strip->compare)
        changed |= load (to + i * LIFE_LANES) ^ out[i];
      store (to + i * LIFE_LANES, out[i]);
    }
  }
  return changed;
}

static uint64_t
advance_by_network (
    const LifeBitslicedStrip *strip, const LifeBitslicedNetwork *rule)
{
  const size_t vectors = (strip->words + LIFE_BLOCK_WORDS - 1)
                         / LIFE_BLOCK_WORDS * LIFE_BLOCK_WORDS / LIFE_LANES;
  Vector changed = { 0 };
  uint64_t any = strip->compare ? 0 : 1;

  for (size_t y = 0; y < strip->rows; y++) {
    const uint64_t *row = strip->row + y * strip->stride;
    PlanesRow rows[3] = { { row - strip->stride, strip->plane },
      { row, strip->plane }, { row + strip->stride, strip->plane } };

    if (y == 0)
      rows[0] = (PlanesRow){ strip->above, strip->above_plane };
    if (y + 1 == strip->rows)
      rows[2] = (PlanesRow){ strip->below, strip->below_plane };
    for (size_t i = 0; i < vectors; i += CHUNK)
      changed |= advance_chunk (strip, rule, rows, i * LIFE_LANES,
          vectors - i < CHUNK ? vectors - i : CHUNK,
          strip->next + y * strip->stride);
  }
  for (int i = 0; i < LIFE_LANES; i++)
    any |= changed[i];
  return any;
}

/* --- Tiles --- */

/* Advances a row of a block as LifeRuleJitRow does. What is west of a chunk may be written over
 * by then, and is left from the chunk before it. */
static void
advance_block_by_network (const LifeBitslicedNetwork *rule,
    const uint64_t *const rows[3], uint64_t *next, const uint64_t *west,
    const uint64_t *east)
{
  const size_t planes = rule->network->planes, lanes = LIFE_LANES;
  const size_t words = 3 * planes + rule->network->n_columns;
  PlanesWork *work = life_planes_scratch ();

  for (size_t word = 0; word < 3 * planes; word++)
    work->words[word][CHUNK] = load (west + word * lanes);
  for (size_t word = 0; word < words; word++)
    for (size_t column = 0; column < 3; column++)
      work->signals[3 * word + column] = work->words[word] + column;
  for (size_t at = 0; at < 64; at += CHUNK) {
    for (size_t word = 0; word < 3 * planes; word++) {
      const uint64_t *from =
          rows[word / planes] + (at * planes + word % planes) * lanes;
      Vector *to = work->words[word];

      to[0] = to[CHUNK];
      for (size_t i = 0; i < CHUNK; i++)
        to[i + 1] = load (from + i * planes * lanes);
      to[CHUNK + 1] = load (at + CHUNK < 64 ? from + CHUNK * planes * lanes
                                            : east + word * lanes);
    }
    run_columns (rule, work, CHUNK + 2);
    run_gates (rule, work, CHUNK);
    for (size_t plane = 0; plane < planes; plane++)
      for (size_t i = 0; i < CHUNK; i++)
        store (next + ((at + i) * planes + plane) * lanes,
            work->signals[rule->network->outputs[plane]][i]);
  }
}
