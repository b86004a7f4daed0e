/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Means of colours: at a zoom below 1, where each state has its colour, a pixel
 * shows the mean of those of the cells under it. Which cells those are is in
 * mapping.h; where there are two colours, coverage.h counts instead. */
#pragma once

#include "life/draw/mapping.h"
#include "life/draw/paint.h"

G_BEGIN_DECLS

/* How the means of one view are made. Colours are summed as four lanes of 16 bits,
 * down the columns of cells first and then along them, for some columns at a
 * time. */
typedef struct {
  const LifePaintKernels *kernels;
  const LifeMapping *columns, *rows;
  guint32 first_cell, n_cells; /* columns that are shown */
  LifePaintColumnEdge *edges;  /* of pixels, counted from the first one shown */
  guint side;                  /* of pixels that are few whole cells, or 0 */
  LifePalette colors;          /* of states, as life_palette_state_bytes() */
} LifeMeans;

/* What a row of pixels needs. */
typedef struct {
  guint8 *states;
  guint16 *columns;
  LifePaintLanes *sums; /* up to each edge */
} LifeMeansWork;

/* States of @n cells of row @row from column @first on, in @scratch or elsewhere. */
typedef const guint8 *(*LifeMeansRow) (
    gpointer data, guint32 row, guint32 first, guint32 n, guint8 *scratch);

void life_means_init (LifeMeans *means, const LifePaintKernels *kernels,
    const LifeMapping *columns, const LifeMapping *rows, const LifeView *view,
    LifePixelFormat format);
void life_means_clear (LifeMeans *means);

void life_means_work_init (LifeMeansWork *work, const LifeMeans *means);
void life_means_work_clear (LifeMeansWork *work);

/* The colours of the pixels of row @y, four bytes each as
 * life_palette_state_bytes() has them. */
void life_means_color (const LifeMeans *means, LifeMeansWork *work,
    LifeMeansRow read_row, gpointer data, guint y, guint8 *out);

G_END_DECLS
