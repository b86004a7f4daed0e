/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Population, and births and deaths if they are requested: one launch adds the world
 * up as a tree, over lanes, warps and blocks, and writes three numbers to the host's
 * memory. */
#include "cuda/count/population.h"
#include "cuda/engine/inhabited.cuh"

#define THREADS LIFE_COUNT_THREADS
#define BLOCKS_PER_MULTIPROCESSOR 8
#define MAX_LANES 4096

static __device__ __forceinline__ void
add_counts (LifeCounts &to, const LifeCounts &from)
{
  to.population += from.population;
  to.births += from.births;
  to.deaths += from.deaths;
}

/* The sum over a block's threads, in thread 0. */
static __device__ LifeCounts
add_up_block (LifeCounts counts)
{
  __shared__ LifeCounts warps[THREADS / 32];

  for (int distance = 16; distance > 0; distance /= 2) {
    const LifeCounts other = { __shfl_down_sync (
                                   ~0u, counts.population, distance),
      __shfl_down_sync (~0u, counts.births, distance),
      __shfl_down_sync (~0u, counts.deaths, distance) };
    add_counts (counts, other);
  }
  if (threadIdx.x % 32 == 0)
    warps[threadIdx.x / 32] = counts;
  __syncthreads ();
  if (threadIdx.x == 0)
    for (int warp = 1; warp < THREADS / 32; warp++)
      add_counts (counts, warps[warp]);
  __syncthreads ();
  return counts;
}

static __device__ __forceinline__ void
count_word (LifeCounts &counts, uint32_t mask, uint32_t now, uint32_t previous)
{
  counts.population += __popc (now & mask);
  counts.births += __popc (now & ~previous & mask);
  counts.deaths += __popc (previous & ~now & mask);
}

/* Counts of a frame are enqueued behind its drawing, which began when the step before
 * it was done: so they need not wait for it to end, but they do not end before it
 * either, because what follows waits for them alone. */
enum CountStart {
  COUNT_AFTER_STEP,
  COUNT_WHILE_DRAWING
};

/* @lanes, a power of two, go along a row, four words each at a time; the grid, a
 * multiple of them, takes rows in turn. The last block to finish adds up what all have
 * found. */
template <bool with_changes>
static __global__ void
__launch_bounds__ (THREADS) count_kernel (
    const __grid_constant__ LifeStorage storage, const uint32_t *present,
    const uint32_t *previous, uint32_t lanes, LifeCounts *partial,
    unsigned int *blocks_counted, LifeCounts *result, CountStart start)
{
  const uint64_t all = (uint64_t) storage.rows * storage.depth;
  const uint64_t thread = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const uint64_t row_step = (uint64_t) gridDim.x * THREADS / lanes;
  const uint32_t lane = (uint32_t) thread % lanes;
  LifeCounts counts = {};
  __shared__ bool last;

  if (start == COUNT_AFTER_STEP)
    life_launch_wait ();
  for (uint64_t line = thread / lanes; line < all; line += row_step) {
    const uint32_t row = (uint32_t) (line % storage.rows);
    const size_t at = line / storage.rows * storage.plane + row * storage.row;
    const uint32_t mask =
        life_counted_row (storage, row, (uint32_t) (line / storage.rows));
    for (uint64_t word = 4 * lane; word < storage.row_words;
         word += 4 * lanes) {
      const uint4 now = life_inhabited_load (storage, present + at + word);
      const uint4 then =
          with_changes ? life_inhabited_load (storage, previous + at + word)
                       : now;
      const uint32_t words[4] = { now.x, now.y, now.z, now.w };
      const uint32_t previous_words[4] = { then.x, then.y, then.z, then.w };
#pragma unroll
      for (int i = 0; i < 4; i++) {
        const uint32_t inside = life_inhabited_mask (storage, word + i, mask);
        count_word (counts, inside, life_inhabited (storage, words[i]),
            life_inhabited (storage, previous_words[i]));
      }
    }
  }

  counts = add_up_block (counts);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = counts;
    __threadfence ();
    /* Wraps to 0 with the last block, ready for the next launch. */
    last = atomicInc (blocks_counted, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads ();
  if (start == COUNT_WHILE_DRAWING)
    life_launch_wait ();
  if (!last)
    return;
  __threadfence ();
  counts = {};
  for (uint32_t block = threadIdx.x; block < gridDim.x; block += THREADS) {
    const volatile LifeCounts *other = &partial[block];
    counts.population += other->population;
    counts.births += other->births;
    counts.deaths += other->deaths;
  }
  counts = add_up_block (counts);
  if (threadIdx.x == 0)
    *result = counts;
}

static unsigned int
max_blocks (const LifeCudaEngine *self)
{
  return BLOCKS_PER_MULTIPROCESSOR * self->launcher.multiprocessors;
}

gboolean
life_count_init (LifeCudaEngine *self, GError **error)
{
  return life_cuda_check (cudaHostAlloc (&self->counting.counts,
                              LIFE_COUNTS * sizeof (LifeCounts),
                              cudaHostAllocMapped | cudaHostAllocPortable),
             "reserving counts", error)
         && life_cuda_check (cudaMalloc (&self->counting.partial,
                                 max_blocks (self) * sizeof (LifeCounts)),
             "reserving counts", error)
         && life_cuda_check (
             cudaMalloc (&self->counting.blocks_done, sizeof (unsigned int)),
             "reserving counts", error)
         && life_cuda_check (cudaMemsetAsync (self->counting.blocks_done, 0,
                                 sizeof (unsigned int), self->launcher.stream),
             "reserving counts", error);
}

void
life_count_clear (LifeCudaEngine *self)
{
  cudaFreeHost (self->counting.counts);
  cudaFree (self->counting.partial);
  cudaFree (self->counting.blocks_done);
}

unsigned int
life_count_blocks (const LifeCudaEngine *self, uint32_t *lanes)
{
  const LifeStorage *storage = &self->storage;
  const uint64_t rows = (uint64_t) storage->rows * storage->depth;
  const uint64_t limit = (uint64_t) max_blocks (self) * THREADS;
  unsigned int blocks;

  /* Worlds of few rows are counted by many threads per row. */
  *lanes = 1;
  while (4ull * *lanes < storage->row_words
         && (*lanes < 32 || (rows * *lanes < limit && *lanes < MAX_LANES)))
    *lanes *= 2;
  blocks = (unsigned int) (MIN (rows * *lanes - 1, limit - 1) / THREADS + 1);
  if (*lanes > THREADS)
    blocks -= blocks % (*lanes / THREADS);
  return blocks;
}

gboolean
life_population_enqueue (LifeCudaEngine *self, guint what, guint slot,
    gboolean drawn, GError **error)
{
  uint32_t lanes;
  const unsigned int blocks = life_count_blocks (self, &lanes);

  return life_cuda_check (
      life_launch_dependent (self->launcher,
          what & LIFE_COUNT_CHANGES ? count_kernel<true> : count_kernel<false>,
          dim3 (blocks), dim3 (THREADS), 0, self->storage,
          (const uint32_t *) self->present, (const uint32_t *) self->previous,
          lanes, self->counting.partial, self->counting.blocks_done,
          &self->counting.counts[slot],
          drawn ? COUNT_WHILE_DRAWING : COUNT_AFTER_STEP),
      "counting cells", error);
}
