/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples of montages on a GPU: a thread, or several where a pixel shows many cells, finds
 * the tile of its pixel (life/draw/view/montage.h) and samples the plane that lies there, as
 * a picture of that plane alone is sampled. All planes are one launch. */
#include "cuda/draw/sample/sample-montage.h"
#include "cuda/draw/sample/indices.cuh"
#include "cuda/draw/sample/sample-means.cuh"

#define THREADS 256

/* @table: LifeColors, a word each; @columns and @rows are those of a tile, as cells from
 * zoom 1 on and as edges below. */
struct MontageFrame {
  LifeMontage montage;
  uint32_t width, height;
  uint32_t line;
  uint32_t table[256];
  const uint32_t *column_cells, *row_cells;
  LifeCoveredAxis columns, rows;
  uint32_t lanes; /* that share a pixel */
  bool counts;    /* indices are of live cells, below zoom 1 */
  const uint64_t
      *thresholds; /* of densities (life/draw/color/density.h); or NULL */
  uint32_t *colors;
};

/* A pixel of a cell of its own. */
template <class Indices>
static __device__ __forceinline__ uint32_t
cell_color (const MontageFrame &frame, const Indices &plane,
    const uint32_t *table, const LifeCoveredPixel &pixel)
{
  const uint32_t column = frame.column_cells[pixel.x];
  const uint32_t row = frame.row_cells[pixel.y];

  return table[plane.get (plane.row (row), column)];
}

template <class Indices>
static __global__ void
__launch_bounds__ (THREADS)
    montage_kernel (const __grid_constant__ MontageFrame frame,
        const __grid_constant__ Indices indices)
{
  const uint64_t thread = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const uint64_t at = thread / frame.lanes;
  const uint32_t x = (uint32_t) (at % frame.width);
  const uint32_t y = (uint32_t) (at / frame.width);
  __shared__ uint32_t table[256];

  table[threadIdx.x] = frame.table[threadIdx.x];
  __syncthreads ();
  const LifeMontage &montage = frame.montage;
  const LifeMontagePosition column =
      life_montage_position (&montage, &montage.columns, x);
  const LifeMontagePosition row =
      life_montage_position (&montage, &montage.rows, y);
  const uint32_t tile = life_montage_tile (&montage, column, row);
  const bool there = y < frame.height && column.at != LIFE_MONTAGE_OUTSIDE
                     && row.at != LIFE_MONTAGE_OUTSIDE
                     && tile < montage.n_tiles;
  const bool shown = there && column.at >= 0 && row.at >= 0;
  const LifeCoveredPixel pixel = { (uint32_t) column.at, (uint32_t) row.at,
    shown, (uint32_t) (thread % frame.lanes), frame.lanes };
  Indices plane = indices;
  uint32_t color = there ? frame.line : table[0];

  plane.plane.slice = shown ? tile * montage.step : 0;
  if (frame.column_cells != NULL) {
    if (shown)
      color = cell_color (frame, plane, table, pixel);
  } else {
    /* Threads of a pixel add up together, and so all take part. */
    const uint32_t mean =
        frame.counts ? table[life_covered_index (
            plane.plane, frame.columns, frame.rows, pixel, frame.thresholds)]
                     : life_covered_color (
                         plane, frame.columns, frame.rows, pixel, table);
    if (shown)
      color = mean;
  }
  if (y < frame.height && pixel.lane == 0)
    frame.colors[at] = color;
}

/* --- On the host --- */

template <class Indices>
static cudaError_t
launch (const LifeLauncher &launcher, const MontageFrame &frame,
    const Indices &indices)
{
  const uint64_t threads = (uint64_t) frame.width * frame.height * frame.lanes;

  return life_launch (launcher, montage_kernel<Indices>,
      dim3 ((unsigned) ((threads - 1) / THREADS + 1)), dim3 (THREADS), 0, frame,
      indices);
}

static MontageFrame
make_frame (const LifeUploadedPlan &uploaded, uint32_t *colors)
{
  const LifePicturePlan &plan = uploaded.plan;
  const LifePictureLayout &layout = plan.layout;
  const bool cells = plan.content == LIFE_PIXEL_CONTENT_CELL;
  MontageFrame made = { layout.montage, layout.width, layout.height };

  memcpy (&made.line, plan.line, sizeof made.line);
  memcpy (made.table, plan.coloring.colors.rgba, sizeof made.table);
  if (cells) {
    made.column_cells = (const uint32_t *) uploaded.columns.data;
    made.row_cells = (const uint32_t *) uploaded.rows.data;
  } else {
    made.columns = life_covered_axis (uploaded.plan.columns, uploaded.columns);
    made.rows = life_covered_axis (uploaded.plan.rows, uploaded.rows);
  }
  made.lanes = cells ? 1 : life_covered_lanes (layout.view.zoom);
  made.counts = plan.content == LIFE_PIXEL_CONTENT_COUNT;
  made.thresholds = life_uploaded_plan_thresholds (uploaded);
  made.colors = colors;
  return made;
}

cudaError_t
life_sample_montage (LifeCudaDrawer *self, uint32_t *colors)
{
  const LifePicturePlan &plan = self->picture.plan;
  const LifeColoring &coloring = plan.coloring;
  const MontageFrame made = make_frame (self->picture, colors);
  const LifeSampledPlane plane = { self->cuda->storage, self->cuda->present,
    plan.layout.view.axis, 0 };

  switch (coloring.source) {
    case LIFE_COLOR_SOURCE_STATE:
      return launch (self->cuda->launcher, made,
          LifeStateIndices<LIFE_SAMPLE_INDICES>{ plane });
    case LIFE_COLOR_SOURCE_HISTORY:
      return launch (
          self->cuda->launcher, made, life_recorded_indices (self, plane));
    case LIFE_COLOR_SOURCE_NEIGHBORS:
      return launch (self->cuda->launcher, made,
          LifeNeighborIndices{ plane, self->cuda->engine.geometry,
              life_near_neighbors (coloring.neighbors) });
    default:
      return launch (self->cuda->launcher, made,
          LifeStateIndices<LIFE_SAMPLE_BITS>{ plane });
  }
}
