/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples on a GPU where pixels are not whole cells: means of colors, and counts where cells
 * do not lie in strips (sample-strips.cu). What a pixel has is found in sample-means.cuh. */
#include "cuda/draw/sample/adjacent.cuh"
#include "cuda/draw/sample/cuda-project.h"
#include "cuda/draw/sample/sample-means.cuh"

#define THREADS 256

static __device__ __forceinline__ LifeCoveredPixel
find_pixel (
    const LifeCoveredAxis &columns, const LifeCoveredAxis &rows, uint32_t lanes)
{
  const uint64_t thread = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const uint64_t pixel = thread / lanes;
  const uint32_t y = (uint32_t) (pixel / columns.n_pixels);

  return { (uint32_t) (pixel % columns.n_pixels), y, y < rows.n_pixels,
    (uint32_t) (thread % lanes), lanes };
}

static __global__ void
__launch_bounds__ (THREADS)
    count_kernel (const __grid_constant__ LifeSampledPlane plane,
        const __grid_constant__ LifeCoveredAxis columns,
        const __grid_constant__ LifeCoveredAxis rows, uint32_t lanes,
        const uint64_t *thresholds, uint8_t *indices)
{
  const LifeCoveredPixel pixel = find_pixel (columns, rows, lanes);
  const uint8_t index =
      life_covered_index (plane, columns, rows, pixel, thresholds);

  if (pixel.shown && pixel.lane == 0)
    indices[(size_t) pixel.y * columns.n_pixels + pixel.x] = index;
}

template <class Indices>
static __global__ void
__launch_bounds__ (THREADS)
    color_kernel (const __grid_constant__ Indices indices,
        const __grid_constant__ LifeCoveredAxis columns,
        const __grid_constant__ LifeCoveredAxis rows,
        const __grid_constant__ LifeStateColors states, uint32_t lanes,
        uint32_t *colors)
{
  const LifeCoveredPixel pixel = find_pixel (columns, rows, lanes);
  __shared__ uint32_t table[256];

  table[threadIdx.x] = states.colors[threadIdx.x];
  __syncthreads ();
  const uint32_t color =
      life_covered_color (indices, columns, rows, pixel, table);
  if (pixel.shown && pixel.lane == 0)
    colors[(size_t) pixel.y * columns.n_pixels + pixel.x] = color;
}

/* --- On the host --- */

static dim3
count_blocks (const LifeUploadedPlan &uploaded, uint32_t lanes)
{
  const LifePicturePlan &plan = uploaded.plan;
  const uint64_t threads = (uint64_t) plan.columns.mapping.n_pixels
                           * plan.rows.mapping.n_pixels * lanes;

  return dim3 ((unsigned) ((threads - 1) / THREADS + 1));
}

cudaError_t
life_sample_counts (const LifeLauncher &launcher, const LifeSampledPlane &plane,
    const LifeUploadedPlan &uploaded, uint8_t *indices)
{
  const uint32_t lanes = life_covered_lanes (uploaded.plan.layout.view.zoom);

  return life_launch (launcher, count_kernel, count_blocks (uploaded, lanes),
      dim3 (THREADS), 0, plane,
      life_covered_axis (uploaded.plan.columns, uploaded.columns),
      life_covered_axis (uploaded.plan.rows, uploaded.rows), lanes,
      life_uploaded_plan_thresholds (uploaded), indices);
}

template <class Indices>
cudaError_t
life_sample_means (const LifeLauncher &launcher, const Indices &indices,
    const LifeUploadedPlan &uploaded, uint32_t *colors)
{
  const uint32_t lanes = life_covered_lanes (uploaded.plan.layout.view.zoom);
  const LifeStateColors states = life_state_colors (uploaded.plan);

  return life_launch (launcher, color_kernel<Indices>,
      count_blocks (uploaded, lanes), dim3 (THREADS), 0, indices,
      life_covered_axis (uploaded.plan.columns, uploaded.columns),
      life_covered_axis (uploaded.plan.rows, uploaded.rows), states, lanes,
      colors);
}

#define INSTANTIATE(Indices)                                    \
  template cudaError_t life_sample_means (const LifeLauncher &, \
      const Indices &, const LifeUploadedPlan &, uint32_t *);

INSTANTIATE (LifeStateIndices<LIFE_SAMPLE_BITS>)
INSTANTIATE (LifeStateIndices<LIFE_SAMPLE_INDICES>)
INSTANTIATE (LifeRecordedIndices)
INSTANTIATE (LifeNeighborIndices)
INSTANTIATE (LifeAdjacentIndices)
INSTANTIATE (LifeProjectedIndices)
INSTANTIATE (LifeSheetIndices)
