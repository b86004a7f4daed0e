/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Projections on a GPU: all planes of a world along an axis become one plane of indices, and
 * several of those a sheet. */
#pragma once

#include "cuda/draw/sample/indices.cuh"

#include "life/draw/view/sheet.h"

/* That plane, for samplers (indices.cuh). */
struct LifeProjectedIndices {
  const uint8_t *indices;
  size_t n_columns;

  static const LifeSampleKind kind = LIFE_SAMPLE_INDICES;
  typedef const uint8_t *Row;

  __device__ __forceinline__ Row
  row (uint32_t row) const
  {
    return indices + row * n_columns;
  }

  __device__ __forceinline__ uint32_t
  get (Row row, uint32_t column) const
  {
    return row[column];
  }
};

/* Several of them on a sheet; @line: of the lines around each. */
struct LifeSheetIndices {
  const uint8_t *parts[LIFE_SHEET_PARTS];
  LifeSheet sheet;
  uint8_t line;

  static const LifeSampleKind kind = LIFE_SAMPLE_INDICES;
  typedef uint32_t Row;

  __device__ __forceinline__ Row
  row (uint32_t row) const
  {
    return row;
  }

  __device__ __forceinline__ uint32_t
  get (Row row, uint32_t column) const
  {
    const LifeSheetPosition position = life_sheet_find (&sheet, column, row);

    return position.part >= 0 ? parts[position.part][position.index]
           : position.part == LIFE_SHEET_LINE ? line
                                              : 0;
  }
};

/* Enqueues what fills the planes of the plan's sheet, which @self stores. Of a sheet of one part
 * they are the first of @projected. */
gboolean life_project_on_device (
    LifeCudaDrawer *self, LifeSheetIndices *projected, GError **error);
