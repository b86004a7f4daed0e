/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Drawing for engines whose cells the CPU can read: rows of bits become pixels. */
#pragma once

#include "life/base/thread-pool.h"
#include "life/draw/coverage.h"
#include "life/draw/means.h"
#include "life/world/engine.h"

G_BEGIN_DECLS

/* Row @row of a plane of the world, a bit per cell: cell c is bit c % 64 of word
 * c / 64. Returns the engine's own memory, or @scratch (one bit a column of the
 * plane, rounded up to whole words) filled. Bits past the last column are
 * undefined. Called by several threads at once. */
typedef const guint64 *(*LifeReadRow) (LifeEngine *engine, LifeAxis axis,
    guint32 slice, guint32 row, guint64 *scratch);

/* The states of @n cells of such a row, a byte each, from column @first on. Returns
 * the engine's own memory, or @scratch filled, which has LIFE_PAINT_STATES_PADDING
 * bytes more than @n. Called by several threads at once. */
typedef const guint8 *(*LifeReadStates) (LifeEngine *engine, LifeAxis axis,
    guint32 slice, guint32 row, guint32 first, guint32 n, guint8 *scratch);

typedef struct _LifeBand LifeBand;

/* What an engine keeps from one frame to the next, so that a frame that looks at
 * the world as the last one did allocates nothing. All 0 at first. */
typedef struct {
  gboolean known, by_state;
  LifeView view;
  LifeFrame frame; /* its shape and colorimetry */

  LifePaintKernels kernels;
  LifePalette palette;
  LifePaint paint;
  LifeMapping columns, rows;
  guint first_pixel, end_pixel; /* that lie in the world, at a zoom from 1 on */
  LifeCoverage coverage;
  LifeMeans means;

  /* Bands of rows that threads draw side by side. */
  LifeBand *bands;
  guint n_bands;
} LifeDrawer;

void life_drawer_clear (LifeDrawer *drawer);

/* Draws what @view shows into @frame, with the threads of @pool (nullable). Cells are
 * read by @read_states where each state has its colour; NULL: there are two states. */
gboolean life_draw_states (LifeDrawer *drawer, LifeEngine *engine,
    LifeThreadPool *pool, LifeReadRow read_row, LifeReadStates read_states,
    const LifeView *view, const LifeFrame *frame, GError **error);

G_END_DECLS
