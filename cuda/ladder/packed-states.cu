/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* kernel=packed for totalistic rules of more states than two, and of other
 * neighborhoods than all the cells around a cell.
 *
 * Idea: as in packed.cu four byte cells are one word, which has a one in each byte whose
 * cell is in state 1, and no count leaves its byte. A thread owns sixteen cells of a row
 * and sweeps, down in 2D and along z in 3D; each row or plane that it meets is counted
 * for the one before, for itself and for the one after, in which the compiler has the
 * neighbors of the rule alone. Aging is arithmetic on words too.
 * Layout: a byte per cell, its state; 16 bytes per load.
 * Halo: around the world, in memory (LIFE_LAYOUT_BYTES); the bytes next to a thread's
 * cells and the rows around a sweep come from the first-level cache.
 * Bytes per cell: (rows + 2) / rows read in 2D, mostly (planes + 2) / planes in 3D; 1
 * written. Operations per cell: 1 to find state 1, 0.5 for the shifts, 2 for
 * the sums in 2D and 6 in 3D, 3 or 6 to look the counts up, 3 to age.
 * Source: packed.cu's. */
#include "cuda/ladder/packed-words.cuh"
#include "cuda/ladder/plan.h"

#include "life/rule/transition.h"

/* A high bit in each byte that is 0. */
static __device__ __forceinline__ uint32_t
zero_bytes (uint32_t word)
{
  const uint32_t sevens = 0x7f7f7f7f;

  return ~(((word & sevens) + sevens) | word | sevens);
}

/* High bits as whole bytes of ones. */
static __device__ __forceinline__ uint32_t
whole_bytes (uint32_t high)
{
  return (high << 1) - (high >> 7);
}

/* Four cells as life_next_totalistic() has them: 0 or 1 becomes 1 if its table has the count, else
 * 0 and the highest state become 0, and the rest are one state on. Counts up to 8, as in 2D, leave
 * a bit of the shift to choose between both tables. */
template <bool is_3d, bool two_states>
static __device__ __forceinline__ uint32_t
next_word (const LifeBytesPass &pass, uint32_t cells, uint32_t counts)
{
  const uint32_t ones = 0x01010101;
  const uint32_t alive = two_states ? cells : zero_bytes (cells ^ ones) >> 7;
  uint32_t named;

  if (is_3d)
    named = (lookup (pass.birth, counts) & ~alive)
            | (lookup (pass.survival, counts) & alive);
  else
    named = lookup (pass.birth | pass.survival << 16, counts | alive << 4);
  if (two_states)
    return named;

  const uint32_t dead = zero_bytes (cells);
  const uint32_t last = zero_bytes (cells ^ (pass.states - 1) * ones);
  named &= dead >> 7 | alive;
  const uint32_t gone = whole_bytes (dead | last);
  const uint32_t older = (cells & ~gone) + (ones & ~gone);
  return (older & ~whole_bytes (named << 7)) | named;
}

template <bool is_3d, bool two_states>
static __device__ __forceinline__ LifeGroup
next_group (
    const LifeBytesPass &pass, const LifeGroup &cells, const LifeGroup &counts)
{
  LifeGroup next;

#pragma unroll
  for (int i = 0; i < 4; i++)
    next.words[i] =
        next_word<is_3d, two_states> (pass, cells.words[i], counts.words[i]);
  return next;
}

/* Which of sixteen cells, and of their neighbors, are in state 1: ones in bytes. */
struct Alive {
  uint32_t words[4], before, after;
};

template <bool two_states>
static __device__ __forceinline__ Alive
find_alive (const LifeGroup &cells, const uint8_t *row)
{
  Alive alive;

#pragma unroll
  for (int i = 0; i < 4; i++)
    alive.words[i] = two_states ? cells.words[i]
                                : zero_bytes (cells.words[i] ^ 0x01010101) >> 7;
  alive.before = row[-1] == 1;
  alive.after = row[LIFE_GROUP] == 1;
  return alive;
}

/* What a row counts for the cells at a distance of -@dy and -@dz from it. */
template <LifeNeighborhood neighborhood>
static __device__ __forceinline__ void
count_row (LifeGroup &counts, const Alive &row, int dy, int dz)
{
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const uint32_t left = i > 0 ? row.words[i - 1] : row.before << 24;
    const uint32_t right = i < 3 ? row.words[i + 1] : row.after;
    if (life_is_neighbor (neighborhood, 1, -1, dy, dz))
      counts.words[i] += __funnelshift_l (left, row.words[i], 8);
    if ((dy != 0 || dz != 0) && life_is_neighbor (neighborhood, 1, 0, dy, dz))
      counts.words[i] += row.words[i];
    if (life_is_neighbor (neighborhood, 1, 1, dy, dz))
      counts.words[i] += __funnelshift_r (row.words[i], right, 8);
  }
}

