// SPDX-License-Identifier: LGPL-2.1-or-later
// The bit-sliced 3D kernel and its gate networks; which tile and chunk a world
// gets, and the launch, live in bitsliced3d.cu.
#ifndef LIFE_BITSLICED3D_CUH
#define LIFE_BITSLICED3D_CUH

typedef unsigned int LifeWord;

// A gate is any function of three words, one instruction. Its table is the
// function written over these three: life_gate<A & ~B> and so on.
constexpr int A = 0xf0, B = 0xcc, C = 0xaa;

template <int Table>
__device__ __forceinline__ LifeWord
life_gate (LifeWord a, LifeWord b, LifeWord c)
{
  LifeWord result;
  asm("lop3.b32 %0, %1, %2, %3, %4;"
      : "=r"(result)
      : "r"(a), "r"(b), "r"(c), "n"(Table & 0xff));
  return result;
}

__device__ __forceinline__ LifeWord
life_sum (LifeWord a, LifeWord b, LifeWord c)
{
  return life_gate<A ^ B ^ C> (a, b, c);
}

__device__ __forceinline__ LifeWord
life_carry (LifeWord a, LifeWord b, LifeWord c)
{
  return life_gate<(A & B) | (A & C) | (B & C)> (a, b, c);
}

// Three neighbouring cells of a row: ones + 2 twos.
struct LifeRowSum {
  LifeWord ones, twos;
};

// Nine cells of a slice, carries kept apart: ones + 2 (twos_a + twos_b)
// + 4 fours.
struct LifeSliceSum {
  LifeWord ones, twos_a, twos_b, fours;
};

// All 27 cells, the cell itself too: ones + 2 twos + 4 (fours_a + fours_b)
// + 8 (eights_a + eights_b).
struct LifeBlockSum {
  LifeWord ones, twos, fours_a, fours_b, eights_a, eights_b;
};

__device__ __forceinline__ LifeRowSum
life_add_cells (LifeWord left, LifeWord middle, LifeWord right)
{
  LifeWord west = __funnelshift_l (left, middle, 1);
  LifeWord east = __funnelshift_r (middle, right, 1);
  return { life_sum (west, middle, east), life_carry (west, middle, east) };
}

__device__ __forceinline__ LifeSliceSum
life_add_rows (LifeRowSum r, LifeRowSum s, LifeRowSum t)
{
  return { life_sum (r.ones, s.ones, t.ones),
    life_carry (r.ones, s.ones, t.ones), life_sum (r.twos, s.twos, t.twos),
    life_carry (r.twos, s.twos, t.twos) };
}

__device__ __forceinline__ LifeBlockSum
life_add_slices (LifeSliceSum r, LifeSliceSum s, LifeSliceSum t)
{
  LifeWord carry = life_carry (r.ones, s.ones, t.ones);
  LifeWord sum_a = life_sum (r.twos_a, s.twos_a, t.twos_a);
  LifeWord sum_b = life_sum (r.twos_b, s.twos_b, t.twos_b);
  LifeWord carry_a = life_carry (r.twos_a, s.twos_a, t.twos_a);
  LifeWord carry_b = life_carry (r.twos_b, s.twos_b, t.twos_b);
  LifeWord carry_c = life_carry (carry, sum_a, sum_b);
  return { life_sum (r.ones, s.ones, t.ones), life_sum (carry, sum_a, sum_b),
    life_sum (r.fours, s.fours, t.fours), life_sum (carry_a, carry_b, carry_c),
    life_carry (r.fours, s.fours, t.fours),
    life_carry (carry_a, carry_b, carry_c) };
}

// B6/S567. With the cell itself counted it lives next iff the total is 6, or
// it lives now and the total is 7 or 8. For the bits from two up that says:
// twos, fours and eights together hold exactly two fours when the twos are
// rounded up; `allowed` settles which of 6, 7, 8 and 9 remain.
struct LifeRuleB6S567 {
  __device__ __forceinline__ LifeWord
  next (LifeWord alive, LifeBlockSum sum) const
  {
    LifeWord allowed =
        life_gate<(A & (B | ~C)) | (~A & B & ~C)> (sum.twos, alive, sum.ones);
    LifeWord odd = life_sum (sum.fours_a, sum.fours_b, sum.twos);
    LifeWord some = life_gate<A | B | C> (sum.fours_a, sum.fours_b, sum.twos);
    LifeWord two = life_gate<(A & ~B & ~C) | (~A & (B ^ C))> (
        some, sum.eights_a, sum.eights_b);
    return life_gate<A & ~B & C> (allowed, odd, two);
  }
};

