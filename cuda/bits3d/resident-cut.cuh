// SPDX-License-Identifier: LGPL-2.1-or-later
// How a world that stays on the chip is cut into tiles, and how a tile lies in
// shared memory; the kernel that works on it lives in bits3d-resident.cuh.
#pragma once

// How many of its last rows, of its first and of its last slices a tile may
// lack, of those that it has room for.
constexpr int LIFE_RESIDENT_LACKING = 2;

// How the rows of a world go through its generations. Where they turn, a
// generation writes cell x to position x + 1, and the last position comes before the
// first.
enum class LifeResidentRows {
  whole, // turn, on a torus of whole words
  ring,  // turn, on any other torus; the last word has two cells at least
  gap,   // turn, on a plane: dead cells follow its last cell in the last word
  still  // stay, on a plane of whole words
};

// How a world is cut into tiles of whole rows, one a block: `chunks` chunks of
// `chunk` slices lie on each other in a tile, an even number of them; `groups`
// columns of `column` rows lie next to each other in a chunk.
struct LifeResidentCut {
  int words, column, groups, chunks, chunk;

  __host__ __device__ constexpr int
  rows () const
  {
    return groups * column;
  }

  __host__ __device__ constexpr int
  slices () const
  {
    return chunks * chunk;
  }

  // Threads that sweep a chunk; a tile; and, a warp per pair, that load halos.
  __host__ __device__ constexpr int
  chunk_threads () const
  {
    return groups * words;
  }

  __host__ __device__ constexpr int
  workers () const
  {
    return chunks * chunk_threads ();
  }

  __host__ __device__ constexpr int
  halo_threads () const
  {
    return chunks / 2 * 32;
  }

  __host__ __device__ constexpr int
  threads () const
  {
    return workers () + halo_threads ();
  }

  // How many lanes of a warp that sweeps are on one bank of shared memory, at the
  // most, where rows of the tile are `pitch` words apart.
  __host__ __device__ constexpr int
  lanes_on_a_bank (int pitch) const
  {
    int lanes[32] = {}, conflicts = 0;
    for (int lane = 0; lane < 32; lane++) {
      const int index = lane / words * column * pitch + lane % words;
      const int on_bank = ++lanes[index % 32];
      conflicts = on_bank > conflicts ? on_bank : conflicts;
    }
    return conflicts;
  }

  // The tile in shared memory with its halo, skewed so that the lanes of a warp
  // are on different banks where they can be: there is a word at least between
  // rows. For rows of 4, 8, 16 and 32 words the first pitch does.
  __host__ __device__ constexpr int
  pitch () const
  {
    const int first = words + words / column;
    int best = first, fewest = lanes_on_a_bank (first);
    for (int next = first + 1; fewest > 1 && next < first + 8; next++) {
      const int lanes = lanes_on_a_bank (next);
      best = lanes < fewest ? next : best;
      fewest = lanes < fewest ? lanes : fewest;
    }
    return best;
  }

  __host__ __device__ constexpr int
  at (int row, int slice) const
  {
    return (slice * (rows () + 2) + row) * pitch ();
  }

  // Words before the tile, as between its rows, and with it.
  __host__ __device__ constexpr int
  tile_start () const
  {
    return 4;
  }

  __host__ __device__ constexpr int
  tile_words () const
  {
    return (tile_start () + at (0, slices () + 2) + 1) / 2 * 2;
  }

  // The words of the slices before and after the tile, how many of them a
  // halo warp's lane loads in one step, and in how many of the last steps.
  __host__ __device__ constexpr int
  end_words () const
  {
    return 2 * (rows () + 2) * words;
  }

  __host__ __device__ constexpr int
  end_copies () const
  {
    return chunk <= 4 ? 4 : 2;
  }

  __host__ __device__ constexpr int
  end_batches () const
  {
    return (end_words () - 1) / (halo_threads () * end_copies ()) + 1;
  }

