/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples of turned views: the mean of 4 × 4 places of a pixel. */
#pragma once

#include "life/draw/color/coloring.h"
#include "life/draw/sample/sample-kernels.h"
#include "life/draw/sample/sample.h"
#include "life/draw/view/turn.h"

/* For a frame of so many pixels. Where cells are but dead or alive, samples below zoom 1
 * are indices as life_count_sampler_new() has them. */
LifeSampler *life_turned_sampler_new (const LifeSampleKernels *kernels,
    const LifeTurn *turn, guint width, guint height, const LifeView *view,
    const LifeColoring *coloring);
