/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts the live cells under pixels. Rows of cells are added to counters of a few
 * bits per cell, stored as planes of bits, before anything is counted along them. */
#include "life/draw/sample/samplers.h"

#include "life/base/bits.h"
#include "life/draw/color/density.h"
#include "life/draw/color/pixel.h"

#include <string.h>

/* Up to so many whole cells along a pixel's side their means are a table. */
#define MAX_TABLE_SIDE 64

/* How pixels' means follow from rows of bits. Sums are running ones, at each edge
 * between pixels, so that a pixel's own is a difference; they may wrap. Pixels that
 * are squares of a few cells and lie within bytes are counted all at once. */
typedef struct {
  LifeSampler sampler;
  const LifeSampleKernels *kernels;
  LifeMapping columns, rows;
  gsize first_word, n_words; /* of a row, that are shown */
  guint n_planes;            /* of counters */
  guint n_edges;
  gboolean fractions; /* whether any edge lies within a cell */
  LifeCountEdge *edges;
  guint8 *means; /* of a number of cells; NULL where no pixel is whole cells */

  const guint64 *thresholds; /* NULL: indices are of means */

  /* Squares of 2, 4 or 8 cells along a side, or 0; then the shown pixels, the field
   * of the first of them, and which bits of the last word are cells. */
  guint side;
  guint first_pixel, end_pixel;
  gsize first_field;
  guint64 last_word;
  guint8 of_coverage[256]; /* the index for each that squares have */
} CountSampler;

struct _LifeSampleWork {
  guint64
      *rows[LIFE_COUNT_SQUARE_SIDE]; /* of cells, as the engine fills them */
  guint64 *planes[LIFE_COUNT_PLANES];
  guint64 *counts, *sums, *empty;
  guint8 *fields;
  guint8 *indices[2];
};

/* --- For one view --- */

static void
find_edges (CountSampler *self)
{
  const LifeMapping *columns = &self->columns;
  guint bits = columns->fraction_bits;
  gint64 limit = (gint64) columns->n_cells << bits;
  gsize first = CLAMP (columns->edges[0], 0, limit) >> bits;
  gsize last = CLAMP (columns->edges[columns->n_pixels], 0, limit) >> bits;
  gsize end =
      MIN (last / LIFE_WORD_CELLS + 1, life_bits_words (columns->n_cells));

  self->n_edges = columns->n_pixels + 1;
  self->first_word = MIN (first / LIFE_WORD_CELLS, end);
  self->n_words = end - self->first_word;
  self->edges = g_new (LifeCountEdge, self->n_edges);
  for (guint i = 0; i < self->n_edges; i++) {
    gint64 edge = CLAMP (columns->edges[i], 0, limit);
    gsize cell = edge >> bits;

    self->edges[i].word = cell / LIFE_WORD_CELLS - self->first_word;
    self->edges[i].before = life_bits_mask (cell % LIFE_WORD_CELLS);
    self->edges[i].fraction = edge & life_bits_mask (bits);
    self->fractions |= self->edges[i].fraction > 0;
  }
}

/* Counters for the rows of a pixel, if they are not too many. */
static guint
choose_planes (const LifeMapping *rows)
{
  guint64 maximum = 1;
  guint n_planes = 1;

  for (guint i = 0; i < rows->n_pixels; i++)
    maximum = MAX (maximum,
        (guint64) (rows->edges[i + 1] - rows->edges[i]) >> rows->fraction_bits);
  while (n_planes < LIFE_COUNT_PLANES && maximum >> n_planes > 0)
    n_planes++;
  return n_planes;
}

/* The index of each number of live cells among the side × side of a pixel. */
static void
make_means (CountSampler *self, guint64 side)
{
  guint64 total = side * side;
  guint shift = 2 * self->columns.fraction_bits;

  self->means = g_new (guint8, total + 1);
  for (guint64 alive = 0; alive <= total; alive++) {
    guint8 coverage = life_pixel_coverage (alive, total, 255.0 / total);

    self->means[alive] = self->thresholds != NULL ? life_pixel_density (
                             self->thresholds, alive << shift)
                                                  : coverage;
    self->of_coverage[coverage] = self->means[alive];
  }
}

