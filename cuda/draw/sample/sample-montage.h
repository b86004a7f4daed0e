/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples of all planes of a world side by side, on a GPU. */
#pragma once

#include "cuda/draw/sample/cuda-drawer.h"

#include "life/draw/view/montage.h"

/* Enqueues what leaves a color for each pixel of @frame. @view is that of a tile, for which
 * axes, palette, densities and history of @self are ready. */
cudaError_t life_sample_montage (LifeCudaDrawer *self,
    const LifeMontage &montage, const LifeView *view, const LifeFrame *frame,
    uint32_t *colors);
