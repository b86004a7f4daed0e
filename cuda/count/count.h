/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Population, births and deaths. */
#pragma once

#include "cuda/engine/engine.h"

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
