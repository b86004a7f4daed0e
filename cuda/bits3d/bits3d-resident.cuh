// SPDX-License-Identifier: LGPL-2.1-or-later
// The bit-sliced 3D kernel for worlds that stay on the chip: many generations in
// one launch. Which worlds, and the launch, live in bits3d-resident.cu, how a
// world is cut in resident-cut.cuh, a block's part of it in
// resident-tile.cuh, and what goes from block to block in
// resident-halo.cuh.
//
// Idea: the shared memory of all multiprocessors together holds worlds of up to
// 512³ cells. Each block stores a tile of the world there, in place, and only
// the tile's faces travel through the L2 cache.
//
// Layout: 32 cells of a row in a word, whole rows in a tile, around it a row and
// a slice of its neighbors. A generation writes cell x to position x + 1: the cells
// before, at and after x then lie at or before the position of the result, and only
// the word to the left is needed. After the last generation the rows are turned
// back.
//
// Ends: on a torus the last word is left of the first one, moved up by a
// multiplication where it is not full; what turns up beyond its cells is never
// looked at. On a plane the rows turn too if the last word has room for a dead
// cell, and a mask that turns with them leaves it dead. If it has none they stay,
// the word to the right is read as well, and beyond both ends are the words that
// skew the tile. A plane's outer slices stay dead since no warp loads them.
//
// Uneven worlds: where a world does not divide evenly, some tiles lack their last
// rows, or slices at either end, and the halo is that much nearer. What would lie
// beyond is computed all the same. Slices of it are not stored; a row of it falls
// on halo that has been read, and that halo warps load again, as they do with a
// plane's outer rows.
//
// Order: a thread sweeps a column of Rows words through a chunk of slices and
// has the sums of two slices in registers. Every second chunk is swept
// downwards, so that the outermost slices of a tile come first; what is
// published there, and every row at a face, has most of a generation to travel.
// Before a slice is overwritten, the two chunks that end there, which are a pair,
// have read it: one barrier of a pair per slice, two of the whole block per sweep.
//
// Halo: a warp of each pair, its halo warp, copies what the neighbors publish into
// the tile, slice after slice just before it is read. A word and the number of
// its generation are one store of 8 bytes, so that no flag has to follow, and
// there are two buffers for it, of even and of odd generations: a block that publishes
// generation n + 2 has got generation n + 1 from all neighbors, and they read
// generation n before they published it.
//
// Bytes and operations: nothing of a generation goes to memory; through the L2
// cache go 16 bytes per word of a face. Gates per word with columns of R words and
// chunks of Z slices: 17 + 4 (Z + 2) / Z + 4 (Z + 2) (R + 2) / (Z R), which is
// 27.1 for B6/S567 at 512³ (R = 8, Z = 16) and 32 at 256³ (R = 4, Z = 4).
//
// Source: the network is that of the other kernels; sending data and flag in one
// store is what NCCL's LL protocol does.
#pragma once

#include "cuda/bits3d/resident-halo.cuh"

// The value, about which the compiler can then assume nothing. NVRTC 13.0, where it knows
// that the way to the next slice is a multiple of 8 bytes, adds a word to it by OR,
// mistakes one pointer for the other, and reads the slices after a loop one word
// further right: seen with rows of 32 words that do not turn, and with no others.
__device__ __forceinline__ int
life_hide (int value)
{
  asm("" : "+r"(value));
  return value;
}

