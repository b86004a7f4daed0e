/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life by sliding sums on the GPU: what a launch works on. The code lives in
 * square.cu and diamond-circle.cu; far-pass.cuh is for larger radii. */
#pragma once

#include "cuda/engine/cuda-kernel.h"
#include "cuda/ladder/bytes.h"

#include "life/rule/sliding.h"

/* The radius up to which the sums of square.cu and diamond-circle.cu have room; those
 * of far-square.cu and far-spans.cu have it for all. */
#define LIFE_LARGER_NEAR 50

/* What a launch works on. */
struct LifeLargerPass {
  LifeBytesPass bytes;
  LifeLargerRule rule;
  /* How far up and down the neighbors in column i - radius reach. */
  uint8_t heights[2 * LIFE_LARGER_NEAR + 1];
  LifeNeighborhood neighborhood;
  uint32_t strips; /* that the world is cut into along x */
  uint32_t rows;   /* that a strip is swept down */
};

/* The bits of a count, and of what is added up for one row, at most. */
#define LIFE_LARGER_COUNT_BITS 13
#define LIFE_LARGER_CHANGE_BITS 9

/* What diamond-circle.cu looks up for every row: all bits of a word for one of a number. */
struct LifeLargerMasks {
  uint32_t start[LIFE_LARGER_CHANGE_BITS]; /* where adding up begins */
  uint32_t ends[4]
               [LIFE_LARGER_COUNT_BITS]; /* what a count is compared with, the
                                               complement */
};

struct LifeLargerPlan {
  LifeLargerPass pass;
  LifeLargerMasks masks; /* of diamond-circle.cu */
  LifeLaunch launch;
};

/* Each cuts the world of a torus or a plane, whose cells and rule @plan has. */
cudaError_t life_larger_square_plan (
    LifeLargerPlan *plan, const LifeLauncher &launcher);
cudaError_t life_larger_edges_plan (
    LifeLargerPlan *plan, const LifeLauncher &launcher);
