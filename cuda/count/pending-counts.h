/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts that are pending with a picture of the same cells. */
#pragma once

#include "cuda/engine/cuda-engine.h"

/* What draws the picture.
 * @draw: enqueues it by the engine's launcher. Where drawing comes by the population, and
 *   @population, which both sides see, is not NULL, that is written there, and *@counted set
 * @stays: nothing of it crosses to the host, and so it is replayed where it comes round. What
 *   draw() passes to kernels is then equal to the byte where nothing changed */
typedef struct {
  gboolean (*draw) (
      gpointer data, guint64 *population, gboolean *counted, GError **error);
  gpointer data;
  gboolean stays;
} LifeDrawing;

gboolean life_pending_counts_init (LifeCudaEngine *self, GError **error);
void life_pending_counts_clear (LifeCudaEngine *self);

/* Called in the engine's context. Enqueues in @slot a picture of the present cells, and what is
 * counted of them; @drawing is NULL where the picture is empty. */
gboolean life_pending_counts_begin (LifeCudaEngine *self, guint slot,
    LifeCountFlags requested, const LifeDrawing *drawing, GError **error);

/* Waits for the counts in @slot, and for the picture if that stays. */
gboolean life_pending_counts_finish (
    LifeCudaEngine *self, guint slot, LifeStatistics *counts, GError **error);
