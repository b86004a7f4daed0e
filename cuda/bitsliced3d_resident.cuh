// SPDX-License-Identifier: LGPL-2.1-or-later
// The bit-sliced 3D kernel for worlds that stay on the chip: many generations
// of a torus in one launch. Which worlds, how they are cut, and the launch live
// in bitsliced3d_resident.cu.
//
// Idea: the shared memory of all multiprocessors together holds worlds of up to
// 512³ cells. Each block keeps a brick of the world there, in place, and only
// the brick's faces travel through the L2 cache.
//
// Layout: 32 cells of a row in a word, whole rows in a brick, around it a row and
// a slice of its neighbours. A generation writes cell x to place x + 1: the cells
// before, at and after x then lie at or before the place of the result, and only
// the word to the left is needed. After the last generation the rows are turned
// back.
//
// Order: a thread sweeps a column of Rows words through a chunk of slices and
// keeps the sums of two slices in registers. Every second chunk is swept
// downwards, so that the outermost slices of a brick come first; what is
// published there, and every row at a face, has most of a generation to travel.
// Before a slice is overwritten, the two chunks that end there, which are a pair,
// have read it: one barrier of a pair a slice, two of the whole block a sweep.
//
// Halo: a warp of each pair, its courier, copies what the neighbours publish into
// the brick, slice after slice just before it is read. A word and the number of
// its generation are one store of 8 bytes, so that no flag has to follow, and
// there are two places for it, of even and of odd generations: who publishes
// generation n + 2 has got generation n + 1 from all neighbours, and they read
// generation n before they published it.
//
// Bytes and operations: nothing of a generation goes to memory; through the L2
// cache go 16 bytes a word of a face. Gates a word with columns of R words and
// chunks of Z slices: 17 + 4 (Z + 2) / Z + 4 (Z + 2) (R + 2) / (Z R), which is
// 27.1 for B6/S567 at 512³ (R = 8, Z = 16) and 34 at 256³ (R = 4, Z = 4).
//
// Source: the network is that of the other kernels; sending data and flag in one
// store is what NCCL's LL protocol does.
#ifndef LIFE_BITSLICED3D_RESIDENT_CUH
#define LIFE_BITSLICED3D_RESIDENT_CUH

#include "bitsliced3d_networks.cuh"
#include "bitsliced3d_resident_cut.cuh"

// A word of a face that a block publishes, and in the upper half which
// generation it is of.
typedef unsigned long long LifeTagged;

struct LifeResidentGrid {
  const LifeWord *current;
  LifeWord *next;
  LifeTagged *faces; // two generations of what the blocks publish
  unsigned int *failed;
  unsigned int blocks_y, blocks_z;
  unsigned int generations;
  unsigned int tag;      // the tag of the state the launch begins with
  unsigned int patience; // how often a neighbour's word is asked for
};

__device__ __forceinline__ LifeTagged
life_tagged_load (const LifeTagged *from)
{
  LifeTagged value;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
               : "=l"(value)
               : "l"(from)
               : "memory");
  return value;
}

__device__ __forceinline__ void
life_tagged_store (LifeTagged *to, LifeWord word, unsigned int tag)
{
  asm volatile("{ .reg .b64 t; mov.b64 t, {%1, %2};"
               " st.relaxed.gpu.global.u64 [%0], t; }" ::"l"(to),
               "r"(word), "r"(tag)
               : "memory");
}

// Waits for Threads threads that say the same name, wherever they say it. The
// form for warps that are together, as they are here, costs a seventh less time
// than the other, and compute-sanitizer's synccheck takes exception to it.
template <int Threads>
__device__ __forceinline__ void
life_resident_barrier (unsigned int name)
{
  asm volatile("bar.sync %0, %1;" ::"r"(name), "n"(Threads) : "memory");
}

// What ends a step: the whole block waits before the first slices are
// overwritten, which the chunks beside have to read, and before the last ones; a
// pair and its courier otherwise.
template <class Shape, bool Everyone>
__device__ __forceinline__ void
life_resident_end_step (unsigned int pair)
{
  if (Everyone)
    life_resident_barrier<Shape::threads> (0);
  else
    life_resident_barrier<Shape::pair_threads> (1 + pair);
}

