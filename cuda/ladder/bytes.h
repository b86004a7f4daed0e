/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds with a byte per cell: what a launch works on, and how generations follow each
 * other. */
#pragma once

#include "cuda/engine/cuda-kernel.h"
#include "cuda/device/launch.h"

#include <life/rule.h>
#include <stddef.h>
#include <stdint.h>

/* What a launch of a kernel with a byte per cell works on (LIFE_LAYOUT_BYTES). */
struct LifeBytesPass {
  const uint8_t *from; /* the first cell */
  uint8_t *to;
  size_t row, plane; /* bytes from a row, a plane to the next */
  uint32_t width, height, depth;
  bool torus, is_3d; /* is_3d: the rule counts in 3D */
  uint32_t birth, survival;
  uint32_t states;
  LifeNeighborhood neighborhood;
  const uint8_t *table; /* of kernel=lut, on the GPU */
  uint32_t share;       /* tiles, rows or planes per block or thread */
};

/* A pass over a world of @storage under @rule; generations fill in its cells. */
LifeBytesPass life_bytes_pass (
    const LifeStorage *storage, const LifeRule *rule);

/* Enqueues generations, a launch each, of which @pass is in @arguments. */
cudaError_t life_bytes_advance (LifeCudaEngine *self, const LifeLaunch &launch,
    LifeBytesPass *pass, void **arguments, guint64 generations);
