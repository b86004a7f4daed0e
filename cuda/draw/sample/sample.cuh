/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples on a GPU: what is at each pixel of a frame, in the kinds of
 * life/draw/sample/sample.h. A sampler is either a struct whose get() the painter calls for
 * its pixels (LifeCellSamples), or a kernel of its own that leaves samples in memory,
 * which the painter then reads (LifeReadySamples). A new view is one or the other. */
#pragma once

#include "cuda/draw/sample/cuda-drawer.h"

#include "life/draw/sample/sample.h"

#include <string.h>

/* So many pixels of a row are requested at once. */
#define LIFE_SAMPLE_WIDTH 8

/* A plane cut out of the world. */
struct LifeSampledPlane {
  LifeStorage storage;
  const uint32_t *cells;
  LifeAxis axis;
  uint32_t slice;
};

/* A row of it that is read several times. */
struct LifeSampledRow {
  const uint32_t *words;
  uint32_t row, bit;
};

static __device__ __forceinline__ LifeSampledRow
life_sample_row (const LifeSampledPlane &plane, uint32_t row)
{
  LifeSampledRow found = { plane.cells, row, 0 };

  if (plane.axis != LIFE_AXIS_X) {
    const bool across_z = plane.axis == LIFE_AXIS_Z;
    const LifeStoragePosition position = life_storage_position (plane.storage,
        0, across_z ? row : plane.slice, across_z ? plane.slice : row);
    found.words += position.word;
    found.bit = position.bit;
  }
  return found;
}

/* The state of a cell. */
static __device__ __forceinline__ uint32_t
life_sample_state (
    const LifeSampledPlane &plane, const LifeSampledRow &row, uint32_t column)
{
  if (plane.axis == LIFE_AXIS_X)
    return life_storage_get (
        plane.storage, plane.cells, plane.slice, column, row.row);
  switch (plane.storage.layout) {
    case LIFE_LAYOUT_BYTES:
      return ((const uint8_t *) row.words)[column];
    case LIFE_LAYOUT_ROWS:
      return row.words[column / 32] >> column % 32 & 1;
    default: {
      const uint32_t *word = row.words + column;
      uint32_t state = *word >> row.bit & 1;
      for (uint32_t bit = 1; bit < plane.storage.bits; bit++)
        state |= (word[bit * plane.storage.bit_plane] >> row.bit & 1) << bit;
      return state;
    }
  }
}

/* --- At whole zooms from 1 on: a pixel shows one cell --- */

/* @Indices returns what is at a cell (indices.cuh). */
template <class Indices> struct LifeCellSamples {
  Indices indices;
  const uint32_t *columns, *rows; /* LifeMapping.cells */

  static const LifeSampleKind kind = Indices::kind;

  /* The samples of LIFE_SAMPLE_WIDTH pixels from (@x, @y) on; those from column
   * @end on repeat the last one. */
  __device__ __forceinline__ void
  get (uint32_t x, uint32_t y, uint32_t end,
      uint32_t (&samples)[LIFE_SAMPLE_WIDTH]) const
  {
    const uint32_t shown_row = rows[y];
    const bool outside = shown_row == LIFE_MAPPING_OUTSIDE;
    const typename Indices::Row row = indices.row (outside ? 0 : shown_row);
    uint32_t cells[LIFE_SAMPLE_WIDTH];

#pragma unroll
    for (uint32_t i = 0; i < LIFE_SAMPLE_WIDTH; i++)
      cells[i] = columns[min (x + i, end - 1)];
#pragma unroll
    for (uint32_t i = 0; i < LIFE_SAMPLE_WIDTH; i++)
      samples[i] = outside || cells[i] == LIFE_MAPPING_OUTSIDE
                       ? 0
                       : indices.get (row, cells[i]);
  }
};

/* --- Ready ones --- */

/* Samples that a kernel of their own left in memory, a row after the other. */
template <LifeSampleKind of, class Sample> struct LifeReadySamples {
  const Sample *samples;
  size_t width;

  static const LifeSampleKind kind = of;

  __device__ __forceinline__ void
  get (uint32_t x, uint32_t y, uint32_t end,
      uint32_t (&found)[LIFE_SAMPLE_WIDTH]) const
  {
#pragma unroll
    for (uint32_t i = 0; i < LIFE_SAMPLE_WIDTH; i++)
      found[i] = samples[y * width + min (x + i, end - 1)];
  }
};

/* The samples of two rows of pixels, as the painter requests them. A sampler that gains by
 * both at once has a function of its own. */
template <class Sampler>
static __device__ __forceinline__ void
life_sample_rows (const Sampler &sampler, uint32_t x, uint32_t y,
    uint32_t last_y, uint32_t end, uint32_t (&samples)[2][LIFE_SAMPLE_WIDTH])
{
  sampler.get (x, y, end, samples[0]);
  sampler.get (x, last_y, end, samples[1]);
}

/* LifeColors as a parameter of kernels, a word each. */
struct LifeStateColors {
  uint32_t colors[256];
};

static inline LifeStateColors
life_state_colors (const LifePicturePlan &plan)
{
  LifeStateColors states;

  memcpy (states.colors, plan.coloring.colors.rgba, sizeof states.colors);
  return states;
}

/* --- Other samples, by kernels of their own and the plan of a picture that is not a montage --- */

/* Enqueue what leaves an index for each pixel where pixels show counts: sample-means.cu, and
 * sample-turned.cu of views that are turned. */
cudaError_t life_sample_counts (const LifeLauncher &launcher,
    const LifeSampledPlane &plane, const LifeUploadedPlan &uploaded,
    uint8_t *indices);
cudaError_t life_sample_turned_counts (const LifeLauncher &launcher,
    const LifeSampledPlane &plane, const LifeUploadedPlan &uploaded,
    uint8_t *indices);

/* Enqueue what leaves a color for each pixel: of means (sample-means.cu), of views that are
 * turned (sample-turned.cu), or of cells (sample-grid.cu). */
template <class Indices>
cudaError_t life_sample_means (const LifeLauncher &launcher,
    const Indices &indices, const LifeUploadedPlan &uploaded, uint32_t *colors);
template <class Indices>
cudaError_t life_sample_turned (const LifeLauncher &launcher,
    const Indices &indices, const LifeUploadedPlan &uploaded, uint32_t *colors);
template <class Indices>
cudaError_t life_sample_colors (const LifeLauncher &launcher,
    const Indices &indices, const LifeUploadedPlan &uploaded, uint32_t *colors);

/* Enqueues what lays lines over colors (sample-grid.cu). */
cudaError_t life_lay_grid (const LifeLauncher &launcher,
    const LifeUploadedPlan &uploaded, uint32_t *colors);
