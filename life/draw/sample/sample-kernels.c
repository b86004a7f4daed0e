/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inner loops of samplers, compiled for every width of vector: states from planes
 * of bits; history is in history-loops.h, neighbors in neighbor-loops.h, counts in
 * count-loops.h, means of colors in mean-loops.h and turned views in turn-loops.h. */
#include "life/draw/sample/sample-kernels.h"

#include "life/draw/sample/history-cells.h"
#include "life/draw/color/look-up.h"
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
    numbers = _mm512_mask_add_epi8 (
        numbers, cells[k], numbers, _mm512_set1_epi8 ((char) (1 << k)));
  _mm512_storeu_si512 (out, numbers);
#elif defined(__AVX2__)
  for (guint i = 0; i < 2; i++) {
    __m256i numbers = _mm256_setzero_si256 ();

    for (guint k = 0; k < n_planes; k++)
      numbers = _mm256_or_si256 (numbers,
          _mm256_and_si256 (spread_mask ((guint32) (cells[k] >> 32 * i)),
              _mm256_set1_epi8 ((char) (1 << k))));
    _mm256_storeu_si256 ((__m256i *) (out + 32 * i), numbers);
  }
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
  LookUp states;
  guint8 numbers[CHUNK], ones[CHUNK];
  guint64 cells[8];

  if (n_ages == 0) {
    spread_bits (alive, first, n, 0, 1, out);
    return;
  }
  prepare_look_up (&states, states_of_age);
  for (guint x = 0; x < n; x += CHUNK) {
    guint here = MIN (n - x, CHUNK);

    for (guint i = 0; i < here; i += LIFE_WORD_CELLS) {
      guint bits = MIN (here - i, LIFE_WORD_CELLS);

      for (guint k = 0; k < n_ages; k++)
        cells[k] = life_bits_read (ages[k], (gsize) first + x + i, bits);
      spread_planes (cells, n_ages, numbers + i);
      cells[0] = life_bits_read (alive, (gsize) first + x + i, bits);
      spread_planes (cells, 1, ones + i);
    }
    look_up_prepared (&states, numbers, here, numbers);
    for (guint i = 0; i < here; i++)
      out[x + i] = numbers[i] | ones[i];
  }
}

/* --- Colors, and lines over them --- */

static void
sample_colors_of_indices (
    const LifeColorBytes *colors, const guint8 *indices, guint n, guint8 *out)
{
  look_up_packed (colors, indices, n, out);
}

static void
sample_colors_of_bits (const LifeColorBytes *colors, const guint64 *bits,
    guint32 first, guint n, guint8 *out)
{
  spread_packed_bits (
      bits, first, n, colors->packed[0], colors->packed[255], out);
}

static void
sample_grid_weights (const LifeGridLine *restrict columns, LifeGridLine row,
    guint n, guint32 *restrict weights)
{
  for (guint i = 0; i < n; i++)
    weights[i] = life_grid_weight (columns[i], row);
}

static void
sample_lay_grid (const guint32 *restrict weights, const guint8 line[4],
    guint alpha, guint n, guint8 *restrict colors)
{
  const guint8 red = line[0], green = line[1], blue = line[2], last = line[3];

  for (guint i = 0; i < n; i++) {
    guint32 weight = life_grid_fade (weights[i], alpha);

    colors[4 * i] = life_grid_byte (colors[4 * i], red, weight);
    colors[4 * i + 1] = life_grid_byte (colors[4 * i + 1], green, weight);
    colors[4 * i + 2] = life_grid_byte (colors[4 * i + 2], blue, weight);
    colors[4 * i + 3] = life_grid_byte (colors[4 * i + 3], last, weight);
  }
}

#include "life/draw/sample/count-loops.h"
#include "life/draw/sample/history-loops.h"
#include "life/draw/sample/mean-loops.h"
#include "life/draw/sample/neighbor-loops.h"
#include "life/draw/sample/turn-loops.h"

const LifeSampleKernels LIFE_FOR_PATH (life_sample) = {
  .states = sample_states,
  .history = sample_history,
  .remember = sample_remember,
  .adjacent = sample_adjacent,
  .add_rows = sample_add_rows,
  .add_to_sums = sample_add_to_sums,
  .look_up = look_up,
  .squares = sample_squares,
  .add_colors = sample_add_colors,
  .square_colors = sample_square_colors,
  .sum_columns = sample_sum_columns,
  .mean_colors = sample_mean_colors,
  .colors_of_indices = sample_colors_of_indices,
  .colors_of_bits = sample_colors_of_bits,
  .grid_weights = sample_grid_weights,
  .lay_grid = sample_lay_grid,
  .turned_colors = sample_turned_colors,
  .turned_sums = sample_turned_sums,
};
