/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Planes of cells that the CPU can read, row by row: what samplers look at, and what
 * engines offer them. */
#pragma once

#include "life/world/field.h"
#include "life/draw/sample/history-cells.h"
#include "life/world/engine.h"

G_BEGIN_DECLS

/* What a row of states may have behind it: it is written in pieces of so many. */
#define LIFE_CELLS_PADDING 64

/* Row @row of a plane of the world, a bit per cell: cell c is bit c % 64 of word
 * c / 64. Returns the engine's own memory, or @scratch (a bit for each column of the
 * plane, rounded up to whole words) filled. Bits past the last column are
 * undefined. Called by several threads at once. */
typedef const guint64 *(*LifeReadRow) (LifeEngine *engine, LifeAxis axis,
    guint32 slice, guint32 row, guint64 *scratch);

/* The states of @n cells of such a row, a byte each, from column @first on. Returns
 * the engine's own memory, or @scratch filled, which has LIFE_CELLS_PADDING bytes
 * more than @n. Called by several threads at once. */
typedef const guint8 *(*LifeReadStates) (LifeEngine *engine, LifeAxis axis,
    guint32 slice, guint32 row, guint32 first, guint32 n, guint8 *scratch);

/* Where all cells of the world lie. */
typedef void (*LifeReadField) (LifeEngine *engine, LifeField *field);

typedef struct _LifeCells LifeCells;

/* As LifeReadStates: of each cell an index of the view's palette. */
typedef const guint8 *(*LifeReadIndices) (const LifeCells *cells, guint32 row,
    guint32 first, guint32 n, guint8 *scratch);

/* What follows @read_states follows from the view: which plane it is, and what has the
 * index of a cell instead of its state. */
struct _LifeCells {
  LifeEngine *engine;
  LifeReadRow read_row;
  LifeReadStates read_states;
  LifeReadField read_field;
  LifeAxis axis;
  guint32 slice;
  LifeReadIndices read_indices; /* NULL: states are indices */
  gconstpointer coloring;       /* what that follows from (coloring.h) */
  /* Of a frame: the index of each, or its color in four bytes; instead of all above. */
  const guint8 *pixels;
  guint pixel_bytes; /* of each: 1 or 4; 0 where there are cells */
  /* Of rows of pixels from @sums_row on, what was summed up of all rows of cells
   * (LifeSampler.sum_row()); instead of all above. */
  const guint64 *sums;
  guint sums_row;
  const guint8 *history; /* where the view looks back (history-cells.h) */
  LifeHistoryShape history_shape;
};

static inline const guint64 *
life_cells_read_row (const LifeCells *cells, guint32 row, guint64 *scratch)
{
  return cells->read_row (
      cells->engine, cells->axis, cells->slice, row, scratch);
}

static inline const guint8 *
life_cells_read_states (const LifeCells *cells, guint32 row, guint32 first,
    guint32 n, guint8 *scratch)
{
  return cells->read_states (
      cells->engine, cells->axis, cells->slice, row, first, n, scratch);
}

static inline const guint8 *
life_cells_read_indices (const LifeCells *cells, guint32 row, guint32 first,
    guint32 n, guint8 *scratch)
{
  return cells->read_indices != NULL
             ? cells->read_indices (cells, row, first, n, scratch)
             : life_cells_read_states (cells, row, first, n, scratch);
}

G_END_DECLS
