// SPDX-License-Identifier: LGPL-2.1-or-later
// What the bit-sliced 3D kernels have in common: how a world is cut, and a
// thread's column of it. How slices come to shared memory is theirs.
#pragma once

#include "cuda/bits3d/networks.cuh"

// A world and how it is cut: tiles of words x row groups, each swept through
// `chunk` slices by one block.
struct LifeBits3dGrid {
  const LifeWord *current;
  LifeWord *next;
  unsigned int words;     // in a row, the last perhaps partly used
  unsigned int stride;    // words from a row to the next, a multiple of 4
  unsigned int stored;    // words of a row to store, those beyond it dead
  unsigned int last_bits; // cells in the last word, 1..32
  unsigned int height, depth;
  unsigned int first, end; // slices that are advanced
  unsigned int tile_words; // words of a tile's row
  unsigned int left_end;   // column of what is left of a tile's first word
  unsigned int right_end;  // column of what is right of its last one
  unsigned int lanes;      // threads for a tile's row, the last perhaps idle
  unsigned int groups;     // row groups in a tile
  unsigned int tiles_x, tiles_y;
  unsigned int chunk;
  int torus;
};

// How the rows of a tile lie in shared memory: one above, the tile's groups of
// Rows rows, one below. They are Pitch words apart, or as many as the grid's
// rows where that is 0; Skew words more between groups keep the lanes of a warp
// on different banks.
template <int Pitch, int Rows, int Skew> struct LifeBits3dRows {
  unsigned int pitch;

  __host__ __device__ __forceinline__
  LifeBits3dRows (const LifeBits3dGrid &grid)
      : pitch (Pitch != 0 ? Pitch : grid.stride)
  {
  }

  __host__ __device__ __forceinline__ unsigned int
  row (unsigned int r) const
  {
    return r * pitch + r / Rows * Skew;
  }

  __host__ __device__ __forceinline__ unsigned int
  slice (unsigned int groups) const
  {
    return row (groups * Rows + 1) + pitch;
  }
};

// Where cell n - 1 of a line lies; outside a plane a position beyond its size.
__device__ __forceinline__ unsigned int
life_wrap (unsigned int n, unsigned int size, bool torus)
{
  if (!torus)
    return n - 1;
  return n == 0 ? size - 1 : n <= size ? n - 1 : (n - 1) % size;
}

// What the ends of rows need: nothing; that what lies beyond the width is
// left dead; that too, and that cells of the other end, which lie at other bits
// of their words, are copied beyond this one.
enum class LifeEnds {
  simple,
  masked,
  join
};

// A thread's column of Rows words in a sweep along z.
template <class Rule, class Layout, int Rows, LifeEnds Ends>
struct LifeBits3dColumn {
  const Rule &rule;
  const Layout layout;
  // Of the row above its first one; what never moves on lies beyond the world.
  const LifeWord *middle, *left, *right;
  unsigned int left_moves, right_moves;
  LifeWord left_scale, right_scale, last_mask;
  int rows; // to store, 0..Rows
  unsigned int stride;
  unsigned long long slice_words;
  LifeWord *out;
  LifeWord alive[Rows];

  // The column of this thread in the tile whose first word is x0, y0, and whose
  // next cells are stored `stride` words from row to row: the grid's stride, perhaps
  // constant when this is compiled.
  __device__ __forceinline__
  LifeBits3dColumn (const LifeBits3dGrid &grid, const Rule &rule,
      const LifeWord *shared, unsigned int x0, unsigned int y0, unsigned int z0,
      unsigned int stride)
      : rule (rule), layout (grid), left_moves (1), right_moves (1),
        stride (stride)
  {
    const unsigned int tile_words = min (grid.tile_words, grid.words - x0);
    const unsigned int lane = threadIdx.x % grid.lanes;
    const unsigned int w = min (lane, tile_words - 1);
    const unsigned int group = min (threadIdx.x / grid.lanes, grid.groups - 1);
    const unsigned int y = y0 + group * Rows;
    const bool first = x0 + w == 0, last = x0 + w == grid.words - 1;
    middle = shared + layout.row (group * Rows) + w;
    left = middle + (w > 0 ? -1 : (int) grid.left_end);
    right = middle + (w < tile_words - 1 ? 1 : (int) grid.right_end - (int) w);
    left_scale = first ? 1u << (32 - grid.last_bits) % 32 : 1;
    right_scale = last && grid.last_bits < 32 ? 1u << grid.last_bits : 0;
    last_mask = x0 + lane >= grid.words ? 0
                : last                  ? ~0u >> (32 - grid.last_bits)
                                        : ~0u;
    rows = 0;
    if (x0 + lane
            < (x0 + tile_words < grid.words ? x0 + tile_words : grid.stored)
        && threadIdx.x < grid.groups * grid.lanes && y < grid.height)
      rows = min (grid.height - y, (unsigned int) Rows);
    slice_words = (unsigned long long) stride * grid.height;
    out = grid.next + z0 * slice_words + (unsigned long long) y * stride + x0
          + lane;
  }

  // What is beyond the first and the last word of a row is from now on read from
  // a slice that stays dead, on banks that the other lanes leave free.
  __device__ __forceinline__ void
  end_in (const LifeBits3dGrid &grid, const LifeWord *dead)
  {
    const unsigned int x = threadIdx.x % grid.lanes;
    if (x == 0) {
      left = dead + grid.stride - 1;
      left_moves = 0;
    }
    if (x + 1 >= grid.words) {
      right = dead;
      right_moves = 0;
    }
  }

  // Sums slice `front`, which lies `at` words into shared memory; with Output
  // also stores the next cells of `mid`.
  template <bool Output>
  __device__ __forceinline__ void
  step (unsigned int at, const LifeSliceSum (&back)[Rows],
      const LifeSliceSum (&mid)[Rows], LifeSliceSum (&front)[Rows])
  {
    const LifeWord *m0 = middle + at, *l0 = left + at * left_moves,
                   *r0 = right + at * right_moves;
    LifeRowSum sums[Rows + 2];
    LifeWord cells[Rows + 2], result[Rows];
#pragma unroll
    for (int i = 0; i < Rows + 2; i++) {
      const unsigned int row = layout.row (i);
      LifeWord l = l0[row], m = m0[row], r = r0[row];
      cells[i] = m;
      if (Ends == LifeEnds::join) {
        l *= left_scale;
        m += r * right_scale;
      }
      sums[i] = life_add_cells (l, m, r);
    }
#pragma unroll
    for (int i = 0; i < Rows; i++) {
      front[i] = life_add_rows (sums[i], sums[i + 1], sums[i + 2]);
      if (Output) {
        result[i] =
            rule.next (alive[i], life_add_slices (back[i], mid[i], front[i]));
        if (Ends != LifeEnds::simple)
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
    if (__all_sync (~0u, rows == Rows)) {
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
