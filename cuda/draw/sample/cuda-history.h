/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The history of a world on a GPU: what LifeRendererClass says of it. */
#pragma once

#include "cuda/engine/cuda-engine.h"

#include "life/world/renderer.h"

gboolean life_cuda_remember (
    LifeCudaEngine *self, gboolean undoable, GError **error);
gboolean life_cuda_forget (LifeCudaEngine *self, GError **error);
void life_cuda_undo_end_frame (LifeRenderer *renderer);
gboolean life_cuda_export_history (
    LifeRenderer *renderer, guint8 **history, GError **error);
gboolean life_cuda_import_history (
    LifeRenderer *renderer, const guint8 *history, GError **error);

/* Makes room for history that knows no frame; what is there already stays. */
gboolean life_cuda_need_history (LifeCudaEngine *self, GError **error);

/* The same, with the present cells counted; nothing is remembered by that. */
gboolean life_cuda_count_history (LifeCudaEngine *self, GError **error);
void life_cuda_clear_history (LifeCudaEngine *self);
