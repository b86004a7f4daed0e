/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How many of the cells that touch a cell live, as its index, on a GPU: where all
 * neighbors are among the eight around a cell (life/draw/color/adjacent.h). Others are
 * in indices.cuh.
 *
 * At zoom 1 a thread of the painter shows 8 × 2 cells. It reads four rows of ten words, of
 * which 32-bit strips have a bit each, packs them to four bits a cell and adds rows of
 * eight cells at once. For each cell those are 10 bytes, which come from the first cache
 * but for the 0.13 of a new row, and some 16 operations: 1920×1080 cells are 21 MB of what
 * 132 multiprocessors read at 128 bytes per clock, 0.7 µs of an H200, and 33 million
 * operations of 64 per clock and multiprocessor, 2.2 µs, in place of the 3 operations of a
 * cell that is only dead or alive. There is no launch more. */
#pragma once

#include "cuda/draw/sample/indices.cuh"

#include "life/draw/color/adjacent.h"

/* A cell beyond an edge that is joined otherwise than to the one across: few ask, and the
 * code is not repeated wherever one may. */
static __device__ __noinline__ uint32_t
life_sample_beyond (const LifeSampledPlane &plane, const LifeGeometry &geometry,
    int64_t column, int64_t row)
{
  return life_sample_is_alive (plane, geometry, column, row, plane.slice);
}

struct LifeAdjacentIndices {
  LifeSampledPlane plane;
  LifeGeometry geometry;
  uint32_t adjacent;

  static const LifeSampleKind kind = LIFE_SAMPLE_INDICES;

  /* A row that may lie just outside the world; @inside: it is one of the world's. */
  struct Line {
    LifeSampledRow cells;
    int64_t row;
    bool inside;
  };
  struct Row {
    Line above, here, below;
  };

  __device__ __forceinline__ Line
  line (int64_t row) const
  {
    const int64_t rows =
        plane.axis == LIFE_AXIS_Z ? plane.storage.height : plane.storage.depth;

    if (geometry.topology == LIFE_TOPOLOGY_TORUS && geometry.shift_x == 0)
      row = row < 0 ? row + rows : row >= rows ? row - rows : row;
    const bool inside = row >= 0 && row < rows;
    return { life_sample_row (plane, inside ? (uint32_t) row : 0), row,
      inside };
  }

  __device__ __forceinline__ Row
  row (uint32_t row) const
  {
    return { line ((int64_t) row - 1), line (row), line ((int64_t) row + 1) };
  }

  /* Whether the cell at @column lives, which may lie just outside the world. */
  __device__ __forceinline__ uint32_t
  get_bit (const Line &line, int64_t column) const
  {
    const int64_t columns =
        plane.axis == LIFE_AXIS_X ? plane.storage.height : plane.storage.width;
    const bool joined =
        geometry.topology == LIFE_TOPOLOGY_TORUS && geometry.shift_y == 0;

    if (line.inside && joined)
      column = column < 0          ? column + columns
               : column >= columns ? column - columns
                                   : column;
    if (line.inside && column >= 0 && column < columns)
      return life_sample_state (plane, line.cells, (uint32_t) column) != 0;
    return geometry.topology == LIFE_TOPOLOGY_PLANE
               ? 0
               : life_sample_beyond (plane, geometry, column, line.row);
  }

  __device__ __forceinline__ uint32_t
  get (const Row &row, uint32_t column) const
  {
    uint32_t alive = 0;

    if (life_sample_state (plane, row.here.cells, column) == 0)
      return 0;
#pragma unroll
    for (int bit = 0; bit < 9; bit++)
      if (adjacent >> bit & 1)
        alive += get_bit (bit < 3   ? row.above
                          : bit < 6 ? row.here
                                    : row.below,
            (int64_t) column + bit % 3 - 1);
    return max (alive, 1u);
  }

  /* The eight cells from @column on, which are columns of the world, four bits each. */
  __device__ __forceinline__ uint32_t
  pack (const Line &line, uint32_t column) const
  {
    uint32_t packed = 0;

    if (plane.storage.layout == LIFE_LAYOUT_STRIPS && plane.storage.bits == 1) {
      const uint32_t *from = line.cells.words + column;
      uint32_t words[8];

      if ((uintptr_t) from % 16 == 0) {
        ((uint4 *) words)[0] = ((const uint4 *) from)[0];
        ((uint4 *) words)[1] = ((const uint4 *) from)[1];
      } else {
#pragma unroll
        for (int i = 0; i < 8; i++)
          words[i] = from[i];
      }
#pragma unroll
      for (int i = 0; i < 8; i++)
        packed |= (words[i] >> line.cells.bit & 1) << 4 * i;
    } else {
#pragma unroll
      for (uint32_t i = 0; i < 8; i++)
        packed |=
            (uint32_t) (life_sample_state (plane, line.cells, column + i) != 0)
            << 4 * i;
    }
    return packed;
  }

