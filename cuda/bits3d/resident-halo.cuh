// SPDX-License-Identifier: LGPL-2.1-or-later
// The warps that load halos of worlds that stay on the chip. Their idea is in
// bits3d-resident.cuh.
#pragma once

#include "cuda/bits3d/resident-tile.cuh"

// Brings what the neighbors of a tile publish, for a pair of chunks.
template <class Shape> struct LifeResidentHaloWarp {
  static constexpr int steps = Shape::steps;
  static constexpr int batches = Shape::end_batches;
  static constexpr int Copies = (4 * Shape::Words + 31) / 32;
  static constexpr int EndCopies = Shape::end_copies;
  // How many steps before their use rows are loaded: in a short sweep no
  // sooner than needed, since they would not have come yet.
  static constexpr int Ahead = Shape::Chunk <= 4 ? 1 : 2;
  static constexpr int EndAhead = batches == 1 ? 1 : Ahead;

  const LifeTagged *faces;   // what is published in even generations
  unsigned int parity_words; // from there to the odd ones
  LifeWord *tile;
  const uint2 *ends;
  unsigned int lane;       // of the halo warps'
  unsigned int spin_limit; // 0: timed out
  int source[Copies], target[Copies], source_step[Copies], target_step[Copies];
  int lacking[Copies]; // slices of the chunk, which go nowhere
  LifeWord mask[Copies];
  int nowhere;
  LifeTagged rows[Ahead][Copies], end[EndAhead][EndCopies];
  uint2 index[EndAhead][EndCopies];

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
  __device__ __forceinline__ int
  row_index (int copy) const
  {
    const int index = target[copy] + Slice * target_step[copy];
    if (Slice > Shape::LackingSlices)
      return index;
    return Slice <= lacking[copy] ? nowhere : index;
  }

  template <int Slice>
  __device__ __forceinline__ void
  fetch_rows (unsigned int generation)
  {
#pragma unroll
    for (int i = 0; i < Copies; i++)
      if (has (i))
        rows[Slice % Ahead][i] = life_tagged_load (row<Slice> (generation, i));
  }

  __device__ __forceinline__ LifeWord
  wait (const LifeTagged *from, LifeTagged value, unsigned int tag)
  {
    while ((unsigned int) (value >> 32) != tag && spin_limit > 0) {
      value = life_tagged_load (from);
      spin_limit--;
    }
    return (LifeWord) value;
  }

  template <int Slice>
  __device__ __forceinline__ void
  store_rows (unsigned int generation, unsigned int tag)
  {
#pragma unroll
    for (int i = 0; i < Copies; i++)
      if (has (i))
        tile[row_index<Slice> (i)] =
            wait (row<Slice> (generation, i), rows[Slice % Ahead][i], tag)
            & (Shape::plane ? mask[i] : ~0u);
  }

  template <int Batch>
  __device__ __forceinline__ void
  fetch_end (unsigned int generation)
  {
#pragma unroll
    for (int i = 0; i < EndCopies; i++) {
      unsigned int item = (Batch * EndCopies + i) * Shape::halo_threads + lane;
      if (item < Shape::end_words) {
        index[Batch % EndAhead][i] = ends[item];
        end[Batch % EndAhead][i] = life_tagged_load (
            faces_of (generation) + index[Batch % EndAhead][i].x);
      }
    }
  }

  template <int Batch>
  __device__ __forceinline__ void
  store_end (unsigned int generation, unsigned int tag)
  {
#pragma unroll
    for (int i = 0; i < EndCopies; i++) {
      unsigned int item = (Batch * EndCopies + i) * Shape::halo_threads + lane;
      const uint2 &at = index[Batch % EndAhead][i];
      if (item < Shape::end_words)
        tile[at.y] =
            wait (faces_of (generation) + at.x, end[Batch % EndAhead][i], tag);
    }
  }

  // After step N: loads what a later one will need.
  template <int N>
  __device__ __forceinline__ void
  fetch (unsigned int generation, bool last)
  {
    constexpr int Use = N + Ahead;
    constexpr int Batch = N + EndAhead - (steps - batches);
    if constexpr (Use + 2 <= Shape::Chunk)
      if (generation > 0)
        fetch_rows<Use + 2> (generation);
    if constexpr (Use == steps - 1)
      if (!last)
        fetch_rows<1> (generation + 1);
    if constexpr (Use >= steps && Use - steps + 2 <= Shape::Chunk)
      if (!last)
        fetch_rows<Use - steps + 2> (generation + 1);
    if constexpr (Batch >= 0 && Batch < batches)
      if (!last)
        fetch_end<Batch> (generation + 1);
  }

  // In step N of the sweep that turns `generation` into the next one.
  template <int N>
  __device__ __forceinline__ void
  run (unsigned int generation, unsigned int tag, bool last, unsigned int pair,
      unsigned int *timed_out)
  {
    constexpr int chunk = Shape::Chunk;
    constexpr int Batch = N - (steps - batches);
    if constexpr (N + 2 <= chunk)
      if (generation > 0)
        store_rows<N + 2> (generation, tag);
    if constexpr (N == steps - 1)
      if (!last)
        store_rows<1> (generation + 1, tag + 1);
    if constexpr (Batch >= 0)
      if (!last)
        store_end<Batch> (generation + 1, tag + 1);
    if (N == steps - 1 && spin_limit == 0)
      *timed_out = 1;
    __syncwarp ();
    life_resident_end_step<Shape, N == Shape::together || N == steps - 1> (
        pair);

    fetch<N> (generation, last);
    if constexpr (N + 1 < steps)
      run<N + 1> (generation, tag, last, pair, timed_out);
  }
};
