/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The history of a world on a GPU: what LifeEngineClass says of it. */
#pragma once

#include "cuda/engine/engine.h"

gboolean life_cuda_remember (
    LifeEngine *engine, gboolean undoable, GError **error);
void life_cuda_recall (LifeEngine *engine);
gboolean life_cuda_forget (LifeEngine *engine, GError **error);
gboolean life_cuda_read_history (
    LifeEngine *engine, guint8 **history, GError **error);
gboolean life_cuda_write_history (
    LifeEngine *engine, const guint8 *history, GError **error);

/* Makes room for history that knows no frame; what is there already stays. */
gboolean life_cuda_need_history (LifeCudaEngine *self, GError **error);

/* The same, with the present cells counted; nothing is remembered by that. */
gboolean life_cuda_count_history (LifeCudaEngine *self, GError **error);
void life_cuda_clear_history (LifeCudaEngine *self);
