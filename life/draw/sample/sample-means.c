/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sums the colors of the cells under pixels. The inner loops are in mean-loops.h. */
#include "life/draw/sample/samplers.h"

#include <string.h>

/* Rows of bytes that fit lanes of 16 bits. */
#define MAX_ROWS (G_MAXUINT16 / 255)

/* Squares of so many cells along a side fit them too. */
#define MAX_SIDE 16

/* How the means of one view are made. Colors are summed as four lanes of 16 bits,
 * down the columns of cells first and then along them, for some columns at a
 * time. */
typedef struct {
  LifeSampler sampler;
  const LifeSampleKernels *kernels;
  LifeMapping columns, rows;
  guint32 first_cell;    /* of the columns shown */
  LifeMeanEdge *edges;   /* of pixels, counted from the first one shown */
  guint side;            /* of pixels that are few whole cells, or 0 */
  LifeColorBytes colors; /* as LifeColors has them */
} MeanSampler;

struct _LifeSampleWork {
  guint8 *states;
  guint16 *columns;
  LifeMeanLanes *sums; /* up to each edge */

  /* Two rows of samples, used in turn, and what each shows (find_row()). */
  guint8 *colors[2];
  gint64 row[2];
  guint last; /* of @colors, that was returned */
};

/* What find_row() has where a row is like no other, or outside the world. */
#define NO_ROW G_MAXINT64
#define OUTSIDE (-1)

/* --- For one view --- */

static void
find_edges (MeanSampler *self)
{
  const LifeMapping *columns = &self->columns;
  guint bits = columns->fraction_bits;
  gint64 limit = (gint64) columns->n_cells << bits;
  gint64 first = CLAMP (columns->edges[0], 0, limit) >> bits;

  self->first_cell = first;
  self->edges = g_new (LifeMeanEdge, columns->n_pixels + 1);
  for (guint i = 0; i <= columns->n_pixels; i++) {
    gint64 edge = CLAMP (columns->edges[i], 0, limit);

    self->edges[i].cell = (edge >> bits) - first;
    self->edges[i].fraction = edge - (edge >> bits << bits);
  }
}

/* --- Sums --- */

/* Some columns of cells, and the edges that lie among them. */
typedef struct {
  const LifeMeanAreas *areas;
  LifeMeanSums sums;
  LifeMeanLanes *to, total; /* of the columns before them, and of rows added */
} Chunk;

/* Adds @n rows, @weight each. */
static void
add_rows (Chunk *chunk, guint64 row, guint n, guint64 weight)
{
  const LifeMeanAreas *areas = chunk->areas;
  const LifeSampleKernels *kernels = areas->kernels;
  LifeMeanSums *sums = &chunk->sums;

  for (guint i = 0; i < n; i++)
    kernels->add_colors (areas->colors,
        life_cell_plane_read_indices (areas->plane, row + i,
            areas->first + sums->first_column, sums->n_columns, areas->states),
        sums->n_columns, i == 0, areas->columns);
  sums->weight = weight;
  kernels->sum_columns (sums, chunk->to, &chunk->total);
}

/* The rows between two edges; those that are shown in part one by one. */
static void
sum_rows (Chunk *chunk, guint64 first, guint64 end)
{
  guint bits = chunk->areas->fraction_bits;
  guint64 whole = G_GUINT64_CONSTANT (1) << bits;

  while (first < end) {
    guint64 rows = (end - first) >> bits;

    if (first % whole > 0 || rows == 0) {
      guint64 next = MIN (end, (first / whole + 1) * whole);

      add_rows (chunk, first >> bits, 1, next - first);
      first = next;
    } else {
      rows = MIN (rows, MAX_ROWS);
      add_rows (chunk, first >> bits, rows, whole);
      first += rows * whole;
    }
  }
}

void
life_mean_sum_areas (const LifeMeanAreas *areas, guint64 top, guint64 bottom,
    LifeMeanLanes *sums)
{
  Chunk chunk = { areas,
    { .columns = areas->columns,
        .whole = G_GUINT64_CONSTANT (1) << areas->fraction_bits } };
  guint32 all =
      MIN (areas->edges[areas->n_edges - 1].cell + 1, areas->n_columns);
  guint edge = 0, first;

  for (guint32 done = areas->edges[0].cell, end; done < all; done = end) {
    end = done + MIN (all - done, LIFE_MEAN_CHUNK);
    for (first = edge;
         edge < areas->n_edges && (areas->edges[edge].cell < end || end == all);
         edge++)
      sums[edge] = chunk.total;
    chunk.sums.first_column = done;
    chunk.sums.n_columns = end - done;
    chunk.sums.edges = areas->edges + first;
    chunk.sums.n_edges = edge - first;
    chunk.to = sums + first;
    sum_rows (&chunk, top, bottom);
  }
}