// A block's brick, and where its neighbours publish.
template <class Shape> struct LifeResidentBlock {
  const LifeResidentGrid &grid;
  LifeWord *brick;
  uint2 *ends; // of each of the end words: where it is published, where it goes
  unsigned int y, z;

  __device__ __forceinline__
  LifeResidentBlock (const LifeResidentGrid &grid, void *shared)
      : grid (grid), brick ((LifeWord *) shared),
        ends ((uint2 *) (brick + Shape::brick_words)),
        y (blockIdx.x % grid.blocks_y), z (blockIdx.x / grid.blocks_y)
  {
  }

  // From what is published in even generations to the odd ones.
  __device__ __forceinline__ unsigned int
  parity_words () const
  {
    return gridDim.x * Shape::face_words;
  }

  __device__ __forceinline__ unsigned int
  faces_of (int dy, int dz) const
  {
    unsigned int to_y = (y + grid.blocks_y + dy) % grid.blocks_y;
    unsigned int to_z = (z + grid.blocks_z + dz) % grid.blocks_z;
    return (to_z * grid.blocks_y + to_y) * Shape::face_words;
  }

  // Where a row of the slice before (0) or after (1) the brick is published.
  __device__ __forceinline__ unsigned int
  end_source (unsigned int end, unsigned int row) const
  {
    int dz = end ? 1 : -1;
    unsigned int slice = end ? 0 : Shape::slices - 1;
    if (row == 0)
      return faces_of (-1, dz) + Shape::last_rows + slice * Shape::Words;
    if (row == Shape::rows + 1)
      return faces_of (1, dz) + Shape::first_rows + slice * Shape::Words;
    return faces_of (0, dz) + (row - 1) * Shape::Words
           + (end ? Shape::first_slice : Shape::last_slice);
  }

  __device__ __forceinline__ void
  list_ends () const
  {
    for (unsigned int i = threadIdx.x; i < Shape::end_words; i += blockDim.x) {
      unsigned int end = i / (Shape::end_words / 2);
      unsigned int row = i % (Shape::end_words / 2) / Shape::Words;
      ends[i] = make_uint2 (end_source (end, row) + i % Shape::Words,
          Shape::at (row, end ? Shape::slices + 1 : 0) + i % Shape::Words);
    }
  }

  // The brick with its halo.
  __device__ __forceinline__ void
  load () const
  {
    const unsigned int height = grid.blocks_y * Shape::rows;
    const unsigned int depth = grid.blocks_z * Shape::slices;
    const unsigned int words =
        (Shape::rows + 2) * (Shape::slices + 2) * Shape::Words;
    for (unsigned int i = threadIdx.x; i < words; i += blockDim.x) {
      unsigned int row = i / Shape::Words % (Shape::rows + 2);
      unsigned int slice = i / Shape::Words / (Shape::rows + 2);
      unsigned int from_y = (y * Shape::rows + row + height - 1) % height;
      unsigned int from_z = (z * Shape::slices + slice + depth - 1) % depth;
      brick[Shape::at (row, slice) + i % Shape::Words] =
          grid.current[(from_z * height + from_y) * Shape::Words
                       + i % Shape::Words];
    }
  }

  // The brick, its rows turned back.
  __device__ __forceinline__ void
  store () const
  {
    constexpr unsigned int Words = Shape::Words;
    const unsigned int turned = grid.generations % (32 * Words);
    const unsigned int height = grid.blocks_y * Shape::rows;
    for (unsigned int i = threadIdx.x; i < Shape::rows * Shape::slices * Words;
         i += blockDim.x) {
      unsigned int row = i / Words % Shape::rows;
      unsigned int slice = i / Words / Shape::rows;
      const LifeWord *from = brick + Shape::at (row + 1, slice + 1);
      unsigned int low = (i + turned / 32) % Words;
      unsigned int to_y = y * Shape::rows + row;
      unsigned int to_z = z * Shape::slices + slice;
      grid.next[(to_z * height + to_y) * Words + i % Words] =
          __funnelshift_r (from[low], from[(low + 1) % Words], turned);
    }
  }
};