// One generation of a thread's column of Rows words.
template <class Rule, class Shape> struct LifeResidentColumn {
  static constexpr int Rows = Shape::Rows;
  static constexpr int steps = Shape::steps;
  static constexpr bool prefetch = Rows <= 4;
  static constexpr bool turns = Shape::turns;
  static constexpr int any = 3 + LIFE_RESIDENT_LACKING; // see step
  const Rule &rule;
  LifeWord *middle; // the row above its first
  int left;         // from there to the word before; 1 to the one after
  LifeWord left_scale, mask;
  int lacking_rows, lacking_slices; // of those it would have
  int slice_words;                  // to the next slice
  LifeTagged *publish, *publish_slice;
  int publish_step;
  bool first_group, has_face, has_end;
  unsigned int pair, tag;
  LifeWord alive[Rows];
  LifeWord cells[Rows + 2], before[Rows + 2], after[turns ? 1 : Rows + 2];

  __device__ __forceinline__ void
  load ()
  {
#pragma unroll
    for (int i = 0; i < Rows + 2; i++) {
      cells[i] = middle[i * Shape::pitch];
      before[i] = middle[i * Shape::pitch + left];
      if (!turns)
        after[i] = middle[i * Shape::pitch + 1];
    }
    middle += slice_words;
  }

  // Row i of the slice that is loaded: the sum of each three cells, and the middle
  // one of them.
  __device__ __forceinline__ LifeRowSum
  add_row (int i, LifeWord *center) const
  {
    LifeWord m = cells[i], l = before[i];
    if (!turns) {
      *center = m;
      return life_add_cells (l, m, after[i]);
    }
    if (Shape::kind == LifeResidentRows::ring)
      l *= left_scale;
    LifeWord twice = __funnelshift_l (l, m, 2);
    *center = __funnelshift_l (l, m, 1);
    return { life_sum (m, *center, twice), life_carry (m, *center, twice) };
  }

  // Of a result the row that its neighbors along y need. Not as a loop, in which
  // the compiler would look for the row by its number.
  __device__ __forceinline__ LifeWord
  face (const LifeWord (&result)[Rows]) const
  {
    LifeWord last = result[Rows - 1];
    if (Shape::LackingRows >= 1 && lacking_rows == 1)
      last = result[Rows - 2];
    if (Shape::LackingRows >= 2 && lacking_rows == 2)
      last = result[Rows - 3];
    return first_group ? result[0] : last;
  }

  // Step: the number of one that may be the first to have a result, or comes before
  // it; -1: the last one; any: any other.
  template <int Step>
  __device__ __forceinline__ void
  step (const LifeSliceSum (&back)[Rows], const LifeSliceSum (&mid)[Rows],
      LifeSliceSum (&front)[Rows])
  {
    constexpr bool Output = Step < 0 || Step >= 2;
    // Whether results of it may be an end, and whether they may lie beyond.
    constexpr bool End = Step >= 2 && Step <= 2 + Shape::LackingSlices;
    constexpr bool Beyond = Step >= 2 && Step < 2 + Shape::LackingSlices;
    LifeRowSum sums[Rows + 2];
    LifeWord center[Rows + 2];
    LifeWord result[Rows];
    if (!prefetch)
      load ();
#pragma unroll
    for (int i = 0; i < Rows + 2; i++)
      sums[i] = add_row (i, center + i);
    if (prefetch && Step >= 0)
      load ();
#pragma unroll
    for (int i = 0; i < Rows; i++) {
      front[i] = life_add_rows (sums[i], sums[i + 1], sums[i + 2]);
      if (Output) {
        result[i] =
            rule.next (alive[i], life_add_slices (back[i], mid[i], front[i]));
        if (Shape::kind == LifeResidentRows::gap)
          result[i] &= mask;
      }
      alive[i] = center[i + 1];
    }
    if (Output) {
      if (has_face)
        life_tagged_store (publish, face (result), tag);
      publish += publish_step;
    }
    if (End && has_end
        && (Shape::LackingSlices == 0 || lacking_slices == Step - 2)) {
#pragma unroll
      for (int i = 0; i < Rows; i++)
        life_tagged_store (publish_slice + i * Shape::Words, result[i], tag);
    }
    life_resident_end_step<Shape, Step == Shape::together || Step == -1> (pair);
    if (Output && (!Beyond || lacking_slices <= Step - 2)) {
      LifeWord *to = middle - (prefetch && Step >= 0 ? 3 : 2) * slice_words;
#pragma unroll
      for (int i = 0; i < Rows; i++)
        to[(i + 1) * Shape::pitch] = result[i];
    }
  }

  // Step number N of a sweep, or one whose number differs by a multiple of 3.
  template <int Step, int N>
  __device__ __forceinline__ void
  turn (LifeSliceSum (&sums)[3][Rows])
  {
    step<Step> (sums[(N + 1) % 3], sums[(N + 2) % 3], sums[N % 3]);
  }

  __device__ __forceinline__ void
  run ()
  {
    LifeSliceSum sums[3][Rows];
    constexpr int first = 3 + Shape::LackingSlices; // of any others
    constexpr int remaining = steps - 1 - first;
    if (prefetch)
      load ();
    turn<0, 0> (sums);
    turn<1, 1> (sums);
    turn<2, 2> (sums);
    if constexpr (first >= 4)
      turn<3, 3> (sums);
    if constexpr (first >= 5)
      turn<4, 4> (sums);
#pragma unroll 1
    for (int i = 0; i < remaining / 3; i++) {
      turn<any, first> (sums);
      turn<any, first + 1> (sums);
      turn<any, first + 2> (sums);
    }
    if constexpr (remaining % 3 >= 1)
      turn<any, first> (sums);
    if constexpr (remaining % 3 >= 2)
      turn<any, first + 1> (sums);
    turn<-1, steps - 1> (sums);
  }
};

template <class Rule, int Words, int Rows, int Groups, int Chunks, int Chunk,
    LifeResidentRows Kind, int LackingRows, int LackingSlices>