// Bit 4 alive + 2 twos + ones of a rule's table for four totals.
template <int Leaf>
__device__ __forceinline__ LifeWord
life_leaf (LifeWord alive, LifeWord twos, LifeWord ones)
{
  if constexpr (Leaf == 0)
    return 0;
  else if constexpr (Leaf == 0xff)
    return ~0u;
  else
    return life_gate<Leaf> (alive, twos, ones);
}

__device__ __forceinline__ LifeWord
life_choose (LifeWord which, LifeWord one, LifeWord zero)
{
  return (which & one) | (~which & zero);
}

// A totalistic rule known when this is compiled. Birth and Survival have a bit
// for each count 0..26.
template <unsigned int Birth, unsigned int Survival> struct LifeRuleCompiled {
  // Leaf n tells the totals 4n..4n + 3.
  __host__ __device__ static constexpr int
  leaf (int n)
  {
    return ((Birth >> 4 * n) & 15)
           | ((((unsigned long long) Survival << 1 >> 4 * n) & 15) << 4);
  }

  __device__ __forceinline__ LifeWord
  next (LifeWord alive, LifeBlockSum sum) const
  {
    LifeWord fours = sum.fours_a ^ sum.fours_b;
    LifeWord fours_carry = sum.fours_a & sum.fours_b;
    LifeWord eights = life_sum (sum.eights_a, sum.eights_b, fours_carry);
    LifeWord sixteens = life_carry (sum.eights_a, sum.eights_b, fours_carry);
    LifeWord t0 = life_leaf<leaf (0)> (alive, sum.twos, sum.ones);
    LifeWord t4 = life_leaf<leaf (1)> (alive, sum.twos, sum.ones);
    LifeWord t8 = life_leaf<leaf (2)> (alive, sum.twos, sum.ones);
    LifeWord t12 = life_leaf<leaf (3)> (alive, sum.twos, sum.ones);
    LifeWord t16 = life_leaf<leaf (4)> (alive, sum.twos, sum.ones);
    LifeWord t20 = life_leaf<leaf (5)> (alive, sum.twos, sum.ones);
    LifeWord t24 = life_leaf<leaf (6)> (alive, sum.twos, sum.ones);
    LifeWord low = life_choose (
        eights, life_choose (fours, t12, t8), life_choose (fours, t4, t0));
    LifeWord high = life_choose (eights, t24, life_choose (fours, t20, t16));
    return life_choose (sixteens, high, low);
  }
};

// Any totalistic rule, from masks: table[total][alive] is all ones where the
// cell lives next; bit n of `used` tells that totals 4n..4n + 3 have such.
struct LifeRuleMasks {
  LifeWord table[28][2];
  unsigned int used;

  __device__ __forceinline__ LifeWord
  leaf (int n, LifeWord alive, LifeWord twos, LifeWord ones) const
  {
    LifeWord pair[2];
#pragma unroll
    for (int i = 0; i < 2; i++) {
      const LifeWord (&even)[2] = table[4 * n + 2 * i];
      const LifeWord (&odd)[2] = table[4 * n + 2 * i + 1];
      pair[i] = life_choose (alive, life_choose (ones, odd[1], even[1]),
          life_choose (ones, odd[0], even[0]));
    }
    return life_choose (twos, pair[1], pair[0]);
  }

