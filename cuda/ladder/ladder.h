/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernels of the ladder as the engine calls them: one launch, one
 * generation. Each lives in a file of its own; the bit-sliced ones have headers
 * of their own. */
#pragma once

#include "cuda/engine/launch.h"

#include <life/rule.h>
#include <stddef.h>
#include <stdint.h>

/* What a launch of a kernel with a byte a cell works on (LIFE_LAYOUT_BYTES). */
struct LifeBytesPass {
  const uint8_t *from; /* the first cell */
  uint8_t *to;
  size_t row, plane; /* bytes from a row, a plane to the next */
  uint32_t width, height, depth;
  bool torus, solid; /* solid: the rule counts in 3D */
  uint32_t birth, survival;
  uint32_t states;
  LifeNeighbourhood neighbourhood;
  const uint8_t *table;  /* what life_lut_fill() filled, on the GPU */
  uint32_t table_blocks; /* what life_lut_prepare() found */
};

/* Each enqueues one generation. */
cudaError_t life_naive_step (
    const LifeBytesPass &pass, const LifeLauncher &launcher);
cudaError_t life_tiled_step (
    const LifeBytesPass &pass, const LifeLauncher &launcher);
cudaError_t life_async_step (
    const LifeBytesPass &pass, const LifeLauncher &launcher);
cudaError_t life_packed_step (
    const LifeBytesPass &pass, const LifeLauncher &launcher);
cudaError_t life_lut_step (
    const LifeBytesPass &pass, const LifeLauncher &launcher);

/* What life_packed_step() calls for other rules than naive.cu's. */
cudaError_t life_packed_states_step (
    const LifeBytesPass &pass, const LifeLauncher &launcher);

#define LIFE_LUT_BYTES 65536

/* Fills a rule's table of LIFE_LUT_BYTES, on the host. */
void life_lut_fill (uint32_t birth, uint32_t survival, uint8_t *table);

/* To be called once in a context, before life_lut_step(). */
cudaError_t life_lut_prepare (const LifeLauncher &launcher, uint32_t *blocks);
