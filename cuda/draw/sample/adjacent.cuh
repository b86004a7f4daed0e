/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How many of the cells that touch a cell live, as its index, on a GPU: where all
 * neighbors are among the eight around a cell (life/draw/color/adjacent.h). Others are
 * in indices.cuh.
 *
 * From a zoom of 1 on a thread of the painter shows 8 × 2 pixels, whose cells are among as
 * many side by side. In worlds of strips it reads four rows of ten words and selects a bit
 * of each: it moves the bytes that have these together, makes them four bits a cell, and
 * adds rows of eight cells at once. For each cell those are 10 bytes, which come from the
 * first cache but for the 0.13 of a new row, and some 19 instructions, where one that is
 * only dead or alive takes 22. There is no launch more.
 *
 * A thread has 56 registers, so that nine blocks of the painter share a multiprocessor, and
 * the 132 of an H200 run the 1080 blocks of 1920×1080 pixels in one turn. With more than
 * that there are two. So worlds whose edges need calls have a kernel of their own. */
#pragma once

#include "cuda/draw/sample/indices.cuh"

#include "life/draw/color/adjacent.h"

/* A cell beyond an edge that is joined otherwise than to the one across: few need it, and the
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

  /* The @n cells from @column on, at most eight, and those next to them, wherever they
   * lie. */
  __device__ __forceinline__ LifeAdjacentRow
  get_cells (const Line &line, uint32_t column, uint32_t n) const
  {
    uint64_t cells = 0;

#pragma unroll 1
    for (uint32_t i = 0; i < n + 2; i++)
      cells |= (uint64_t) get_bit (line, (int64_t) column + i - 1) << 4 * i;
    return life_adjacent_row (
        cells & 1, (uint32_t) (cells >> 4), (uint32_t) (cells >> 36));
  }
};

/* --- Cells of words --- */

static __host__ __device__ __forceinline__ bool
life_adjacent_has_words (const LifeSampledPlane &plane)
{
  return plane.storage.layout == LIFE_LAYOUT_STRIPS
         && plane.axis == LIFE_AXIS_Z;
}

/* Whether all edges are joined to those across, or none is, so that words are all that is
 * requested. Columns are so many that eight reach beyond one edge at most. */
static __host__ __device__ __forceinline__ bool
life_adjacent_is_joined (
    const LifeSampledPlane &plane, const LifeGeometry &geometry)
{
  return life_adjacent_has_words (plane) && plane.storage.width >= 8
         && (plane.storage.torus || geometry.topology == LIFE_TOPOLOGY_PLANE);
}

/* A row of words, the first of which is @first words from a plane's. The cells of strip
 * @bit are read, which ends before row @end. */
struct LifeAdjacentWords {
  size_t first;
  uint32_t row, bit, end;
};

static __device__ __forceinline__ LifeAdjacentWords
life_adjacent_words (const LifeSampledPlane &plane, uint32_t row)
{
  const LifeStorage &storage = plane.storage;
  const uint32_t strip = life_strip_near (storage.height, row);
  const uint32_t first = life_strip_start (storage.height, strip);

  return { (row - first) * storage.row, row, strip,
    life_strip_start (storage.height, strip + 1) };
}

/* The next row, or the first one after the last. */
static __device__ __forceinline__ LifeAdjacentWords
life_adjacent_next (const LifeSampledPlane &plane, LifeAdjacentWords words)
{
  if (++words.row == words.end)
    return life_adjacent_words (
        plane, words.row < plane.storage.height ? words.row : 0);
  words.first += plane.storage.row;
  return words;
}

/* The cells of strip @bit in eight words, four bits each: the bytes that have them are
 * moved together, even cells and odd ones apart, and moved at once. */
static __device__ __forceinline__ uint32_t
life_adjacent_pack (const uint32_t (&words)[8], uint32_t bit)
{
  const uint32_t pair = bit / 8 * 0x11 + 0x40;
  uint32_t bytes[2];

#pragma unroll
  for (int odd = 0; odd < 2; odd++)
    bytes[odd] = __byte_perm (__byte_perm (words[odd], words[odd + 2], pair),
                     __byte_perm (words[odd + 4], words[odd + 6], pair), 0x5410)
                     >> bit % 8
                 & 0x01010101;
  return bytes[0] | bytes[1] << 4;
}

/* Where the eight columns from @column on and those next to them are in a row, and which of
 * them are cells: on a plane none is beyond an edge. */
struct LifeAdjacentColumns {
  uint32_t column, before, behind, width;
  uint32_t cells, has_previous, has_behind;
};

