/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells as rows of bits, as engines with a bit per cell hold them: copied in
 * and out, read for drawing, and saved. What lies between rows is up to the
 * engine. */
#pragma once

#include "life/cpu/planes.h"
#include "life/world/engine.h"

G_BEGIN_DECLS

typedef struct {
  const LifeGeometry *geometry;
  const LifePlanes *planes;
  guint64 *first; /* word of the first row */
  gsize words;    /* of a row that hold cells */
  gsize stride;   /* words from a row to the next */
} LifeBitRows;

static inline guint64 *
life_bit_row (const LifeBitRows *self, gsize y, gsize z)
{
  return self->first + (z * self->geometry->height + y) * self->stride;
}

/* The functions of LifeEngineClass on cells (life/world/engine.h). */
void life_bit_rows_add_runs (const LifeBitRows *self, const LifeRun *runs,
    gsize n_runs, const guint32 origin[3]);
void life_bit_rows_get (
    const LifeBitRows *self, const LifeEngineBox *box, guint8 *cells);
void life_bit_rows_set (
    const LifeBitRows *self, const LifeEngineBox *box, const guint8 *cells);

/* The rows for drawing: LifeReadRow and LifeReadStates (life/draw/cells.h). A
 * row of an x slice runs along y. */
const guint64 *life_bit_rows_read (const LifeBitRows *self, LifeAxis axis,
    guint32 slice, guint32 row, guint64 *scratch);
const guint8 *life_bit_rows_read_states (const LifeBitRows *self,
    const LifeSampleKernels *kernels, LifeAxis axis, guint32 slice, guint32 row,
    guint32 first, guint32 n, guint8 *scratch);

/* Copies the cells of @from, whose number of states may be another. States that
 * no longer exist become the highest one. */
void life_bit_rows_translate (const LifeBitRows *self, const LifeBitRows *from);

/* Saves the cells for LifeEngineClass, and restores them. */
gpointer life_bit_rows_save (
    const LifeBitRows *self, gpointer old, gsize *size, GError **error);
void life_bit_rows_restore (const LifeBitRows *self, gconstpointer state);

G_END_DECLS
