/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Planes of cells, which samplers read row by row. */
#pragma once

#include "life/draw/sample/history-cells.h"
#include "life/world/cells.h"

G_BEGIN_DECLS

typedef struct _LifeCellPlane LifeCellPlane;

/* The frames before the present one, which life/draw/history.h counts. All 0 at first: there
 * is no memory yet. */
typedef struct {
  LifeHistoryShape shape;
  guint8 *present;  /* NULL until it is needed */
  guint8 *previous; /* what can be reverted to; NULL until that is needed */
  guint64
      *last; /* rows of bits of the last frame; NULL until they are needed */
  gboolean is_late; /* that frame is yet to be counted */
} LifeHistory;

/* Frames of a 2D world as planes of a body (life/draw/stack.h). */
typedef struct _LifeStack LifeStack;

/* As LifeHostCells.read_states: of each cell an index of the view's palette. */
typedef const guint8 *(*LifeReadIndices) (const LifeCellPlane *plane,
    guint32 row, guint32 first, guint32 n, guint8 *scratch);

/* What the owner of the cells fills in, and, from @axis on, what follows from the view: which
 * plane it is, and what has the index of a cell instead of its state. */
struct _LifeCellPlane {
  LifeCells cells;
  LifeHistory *history;   /* of the cells; NULL: the view reads no history */
  const LifeStack *stack; /* of the cells, if the view shows stacked frames */
  /* Of a frame: the index of each, or its color in four bytes; instead of @cells. */
  const guint8 *pixels;
  guint pixel_bytes; /* of each: 1 or 4; 0 where there are cells */
  /* Of rows of pixels from @sums_row on, what was summed up of all rows of cells
   * (LifeSampler.sum_row()); instead of @cells. */
  const guint64 *sums;
  guint sums_row;

  LifeAxis axis;
  guint32 slice;
  LifeReadIndices read_indices; /* NULL: states are indices */
  gconstpointer coloring;       /* what that follows from (coloring.h) */
};

static inline const guint64 *
life_cell_plane_read_row (
    const LifeCellPlane *plane, guint32 row, guint64 *scratch)
{
  const LifeHostCells *host = &plane->cells.host;

  return host->read_row (host->self, plane->axis, plane->slice, row, scratch);
}

static inline const guint8 *
life_cell_plane_read_states (const LifeCellPlane *plane, guint32 row,
    guint32 first, guint32 n, guint8 *scratch)
{
  const LifeHostCells *host = &plane->cells.host;

  return host->read_states (
      host->self, plane->axis, plane->slice, row, first, n, scratch);
}

static inline const guint8 *
life_cell_plane_read_indices (const LifeCellPlane *plane, guint32 row,
    guint32 first, guint32 n, guint8 *scratch)
{
  return plane->read_indices != NULL
             ? plane->read_indices (plane, row, first, n, scratch)
             : life_cell_plane_read_states (plane, row, first, n, scratch);
}

G_END_DECLS
