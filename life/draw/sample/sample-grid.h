/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Borders of cells over what another sampler shows. */
#pragma once

#include "life/draw/color/coloring.h"
#include "life/draw/sample/sample-kernels.h"
#include "life/draw/sample/sample.h"

/* For a frame of so many pixels of a plane of so many cells. Owns @under from now on, whose
 * indices stand for the colors of @coloring. */
LifeSampler *life_grid_sampler_new (const LifeSampleKernels *kernels,
    LifeSampler *under, guint width, guint height, guint32 n_columns,
    guint32 n_rows, const LifeView *view, const LifeColoring *coloring);