static void
find_squares (CountSampler *self, guint64 side)
{
  const LifeMapping *columns = &self->columns;
  gint64 first = columns->edges[0] >> columns->fraction_bits;
  guint64 word_end = (self->first_word + self->n_words) * LIFE_WORD_CELLS;
  gint64 pixels;

  if ((side != 2 && side != 4 && side != 8) || first % (gint64) side != 0
      || self->n_words == 0)
    return;
  self->side = side;
  self->first_pixel =
      first < 0 ? MIN (-first / (gint64) side, columns->n_pixels) : 0;
  pixels = (columns->n_cells - first + (gint64) side - 1) / (gint64) side;
  self->end_pixel = CLAMP (pixels, self->first_pixel, columns->n_pixels);
  self->first_field = MAX (first, 0) / (gint64) side
                      - self->first_word * LIFE_WORD_CELLS / side;
  self->last_word = word_end > columns->n_cells
                        ? life_bits_mask (columns->n_cells % LIFE_WORD_CELLS)
                        : G_MAXUINT64;
}

/* --- A row of pixels --- */

/* One row of pixels in the making. */
typedef struct {
  const CountSampler *self;
  LifeSampleWork *work;
  const LifeCellPlane *plane;
  guint counted; /* rows in the counters */
} PixelCounting;

/* The shown words of row @row; @slot is another for each of those that are needed at
 * the same time. */
static const guint64 *
read_row (const PixelCounting *counting, guint32 row, guint slot)
{
  return life_cell_plane_read_row (
             counting->plane, row, counting->work->rows[slot])
         + counting->self->first_word;
}

static void
clear_counters (PixelCounting *counting, guint n_planes)
{
  for (guint i = 0; i < n_planes; i++)
    memset (counting->work->planes[i], 0,
        counting->self->n_words * sizeof (guint64));
}

/* Adds up to seven rows to the counters. */
static void
add_group (PixelCounting *counting, guint32 first_row, guint n, guint n_planes)
{
  const CountSampler *self = counting->self;
  const guint64 *rows[LIFE_COUNT_GROUP_ROWS];

  for (guint i = 0; i < LIFE_COUNT_GROUP_ROWS; i++)
    rows[i] =
        i < n ? read_row (counting, first_row + i, i) : counting->work->empty;
  if (counting->counted == 0)
    clear_counters (counting, n_planes);
  self->kernels->add_rows (
      rows, self->n_words, counting->work->planes, n_planes);
  counting->counted += n;
}

/* Adds @weight times the counters to the sums. */
static void
flush_counters (PixelCounting *counting, guint64 weight, guint n_planes)
{
  const CountSampler *self = counting->self;
  LifeCountSums sums = {
    .edges = self->edges,
    .n_edges = self->n_edges,
    .fractions = self->fractions,
    .planes = counting->work->planes,
    .n_planes = n_planes,
    .n_words = self->n_words,
    .whole_weight = weight << self->columns.fraction_bits,
    .fraction_weight = weight,
    .counts = counting->work->counts,
  };

  if (counting->counted > 0)
    self->kernels->add_to_sums (&sums, counting->work->sums);
  counting->counted = 0;
}

/* Adds the whole rows of cells between two edges to the counters. */
static void
add_whole_rows (PixelCounting *counting, guint64 first, guint64 end)
{
  const CountSampler *self = counting->self;
  guint bits = self->rows.fraction_bits;
  guint64 whole = G_GUINT64_CONSTANT (1) << bits;

  while (end - first >= whole) {
    guint n = MIN ((end - first) >> bits, LIFE_COUNT_GROUP_ROWS);

    if (counting->counted + n > LIFE_COUNT_MAX_ROWS)
      flush_counters (counting, whole, self->n_planes);
    add_group (counting, first >> bits, n, self->n_planes);
    first += n * whole;
  }
}

/* Sums the rows of cells between two edges; those that are shown in part one by
 * one. */
static void
sum_rows (PixelCounting *counting, guint64 first, guint64 end)
{
  const CountSampler *self = counting->self;
  guint64 whole = G_GUINT64_CONSTANT (1) << self->rows.fraction_bits;

  if (first % whole > 0 && first < end) {
    guint64 next = MIN (end, (first / whole + 1) * whole);

    add_group (counting, first / whole, 1, 1);
    flush_counters (counting, next - first, 1);
    first = next;
  }
  add_whole_rows (counting, first, end);
  flush_counters (counting, whole, self->n_planes);
  if (end > first && end % whole > 0) {
    add_group (counting, end / whole, 1, 1);
    flush_counters (counting, end % whole, 1);
  }
}