  /* They and the cells beside them. */
  __device__ __forceinline__ LifeAdjacentRow
  get_eight (const Line &line, uint32_t column) const
  {
    uint32_t here = 0;

    if (line.inside)
      here = pack (line, column);
    else if (geometry.topology != LIFE_TOPOLOGY_PLANE)
#pragma unroll 1
      for (uint32_t i = 0; i < 8; i++)
        here |= get_bit (line, column + i) << 4 * i;
    return life_adjacent_row (get_bit (line, (int64_t) column - 1), here,
        get_bit (line, (int64_t) column + 8));
  }
};

/* --- At a zoom from 1 on --- */

struct LifeAdjacentSamples {
  LifeAdjacentIndices indices;
  const uint32_t *columns, *rows; /* LifeMapping.cells */

  static const LifeSampleKind kind = LIFE_SAMPLE_INDICES;
};

/* Two rows of eight pixels that show one cell each, side by side, from (@column, @row)
 * on. */
static __device__ __forceinline__ void
life_sample_adjacent_block (const LifeAdjacentIndices &indices, uint32_t column,
    uint32_t row, uint32_t last_row, uint32_t (&samples)[2][LIFE_SAMPLE_WIDTH])
{
  const LifeAdjacentIndices::Row rows = indices.row (row);
  const LifeAdjacentRow here = indices.get_eight (rows.here, column);
  const LifeAdjacentRow below = indices.get_eight (rows.below, column);
  const uint32_t first = life_adjacent_indices (
      indices.get_eight (rows.above, column), here, below, indices.adjacent);
  uint32_t second = first;

  if (last_row != row)
    second = life_adjacent_indices (here, below,
        indices.get_eight (indices.line ((int64_t) row + 2), column),
        indices.adjacent);
#pragma unroll
  for (uint32_t i = 0; i < LIFE_SAMPLE_WIDTH; i++) {
    samples[0][i] = first >> 4 * i & 15;
    samples[1][i] = second >> 4 * i & 15;
  }
}

/* Cells that are not side by side, in as little code. */
static __device__ __noinline__ uint32_t
life_sample_adjacent_cell (
    const LifeAdjacentIndices &indices, uint32_t column, uint32_t row)
{
  return indices.get (indices.row (row), column);
}

/* A row of pixels, of which those that show one cell have one index. */
static __device__ __forceinline__ void
life_sample_adjacent_row (const LifeAdjacentSamples &sampler, uint32_t x,
    uint32_t row, uint32_t end, uint32_t (&samples)[LIFE_SAMPLE_WIDTH])
{
  uint32_t shown = LIFE_MAPPING_OUTSIDE, index = 0;

#pragma unroll
  for (uint32_t i = 0; i < LIFE_SAMPLE_WIDTH; i++) {
    const uint32_t column = sampler.columns[min (x + i, end - 1)];

    if (column != shown)
      index = row == LIFE_MAPPING_OUTSIDE || column == LIFE_MAPPING_OUTSIDE
                  ? 0
                  : life_sample_adjacent_cell (sampler.indices, column, row);
    samples[i] = index;
    shown = column;
  }
}

/* What the painter asks for (sample.cuh). From a zoom of 1 on a pixel shows the cell of
 * the one before it or the next, so that the ends of eight pixels say what is between. */
static __device__ __forceinline__ void
life_sample_rows (const LifeAdjacentSamples &sampler, uint32_t x, uint32_t y,
    uint32_t last_y, uint32_t end, uint32_t (&samples)[2][LIFE_SAMPLE_WIDTH])
{
  static_assert (LIFE_SAMPLE_WIDTH == 8, "cells of a word");
  const uint32_t first = sampler.columns[x], row = sampler.rows[y];
  const uint32_t last = sampler.columns[min (x + 7, end - 1)];
  const uint32_t last_row = sampler.rows[last_y];

  if (first != LIFE_MAPPING_OUTSIDE && last == first + 7
      && row != LIFE_MAPPING_OUTSIDE && last_row - row <= 1) {
    life_sample_adjacent_block (sampler.indices, first, row, last_row, samples);
    return;
  }
  life_sample_adjacent_row (sampler, x, row, end, samples[0]);
  if (last_row != row) {
    life_sample_adjacent_row (sampler, x, last_row, end, samples[1]);
    return;
  }
#pragma unroll
  for (int i = 0; i < LIFE_SAMPLE_WIDTH; i++)
    samples[1][i] = samples[0][i];
}
