/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a pixel that shows many cells has on a GPU, cell by cell: how many of them live, or
 * the mean of their colors, by the arithmetic of life/draw/sample/sample-means.c and
 * sample-counts.c. Which cells lie under a pixel is found on the host by
 * life/draw/view/mapping.c; which kernels use it is their business. */
#pragma once

#include "cuda/draw/sample/sample.cuh"

#include "life/draw/color/pixel.h"
#include "life/draw/view/covered.h"

struct LifeCoveredAxis {
  const int64_t *edges; /* LifeMapping.edges */
  uint32_t n_pixels, n_cells, fraction_bits;
};

/* A pixel that @lanes threads, a power of two, share; those that are not @shown lie outside
 * the frame, but take part in adding up. */
struct LifeCoveredPixel {
  uint32_t x, y;
  bool shown;
  uint32_t lane, lanes;
};

/* The part of pixel @pixel that lies in the world; with fewer registers than by
 * life_covered_part(). */
static __device__ __forceinline__ LifeCoveredPart
life_covered_pixel (const LifeCoveredAxis &axis, uint32_t pixel)
{
  const int64_t limit = (int64_t) axis.n_cells << axis.fraction_bits;
  const int64_t first = axis.edges[pixel], end = axis.edges[pixel + 1];

  return { min (max (first, (int64_t) 0), limit),
    min (max (end, (int64_t) 0), limit) };
}

/* How much of @cell lies there. */
static __device__ __forceinline__ uint64_t
life_covered_overlap (
    LifeCoveredPart part, int64_t cell, uint32_t fraction_bits)
{
  return (uint64_t) (min (part.end, (cell + 1) << fraction_bits)
                     - max (part.first, cell << fraction_bits));
}

/* The whole of a pixel. */
static __device__ __forceinline__ uint64_t
life_covered_area (const LifeCoveredAxis &columns, const LifeCoveredAxis &rows,
    LifeCoveredPixel pixel)
{
  return (uint64_t) (columns.edges[pixel.x + 1] - columns.edges[pixel.x])
         * (uint64_t) (rows.edges[pixel.y + 1] - rows.edges[pixel.y]);
}

/* The index for how many cells live, or by @thresholds; valid in lane 0 of a pixel that is
 * shown. */
static __device__ __forceinline__ uint8_t
life_covered_index (const LifeSampledPlane &plane,
    const LifeCoveredAxis &columns, const LifeCoveredAxis &rows,
    LifeCoveredPixel pixel, const uint64_t *thresholds)
{
  const uint32_t bits = columns.fraction_bits;
  uint64_t sum = 0;

  if (pixel.shown) {
    const LifeCoveredPart across = life_covered_pixel (columns, pixel.x);
    const LifeCoveredPart down = life_covered_pixel (rows, pixel.y);
    const long long end = (across.end + (1ll << bits) - 1) >> bits;
    for (long long row = down.first >> bits; row << bits < down.end; row++) {
      const LifeSampledRow cells = life_sample_row (plane, (uint32_t) row);
      uint64_t alive = 0;
      for (long long column = (across.first >> bits) + pixel.lane; column < end;
           column += pixel.lanes)
        if (life_sample_state (plane, cells, (uint32_t) column))
          alive += life_covered_overlap (across, column, bits);
      sum += alive * life_covered_overlap (down, row, bits);
    }
  }
  for (uint32_t distance = pixel.lanes / 2; distance > 0; distance /= 2)
    sum += __shfl_down_sync (~0u, sum, distance);
  if (!pixel.shown)
    return 0;
  if (thresholds != NULL)
    return life_pixel_density (thresholds, sum);
  const uint64_t total = life_covered_area (columns, rows, pixel);
  return life_pixel_coverage (sum, total, 255.0 / total);
}

/* The mean of the colors that @table has for indices, likewise. */
template <class Indices>
static __device__ __forceinline__ uint32_t
life_covered_color (const Indices &indices, const LifeCoveredAxis &columns,
    const LifeCoveredAxis &rows, LifeCoveredPixel pixel, const uint32_t *table)
{
  const uint32_t bits = columns.fraction_bits;
  uint64_t sums[4] = { 0, 0, 0, 0 }, covered_area = 0;

  if (pixel.shown) {
    const LifeCoveredPart across = life_covered_pixel (columns, pixel.x);
    const LifeCoveredPart down = life_covered_pixel (rows, pixel.y);
    const long long end = (across.end + (1ll << bits) - 1) >> bits;
    covered_area = (uint64_t) (across.end - across.first)
                   * (uint64_t) (down.end - down.first);
    for (long long row = down.first >> bits; row << bits < down.end; row++) {
      const typename Indices::Row cells = indices.row ((uint32_t) row);
      const uint64_t height = life_covered_overlap (down, row, bits);
      uint64_t of_row[4] = { 0, 0, 0, 0 };
      for (long long column = (across.first >> bits) + pixel.lane; column < end;
           column += pixel.lanes) {
        const uint32_t width =
            (uint32_t) life_covered_overlap (across, column, bits);
        const uint32_t color = table[indices.get (cells, (uint32_t) column)];
#pragma unroll
        for (int i = 0; i < 4; i++)
          of_row[i] += width * (color >> 8 * i & 255);
      }
#pragma unroll
      for (int i = 0; i < 4; i++)
        sums[i] += of_row[i] * height;
    }
  }
  for (uint32_t distance = pixel.lanes / 2; distance > 0; distance /= 2)
#pragma unroll
    for (int i = 0; i < 4; i++)
      sums[i] += __shfl_down_sync (~0u, sums[i], distance);
  if (!pixel.shown)
    return 0;
  const uint64_t total = life_covered_area (columns, rows, pixel);
  uint32_t color = 0;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const uint32_t dead = table[0] >> 8 * i & 255;
    color |= (uint32_t) life_pixel_mean (
                 sums[i] + dead * (total - covered_area), total, 1.0 / total)
             << 8 * i;
  }
  return color;
}

/* --- On the host --- */

/* @edges: those of @axis on the GPU. */
static inline LifeCoveredAxis
life_covered_axis (const LifeAxisPlan &axis, const LifeScratch &edges)
{
  const LifeMapping &mapping = axis.mapping;

  return { (const int64_t *) edges.data, mapping.n_pixels, mapping.n_cells,
    mapping.fraction_bits };
}

/* How many threads share a pixel of many cells. */
static inline uint32_t
life_covered_lanes (gdouble zoom)
{
  uint32_t lanes = 1;

  while (lanes < 32 && lanes * zoom < 0.5)
    lanes *= 2;
  return lanes;
}
