/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts the live cells under pixels. Rows of cells are added to counters of a few
 * bits a cell, kept as planes of bits, before anything is counted along them. */
#include "life/draw/coverage.h"

#include "life/base/bits.h"
#include "life/draw/pixel.h"

#include <string.h>

/* Up to so many whole cells along a pixel's side their means are a table. */
#define MAX_TABLE_SIDE 64

/* --- For one view --- */

static void
find_edges (LifeCoverage *coverage)
{
  const LifeMapping *columns = coverage->columns;
  guint bits = columns->fraction_bits;
  gint64 limit = (gint64) columns->n_cells << bits;
  gsize first = CLAMP (columns->edges[0], 0, limit) >> bits;
  gsize last = CLAMP (columns->edges[columns->n_pixels], 0, limit) >> bits;
  gsize end =
      MIN (last / LIFE_WORD_CELLS + 1, life_bits_words (columns->n_cells));

  coverage->n_edges = columns->n_pixels + 1;
  coverage->first_word = MIN (first / LIFE_WORD_CELLS, end);
  coverage->n_words = end - coverage->first_word;
  coverage->edges = g_new (LifePaintEdge, coverage->n_edges);
  for (guint i = 0; i < coverage->n_edges; i++) {
    gint64 edge = CLAMP (columns->edges[i], 0, limit);
    gsize cell = edge >> bits;

    coverage->edges[i].word = cell / LIFE_WORD_CELLS - coverage->first_word;
    coverage->edges[i].before = life_bits_mask (cell % LIFE_WORD_CELLS);
    coverage->edges[i].fraction = edge & life_bits_mask (bits);
    coverage->fractions |= coverage->edges[i].fraction > 0;
  }
}

/* Counters that hold the rows of a pixel, if they are not too many. */
static guint
choose_planes (const LifeMapping *rows)
{
  guint64 most = 1;
  guint n_planes = 1;

  for (guint i = 0; i < rows->n_pixels; i++)
    most = MAX (most,
        (guint64) (rows->edges[i + 1] - rows->edges[i]) >> rows->fraction_bits);
  while (n_planes < LIFE_PAINT_PLANES && most >> n_planes > 0)
    n_planes++;
  return n_planes;
}

/* The index of each number of live cells among the side × side of a pixel. */
static void
make_means (LifeCoverage *coverage, guint64 side)
{
  guint64 total = side * side;

  coverage->means = g_new (guint8, total + 1);
  for (guint64 alive = 0; alive <= total; alive++)
    coverage->means[alive] = life_pixel_coverage (alive, total, 255.0 / total);
}

static void
find_squares (LifeCoverage *coverage, guint64 side)
{
  const LifeMapping *columns = coverage->columns;
  gint64 first = columns->edges[0] >> columns->fraction_bits;
  guint64 word_end =
      (coverage->first_word + coverage->n_words) * LIFE_WORD_CELLS;
  gint64 pixels;

  if ((side != 2 && side != 4 && side != 8) || first % (gint64) side != 0
      || coverage->n_words == 0)
    return;
  coverage->side = side;
  coverage->first_pixel =
      first < 0 ? MIN (-first / (gint64) side, columns->n_pixels) : 0;
  pixels = (columns->n_cells - first + (gint64) side - 1) / (gint64) side;
  coverage->end_pixel =
      CLAMP (pixels, coverage->first_pixel, columns->n_pixels);
  coverage->first_field = MAX (first, 0) / (gint64) side
                          - coverage->first_word * LIFE_WORD_CELLS / side;
  coverage->last_word = word_end > columns->n_cells ? life_bits_mask (
                            columns->n_cells % LIFE_WORD_CELLS)
                                                    : G_MAXUINT64;
}

void
life_coverage_init (LifeCoverage *coverage, const LifePaintKernels *kernels,
    const LifeMapping *columns, const LifeMapping *rows, gdouble zoom)
{
  guint64 side = life_mapping_whole_inverse (zoom);

  memset (coverage, 0, sizeof (*coverage));
  coverage->kernels = kernels;
  coverage->columns = columns;
  coverage->rows = rows;
  find_edges (coverage);
  coverage->n_planes = choose_planes (rows);
  if (side > 0 && side <= MAX_TABLE_SIDE) {
    make_means (coverage, side);
    find_squares (coverage, side);
  }
}