static __device__ __forceinline__ LifeAdjacentColumns
life_adjacent_columns (const LifeAdjacentIndices &indices, uint32_t column)
{
  const uint32_t width = indices.plane.storage.width, left = width - column;
  const bool open = indices.geometry.topology == LIFE_TOPOLOGY_PLANE;

  return { column, (column > 0 ? column : width) - 1,
    left > 8 ? column + 8 : 8 - left, width,
    open && left < 8 ? (1u << 4 * left) - 1 : ~0u, !open || column > 0,
    !open || left > 8 };
}

/* @cells: the first of the plane; @whole: the eight words are side by side and begin where
 * the widest loads may. */
template <bool whole>
static __device__ __forceinline__ LifeAdjacentRow
life_adjacent_read (const uint32_t *cells, const LifeAdjacentWords &row,
    const LifeAdjacentColumns &columns)
{
  const uint32_t *words_of_row = cells + row.first;
  const uint32_t *from = words_of_row + columns.column;
  const uint32_t before = words_of_row[columns.before];
  const uint32_t behind = words_of_row[columns.behind];
  uint32_t words[8];

  if (whole) {
    ((uint4 *) words)[0] = ((const uint4 *) from)[0];
    ((uint4 *) words)[1] = ((const uint4 *) from)[1];
  } else {
#pragma unroll
    for (uint32_t i = 0; i < 8; i++) {
      const uint32_t at = columns.column + i;
      words[i] = words_of_row[at < columns.width ? at : at - columns.width];
    }
  }
  return life_adjacent_row (before >> row.bit & columns.has_previous,
      life_adjacent_pack (words, row.bit) & (whole ? ~0u : columns.cells),
      behind >> row.bit & columns.has_behind);
}

/* Into @rows, which are empty, those from the one above @row to the second below it. Where
 * they are is found first, so that all are loaded at once. */
template <bool simple, bool whole>
static __device__ __forceinline__ void
life_adjacent_read_rows (const LifeAdjacentIndices &indices, uint32_t column,
    uint32_t row, LifeAdjacentRow (&rows)[4])
{
  const LifeSampledPlane &plane = indices.plane;
  const LifeAdjacentColumns columns = life_adjacent_columns (indices, column);
  LifeAdjacentWords words[4];

  words[0] =
      life_adjacent_words (plane, (row > 0 ? row : plane.storage.height) - 1);
#pragma unroll
  for (int i = 1; i < 4; i++)
    words[i] = life_adjacent_next (plane, words[i - 1]);
#pragma unroll 1
  for (uint32_t bit = 0; bit < (simple ? 1 : plane.storage.bits); bit++)
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const LifeAdjacentRow read = life_adjacent_read<whole> (
          plane.cells + bit * plane.storage.bit_plane, words[i], columns);
      rows[i] = { rows[i].left | read.left, rows[i].here | read.here,
        rows[i].right | read.right };
    }
}

/* The indices of eight cells in two rows from (@column, @row) on, four bits each. */
template <bool simple, bool whole>
static __device__ __forceinline__ uint2
life_adjacent_of_words (
    const LifeAdjacentIndices &indices, uint32_t column, uint32_t row)
{
  const uint32_t height = indices.plane.storage.height;
  LifeAdjacentRow rows[4] = {};

  life_adjacent_read_rows<simple, whole> (indices, column, row, rows);
  if (indices.geometry.topology == LIFE_TOPOLOGY_PLANE) {
    if (row == 0)
      rows[0] = {};
    if (row + 1 == height)
      rows[2] = {};
    if (row + 2 == height)
      rows[3] = {};
  }
  return make_uint2 (
      life_adjacent_indices (rows[0], rows[1], rows[2], indices.adjacent),
      life_adjacent_indices (rows[1], rows[2], rows[3], indices.adjacent));
}

/* Those of @n cells in @n_rows rows, wherever they lie. */
static __device__ __forceinline__ uint2
life_adjacent_of_cells (const LifeAdjacentIndices &indices, uint32_t column,
    uint32_t n, uint32_t row, int n_rows)
{
  LifeAdjacentRow here = {}, below = {};
  uint2 found = {};

#pragma unroll 1
  for (int i = -1; i <= n_rows; i++) {
    const LifeAdjacentRow above = here;
    here = below;
    below = indices.get_cells (indices.line ((int64_t) row + i), column, n);
    found = make_uint2 (
        found.y, life_adjacent_indices (above, here, below, indices.adjacent));
  }
  return n_rows > 1 ? found : make_uint2 (found.y, found.y);
}