static void
index_means (const CountSampler *self, const guint64 *restrict sums,
    guint8 *restrict out)
{
  guint shift = 2 * self->columns.fraction_bits;

  for (guint i = 0; i + 1 < self->n_edges; i++)
    out[i] = self->means[(sums[i + 1] - sums[i]) >> shift];
}

static void
index_areas (
    const CountSampler *self, const guint64 *sums, guint y, guint8 *out)
{
  const gint64 *columns = self->columns.edges;
  guint64 height = (guint64) (self->rows.edges[y + 1] - self->rows.edges[y]);
  guint64 last_total = 0;
  gdouble scale = 0;

  for (guint i = 0; i < self->columns.n_pixels; i++) {
    guint64 total = (guint64) (columns[i + 1] - columns[i]) * height;

    if (total != last_total) {
      last_total = total;
      scale = 255.0 / total;
    }
    out[i] = life_pixel_coverage (sums[i + 1] - sums[i], total, scale);
  }
}

static void
index_densities (const CountSampler *self, const guint64 *sums, guint8 *out)
{
  const guint64 *thresholds = self->thresholds;

  for (guint i = 0; i < self->columns.n_pixels; i++)
    out[i] = life_pixel_density (thresholds, sums[i + 1] - sums[i]);
}

/* Pixels are squares of cells; those outside the world are dead. */
static void
index_squares (PixelCounting *counting, guint64 first, guint64 end, guint8 *out)
{
  const CountSampler *self = counting->self;
  LifeSampleWork *work = counting->work;
  const guint64 *rows[LIFE_COUNT_SQUARE_SIDE], *last[LIFE_COUNT_SQUARE_SIDE];
  guint64 last_words[LIFE_COUNT_SQUARE_SIDE];
  guint bits = self->rows.fraction_bits, side = self->side;
  guint n = self->end_pixel - self->first_pixel;
  gsize end_word = self->n_words - 1;

  for (guint i = 0; i < side; i++) {
    guint64 row = (first >> bits) + i;

    rows[i] = row < end >> bits ? read_row (counting, row, i) : work->empty;
    last_words[i] = rows[i][end_word] & self->last_word;
    last[i] = &last_words[i];
  }
  self->kernels->squares (rows, end_word, side, work->fields);
  self->kernels->squares (
      last, 1, side, work->fields + end_word * (LIFE_WORD_CELLS / side));
  memset (out, 0, self->first_pixel);
  if (self->thresholds != NULL)
    self->kernels->lookup (self->of_coverage, work->fields + self->first_field,
        n, out + self->first_pixel);
  else
    memcpy (out + self->first_pixel, work->fields + self->first_field, n);
  memset (out + self->end_pixel, 0, self->columns.n_pixels - self->end_pixel);
}

static void
index_sums (const CountSampler *self, const guint64 *sums, guint y, guint8 *out)
{
  if (self->means != NULL)
    index_means (self, sums, out);
  else if (self->thresholds != NULL)
    index_densities (self, sums, out);
  else
    index_areas (self, sums, y, out);
}

/* Those of pixels become running ones. */
static void
run_sums (const CountSampler *self, const guint64 *pixels, guint64 *sums)
{
  sums[0] = 0;
  for (guint i = 0; i + 1 < self->n_edges; i++)
    sums[i + 1] = sums[i] + pixels[i];
}

static void
sum_row (const LifeSampler *sampler, LifeSampleWork *work,
    const LifeCellPlane *plane, guint y, guint32 first, guint32 end,
    guint64 *sums)
{
  const CountSampler *self = (const CountSampler *) sampler;
  PixelCounting counting = { self, work, plane };
  LifeCoveredPart part = life_mapping_cover (&self->rows, y, first, end);

  memset (work->sums, 0, self->n_edges * sizeof (guint64));
  sum_rows (&counting, (guint64) part.first, (guint64) part.end);
  for (guint i = 0; i + 1 < self->n_edges; i++)
    sums[i] = work->sums[i + 1] - work->sums[i];
}

