/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernels of the ladder, each in a file of its own, as they are planned. */
#pragma once

#include "cuda/ladder/bytes.h"

/* What a kernel of the ladder receives: the pass, and where blocks or threads have a
 * share of the world that depends on its size, that too. */
struct LifeLadderPlan {
  LifeBytesPass pass;
  LifeLaunch launch;
  uint8_t *table; /* of kernel=lut, the plan's own */
};

/* Fills in the launch and the share. */
typedef void LifePlanLaunch (
    LifeLadderPlan *plan, const LifeLauncher &launcher);

LifePlanLaunch life_naive_plan, life_naive_3d_plan, life_tiled_plan,
    life_tiled_3d_plan, life_async_plan, life_async_3d_plan, life_packed_plan,
    life_packed_3d_plan;
/* In 2D and 3D, for the rules that the other two of kernel=packed do not run. */
LifePlanLaunch life_packed_states_plan;

#define LIFE_LUT_BYTES 65536

/* Fills a rule's table of LIFE_LUT_BYTES, on the host. */
void life_lut_fill (uint32_t birth, uint32_t survival, uint8_t *table);
cudaError_t life_lut_plan (LifeLadderPlan *plan, const LifeLauncher &launcher);
