/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which index of a palette a cell has on a GPU: as it lives, by its state, by its history
 * or by how many of its neighbors live, by the arithmetic of life/draw/coloring-rows.c. A
 * struct each, whose row() samplers call once and whose get() for each cell. */
#pragma once

#include "cuda/draw/sample/sample.cuh"
#include "cuda/engine/cuda-kernel.h"

#include "life/draw/color/coloring.h"
#include "life/draw/sample/history-cells.h"
#include "life/world/topology.h"

/* Dead or alive; or states where @of is LIFE_SAMPLE_INDICES. */
template <LifeSampleKind of> struct LifeStateIndices {
  LifeSampledPlane plane;

  static const LifeSampleKind kind = of;
  typedef LifeSampledRow Row;

  __device__ __forceinline__ Row
  row (uint32_t row) const
  {
    return life_sample_row (plane, row);
  }

  __device__ __forceinline__ uint32_t
  get (const Row &row, uint32_t column) const
  {
    const uint32_t state = life_sample_state (plane, row, column);

    return of == LIFE_SAMPLE_INDICES ? state : state > 0 ? 255 : 0;
  }
};

/* @history: with the present cells counted; @indices: a LifeHistoryIndices on the GPU. */
struct LifeRecordedIndices {
  LifeSampledPlane plane;
  LifeHistoryShape shape;
  const uint8_t *history, *indices;

  static const LifeSampleKind kind = LIFE_SAMPLE_INDICES;
  struct Row {
    const uint8_t *bytes;
    const uint32_t *bits;
  };

  __device__ __forceinline__ Row
  row (uint32_t row) const
  {
    const bool across_z = plane.axis == LIFE_AXIS_Z;
    const uint32_t y = across_z ? row : plane.slice;
    const uint32_t z = across_z ? plane.slice : row;
    const uint64_t line = (uint64_t) z * plane.storage.height
                          + (plane.axis == LIFE_AXIS_X ? 0 : y);

    return { history + line * shape.words * LIFE_HISTORY_WORD,
      (const uint32_t *) (history + life_history_cells (shape))
          + line * shape.words * 2 };
  }

  __device__ __forceinline__ uint32_t
  get (const Row &row, uint32_t column) const
  {
    const bool along_y = plane.axis == LIFE_AXIS_X;
    const uint64_t line = along_y ? column * shape.words : 0;
    const uint32_t x = along_y ? plane.slice : column;
    const uint32_t bit = row.bits[line * 2 + x / 32] >> x % 32 & 1;

    return indices[256 * bit + row.bytes[line * LIFE_HISTORY_WORD + x]];
  }

  /* Those of the eight cells from @column on, which lie in the world's rows. */
  __device__ __forceinline__ void
  get_eight (const Row &row, uint32_t column,
      uint32_t (&found)[LIFE_SAMPLE_WIDTH]) const
  {
    const uint32_t *words = (const uint32_t *) row.bytes + column / 4;
    const uint32_t *bits = row.bits + column / 32, bit = column % 32;
    const uint32_t first = words[0], middle = words[1];
    const uint32_t last = column % 4 > 0 ? words[2] : 0;
    const uint32_t bytes[2] = { __funnelshift_r (first, middle, column % 4 * 8),
      __funnelshift_r (middle, last, column % 4 * 8) };
    const uint32_t lives =
        __funnelshift_r (bits[0], bit > 24 ? bits[1] : 0, bit);

#pragma unroll
    for (uint32_t i = 0; i < LIFE_SAMPLE_WIDTH; i++)
      found[i] =
          indices[(lives >> i & 1) * 256 + (bytes[i / 4] >> 8 * (i % 4) & 255)];
  }
};

/* The present cells are counted, and the plan reads history. */
static inline LifeRecordedIndices
life_recorded_indices (
    const LifeCudaDrawer *drawer, const LifeSampledPlane &plane)
{
  const LifeCudaHistory &history = drawer->history;

  return { plane, history.shape, (const uint8_t *) history.now.data,
    (const uint8_t *) drawer->picture.history.data };
}

/* At a zoom from 1 on. At zoom 1 eight pixels show cells that lie side by side. */
struct LifeRecordedSamples {
  LifeRecordedIndices indices;
  const uint32_t *columns, *rows; /* LifeMapping.cells */

  static const LifeSampleKind kind = LIFE_SAMPLE_INDICES;

  __device__ __forceinline__ void
  get (uint32_t x, uint32_t y, uint32_t end,
      uint32_t (&samples)[LIFE_SAMPLE_WIDTH]) const
  {
    const uint32_t first = columns[x], row = rows[y];
    const uint32_t last = columns[min (x + LIFE_SAMPLE_WIDTH, end) - 1];

    if (indices.plane.axis != LIFE_AXIS_X && first != LIFE_MAPPING_OUTSIDE
        && row != LIFE_MAPPING_OUTSIDE && last == first + LIFE_SAMPLE_WIDTH - 1)
      indices.get_eight (indices.row (row), first, samples);
    else
      LifeCellSamples<LifeRecordedIndices>{ indices, columns, rows }.get (
          x, y, end, samples);
  }
};

