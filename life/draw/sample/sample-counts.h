/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples below zoom 1 where there are two colors: how many of the cells under a pixel
 * are alive. */
#pragma once

#include "life/draw/view/mapping.h"
#include "life/draw/sample/sample-kernels.h"
#include "life/draw/sample/sample.h"

/* Owns the mappings from now on. Indices are of means, or where @least is there, of the
 * densities that it bounds (density.h). */
LifeSampler *life_count_sampler_new (const LifeSampleKernels *kernels,
    const LifeMapping *columns, const LifeMapping *rows, gdouble zoom,
    const guint64 *least);
