// SPDX-License-Identifier: LGPL-2.1-or-later
// What the bit-sliced 3D kernels have in common: how a world is cut, and a
// thread's column of it. How slices come to shared memory is theirs.
#ifndef LIFE_BITSLICED3D_SWEEP_CUH
#define LIFE_BITSLICED3D_SWEEP_CUH

#include "bitsliced3d_networks.cuh"

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

__device__ __forceinline__ void
life_wait_for_generation ()
{
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

#endif
