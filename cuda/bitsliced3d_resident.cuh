// SPDX-License-Identifier: LGPL-2.1-or-later
// The bit-sliced 3D kernel for worlds that stay on the chip: many generations
// of a torus in one launch. Which worlds, how they are cut, and the launch live
// in bitsliced3d_resident.cu.
#ifndef LIFE_BITSLICED3D_RESIDENT_CUH
#define LIFE_BITSLICED3D_RESIDENT_CUH

#include "bitsliced3d_networks.cuh"

// A word of a face that a block publishes, and in the upper half which
// generation it is of: one store, so that no flag has to follow it.
typedef unsigned long long LifeTagged;

// A world and how it is cut: bricks of whole rows, one a block, blocks_y next to
// each other along y. Chunks of `chunk` slices lie on each other in a brick, an
// even number of them; `groups` columns of Rows rows beside each other in a
// chunk.
struct LifeResidentGrid {
  const LifeWord *current;
  LifeWord *next;
  LifeTagged *faces; // two generations of what the blocks publish
  unsigned int *failed;
  unsigned int blocks_y, blocks_z;
  unsigned int chunks, chunk, groups;
  unsigned int generations;
  unsigned int tag; // the tag of the state the launch begins with
  unsigned int patience; // how often a neighbour's word is asked for
  LifeWord two, four; // which the compiler is not to know
};

