/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples all planes of a world side by side. */
#pragma once

#include "life/draw/color/palette.h"
#include "life/draw/sample/sample-kernels.h"
#include "life/draw/sample/sample.h"
#include "life/draw/view/montage.h"

/* Owns @tile from now on, the sampler of a tile of @montage; its indices have @colors. */
LifeSampler *life_montage_sampler_new (const LifeSampleKernels *kernels,
    LifeSampler *tile, const LifeMontage *montage, guint width,
    const LifeView *view, const LifeColors *colors);
