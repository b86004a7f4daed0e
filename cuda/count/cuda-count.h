/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is counted of a world on a GPU: population, births and deaths, where they are, checksums. */
#pragma once

#include "cuda/engine/cuda-engine.h"

#define LIFE_COUNT_THREADS 256

/* How many blocks of so many threads go over all words; @lanes of these, a power of two,
 * go along a row, four words each at a time. */
unsigned int life_count_blocks (const LifeCudaEngine *self, uint32_t *lanes);

/* Enqueues a count of the present cells for the frame in @place, and of what is
 * @wanted; @drawn: right behind life_draw_on_device(). */
gboolean life_count_frame (LifeCudaEngine *self, guint place,
    LifeCountFlags wanted, gboolean drawn, GError **error);
gboolean life_count_init (LifeCudaEngine *self, GError **error);
void life_count_clear (LifeCudaEngine *self);
gboolean life_cuda_population (
    LifeEngine *engine, guint64 *population, GError **error);
gboolean life_cuda_changes (
    LifeEngine *engine, guint64 *births, guint64 *deaths, GError **error);

/* --- extent.c: the box around all live cells, and where cells were born and died --- */

/* Enqueues what is @wanted of the two for the frame in @place. */
gboolean life_extent_of_frame (
    LifeCudaEngine *self, guint place, LifeCountFlags wanted, GError **error);

/* Takes what was counted of it, once the frame is done. */
void life_extent_take (const LifeCudaEngine *self, guint place,
    LifeCountFlags wanted, LifeStatistics *counts);

void life_extent_clear (LifeCudaEngine *self);
gboolean life_cuda_box (LifeEngine *engine, LifeBox *box, GError **error);
gboolean life_cuda_activity (
    LifeEngine *engine, LifeActivity *activity, GError **error);

/* --- checksum.c: the checksum of a world on a GPU --- */

gboolean life_checksum_init (LifeCudaEngine *self, GError **error);
void life_checksum_clear (LifeCudaEngine *self);

/* Launches the one that was begun, where that was not done yet. It runs beside what is
 * launched with it (cuda/device/replay.h). */
gboolean life_checksum_launch (LifeCudaEngine *self, GError **error);

/* The functions of LifeEngineClass (life/world/engine-class.h). */
gboolean life_cuda_checksum (
    LifeEngine *engine, guint64 *checksum, GError **error);
gboolean life_cuda_begin_checksum (LifeEngine *engine, GError **error);
gboolean life_cuda_finish_checksum (
    LifeEngine *engine, guint64 *checksum, GError **error);
