/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What pixels show of a part of a world, as numbers that are added to those of other parts
 * (LifeSampler.sum_row() in life/draw/sample/sample.h). */
#pragma once

#include "cuda/draw/sample/sample.cuh"

/* Enqueue what leaves @n_sums numbers for each pixel in the sums of @drawer, by a plan whose
 * rows show the part's own cells alone: an index where a pixel shows one cell; else how
 * many cells live, or, if @n_sums is 4, the sums of their colors' bytes. */
template <class Indices>
cudaError_t life_sample_sums (const LifeCudaDrawer *drawer,
    const Indices &indices, const LifeUploadedPlan &uploaded, guint n_sums);