static void
sum_pixels (const MeanSampler *self, LifeSampleWork *work,
    const LifeCellPlane *plane, LifeCoveredPart part)
{
  const LifeMapping *columns = &self->columns;
  const LifeMeanAreas areas = { self->kernels, &self->colors, plane,
    work->states, work->columns, self->first_cell,
    columns->n_cells - self->first_cell, columns->fraction_bits, self->edges,
    columns->n_pixels + 1 };

  life_mean_sum_areas (
      &areas, (guint64) part.first, (guint64) part.end, work->sums);
}

/* --- A row of pixels --- */

/* The states of a row of cells, which may lie outside the world. */
static const guint8 *
find_states (const MeanSampler *self, LifeSampleWork *work,
    const LifeCellPlane *plane, gint64 row, gint64 first, guint n)
{
  gint64 width = self->columns.n_cells;
  gint64 left = CLAMP (first, 0, width), right = CLAMP (first + n, 0, width);
  guint8 *states = work->states;
  const guint8 *inside;

  if (row < 0 || row >= self->rows.n_cells || left >= right) {
    memset (states, 0, n);
    return states;
  }
  inside = life_cell_plane_read_indices (
      plane, row, left, right - left, states + (left - first));
  if (right - left == n)
    return inside;
  memmove (states + (left - first), inside, right - left);
  memset (states, 0, left - first);
  memset (states + (right - first), 0, first + n - right);
  return states;
}

/* Pixels are squares of cells; those outside the world are dead. */
static void
color_squares (const MeanSampler *self, LifeSampleWork *work,
    const LifeCellPlane *plane, guint y, guint8 *out)
{
  const LifeSampleKernels *kernels = self->kernels;
  guint side = self->side, bits = self->columns.fraction_bits, n;
  gint64 row = self->rows.edges[y] >> bits;

  for (guint x = 0; x < self->columns.n_pixels; x += n) {
    gint64 first = self->columns.edges[x] >> bits;

    n = MIN (self->columns.n_pixels - x, LIFE_MEAN_CHUNK / side);
    for (guint i = 0; i < side; i++)
      kernels->add_colors (&self->colors,
          find_states (self, work, plane, row + i, first, n * side), n * side,
          i == 0, work->columns);
    kernels->square_colors (work->columns, n, side, out + 4 * (gsize) x);
  }
}

/* The row of cells that row @y of the frame lies in; its mean does not depend on how
 * much of that it shows. */
static gint64
find_row (const MeanSampler *self, guint y)
{
  const LifeMapping *rows = &self->rows;
  gint64 first = rows->edges[y], end = rows->edges[y + 1] - 1;
  gint64 row = first >> rows->fraction_bits;

  if (end < 0 || row >= rows->n_cells)
    return OUTSIDE;
  return first >= 0 && row == end >> rows->fraction_bits ? row : NO_ROW;
}

static gboolean
is_same_row (const LifeSampler *sampler, guint y, guint other)
{
  const MeanSampler *self = (const MeanSampler *) sampler;
  gint64 row = find_row (self, y);

  return row != NO_ROW && row == find_row (self, other);
}

/* Sums of pixels become running ones. */
static void
run_sums (const MeanSampler *self, const guint64 *pixels, LifeMeanLanes *sums)
{
  sums[0] = (LifeMeanLanes){ { 0 } };
  for (guint i = 0; i < self->columns.n_pixels; i++)
    for (guint lane = 0; lane < 4; lane++)
      sums[i + 1].lanes[lane] = sums[i].lanes[lane] + *pixels++;
}

static void
sum_row (const LifeSampler *sampler, LifeSampleWork *work,
    const LifeCellPlane *plane, guint y, guint32 first, guint32 end,
    guint64 *sums)
{
  const MeanSampler *self = (const MeanSampler *) sampler;
  const LifeCoveredPart part = life_mapping_cover (&self->rows, y, first, end);

  if (self->first_cell == self->columns.n_cells || part.first == part.end) {
    memset (sums, 0, self->columns.n_pixels * sizeof (LifeMeanLanes));
    return;
  }
  sum_pixels (self, work, plane, part);
  for (guint i = 0; i < self->columns.n_pixels; i++)
    for (guint lane = 0; lane < 4; lane++)
      *sums++ = work->sums[i + 1].lanes[lane] - work->sums[i].lanes[lane];
}

