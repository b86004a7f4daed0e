/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where a world on the CPU is alive and where it changed, from its rows of bits; how an
 * engine stores them is its own matter. */
#pragma once

#include "life/base/thread-pool.h"
#include "life/world/engine.h"

/* Row @line % height of plane @line / height of the present or the @previous generation,
 * a bit per cell that is not in state 0: the engine's own memory, or @scratch filled.
 * Bits past the last cell are undefined. Called by several threads at once. */
typedef const guint64 *(*LifeReadLine) (
    const LifeEngine *engine, gboolean previous, gsize line, guint64 *scratch);

/* The box around all live cells. */
void life_extent_box (const LifeEngine *engine, LifeThreadPool *pool,
    LifeReadLine read, LifeBox *box);

/* The same of @lines lines from @first on; no others are read. */
void life_extent_box_of_lines (const LifeEngine *engine, LifeThreadPool *pool,
    LifeReadLine read, gsize first, gsize lines, LifeBox *box);

/* Adds to @activity where the two generations differ. */
void life_extent_activity (const LifeEngine *engine, LifeThreadPool *pool,
    LifeReadLine read, LifeActivity *activity);

/* The same in @lines lines from @first on. */
void life_extent_activity_of_lines (const LifeEngine *engine,
    LifeThreadPool *pool, LifeReadLine read, gsize first, gsize lines,
    LifeActivity *activity);
