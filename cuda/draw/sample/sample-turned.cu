/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Samples of turned views on a GPU, by the arithmetic of life/draw/sample/sample-turned.c:
 * a pixel is the mean of 4 × 4 points, each of which is looked up in a grid of squares
 * (life/draw/view/turn.h). A thread reads all points of a pixel, or where squares are
 * many cells one of them. Neighboring points mostly lie in the same words, which are in
 * the L1 cache then; 1920×1080 pixels are 33 million points. */
#include "cuda/draw/sample/adjacent.cuh"
#include "cuda/draw/sample/cuda-project.h"
#include "cuda/draw/sample/sample-means.cuh"

#include "life/draw/color/pixel.h"
#include "life/draw/view/turn.h"

#define THREADS 256

/* Below this zoom each point is a thread's. */
#define SHARED_ZOOM 0.125

/* What makes an index of what is counted. */
struct TurnedCounts {
  const uint64_t *thresholds; /* of densities (density.h), or NULL */
  uint8_t of_count[LIFE_TURN_POINTS + 1];
};

struct TurnedFrame {
  LifeTurn turn;
  uint32_t width, height;
};

/* --- Squares that are cells --- */

/* The index of the cell at a point, 0 outside the world. */
template <class Indices>
static __device__ __forceinline__ uint32_t
index_at (const Indices &indices, const LifeTurn &turn, int64_t x, int64_t y)
{
  LifeTurnCell cell = life_turn_cell (&turn, x, y);

  if (!life_turn_enter (&turn, &cell))
    return 0;
  return indices.get (
      indices.row ((uint32_t) cell.row), (uint32_t) cell.column);
}

/* Leaves a color for each pixel; or, where @out_indices is there, an index for how many
 * points are not 0. */
template <class Indices>
static __global__ void
__launch_bounds__ (THREADS)
    cells_kernel (const __grid_constant__ Indices indices,
        const __grid_constant__ TurnedFrame frame,
        const __grid_constant__ LifeStateColors colors,
        const __grid_constant__ TurnedCounts counts, uint32_t *out_colors,
        uint8_t *out_indices)
{
  const uint64_t pixel = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const uint32_t x = (uint32_t) (pixel % frame.width);
  const uint32_t y = (uint32_t) (pixel / frame.width);
  const LifeTurnAxis &columns = frame.turn.columns, &rows = frame.turn.rows;
  const uint32_t halves = 0x00ff00ff, half_of_each = 0x00080008;
  __shared__ uint32_t table[256];
  uint32_t even = 0, odd = 0, count = 0;

  table[threadIdx.x] = colors.colors[threadIdx.x];
  __syncthreads ();
  if (y >= frame.height)
    return;
  const int64_t first_x = life_turn_point (columns, x, y);
  const int64_t first_y = life_turn_point (rows, x, y);
  for (int down = 0; down < LIFE_TURN_SIDE; down++)
#pragma unroll
    for (int right = 0; right < LIFE_TURN_SIDE; right++) {
      const uint32_t index = index_at (indices, frame.turn,
          first_x + right * columns.right + down * columns.down,
          first_y + right * rows.right + down * rows.down);
      const uint32_t color = table[index];

      count += index != 0;
      even += color & halves;
      odd += color >> 8 & halves;
    }
  if (out_indices != NULL)
    out_indices[pixel] = counts.of_count[count];
  else
    out_colors[pixel] = ((even + half_of_each) >> 4 & halves)
                        | ((odd + half_of_each) >> 4 & halves) << 8;
}

/* --- Squares that are areas --- */

/* Adds up the colors in the area at a point, and what of it lies in the world; or, if
 * @counts, how much is not 0. */
template <class Indices, bool counts>
static __device__ __forceinline__ void
add_area (const Indices &indices, const LifeTurn &turn, const uint32_t *table,
    int64_t x, int64_t y, uint64_t (&sums)[4], uint64_t &inside)
{
  const uint32_t bits = turn.fraction_bits;
  const LifeCoveredPart across = life_turn_part (
      turn.columns, turn.side, life_turn_square (turn.columns, x));
  const LifeCoveredPart down =
      life_turn_part (turn.rows, turn.side, life_turn_square (turn.rows, y));

  if (across.first >= across.end)
    return;
  inside += (uint64_t) (across.end - across.first)
            * (uint64_t) (down.end - down.first);
  for (int64_t row = down.first >> bits; row << bits < down.end; row++) {
    const typename Indices::Row cells = indices.row ((uint32_t) row);
    const uint64_t height = life_covered_overlap (down, row, bits);
    uint64_t of_row[4] = { 0, 0, 0, 0 };

    for (int64_t column = across.first >> bits; column << bits < across.end;
         column++) {
      const uint32_t width =
          (uint32_t) life_covered_overlap (across, column, bits);
      const uint32_t index = indices.get (cells, (uint32_t) column);

      if (counts) {
        of_row[0] += index != 0 ? width : 0;
      } else {
#pragma unroll
        for (int i = 0; i < 4; i++)
          of_row[i] += width * (table[index] >> 8 * i & 255);
      }
    }
#pragma unroll
    for (int i = 0; i < (counts ? 1 : 4); i++)
      sums[i] += of_row[i] * height;
  }
}