static void
color_row (const MeanSampler *self, LifeSampleWork *work,
    const LifeCellPlane *plane, guint y, guint8 *out)
{
  const LifeMapping *rows = &self->rows;
  LifeCoveredPart part = life_mapping_cover (rows, y, 0, rows->n_cells);
  gboolean inside =
      self->first_cell < self->columns.n_cells && part.first < part.end;
  LifeMeanColors colors = {
    .edges = self->columns.edges,
    .limit = (gint64) self->columns.n_cells << self->columns.fraction_bits,
    .n_pixels = self->columns.n_pixels,
    .height = rows->edges[y + 1] - rows->edges[y],
    .covered_height = (guint64) (part.end - part.first),
  };

  if (self->side > 0 && plane->sums == NULL) {
    color_squares (self, work, plane, y, out);
    return;
  }
  for (guint i = 0; i < 4; i++)
    colors.dead[i] = self->colors.bytes[i][0];
  if (inside && plane->sums != NULL)
    run_sums (self,
        life_sampler_sums (&self->sampler, plane, colors.n_pixels, y),
        work->sums);
  else if (inside)
    sum_pixels (self, work, plane, part);
  else
    memset (work->sums, 0, (colors.n_pixels + 1) * sizeof (LifeMeanLanes));
  self->kernels->mean_colors (&colors, work->sums, out);
}

static LifeSamples
get_row (const LifeSampler *sampler, LifeSampleWork *work,
    const LifeCellPlane *plane, guint y)
{
  const MeanSampler *self = (const MeanSampler *) sampler;
  gint64 row = find_row (self, y);

  if (row == NO_ROW || row != work->row[work->last]) {
    work->last = 1 - work->last;
    if (row == NO_ROW || row != work->row[work->last])
      color_row (self, work, plane, y, work->colors[work->last]);
    work->row[work->last] = row;
  }
  return (LifeSamples){ .bytes = work->colors[work->last] };
}

/* The cells may be others now. */
static void
start (LifeSampleWork *work)
{
  work->row[0] = work->row[1] = NO_ROW;
}

/* --- Made and freed --- */

static LifeSampleWork *
new_work (const LifeSampler *sampler)
{
  const MeanSampler *self = (const MeanSampler *) sampler;
  LifeSampleWork *work = g_new (LifeSampleWork, 1);
  gsize width = self->columns.n_pixels;

  work->states = g_malloc (LIFE_MEAN_CHUNK + LIFE_CELLS_PADDING);
  work->columns = g_new (guint16, 4 * LIFE_MEAN_CHUNK);
  work->sums = g_new (LifeMeanLanes, width + 1);
  work->colors[0] = g_malloc (4 * width);
  work->colors[1] = g_malloc (4 * width);
  work->last = 0;
  start (work);
  return work;
}

static void
free_work (LifeSampleWork *work)
{
  g_free (work->states);
  g_free (work->columns);
  g_free (work->sums);
  g_free (work->colors[0]);
  g_free (work->colors[1]);
  g_free (work);
}

static void
free_sampler (LifeSampler *sampler)
{
  MeanSampler *self = (MeanSampler *) sampler;

  g_free (self->edges);
  g_free (self);
}

LifeSampler *
life_mean_sampler_new (
    const LifeSampleKernels *kernels, const LifePicturePlan *plan)
{
  const LifeMapping *columns = &plan->columns.mapping;
  const LifeMapping *rows = &plan->rows.mapping;
  const gdouble zoom = plan->layout.view.zoom;
  MeanSampler *self = g_new0 (MeanSampler, 1);
  LifeSampler *sampler = &self->sampler;
  LifeFrame rgba = { .format = LIFE_PIXEL_FORMAT_RGBA };
  guint64 side = life_mapping_whole_inverse (zoom);
  LifeColors colors;

  self->kernels = kernels;
  self->columns = *columns;
  self->rows = *rows;
  self->side = side <= MAX_SIDE ? side : 0;
  life_coloring_get_cells (&plan->coloring, &colors);
  life_color_bytes_init (&self->colors, &colors, FALSE, &rgba);
  find_edges (self);
  sampler->kind = LIFE_SAMPLE_COLORS;
  sampler->bytes = columns->n_pixels / zoom * (rows->n_pixels / zoom);
  sampler->new_work = new_work;
  sampler->free_work = free_work;
  sampler->start = start;
  sampler->get_row = get_row;
  sampler->n_sums = 4;
  sampler->sum_row = sum_row;
  sampler->is_same_row = is_same_row;
  sampler->free = free_sampler;
  return sampler;
}