void
life_coverage_clear (LifeCoverage *coverage)
{
  g_clear_pointer (&coverage->edges, g_free);
  g_clear_pointer (&coverage->means, g_free);
}

/* A word more than is shown, so that the edge behind the last cell has one. */
gboolean
life_coverage_work_init (LifeCoverageWork *work, const LifeCoverage *coverage)
{
  gsize n = coverage->n_words + 1;
  gboolean fine = TRUE;

  for (guint i = 0; i < coverage->n_planes; i++) {
    work->planes[i] = g_try_new0 (guint64, n);
    fine = fine && work->planes[i] != NULL;
  }
  work->empty = g_try_new0 (guint64, n);
  work->counts = g_try_new (guint64, n);
  work->sums = g_try_new (guint64, coverage->n_edges);
  work->fields = g_try_malloc (n * LIFE_WORD_CELLS);
  return fine && work->empty != NULL && work->counts != NULL
         && work->sums != NULL && work->fields != NULL;
}

void
life_coverage_work_clear (LifeCoverageWork *work)
{
  for (guint i = 0; i < LIFE_PAINT_PLANES; i++)
    g_clear_pointer (&work->planes[i], g_free);
  g_clear_pointer (&work->empty, g_free);
  g_clear_pointer (&work->counts, g_free);
  g_clear_pointer (&work->sums, g_free);
  g_clear_pointer (&work->fields, g_free);
}

/* --- A row of pixels --- */

/* One row of pixels in the making. */
typedef struct {
  const LifeCoverage *coverage;
  LifeCoverageWork *work;
  LifeCoverageRow read_row;
  gpointer data;
  guint counted; /* rows in the counters */
} Counting;

static void
clear_counters (Counting *counting, guint n_planes)
{
  for (guint i = 0; i < n_planes; i++)
    memset (counting->work->planes[i], 0,
        counting->coverage->n_words * sizeof (guint64));
}

/* Adds up to seven rows to the counters. */
static void
add_group (Counting *counting, guint32 first_row, guint n, guint n_planes)
{
  const LifeCoverage *coverage = counting->coverage;
  const guint64 *rows[LIFE_PAINT_GROUP_ROWS];

  for (guint i = 0; i < LIFE_PAINT_GROUP_ROWS; i++)
    rows[i] = i < n ? counting->read_row (counting->data, first_row + i, i)
                          + coverage->first_word
                    : counting->work->empty;
  if (counting->counted == 0)
    clear_counters (counting, n_planes);
  coverage->kernels->add_rows (
      rows, coverage->n_words, counting->work->planes, n_planes);
  counting->counted += n;
}

/* Adds @weight times what the counters hold to the sums. */
static void
flush_counters (Counting *counting, guint64 weight, guint n_planes)
{
  const LifeCoverage *coverage = counting->coverage;
  LifePaintSums sums = {
    .edges = coverage->edges,
    .n_edges = coverage->n_edges,
    .fractions = coverage->fractions,
    .planes = counting->work->planes,
    .n_planes = n_planes,
    .n_words = coverage->n_words,
    .whole_weight = weight << coverage->columns->fraction_bits,
    .fraction_weight = weight,
    .counts = counting->work->counts,
  };

  if (counting->counted > 0)
    coverage->kernels->add_to_sums (&sums, counting->work->sums);
  counting->counted = 0;
}

/* Adds the whole rows of cells between two edges to the counters. */
static void
add_whole_rows (Counting *counting, guint64 first, guint64 end)
{
  const LifeCoverage *coverage = counting->coverage;
  guint bits = coverage->rows->fraction_bits;
  guint64 whole = G_GUINT64_CONSTANT (1) << bits;

  while (end - first >= whole) {
    guint n = MIN ((end - first) >> bits, LIFE_PAINT_GROUP_ROWS);

    if (counting->counted + n > LIFE_PAINT_MAX_ROWS)
      flush_counters (counting, whole, coverage->n_planes);
    add_group (counting, first >> bits, n, coverage->n_planes);
    first += n * whole;
  }
}

/* Sums the rows of cells between two edges; those that are shown in part one by
 * one. */
