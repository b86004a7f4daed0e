/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The checksum of a world on a GPU (life/world/checksum.h): one launch, whose result comes to
 * the host's memory by itself. One that is pending goes along with the frame of the same
 * cells, since a launch of its own, and an event that marks its end, cost the host
 * more than the checksum costs the GPU. */
#include "cuda/count/cuda-checksum.h"
#include "cuda/engine/inhabited.cuh"

#include "life/world/checksum.h"

#define THREADS 256
#define WARPS (THREADS / 32)
#define BLOCKS_PER_MULTIPROCESSOR 8

/* How often the host polls for a result before it queries whether the GPU still works. */
#define POLLS 1000

/* A sum never comes, since its launch failed. */
#define NOT_LAUNCHED cudaErrorNotReady

/* A checksum, once it is there. */
struct LifeCudaSum {
  uint64_t sum;
  gint is_there;
};

/* One of the present cells at once, and two that are pending, in turn. */
enum {
  SUM_AT_ONCE,
  SUM_PENDING,
  SUMS = SUM_PENDING + 2
};

/* 64 cells of a row, of which a warp takes one bit of the states after another, and each
 * lane has one bit's. */
static __device__ uint64_t
add_bytes (const LifeStorage &storage, const uint32_t *cells, uint64_t item,
    uint32_t lane)
{
  const uint64_t row_words = (storage.width - 1ull) / 64 + 1;
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
  uint64_t mine = 0;

  for (uint32_t bit = 0; __any_sync (~0u, low | high); bit++) {
    const uint64_t bits = __ballot_sync (~0u, low & 1)
                          | (uint64_t) __ballot_sync (~0u, high & 1) << 32;
    mine = lane == bit ? bits : mine;
    low >>= 1;
    high >>= 1;
  }
  return life_checksum_word (mine, life_checksum_key (word, lane))
         * life_checksum_row (y, z);
}

/* Each lane takes 64 cells of a row. */
static __device__ uint64_t
add_rows (const LifeStorage &storage, const uint32_t *cells, uint64_t item,
    uint32_t lane)
{
  const uint64_t row_words = (storage.row_words + 1ull) / 2;
  const uint64_t mine = 32 * item + lane;
  const uint64_t word = mine % row_words, line = mine / row_words;

  if (line >= (uint64_t) storage.height * storage.depth)
    return 0;
  const uint32_t y = (uint32_t) (line % storage.height);
  const uint32_t z = (uint32_t) (line / storage.height);
  const uint32_t unit = storage.is_3d ? z : y;
  const uint32_t *row = cells + z * storage.plane + y * storage.row;
  if (storage.is_part && (unit < storage.own_first || unit >= storage.own_end))
    return 0;
  uint64_t bits = row[2 * word];
  if (2 * word + 1 < storage.row_words)
    bits |= (uint64_t) row[2 * word + 1] << 32;
  return life_checksum_word (bits, life_checksum_key (word, 0))
         * life_checksum_row (storage.is_3d ? y : y + storage.shift,
             storage.is_3d ? z + storage.shift : z);
}

/* Bit i of each lane becomes bit of lane i, for the lane that it was of. In each round half
 * of a lane's bits go to the lane whose number differs in one bit, and as many come. */
template <uint32_t distance = 16, uint32_t mask = 0x0000ffffu>
static __device__ __forceinline__ uint32_t
turn_about (uint32_t bits, uint32_t lane)
{
  const uint32_t partner = __shfl_xor_sync (~0u, bits, distance);

  bits = lane & distance ? (bits & ~mask) | (partner & ~mask) >> distance
                         : (bits & mask) | (partner & mask) << distance;
  if constexpr (distance > 1)
    bits = turn_about<distance / 2, mask ^ mask << distance / 2> (bits, lane);
  return bits;
}

/* 64 columns of a row of words, one bit of the states, are turned about, and each lane takes
 * 64 cells of the line that its strip has there. */
