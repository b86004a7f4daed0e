// SPDX-License-Identifier: LGPL-2.1-or-later
// A block's tile of a world that stays on the chip: where it lies, and where blocks
// publish its faces. Its idea is in bits3d-resident.cuh.
#pragma once

#include "cuda/bits3d/networks.cuh"
#include "cuda/bits3d/resident-cut.cuh"

// A word of a face that a block publishes, and in the upper half which
// generation it is of.
typedef unsigned long long LifeTagged;

struct LifeResidentGrid {
  const LifeWord *current;
  LifeWord *next;
  unsigned int width, height, depth;
  unsigned int stride; // words from a row of the world to the next
  LifeTagged *faces;   // two generations of what the blocks publish
  unsigned int *failed;
  unsigned int blocks_y, blocks_z;
  unsigned int generations;
  unsigned int tag;        // the tag of the state the launch begins with
  unsigned int spin_limit; // how often a neighbor's word is loaded
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

// Waits for Threads threads that use the same name, from wherever they call it. The
// form for warps that are together, as they are here, costs a seventh less time
// than the other, and compute-sanitizer's synccheck objects to it.
template <int Threads>
__device__ __forceinline__ void
life_resident_barrier (unsigned int name)
{
  asm volatile("bar.sync %0, %1;" ::"r"(name), "n"(Threads) : "memory");
}

// What ends a step: the whole block waits before the first slices are
// overwritten, which the neighboring chunks have to read, and before the last ones; a
// pair and its halo warp otherwise. The halo behind slices that lack is read in step
// 1 or 2, and halo warps load it again after the block has waited, then in step 2.
template <class Shape, bool Everyone>
__device__ __forceinline__ void
life_resident_end_step (unsigned int pair)
{
  if (Everyone)
    life_resident_barrier<Shape::threads> (0);
  else
    life_resident_barrier<Shape::pair_threads> (1 + pair);
}

// A line of `size` positions that is cut into tiles of `whole`, the first ones of
// which lack as many as it takes.
struct LifeResidentLine {
  unsigned int size, tiles, whole;

  __device__ __forceinline__ unsigned int
  lacking (unsigned int tile) const
  {
    const unsigned int all = tiles * whole - size;
    return all / tiles + (tile < all % tiles);
  }