static void
sum_rows (Counting *counting, guint64 first, guint64 end)
{
  const LifeCoverage *coverage = counting->coverage;
  guint64 whole = G_GUINT64_CONSTANT (1) << coverage->rows->fraction_bits;

  if (first % whole > 0 && first < end) {
    guint64 next = MIN (end, (first / whole + 1) * whole);

    add_group (counting, first / whole, 1, 1);
    flush_counters (counting, next - first, 1);
    first = next;
  }
  add_whole_rows (counting, first, end);
  flush_counters (counting, whole, coverage->n_planes);
  if (end > first && end % whole > 0) {
    add_group (counting, end / whole, 1, 1);
    flush_counters (counting, end % whole, 1);
  }
}

static void
index_means (const LifeCoverage *coverage, const guint64 *restrict sums,
    guint8 *restrict out)
{
  guint shift = 2 * coverage->columns->fraction_bits;

  for (guint i = 0; i + 1 < coverage->n_edges; i++)
    out[i] = coverage->means[(sums[i + 1] - sums[i]) >> shift];
}

static void
index_areas (
    const LifeCoverage *coverage, const guint64 *sums, guint y, guint8 *out)
{
  const gint64 *columns = coverage->columns->edges;
  guint64 height =
      (guint64) (coverage->rows->edges[y + 1] - coverage->rows->edges[y]);
  guint64 known_total = 0;
  gdouble scale = 0;

  for (guint i = 0; i < coverage->columns->n_pixels; i++) {
    guint64 total = (guint64) (columns[i + 1] - columns[i]) * height;

    if (total != known_total) {
      known_total = total;
      scale = 255.0 / total;
    }
    out[i] = life_pixel_coverage (sums[i + 1] - sums[i], total, scale);
  }
}

/* Pixels are squares of cells; those outside the world are dead. */
static void
index_squares (Counting *counting, guint64 first, guint64 end, guint8 *out)
{
  const LifeCoverage *coverage = counting->coverage;
  LifeCoverageWork *work = counting->work;
  const guint64 *rows[LIFE_PAINT_SQUARE_SIDE], *last[LIFE_PAINT_SQUARE_SIDE];
  guint64 last_words[LIFE_PAINT_SQUARE_SIDE];
  guint bits = coverage->rows->fraction_bits, side = coverage->side;
  guint n = coverage->end_pixel - coverage->first_pixel;
  gsize end_word = coverage->n_words - 1;

  for (guint i = 0; i < side; i++) {
    guint64 row = (first >> bits) + i;

    rows[i] = row < end >> bits ? counting->read_row (counting->data, row, i)
                                      + coverage->first_word
                                : work->empty;
    last_words[i] = rows[i][end_word] & coverage->last_word;
    last[i] = &last_words[i];
  }
  coverage->kernels->squares (rows, end_word, side, work->fields);
  coverage->kernels->squares (
      last, 1, side, work->fields + end_word * (LIFE_WORD_CELLS / side));
  memset (out, 0, coverage->first_pixel);
  memcpy (out + coverage->first_pixel, work->fields + coverage->first_field, n);
  memset (out + coverage->end_pixel, 0,
      coverage->columns->n_pixels - coverage->end_pixel);
}

void
life_coverage_index (const LifeCoverage *coverage, LifeCoverageWork *work,
    LifeCoverageRow read_row, gpointer data, guint y, guint8 *out)
{
  Counting counting = { coverage, work, read_row, data };
  const LifeMapping *rows = coverage->rows;
  gint64 limit = (gint64) rows->n_cells << rows->fraction_bits;
  guint64 first = CLAMP (rows->edges[y], 0, limit);
  guint64 end = CLAMP (rows->edges[y + 1], 0, limit);

  if (first == end) {
    memset (out, 0, coverage->columns->n_pixels);
    return;
  }
  if (coverage->side > 0) {
    index_squares (&counting, first, end, out);
    return;
  }
  memset (work->sums, 0, coverage->n_edges * sizeof (guint64));
  sum_rows (&counting, first, end);
  if (coverage->means != NULL)
    index_means (coverage, work->sums, out);
  else
    index_areas (coverage, work->sums, y, out);
}