static __device__ uint64_t
add_strips (const LifeStorage &storage, const uint32_t *cells, uint64_t item,
    uint32_t lane)
{
  const uint64_t row_words = (storage.width - 1ull) / 64 + 1;
  const uint64_t word = item % row_words, line = item / row_words;
  const uint32_t row = (uint32_t) (line % storage.rows);
  const uint32_t bit = (uint32_t) (line / storage.rows);
  const uint32_t *words =
      cells + bit * storage.bit_plane + (size_t) row * storage.row;
  const uint32_t inside = life_counted_row (storage, row, 0);
  const uint64_t x = 64 * word + lane;
  const uint32_t low = x < storage.width ? words[x] & inside : 0;
  const uint32_t high = x + 32 < storage.width ? words[x + 32] & inside : 0;
  const uint64_t mine =
      turn_about (low, lane) | (uint64_t) turn_about (high, lane) << 32;

  return life_checksum_word (mine, life_checksum_key (word, bit))
         * life_checksum_row (
             life_strip_start (storage.height, lane) + row + storage.shift, 0);
}

/* Adds up @sum over all threads and blocks; the last block stores the result, and
 * leaves @total and @blocks_done at 0 for the next launch. */
static __device__ void
store_total (uint64_t sum, unsigned long long *total, unsigned int *blocks_done,
    volatile LifeCudaSum *result)
{
  __shared__ uint64_t warps[WARPS];

  for (int distance = 16; distance > 0; distance /= 2)
    sum += __shfl_down_sync (~0u, sum, distance);
  if (threadIdx.x % 32 == 0)
    warps[threadIdx.x / 32] = sum;
  __syncthreads ();
  if (threadIdx.x != 0)
    return;
  for (int warp = 1; warp < WARPS; warp++)
    sum += warps[warp];
  atomicAdd (total, sum);
  __threadfence ();
  if (atomicInc (blocks_done, gridDim.x - 1) < gridDim.x - 1)
    return;
  result->sum = atomicExch (total, 0ull);
  __threadfence_system ();
  result->is_there = TRUE;
}

/* Layout: any, through storage.h. Halo: none. Bytes per cell: those that it lies in.
 * @items: how many there are for warps. */
template <LifeLayout layout>
static __global__ void
__launch_bounds__ (THREADS)
    checksum_kernel (const __grid_constant__ LifeStorage storage,
        const uint32_t *cells, uint64_t items, unsigned long long *total,
        unsigned int *blocks_done, LifeCudaSum *result)
{
  const uint32_t lane = threadIdx.x % 32;
  const uint64_t step = (uint64_t) gridDim.x * WARPS;
  uint64_t item = (uint64_t) blockIdx.x * WARPS + threadIdx.x / 32;
  uint64_t sum = 0;

  life_launch_wait ();
  for (; item < items; item += step)
    sum +=
        layout == LIFE_LAYOUT_STRIPS ? add_strips (storage, cells, item, lane)
        : layout == LIFE_LAYOUT_ROWS ? add_rows (storage, cells, item, lane)
                                     : add_bytes (storage, cells, item, lane);
  store_total (sum, total, blocks_done, result);
}

static uint64_t
count_items (const LifeStorage *storage)
{
  const uint64_t row_words = (storage->width - 1ull) / 64 + 1;
  const uint64_t lines = (uint64_t) storage->height * storage->depth;

  switch (storage->layout) {
    case LIFE_LAYOUT_STRIPS:
      return row_words * storage->rows * storage->bits;
    case LIFE_LAYOUT_ROWS:
      return (row_words * lines - 1) / 32 + 1;
    default:
      return row_words * lines;
  }
}

gboolean
life_checksum_init (LifeCudaEngine *self, GError **error)
{
  LifeCudaChecksum *checksum = &self->checksum;

  checksum->launch = life_checksum_launch;
  if (!life_cuda_check (
          cudaHostAlloc (&checksum->sums, SUMS * sizeof (LifeCudaSum),
              cudaHostAllocMapped | cudaHostAllocPortable),
          "reserving a checksum", error))
    return FALSE;
  for (guint i = 0; i < SUMS; i++)
    checksum->sums[i] = { 0, TRUE };
  checksum->pending = SUM_PENDING;
  return life_cuda_check (
             cudaMalloc (&checksum->total, sizeof (*checksum->total)),
             "reserving a checksum", error)
         && life_cuda_check (cudaMalloc (&checksum->blocks_done,
                                 sizeof (*checksum->blocks_done)),
             "reserving a checksum", error)
         && life_cuda_check (
             cudaMemsetAsync (checksum->total, 0, sizeof (*checksum->total),
                 self->launcher.stream),
             "reserving a checksum", error)
         && life_cuda_check (
             cudaMemsetAsync (checksum->blocks_done, 0,
                 sizeof (*checksum->blocks_done), self->launcher.stream),
             "reserving a checksum", error);
}

