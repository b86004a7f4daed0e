/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Larger than Life beyond the radii of square.cu and diamond-circle.cu: what its
 * launches work on, and what they share. How they count is in far-square.cu and
 * far-spans.cu. */
#pragma once

#include "cuda/engine/cuda-engine.h"
#include "cuda/larger/larger.cuh"

/* What the launches of a generation work on. */
struct LifeFarPass {
  LifeBytesPass bytes;
  LifeLargerRule rule;
  const uint32_t *list; /* of a rule that lists its counts; else NULL */

  /* Written by a first launch and read by the last one: sums of rows, or of squares the
   * bits of cells, and sums of columns above each band of rows. */
  uint8_t *sums;
  uint16_t *above;
  size_t sums_row; /* bytes from a row of sums to the next; elements, of bits */
  size_t sums_bytes, above_bytes;

  uint32_t pieces; /* that a row is cut into */

  /* Of squares: columns of a piece, how far down it goes, and the ends of the ranges less
   * their beginnings. */
  uint32_t core, rows;
  uint32_t birth_range, survival_range;

  /* Of other neighborhoods: how far to the left and right the neighbors reach in a row
   * so many rows away. */
  uint16_t widths[LIFE_RADIUS_MAX + 1];
};

/* Up to three launches for each generation, one after the other. */
#define LIFE_FAR_LAUNCHES 3

struct LifeFarPlan {
  LifeFarPass pass;
  LifeScratch memory;
  LifeLaunch
      launches[LIFE_FAR_LAUNCHES]; /* those without a kernel are left out */
};

/* Each fills in what @plan, whose cells and rule are set, needs for them: the bytes
 * of sums, and the launches. */
cudaError_t life_far_square_plan (
    LifeFarPlan *plan, const LifeLauncher &launcher, bool is_listed);
cudaError_t life_far_spans_plan (LifeFarPlan *plan);

/* The next state of a cell with @count cells of the neighborhood in state 1, its own
 * among them. */
__device__ __forceinline__ uint32_t
life_far_next (const LifeFarPass &pass, uint32_t cell, uint32_t count)
{
  const LifeLargerRule &rule = pass.rule;

  if (pass.list != NULL)
    return life_next_counted (pass.list, cell, rule.states, count);
  const uint32_t low = cell ? rule.survival_low : rule.birth_low;
  const uint32_t high = cell ? rule.survival_high : rule.birth_high;

  return life_next_state (cell, rule.states, low <= count && count <= high);
}

/* A position beyond the edges of a torus: which cell it is, and how often the torus was
 * gone round on the way. */
struct LifeFarPosition {
  uint32_t at;
  int32_t rounds;
};

__device__ __forceinline__ LifeFarPosition
life_far_wrap (int64_t at, uint32_t size)
{
  /* Mostly, and divisions take long. */
  if (at >= 0 && at < size)
    return { (uint32_t) at, 0 };
  const int64_t rest = at % size;
  const int64_t wrapped = rest < 0 ? rest + size : rest;

  return { (uint32_t) wrapped, (int32_t) ((at - wrapped) / size) };
}

/* Adds up over the threads of a block, of whole warps: what all threads before this one
 * have, and what all have. @of_warps is in shared memory, an element per warp. */
struct LifeFarSum {
  uint32_t before, all;
};

template <int threads>
__device__ __forceinline__ LifeFarSum
life_far_add_up (uint32_t own, uint32_t *of_warps)
{
  const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  uint32_t sum = own, all = 0;

#pragma unroll
  for (uint32_t distance = 1; distance < 32; distance *= 2) {
    const uint32_t other = __shfl_up_sync (~0u, sum, distance);
    sum += lane >= distance ? other : 0;
  }
  if (lane == 31)
    of_warps[warp] = sum;
  __syncthreads ();
  sum -= own;
#pragma unroll
  for (uint32_t i = 0; i < threads / 32; i++) {
    sum += i < warp ? of_warps[i] : 0;
    all += of_warps[i];
  }
  return { sum, all };
}