/* Whether a cell outside the plane, or in another one, lives. */
static __device__ __forceinline__ bool
life_sample_is_alive (const LifeSampledPlane &plane,
    const LifeGeometry &geometry, int64_t column, int64_t row, int64_t across)
{
  int64_t x = plane.axis == LIFE_AXIS_X ? across : column;
  int64_t y = plane.axis == LIFE_AXIS_Z   ? row
              : plane.axis == LIFE_AXIS_Y ? across
                                          : column;
  int64_t z = plane.axis == LIFE_AXIS_Z ? across : row;

  return life_topology_find (&geometry, &x, &y, &z)
         && life_storage_get (plane.storage, plane.cells, (uint32_t) x,
                (uint32_t) y, (uint32_t) z)
                != 0;
}

/* LifeNeighbors, small enough for a kernel's parameters: as runs, or, where these are
 * too many, by how far neighbors reach to either side in a row so many rows away. There
 * the cell itself is in a run. */
struct LifeNearNeighbors {
  enum {
    max_runs = 102
  };

  uint32_t neighbors, n_runs, radius;
  union {
    struct {
      int8_t row, plane, first, last;
    } runs[max_runs];
    int16_t widths[LIFE_RADIUS_MAX + 1];
  };

  __host__ __device__ __forceinline__ bool
  is_far () const
  {
    return n_runs > max_runs;
  }

  __device__ __forceinline__ LifeNeighborRun
  run (uint32_t i) const
  {
    if (!is_far ())
      return { runs[i].row, runs[i].plane, runs[i].first, runs[i].last };
    const int row = (int) i - (int) radius;
    const int16_t width = widths[abs (row)];
    return { (int16_t) row, 0, (int16_t) -width, width };
  }
};

static inline LifeNearNeighbors
life_near_neighbors (const LifeNeighbors &neighbors)
{
  LifeNearNeighbors near = { neighbors.neighbors, neighbors.n_runs,
    neighbors.radius };

  for (uint32_t i = 0; i < neighbors.n_runs; i++) {
    const LifeNeighborRun &run = neighbors.runs[i];

    if (near.is_far ())
      near.widths[ABS (run.row)] = run.last;
    else
      near.runs[i] = { (int8_t) run.row, (int8_t) run.plane, (int8_t) run.first,
        (int8_t) run.last };
  }
  if (near.is_far ())
    near.n_runs = 2 * near.radius + 1;
  return near;
}

/* Any neighbors; those that touch a cell are counted faster by adjacent.cuh. */
struct LifeNeighborIndices {
  LifeSampledPlane plane;
  LifeGeometry geometry;
  LifeNearNeighbors neighbors;

  static const LifeSampleKind kind = LIFE_SAMPLE_INDICES;
  /* A row, and those above and below it that are in the world: most neighbors lie there. */
  struct Row {
    LifeSampledRow above, here, below;
  };

  __device__ __forceinline__ uint32_t
  count_rows () const
  {
    return plane.axis == LIFE_AXIS_Z ? plane.storage.height
                                     : plane.storage.depth;
  }

  __device__ __forceinline__ Row
  row (uint32_t row) const
  {
    return { life_sample_row (plane, row > 0 ? row - 1 : row),
      life_sample_row (plane, row),
      life_sample_row (plane, row + 1 < count_rows () ? row + 1 : row) };
  }

  __device__ __forceinline__ LifeSampledRow
  find_row (const Row &row, int distance) const
  {
    return distance == 0    ? row.here
           : distance == -1 ? row.above
           : distance == 1
               ? row.below
               : life_sample_row (plane, (uint32_t) (row.here.row + distance));
  }

  __device__ __forceinline__ uint32_t
  get (const Row &row, uint32_t column) const
  {
    const LifeStorage &storage = plane.storage;
    const uint32_t n_columns =
        plane.axis == LIFE_AXIS_X ? storage.height : storage.width;
    const uint32_t n_rows = count_rows ();
    uint32_t alive = neighbors.is_far () ? ~0u : 0;

    if (life_sample_state (plane, row.here, column) == 0)
      return 0;
    for (uint32_t i = 0; i < neighbors.n_runs; i++) {
      const LifeNeighborRun run = neighbors.run (i);
      const int64_t there = (int64_t) row.here.row + run.row;
      const int64_t first = (int64_t) column + run.first;
      const int64_t last = (int64_t) column + run.last;

      if (run.plane == 0 && there >= 0 && there < n_rows && first >= 0
          && last < n_columns) {
        const LifeSampledRow cells = find_row (row, run.row);
        for (uint32_t x = (uint32_t) first; x <= last; x++)
          alive += life_sample_state (plane, cells, x) != 0;
        continue;
      }
      for (int64_t x = first; x <= last; x++)
        alive += life_sample_is_alive (
            plane, geometry, x, there, (int64_t) plane.slice + run.plane);
    }
    return life_neighbors_index (alive, neighbors.neighbors);
  }
};
