/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The checksum of a world on a GPU. */
#pragma once

#include "cuda/engine/cuda-engine.h"

gboolean life_checksum_init (LifeCudaEngine *self, GError **error);
void life_checksum_clear (LifeCudaEngine *self);

/* Waits for it. */
gboolean life_checksum_at_once (
    LifeCudaEngine *self, guint64 *checksum, GError **error);

/* Begins one, which is launched with the next frame or before cells change; and waits for it. */
gboolean life_checksum_begin (LifeCudaEngine *self, GError **error);
gboolean life_checksum_finish (
    LifeCudaEngine *self, guint64 *checksum, GError **error);

/* Launches the pending one, if that was not done yet. It runs concurrently with what is
 * launched with it (cuda/device/replay.h). */
gboolean life_checksum_launch (LifeCudaEngine *self, GError **error);
