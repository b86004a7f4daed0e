/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where a world on a GPU is alive and where it changed. One launch goes over all words,
 * each thread has what it found in registers, and warps and blocks join that by
 * atomics, whose order does not matter to integers; the last block copies the result to
 * the host's memory and clears what was joined. Dead words cost their load alone: 4
 * bytes for 32 cells, and as many of the previous generation for activity. */
#include "cuda/count/cuda-extent.h"
#include "cuda/count/population.h"
#include "cuda/engine/inhabited.cuh"

#include "life/world/activity.h"

#define THREADS LIFE_COUNT_THREADS
#define WARP 32

typedef unsigned long long Sum;

/* The sums of an extent: cells, then of each axis their positions, then its quarters. */
#define SUM_CELLS 0
#define SUM_OF_POSITIONS(axis) (1 + (axis))
#define SUM_OF_QUARTER(axis, quarter) (4 + 4 * (axis) + (quarter))
#define SUMS 16

/* What is found; a box of no cells has @low above @high. */
struct LifeExtent {
  uint32_t low[3], high[3];
  Sum sums[SUMS];
};

/* Found so far on the GPU, by how many blocks; and what was found, where both sides see
 * it. */
struct LifeExtents {
  LifeExtent *joined;
  unsigned int *blocks_done;
  LifeExtent *results; /* LIFE_COUNTS of them */
};

/* The first position of the second to the fourth quarter of each axis, and the bits that
 * are left out of positions; what is added to positions of a part. */
struct Axes {
  uint32_t starts[3][3];
  uint32_t shifts[3];
  uint32_t moves[3];
};

struct FoundExtent {
  uint32_t low[3], high[3];
  uint32_t cells, quarters[3][4];
  Sum sums[3];
};

static __device__ __forceinline__ void
widen (FoundExtent &found, int axis, uint32_t low, uint32_t high)
{
  found.low[axis] = min (found.low[axis], low);
  found.high[axis] = max (found.high[axis], high);
}

/* Adds @cells that lie at @position of an axis. */
static __device__ __forceinline__ void
add_position (FoundExtent &found, const Axes &axes, int axis, uint32_t cells,
    uint32_t position)
{
  position += axes.moves[axis];
  const uint32_t quarter = (position >= axes.starts[axis][0])
                           + (position >= axes.starts[axis][1])
                           + (position >= axes.starts[axis][2]);

#pragma unroll
  for (uint32_t i = 0; i < 4; i++)
    found.quarters[axis][i] += i == quarter ? cells : 0;
  found.sums[axis] += (Sum) cells * (position >> axes.shifts[axis]);
}

/* The position of bit @bit of a word along the axis that a word's cells lie along: in
 * strips a row, else a column. */
static __device__ __forceinline__ uint32_t
position_of_bit (
    const LifeStorage &storage, uint32_t word, uint32_t row, uint32_t bit)
{
  switch (storage.layout) {
    case LIFE_LAYOUT_BYTES:
      return word * LIFE_BYTES_WORD + bit / 8;
    case LIFE_LAYOUT_ROWS:
      return word * 32 + bit;
    default:
      return life_strip_start (storage.height, bit) + row;
  }
}

/* The cells of one word: those alive, and those that changed. */
template <bool with_box, bool with_activity>
static __device__ __forceinline__ void
add_word (FoundExtent &found, const Axes &axes, const LifeStorage &storage,
    uint32_t alive, uint32_t changed, uint32_t word, uint32_t row,
    uint32_t plane)
{
  const bool strips = storage.layout == LIFE_LAYOUT_STRIPS;
  const int along = strips ? 1 : 0, across = strips ? 0 : 1;
  const uint32_t position = strips ? word : row;

  if (with_box && alive != 0) {
    const uint32_t low = __ffs (alive) - 1, high = 31 - __clz (alive);
    const uint32_t first = position_of_bit (storage, word, row, low);
    const uint32_t last = position_of_bit (storage, word, row, high);

    widen (found, 0, strips ? position : first, strips ? position : last);
    widen (found, 1, strips ? first : position, strips ? last : position);
    widen (found, 2, plane, plane);
  }
  if (with_activity && changed != 0) {
    const uint32_t cells = __popc (changed);

    found.cells += cells;
    if (across == 0)
      add_position (found, axes, 0, cells, position);
    else
      add_position (found, axes, 1, cells, position);
    add_position (found, axes, 2, cells, plane);
    for (; changed != 0; changed &= changed - 1) {
      const uint32_t at =
          position_of_bit (storage, word, row, __ffs (changed) - 1);

      if (along == 0)
        add_position (found, axes, 0, 1, at);
      else
        add_position (found, axes, 1, 1, at);
    }
  }
}

static __device__ __forceinline__ Sum
add_over_warp (Sum value)
{
  for (int distance = WARP / 2; distance > 0; distance /= 2)
    value += __shfl_down_sync (~0u, value, distance);
  return value;
}

