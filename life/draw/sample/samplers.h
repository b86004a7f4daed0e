/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* All samplers of planes (sample.h), each in a file of its own. They are made by a plan, whose
 * tables they read. */
#pragma once

#include "life/draw/plan/picture-plan.h"
#include "life/draw/sample/sample-kernels.h"
#include "life/draw/sample/sample.h"

/* sample-cells.c: a zoom from 1 on where a pixel shows one cell. */
LifeSampler *life_cell_sampler_new (const LifePicturePlan *plan);

/* sample-counts.c: below zoom 1 with two colors, how many of the cells under a pixel are alive:
 * indices of means, or of densities. */
LifeSampler *life_count_sampler_new (
    const LifeSampleKernels *kernels, const LifePicturePlan *plan);

/* sample-means.c: pixels that are not whole cells, the mean of the colors of the cells under
 * each. */
LifeSampler *life_mean_sampler_new (
    const LifeSampleKernels *kernels, const LifePicturePlan *plan);

/* Columns of cells that are summed at a time: 16 kB of lanes. */
#define LIFE_MEAN_CHUNK 2048

/* Areas in a row, whose colors sample-means.c sums: @edges between them, counted from column
 * @first of the world, of which @n_columns follow. @states and @columns have room for a chunk,
 * four lanes each of the latter. */
typedef struct {
  const LifeSampleKernels *kernels;
  const LifeColorBytes *colors;
  const LifeCellPlane *plane;
  guint8 *states;
  guint16 *columns;
  guint32 first, n_columns;
  guint fraction_bits;
  const LifeMeanEdge *edges;
  guint n_edges;
} LifeMeanAreas;

/* Sums the colors of the rows from @top to @bottom, in cells × 2^fraction_bits, up to each
 * edge; what lies before the first one may be in all sums. */
void life_mean_sum_areas (const LifeMeanAreas *areas, guint64 top,
    guint64 bottom, LifeMeanLanes *sums);

/* sample-turned.c: turned views, the mean of 4 × 4 points of a pixel. Where pixels show counts,
 * samples are indices as life_count_sampler_new() has them. */
LifeSampler *life_turned_sampler_new (
    const LifeSampleKernels *kernels, const LifePicturePlan *plan);

/* sample-grid.c: borders of cells over what another sampler shows. Owns @under from now on. */
LifeSampler *life_grid_sampler_new (const LifeSampleKernels *kernels,
    LifeSampler *under, const LifePicturePlan *plan);

/* sample-montage.c: all planes of a world side by side. Owns @tile from now on, the sampler of a
 * tile of @plan's montage. */
LifeSampler *life_montage_sampler_new (const LifeSampleKernels *kernels,
    LifeSampler *tile, const LifePicturePlan *plan);

/* sample-pixels.c: pixels whose indices or colors are there already, rows of LifeCellPlane.pixels of
 * a frame of @width × @height. */
LifeSampler *life_pixel_sampler_new (
    guint width, guint height, guint pixel_bytes);