  // Whether a sweep is long enough. Its last step brings the first slice's rows
  // and needs room before. Ends are published before others wait for them.
  __host__ __device__ constexpr bool
  is_long_enough () const
  {
    return chunk >= 2 && end_batches () < chunk;
  }

  // Whether tiles may lack so many rows, and so many slices at either end. Ends
  // are published before the last step too. What falls on rows beyond the tile is
  // there before halo is.
  __host__ __device__ constexpr bool
  may_lack (int rows, int slices) const
  {
    return rows <= LIFE_RESIDENT_LACKING && (rows == 0 || chunk >= 3)
           && slices <= LIFE_RESIDENT_LACKING && slices <= chunk - 2
           && slices <= chunk - end_batches ();
  }

  __host__ __device__ constexpr int
  shared_bytes () const
  {
    return 4 * tile_words () + 8 * end_words () + 4 * halo_threads ();
  }

  // What a block publishes: its first rows, its last rows, its first slice, its
  // last slice.
  __host__ __device__ constexpr int
  last_rows () const
  {
    return slices () * words;
  }

  __host__ __device__ constexpr int
  first_slice () const
  {
    return 2 * slices () * words;
  }

  __host__ __device__ constexpr int
  last_slice () const
  {
    return first_slice () + rows () * words;
  }

  __host__ __device__ constexpr int
  face_words () const
  {
    return last_slice () + rows () * words;
  }
};

// What is constant of a world when its kernel is compiled. Some tiles lack, at the
// most, LackingRows rows and at either end LackingSlices slices.
template <int Words_, int Rows_, int Groups_, int Chunks_, int Chunk_,
    LifeResidentRows Kind_, int LackingRows_, int LackingSlices_>
struct LifeResidentShape {
  static constexpr LifeResidentCut cut = { Words_, Rows_, Groups_, Chunks_,
    Chunk_ };
  static constexpr int Words = Words_, Rows = Rows_, Groups = Groups_,
                       Chunks = Chunks_, Chunk = Chunk_;
  static constexpr LifeResidentRows kind = Kind_;
  static constexpr bool turns = kind != LifeResidentRows::still;
  static constexpr bool plane =
      kind == LifeResidentRows::gap || kind == LifeResidentRows::still;
  static constexpr int LackingRows = LackingRows_,
                       LackingSlices = LackingSlices_;
  static constexpr bool even = LackingRows == 0 && LackingSlices == 0;
  static constexpr int rows = cut.rows (), slices = cut.slices ();
  static constexpr int chunk_threads = cut.chunk_threads ();
  static constexpr int workers = cut.workers (),
                       halo_threads = cut.halo_threads ();
  static constexpr int threads = cut.threads ();
  static constexpr int pair_threads = 2 * chunk_threads + 32;
  static constexpr int pitch = cut.pitch (), slice_pitch = cut.at (0, 1);
  static constexpr int tile_start = cut.tile_start ();
  static constexpr int tile_words = cut.tile_words ();
  static constexpr int end_words = cut.end_words ();
  static constexpr int end_copies = cut.end_copies ();
  static constexpr int end_batches = cut.end_batches ();
  static constexpr int first_rows = 0, last_rows = cut.last_rows ();
  static constexpr int first_slice = cut.first_slice ();
  static constexpr int last_slice = cut.last_slice ();
  static constexpr int face_words = cut.face_words ();
  // The steps of a sweep: the chunk's slices, the one before, the one after.
  static constexpr int steps = Chunk + 2;
  // Which of them the whole block ends together, apart from the last one.
  static constexpr int together = LackingSlices == 0 ? 1 : 2;
  static_assert (Chunks % 2 == 0 && cut.is_long_enough (), "");
  static_assert (cut.may_lack (LackingRows, LackingSlices), "");

  __device__ static constexpr int
  at (int row, int slice)
  {
    return slice * slice_pitch + row * pitch;
  }
};
