/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sums the colours of the cells under pixels. The inner loops are in
 * life/draw/paint-states.h. */
#include "life/draw/means.h"

#include <string.h>

/* Columns of cells that are summed at a time: 16 kB of lanes. */
#define CHUNK 2048

/* Rows of bytes that fit lanes of 16 bits. */
#define MAX_ROWS (G_MAXUINT16 / 255)

/* Squares of so many cells along a side fit them too. */
#define MAX_SIDE 16

/* --- For one view --- */

static void
find_edges (LifeMeans *means)
{
  const LifeMapping *columns = means->columns;
  guint bits = columns->fraction_bits;
  gint64 limit = (gint64) columns->n_cells << bits;
  gint64 first = CLAMP (columns->edges[0], 0, limit) >> bits;
  gint64 end = CLAMP (columns->edges[columns->n_pixels], 0, limit);

  means->first_cell = first;
  means->n_cells =
      MIN ((end >> bits) + 1, (gint64) columns->n_cells) - means->first_cell;
  means->edges = g_new (LifePaintColumnEdge, columns->n_pixels + 1);
  for (guint i = 0; i <= columns->n_pixels; i++) {
    gint64 edge = CLAMP (columns->edges[i], 0, limit);

    means->edges[i].cell = (edge >> bits) - first;
    means->edges[i].fraction = edge - (edge >> bits << bits);
  }
}

void
life_means_init (LifeMeans *means, const LifePaintKernels *kernels,
    const LifeMapping *columns, const LifeMapping *rows, const LifeView *view,
    LifePixelFormat format)
{
  guint64 side = life_mapping_whole_inverse (view->zoom);

  means->kernels = kernels;
  means->side = side <= MAX_SIDE ? side : 0;
  means->columns = columns;
  means->rows = rows;
  find_edges (means);
  for (guint state = 0; state < 256; state++) {
    guint8 bytes[4];

    life_palette_state_bytes (view, format, state, bytes);
    memcpy (&means->colors.packed[state], bytes, sizeof bytes);
    for (guint i = 0; i < 4; i++)
      means->colors.bytes[i][state] = bytes[i];
  }
}

void
life_means_clear (LifeMeans *means)
{
  g_clear_pointer (&means->edges, g_free);
}

void
life_means_work_init (LifeMeansWork *work, const LifeMeans *means)
{
  work->states = g_malloc (CHUNK + LIFE_PAINT_STATES_PADDING);
  work->columns = g_new (guint16, 4 * CHUNK);
  work->sums = g_new (LifePaintLanes, means->columns->n_pixels + 1);
}

void
life_means_work_clear (LifeMeansWork *work)
{
  g_clear_pointer (&work->states, g_free);
  g_clear_pointer (&work->columns, g_free);
  g_clear_pointer (&work->sums, g_free);
}

/* --- A row of pixels --- */

/* Some columns of it in the making. */
typedef struct {
  const LifeMeans *means;
  LifeMeansWork *work;
  LifeMeansRow read_row;
  gpointer data;
  guint32 first, n;             /* columns of the world */
  guint first_edge, n_edges;    /* that lie among them */
  LifePaintLanes before, after; /* sums at either end */
} Summing;

/* Adds @n rows, @weight each. */
static void
add_rows (Summing *summing, guint64 row, guint n, guint64 weight)
{
  const LifeMeans *means = summing->means;
  LifeMeansWork *work = summing->work;
  const LifePaintKernels *kernels = means->kernels;
  LifePaintColumnSums sums = {
    .columns = work->columns,
    .n_columns = summing->n,
    .first_column = summing->first - means->first_cell,
    .edges = means->edges + summing->first_edge,
    .n_edges = summing->n_edges,
    .whole = G_GUINT64_CONSTANT (1) << means->columns->fraction_bits,
    .weight = weight,
  };

  for (guint i = 0; i < n; i++)
    kernels->add_colors (&means->colors,
        summing->read_row (
            summing->data, row + i, summing->first, summing->n, work->states),
        summing->n, i == 0, work->columns);
  kernels->sum_columns (
      &sums, work->sums + summing->first_edge, &summing->after);
}