template <int Words, int Rows> struct LifeResidentShape {
  // Skewed so that the lanes of a warp are on different banks.
  static constexpr unsigned int pitch = Words + Words / Rows;

  unsigned int rows, slices; // of a brick

  __host__ __device__
  LifeResidentShape (const LifeResidentGrid &grid)
      : rows (grid.groups * Rows), slices (grid.chunks * grid.chunk)
  {
  }

  // The brick in shared memory, with a row and a slice of its neighbours around.
  __host__ __device__ unsigned int
  at (unsigned int row, unsigned int slice) const
  {
    return (slice * (rows + 2) + row) * pitch;
  }

  __host__ __device__ unsigned int
  brick_words () const
  {
    return at (0, slices + 2);
  }

  // The words of the slices before and after the brick.
  __host__ __device__ unsigned int
  end_words () const
  {
    return 2 * (rows + 2) * Words;
  }

  __host__ __device__ size_t
  shared_bytes () const
  {
    return sizeof (LifeWord) * brick_words ()
           + sizeof (uint2) * end_words ();
  }

  // What a block publishes: its first rows, its last rows, its first slice, its
  // last slice.
  __host__ __device__ unsigned int
  face_words () const
  {
    return 2 * (rows + slices) * Words;
  }

  __host__ __device__ unsigned int
  first_row (unsigned int slice) const
  {
    return slice * Words;
  }

  __host__ __device__ unsigned int
  last_row (unsigned int slice) const
  {
    return (slices + slice) * Words;
  }

  __host__ __device__ unsigned int
  first_slice (unsigned int row) const
  {
    return (2 * slices + row) * Words;
  }

  __host__ __device__ unsigned int
  last_slice (unsigned int row) const
  {
    return (2 * slices + rows + row) * Words;
  }
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

__device__ __forceinline__ void
life_resident_barrier (unsigned int name, unsigned int threads)
{
  asm volatile("bar.sync %0, %1;" ::"r"(name), "r"(threads) : "memory");
}

// A thread's column of Rows words.
template <class Rule, int Words, int Rows> struct LifeResidentColumn {
  typedef LifeResidentShape<Words, Rows> Shape;
  const Rule &rule;
  LifeWord two, four;
  LifeWord *middle; // the row above its first
  int left;         // from there to the word before
  int slice_words;  // to the next slice
  LifeTagged *row_face, *slice_face;
  int row_face_step;
  bool first_group, on_row_face, on_slice_face;
  LifeWord alive[Rows];

  // `n`: how many slices of the chunk's sweep lie before this one.
  template <bool Output>
  __device__ __forceinline__ void
  sum (const LifeSliceSum (&back)[Rows], const LifeSliceSum (&mid)[Rows],
      LifeSliceSum (&front)[Rows], LifeWord (&result)[Rows])
  {
    LifeRowSum sums[Rows + 2];
    LifeWord centre[Rows + 2];
#pragma unroll
    for (int i = 0; i < Rows + 2; i++) {
      LifeWord m = middle[i * (int) Shape::pitch];
      LifeWord l = middle[i * (int) Shape::pitch + left];
#if LIFE_RESIDENT_SHIFT == 0
      LifeWord once = __funnelshift_l (l, m, 1);
      LifeWord twice = __funnelshift_l (l, m, 2);
#elif LIFE_RESIDENT_SHIFT == 1
      LifeWord once = m * two + __umulhi (l, two);
      LifeWord twice = m * four + __umulhi (l, four);
#else
      LifeWord once = __funnelshift_l (l, m, 1);
      LifeWord twice = m * four + __umulhi (l, four);
#endif
      centre[i] = once;
      sums[i] = { life_sum (m, once, twice), life_carry (m, once, twice) };
    }
#pragma unroll
    for (int i = 0; i < Rows; i++) {
      front[i] = life_add_rows (sums[i], sums[i + 1], sums[i + 2]);
      if (Output)
        result[i] =
            rule.next (alive[i], life_add_slices (back[i], mid[i], front[i]));
      alive[i] = centre[i + 1];
    }
  }
};

template <bool Output> struct LifeOutput {
  static constexpr bool value = Output;
};

template <class Rule, int Words, int Rows, int Threads>
__global__ void
__launch_bounds__ (Threads, 1)
life_bitsliced3d_resident_kernel (LifeResidentGrid grid, Rule rule)
{
  typedef LifeResidentShape<Words, Rows> Shape;
  extern __shared__ uint4 shared_memory[];
  __shared__ unsigned int gave_up;
  const Shape shape (grid);
  LifeWord *const brick = (LifeWord *) shared_memory;
  uint2 *const ends = (uint2 *) (brick + shape.brick_words ());
  const unsigned int block_y = blockIdx.x % grid.blocks_y;
  const unsigned int block_z = blockIdx.x / grid.blocks_y;
  const unsigned int parity_words = gridDim.x * shape.face_words ();
  const unsigned int steps = grid.chunk + 2;
  const unsigned int chunk_threads = grid.groups * Words;
  const unsigned int pairs = grid.chunks / 2;
  const unsigned int workers = grid.chunks * chunk_threads;
  const unsigned int pair_threads = 2 * chunk_threads + 32;

  auto face_of = [&] (int dy, int dz) {
    unsigned int y = (block_y + grid.blocks_y + dy) % grid.blocks_y;
    unsigned int z = (block_z + grid.blocks_z + dz) % grid.blocks_z;
    return (z * grid.blocks_y + y) * shape.face_words ();
  };
  // Where the word of the slice before (0) or after (1) the brick is published.
  auto end_source = [&] (unsigned int end, unsigned int row) {
    int dz = end ? 1 : -1;
    unsigned int slice = end ? 0 : shape.slices - 1;
    if (row == 0)
      return face_of (-1, dz) + shape.last_row (slice);
    if (row == shape.rows + 1)
      return face_of (1, dz) + shape.first_row (slice);
    return face_of (0, dz)
           + (end ? shape.first_slice (row - 1) : shape.last_slice (row - 1));
  };

  if (threadIdx.x == 0)
    gave_up = 0;
  {
    const unsigned int height = grid.blocks_y * shape.rows;
    const unsigned int depth = grid.blocks_z * shape.slices;
    const unsigned int lines = (shape.rows + 2) * (shape.slices + 2);
    const unsigned int word = threadIdx.x % Words;
    for (unsigned int line = threadIdx.x / Words; line < lines;
         line += blockDim.x / Words) {
      unsigned int row = line % (shape.rows + 2);
      unsigned int slice = line / (shape.rows + 2);
      unsigned int y = (block_y * shape.rows + row + height - 1) % height;
      unsigned int z = (block_z * shape.slices + slice + depth - 1) % depth;
      brick[shape.at (row, slice) + word] =
          grid.current[(z * height + y) * Words + word];
    }
    for (unsigned int i = threadIdx.x; i < shape.end_words ();
         i += blockDim.x) {
      unsigned int end = i / (shape.end_words () / 2);
      unsigned int row = i % (shape.end_words () / 2) / Words;
      ends[i] = make_uint2 (end_source (end, row) + i % Words,
          shape.at (row, end ? shape.slices + 1 : 0) + i % Words);
    }
  }
  __syncthreads ();

  if (threadIdx.x < workers) {
    const unsigned int chunk = threadIdx.x / chunk_threads;
    const unsigned int group = threadIdx.x % chunk_threads / Words;
    const unsigned int word = threadIdx.x % Words;
    const bool down = chunk & 1;
    const unsigned int first =
        down ? (chunk + 1) * grid.chunk + 1 : chunk * grid.chunk;
    const int direction = down ? -1 : 1;
    const unsigned int pair = chunk / 2;
    LifeTagged *const faces =
        grid.faces + blockIdx.x * shape.face_words () + word;
    const bool row_face = group == 0 || group == grid.groups - 1;
    const bool slice_face = chunk == 0 || chunk == grid.chunks - 1;
    LifeTagged *const row_faces =
        faces
        + (group == 0 ? shape.first_row (first) : shape.last_row (first))
        - Words;
    LifeTagged *const slice_faces =
        faces
        + (chunk == 0 ? shape.first_slice (group * Rows)
                      : shape.last_slice (group * Rows));
    LifeResidentColumn<Rule, Words, Rows> column = { rule, grid.two,
      grid.four };
    column.left = word > 0 ? -1 : Words - 1;
    LifeWord *const start = brick + shape.at (group * Rows, first) + word;
    const int slice_words = direction * (int) shape.at (0, 1);

    for (unsigned int generation = 0; generation < grid.generations;
         generation++) {
      const unsigned int tag = grid.tag + generation + 1;
      const unsigned int parity = (generation + 1) & 1 ? parity_words : 0;
      LifeTagged *publish = row_faces + parity;
      column.middle = start;
      LifeSliceSum sums[3][Rows];
      auto step = [&] (unsigned int n, const LifeSliceSum (&back)[Rows],
                      const LifeSliceSum (&mid)[Rows],
                      LifeSliceSum (&front)[Rows], auto output) {
        constexpr bool Output = decltype (output)::value;
        LifeWord result[Rows];
        column.template sum<Output> (back, mid, front, result);
        if (Output) {
          if (row_face)
            life_tagged_store (
                publish, group == 0 ? result[0] : result[Rows - 1], tag);
          if (n == 2 && slice_face)
#pragma unroll
            for (int i = 0; i < Rows; i++)
              life_tagged_store (
                  slice_faces + parity + i * Words, result[i], tag);
        }
        if (n == 1 || n == steps - 1)
          __syncthreads ();
        else
          life_resident_barrier (1 + pair, pair_threads);
        if (Output) {
          LifeWord *to = column.middle - slice_words;
#pragma unroll
          for (int i = 0; i < Rows; i++)
            to[(i + 1) * (int) Shape::pitch] = result[i];
        }
        publish += direction * Words;
        column.middle += slice_words;
      };
      step (0, sums[1], sums[2], sums[0], LifeOutput<false> ());
      step (1, sums[2], sums[0], sums[1], LifeOutput<false> ());
      publish = row_faces + parity + direction * Words;
      for (unsigned int n = 2; n < steps;) {
#pragma unroll
        for (int turn = 2; turn < 5; turn++) {
          step (n, sums[(turn + 1) % 3], sums[(turn + 2) % 3], sums[turn % 3],
              LifeOutput<true> ());
          if (++n == steps)
            break;
        }
      }
      if (*(volatile unsigned int *) &gave_up)
        break;
    }
  } else {
    // A courier for each pair of chunks.
    const unsigned int lane = threadIdx.x % 32;
    const unsigned int pair = (threadIdx.x - workers) / 32;
    constexpr int Copies = (4 * Words + 31) / 32;
    constexpr int EndCopies = 4;
    const unsigned int couriers = pairs * 32;
    const unsigned int end_copies =
        (shape.end_words () + couriers - 1) / couriers;
    const unsigned int end_batches = (end_copies + EndCopies - 1) / EndCopies;
    int source[Copies], target[Copies];
    int source_step[Copies], target_step[Copies];
    bool has[Copies];
    LifeTagged row_ahead[Copies], end_ahead[EndCopies];
    bool patient = true;
#pragma unroll
    for (int i = 0; i < Copies; i++) {
      const unsigned int item = lane + 32 * i;
      const bool down = item / (2 * Words) & 1, after = item / Words & 1;
      const unsigned int word = item % Words;
      const unsigned int slice = (down ? 2 * pair + 2 : 2 * pair) * grid.chunk
                                 + (down ? 1 : 0);
      has[i] = item < 4 * Words;
      source_step[i] = down ? -Words : Words;
      target_step[i] = (down ? -1 : 1) * (int) shape.at (0, 1);
      // slice numbers from one: the first slot is the slice before the brick
      source[i] = (after ? face_of (1, 0) + shape.first_row (0)
                         : face_of (-1, 0) + shape.last_row (0))
                  + slice * Words - Words + word;
      target[i] = shape.at (after ? shape.rows + 1 : 0, slice) + word;
    }
    auto fetch = [&] (const LifeTagged *from, LifeTagged &value,
                     unsigned int tag) {
      unsigned int left = grid.patience;
      while ((unsigned int) (value >> 32) != tag && patient) {
        value = life_tagged_load (from);
        patient = --left > 0;
      }
      return (LifeWord) value;
    };
    // Which slice's rows are brought in a step, and of which generation.
    struct Task {
      bool rows;
      unsigned int slice, generation;
      int batch;
    };
    auto task_of = [&] (unsigned int generation, unsigned int n) {
      Task task;
      const bool last = n == steps - 1;
      task.slice = last ? 1 : n + 2;
      task.generation = last ? generation + 1 : generation;
      task.rows = (last || n + 2 <= grid.chunk) && task.generation > 0
                  && task.generation < grid.generations;
      task.batch = (int) (n + end_batches) - (int) steps;
      if (generation + 1 >= grid.generations)
        task.batch = -1;
      return task;
    };
    auto look = [&] (unsigned int generation, unsigned int n) {
      const Task task = task_of (generation, n);
      if (task.rows) {
        const LifeTagged *from =
            grid.faces + (task.generation & 1 ? parity_words : 0);
#pragma unroll
        for (int i = 0; i < Copies; i++)
          if (has[i])
            row_ahead[i] = life_tagged_load (
                from + source[i] + (int) task.slice * source_step[i]);
      }
      if (task.batch >= 0) {
        const LifeTagged *from =
            grid.faces + ((generation + 1) & 1 ? parity_words : 0);
#pragma unroll
        for (int i = 0; i < EndCopies; i++) {
          unsigned int item = (task.batch * EndCopies + i) * couriers
                              + pair * 32 + lane;
          if (item < shape.end_words ())
            end_ahead[i] = life_tagged_load (from + ends[item].x);
        }
      }
    };
    auto bring = [&] (unsigned int generation, unsigned int n) {
      const Task task = task_of (generation, n);
      if (task.rows) {
        const LifeTagged *from =
            grid.faces + (task.generation & 1 ? parity_words : 0);
#pragma unroll
        for (int i = 0; i < Copies; i++)
          if (has[i])
            brick[target[i] + (int) task.slice * target_step[i]] =
                fetch (from + source[i] + (int) task.slice * source_step[i],
                    row_ahead[i], grid.tag + task.generation);
      }
      if (task.batch >= 0) {
        const LifeTagged *from =
            grid.faces + ((generation + 1) & 1 ? parity_words : 0);
#pragma unroll
        for (int i = 0; i < EndCopies; i++) {
          unsigned int item = (task.batch * EndCopies + i) * couriers
                              + pair * 32 + lane;
          if (item < shape.end_words ())
            brick[ends[item].y] = fetch (
                from + ends[item].x, end_ahead[i], grid.tag + generation + 1);
        }
      }
    };
    for (unsigned int generation = 0; generation < grid.generations;
         generation++) {
      for (unsigned int n = 0; n < steps; n++) {
        bring (generation, n);
        if (n == steps - 1 && !patient)
          gave_up = 1;
        look (n == steps - 1 ? generation + 1 : generation,
            n == steps - 1 ? 0 : n + 1);
        __syncwarp ();
        if (n == 1 || n == steps - 1)
          __syncthreads ();
        else
          life_resident_barrier (1 + pair, pair_threads);
      }
      if (*(volatile unsigned int *) &gave_up)
        break;
    }
  }
  __syncthreads ();
  if (gave_up && threadIdx.x == 0)
    *grid.failed = 1;

  // The world has moved a cell a generation.
  const unsigned int turned = grid.generations % (32 * Words);
  const unsigned int height = grid.blocks_y * shape.rows;
  const unsigned int lines = shape.rows * shape.slices;
  const unsigned int word = threadIdx.x % Words;
  const unsigned int low = (word + turned / 32) % Words;
  const unsigned int high = (low + 1) % Words;
  for (unsigned int line = threadIdx.x / Words; line < lines;
       line += blockDim.x / Words) {
    unsigned int row = line % shape.rows, slice = line / shape.rows;
    const LifeWord *from = brick + shape.at (row + 1, slice + 1);
    unsigned int y = block_y * shape.rows + row;
    unsigned int z = block_z * shape.slices + slice;
    grid.next[(z * height + y) * Words + word] =
        __funnelshift_r (from[low], from[high], turned);
  }
}

#endif
