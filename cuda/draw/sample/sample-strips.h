/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts of live cells under pixels, for worlds in strips. */
#pragma once

#include "cuda/draw/sample/sample.cuh"

/* Cells along the side of a pixel; with more their counts may not fit their types. */
#define LIFE_STRIP_COUNTS_MAX_SIDE 4096

gboolean life_strip_counts_can_sample (
    const LifeSampledPlane &plane, gdouble zoom);

/* Enqueues what leaves an index for each pixel in the samples of @drawer, as
 * life_sample_counts(). Where all of the world shows, and @population, which lies where both
 * sides see it, is not NULL, it is counted on the way, and *@counted is set. */
gboolean life_strip_counts_sample (LifeCudaDrawer *drawer,
    const LifeSampledPlane &plane, uint64_t *population, gboolean *counted,
    GError **error);

void life_strip_counts_clear (LifeStripCounts *self);
