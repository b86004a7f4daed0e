/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Draws a world's pictures, on its GPU. */
#pragma once

#include "cuda/draw/cuda-renderer.h"

/* Enqueues the drawing of @frame, which lies on the GPU. Where that comes by the
 * population, and @population, which both sides see, is not NULL, it is written there, and
 * *@counted is set to whether it is. */
gboolean life_draw_on_device (LifeCudaRenderer *renderer, const LifeView *view,
    const LifeFrame *frame, uint64_t *population, gboolean *counted,
    GError **error);

/* Enqueues what sums up what @frame, some rows of a picture, shows of the own cells of a part:
 * @n_sums numbers for each pixel (life_draw_sums()), left in self->sums. */
gboolean life_sum_on_device (LifeCudaDrawer *self, const LifeView *view,
    const LifeFrame *frame, guint n_sums, GError **error);

/* Resets what frames leave to the next one: one of them was not finished. Nothing of it
 * may be running. */
void life_draw_invalidate (LifeCudaDrawer *self);

void life_draw_clear (LifeCudaDrawer *self);

/* --- fade.cu: fading on a GPU --- */

/* Enqueues that @frame fades out of @previous, both on the GPU and of one shape; @share is
 * what remains of @previous (life/draw/paint/blend.h). */
gboolean life_fade_on_device (const LifeLauncher &launcher,
    const LifeFrame *frame, const LifeFrame *previous, guint32 share,
    GError **error);

/* --- caption.cu: captions on a GPU --- */

gboolean life_cuda_lay_caption (LifeRenderer *renderer, const LifeFrame *frame,
    const LifeCaption *caption, GError **error);
void life_caption_clear (LifeCudaCaption *self);

/* --- absorb.cu: pictures that change cells --- */

gboolean life_cuda_absorb (LifeRenderer *renderer,
    const LifeArrivingPicture *arriving, GError **error);
void life_absorb_clear (LifeCudaArrival *self);