void
life_checksum_clear (LifeCudaEngine *self)
{
  cudaFreeHost (self->checksum.sums);
  cudaFree (self->checksum.total);
  cudaFree (self->checksum.blocks_done);
}

static gboolean
launch (LifeCudaEngine *self, LifeCudaSum *result, GError **error)
{
  const LifeStorage *storage = &self->storage;
  const uint64_t items = count_items (storage);
  const uint64_t limit =
      (uint64_t) BLOCKS_PER_MULTIPROCESSOR * self->launcher.multiprocessors;
  const unsigned blocks = (unsigned) MIN ((items - 1) / WARPS + 1, limit);
  const auto kernel = storage->layout == LIFE_LAYOUT_STRIPS
                          ? checksum_kernel<LIFE_LAYOUT_STRIPS>
                      : storage->layout == LIFE_LAYOUT_ROWS
                          ? checksum_kernel<LIFE_LAYOUT_ROWS>
                          : checksum_kernel<LIFE_LAYOUT_BYTES>;

  return life_cuda_check (
      life_launch_concurrent (self->launcher, kernel, dim3 (blocks),
          dim3 (THREADS), 0, *storage, (const uint32_t *) self->present, items,
          self->checksum.total, self->checksum.blocks_done, result),
      "adding up cells", error);
}

/* Waits for a sum, unless it was NOT_LAUNCHED. */
static cudaError_t
wait_for (LifeCudaEngine *self, LifeCudaSum *result)
{
  cudaError_t state = cudaErrorNotReady;

  while (state == cudaErrorNotReady) {
    for (guint i = 0; i < POLLS; i++)
      if (g_atomic_int_get (&result->is_there))
        return cudaSuccess;
    state = cudaStreamQuery (self->launcher.stream);
  }
  /* It may have come between the last poll and the query. */
  return state == cudaSuccess && !g_atomic_int_get (&result->is_there)
             ? NOT_LAUNCHED
             : state;
}

gboolean
life_checksum_launch (LifeCudaEngine *self, GError **error)
{
  LifeCudaChecksum *checksum = &self->checksum;

  if (!checksum->is_requested)
    return TRUE;
  checksum->is_requested =
      !launch (self, &checksum->sums[checksum->pending], error);
  return !checksum->is_requested;
}

gboolean
life_checksum_at_once (LifeCudaEngine *self, guint64 *checksum, GError **error)
{
  LifeCudaSum *result = &self->checksum.sums[SUM_AT_ONCE];

  result->is_there = FALSE;
  if (!launch (self, result, error)
      || !life_cuda_check (wait_for (self, result), "adding up cells", error))
    return FALSE;
  *checksum = result->sum;
  return TRUE;
}

/* The one before the previous one may still be pending. */
gboolean
life_checksum_begin (LifeCudaEngine *self, GError **error)
{
  LifeCudaChecksum *checksum = &self->checksum;

  if (!checksum->is_requested) {
    checksum->pending = SUM_PENDING + (checksum->pending == SUM_PENDING);
    LifeCudaSum *result = &checksum->sums[checksum->pending];
    const cudaError_t late = wait_for (self, result);
    if (late != NOT_LAUNCHED
        && !life_cuda_check (late, "adding up cells", error))
      return FALSE;
    result->is_there = FALSE;
    checksum->is_requested = TRUE;
  }
  return TRUE;
}

gboolean
life_checksum_finish (LifeCudaEngine *self, guint64 *checksum, GError **error)
{
  LifeCudaSum *result = &self->checksum.sums[self->checksum.pending];

  if (!life_checksum_launch (self, error)
      || !life_cuda_check (wait_for (self, result), "adding up cells", error))
    return FALSE;
  *checksum = result->sum;
  return TRUE;
}
