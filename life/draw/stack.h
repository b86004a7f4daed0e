/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The stacked frames of a 2D world on the CPU: their memory, and frames written into it.
 * How they lie is in life/draw/body/stack-shape.h. */
#pragma once

#include "life/draw/body/stack-shape.h"
#include "life/draw/sample/plane.h"

/* Writes @cells as the plane of frame @number of a stack of so many frames. Memory is reserved
 * where it is first needed; all planes are empty then. Where a new rule needs another
 * form of cells that is done anew. */
gboolean life_stack_write (LifeStack *self, const LifeCells *cells,
    guint frames, guint64 number, GError **error);

/* Frees the memory, if there is any. */
void life_stack_clear (LifeStack *self);

/* Takes over what another one of the same shape has. */
void life_stack_move (LifeStack *self, LifeStack *from);
