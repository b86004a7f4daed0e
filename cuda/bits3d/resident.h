// SPDX-License-Identifier: LGPL-2.1-or-later
// The host's side of the bit-sliced 3D kernel for worlds that stay on the chip:
// whether a world can, and the call that steps it.
#ifndef LIFE_BITS3D_RESIDENT_H
#define LIFE_BITS3D_RESIDENT_H

#include "step.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a world is kept on the chip. All zero: it is not. */
typedef struct {
  int words, column, groups, chunks, chunk; /* LifeResidentCut */
  int blocks_y, blocks_z;
  int rows;                         /* LifeResidentRows */
  int lacking_rows, lacking_slices; /* of a brick, at most */
  const void *kernel; /* what life_bits3d_resident_name_kernel() named,
                         compiled at run time, or the one compiled in; NULL:
                         not looked for yet */
  int shared_bytes;   /* of a block */
  void *faces;        /* what the blocks tell each other; device memory */
  uint32_t *failed;   /* not 0: a block waited in vain; the host's memory */
  uint32_t tag;       /* of the present generation's faces */
} LifeBits3dResident;

/**
 * life_bits3d_resident_cut:
 * @resident: what to fill in, empty
 * @world: a world, all but its memory filled in
 *
 * Looks how the current device can keep the world. Leaves @resident empty where
 * it cannot or would be slower than life_bits3d_step().
 *
 * Returns: cudaSuccess, or what the first failing call returned.
 */
cudaError_t life_bits3d_resident_cut (
    LifeBits3dResident *resident, const LifeBits3d *world);

/**
 * life_bits3d_resident_name_kernel:
 * @resident: one that is cut
 * @world: its world
 * @name: (out): place for a name
 * @size: its bytes, 128 are enough
 *
 * Tells which kernel of kernels.cuh is needed, as NVRTC takes it.
 *
 * Returns: 1, or 0 where that kernel is compiled in.
 */
int life_bits3d_resident_name_kernel (const LifeBits3dResident *resident,
    const LifeBits3d *world, char *name, size_t size);

/**
 * life_bits3d_resident_reserve:
 * @resident: one that is cut, its kernel set
 * @world: its world
 *
 * Reserves what the blocks need to tell each other, where there is memory for it
 * and they all can run at once; else empties @resident.
 *
 * Returns: cudaSuccess, or what the first failing call returned.
 */
cudaError_t life_bits3d_resident_reserve (
    LifeBits3dResident *resident, const LifeBits3d *world);

/* Releases what was reserved and empties @resident; to be called when nothing of
 * it runs. */
void life_bits3d_resident_clear (LifeBits3dResident *resident);

/**
 * life_bits3d_resident_step:
 * @resident: one that is reserved
 * @world: its world
 * @generations: how many generations to advance it
 * @stepped: (out): how many it was advanced
 *
 * Enqueues the generations on the world's stream, in launches of a few
 * milliseconds, and swaps `current` and `next` so that `current` holds the
 * newest one; `next` holds an older one. Where the device has no place for all
 * blocks at once any more, it stops early and sets `words` of @resident to 0.
 *
 * Returns: cudaSuccess, or what the first failing call returned.
 */
cudaError_t life_bits3d_resident_step (LifeBits3dResident *resident,
    LifeBits3d *world, uint64_t generations, uint64_t *stepped);

#ifdef __cplusplus
}
#endif

#endif
