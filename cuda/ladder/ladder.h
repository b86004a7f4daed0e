/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds with a byte per cell: what a launch works on, how generations follow each
 * other, and the kernels of the ladder. Each kernel lives in a file of its own. */
#pragma once

#include "cuda/engine/kernel.h"
#include "cuda/engine/launch.h"

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
  LifeNeighbourhood neighbourhood;
  const uint8_t *table; /* of kernel=lut, on the GPU */
  uint32_t share; /* tiles, rows or planes that a block or a thread takes */
};

/* A pass over a world of @storage under @rule; generations fill in its cells. */
LifeBytesPass life_bytes_pass (
    const LifeStorage *storage, const LifeRule *rule);

/* Enqueues generations, a launch each, of which @pass is in @arguments. */
cudaError_t life_bytes_advance (LifeCudaEngine *self, const LifeLaunch &launch,
    LifeBytesPass *pass, void **arguments, guint64 generations);

/* --- The ladder --- */

/* What a kernel of the ladder takes: the pass, and where blocks or threads have a
 * share of the world that depends on its size, that too. */
struct LifeLadderPlan {
  LifeBytesPass pass;
  LifeLaunch launch;
  uint8_t *table; /* of kernel=lut, the plan's own */
};

/* Each fills in the launch and the share. */
void life_naive_plan (LifeLadderPlan *plan, const LifeLauncher &launcher);
void life_tiled_plan (LifeLadderPlan *plan, const LifeLauncher &launcher);
void life_async_plan (LifeLadderPlan *plan, const LifeLauncher &launcher);
void life_packed_plan (LifeLadderPlan *plan, const LifeLauncher &launcher);

/* What life_packed_plan() calls for other rules than naive.cu's. */
void life_packed_states_plan (
    LifeLadderPlan *plan, const LifeLauncher &launcher);

#define LIFE_LUT_BYTES 65536

/* Fills a rule's table of LIFE_LUT_BYTES, on the host. */
void life_lut_fill (uint32_t birth, uint32_t survival, uint8_t *table);
cudaError_t life_lut_plan (LifeLadderPlan *plan, const LifeLauncher &launcher);

extern const LifeCudaKernel life_naive_kernel, life_tiled_kernel,
    life_async_kernel, life_packed_kernel, life_lut_kernel;