/* The rows between two edges; those that are shown in part one by one. */
static void
sum_rows (Summing *summing, guint64 first, guint64 end)
{
  guint bits = summing->means->rows->fraction_bits;
  guint64 whole = G_GUINT64_CONSTANT (1) << bits;

  while (first < end) {
    guint64 rows = (end - first) >> bits;

    if (first % whole > 0 || rows == 0) {
      guint64 next = MIN (end, (first / whole + 1) * whole);

      add_rows (summing, first >> bits, 1, next - first);
      first = next;
    } else {
      rows = MIN (rows, MAX_ROWS);
      add_rows (summing, first >> bits, rows, whole);
      first += rows * whole;
    }
  }
}

/* Sums up to every edge of pixels. */
static void
sum_chunks (Summing *summing, guint64 first, guint64 end)
{
  const LifeMeans *means = summing->means;
  guint n_edges = means->columns->n_pixels + 1, edge = 0;

  for (guint32 done = 0; done < means->n_cells; done += summing->n) {
    summing->n = MIN (means->n_cells - done, CHUNK);
    summing->first = means->first_cell + done;
    summing->first_edge = edge;
    while (edge < n_edges
           && (means->edges[edge].cell < done + summing->n
               || done + summing->n == means->n_cells))
      edge++;
    summing->n_edges = edge - summing->first_edge;
    for (guint i = summing->first_edge; i < edge; i++)
      summing->work->sums[i] = summing->before;
    summing->after = summing->before;
    sum_rows (summing, first, end);
    summing->before = summing->after;
  }
}

/* The states of a row of cells, which may lie outside the world. */
static const guint8 *
find_states (Summing *summing, gint64 row, gint64 first, guint n)
{
  const LifeMeans *means = summing->means;
  gint64 width = means->columns->n_cells;
  gint64 left = CLAMP (first, 0, width), right = CLAMP (first + n, 0, width);
  guint8 *states = summing->work->states;
  const guint8 *inside;

  if (row < 0 || row >= means->rows->n_cells || left >= right) {
    memset (states, 0, n);
    return states;
  }
  inside = summing->read_row (
      summing->data, row, left, right - left, states + (left - first));
  if (right - left == n)
    return inside;
  memmove (states + (left - first), inside, right - left);
  memset (states, 0, left - first);
  memset (states + (right - first), 0, first + n - right);
  return states;
}

/* Pixels are squares of cells; those outside the world are dead. */
static void
color_squares (Summing *summing, guint y, guint8 *out)
{
  const LifeMeans *means = summing->means;
  const LifePaintKernels *kernels = means->kernels;
  guint side = means->side, bits = means->columns->fraction_bits, n;
  gint64 row = means->rows->edges[y] >> bits;

  for (guint x = 0; x < means->columns->n_pixels; x += n) {
    gint64 first = means->columns->edges[x] >> bits;

    n = MIN (means->columns->n_pixels - x, CHUNK / side);
    for (guint i = 0; i < side; i++)
      kernels->add_colors (&means->colors,
          find_states (summing, row + i, first, n * side), n * side, i == 0,
          summing->work->columns);
    kernels->square_colors (
        summing->work->columns, n, side, out + 4 * (gsize) x);
  }
}

void
life_means_color (const LifeMeans *means, LifeMeansWork *work,
    LifeMeansRow read_row, gpointer data, guint y, guint8 *out)
{
  const LifeMapping *rows = means->rows;
  gint64 limit = (gint64) rows->n_cells << rows->fraction_bits;
  guint64 first = CLAMP (rows->edges[y], 0, limit);
  guint64 end = CLAMP (rows->edges[y + 1], 0, limit);
  Summing summing = { means, work, read_row, data };
  LifePaintMeans colors = {
    .edges = means->columns->edges,
    .limit = (gint64) means->columns->n_cells << means->columns->fraction_bits,
    .n_pixels = means->columns->n_pixels,
    .height = rows->edges[y + 1] - rows->edges[y],
    .covered_height = end - first,
  };

  if (means->side > 0) {
    color_squares (&summing, y, out);
    return;
  }
  for (guint i = 0; i < 4; i++)
    colors.dead[i] = means->colors.bytes[i][0];
  if (means->n_cells > 0 && first < end)
    sum_chunks (&summing, first, end);
  else
    memset (work->sums, 0, (colors.n_pixels + 1) * sizeof (LifePaintLanes));
  means->kernels->mean_colors (&colors, work->sums, out);
}
