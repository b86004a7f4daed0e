/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How bit-sliced 2D worlds are cut into an interleaved tile for each of the four parts of
 * each multiprocessor, and stay there for many generations; the kernel is in
 * bits2d-resident.cuh. */
#pragma once

#include "cuda/bits2d/bits2d-resident.cuh"
#include "cuda/device/launch.h"

#include <stddef.h>
#include <stdint.h>

/* How a world is cut: the shape's number in bits2d-resident.cu, columns and lines of tiles. No
 * columns: it cannot be. */
struct LifeBits2dCut {
  unsigned shape, columns, lines;
};

/* A world that stays on the chip; without a kernel none does. */
struct LifeBits2dResidentPlan {
  LifeBits2dResident world;
  LifeLaunch launch, to_resident, from_resident;
};

/* The best cut of a world into tiles that fit @multiprocessors at once. */
LifeBits2dCut life_bits2d_cut (
    const LifeStrips &strips, bool torus, int multiprocessors);

/* The bytes of device memory for a cut. */
size_t life_bits2d_cut_bytes (
    const LifeStrips &strips, const LifeBits2dCut &cut);

/* Writes the name of the kernel for a rule as NVRTC reads it. */
void life_bits2d_name_resident (const LifeBits2dCut &cut, bool torus,
    const char *rule, char *name, size_t size);

/* Fills in @plan; @kernel: what was named, or NULL for the one for B3/S23. Leaves it
 * without a kernel where the tiles cannot all run at once. */
cudaError_t life_bits2d_plan_resident (LifeBits2dResidentPlan *plan,
    const LifeStrips &strips, bool torus, const LifeBits2dCut &cut,
    const LifeLauncher &launcher, const void *kernel, void *entries);

/* Enqueues generations and swaps the buffers. @rule: what the kernel takes as
 * its rule. */
cudaError_t life_bits2d_run_resident (LifeBits2dResidentPlan *plan, void *rule,
    const LifeLauncher &launcher, uint64_t generations, uint32_t **present,
    uint32_t **previous);
