/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples on a GPU where pixels are not whole cells, cell by cell: means of colors, and counts where cells do
 * not lie in strips (sample-strips.cu), by the arithmetic of life/draw/sample/sample-means.c
 * and sample-counts.c. Which cells lie under a pixel is found on the host by
 * life/draw/view/mapping.c. */
#include "cuda/draw/adjacent.cuh"

#include "life/draw/color/pixel.h"

#include <string.h>

#define THREADS 256

/* --- Counts --- */

struct CoveredAxis {
  const int64_t *edges; /* LifeMapping.edges */
  uint32_t n_pixels, n_cells, fraction_bits;
};

/* The part of pixel @pixel that lies in the world. */
static __device__ __forceinline__ longlong2
covered (const CoveredAxis &axis, uint32_t pixel)
{
  const long long limit = (long long) axis.n_cells << axis.fraction_bits;
  const long long first = axis.edges[pixel], end = axis.edges[pixel + 1];

  return make_longlong2 (
      min (max (first, 0ll), limit), min (max (end, 0ll), limit));
}

/* How much of @cell lies there. */
static __device__ __forceinline__ uint64_t
overlap (longlong2 part, long long cell, uint32_t fraction_bits)
{
  return (uint64_t) (min (part.y, (cell + 1) << fraction_bits)
                     - max (part.x, cell << fraction_bits));
}

/* @lanes threads, a power of two, share a pixel. */
static __global__ void
__launch_bounds__ (THREADS)
    count_kernel (const __grid_constant__ LifeSampledPlane plane,
        const __grid_constant__ CoveredAxis columns,
        const __grid_constant__ CoveredAxis rows, uint32_t lanes,
        const uint64_t *least, uint8_t *indices)
{
  const uint64_t thread = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const uint64_t pixel = thread / lanes;
  const uint32_t x = (uint32_t) (pixel % columns.n_pixels);
  const uint32_t y = (uint32_t) (pixel / columns.n_pixels);
  const bool shown = y < rows.n_pixels;
  const uint32_t bits = columns.fraction_bits;
  uint64_t sum = 0;

  if (shown) {
    const longlong2 across = covered (columns, x), down = covered (rows, y);
    const long long end = (across.y + (1ll << bits) - 1) >> bits;
    for (long long row = down.x >> bits; row << bits < down.y; row++) {
      const LifeSampledRow cells = life_sample_row (plane, (uint32_t) row);
      uint64_t alive = 0;
      for (long long column = (across.x >> bits) + thread % lanes; column < end;
           column += lanes)
        if (life_sample_state (plane, cells, (uint32_t) column))
          alive += overlap (across, column, bits);
      sum += alive * overlap (down, row, bits);
    }
  }
  for (uint32_t distance = lanes / 2; distance > 0; distance /= 2)
    sum += __shfl_down_sync (~0u, sum, distance);
  if (!shown || thread % lanes != 0)
    return;

  const uint64_t total = (uint64_t) (columns.edges[x + 1] - columns.edges[x])
                         * (uint64_t) (rows.edges[y + 1] - rows.edges[y]);
  indices[pixel] = least != NULL
                       ? life_pixel_density (least, sum)
                       : life_pixel_coverage (sum, total, 255.0 / total);
}

/* --- Means of colors --- */

/* LifeColors, a word each. */
struct StateColors {
  uint32_t colors[256];
};

