/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The history of a world on the CPU: its memory, and how frames are counted into it.
 * What it has of a cell is in history-cells.h, which color that is in coloring.h.
 *
 * A finished frame is counted late: its cells are stored as bits, and the one that draws the
 * next frame counts each row just before it reads it, while it is in the cache. */
#pragma once

#include "life/base/thread-pool.h"
#include "life/draw/sample/plane.h"
#include "life/draw/sample/sample-kernels.h"

G_BEGIN_DECLS

/* The shape for a world; FALSE where its bytes cannot be counted. */
gboolean life_history_shape (
    const LifeGeometry *geometry, LifeHistoryShape *shape);

void life_history_clear (LifeHistory *history);

/* Makes room for @geometry's cells, none of which has lived before; what is there
 * already stays. An error states how much memory that needs. */
gboolean life_history_need (
    LifeHistory *history, const LifeGeometry *geometry, GError **error);

/* Counts a frame that shows the present @cells; see LifeRendererClass.end_frame. */
gboolean life_history_record (LifeHistory *history, const LifeCells *cells,
    gboolean undoable, GError **error);
void life_history_revert (LifeHistory *history);

/* Counts the frame that is late, if one is, with the threads of @pool (nullable). */
gboolean life_history_settle (
    LifeHistory *history, LifeThreadPool *pool, GError **error);

/* See LifeRendererClass.export_history. */
gboolean life_history_read (
    LifeHistory *history, guint8 **bytes, GError **error);
gboolean life_history_write (LifeHistory *history, const LifeGeometry *geometry,
    const guint8 *bytes, GError **error);

/* Where row @row along x of plane @slice lies. */
static inline guint64
life_history_row (const LifeGeometry *geometry, guint32 row, guint32 slice)
{
  return (guint64) slice * geometry->height + row;
}

static inline LifeHistoryRow
life_history_get_row (const LifeHistory *history, guint64 row)
{
  LifeHistoryShape shape = history->shape;
  guint64 *bits = (guint64 *) (history->present + life_history_cells (shape));

  return (LifeHistoryRow){
    history->present + row * shape.words * LIFE_HISTORY_WORD,
    bits + row * shape.words,
    history->is_late ? history->last + row * shape.words : NULL,
  };
}

G_END_DECLS