/* --- At a zoom from 1 on --- */

/* @simple: life_adjacent_is_joined(), and cells are but dead or alive. */
template <bool simple> struct LifeAdjacentSamples {
  LifeAdjacentIndices indices;
  const uint32_t *columns, *rows; /* LifeMapping.cells */

  static const LifeSampleKind kind = LIFE_SAMPLE_INDICES;
};

/* The cells that eight pixels show: where each is from @column on, four bits each, 8
 * where there is none. From a zoom of 1 on they are @n cells side by side. */
struct LifeAdjacentPositions {
  uint32_t column, n, positions;
};

#define LIFE_ADJACENT_SIDE_BY_SIDE 0x76543210u

static __device__ __forceinline__ LifeAdjacentPositions
life_adjacent_find_positions (const uint32_t *columns, uint32_t x, uint32_t end)
{
  const uint32_t first = columns[x], last = columns[min (x + 7, end - 1)];
  LifeAdjacentPositions found = { LIFE_MAPPING_OUTSIDE, 0, 0 };
  uint32_t cells[8];

  if (first != LIFE_MAPPING_OUTSIDE && last == first + 7)
    return { first, 8, LIFE_ADJACENT_SIDE_BY_SIDE };
#pragma unroll
  for (uint32_t i = 0; i < 8; i++) {
    cells[i] = columns[min (x + i, end - 1)];
    found.column = min (found.column, cells[i]);
  }
#pragma unroll
  for (uint32_t i = 0; i < 8; i++) {
    const uint32_t position = min (cells[i] - found.column, 8u);
    found.n = position < 8 ? position + 1 : found.n;
    found.positions |= position << 4 * i;
  }
  return found;
}

/* The indices of pixels from those of cells. */
static __device__ __forceinline__ uint32_t
life_adjacent_show (uint64_t cells, uint32_t positions)
{
  uint32_t shown = 0;

#pragma unroll
  for (int i = 0; i < 8; i++)
    shown |= (uint32_t) (cells >> 4 * (positions >> 4 * i & 15) & 15) << 4 * i;
  return shown;
}

/* The indices of these cells in two rows. */
template <bool simple>
static __device__ __forceinline__ uint2
life_adjacent_find (const LifeAdjacentIndices &indices,
    const LifeAdjacentPositions &positions, uint32_t row, int n_rows)
{
  const LifeSampledPlane &plane = indices.plane;
  const uint32_t column = positions.column, width = plane.storage.width;

  if (column == LIFE_MAPPING_OUTSIDE || row == LIFE_MAPPING_OUTSIDE)
    return {};
  if (!simple && !life_adjacent_is_joined (plane, indices.geometry)
      && !(life_adjacent_has_words (plane) && column > 0 && column + 8 < width
           && row > 0 && row + 2 < plane.storage.height))
    return life_adjacent_of_cells (indices, column, positions.n, row, n_rows);
  if (column + 8 <= width && (uintptr_t) (plane.cells + column) % 16 == 0)
    return life_adjacent_of_words<simple, true> (indices, column, row);
  return life_adjacent_of_words<simple, false> (indices, column, row);
}

/* What the painter requests (sample.cuh). */
template <bool simple>
static __device__ __forceinline__ void
life_sample_rows (const LifeAdjacentSamples<simple> &sampler, uint32_t x,
    uint32_t y, uint32_t last_y, uint32_t end,
    uint32_t (&samples)[2][LIFE_SAMPLE_WIDTH])
{
  static_assert (LIFE_SAMPLE_WIDTH == 8, "cells of a word");
  const uint32_t rows[2] = { sampler.rows[y], sampler.rows[last_y] };
  const uint32_t row = min (rows[0], rows[1]);
  const LifeAdjacentPositions positions =
      life_adjacent_find_positions (sampler.columns, x, end);
  const uint2 found = life_adjacent_find<simple> (
      sampler.indices, positions, row, rows[1] - rows[0] == 1 ? 2 : 1);

#pragma unroll
  for (int i = 0; i < 2; i++) {
    uint32_t shown = rows[i] == row       ? found.x
                     : rows[i] == row + 1 ? found.y
                                          : 0;
    if (positions.positions != LIFE_ADJACENT_SIDE_BY_SIDE)
      shown = life_adjacent_show (shown, positions.positions);
#pragma unroll
    for (uint32_t pixel = 0; pixel < LIFE_SAMPLE_WIDTH; pixel++)
      samples[i][pixel] = shown >> 4 * pixel & 15;
  }
}
