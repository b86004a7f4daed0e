/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What drawing on a GPU keeps from frame to frame: what follows from a view, the history of
 * cells, and memory for samples. */
#pragma once

#include "cuda/draw/sample/cuda-history.h"

#include "life/draw/color/coloring.h"
#include "life/draw/color/density.h"
#include "life/draw/view/grid-lines.h"
#include "life/draw/view/mapping.h"

/* The colors of the last frame, and what they follow from. */
struct LifeCachedPalette {
  LifeColoring coloring;
  LifeColorBytes palette;
  LifeScratch in_memory; /* the palette, on the GPU */
  gboolean valid;
  guint version; /* another one whenever it was made anew */
  LifeFrame frame;
  LifeView view;
};

/* What is drawn of an axis: @n_pixels from @first on, whose cells are among @n_cells, of
 * which the first one is @shift cells into the axis; where @own_end is not 0, nothing but
 * those from @own_first to before it. */
struct LifeAxisPart {
  guint first, n_pixels;
  guint32 n_cells;
  gint64 shift;
  guint32 own_first, own_end;
};

/* An axis of the last frame, and what it follows from. */
struct LifeAxisMapping {
  LifeMapping mapping; /* of @part alone */
  guint n_pixels;      /* of all of the axis, and its cells */
  guint32 n_cells;
  LifeAxisPart part;
  LifeScratch table;
  LifeGridLine *lines; /* NULL where none were needed yet */
  LifeScratch lines_table;
  gboolean valid;
  gdouble zoom, center;
  LifeScaling scaling;
  guint version; /* another one whenever it was made anew */
};

/* What indices of densities begin at (life/draw/color/density.h), and what that follows
 * from. */
struct LifeCachedDensity {
  guint64 on_host[LIFE_DENSITY_INDICES];
  LifeScratch least;
  gboolean valid;
  gdouble gain, zoom;
};

/* What counting cells in strips keeps between frames (cuda/draw/sample/sample-strips.h). */
struct LifeStripCounts {
  LifeScratch edges, sums, total;
  guint n_edges;
  guint version; /* of the rows that the edges follow from */
};

/* Which rows of a frame of @frame_height are drawn, of a part of a world: those from
 * @first_row on. */
struct LifeShownRows {
  guint frame_height, first_row;
};

struct LifeCudaDrawer {
  LifeCudaEngine *cuda; /* whose cells are drawn */
  LifeShownRows shown;
  LifeAxisMapping columns, rows;
  LifeAxisMapping summed_rows[2]; /* of rows that parts share, in turn */
  LifeCachedPalette palette;
  LifeCachedDensity density;
  LifeStripCounts strip_counts;
  LifeCudaHistory history;
  LifeScratch samples, sums;
  LifeScratch projected; /* a plane of indices (cuda-project.cu) */
};