// One generation of a thread's column of Rows words.
template <class Rule, class Shape> struct LifeResidentColumn {
  static constexpr int Rows = Shape::Rows;
  static constexpr int steps = Shape::steps;
  static constexpr bool prefetch = Rows <= 4;
  const Rule &rule;
  LifeWord *middle; // the row above its first
  int left;         // from there to the word before
  int slice_words;  // to the next slice
  LifeTagged *publish, *publish_slice;
  int publish_step;
  bool first_group, has_face, has_end;
  unsigned int pair, tag;
  LifeWord alive[Rows];
  LifeWord cells[Rows + 2], before[Rows + 2];

  __device__ __forceinline__ void
  load ()
  {
#pragma unroll
    for (int i = 0; i < Rows + 2; i++) {
      cells[i] = middle[i * Shape::pitch];
      before[i] = middle[i * Shape::pitch + left];
    }
    middle += slice_words;
  }

  // Kind: 0, 1, 2 are the first steps, -1 is the last, 3 any other.
  template <int Kind>
  __device__ __forceinline__ void
  step (const LifeSliceSum (&back)[Rows], const LifeSliceSum (&mid)[Rows],
      LifeSliceSum (&front)[Rows])
  {
    constexpr bool Output = Kind < 0 || Kind >= 2;
    LifeRowSum sums[Rows + 2];
    LifeWord centre[Rows + 2];
    LifeWord result[Rows];
    if (!prefetch)
      load ();
#pragma unroll
    for (int i = 0; i < Rows + 2; i++) {
      LifeWord m = cells[i], l = before[i];
      LifeWord twice = __funnelshift_l (l, m, 2);
      centre[i] = __funnelshift_l (l, m, 1);
      sums[i] = { life_sum (m, centre[i], twice),
        life_carry (m, centre[i], twice) };
    }
    if (prefetch && Kind >= 0)
      load ();
#pragma unroll
    for (int i = 0; i < Rows; i++) {
      front[i] = life_add_rows (sums[i], sums[i + 1], sums[i + 2]);
      if (Output)
        result[i] =
            rule.next (alive[i], life_add_slices (back[i], mid[i], front[i]));
      alive[i] = centre[i + 1];
    }
    if (Output) {
      if (has_face)
        life_tagged_store (
            publish, first_group ? result[0] : result[Rows - 1], tag);
      publish += publish_step;
    }
    if (Kind == 2 && has_end) {
#pragma unroll
      for (int i = 0; i < Rows; i++)
        life_tagged_store (publish_slice + i * Shape::Words, result[i], tag);
    }
    life_resident_end_step<Shape, Kind == 1 || Kind == -1> (pair);
    if (Output) {
      LifeWord *to = middle - (prefetch && Kind >= 0 ? 3 : 2) * slice_words;
#pragma unroll
      for (int i = 0; i < Rows; i++)
        to[(i + 1) * Shape::pitch] = result[i];
    }
  }

  __device__ __forceinline__ void
  run ()
  {
    LifeSliceSum sums[3][Rows];
    constexpr int tail = (steps - 3) % 3;
    constexpr int triples = (steps - 3) / 3 - (tail == 0);
    if (prefetch)
      load ();
    step<0> (sums[1], sums[2], sums[0]);
    step<1> (sums[2], sums[0], sums[1]);
    step<2> (sums[0], sums[1], sums[2]);
#pragma unroll 1
    for (int i = 0; i < triples; i++) {
      step<3> (sums[1], sums[2], sums[0]);
      step<3> (sums[2], sums[0], sums[1]);
      step<3> (sums[0], sums[1], sums[2]);
    }
    step<tail == 1 ? -1 : 3> (sums[1], sums[2], sums[0]);
    if (tail != 1)
      step<tail == 2 ? -1 : 3> (sums[2], sums[0], sums[1]);
    if (tail == 0)
      step<-1> (sums[0], sums[1], sums[2]);
  }
};