/* @lanes threads, 1 or LIFE_TURN_POINTS, share a pixel. */
template <class Indices, bool counts>
static __global__ void
__launch_bounds__ (THREADS)
    areas_kernel (const __grid_constant__ Indices indices,
        const __grid_constant__ TurnedFrame frame,
        const __grid_constant__ LifeStateColors colors, uint32_t lanes,
        const uint64_t *thresholds, uint32_t *out_colors, uint8_t *out_indices)
{
  const uint64_t thread = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const uint64_t pixel = thread / lanes;
  const uint32_t x = (uint32_t) (pixel % frame.width);
  const uint32_t y = (uint32_t) (pixel / frame.width);
  const LifeTurnAxis &columns = frame.turn.columns, &rows = frame.turn.rows;
  const bool shown = y < frame.height;
  __shared__ uint32_t table[256];
  uint64_t sums[4] = { 0, 0, 0, 0 }, inside = 0;

  table[threadIdx.x] = colors.colors[threadIdx.x];
  __syncthreads ();
  if (shown) {
    const int64_t first_x = life_turn_point (columns, x, y);
    const int64_t first_y = life_turn_point (rows, x, y);
#pragma unroll 1
    for (int point = (int) (thread % lanes); point < LIFE_TURN_POINTS;
         point += lanes) {
      const int right = point % LIFE_TURN_SIDE, down = point / LIFE_TURN_SIDE;
      add_area<Indices, counts> (indices, frame.turn, table,
          first_x + right * columns.right + down * columns.down,
          first_y + right * rows.right + down * rows.down, sums, inside);
    }
  }
  for (uint32_t distance = lanes / 2; distance > 0; distance /= 2) {
    inside += __shfl_down_sync (~0u, inside, distance);
#pragma unroll
    for (int i = 0; i < 4; i++)
      sums[i] += __shfl_down_sync (~0u, sums[i], distance);
  }
  if (!shown || thread % lanes != 0)
    return;

  const uint64_t side = (uint64_t) frame.turn.side;
  const uint64_t total = LIFE_TURN_POINTS * side * side;
  if (counts) {
    out_indices[pixel] =
        thresholds != NULL
            ? life_pixel_density (thresholds, sums[0])
            : life_pixel_coverage (sums[0], total, 255.0 / total);
    return;
  }
  uint32_t color = 0;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const uint64_t dead = table[0] >> 8 * i & 255;
    color |= (uint32_t) life_pixel_mean (
                 sums[i] + dead * (total - inside), total, 1.0 / total)
             << 8 * i;
  }
  out_colors[pixel] = color;
}

/* --- On the host --- */

static dim3
turned_blocks (const TurnedFrame &frame, uint32_t lanes)
{
  const uint64_t threads = (uint64_t) frame.width * frame.height * lanes;

  return dim3 ((unsigned) ((threads - 1) / THREADS + 1));
}

static TurnedFrame
shape_of (const LifeUploadedPlan &uploaded)
{
  const LifePictureLayout &layout = uploaded.plan.layout;

  return { layout.turn, layout.width, layout.height };
}

static uint32_t
choose_lanes (const LifeUploadedPlan &uploaded)
{
  const LifePictureLayout &layout = uploaded.plan.layout;

  return layout.turn.areas && layout.view.zoom < SHARED_ZOOM ? LIFE_TURN_POINTS
                                                             : 1;
}

template <class Indices>
cudaError_t
life_sample_turned (const LifeLauncher &launcher, const Indices &indices,
    const LifeUploadedPlan &uploaded, uint32_t *colors)
{
  const TurnedFrame shape = shape_of (uploaded);
  const uint32_t lanes = choose_lanes (uploaded);
  const LifeStateColors table = life_state_colors (uploaded.plan);

  if (shape.turn.areas)
    return life_launch (launcher, areas_kernel<Indices, false>,
        turned_blocks (shape, lanes), dim3 (THREADS), 0, indices, shape, table,
        lanes, (const uint64_t *) NULL, colors, (uint8_t *) NULL);
  return life_launch (launcher, cells_kernel<Indices>,
      turned_blocks (shape, lanes), dim3 (THREADS), 0, indices, shape, table,
      TurnedCounts{}, colors, (uint8_t *) NULL);
}

cudaError_t
life_sample_turned_counts (const LifeLauncher &launcher,
    const LifeSampledPlane &plane, const LifeUploadedPlan &uploaded,
    uint8_t *indices)
{
  typedef LifeStateIndices<LIFE_SAMPLE_BITS> Alive;
  const Alive alive = { plane };
  const TurnedFrame shape = shape_of (uploaded);
  const uint32_t lanes = choose_lanes (uploaded);
  TurnedCounts counts = { life_uploaded_plan_thresholds (uploaded) };

  memcpy (
      counts.of_count, uploaded.plan.counts.of_points, sizeof counts.of_count);
  if (shape.turn.areas)
    return life_launch (launcher, areas_kernel<Alive, true>,
        turned_blocks (shape, lanes), dim3 (THREADS), 0, alive, shape,
        LifeStateColors{}, lanes, counts.thresholds, (uint32_t *) NULL,
        indices);
  return life_launch (launcher, cells_kernel<Alive>,
      turned_blocks (shape, lanes), dim3 (THREADS), 0, alive, shape,
      LifeStateColors{}, counts, (uint32_t *) NULL, indices);
}

#define INSTANTIATE(Indices)                                     \
  template cudaError_t life_sample_turned (const LifeLauncher &, \
      const Indices &, const LifeUploadedPlan &, uint32_t *);

INSTANTIATE (LifeStateIndices<LIFE_SAMPLE_BITS>)
INSTANTIATE (LifeStateIndices<LIFE_SAMPLE_INDICES>)
INSTANTIATE (LifeRecordedIndices)
INSTANTIATE (LifeNeighborIndices)
INSTANTIATE (LifeAdjacentIndices)
INSTANTIATE (LifeProjectedIndices)
INSTANTIATE (LifeSheetIndices)
