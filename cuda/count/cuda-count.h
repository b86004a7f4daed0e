/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is counted of a world on a GPU: at once, with a frame, or while the host goes on. */
#pragma once

#include "cuda/count/cuda-checksum.h"
#include "cuda/count/cuda-extent.h"
#include "cuda/count/population.h"

/* Of LifeEngineClass. */
gboolean life_cuda_count (
    LifeEngine *engine, guint what, LifeTally *tally, GError **error);
gboolean life_cuda_begin_count (LifeEngine *engine, guint what, GError **error);
gboolean life_cuda_finish_count (
    LifeEngine *engine, LifeTally *tally, GError **error);

/* Enqueues what is counted with the frame in @slot, population first; and reads it, once the
 * frame is done. @drawn: right behind life_draw_on_device(). */
gboolean life_count_frame (LifeCudaEngine *self, guint what, guint slot,
    gboolean drawn, GError **error);
void life_count_get_frame (
    const LifeCudaEngine *self, guint what, guint slot, LifeStatistics *counts);