  __device__ __forceinline__ LifeWord
  next (LifeWord alive, LifeBlockSum sum) const
  {
    LifeWord fours = sum.fours_a ^ sum.fours_b;
    LifeWord fours_carry = sum.fours_a & sum.fours_b;
    LifeWord eights = life_sum (sum.eights_a, sum.eights_b, fours_carry);
    LifeWord sixteens = life_carry (sum.eights_a, sum.eights_b, fours_carry);
    LifeWord lives = 0;
#pragma unroll
    for (int n = 0; n < 7; n++)
      if (used >> n & 1) {
        LifeWord here = (n & 4 ? sixteens : ~sixteens)
                        & (n & 2 ? eights : ~eights) & (n & 1 ? fours : ~fours);
        lives |= here & leaf (n, alive, sum.twos, sum.ones);
      }
    return lives;
  }
};

// A world and how it is cut: tiles of words x row groups, each swept through
// `chunk` slices by one block.
struct LifeBitsliced3dGrid {
  const LifeWord *current;
  LifeWord *next;
  unsigned int words;     // in a row, the last perhaps partly used
  unsigned int stride;    // words from a row to the next, a multiple of 4
  unsigned int stored;    // words of a row to store, those beyond it dead
  unsigned int last_bits; // cells in the last word, 1..32
  unsigned int height, depth;
  unsigned int tile_words; // words of a tile's row
  unsigned int lanes;      // threads for a tile's row, the last perhaps idle
  unsigned int groups;     // row groups in a tile
  unsigned int tiles_x, tiles_y;
  unsigned int chunk;
  int torus;
};

constexpr int LIFE_BITSLICED3D_THREADS = 128;
constexpr int LIFE_BITSLICED3D_COPIES = 3; // 16-byte copies a thread and slice

// One slice of a tile in shared memory: a row above, the tile's rows, a row
// below. Compact rows lie as in memory; else each is followed by the words
// beyond its left and right end, and the skew between row groups keeps the
// lanes of a warp on different banks.
template <int TileWords, int Rows, bool Compact> struct LifeBitsliced3dStage {
  static constexpr int left_column = TileWords, right_column = TileWords + 1;
  static constexpr int pitch = Compact ? TileWords : TileWords + 4;
  static constexpr int skew =
      Compact ? 0 : (TileWords + 32 * pitch - Rows * pitch) % 32;
  static constexpr int group = Rows * pitch + skew;

  __host__ __device__ static constexpr int
  row (int r)
  {
    return r * pitch + r / Rows * skew;
  }

  __host__ __device__ static constexpr int
  words (int groups)
  {
    return row (groups * Rows + 1) + pitch;
  }
};

// Copies Words words, 1 or 4, to shared memory if `wanted`, without a branch.
template <int Words>
__device__ __forceinline__ void
life_copy_async (LifeWord *to, const LifeWord *from, unsigned int wanted)
{
#if __CUDA_ARCH__ >= 800
  unsigned int shared = (unsigned int) __cvta_generic_to_shared (to);
  if (Words == 4)
    asm volatile(
        "{ .reg .pred p; setp.ne.u32 p, %2, 0;"
        " @p cp.async.cg.shared.global [%0], [%1], 16; }" ::"r"(shared),
        "l"(from), "r"(wanted)
        : "memory");
  else
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0;"
                 " @p cp.async.ca.shared.global [%0], [%1], 4; }" ::"r"(shared),
                 "l"(from), "r"(wanted)
                 : "memory");
#else
  if (wanted && Words == 4)
    *(uint4 *) to = *(const uint4 *) from;
  else if (wanted)
    *to = *from;
#endif
}

