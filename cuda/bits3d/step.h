// SPDX-License-Identifier: LGPL-2.1-or-later
// The host's side of the bit-sliced 3D kernels: a world on the device and the
// call that steps it. Filling, reading and counting it live elsewhere.
#ifndef LIFE_BITS3D_H
#define LIFE_BITS3D_H

#include <stddef.h>
#include <stdint.h>
#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Cell (x, y, z) is bit x % 32 of word (z * height + y) * stride + x / 32 of
 * `current`. Bits and words beyond the width are 0 and stay 0. */
typedef struct {
  uint32_t width, height, depth; /* cells, at least 1 */
  uint32_t stride;   /* words from a row to the next, a multiple of 4 */
  int torus;         /* else a plane, dead outside */
  uint32_t birth;    /* bit n: a dead cell with n of 26 neighbours is born */
  uint32_t survival; /* bit n: a live cell with n of 26 neighbours lives on */
  uint32_t *current; /* device memory, 16-byte aligned, depth * height * stride
                         words, as is `next` */
  uint32_t *next;
  cudaStream_t stream;
  int pdl;            /* programmatic dependent launch where the GPU has it */
  const void *kernel; /* what life_bits3d_name_kernel() named, compiled at
                         run time; NULL: a kernel that takes any rule */
} LifeBits3d;

/**
 * life_bits3d_name_kernel:
 * @world: a world, all but its memory filled in
 * @name: (out): place for a name
 * @size: its bytes, 128 are enough
 *
 * Tells which kernel of kernels.cuh advances the world fastest on the device
 * that is current, as NVRTC takes it. It is the world's as long as neither size,
 * topology nor rule change.
 *
 * Returns: 1, or 0 where that kernel is compiled in.
 */
int life_bits3d_name_kernel (const LifeBits3d *world, char *name, size_t size);

/**
 * life_bits3d_step:
 * @world: a world
 * @generations: how many generations to advance it
 *
 * Enqueues the generations on the world's stream and swaps `current` and
 * `next` so that `current` holds the newest and `next` the one before it.
 *
 * Returns: cudaSuccess, or what the first failing call returned; a world whose
 * sizes or pointers are out of range is cudaErrorInvalidValue.
 */
cudaError_t life_bits3d_step (LifeBits3d *world, uint64_t generations);

#ifdef __cplusplus
}
#endif

#endif
