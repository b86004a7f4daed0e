// SPDX-License-Identifier: LGPL-2.1-or-later
// The bit-sliced 3D kernel for any world. Its idea is in kernels.cuh.
#pragma once

#include "cuda/bits3d/bits3d-sweep.cuh"
#include "cuda/device/copies.cuh"
#include "cuda/device/dependent.cuh"

constexpr int LIFE_BITS3D_THREADS = 128;
constexpr int LIFE_BITS3D_COPIES = 3; // 16-byte copies per thread and slice

// The words beyond a tile's left and right end follow each of its rows.
template <int TileWords, int Rows>
using LifeBits3dTileRows = LifeBits3dRows<TileWords + 4, Rows,
    (TileWords + 31 * Rows * (TileWords + 4)) % 32>;

// Copies Words words, 1 or 4, to shared memory if `active`, without a branch.
template <int Words>
__device__ __forceinline__ void
life_copy_async (LifeWord *to, const LifeWord *from, unsigned int active)
{
#if __CUDA_ARCH__ >= 800
  unsigned int shared = (unsigned int) __cvta_generic_to_shared (to);
  if (Words == 4)
    asm volatile(
        "{ .reg .pred p; setp.ne.u32 p, %2, 0;"
        " @p cp.async.cg.shared.global [%0], [%1], 16; }" ::"r"(shared),
        "l"(from), "r"(active)
        : "memory");
  else
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0;"
                 " @p cp.async.ca.shared.global [%0], [%1], 4; }" ::"r"(shared),
                 "l"(from), "r"(active)
                 : "memory");
#else
  if (active && Words == 4)
    *(uint4 *) to = *(const uint4 *) from;
  else if (active)
    *to = *from;
#endif
}

// The copies of a block's slices into its ring, made by all of its threads.
template <class Layout, int Rows> struct LifeBits3dCopies {
  const LifeBits3dGrid &grid;
  LifeWord *shared;
  unsigned int slice_words;
  const LifeWord *slice; // next slice to copy
  unsigned int z;        // its number, depth or more: beyond the plane
  int remaining;         // slices to copy
  unsigned int from[LIFE_BITS3D_COPIES]; // in 16 bytes
  unsigned int to[LIFE_BITS3D_COPIES];   // in words
  unsigned int copies;                   // bit i: copy i is to be made
  unsigned int side_from, side_to;
  bool side;

  __device__ __forceinline__
  LifeBits3dCopies (const LifeBits3dGrid &grid, LifeWord *shared,
      unsigned int x0, unsigned int y0, unsigned int z0, int slices)
      : grid (grid), shared (shared), remaining (slices), copies (0)
  {
    const Layout layout (grid);
    const unsigned int thread = threadIdx.x;
    slice_words = layout.slice (grid.groups);
    const unsigned int tile_words = min (grid.tile_words, grid.words - x0);
    const unsigned int tile_rows = grid.groups * Rows;
    const unsigned int quads = (tile_words + 3) / 4;
#pragma unroll
    for (int i = 0; i < LIFE_BITS3D_COPIES; i++) {
      unsigned int n = thread + i * LIFE_BITS3D_THREADS;
      unsigned int r = n / quads, quad = n % quads;
      unsigned int y = life_wrap (y0 + r, grid.height, grid.torus);
      from[i] = y * (grid.stride / 4) + x0 / 4 + quad;
      to[i] = layout.row (r) + 4 * quad;
      if (r < tile_rows + 2 && y < grid.height)
        copies |= 1u << i;
    }
    unsigned int r = thread / 2, on_right = thread % 2;
    unsigned int y = life_wrap (y0 + r, grid.height, grid.torus);
    unsigned int x =
        life_wrap (on_right ? x0 + tile_words + 1 : x0, grid.words, grid.torus);
    side_from = y * grid.stride + x;
    side_to = layout.row (r) + (on_right ? grid.right_end : grid.left_end);
    side = grid.tiles_x > 1 && r < tile_rows + 2 && y < grid.height
           && x < grid.words;
    z = life_wrap (z0, grid.depth, grid.torus);
    slice = grid.current;
    if (z < grid.depth)
      slice += (unsigned long long) z * grid.height * grid.stride;
  }

  __device__ __forceinline__ void
  fetch (int stage)
  {
    if (remaining-- > 0)
      fetch_slice (shared + stage * slice_words);
    life_copies_commit ();
  }

  __device__ __forceinline__ void
  fetch_slice (LifeWord *base)
  {
    if (z < grid.depth) {
#pragma unroll
      for (int i = 0; i < LIFE_BITS3D_COPIES; i++)
        life_copy_async<4> (
            base + to[i], slice + 4ull * from[i], copies & 1u << i);
      if (grid.tiles_x > 1)
        life_copy_async<1> (base + side_to, slice + side_from, side);
    } else {
#pragma unroll
      for (int i = 0; i < LIFE_BITS3D_COPIES; i++)
        if (copies >> i & 1)
          *(uint4 *) (base + to[i]) = make_uint4 (0, 0, 0, 0);
      if (side)
        base[side_to] = 0;
    }
    slice += (unsigned long long) grid.stride * grid.height;
    z++;
    if (z == 0 || (z == grid.depth && grid.torus)) {
      z = 0;
      slice = grid.current;
    }
  }
};

// For any world. Its ring has three slices.
template <class Rule, int TileWords, int Rows, int Blocks, LifeEnds Ends>
__global__ void
__launch_bounds__ (LIFE_BITS3D_THREADS, Blocks)
    life_bits3d_kernel (const __grid_constant__ LifeBits3dGrid grid,
        const __grid_constant__ Rule rule)
{
  typedef LifeBits3dTileRows<TileWords, Rows> Layout;
  extern __shared__ uint4 shared_memory[];
  LifeWord *shared = (LifeWord *) shared_memory;
  const unsigned int x0 = blockIdx.x % grid.tiles_x * grid.tile_words;
  const unsigned int y0 = blockIdx.x / grid.tiles_x * grid.groups * Rows;
  const unsigned int z0 = grid.first + blockIdx.y * grid.chunk;
  const int slices = min (grid.chunk, grid.end - z0) + 2;
  LifeBits3dCopies<Layout, Rows> copies (grid, shared, x0, y0, z0, slices);
  LifeBits3dColumn<Rule, Layout, Rows, Ends> column (
      grid, rule, shared, x0, y0, z0, grid.stride);
  const unsigned int slice_words = copies.slice_words;

  // What no copy writes is beyond a plane.
  if (!grid.torus) {
    for (unsigned int i = threadIdx.x; i < 3 * slice_words / 4;
         i += LIFE_BITS3D_THREADS)
      shared_memory[i] = make_uint4 (0, 0, 0, 0);
    __syncthreads ();
  }
  life_launch_wait_early ();

  LifeSliceSum sums[3][Rows];
  copies.fetch (0);
  copies.fetch (1);
  life_copies_wait<1> ();
  __syncthreads ();
  copies.fetch (2);
  column.template step<false> (0, sums[1], sums[2], sums[0]);
  life_copies_wait<1> ();
  __syncthreads ();
  copies.fetch (0);
  column.template step<false> (slice_words, sums[2], sums[0], sums[1]);
  for (int slice = 2; slice < slices;) {
#pragma unroll
    for (int turn = 2; turn < 5; turn++) {
      life_copies_wait<1> ();
      __syncthreads ();
      copies.fetch ((turn + 2) % 3);
      column.template step<true> (turn % 3 * slice_words, sums[(turn + 1) % 3],
          sums[(turn + 2) % 3], sums[turn % 3]);
      if (++slice == slices)
        break;
    }
  }
}
