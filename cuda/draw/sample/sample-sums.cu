/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sums up what pixels show of a part of a world.
 *
 * A pixel of many cells is shared by the lanes of a warp, of which each goes down some of
 * its columns, and by blocks that take some of its rows each, so that two rows of pixels
 * occupy a GPU: a few numbers are added to memory for each block, pixel and number. Of
 * cells in strips a word is read for each cell, 4 bytes, since a row of pixels at a border
 * lies in one strip. */
#include "cuda/draw/sample/indices.cuh"
#include "cuda/draw/sample/sample-means.cuh"
#include "cuda/draw/sample/sample-sums.h"

#define THREADS 256

/* Rows of cells that a block takes at least, and blocks that share a pixel at most. */
#define MIN_ROWS 32
#define MAX_BLOCKS 1024

/* What threads of a pixel have, added up and added to the pixel's. */
template <int N>
static __device__ __forceinline__ void
add_to_pixel (LifeCoveredPixel pixel, uint64_t (&found)[N], uint64_t *sums)
{
  for (uint32_t distance = pixel.lanes / 2; distance > 0; distance /= 2)
#pragma unroll
    for (int i = 0; i < N; i++)
      found[i] += __shfl_down_sync (~0u, found[i], distance);
  if (!pixel.shown || pixel.lane > 0)
    return;
#pragma unroll
  for (int i = 0; i < N; i++)
    if (found[i] > 0)
      atomicAdd ((unsigned long long *) &sums[i], found[i]);
}

template <class Indices, int N>
static __global__ void
__launch_bounds__ (THREADS) sum_kernel (const __grid_constant__ Indices indices,
    const __grid_constant__ LifeCoveredAxis columns,
    const __grid_constant__ LifeCoveredAxis rows,
    const __grid_constant__ LifeStateColors states, uint32_t lanes,
    uint32_t chunk, uint64_t *sums)
{
  const uint64_t thread = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const uint64_t index = thread / lanes;
  const uint32_t y = (uint32_t) (index / columns.n_pixels);
  const LifeCoveredPixel pixel = { (uint32_t) (index % columns.n_pixels), y,
    y < rows.n_pixels, (uint32_t) (thread % lanes), lanes };
  const uint32_t bits = columns.fraction_bits;
  uint64_t found[N] = {};
  __shared__ uint32_t table[256];

  table[threadIdx.x] = states.colors[threadIdx.x];
  __syncthreads ();
  if (pixel.shown) {
    const LifeCoveredPart across = life_covered_pixel (columns, pixel.x);
    const LifeCoveredPart down = life_covered_pixel (rows, pixel.y);
    const long long end = (across.end + (1ll << bits) - 1) >> bits;
    const long long first =
        (down.first >> bits) + (long long) blockIdx.y * chunk;
    for (long long row = first; row < first + chunk && row << bits < down.end;
         row++) {
      const typename Indices::Row cells = indices.row ((uint32_t) row);
      const uint64_t height = life_covered_overlap (down, row, bits);
      uint64_t of_row[N] = {};
      for (long long column = (across.first >> bits) + pixel.lane; column < end;
           column += lanes) {
        const uint32_t width =
            (uint32_t) life_covered_overlap (across, column, bits);
        const uint32_t index = indices.get (cells, (uint32_t) column);
        if constexpr (N == 1) {
          of_row[0] += index > 0 ? width : 0;
        } else {
#pragma unroll
          for (int i = 0; i < N; i++)
            of_row[i] += (uint64_t) width * (table[index] >> 8 * i & 255);
        }
      }
#pragma unroll
      for (int i = 0; i < N; i++)
        found[i] += of_row[i] * height;
    }
  }
  add_to_pixel (pixel, found, sums + N * index);
}

/* A pixel shows one cell, or none of the part's. */
template <class Indices>
static __global__ void
__launch_bounds__ (THREADS) index_kernel (
    const __grid_constant__ Indices indices, const uint32_t *columns,
    const uint32_t *rows, uint32_t width, uint32_t height, uint64_t *sums)
{
  const uint32_t x = blockIdx.x * THREADS + threadIdx.x;

  for (uint32_t y = blockIdx.y; x < width && y < height; y += gridDim.y) {
    const uint32_t column = columns[x], row = rows[y];

    sums[(size_t) y * width + x] =
        column == LIFE_MAPPING_OUTSIDE || row == LIFE_MAPPING_OUTSIDE
            ? 0
            : indices.get (indices.row (row), column);
  }
}

/* --- On the host --- */

/* Rows of cells that the highest pixel shows, or parts of. */
static uint32_t
count_rows (const LifeMapping *rows)
{
  gint64 highest = 0;

  for (guint i = 0; i < rows->n_pixels; i++)
    highest = MAX (highest, rows->edges[i + 1] - rows->edges[i]);
  return (uint32_t) (highest >> rows->fraction_bits) + 2;
}

template <class Indices, int N>
static cudaError_t
launch_sums (const LifeLauncher &launcher, const Indices &indices,
    const LifeUploadedPlan &uploaded, uint64_t *sums)
{
  const LifePicturePlan &plan = uploaded.plan;
  const LifeMapping &columns = plan.columns.mapping, &rows = plan.rows.mapping;
  const uint32_t lanes = life_covered_lanes (plan.layout.view.zoom);
  const uint32_t n_rows = count_rows (&rows);
  const uint32_t chunk = MAX (n_rows / MAX_BLOCKS + 1, MIN_ROWS);
  const size_t pixels = (size_t) columns.n_pixels * rows.n_pixels;
  const dim3 blocks ((unsigned) ((pixels * lanes - 1) / THREADS + 1),
      (n_rows - 1) / chunk + 1);
  const cudaError_t result =
      cudaMemsetAsync (sums, 0, pixels * N * sizeof *sums, launcher.stream);
  const LifeStateColors states = life_state_colors (plan);

  return result != cudaSuccess
             ? result
             : life_launch (launcher, sum_kernel<Indices, N>, blocks,
                 dim3 (THREADS), 0, indices,
                 life_covered_axis (uploaded.plan.columns, uploaded.columns),
                 life_covered_axis (uploaded.plan.rows, uploaded.rows), states,
                 lanes, chunk, sums);
}

template <class Indices>
cudaError_t
life_sample_sums (const LifeCudaDrawer *drawer, const Indices &indices,
    const LifeUploadedPlan &uploaded, guint n_sums)
{
  const LifeLauncher &launcher = drawer->cuda->launcher;
  const guint width = uploaded.plan.columns.mapping.n_pixels;
  const guint height = uploaded.plan.rows.mapping.n_pixels;
  uint64_t *sums = (uint64_t *) drawer->sums.data;

  if (uploaded.plan.content == LIFE_PIXEL_CONTENT_CELL)
    return life_launch (launcher, index_kernel<Indices>,
        dim3 ((width - 1) / THREADS + 1, height), dim3 (THREADS), 0, indices,
        (const uint32_t *) uploaded.columns.data,
        (const uint32_t *) uploaded.rows.data, width, height, sums);
  return n_sums == 1
             ? launch_sums<Indices, 1> (launcher, indices, uploaded, sums)
             : launch_sums<Indices, 4> (launcher, indices, uploaded, sums);
}

#define INSTANTIATE(Indices)                                     \
  template cudaError_t life_sample_sums (const LifeCudaDrawer *, \
      const Indices &, const LifeUploadedPlan &, guint);

INSTANTIATE (LifeStateIndices<LIFE_SAMPLE_BITS>)
INSTANTIATE (LifeStateIndices<LIFE_SAMPLE_INDICES>)
