// SPDX-License-Identifier: LGPL-2.1-or-later
// The host's side of the bit-sliced 3D kernel for worlds that stay on the chip:
// whether a world can, and the call that steps it.
#pragma once

#include "cuda/bits3d/bits3d-step.h"

/* How a world is stored on the chip. All zero: it is not. */
typedef struct {
  int words, column, groups, chunks, chunk; /* LifeResidentCut */
  int blocks_y, blocks_z;
  int rows;                         /* LifeResidentRows */
  int lacking_rows, lacking_slices; /* of a tile, at most */
  const void *kernel; /* what life_bits3d_resident_name_kernel() named,
                         compiled at run time, or the one compiled in; NULL:
                         not searched yet */
  int shared_bytes;   /* of a block */
  void *faces;        /* what the blocks publish; device memory */
  uint32_t *failed;   /* not 0: a block gave up waiting; the host's memory */
  uint32_t tag;       /* of the present generation's faces */
} LifeBits3dResident;

// Fills in @resident, which is empty, with how the current device can store the world;
// leaves it empty where it cannot or would be slower than life_bits3d_step().
cudaError_t life_bits3d_resident_cut (
    LifeBits3dResident *resident, const LifeBits3dWorld *world);

// Fills in @name, of @size bytes, 128 are enough, with the kernel of kernels.cuh that
// is needed, as NVRTC reads it. Returns 1, or 0 where that kernel is compiled in.
int life_bits3d_resident_name_kernel (const LifeBits3dResident *resident,
    const LifeBits3dWorld *world, char *name, size_t size);

// Reserves what the blocks need to publish, where there is memory for it and they all
// can run at once; else empties @resident.
cudaError_t life_bits3d_resident_reserve (
    LifeBits3dResident *resident, const LifeBits3dWorld *world);

// Releases what was reserved and empties @resident; to be called when nothing of
// it runs.
void life_bits3d_resident_clear (LifeBits3dResident *resident);

// Enqueues the generations, in launches of a few milliseconds, and swaps the buffers
// so that @present is the newest one; @previous is an older one. Where the device has
// no room for all blocks at once any more, it stops early, with @stepped of them done,
// and sets `words` of @resident to 0.
cudaError_t life_bits3d_resident_step (LifeBits3dResident *resident,
    const LifeBits3dWorld *world, uint64_t generations, uint32_t **present,
    uint32_t **previous, uint64_t *stepped);
