/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The checksum of a world on a GPU, where life/world/world.c would have to bring every
 * cell to the host. Its definition stands there. */
#include "cuda/engine/checksum.h"

#include "life/world/soup.h"

#define THREADS 256
#define BLOCKS_PER_MULTIPROCESSOR 16

/* Idea: a warp takes 64 cells of a row; each lane looks at two, two votes per bit of
 * their states make them words, whose part of the sum their place alone decides.
 * Layout: any, through storage.h. Halo: none.
 * Bytes per cell: those that it lies in, for strips up to 4, from the caches for
 * the most part. */
static __global__ void
__launch_bounds__ (THREADS)
    checksum_kernel (const __grid_constant__ LifeStorage storage,
        const uint32_t *cells, unsigned long long *result)
{
  const uint32_t lane = threadIdx.x % 32;
  const uint64_t row_words = (storage.width - 1ull) / 64 + 1;
  const uint64_t all = row_words * storage.height * storage.depth;
  const uint64_t step = (uint64_t) gridDim.x * (THREADS / 32);
  uint64_t item = (uint64_t) blockIdx.x * (THREADS / 32) + threadIdx.x / 32;
  unsigned long long sum = 0;

  for (; item < all; item += step) {
    const uint64_t word = item % row_words, line = item / row_words;
    const uint32_t y = (uint32_t) (line % storage.height);
    const uint32_t z = (uint32_t) (line / storage.height);
    const uint64_t x = 64 * word + lane;
    uint32_t low = x < storage.width
                       ? life_storage_get (storage, cells, (uint32_t) x, y, z)
                       : 0;
    uint32_t high = x + 32 < storage.width ? life_storage_get (
                        storage, cells, (uint32_t) x + 32, y, z)
                                           : 0;
    for (uint32_t plane = 0; __any_sync (~0u, low | high); plane++) {
      const uint64_t bits = __ballot_sync (~0u, low & 1)
                            | (uint64_t) __ballot_sync (~0u, high & 1) << 32;
      sum += bits
             * life_soup_checksum_factor (life_soup_row (0, y, z), word, plane);
      low >>= 1;
      high >>= 1;
    }
  }
  if (lane == 0 && sum != 0)
    atomicAdd (result, sum);
}

gboolean
life_cuda_checksum (LifeEngine *engine, guint64 *checksum, GError **error)
{
  LifeCudaEngine *self = (LifeCudaEngine *) engine;
  LifeDeviceScope scope (self->device, error);
  const cudaStream_t stream = self->launcher.stream;
  unsigned long long result = 0;

  if (!scope.entered
      || !life_scratch_reserve (
          &self->transfer, sizeof (result), "a checksum", error)
      || !life_cuda_check (
          cudaMemsetAsync (self->transfer.data, 0, sizeof (result), stream),
          "adding up cells", error)
      || !life_cuda_check (
          life_launch (self->launcher, checksum_kernel,
              dim3 (BLOCKS_PER_MULTIPROCESSOR * self->launcher.multiprocessors),
              dim3 (THREADS), 0, self->storage,
              (const uint32_t *) self->present,
              (unsigned long long *) self->transfer.data),
          "adding up cells", error)
      || !life_cuda_check (cudaMemcpyAsync (&result, self->transfer.data,
                               sizeof (result), cudaMemcpyDeviceToHost, stream),
          "adding up cells", error)
      || !life_cuda_finish (self, "adding up cells", error))
    return FALSE;
  *checksum = result;
  return TRUE;
}