/* As count_kernel(): four sums per pixel instead of one. */
template <class Indices>
static __global__ void
__launch_bounds__ (THREADS)
    color_kernel (const __grid_constant__ Indices indices,
        const __grid_constant__ CoveredAxis columns,
        const __grid_constant__ CoveredAxis rows,
        const __grid_constant__ StateColors states, uint32_t lanes,
        uint32_t *colors)
{
  const uint64_t thread = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const uint64_t pixel = thread / lanes;
  const uint32_t x = (uint32_t) (pixel % columns.n_pixels);
  const uint32_t y = (uint32_t) (pixel / columns.n_pixels);
  const bool shown = y < rows.n_pixels;
  const uint32_t bits = columns.fraction_bits;
  __shared__ uint32_t table[256];
  uint64_t sums[4] = { 0, 0, 0, 0 }, covered_area = 0;

  table[threadIdx.x] = states.colors[threadIdx.x];
  __syncthreads ();
  if (shown) {
    const longlong2 across = covered (columns, x), down = covered (rows, y);
    const long long end = (across.y + (1ll << bits) - 1) >> bits;
    covered_area =
        (uint64_t) (across.y - across.x) * (uint64_t) (down.y - down.x);
    for (long long row = down.x >> bits; row << bits < down.y; row++) {
      const typename Indices::Row cells = indices.row ((uint32_t) row);
      const uint64_t height = overlap (down, row, bits);
      uint64_t of_row[4] = { 0, 0, 0, 0 };
      for (long long column = (across.x >> bits) + thread % lanes; column < end;
           column += lanes) {
        const uint32_t width = (uint32_t) overlap (across, column, bits);
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
  for (uint32_t distance = lanes / 2; distance > 0; distance /= 2)
#pragma unroll
    for (int i = 0; i < 4; i++)
      sums[i] += __shfl_down_sync (~0u, sums[i], distance);
  if (!shown || thread % lanes != 0)
    return;

  const uint64_t total = (uint64_t) (columns.edges[x + 1] - columns.edges[x])
                         * (uint64_t) (rows.edges[y + 1] - rows.edges[y]);
  uint32_t color = 0;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const uint32_t dead = table[0] >> 8 * i & 255;
    color |= (uint32_t) life_pixel_mean (
                 sums[i] + dead * (total - covered_area), total, 1.0 / total)
             << 8 * i;
  }
  colors[pixel] = color;
}

/* --- On the host --- */

static CoveredAxis
covered_axis (const LifeAxisMapping &axis)
{
  return { (const int64_t *) axis.table.data, axis.mapping.n_pixels,
    axis.mapping.n_cells, axis.mapping.fraction_bits };
}

/* How many threads share a pixel of many cells. */
static uint32_t
choose_lanes (gdouble zoom)
{
  uint32_t lanes = 1;

  while (lanes < 32 && lanes * zoom < 0.5)
    lanes *= 2;
  return lanes;
}

static dim3
count_blocks (
    const LifeAxisMapping &columns, const LifeAxisMapping &rows, uint32_t lanes)
{
  const uint64_t threads =
      (uint64_t) columns.mapping.n_pixels * rows.mapping.n_pixels * lanes;

  return dim3 ((unsigned) ((threads - 1) / THREADS + 1));
}

cudaError_t
life_sample_counts (const LifeLauncher &launcher, const LifeSampledPlane &plane,
    const LifeAxisMapping &columns, const LifeAxisMapping &rows,
    const uint64_t *least, uint8_t *indices)
{
  const uint32_t lanes = choose_lanes (columns.zoom);

  return life_launch (launcher, count_kernel,
      count_blocks (columns, rows, lanes), dim3 (THREADS), 0, plane,
      covered_axis (columns), covered_axis (rows), lanes, least, indices);
}

template <class Indices>
cudaError_t
life_sample_means (const LifeLauncher &launcher, const Indices &indices,
    const LifeAxisMapping &columns, const LifeAxisMapping &rows,
    const LifeColors &colors, uint32_t *samples)
{
  const uint32_t lanes = choose_lanes (columns.zoom);
  StateColors states;

  memcpy (states.colors, colors.rgba, sizeof states.colors);
  return life_launch (launcher, color_kernel<Indices>,
      count_blocks (columns, rows, lanes), dim3 (THREADS), 0, indices,
      covered_axis (columns), covered_axis (rows), states, lanes, samples);
}

#define INSTANTIATE(Indices)                                             \
  template cudaError_t life_sample_means (const LifeLauncher &,          \
      const Indices &, const LifeAxisMapping &, const LifeAxisMapping &, \
      const LifeColors &, uint32_t *);

INSTANTIATE (LifeStateIndices<LIFE_SAMPLE_BITS>)
INSTANTIATE (LifeStateIndices<LIFE_SAMPLE_INDICES>)
INSTANTIATE (LifeLookBackIndices)
INSTANTIATE (LifeNeighborIndices)
INSTANTIATE (LifeAdjacentIndices)