static __device__ void
empty (LifeExtent &extent)
{
  for (int axis = 0; axis < 3; axis++) {
    extent.low[axis] = ~0u;
    extent.high[axis] = 0;
  }
  for (int i = 0; i < SUMS; i++)
    extent.sums[i] = 0;
}

/* Adds what the threads of a warp found. */
static __device__ __forceinline__ void
add_up_warp (Sum &to, Sum value)
{
  const Sum sum = add_over_warp (value);

  if (threadIdx.x % WARP == 0 && sum > 0)
    atomicAdd (&to, sum);
}

template <bool with_box, bool with_activity>
static __device__ __forceinline__ void
join (LifeExtent &block, const FoundExtent &found)
{
  if (with_box && found.low[0] != ~0u)
    for (int axis = 0; axis < 3; axis++) {
      atomicMin (&block.low[axis], found.low[axis]);
      atomicMax (&block.high[axis], found.high[axis]);
    }
  if (!with_activity)
    return;
  add_up_warp (block.sums[SUM_CELLS], found.cells);
#pragma unroll
  for (int axis = 0; axis < 3; axis++) {
    add_up_warp (block.sums[SUM_OF_POSITIONS (axis)], found.sums[axis]);
#pragma unroll
    for (int i = 0; i < 4; i++)
      add_up_warp (
          block.sums[SUM_OF_QUARTER (axis, i)], found.quarters[axis][i]);
  }
}

/* Joins what a block found with the other blocks' results, by as many threads as there are
 * numbers. */
static __device__ __forceinline__ void
join_block (LifeExtent *joined, const LifeExtent &block)
{
  const uint32_t i = threadIdx.x;

  if (i < SUMS && block.sums[i] > 0)
    atomicAdd (&joined->sums[i], block.sums[i]);
  if (i < 3 && block.low[0] != ~0u) {
    atomicMin (&joined->low[i], block.low[i]);
    atomicMax (&joined->high[i], block.high[i]);
  }
}

/* @lanes, a power of two, go along a row, four words each at a time; the grid, a
 * multiple of them, takes rows in turn. */