__device__ __forceinline__ void
life_copy_commit ()
{
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

// Waits until at most the newest copy group is under way.
__device__ __forceinline__ void
life_copy_wait ()
{
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group 1;" ::: "memory");
#endif
}

// Where place n - 1 of a line lies; outside a plane a place beyond its size.
__device__ __forceinline__ unsigned int
life_wrap (unsigned int n, unsigned int size, bool torus)
{
  if (!torus)
    return n - 1;
  return n == 0 ? size - 1 : n <= size ? n - 1 : (n - 1) % size;
}

// What lies beyond a row's ends: the other end, word after word; the other end,
// which may lie within a word or before words to keep dead; nothing.
enum class LifeEnds {
  follow,
  join,
  dead
};

// A thread's column of Rows words in a sweep along z.
template <class Rule, class Stage, int Rows, LifeEnds Ends>
struct LifeBitsliced3dColumn {
  const Rule &rule;
  const LifeWord *middle, *left, *right; // its first row of the row above
  LifeWord left_scale, right_scale, last_mask;
  int rows; // to store, 0..Rows
  unsigned int stride;
  unsigned long long slice_words;
  LifeWord *out;
  LifeWord alive[Rows];

  // The column of this thread in the tile whose first word is x0, y0.
  __device__ __forceinline__
  LifeBitsliced3dColumn (const LifeBitsliced3dGrid &grid, const Rule &rule,
      const LifeWord *shared, unsigned int x0, unsigned int y0, unsigned int z0)
      : rule (rule)
  {
    const unsigned int tile_words = min (grid.tile_words, grid.words - x0);
    const unsigned int lane = threadIdx.x % grid.lanes;
    const unsigned int w = min (lane, tile_words - 1);
    const unsigned int group = min (threadIdx.x / grid.lanes, grid.groups - 1);
    const unsigned int y = y0 + group * Rows;
    const bool first = x0 + w == 0, last = x0 + w == grid.words - 1;
    const bool whole_rows = grid.tiles_x == 1;
    middle = shared + group * Stage::group + w;
    left = middle
           + (w > 0         ? -1
               : whole_rows ? (int) tile_words - 1
                            : Stage::left_column);
    right = middle - w
            + (w < tile_words - 1 ? w + 1
                : whole_rows      ? 0
                                  : Stage::right_column);
    left_scale = !first                   ? 1
                 : Ends == LifeEnds::dead ? 0
                                          : 1u << (32 - grid.last_bits) % 32;
    right_scale = Ends == LifeEnds::dead        ? !last
                  : last && grid.last_bits < 32 ? 1u << grid.last_bits
                                                : 0;
    last_mask = x0 + lane >= grid.words ? 0
                : last                  ? ~0u >> (32 - grid.last_bits)
                                        : ~0u;
    rows = 0;
    if (x0 + lane
            < (x0 + tile_words < grid.words ? x0 + tile_words : grid.stored)
        && threadIdx.x < grid.groups * grid.lanes && y < grid.height)
      rows = min (grid.height - y, (unsigned int) Rows);
    stride = grid.stride;
    slice_words = (unsigned long long) grid.stride * grid.height;
    out = grid.next + z0 * slice_words + (unsigned long long) y * stride + x0
          + lane;
  }

  // Sums slice `front`, which lies `at` words into shared memory; with Output
  // also stores the next cells of `mid`.
  template <bool Output>
  __device__ __forceinline__ void
  step (int at, const LifeSliceSum (&back)[Rows],
      const LifeSliceSum (&mid)[Rows], LifeSliceSum (&front)[Rows])
  {
    LifeRowSum sums[Rows + 2];
    LifeWord cells[Rows + 2], result[Rows];
#pragma unroll
    for (int i = 0; i < Rows + 2; i++) {
      int row = at + Stage::row (i);
      LifeWord l = left[row], m = middle[row], r = right[row];
      cells[i] = m;
      if (Ends != LifeEnds::follow)
        l *= left_scale;
      if (Ends == LifeEnds::join)
        m += r * right_scale;
      if (Ends == LifeEnds::dead)
        r *= right_scale;
      sums[i] = life_add_cells (l, m, r);
    }
#pragma unroll
    for (int i = 0; i < Rows; i++) {
      front[i] = life_add_rows (sums[i], sums[i + 1], sums[i + 2]);
      if (Output) {
        result[i] =
            rule.next (alive[i], life_add_slices (back[i], mid[i], front[i]));
        if (Ends != LifeEnds::follow)
          result[i] &= last_mask;
      }
      alive[i] = cells[i + 1];
    }
    if (Output)
      store (result);
  }

  __device__ __forceinline__ void
  store (const LifeWord (&result)[Rows])
  {
    if (rows == Rows) {
#pragma unroll
      for (int i = 0; i < Rows; i++)
        out[(unsigned long long) i * stride] = result[i];
    } else {
#pragma unroll
      for (int i = 0; i < Rows; i++)
        if (i < rows)
          out[(unsigned long long) i * stride] = result[i];
    }
    out += slice_words;
  }
};

// The copies of a block's slices into its ring, made by all of its threads.
template <class Stage, int Rows> struct LifeBitsliced3dCopies {
  const LifeBitsliced3dGrid &grid;
  LifeWord *shared;
  int stage_words;
  const LifeWord *slice; // next slice to copy
  unsigned int z;        // its number, depth or more: beyond the plane
  int remaining;         // slices to copy
  unsigned int from[LIFE_BITSLICED3D_COPIES]; // in 16 bytes
  unsigned int to[LIFE_BITSLICED3D_COPIES];   // in words
  unsigned int copies;                        // bit i: copy i is to be made
  unsigned int side_from, side_to;
  bool side;

  __device__ __forceinline__
  LifeBitsliced3dCopies (const LifeBitsliced3dGrid &grid, LifeWord *shared,
      unsigned int x0, unsigned int y0, unsigned int z0, int slices)
      : grid (grid), shared (shared), stage_words (Stage::words (grid.groups)),
        remaining (slices), copies (0)
  {
    const unsigned int thread = threadIdx.x;
    const unsigned int tile_words = min (grid.tile_words, grid.words - x0);
    const unsigned int tile_rows = grid.groups * Rows;
    const unsigned int quads = (tile_words + 3) / 4;
#pragma unroll
    for (int i = 0; i < LIFE_BITSLICED3D_COPIES; i++) {
      unsigned int n = thread + i * LIFE_BITSLICED3D_THREADS;
      unsigned int r = n / quads, quad = n % quads;
      unsigned int y = life_wrap (y0 + r, grid.height, grid.torus);
      from[i] = y * (grid.stride / 4) + x0 / 4 + quad;
      to[i] = Stage::row (r) + 4 * quad;
      if (r < tile_rows + 2 && y < grid.height)
        copies |= 1u << i;
    }
    unsigned int r = thread / 2, on_right = thread % 2;
    unsigned int y = life_wrap (y0 + r, grid.height, grid.torus);
    unsigned int x =
        life_wrap (on_right ? x0 + tile_words + 1 : x0, grid.words, grid.torus);
    side_from = y * grid.stride + x;
    side_to = Stage::row (r) + Stage::left_column + on_right;
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
      fetch_slice (shared + stage * stage_words);
    life_copy_commit ();
  }

  __device__ __forceinline__ void
  fetch_slice (LifeWord *base)
  {
    if (z < grid.depth) {
#pragma unroll
      for (int i = 0; i < LIFE_BITSLICED3D_COPIES; i++)
        life_copy_async<4> (
            base + to[i], slice + 4ull * from[i], copies & 1u << i);
      if (grid.tiles_x > 1)
        life_copy_async<1> (base + side_to, slice + side_from, side);
    } else {
#pragma unroll
      for (int i = 0; i < LIFE_BITSLICED3D_COPIES; i++)
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

__device__ __forceinline__ void
life_wait_for_generation ()
{
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// The world is cut into tiles and chunks of slices. A block sweeps its tile
// through its chunk along z, one slice more at each end; slices of the tile,
// with a halo of one row above and below (and of one word left and right where
// a row is several tiles), pass through a ring in shared memory. A thread owns
// a column of Rows words: it adds cells to rows of 3 and to slices of 9 once
// and keeps the last three slices' sums in registers, their carries apart:
// each slice counts for the slices before, at and after it.
//
// Where a row's ends do not follow each other word after word, multiplications,
// which are off the busy logic pipe, put the right bits beyond the first and
// the last word, and a mask keeps what is beyond the width dead. Rows are
// stored to the end of a 32-byte sector: memory takes a part of one slowly.
//
// For 32 cells of B6/S567: 23 gates and 2 shifts, (2 gates and 2 shifts)
// 2 / Rows for the rows around and 8 gates 2 / chunk for the slices around;
// 3 (Rows + 2) / Rows shared loads; 4 bytes read and 4 written.
// Source: carry-save counting over bit planes is the classic bit-parallel Life;
// the sweep is that of 2.5D stencils (P. Micikevicius, 3D finite difference
// computation on GPUs using CUDA, 2009).
//
// This kernel takes any world. Its ring holds three slices.
template <class Rule, int TileWords, int Rows, int Blocks, LifeEnds Ends>
__global__ void
__launch_bounds__ (LIFE_BITSLICED3D_THREADS, Blocks)
    life_bitsliced3d_kernel (const __grid_constant__ LifeBitsliced3dGrid grid,
        const __grid_constant__ Rule rule)
{
  typedef LifeBitsliced3dStage<TileWords, Rows, false> Stage;
  extern __shared__ uint4 shared_memory[];
  LifeWord *shared = (LifeWord *) shared_memory;
  const unsigned int x0 = blockIdx.x % grid.tiles_x * grid.tile_words;
  const unsigned int y0 = blockIdx.x / grid.tiles_x * grid.groups * Rows;
  const unsigned int z0 = blockIdx.y * grid.chunk;
  const int slices = min (grid.chunk, grid.depth - z0) + 2;
  LifeBitsliced3dCopies<Stage, Rows> copies (grid, shared, x0, y0, z0, slices);
  LifeBitsliced3dColumn<Rule, Stage, Rows, Ends> column (
      grid, rule, shared, x0, y0, z0);
  const int stage_words = copies.stage_words;

  for (unsigned int i = threadIdx.x; i < 3u * stage_words / 4;
       i += LIFE_BITSLICED3D_THREADS)
    shared_memory[i] = make_uint4 (0, 0, 0, 0);
  __syncthreads ();
  life_wait_for_generation ();

  LifeSliceSum sums[3][Rows];
  copies.fetch (0);
  copies.fetch (1);
  life_copy_wait ();
  __syncthreads ();
  copies.fetch (2);
  column.template step<false> (0, sums[1], sums[2], sums[0]);
  life_copy_wait ();
  __syncthreads ();
  copies.fetch (0);
  column.template step<false> (stage_words, sums[2], sums[0], sums[1]);
  for (int slice = 2; slice < slices;) {
#pragma unroll
    for (int turn = 2; turn < 5; turn++) {
      life_copy_wait ();
      __syncthreads ();
      copies.fetch ((turn + 2) % 3);
      column.template step<true> (turn % 3 * stage_words, sums[(turn + 1) % 3],
          sums[(turn + 2) % 3], sums[turn % 3]);
      if (++slice == slices)
        break;
    }
  }
}

// Slices in shared memory, besides one that stays dead, and how far ahead they
// are fetched.
constexpr int LIFE_BITSLICED3D_STAGES = 8, LIFE_BITSLICED3D_AHEAD = 6;

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

__device__ __forceinline__ void
life_barrier_wait (unsigned long long *barrier, unsigned int parity)
{
  asm volatile("{ .reg .pred done;\n"
               "again: mbarrier.try_wait.parity.shared.b64 done, [%0], %1;\n"
               "@!done bra again; }" ::"r"(life_shared_address (barrier)),
               "r"(parity)
               : "memory");
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

// As life_bitsliced3d_kernel for worlds whose rows are TileWords apart and of
// one tile: there the rows of a tile are one piece of memory, which the copy
// engine brings with one instruction of one thread; its ring holds more slices
// and lets warps drift apart, as each slice has its own barriers.
template <class Rule, int TileWords, int Rows, int Threads, LifeEnds Ends>
__global__ void
__launch_bounds__ (Threads, 1) life_bitsliced3d_bulk_kernel (
    const __grid_constant__ LifeBitsliced3dGrid grid,
    const __grid_constant__ Rule rule)
{
#if __CUDA_ARCH__ >= 900
  typedef LifeBitsliced3dStage<TileWords, Rows, true> Stage;
  constexpr int warps = Threads / 32;
  __shared__ unsigned long long full[LIFE_BITSLICED3D_STAGES];
  __shared__ unsigned long long empty[LIFE_BITSLICED3D_STAGES];
  extern __shared__ __align__ (128) uint4 shared_memory[];
  LifeWord *shared = (LifeWord *) shared_memory;
  const unsigned int y0 = blockIdx.x * grid.groups * Rows;
  const unsigned int z0 = blockIdx.y * grid.chunk;
  const unsigned int slices = min (grid.chunk, grid.depth - z0) + 2;
  const unsigned int stage_words = Stage::words (grid.groups);
  const unsigned long long slice_words =
      (unsigned long long) grid.height * TileWords;
  const int warp = threadIdx.x / 32;
  const bool leader = threadIdx.x % 32 == 0;
  LifeBitsliced3dColumn<Rule, Stage, Rows, Ends> column (
      grid, rule, shared, 0, y0, z0);

  for (unsigned int i = threadIdx.x;
       i < (LIFE_BITSLICED3D_STAGES + 1) * stage_words / 4; i += Threads)
    shared_memory[i] = make_uint4 (0, 0, 0, 0);
  if (threadIdx.x < LIFE_BITSLICED3D_STAGES) {
    life_barrier_init (full + threadIdx.x, 1);
    life_barrier_init (empty + threadIdx.x, warps);
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads ();
  life_wait_for_generation ();

  // The rows y0 - 1 on as up to three pieces: one before the world's first
  // row, those within, and those after its last.
  const unsigned int tile_rows = min (grid.groups * Rows, grid.height - y0) + 2;
  const bool row_before = y0 == 0;
  const unsigned int first_row = row_before ? 0 : y0 - 1;
  const unsigned int rows_within =
      min (tile_rows - row_before, grid.height - first_row);
  const bool row_after = row_before + rows_within < tile_rows;

  auto fetch = [&] (unsigned int n) {
    unsigned int stage = n % LIFE_BITSLICED3D_STAGES;
    unsigned int z = life_wrap (z0 + n, grid.depth, grid.torus);
    if (z >= grid.depth) {
      life_barrier_arrive (full + stage);
      return;
    }
    const LifeWord *slice = grid.current + z * slice_words;
    LifeWord *to = shared + stage * stage_words;
    unsigned int wrapped = grid.torus ? row_before + row_after : 0;
    life_barrier_expect (full + stage, (rows_within + wrapped) * TileWords * 4);
    life_bulk_copy (to + row_before * TileWords,
        slice + (unsigned long long) first_row * TileWords,
        rows_within * TileWords * 4, full + stage);
    if (row_before && grid.torus)
      life_bulk_copy (
          to, slice + slice_words - TileWords, TileWords * 4, full + stage);
    if (row_after && grid.torus)
      life_bulk_copy (
          to + (tile_rows - 1) * TileWords, slice, TileWords * 4, full + stage);
  };

  LifeSliceSum sums[3][Rows];
  if (threadIdx.x == 0)
    for (unsigned int n = 0; n < LIFE_BITSLICED3D_AHEAD && n < slices; n++)
      fetch (n);
  int turn_to_fetch = warp;
  auto arrive_at = [&] (unsigned int n) {
    if (turn_to_fetch-- == 0) {
      turn_to_fetch = warps - 1;
      unsigned int next = n + LIFE_BITSLICED3D_AHEAD;
      if (leader && next < slices) {
        if (next >= LIFE_BITSLICED3D_STAGES)
          life_barrier_wait (empty + next % LIFE_BITSLICED3D_STAGES,
              (next / LIFE_BITSLICED3D_STAGES - 1) & 1);
        fetch (next);
      }
      __syncwarp ();
    }
    unsigned int stage = n % LIFE_BITSLICED3D_STAGES;
    life_barrier_wait (full + stage, n / LIFE_BITSLICED3D_STAGES & 1);
    if (Ends == LifeEnds::dead && (n + z0 == 0 || n + z0 == grid.depth + 1))
      stage = LIFE_BITSLICED3D_STAGES;
    return stage * stage_words;
  };
  auto leave = [&] (unsigned int n) {
    __syncwarp ();
    if (leader)
      life_barrier_arrive (empty + n % LIFE_BITSLICED3D_STAGES);
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

#endif
