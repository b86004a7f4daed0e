/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples where pixels are not whole cells: the mean of the colors of the
 * cells under a pixel. */
#pragma once

#include "life/draw/view/mapping.h"
#include "life/draw/color/palette.h"
#include "life/draw/sample/sample-kernels.h"
#include "life/draw/sample/sample.h"

/* Owns the mappings from now on. */
LifeSampler *life_mean_sampler_new (const LifeSampleKernels *kernels,
    const LifeMapping *columns, const LifeMapping *rows, gdouble zoom,
    const LifeColors *colors);
