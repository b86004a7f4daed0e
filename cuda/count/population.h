/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Population, births and deaths of a world on a GPU. */
#pragma once

#include "cuda/engine/cuda-engine.h"

#define LIFE_COUNT_THREADS 256

/* How many blocks of so many threads go over all words; @lanes of these, a power of two,
 * go along a row, four words each at a time. */
unsigned int life_count_blocks (const LifeCudaEngine *self, uint32_t *lanes);

gboolean life_count_init (LifeCudaEngine *self, GError **error);
void life_count_clear (LifeCudaEngine *self);

/* Enqueues a count of the present cells into LifeCudaCounting.counts[@slot], with births and
 * deaths if @what has them; @drawn: right behind life_draw_on_device(). */
gboolean life_population_enqueue (LifeCudaEngine *self, guint what, guint slot,
    gboolean drawn, GError **error);
