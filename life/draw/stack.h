/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The stacked frames of a 2D world on the CPU: their memory, and frames written into it.
 * How they lie is in life/draw/body/stack-shape.h. */
#pragma once

#include "life/base/thread-pool.h"
#include "life/draw/sample/cells.h"

/* See LifeEngineClass.stack_cells. */
gboolean life_stack_cells (
    const LifeCells *cells, LifeThreadPool *pool, GError **error);

/* The same for a view of so many frames: a stack of another number is not shown, and
 * begins anew. */
gboolean life_stack_show (
    const LifeCells *cells, LifeThreadPool *pool, guint frames, GError **error);

/* See LifeEngineClass.drop_stack. */
void life_stack_drop (LifeEngine *engine);

/* See LifeEngineClass.take_stack. */
gboolean life_stack_take (LifeEngine *engine, LifeEngine *from, GError **error);