// Brings what the neighbours of a brick publish, for a pair of chunks.
template <class Shape> struct LifeResidentCourier {
  static constexpr int steps = Shape::steps;
  static constexpr int batches = Shape::end_batches;
  static constexpr int Copies = (4 * Shape::Words + 31) / 32;
  static constexpr int EndCopies = Shape::end_copies;
  // How many steps before their use rows are asked for: in a short sweep no
  // sooner than needed, since they would not have come yet.
  static constexpr int Ahead = Shape::Chunk <= 4 ? 1 : 2;

  const LifeTagged *faces;   // what is published in even generations
  unsigned int parity_words; // from there to the odd ones
  LifeWord *brick;
  const uint2 *ends;
  unsigned int lane;     // of the couriers'
  unsigned int patience; // 0: gave up
  int source[Copies], target[Copies], source_step[Copies], target_step[Copies];
  LifeTagged rows[Ahead][Copies], end[EndCopies];
  uint2 place[EndCopies];

  __device__ __forceinline__ bool
  has (int copy) const
  {
    return 4 * Shape::Words % 32 == 0
           || lane % 32 + 32 * copy < 4 * Shape::Words;
  }

  __device__ __forceinline__ const LifeTagged *
  faces_of (unsigned int generation) const
  {
    return faces + (generation & 1 ? parity_words : 0);
  }

  template <int Slice>
  __device__ __forceinline__ const LifeTagged *
  row (unsigned int generation, int copy) const
  {
    return faces_of (generation) + source[copy] + Slice * source_step[copy];
  }

  template <int Slice>
  __device__ __forceinline__ void
  look_for_rows (unsigned int generation)
  {
#pragma unroll
    for (int i = 0; i < Copies; i++)
      if (has (i))
        rows[Slice % Ahead][i] = life_tagged_load (row<Slice> (generation, i));
  }

  __device__ __forceinline__ LifeWord
  wait (const LifeTagged *from, LifeTagged value, unsigned int tag)
  {
    while ((unsigned int) (value >> 32) != tag && patience > 0) {
      value = life_tagged_load (from);
      patience--;
    }
    return (LifeWord) value;
  }

  template <int Slice>
  __device__ __forceinline__ void
  bring_rows (unsigned int generation, unsigned int tag)
  {
#pragma unroll
    for (int i = 0; i < Copies; i++)
      if (has (i))
        brick[target[i] + Slice * target_step[i]] =
            wait (row<Slice> (generation, i), rows[Slice % Ahead][i], tag);
  }

  template <int Batch>
  __device__ __forceinline__ void
  look_for_end (unsigned int generation)
  {
#pragma unroll
    for (int i = 0; i < EndCopies; i++) {
      unsigned int item = (Batch * EndCopies + i) * Shape::couriers + lane;
      if (item < Shape::end_words) {
        place[i] = ends[item];
        end[i] = life_tagged_load (faces_of (generation) + place[i].x);
      }
    }
  }

  template <int Batch>
  __device__ __forceinline__ void
  bring_end (unsigned int generation, unsigned int tag)
  {
#pragma unroll
    for (int i = 0; i < EndCopies; i++) {
      unsigned int item = (Batch * EndCopies + i) * Shape::couriers + lane;
      if (item < Shape::end_words)
        brick[place[i].y] =
            wait (faces_of (generation) + place[i].x, end[i], tag);
    }
  }

  // After step N: asks for what a later one will need.
  template <int N>
  __device__ __forceinline__ void
  look (unsigned int generation, bool last)
  {
    constexpr int Use = N + Ahead;
    constexpr int Batch = N + 1 - (steps - batches);
    if constexpr (Use + 2 <= Shape::Chunk)
      if (generation > 0)
        look_for_rows<Use + 2> (generation);
    if constexpr (Use == steps - 1)
      if (!last)
        look_for_rows<1> (generation + 1);
    if constexpr (Use >= steps && Use - steps + 2 <= Shape::Chunk)
      if (!last)
        look_for_rows<Use - steps + 2> (generation + 1);
    if constexpr (Batch >= 0 && Batch < batches)
      if (!last)
        look_for_end<Batch> (generation + 1);
  }

  // In step N of the sweep that turns `generation` into the next one.
  template <int N>
  __device__ __forceinline__ void
  run (unsigned int generation, unsigned int tag, bool last, unsigned int pair,
      unsigned int *gave_up)
  {
    constexpr int chunk = Shape::Chunk;
    constexpr int Batch = N - (steps - batches);
    if constexpr (N + 2 <= chunk)
      if (generation > 0)
        bring_rows<N + 2> (generation, tag);
    if constexpr (N == steps - 1)
      if (!last)
        bring_rows<1> (generation + 1, tag + 1);
    if constexpr (Batch >= 0)
      if (!last)
        bring_end<Batch> (generation + 1, tag + 1);
    if (N == steps - 1 && patience == 0)
      *gave_up = 1;
    __syncwarp ();
    life_resident_end_step<Shape, N == 1 || N == steps - 1> (pair);

    look<N> (generation, last);
    if constexpr (N + 1 < steps)
      run<N + 1> (generation, tag, last, pair, gave_up);
  }
};

