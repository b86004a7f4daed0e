/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples of worlds that are seen in perspective, on a GPU. */
#pragma once

#include "cuda/draw/body/spacetime.h"
#include "cuda/draw/sample/cuda-drawer.h"

/* What drawing a body caches between frames: which blocks have live cells; what is looked up for
 * a cell, and what that follows from; stacked frames of a 2D world. */
struct LifeCudaBody {
  LifeScratch blocks, tables;
  gboolean valid;
  gdouble gain;
  LifeCudaStack stack;
};

/* Enqueues what leaves a color for each pixel in the samples of @drawer, by its plan; of
 * LIFE_VIEW_SPACETIME the present cells are frame @number of the stack. */
gboolean life_body_sample (LifeCudaBody *self, LifeCudaDrawer *drawer,
    guint64 number, const LifeView *view, const LifeFrame *frame,
    GError **error);

void life_body_clear (LifeCudaBody *body);
