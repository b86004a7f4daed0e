/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts live cells in squares, and makes pixels of them. */
#include "life/render/unbounded/squares.h"

#include "life/base/memory.h"
#include "life/draw/color/density.h"

#include <math.h>

typedef gdouble Sum;
typedef gdouble Weight;

static gboolean
are_nothing (const Sum *sums, guint n)
{
  gdouble any = 0;

  for (guint i = 0; i < n; i++)
    any += sums[i];
  return any == 0;
}

#include "life/render/unbounded/square-loops.h"

/* Pixels that are worth another thread. */
#define THREAD_PIXELS (128 * 1024)
#define BAND_ROWS 16

/* Indices of densities are looked up by the first bits of a number, from where it is a step
 * or two to the right one. Below the first octave there is one, beyond the last, which no
 * frame reaches, too. */
#define MIN_EXPONENT (-16)
#define MIN_BUCKET 0x1p-16
#define N_OCTAVES 144
#define BUCKET_BITS 6
#define BUCKETS_PER_OCTAVE (1 << BUCKET_BITS)
#define N_BUCKETS (N_OCTAVES * BUCKETS_PER_OCTAVE)

typedef struct {
  LifeSquareGrid grid;
  const gdouble *counts;
  gboolean densities;
  gdouble lowest[LIFE_DENSITY_INDICES];
  guint8 buckets[N_BUCKETS]; /* the index that a bucket begins with */
  guint8 *pixels;
} DrawnSquares;

/* Numbers by their exponent and the first bits of their fraction. */
static guint
bucket_of (gdouble cells)
{
  guint64 bits;

  if (cells < MIN_BUCKET)
    return 0;
  memcpy (&bits, &cells, sizeof bits);
  bits = (bits >> (52 - BUCKET_BITS))
         - ((guint64) (1023 + MIN_EXPONENT) << BUCKET_BITS);
  return (guint) MIN (bits, N_BUCKETS - 1);
}

static void
init_buckets (DrawnSquares *self)
{
  guint index = 1;

  self->buckets[0] = 1;
  for (guint i = 1; i < N_BUCKETS; i++) {
    const gdouble fraction =
        1 + (i % BUCKETS_PER_OCTAVE) / (gdouble) BUCKETS_PER_OCTAVE;
    const gdouble lowest =
        ldexp (fraction, MIN_EXPONENT + (gint) (i / BUCKETS_PER_OCTAVE));

    while (
        index < LIFE_DENSITY_INDICES - 1 && lowest >= self->lowest[index + 1])
      index++;
    self->buckets[i] = (guint8) index;
  }
}

static guint8
density_index (const DrawnSquares *self, gdouble cells)
{
  guint index = self->buckets[bucket_of (cells)];

  while (index < LIFE_DENSITY_INDICES - 1 && cells >= self->lowest[index + 1])
    index++;
  return (guint8) index;
}

static void
index_row (const DrawnSquares *self, const gdouble *pixels, guint8 *out)
{
  for (guint x = 0; x < self->grid.width; x++)
    if (pixels[x] <= 0)
      out[x] = 0;
    else if (self->densities)
      out[x] = density_index (self, pixels[x]);
    else
      out[x] = (guint8) MIN (255 * pixels[x] / self->grid.cells + 0.5, 255);
}

/* LifeWorkItem: a band of rows. */
static void
draw_band (gpointer data, gsize item)
{
  const DrawnSquares *self = data;
  const guint end = MIN (((guint) item + 1) * BAND_ROWS, self->grid.height);
  RowSums sums;

  row_sums_init (&sums, &self->grid, self->counts);
  for (guint y = (guint) item * BAND_ROWS; y < end; y++) {
    guint8 *out = self->pixels + (gsize) y * self->grid.width;

    if (sum_row (&sums, y))
      index_row (self, sums.pixels, out);
    else
      memset (out, 0, self->grid.width);
  }
  row_sums_clear (&sums);
}

/* --- A frame --- */

static gboolean
need_counts (
    const LifeSquareGrid *grid, gdouble **counts, gsize *n, GError **error)
{
  const gsize needed = life_square_grid_size (grid);

  if (needed <= *n)
    return TRUE;
  life_memory_release (*counts);
  *n = 0;
  *counts = life_memory_reserve (needed * sizeof (gdouble), "a frame", error);
  if (*counts == NULL)
    return FALSE;
  *n = needed;
  return TRUE;
}

gboolean
life_squares_draw (LifeEngine *engine, LifeThreadPool *pool,
    const LifeView *view, gboolean densities, guint width, guint height,
    guint8 *pixels, gdouble **counts, gsize *n_counts, GError **error)
{
  DrawnSquares self = { .densities = densities, .pixels = pixels };
  const LifeSquareGrid *grid = &self.grid;
  LifeWork work = { (height + BAND_ROWS - 1) / BAND_ROWS, draw_band, NULL,
    NULL };
  gboolean counted;

  life_square_grid_init (&self.grid, view, width, height);
  if (densities) {
    life_density_init_numbers (self.lowest, view->density_gain, grid->cells);
    init_buckets (&self);
  }
  counted = need_counts (grid, counts, n_counts, error)
            && engine->klass->unbounded->count_squares (engine,
                &(LifeSquares){ grid->columns.first, grid->rows.first,
                    grid->level, grid->columns.n, grid->rows.n },
                *counts, error);
  self.counts = *counts;
  if (counted)
    life_thread_pool_run (pool,
        MIN (life_thread_pool_get_threads (pool),
            (guint) ((gsize) width * height / THREAD_PIXELS) + 1),
        &work, &self);
  life_square_grid_clear (&self.grid);
  return counted;
}