/* A sweep meets lines: rows in 2D, in 3D three rows of a plane. @counts[0] are those of
 * the line that is complete with this one, [1] of this one, [2] of the one after. */
template <LifeNeighborhood neighborhood, bool is_3d, bool two_states>
static __global__ void
__launch_bounds__ (THREADS) packed_states_kernel (
    const __grid_constant__ LifeBytesPass pass, uint32_t lines)
{
  const Share share =
      is_3d ? find_share (pass, 1, lines) : find_share (pass, lines, 1);
  const size_t to_next = is_3d ? pass.plane : pass.row;
  const uint8_t *line =
      pass.from + life_bytes_offset (pass, share.x, share.y, share.z) - to_next;
  LifeGroup counts[3] = {}, cells = {};

  life_launch_wait ();
  if (!share.any)
    return;
  const int swept =
      (int) min (lines, is_3d ? pass.depth - share.z : pass.height - share.y);
  for (int at = -1; at <= swept; at++, line += to_next) {
    LifeGroup present;
    counts[2] = {};
#pragma unroll
    for (int dy = is_3d ? -1 : 0; dy <= (is_3d ? 1 : 0); dy++) {
      const uint8_t *row = line + dy * (ptrdiff_t) pass.row;
      const LifeGroup loaded = life_group_load (row);
      const Alive alive = find_alive<two_states> (loaded, row);
      if (dy == 0)
        present = loaded;
#pragma unroll
      for (int i = 0; i < 3; i++)
        count_row<neighborhood> (
            counts[i], alive, is_3d ? dy : 1 - i, is_3d ? 1 - i : 0);
    }
    if (at > 0)
      life_group_store<is_3d> (pass, share.x,
          is_3d ? share.y : share.y + at - 1, is_3d ? share.z + at - 1 : 0,
          next_group<is_3d, two_states> (pass, cells, counts[0]));
    counts[0] = counts[1];
    counts[1] = counts[2];
    cells = present;
  }
}

typedef void (*PackedKernel) (LifeBytesPass pass, uint32_t lines);

template <LifeNeighborhood neighborhood, bool is_3d>
static PackedKernel
choose_states (const LifeBytesPass &pass)
{
  return pass.states == 2 ? packed_states_kernel<neighborhood, is_3d, true>
                          : packed_states_kernel<neighborhood, is_3d, false>;
}

static PackedKernel
choose_kernel (const LifeBytesPass &pass)
{
  switch (pass.neighborhood) {
    case LIFE_NEIGHBORHOOD_VON_NEUMANN:
      return pass.is_3d
                 ? choose_states<LIFE_NEIGHBORHOOD_VON_NEUMANN, true> (pass)
                 : choose_states<LIFE_NEIGHBORHOOD_VON_NEUMANN, false> (pass);
    case LIFE_NEIGHBORHOOD_HEXAGONAL:
      return choose_states<LIFE_NEIGHBORHOOD_HEXAGONAL, false> (pass);
    case LIFE_NEIGHBORHOOD_CORNERS:
      return choose_states<LIFE_NEIGHBORHOOD_CORNERS, true> (pass);
    case LIFE_NEIGHBORHOOD_EDGES:
      return choose_states<LIFE_NEIGHBORHOOD_EDGES, true> (pass);
    default:
      return pass.is_3d ? choose_states<LIFE_NEIGHBORHOOD_MOORE, true> (pass)
                        : choose_states<LIFE_NEIGHBORHOOD_MOORE, false> (pass);
  }
}

void
life_packed_states_plan (LifeLadderPlan *plan, const LifeLauncher &launcher)
{
  const LifeBytesPass &pass = plan->pass;
  const LifeTileGrid groups = life_tile_grid (pass, LIFE_GROUP, 1, 1);

  plan->pass.share =
      pass.is_3d ? life_groups_sweep (
          (uint64_t) groups.across * groups.down, pass.depth, launcher)
                 : life_groups_sweep (groups.across, pass.height, launcher);
  const LifeTileGrid shares =
      pass.is_3d ? life_tile_grid (pass, LIFE_GROUP, 1, plan->pass.share)
                 : life_tile_grid (pass, LIFE_GROUP, plan->pass.share, 1);
  plan->launch = { (const void *) choose_kernel (pass),
    life_tile_grid_threads (shares, THREADS), dim3 (THREADS), 0 };
}
