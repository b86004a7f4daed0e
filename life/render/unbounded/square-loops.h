/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Adds up what squares have for each pixel of a row. The including file defines what a Sum is,
 * a number or a vector of numbers, what those are multiplied by (Weight), and whether some
 * of them are all 0 (are_nothing()). */
#include "life/render/unbounded/square-grid.h"

/* A row of squares as sums for each pixel of a row; some rows are read again by the
 * next row of pixels. */
typedef struct {
  gint64 row; /* -1: none */
  gboolean is_empty;
  Sum *sums;
} AcrossSums;

/* What a thread needs: two such rows, those of a row of pixels, and the next one to be
 * overwritten. */
typedef struct {
  const LifeSquareGrid *grid;
  const Sum *squares;
  AcrossSums rows[2];
  guint last;
  Sum *pixels;
  Sum *memory;
} RowSums;

static void
row_sums_init (RowSums *self, const LifeSquareGrid *grid, const Sum *squares)
{
  Sum *memory = g_new (Sum, 3 * (gsize) grid->width);

  *self = (RowSums){ grid, squares,
    { { -1, TRUE, memory }, { -1, TRUE, memory + grid->width } },
    .pixels = memory + 2 * (gsize) grid->width, .memory = memory };
}

static void
row_sums_clear (RowSums *self)
{
  g_free (self->memory);
}

/* What lies between two edges of a row of squares. */
static inline Sum
sum_between (
    const Sum *row, gint64 first, LifeSquareEdge left, LifeSquareEdge right)
{
  const Sum *at = row + (left.square - first);
  const Sum *end = row + (right.square - first);
  Sum sum;

  if (at == end)
    return *at * (Weight) (right.rest - left.rest);
  sum = *at++ * (Weight) (1 - left.rest);
  while (at < end)
    sum += *at++;
  return right.rest > 0 ? sum + *end * (Weight) right.rest : sum;
}

static const AcrossSums *
sum_across (RowSums *self, gint64 row)
{
  const LifeSquareAxis *columns = &self->grid->columns;
  const LifeSquareEdge *edges = columns->edges;
  const Sum *squares = self->squares + (gsize) row * columns->n;
  AcrossSums *sums;

  for (guint i = 0; i < 2; i++)
    if (self->rows[i].row == row)
      return &self->rows[i];
  self->last = !self->last;
  sums = &self->rows[self->last];
  sums->row = row;
  sums->is_empty = are_nothing (squares, columns->n);
  for (guint x = 0; x < self->grid->width && !sums->is_empty; x++)
    sums->sums[x] =
        sum_between (squares, columns->first, edges[x], edges[x + 1]);
  return sums;
}

/* The sums of a row of pixels that is not turned; FALSE where all are 0. */
static gboolean
sum_straight_row (RowSums *self, guint y)
{
  const LifeSquareAxis *rows = &self->grid->rows;
  const LifeSquareEdge top = rows->edges[y], bottom = rows->edges[y + 1];
  const guint width = self->grid->width;
  Sum *pixels = self->pixels;
  gboolean any = FALSE;

  for (gint64 row = top.square; row <= bottom.square; row++) {
    const gdouble from = row == top.square ? top.rest : 0;
    const gdouble to = row == bottom.square ? bottom.rest : 1;
    const AcrossSums *sums;

    if (to <= from)
      continue;
    sums = sum_across (self, row - rows->first);
    if (sums->is_empty)
      continue;
    if (!any)
      memset (pixels, 0, width * sizeof *pixels);
    any = TRUE;
    for (guint x = 0; x < width; x++)
      pixels[x] += (Weight) (to - from) * sums->sums[x];
  }
  return any;
}

/* The same of a turned frame. */
static gboolean
sum_turned_row (RowSums *self, guint y)
{
  const LifeSquareGrid *grid = self->grid;

  for (guint x = 0; x < grid->width; x++) {
    const gdouble column =
        grid->origin[0] + x * grid->right[0] + y * grid->down[0];
    const gdouble row =
        grid->origin[1] + x * grid->right[1] + y * grid->down[1];
    const gsize square =
        (gsize) CLAMP (row, 0, grid->rows.n - 1.0) * grid->columns.n
        + (gsize) CLAMP (column, 0, grid->columns.n - 1.0);

    self->pixels[x] = self->squares[square] * (Weight) grid->area;
  }
  return TRUE;
}

static gboolean
sum_row (RowSums *self, guint y)
{
  return self->grid->turned ? sum_turned_row (self, y)
                            : sum_straight_row (self, y);
}
