/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Borders of cells on a GPU, by the arithmetic of life/draw/view/grid-lines.h: samples become
 * colors, and lines are blended over those. A thread has a pixel: 8.3 MB are read and
 * written for 1920×1080 pixels. */
#include "cuda/draw/sample/adjacent.cuh"
#include "cuda/draw/sample/cuda-project.h"

#define THREADS 256

struct GridFrame {
  uint32_t width, height;
  uint32_t line, alpha; /* the plan's, LifeColors' four bytes as a word */
};

struct GridPixel {
  uint64_t at;
  uint32_t x, y;
};

static __device__ __forceinline__ GridPixel
find_pixel (const GridFrame &frame)
{
  const uint64_t at = (uint64_t) blockIdx.x * THREADS + threadIdx.x;

  return { at, (uint32_t) (at % frame.width), (uint32_t) (at / frame.width) };
}

/* @color with lines of @weight over it. */
static __device__ __forceinline__ uint32_t
blend_line (const GridFrame &frame, uint32_t color, uint32_t weight)
{
  const uint32_t faded = life_grid_fade (weight, frame.alpha);
  uint32_t result = 0;

#pragma unroll
  for (int i = 0; i < 32; i += 8)
    result |= (uint32_t) life_grid_byte (
                  (uint8_t) (color >> i), (uint8_t) (frame.line >> i), faded)
              << i;
  return result;
}

static __global__ void
__launch_bounds__ (THREADS)
    lines_kernel (const __grid_constant__ GridFrame frame,
        const LifeGridLine *columns, const LifeGridLine *rows, uint32_t *colors)
{
  const GridPixel pixel = find_pixel (frame);

  if (pixel.y < frame.height)
    colors[pixel.at] = blend_line (frame, colors[pixel.at],
        life_grid_weight (columns[pixel.x], rows[pixel.y]));
}

static __global__ void
__launch_bounds__ (THREADS)
    turned_lines_kernel (const __grid_constant__ GridFrame frame,
        const __grid_constant__ LifeGridTurn turn, uint32_t *colors)
{
  const GridPixel pixel = find_pixel (frame);

  if (pixel.y < frame.height)
    colors[pixel.at] = blend_line (frame, colors[pixel.at],
        life_grid_turned_weight (&turn, pixel.x, pixel.y));
}

/* The colors of cells, where a pixel shows one. */
template <class Indices>
static __global__ void
__launch_bounds__ (THREADS)
    colors_kernel (const __grid_constant__ LifeCellSamples<Indices> cells,
        const __grid_constant__ GridFrame frame,
        const __grid_constant__ LifeStateColors table, uint32_t *colors)
{
  const GridPixel pixel = find_pixel (frame);
  __shared__ uint32_t of[256];

  of[threadIdx.x] = table.colors[threadIdx.x];
  __syncthreads ();
  if (pixel.y >= frame.height)
    return;
  const uint32_t column = cells.columns[pixel.x], row = cells.rows[pixel.y];
  const bool outside =
      column == LIFE_MAPPING_OUTSIDE || row == LIFE_MAPPING_OUTSIDE;
  colors[pixel.at] =
      of[outside ? 0 : cells.indices.get (cells.indices.row (row), column)];
}

/* --- On the host --- */

static GridFrame
grid_frame (const LifePicturePlan &plan)
{
  GridFrame result = { plan.layout.width, plan.layout.height };

  memcpy (&result.line, plan.line, sizeof result.line);
  result.alpha = plan.line_alpha;
  return result;
}

static dim3
grid_blocks (const GridFrame &frame)
{
  const uint64_t pixels = (uint64_t) frame.width * frame.height;

  return dim3 ((unsigned) ((pixels - 1) / THREADS + 1));
}

cudaError_t
life_lay_grid (const LifeLauncher &launcher, const LifeUploadedPlan &uploaded,
    uint32_t *colors)
{
  const GridFrame frame = grid_frame (uploaded.plan);

  return uploaded.plan.layout.is_turned
             ? life_launch (launcher, turned_lines_kernel, grid_blocks (frame),
                 dim3 (THREADS), 0, frame, uploaded.plan.turned_lines, colors)
             : life_launch (launcher, lines_kernel, grid_blocks (frame),
                 dim3 (THREADS), 0, frame,
                 (const LifeGridLine *) uploaded.column_lines.data,
                 (const LifeGridLine *) uploaded.row_lines.data, colors);
}

template <class Indices>
cudaError_t
life_sample_colors (const LifeLauncher &launcher, const Indices &indices,
    const LifeUploadedPlan &uploaded, uint32_t *colors)
{
  const GridFrame frame = grid_frame (uploaded.plan);
  const LifeCellSamples<Indices> cells = { indices,
    (const uint32_t *) uploaded.columns.data,
    (const uint32_t *) uploaded.rows.data };
  const LifeStateColors table = life_state_colors (uploaded.plan);

  return life_launch (launcher, colors_kernel<Indices>, grid_blocks (frame),
      dim3 (THREADS), 0, cells, frame, table, colors);
}

#define INSTANTIATE(Indices)                                     \
  template cudaError_t life_sample_colors (const LifeLauncher &, \
      const Indices &, const LifeUploadedPlan &, uint32_t *);

INSTANTIATE (LifeStateIndices<LIFE_SAMPLE_BITS>)
INSTANTIATE (LifeStateIndices<LIFE_SAMPLE_INDICES>)
INSTANTIATE (LifeRecordedIndices)
INSTANTIATE (LifeNeighborIndices)
INSTANTIATE (LifeAdjacentIndices)
INSTANTIATE (LifeProjectedIndices)
INSTANTIATE (LifeSheetIndices)
