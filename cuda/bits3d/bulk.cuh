// SPDX-License-Identifier: LGPL-2.1-or-later
// The bit-sliced 3D kernel for worlds whose tiles' rows are one piece of memory.
// Its idea is in kernels.cuh.
#pragma once

#include "cuda/bits3d/bits3d-sweep.cuh"
#include "cuda/device/dependent.cuh"

// Slices in shared memory, besides one that stays dead, and how far ahead they
// are fetched.
constexpr int LIFE_BITS3D_STAGES = 8, LIFE_BITS3D_AHEAD = 6;

__device__ __forceinline__ unsigned int
life_shared_address (const void *pointer)
{
  return (unsigned int) __cvta_generic_to_shared (pointer);
}

__device__ __forceinline__ void
life_barrier_init (unsigned long long *barrier, unsigned int count)
{
  asm volatile(
      "mbarrier.init.shared.b64 [%0], %1;" ::"r"(life_shared_address (barrier)),
      "r"(count)
      : "memory");
}

__device__ __forceinline__ void
life_barrier_arrive (unsigned long long *barrier)
{
  asm volatile(
      "mbarrier.arrive.shared.b64 _, [%0];" ::"r"(life_shared_address (barrier))
      : "memory");
}

__device__ __forceinline__ void
life_barrier_expect (unsigned long long *barrier, unsigned int bytes)
{
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(
                   life_shared_address (barrier)),
               "r"(bytes)
               : "memory");
}

// Waits, all threads of a warp together. The vote is for the compiler: a loop that
// threads could leave one by one would end what is uniform for all of
// them, and every later store would fetch its descriptor anew.
__device__ __forceinline__ void
life_barrier_wait (unsigned long long *barrier, unsigned int parity)
{
  unsigned int done;
  do
    asm volatile("{ .reg .pred p;\n"
                 "mbarrier.try_wait.parity.shared.b64 p, [%1], %2;\n"
                 "selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(life_shared_address (barrier)), "r"(parity)
                 : "memory");
  while (!__all_sync (~0u, done));
}

__device__ __forceinline__ void
life_bulk_copy (LifeWord *to, const LifeWord *from, unsigned int bytes,
    unsigned long long *barrier)
{
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
      " [%0], [%1], %2, [%3];" ::"r"(life_shared_address (to)),
      "l"(from), "r"(bytes), "r"(life_shared_address (barrier))
      : "memory");
}

