// SPDX-License-Identifier: LGPL-2.1-or-later
// A bit-sliced 3D world under a rule, and how it is advanced by a launch for each
// generation. Filling, reading and counting it live elsewhere.
#pragma once

#include "cuda/bits3d/bits3d-sweep.cuh"
#include "cuda/device/launch.h"

#include <stddef.h>
#include <stdint.h>

// Cell (x, y, z) is bit x % 32 of word (z * height + y) * stride + x / 32. Bits and
// words beyond the width are 0 and stay 0. The words are 16-byte aligned.
struct LifeBits3dWorld {
  uint32_t width, height, depth; // cells, at least 1
  uint32_t stride;   // words from a row to the next, a multiple of 4
  bool torus;        // else a plane, dead outside
  uint32_t birth;    // bit n: a dead cell with n of 26 neighbors is born
  uint32_t survival; // bit n: a live cell with n of 26 neighbors lives on
  LifeLauncher launcher;
  int compute_capability; // of the device
};

// How a world is advanced, once found out for its size and its rule.
struct LifeBits3dPlan {
  LifeBits3dGrid grid;
  LifeRuleMasks rule; // kernels that are compiled for a rule read none
  LifeLaunch launch;
};

// Whether the world's rule is the one that is compiled in.
bool life_bits3d_is_b6s567 (const LifeBits3dWorld *world);

// The world's rule as NVRTC reads it, in @name of @size bytes, 64 are enough.
void life_bits3d_name_rule (
    const LifeBits3dWorld *world, char *name, size_t size);

// Fills in @name, of @size bytes, 128 are enough, with the kernel of kernels.cuh that
// advances the world fastest, as NVRTC reads it. It is the world's as long as neither
// size, topology nor rule change. Returns 1, or 0 where that kernel is compiled in.
int life_bits3d_name_kernel (
    const LifeBits3dWorld *world, char *name, size_t size);

// Fills in @plan; @kernel is what life_bits3d_name_kernel() named, compiled at run
// time, or NULL for one that is compiled in. Fails if the device cannot be queried; a
// world whose sizes are out of range is cudaErrorInvalidValue.
cudaError_t life_bits3d_plan (
    LifeBits3dPlan *plan, const LifeBits3dWorld *world, const void *kernel);

// Enqueues one generation of the slices @first to before @end alone, at least one.
cudaError_t life_bits3d_step_slices (const LifeBits3dPlan *plan,
    const LifeLauncher &launcher, uint32_t first, uint32_t end,
    const uint32_t *current, uint32_t *next);

// Enqueues generations and swaps the buffers as it goes: afterwards @present is the
// newest one and, with @generations > 0, @previous the one before it.
cudaError_t life_bits3d_step (LifeBits3dPlan *plan,
    const LifeLauncher &launcher, uint64_t generations, uint32_t **present,
    uint32_t **previous);
