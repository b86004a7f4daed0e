/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The history of a world on a GPU, as in LifeRendererClass. All functions are called
 * in the engine's context. */
#pragma once

#include "cuda/engine/cuda-engine.h"

#include "life/draw/sample/history-cells.h"

/* LifeHistory on a GPU: the frames before the present one; those and the cells whose
 * version is @counted, 0 for none; those before the last one that record() can revert. */
struct LifeCudaHistory {
  LifeHistoryShape shape;
  LifeScratch past, now, earlier;
  guint64 counted;
};

/* The present cells are those of a finished frame; undo_end_frame() reverts that if it
 * was @undoable. */
gboolean life_cuda_history_end_frame (LifeCudaHistory *self,
    LifeCudaEngine *cuda, gboolean undoable, GError **error);
void life_cuda_history_undo_end_frame (LifeCudaHistory *self);
gboolean life_cuda_history_export (const LifeCudaHistory *self,
    LifeCudaEngine *cuda, guint8 **bytes, GError **error);
gboolean life_cuda_history_import (LifeCudaHistory *self, LifeCudaEngine *cuda,
    const guint8 *bytes, GError **error);

/* Makes room for history of no frame; what is there already stays. */
gboolean life_cuda_history_reserve (
    LifeCudaHistory *self, LifeCudaEngine *cuda, GError **error);

/* The same, with the present cells counted; nothing is recorded by that. */
gboolean life_cuda_history_count (
    LifeCudaHistory *self, LifeCudaEngine *cuda, GError **error);
void life_cuda_history_clear (LifeCudaHistory *self);
