/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The checksum of a world on a GPU. */
#pragma once

#include "cuda/engine/cuda-engine.h"

gboolean life_checksum_init (LifeCudaEngine *self, GError **error);
void life_checksum_clear (LifeCudaEngine *self);

/* Launches the one that was begun, where that was not done yet. It runs beside what is
 * launched with it (cuda/device/replay.h). */
gboolean life_checksum_launch (LifeCudaEngine *self, GError **error);

/* Waits for it. */
gboolean life_checksum_at_once (
    LifeCudaEngine *self, guint64 *checksum, GError **error);

/* The functions of LifeEngineClass (life/world/engine-class.h). */
gboolean life_cuda_begin_checksum (LifeEngine *engine, GError **error);
gboolean life_cuda_finish_checksum (
    LifeEngine *engine, guint64 *checksum, GError **error);
