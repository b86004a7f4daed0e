/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells that lie in rows of memory, and how they are read: those of an engine, of a snapshot,
 * or some lines of a world. */
#pragma once

#include "life/cpu/state-planes.h"
#include "life/world/cells.h"

G_BEGIN_DECLS

typedef struct {
  LifePlanes planes;
  guint8 *first; /* the first cell of row 0 */
  /* In words; in bytes where a cell is one: */
  gsize words;  /* of a row that hold cells */
  gsize stride; /* from a row to the next */
  guint32 height, depth;
  const LifeStatesKernel *kernel; /* to read states fast */
} LifeRowCells;

/* Row y of plane z is row z × height + y. */
static inline gpointer
life_row_cells_row (const LifeRowCells *self, gsize row)
{
  return self->first + row * self->stride * life_planes_unit (&self->planes);
}

/* Such a row, a bit per cell that is not in state 0: the row itself, or @scratch filled. */
const guint64 *life_row_cells_bits (
    const LifeRowCells *self, gconstpointer row, guint64 *scratch);

/* How readers get at @self, which has to stay. */
LifeHostCells life_row_cells_host (const LifeRowCells *self);

G_END_DECLS