// As life_bits3d_kernel, for tiles of whole rows: those are one piece of
// memory, which the copy engine loads with one instruction of one thread. The
// ring holds more slices and lets warps drift apart, as each slice has its own
// barriers. Pitch is the grid's stride, and 0 where that is not constant when this
// is compiled, which costs a thirtieth: an addition for each load.
template <class Rule, int Pitch, int Rows, int Threads, LifeEnds Ends>
__global__ void
__launch_bounds__ (Threads, 1)
    life_bits3d_bulk_kernel (const __grid_constant__ LifeBits3dGrid grid,
        const __grid_constant__ Rule rule)
{
  // Compilers before CUDA 12 do not support these copies.
#if __CUDA_ARCH__ >= 900 && __CUDACC_VER_MAJOR__ >= 12
  typedef LifeBits3dRows<Pitch, Rows, 0> Layout;
  const Layout layout (grid);
  const unsigned int pitch = layout.pitch;
  const unsigned int warps = blockDim.x / 32;
  __shared__ unsigned long long full[LIFE_BITS3D_STAGES];
  __shared__ unsigned long long empty[LIFE_BITS3D_STAGES];
  extern __shared__ __align__ (128) uint4 shared_memory[];
  LifeWord *shared = (LifeWord *) shared_memory;
  const unsigned int y0 = blockIdx.x * grid.groups * Rows;
  const unsigned int z0 = grid.first + blockIdx.y * grid.chunk;
  const unsigned int slices = min (grid.chunk, grid.end - z0) + 2;
  const unsigned int slice_words = layout.slice (grid.groups);
  const unsigned long long world_slice =
      (unsigned long long) grid.height * pitch;
  const unsigned int warp = __shfl_sync (~0u, threadIdx.x / 32, 0);
  const bool leader = threadIdx.x % 32 == 0;
  LifeBits3dColumn<Rule, Layout, Rows, Ends> column (
      grid, rule, shared, 0, y0, z0, pitch);

  if (threadIdx.x < LIFE_BITS3D_STAGES) {
    life_barrier_init (full + threadIdx.x, 1);
    life_barrier_init (empty + threadIdx.x, blockDim.x);
  }
  // The rows y0 - 1 on as up to three pieces: one before the world's first
  // row, those within, and those after its last.
  const unsigned int tile_rows = min (grid.groups * Rows, grid.height - y0) + 2;
  const bool row_before = y0 == 0;
  const unsigned int first_row = row_before ? 0 : y0 - 1;
  const unsigned int rows_within =
      min (tile_rows - row_before, grid.height - first_row);
  const bool row_after = row_before + rows_within < tile_rows;

  // What no copy writes is beyond a plane: a slice before the first and after
  // the last, of which the ends of rows need a few rows, and a row above and
  // below.
  if (!grid.torus) {
    uint4 *dead = shared_memory + LIFE_BITS3D_STAGES * slice_words / 4;
    const bool at_end = z0 == 0 || z0 + slices - 2 == grid.depth;
    const unsigned int quads = (at_end ? slice_words : (Rows + 2) * pitch) / 4;
    for (unsigned int i = threadIdx.x; i < quads; i += blockDim.x)
      dead[i] = make_uint4 (0, 0, 0, 0);
    const unsigned int stages = min (slices, LIFE_BITS3D_STAGES);
    for (unsigned int i = threadIdx.x; i < stages * pitch; i += blockDim.x) {
      LifeWord *above = shared + i / pitch * slice_words + i % pitch;
      if (row_before)
        above[0] = 0;
      if (row_after)
        above[(tile_rows - 1) * pitch] = 0;
    }
    column.end_in (grid, (const LifeWord *) dead);
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads ();
  life_launch_wait_early ();
  // The copy engine reads what the kernel before this one wrote with ordinary stores,
  // and launches that overlap have no end of a kernel between them that would order that.
  asm volatile("fence.proxy.async.global;" ::: "memory");

  auto fetch = [&] (unsigned int n) {
    unsigned int stage = n % LIFE_BITS3D_STAGES;
    unsigned int z = life_wrap (z0 + n, grid.depth, grid.torus);
    if (z >= grid.depth) {
      life_barrier_arrive (full + stage);
      return;
    }
    const LifeWord *slice = grid.current + z * world_slice;
    LifeWord *to = shared + stage * slice_words;
    unsigned int wrapped = grid.torus ? row_before + row_after : 0;
    life_barrier_expect (full + stage, (rows_within + wrapped) * pitch * 4);
    life_bulk_copy (to + row_before * pitch,
        slice + (unsigned long long) first_row * pitch, rows_within * pitch * 4,
        full + stage);
    if (row_before && grid.torus)
      life_bulk_copy (to, slice + world_slice - pitch, pitch * 4, full + stage);
    if (row_after && grid.torus)
      life_bulk_copy (
          to + (tile_rows - 1) * pitch, slice, pitch * 4, full + stage);
  };

  LifeSliceSum sums[3][Rows];
  if (threadIdx.x == 0)
    for (unsigned int n = 0; n < LIFE_BITS3D_AHEAD && n < slices; n++)
      fetch (n);
  unsigned int turn_to_fetch = warp;
  auto arrive_at = [&] (unsigned int n) {
    if (turn_to_fetch-- == 0) {
      turn_to_fetch = warps - 1;
      unsigned int next = n + LIFE_BITS3D_AHEAD;
      if (next < slices) {
        if (next >= LIFE_BITS3D_STAGES)
          life_barrier_wait (empty + next % LIFE_BITS3D_STAGES,
              (next / LIFE_BITS3D_STAGES - 1) & 1);
        if (leader)
          fetch (next);
      }
      __syncwarp ();
    }
    unsigned int stage = n % LIFE_BITS3D_STAGES;
    life_barrier_wait (full + stage, n / LIFE_BITS3D_STAGES & 1);
    if (!grid.torus && (n + z0 == 0 || n + z0 == grid.depth + 1))
      stage = LIFE_BITS3D_STAGES;
    return stage * slice_words;
  };
  // Nothing but a fence keeps the copy engine, which fetches the slice to come here, behind
  // reads that are under way. One lane could arrive for its warp behind __syncwarp, but
  // is no faster, and racecheck does not follow it.
  auto leave = [&] (unsigned int n) {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    life_barrier_arrive (empty + n % LIFE_BITS3D_STAGES);
  };

  column.template step<false> (arrive_at (0), sums[1], sums[2], sums[0]);
  leave (0);
  column.template step<false> (arrive_at (1), sums[2], sums[0], sums[1]);
  leave (1);
  for (unsigned int slice = 2; slice < slices;) {
#pragma unroll
    for (int turn = 2; turn < 5; turn++) {
      column.template step<true> (arrive_at (slice), sums[(turn + 1) % 3],
          sums[(turn + 2) % 3], sums[turn % 3]);
      leave (slice);
      if (++slice == slices)
        break;
    }
  }
#endif
}