__global__ void __launch_bounds__ (
    (LifeResidentShape<Words, Rows, Groups, Chunks, Chunk, Kind, LackingRows,
        LackingSlices>::threads),
    1) life_bits3d_resident_kernel (LifeResidentGrid grid, Rule rule)
{
  typedef LifeResidentShape<Words, Rows, Groups, Chunks, Chunk, Kind,
      LackingRows, LackingSlices>
      Shape;
  extern __shared__ uint4 shared_memory[];
  __shared__ unsigned int timed_out;
  const LifeResidentBlock<Shape> block (grid, shared_memory);
  const unsigned int parity_words = block.parity_words ();

  if (threadIdx.x == 0)
    timed_out = 0;
  if (!Shape::even || Shape::plane) {
    block.clear ();
    __syncthreads ();
  }
  block.load ();
  block.list_ends ();
  __syncthreads ();

  if (threadIdx.x < Shape::workers) {
    const unsigned int chunk = threadIdx.x / Shape::chunk_threads;
    const unsigned int group = threadIdx.x % Shape::chunk_threads / Words;
    const unsigned int word = threadIdx.x % Words;
    const bool down = chunk & 1;
    const int first = down ? (chunk + 1) * Chunk + 1 : chunk * Chunk;
    const int direction = down ? -1 : 1;
    LifeTagged *const faces =
        grid.faces + blockIdx.x * Shape::face_words + word;
    LifeTagged *const row_faces =
        faces + (group == 0 ? Shape::first_rows : Shape::last_rows)
        + (first - 1 + direction) * Words;
    LifeTagged *const slice_faces =
        faces + group * Rows * Words
        + (chunk == 0 ? Shape::first_slice : Shape::last_slice);
    LifeResidentColumn<Rule, Shape> column = { rule };
    column.left = word > 0 || !Shape::turns ? -1 : Words - 1;
    column.left_scale = word > 0 ? 1 : 1u << (32 * Words - grid.width);
    column.lacking_rows = group == Groups - 1 ? Shape::rows - block.rows : 0;
    column.lacking_slices = chunk == 0            ? block.below
                            : chunk == Chunks - 1 ? block.above ()
                                                  : 0;
    column.slice_words = direction * Shape::slice_pitch;
    if (!Shape::turns)
      column.slice_words = life_hide (column.slice_words);
    column.publish_step = direction * Words;
    column.first_group = group == 0;
    column.has_face = group == 0 || group == Groups - 1;
    column.has_end = chunk == 0 || chunk == Chunks - 1;
    column.pair = chunk / 2;
    for (unsigned int generation = 0; generation < grid.generations;
         generation++) {
      const unsigned int parity = (generation + 1) & 1 ? parity_words : 0;
      column.tag = grid.tag + generation + 1;
      if (Shape::kind == LifeResidentRows::gap)
        column.mask = block.mask (word, generation + 1);
      column.publish = row_faces + parity;
      column.publish_slice = slice_faces + parity;
      column.middle = block.tile + Shape::at (group * Rows, first) + word;
      column.run ();
      if (*(volatile unsigned int *) &timed_out)
        break;
    }
  } else {
    LifeResidentHaloWarp<Shape> halo_warp;
    halo_warp.lane = threadIdx.x - Shape::workers;
    const unsigned int pair = halo_warp.lane / 32;
    halo_warp.tile = block.tile;
    halo_warp.ends = block.ends;
    halo_warp.faces = grid.faces;
    halo_warp.parity_words = parity_words;
    halo_warp.spin_limit = grid.spin_limit;
    halo_warp.nowhere = block.nowhere (halo_warp.lane);
#pragma unroll
    for (int i = 0; i < halo_warp.Copies; i++) {
      const unsigned int item = halo_warp.lane % 32 + 32 * i;
      const bool down = item / (2 * Words) & 1, after = item / Words & 1;
      const int slice = down ? (2 * pair + 2) * Chunk + 1 : 2 * pair * Chunk;
      halo_warp.source_step[i] = down ? -Words : Words;
      halo_warp.target_step[i] = (down ? -1 : 1) * Shape::slice_pitch;
      halo_warp.source[i] = (after ? block.faces_of (1, 0) + Shape::first_rows
                                   : block.faces_of (-1, 0) + Shape::last_rows)
                            + (slice - 1) * Words + item % Words;
      halo_warp.target[i] =
          Shape::at (after ? block.rows + 1 : 0, slice) + item % Words;
      halo_warp.lacking[i] = down && pair == Chunks / 2 - 1 ? block.above ()
                             : !down && pair == 0           ? block.below
                                                            : 0;
      // Beyond a plane, words that the block publishes itself become dead ones.
      halo_warp.mask[i] = ~0u;
      if (!block.goes_on (after ? 1 : -1, 0)) {
        halo_warp.mask[i] = 0;
        halo_warp.source[i] = block.faces_of (0, 0) + Shape::first_rows
                              + (slice - 1) * Words + item % Words;
      }
    }
    for (unsigned int generation = 0; generation < grid.generations;
         generation++) {
      halo_warp.template run<0> (generation, grid.tag + generation,
          generation + 1 == grid.generations, pair, &timed_out);
      if (*(volatile unsigned int *) &timed_out)
        break;
    }
  }
  __syncthreads ();
  if (timed_out && threadIdx.x == 0)
    *grid.failed = 1;

  block.store ();
}
