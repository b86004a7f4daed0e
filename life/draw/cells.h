/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Planes of cells that the CPU can read, row by row: what samplers look at, and what
 * engines offer them. */
#pragma once

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

/* @read_states: NULL where there are two states. */
typedef struct {
  LifeEngine *engine;
  LifeReadRow read_row;
  LifeReadStates read_states;
  LifeAxis axis;
  guint32 slice;
} LifeCells;

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

G_END_DECLS
