/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Projections on a GPU: all planes of a world along an axis become one plane of indices. */
#pragma once

#include "cuda/draw/sample/indices.cuh"

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

/* Enqueues what fills that plane, which @self keeps, for @view; its palette is known. */
gboolean life_project_on_device (LifeCudaDrawer *self, const LifeView *view,
    LifeProjectedIndices *projected, GError **error);
