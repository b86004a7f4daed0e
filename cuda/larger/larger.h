/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life by sliding sums on the GPU, as the engine calls it: what a
 * generation works on. The kernels live in square.cu and edges.cu. */
#pragma once

#include "cuda/ladder/ladder.h"

#include "life/rule/sliding.h"

/* What a launch works on. */
struct LifeLargerPass {
  LifeBytesPass bytes;
  LifeLargerRule rule;
  LifeNeighbourhood neighbourhood;
  uint32_t strips; /* that the world is cut into along x */
  uint32_t rows;   /* that a strip is swept down */
  uint32_t blocks; /* of a launch; 0: none of these three is known yet */
};

/* Enqueues one generation of a world of LIFE_LAYOUT_BYTES that is a torus or a plane;
 * @pass has its cells and its rule; how it is cut is found out once. */
cudaError_t life_larger_step (
    LifeLargerPass &pass, const LifeLauncher &launcher);

/* About how many cells a second a fast GPU advances. */
double life_larger_rate (const LifeRule *rule);

/* edges.cu: the same, for the neighbourhoods that are no square. */
cudaError_t life_larger_edges_step (
    LifeLargerPass &pass, const LifeLauncher &launcher);
