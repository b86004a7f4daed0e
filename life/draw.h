/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Drawing for engines whose cells the CPU can read: rows of bits become pixels. */
#pragma once

#include "life/engine.h"

G_BEGIN_DECLS

/* Row @row of a plane of the world, a bit a cell: cell c is bit c % 64 of word
 * c / 64. Returns the engine's own memory, or @scratch (one bit a column of the
 * plane, rounded up to whole words) filled. Bits past the last column are
 * undefined. */
typedef const guint64 *(*LifeReadRow) (LifeEngine *engine, LifeAxis axis,
    guint32 slice, guint32 row, guint64 *scratch);

/* Draws what @view shows into @frame. */
gboolean life_draw_rows (LifeEngine *engine, LifeReadRow read_row,
    const LifeView *view, const LifeFrame *frame, GError **error);

G_END_DECLS
