/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inner loops of samplers, compiled for every width of vector: history is in
 * history-loops.h, neighbors in neighbor-loops.h, counts in count-loops.h, means of colors in
 * mean-loops.h and turned views in turn-loops.h. */
#include "life/draw/sample/sample-kernels.h"

#include "life/base/spread.h"
#include "life/draw/sample/history-cells.h"
#include "life/draw/color/lookup-colors.h"

/* Bytes that are read at a time. */
#define CHUNK 256

/* --- Colors, and lines over them --- */

static void
sample_colors_of_indices (
    const LifeColorBytes *colors, const guint8 *indices, guint n, guint8 *out)
{
  lookup_packed (colors, indices, n, out);
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
  .history = sample_history,
  .record = sample_record,
  .adjacent = sample_adjacent,
  .add_rows = sample_add_rows,
  .add_to_sums = sample_add_to_sums,
  .lookup = lookup,
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
  .add_alive = sample_add_alive,
  .sum_alive = sample_sum_alive,
  .turned_words = sample_turned_words,
  .turned_sums = sample_turned_sums,
};
