/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inner loops of samplers, compiled for every width of vector: states from planes
 * of bits; history is in history-loops.h, counts in count-loops.h, means of colors in
 * mean-loops.h and turned views in turn-loops.h. */
#include "life/draw/sample/sample-kernels.h"

#include "life/draw/sample/history-cells.h"
#include "life/draw/color/spread.h"

/* Bytes that are looked at at a time. */
#define CHUNK 256

/* --- States from planes of bits --- */

/* 64 numbers from their planes. */
static inline void
spread_planes (const guint64 *cells, guint n_planes, guint8 *out)
{
#if defined(__AVX512BW__)
  __m512i numbers = _mm512_setzero_si512 ();

  for (guint k = 0; k < n_planes; k++)
    numbers = _mm512_or_si512 (
        numbers, _mm512_maskz_set1_epi8 (cells[k], (char) (1 << k)));
  _mm512_storeu_si512 (out, numbers);
#else
  for (guint i = 0; i < LIFE_WORD_CELLS; i += 8) {
    guint64 numbers = 0, bytes;

    for (guint k = 0; k < n_planes; k++) {
      life_bits_unpack8 (cells[k] >> i, (guint8 *) &bytes);
      numbers |= bytes << k;
    }
    memcpy (out + i, &numbers, 8);
  }
#endif
}

static void
sample_states (const guint64 *alive, const guint64 *const *ages, guint n_ages,
    const guint8 states_of_age[256], guint32 first, guint n,
    guint8 *restrict out)
{
  guint8 numbers[LIFE_WORD_CELLS], ones[LIFE_WORD_CELLS];
  guint64 cells[8];

  if (n_ages == 0) {
    spread_bits (alive, first, n, 0, 1, out);
    return;
  }
  for (guint x = 0; x < n; x += LIFE_WORD_CELLS) {
    guint here = MIN (n - x, LIFE_WORD_CELLS);

    for (guint k = 0; k < n_ages; k++)
      cells[k] = life_bits_read (ages[k], (gsize) first + x, here);
    spread_planes (cells, n_ages, numbers);
    cells[0] = life_bits_read (alive, (gsize) first + x, here);
    spread_planes (cells, 1, ones);
    look_up (states_of_age, numbers, here, out + x);
    for (guint i = 0; i < here; i++)
      out[x + i] |= ones[i];
  }
}

#include "life/draw/sample/count-loops.h"
#include "life/draw/sample/history-loops.h"
#include "life/draw/sample/mean-loops.h"
#include "life/draw/sample/turn-loops.h"

const LifeSampleKernels LIFE_FOR_PATH (life_sample) = {
  .states = sample_states,
  .history = sample_history,
  .remember = sample_remember,
  .add_rows = sample_add_rows,
  .add_to_sums = sample_add_to_sums,
  .look_up = look_up,
  .squares = sample_squares,
  .add_colors = sample_add_colors,
  .square_colors = sample_square_colors,
  .sum_columns = sample_sum_columns,
  .mean_colors = sample_mean_colors,
  .turned_colors = sample_turned_colors,
  .turned_sums = sample_turned_sums,
};