static LifeSamples
get_row (const LifeSampler *sampler, LifeSampleWork *work,
    const LifeCellPlane *plane, guint y)
{
  const CountSampler *self = (const CountSampler *) sampler;
  PixelCounting counting = { self, work, plane };
  const LifeMapping *rows = &self->rows;
  const LifeCoveredPart part = life_mapping_cover (rows, y, 0, rows->n_cells);
  guint64 first = (guint64) part.first, end = (guint64) part.end;
  guint8 *out = work->indices[y % 2];

  if (first == end) {
    memset (out, 0, self->columns.n_pixels);
  } else if (plane->sums != NULL) {
    run_sums (self,
        life_sampler_sums (sampler, plane, self->columns.n_pixels, y),
        work->sums);
    index_sums (self, work->sums, y, out);
  } else if (self->side > 0) {
    index_squares (&counting, first, end, out);
  } else {
    memset (work->sums, 0, self->n_edges * sizeof (guint64));
    sum_rows (&counting, first, end);
    index_sums (self, work->sums, y, out);
  }
  return (LifeSamples){ .bytes = out };
}

/* --- Made and freed --- */

static void
free_work (LifeSampleWork *work)
{
  for (guint i = 0; i < LIFE_COUNT_SQUARE_SIDE; i++)
    g_free (work->rows[i]);
  for (guint i = 0; i < LIFE_COUNT_PLANES; i++)
    g_free (work->planes[i]);
  g_free (work->counts);
  g_free (work->sums);
  g_free (work->empty);
  g_free (work->fields);
  g_free (work->indices[0]);
  g_free (work->indices[1]);
  g_free (work);
}

/* A word more than is shown, so that the edge behind the last cell has one. */
static LifeSampleWork *
new_work (const LifeSampler *sampler)
{
  const CountSampler *self = (const CountSampler *) sampler;
  LifeSampleWork *work = g_new0 (LifeSampleWork, 1);
  gsize n = self->n_words + 1;
  gboolean fine = TRUE;

  for (guint i = 0; i < LIFE_COUNT_SQUARE_SIDE; i++) {
    work->rows[i] =
        g_try_new (guint64, life_bits_words (self->columns.n_cells));
    fine = fine && work->rows[i] != NULL;
  }
  for (guint i = 0; i < self->n_planes; i++) {
    work->planes[i] = g_try_new0 (guint64, n);
    fine = fine && work->planes[i] != NULL;
  }
  work->empty = g_try_new0 (guint64, n);
  work->counts = g_try_new (guint64, n);
  work->fields = g_try_malloc (n * LIFE_WORD_CELLS);
  work->sums = g_new (guint64, self->n_edges);
  work->indices[0] = g_malloc (self->columns.n_pixels);
  work->indices[1] = g_malloc (self->columns.n_pixels);
  if (fine && work->empty != NULL && work->counts != NULL
      && work->fields != NULL)
    return work;
  free_work (work);
  return NULL;
}

static void
free_sampler (LifeSampler *sampler)
{
  CountSampler *self = (CountSampler *) sampler;

  g_free (self->edges);
  g_free (self->means);
  g_free (self);
}

LifeSampler *
life_count_sampler_new (
    const LifeSampleKernels *kernels, const LifePicturePlan *plan)
{
  const LifeMapping *columns = &plan->columns.mapping;
  const LifeMapping *rows = &plan->rows.mapping;
  const gdouble zoom = plan->layout.view.zoom;
  CountSampler *self = g_new0 (CountSampler, 1);
  LifeSampler *sampler = &self->sampler;
  guint64 side = life_mapping_whole_inverse (zoom);

  self->kernels = kernels;
  self->columns = *columns;
  self->rows = *rows;
  self->thresholds = life_picture_plan_thresholds (plan);
  find_edges (self);
  self->n_planes = choose_planes (&self->rows);
  if (side > 0 && side <= MAX_TABLE_SIDE) {
    make_means (self, side);
    find_squares (self, side);
  }
  sampler->kind = LIFE_SAMPLE_INDICES;
  sampler->bytes = columns->n_pixels / zoom * (rows->n_pixels / zoom) / 8;
  sampler->new_work = new_work;
  sampler->free_work = free_work;
  sampler->get_row = get_row;
  sampler->n_sums = 1;
  sampler->sum_row = sum_row;
  sampler->free = free_sampler;
  return sampler;
}