template <class Rule, int Words, int Rows, int Groups, int Chunks, int Chunk>
__global__ void __launch_bounds__ (
    (LifeResidentShape<Words, Rows, Groups, Chunks, Chunk>::threads), 1)
    life_bitsliced3d_resident_kernel (LifeResidentGrid grid, Rule rule)
{
  typedef LifeResidentShape<Words, Rows, Groups, Chunks, Chunk> Shape;
  extern __shared__ uint4 shared_memory[];
  __shared__ unsigned int gave_up;
  const LifeResidentBlock<Shape> block (grid, shared_memory);
  const unsigned int parity_words = block.parity_words ();

  if (threadIdx.x == 0)
    gave_up = 0;
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
    column.left = word > 0 ? -1 : Words - 1;
    column.slice_words = direction * Shape::slice_pitch;
    column.publish_step = direction * Words;
    column.first_group = group == 0;
    column.has_face = group == 0 || group == Groups - 1;
    column.has_end = chunk == 0 || chunk == Chunks - 1;
    column.pair = chunk / 2;
    for (unsigned int generation = 0; generation < grid.generations;
         generation++) {
      const unsigned int parity = (generation + 1) & 1 ? parity_words : 0;
      column.tag = grid.tag + generation + 1;
      column.publish = row_faces + parity;
      column.publish_slice = slice_faces + parity;
      column.middle = block.brick + Shape::at (group * Rows, first) + word;
      column.run ();
      if (*(volatile unsigned int *) &gave_up)
        break;
    }
  } else {
    LifeResidentCourier<Shape> courier;
    courier.lane = threadIdx.x - Shape::workers;
    const unsigned int pair = courier.lane / 32;
    courier.brick = block.brick;
    courier.ends = block.ends;
    courier.faces = grid.faces;
    courier.parity_words = parity_words;
    courier.patience = grid.patience;
#pragma unroll
    for (int i = 0; i < courier.Copies; i++) {
      const unsigned int item = courier.lane % 32 + 32 * i;
      const bool down = item / (2 * Words) & 1, after = item / Words & 1;
      const int slice = down ? (2 * pair + 2) * Chunk + 1 : 2 * pair * Chunk;
      courier.source_step[i] = down ? -Words : Words;
      courier.target_step[i] = (down ? -1 : 1) * Shape::slice_pitch;
      courier.source[i] = (after ? block.faces_of (1, 0) + Shape::first_rows
                                 : block.faces_of (-1, 0) + Shape::last_rows)
                          + (slice - 1) * Words + item % Words;
      courier.target[i] =
          Shape::at (after ? Shape::rows + 1 : 0, slice) + item % Words;
    }
    for (unsigned int generation = 0; generation < grid.generations;
         generation++) {
      courier.template run<0> (generation, grid.tag + generation,
          generation + 1 == grid.generations, pair, &gave_up);
      if (*(volatile unsigned int *) &gave_up)
        break;
    }
  }
  __syncthreads ();
  if (gave_up && threadIdx.x == 0)
    *grid.failed = 1;

  block.store ();
}

#endif