template <bool with_box, bool with_activity>
static __global__ void
__launch_bounds__ (THREADS)
    extent_kernel (const __grid_constant__ LifeStorage storage,
        const __grid_constant__ Axes axes, const uint32_t *present,
        const uint32_t *previous, uint32_t lanes, LifeExtent *joined,
        unsigned int *blocks_done, LifeExtent *result)
{
  const uint64_t all = (uint64_t) storage.rows * storage.depth;
  const uint64_t thread = (uint64_t) blockIdx.x * THREADS + threadIdx.x;
  const uint64_t row_step = (uint64_t) gridDim.x * THREADS / lanes;
  const uint32_t lane = (uint32_t) thread % lanes;
  FoundExtent found = {};
  __shared__ LifeExtent block;
  __shared__ bool last;

  if (threadIdx.x == 0)
    empty (block);
  for (int axis = 0; axis < 3; axis++)
    found.low[axis] = ~0u;
  __syncthreads ();
  life_launch_wait ();
  for (uint64_t line = thread / lanes; line < all; line += row_step) {
    const uint32_t row = (uint32_t) (line % storage.rows);
    const uint32_t plane = (uint32_t) (line / storage.rows);
    const size_t at = plane * storage.plane + row * storage.row;
    const uint32_t mask = life_counted_row (storage, row, plane);
    for (uint64_t word = 4 * lane; word < storage.row_words;
         word += 4 * lanes) {
      const uint4 now = life_inhabited_load (storage, present + at + word);
      const uint4 then =
          with_activity ? life_inhabited_load (storage, previous + at + word)
                        : now;
      const uint32_t words[4] = { now.x, now.y, now.z, now.w };
      const uint32_t previous_words[4] = { then.x, then.y, then.z, then.w };
#pragma unroll
      for (int i = 0; i < 4; i++) {
        const uint32_t inside = life_inhabited_mask (storage, word + i, mask);
        const uint32_t alive = life_inhabited (storage, words[i]);
        const uint32_t changed =
            alive ^ life_inhabited (storage, previous_words[i]);

        add_word<with_box, with_activity> (found, axes, storage, alive & inside,
            changed & inside, (uint32_t) word + i, row, plane);
      }
    }
  }

  join<with_box, with_activity> (block, found);
  __syncthreads ();
  join_block (joined, block);
  __threadfence ();
  __syncthreads ();
  /* Wraps to 0 with the last block, ready for the next launch. */
  if (threadIdx.x == 0)
    last = atomicInc (blocks_done, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads ();
  if (!last || threadIdx.x != 0)
    return;
  __threadfence ();
  const volatile LifeExtent *found_by_all = joined;
  for (int axis = 0; axis < 3; axis++) {
    result->low[axis] = found_by_all->low[axis];
    result->high[axis] = found_by_all->high[axis];
  }
  for (int i = 0; i < SUMS; i++)
    result->sums[i] = found_by_all->sums[i];
  empty (*joined);
}

static __global__ void
clear_kernel (LifeExtent *joined, unsigned int *blocks_done)
{
  empty (*joined);
  *blocks_done = 0;
}

/* Reserves what a count needs, before the first one. */
static gboolean
prepare (LifeCudaEngine *self, GError **error)
{
  if (self->counting.extents != NULL)
    return TRUE;
  LifeExtents made = {};
  LifeLauncher at_once = self->launcher;

  at_once.replay = NULL; /* what is noted of a frame may never be launched */
  const gboolean fine =
      life_cuda_check (
          cudaHostAlloc (&made.results, LIFE_COUNTS * sizeof (LifeExtent),
              cudaHostAllocMapped | cudaHostAllocPortable),
          "reserving counts", error)
      && life_cuda_check (cudaMalloc (&made.joined, sizeof (LifeExtent)),
          "reserving counts", error)
      && life_cuda_check (cudaMalloc (&made.blocks_done, sizeof (unsigned int)),
          "reserving counts", error)
      && life_cuda_check (life_launch (at_once, clear_kernel, dim3 (1),
                              dim3 (1), 0, made.joined, made.blocks_done),
          "reserving counts", error);

  self->counting.extents = g_new (LifeExtents, 1);
  *self->counting.extents = made;
  if (!fine)
    life_extent_clear (self);
  return fine;
}

void
life_extent_clear (LifeCudaEngine *self)
{
  if (self->counting.extents == NULL)
    return;
  cudaFreeHost (self->counting.extents->results);
  cudaFree (self->counting.extents->joined);
  cudaFree (self->counting.extents->blocks_done);
  g_clear_pointer (&self->counting.extents, g_free);
}

static Axes
make_axes (const LifeCudaEngine *self)
{
  const LifeGeometry *whole = &self->part.world;
  const uint32_t sides[3] = { whole->width, whole->height, whole->depth };
  Axes axes = {};

  axes.moves[self->storage.is_3d ? 2 : 1] = self->storage.shift;
  for (int axis = 0; axis < 3; axis++) {
    for (uint64_t i = 0; i < 3; i++)
      axes.starts[axis][i] = (uint32_t) (((i + 1) * sides[axis] + 3) / 4);
    axes.shifts[axis] = life_activity_shift (sides[axis]);
  }
  return axes;
}

gboolean
life_extent_enqueue (
    LifeCudaEngine *self, guint what, guint slot, GError **error)
{
  const bool box = what & LIFE_COUNT_BOX;
  const bool activity = what & LIFE_COUNT_ACTIVITY;
  uint32_t lanes;
  const unsigned int blocks = life_count_blocks (self, &lanes);

  return prepare (self, error)
         && life_cuda_check (
             life_launch_dependent (self->launcher,
                 box && activity ? extent_kernel<true, true>
                 : box           ? extent_kernel<true, false>
                                 : extent_kernel<false, true>,
                 dim3 (blocks), dim3 (THREADS), 0, self->storage,
                 make_axes (self), (const uint32_t *) self->present,
                 (const uint32_t *) self->previous, lanes,
                 self->counting.extents->joined,
                 self->counting.extents->blocks_done,
                 &self->counting.extents->results[slot]),
             "looking for live cells", error);
}

static LifeBox
box_of (const LifeCudaEngine *self, const LifeExtent *extent)
{
  LifeBox box = {};

  if (extent->low[0] > extent->high[0])
    return box;
  box.x = extent->low[0];
  box.y = extent->low[1];
  box.z = extent->low[2];
  box.width = (gint64) extent->high[0] - box.x + 1;
  box.height = (gint64) extent->high[1] - box.y + 1;
  box.depth = (gint64) extent->high[2] - box.z + 1;
  if (self->storage.is_3d)
    box.z = (guint32) (box.z + self->storage.shift);
  else
    box.y = (guint32) (box.y + self->storage.shift);
  return box;
}

static LifeActivity
activity_of (const LifeExtent *extent)
{
  LifeActivity activity = {};

  activity.cells = extent->sums[SUM_CELLS];
  for (int axis = 0; axis < 3; axis++) {
    activity.sums[axis] = extent->sums[SUM_OF_POSITIONS (axis)];
    for (int i = 0; i < 4; i++)
      activity.quarters[axis][i] = extent->sums[SUM_OF_QUARTER (axis, i)];
  }
  return activity;
}

void
life_extent_get (
    const LifeCudaEngine *self, guint what, guint slot, LifeStatistics *counts)
{
  if (what & LIFE_COUNT_BOX)
    counts->box = box_of (self, &self->counting.extents->results[slot]);
  if (what & LIFE_COUNT_ACTIVITY)
    counts->activity = activity_of (&self->counting.extents->results[slot]);
}