  __device__ __forceinline__ unsigned int
  start (unsigned int tile) const
  {
    const unsigned int all = tiles * whole - size;
    return tile * (whole - all / tiles) - min (tile, all % tiles);
  }
};

// A block's tile, and where its neighbors publish.
template <class Shape> struct LifeResidentBlock {
  const LifeResidentGrid &grid;
  LifeWord *tile;
  uint2 *ends; // of each of the end words: where it is published, where it goes
  unsigned int y, z;
  unsigned int rows, slices; // of the world
  unsigned int below;        // lacking slices before them; others follow

  __device__ __forceinline__
  LifeResidentBlock (const LifeResidentGrid &grid, void *shared)
      : grid (grid), tile ((LifeWord *) shared + Shape::tile_start),
        ends ((uint2 *) ((LifeWord *) shared + Shape::tile_words)),
        y (blockIdx.x % grid.blocks_y), z (blockIdx.x / grid.blocks_y)
  {
    rows = Shape::rows - lacking (along_y (), y);
    slices = Shape::slices - lacking (along_z (), z);
    below = (Shape::slices - slices) / 2;
  }

  __device__ __forceinline__ LifeResidentLine
  along_y () const
  {
    return { grid.height, grid.blocks_y, Shape::rows };
  }

  __device__ __forceinline__ LifeResidentLine
  along_z () const
  {
    return { grid.depth, grid.blocks_z, Shape::slices };
  }

  __device__ __forceinline__ static unsigned int
  lacking (const LifeResidentLine &line, unsigned int tile)
  {
    return Shape::even ? 0 : line.lacking (tile);
  }

  __device__ __forceinline__ unsigned int
  above () const
  {
    return Shape::slices - slices - below;
  }

  // Whether the world goes on there, by at most one tile.
  __device__ __forceinline__ bool
  goes_on (int dy, int dz) const
  {
    return !Shape::plane || (y + dy < grid.blocks_y && z + dz < grid.blocks_z);
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

  // Whether the tile has such a row of the slice before (0) or after (1) it.
  __device__ __forceinline__ bool
  has_end (unsigned int end, unsigned int row) const
  {
    return (Shape::even && !Shape::plane)
           || (row <= rows + 1
               && goes_on (row == 0 ? -1 : row == rows + 1, end ? 1 : -1));
  }

  // Where that row is published.
  __device__ __forceinline__ unsigned int
  end_source (unsigned int end, unsigned int row) const
  {
    const int dz = end ? 1 : -1;
    const unsigned int neighbor = (z + grid.blocks_z + dz) % grid.blocks_z;
    const unsigned int lacks = lacking (along_z (), neighbor);
    const unsigned int slice =
        end ? lacks / 2 : Shape::slices - (lacks - lacks / 2) - 1;
    if (row == 0)
      return faces_of (-1, dz) + Shape::last_rows + slice * Shape::Words;
    if (row == rows + 1)
      return faces_of (1, dz) + Shape::first_rows + slice * Shape::Words;
    return faces_of (0, dz) + (row - 1) * Shape::Words
           + (end ? Shape::first_slice : Shape::last_slice);
  }

  // Where a lane of a halo warp stores what no thread needs.
  __device__ __forceinline__ unsigned int
  nowhere (unsigned int lane) const
  {
    return (unsigned int) ((LifeWord *) (ends + Shape::end_words) - tile)
           + lane;
  }

  // What is not there halo warps load all the same, without a branch: words that
  // the block publishes itself, to nowhere.
  __device__ __forceinline__ void
  list_ends () const
  {
    for (unsigned int i = threadIdx.x; i < Shape::end_words; i += blockDim.x) {
      unsigned int end = i / (Shape::end_words / 2);
      unsigned int row = i % (Shape::end_words / 2) / Shape::Words;
      if (has_end (end, row))
        ends[i] = make_uint2 (end_source (end, row) + i % Shape::Words,
            Shape::at (row, below + (end ? slices + 1 : 0)) + i % Shape::Words);
      else
        ends[i] = make_uint2 (faces_of (0, 0) + Shape::first_slice,
            nowhere (i % Shape::halo_threads));
    }
  }

  // Where row 0 of the line's tile, its halo, comes from, plus `n`; beyond a plane
  // a position beyond its size.
  __device__ __forceinline__ static unsigned int
  from (const LifeResidentLine &line, unsigned int tile, unsigned int n)
  {
    const unsigned int position = line.start (tile) + n;
    return Shape::plane ? position - 1 : (position + line.size - 1) % line.size;
  }

  __device__ __forceinline__ void
  clear () const
  {
    LifeWord *const start = tile - Shape::tile_start;
    for (unsigned int i = threadIdx.x; i < Shape::tile_words; i += blockDim.x)
      start[i] = 0;
  }

  // The tile with its halo.
  __device__ __forceinline__ void
  load () const
  {
    const unsigned int words =
        (Shape::rows + 2) * (Shape::slices + 2) * Shape::Words;
    for (unsigned int i = threadIdx.x; i < words; i += blockDim.x) {
      unsigned int row = i / Shape::Words % (Shape::rows + 2);
      unsigned int slice = i / Shape::Words / (Shape::rows + 2);
      unsigned int from_y = from (along_y (), y, row);
      unsigned int from_z = from (along_z (), z, slice);
      if ((Shape::even && !Shape::plane)
          || (row <= rows + 1 && from_y < grid.height && slice <= slices + 1
              && from_z < grid.depth))
        tile[Shape::at (row, below + slice) + i % Shape::Words] =
            grid.current[(from_z * grid.height + from_y) * grid.stride
                         + i % Shape::Words];
    }
  }

  // The positions that a row turns through.
  __device__ __forceinline__ unsigned int
  positions () const
  {
    return Shape::kind == LifeResidentRows::ring ? grid.width
                                                 : 32 * Shape::Words;
  }

  // Of the cells in word w of a row that is turned by so many positions, those that
  // are not in the gap.
  __device__ __forceinline__ LifeWord
  mask (unsigned int w, unsigned int turned) const
  {
    const LifeWord gap = (1u << (32 * Shape::Words - grid.width)) - 1;
    const unsigned int first =
        (grid.width + turned + 32 * (Shape::Words - w)) % positions ();
    const unsigned int before = positions () - first;
    return ~(
        (first < 32 ? gap << first : 0) | (before < 32 ? gap >> before : 0));
  }

  // Word w of a row that is turned by so many positions.
  __device__ __forceinline__ LifeWord
  turn_back (const LifeWord *row, unsigned int w, unsigned int turned) const
  {
    const unsigned int position = (32 * w + turned) % positions ();
    const unsigned int low = position / 32, high = (low + 1) % Shape::Words;
    LifeWord word = __funnelshift_r (row[low], row[high], position);
    const unsigned int left =
        positions () - position; // before the first one follows
    if (Shape::kind == LifeResidentRows::ring && left < 32)
      word = (word & ((1u << left) - 1)) | row[0] << left;
    return word;
  }

  // The tile, its rows turned back.
  __device__ __forceinline__ void
  store () const
  {
    constexpr unsigned int Words = Shape::Words;
    const unsigned int turned = Shape::kind == LifeResidentRows::still
                                    ? 0
                                    : grid.generations % positions ();
    const unsigned int first_y = along_y ().start (y);
    const unsigned int first_z = along_z ().start (z);
    for (unsigned int i = threadIdx.x; i < Shape::rows * Shape::slices * Words;
         i += blockDim.x) {
      unsigned int row = i / Words % Shape::rows;
      unsigned int slice = i / Words / Shape::rows;
      LifeWord word = turn_back (
          tile + Shape::at (row + 1, below + slice + 1), i % Words, turned);
      if (i % Words == Words - 1)
        word &= ~0u >> (32 * Words - grid.width);
      if (row < rows && slice < slices)
        grid.next[((first_z + slice) * grid.height + first_y + row)
                      * grid.stride
                  + i % Words] = word;
    }
  }
};
