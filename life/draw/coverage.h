/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Means: at a zoom below 1 a pixel shows how many of the cells under it are alive.
 * Which cells those are is in life/draw/mapping.h. */
#pragma once

#include "life/draw/mapping.h"
#include "life/draw/paint.h"

G_BEGIN_DECLS

/* How pixels' means follow from rows of bits, for one view. Sums are running ones,
 * at each edge between pixels, so that a pixel's own is a difference; they may
 * wrap. Pixels that are squares of a few cells and lie within bytes are counted
 * all at once. */
typedef struct {
  const LifePaintKernels *kernels;
  const LifeMapping *columns, *rows;
  gsize first_word, n_words;
  guint n_planes;
  guint n_edges;
  gboolean fractions;
  LifePaintEdge *edges;
  guint8 *means; /* of a number of cells; NULL where no pixel is whole cells */

  /* Of 2, 4 or 8 cells along a side, or 0; then the shown pixels, the field of the
   * first of them, and which bits of the last word are cells. */
  guint side;
  guint first_pixel, end_pixel;
  gsize first_field;
  guint64 last_word;
} LifeCoverage;

/* What counting a row of pixels needs. */
typedef struct {
  guint64 *planes[LIFE_PAINT_PLANES];
  guint64 *counts, *sums, *empty;
  guint8 *fields;
} LifeCoverageWork;

/* Row @row of cells, in @scratch or elsewhere; @slot tells apart those that are
 * needed at the same time. */
typedef const guint64 *(*LifeCoverageRow) (
    gpointer data, guint32 row, guint slot);

void life_coverage_init (LifeCoverage *coverage,
    const LifePaintKernels *kernels, const LifeMapping *columns,
    const LifeMapping *rows, gdouble zoom);
void life_coverage_clear (LifeCoverage *coverage);

gboolean life_coverage_work_init (
    LifeCoverageWork *work, const LifeCoverage *coverage);
void life_coverage_work_clear (LifeCoverageWork *work);

/* The indices of the pixels of row @y. */
void life_coverage_index (const LifeCoverage *coverage, LifeCoverageWork *work,
    LifeCoverageRow read_row, gpointer data, guint y, guint8 *out);

G_END_DECLS
