/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Passes over tiles.
 *
 * A pass advances the tiles that were listed for it by up to 16 generations, a warp each.
 * What it writes is compared with what it writes over, the cells two passes ago: a tile takes
 * part in the next pass if it changed, or a neighboring tile changed within sight; all others
 * would become what is already there. A tile that wakes another exchanges the number of the
 * pass that it was listed for, and lists it if it was the first to do so. A missing tile that
 * sees changed or live cells is made by the first warp that finds so, and linked to its neighbors
 * when it is advanced. Until then it counts as missing for them, which is the same: it is
 * empty. So a pass is one kernel, and passes follow each other without the host.
 *
 * Where an index is missing for a new tile, the pass ends, the tiles advanced are right, and
 * the passes behind it do nothing.
 *
 * Memory: 1.5 KiB of its own, as much of before, and 2.5 KiB around it are read for a tile,
 * and 2 KiB written: 5 ns for 16 generations on an H100, of which logic is 3.5. */
#include "cuda/unbounded/pass.h"
#include "cuda/bits2d/totals.h"
#include "cuda/unbounded/advance.cuh"
#include "cuda/unbounded/tile-lookup.cuh"

#define PASS_THREADS 512
#define THREADS 256

/* Writes a tile's next cells over @old; neighbors that see what changed, and from bit 16 on
 * what lives. */
static __device__ __forceinline__ uint32_t
write_tile (LifeTileCells *to, int lane, const LifeTileRows &rows,
    const LifeTileRows &old)
{
  LifeWord changed = 0, alive = 0;

  if (lane < LIFE_TILE_MARGIN || lane >= 32 - LIFE_TILE_MARGIN)
    return 0;
#pragma unroll
  for (int k = 0; k < 4; k++)
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const LifeWord cells = rows.word[k][i] & LIFE_TILE_OWN;

      changed |= cells ^ old.word[k][i];
      alive |= cells;
    }
  if (changed)
    life_tile_store (to, lane, rows);
  return life_tile_neighbors (changed, lane)
         | life_tile_neighbors (alive, lane) << 16;
}

/* What a tile wakes at a lane's direction for the next pass: the tile to be listed, or 0. */
static __device__ __forceinline__ uint32_t
wake_neighbor (const LifeTiles &tiles, const LifeTilesPass &pass, uint32_t tile,
    uint32_t around, int lane, uint32_t neighbors)
{
  const bool changed =
      (neighbors >> lane & 1) || (pass.wakes_all && lane == LIFE_TILE_SELF);

  if (lane >= LIFE_TILE_AROUND)
    return 0;
  if (around != 0)
    return changed ? life_tile_wake (tiles, around, pass.number + 1) : 0;
  return changed || neighbors >> (16 + lane) & 1
             ? life_tile_make_around (tiles, tile, lane, pass.number + 1)
             : 0;
}

template <class Rule>
static __device__ __forceinline__ void
advance_tile (const LifeTiles &tiles, const Rule &rule,
    const LifeTilesPass &pass, uint32_t tile)
{
  const int lane = threadIdx.x % 32;
  LifeTileCells *to = life_tile_cells (tiles, tile, !pass.side);
  LifeTileRows rows, old;

  /* What is written over: needed last, loaded first. */
  life_tile_load (to, lane, &old);
  const uint32_t around = life_tile_around (tiles, tile, lane);
  life_tile_gather (tiles, pass.side, around, lane, &rows);
  if (__any_sync (LIFE_ALL_LANES, life_tile_any (rows) != 0))
#pragma unroll 1
    for (uint32_t i = 0; i < pass.generations; i++)
      life_tile_advance (rule, &rows);
  const uint32_t neighbors = life_warp_or (write_tile (to, lane, rows, old));
  life_tiles_list (tiles,
      wake_neighbor (tiles, pass, tile, around, lane, neighbors), lane,
      pass.number + 1);
}

template <class Rule>
static __global__ void
__launch_bounds__ (PASS_THREADS, 1) pass_kernel (
    const __grid_constant__ LifeTiles tiles, const __grid_constant__ Rule rule,
    const __grid_constant__ LifeTilesPass pass)
{
  const uint32_t *list = tiles.list[pass.number % 2];
  const uint32_t warp = life_warp (), warps = life_warps ();

  life_prepare_rule (rule);
  life_launch_wait ();
  const uint32_t failed = life_load (&tiles.control->failed);
  const uint32_t n = life_load (&tiles.control->listed[pass.number % 4]);
  /* Loaded before it is clear whether there is one. */
  uint32_t tile = warp <= tiles.capacity ? life_load (&list[warp]) : 0;
  if (failed != 0 && failed <= pass.number)
    return;
  if (blockIdx.x == 0 && threadIdx.x == 0)
    tiles.control->listed[(pass.number + 2) % 4] = 0;
  for (uint32_t i = warp; i < n; i += warps) {
    const uint32_t then = i + warps < n ? life_load (&list[i + warps]) : 0;

    advance_tile (tiles, rule, pass, tile);
    tile = then;
  }
}

static __global__ void
__launch_bounds__ (THREADS)
    settle_kernel (const __grid_constant__ LifeTiles tiles, uint32_t number,
        uint32_t side, uint32_t high)
{
  const int lane = threadIdx.x % 32;

  for (uint32_t tile = 1 + life_warp (); tile <= high; tile += life_warps ()) {
    LifeTileRows rows;
    uint32_t woken = 0;

    if (!life_load (&tiles.info[tile].is_used))
      continue;
    const uint32_t around = life_tile_around (tiles, tile, lane);
    life_tile_load (life_tile_cells (tiles, tile, side), lane, &rows);
    const uint32_t alive =
        life_warp_or (life_tile_neighbors (life_tile_any (rows), lane));
    if (lane == LIFE_TILE_SELF)
      woken = life_tile_wake (tiles, tile, number);
    else if (lane < LIFE_TILE_AROUND && around == 0 && alive >> lane & 1)
      woken = life_tile_make_around (tiles, tile, lane, number);
    life_tiles_list (tiles, woken, lane, number);
  }
}

/* The generation before the last one is computed again. Tiles that are not linked to their
 * neighbors yet were made since, and are empty in both. */
template <class Rule>
static __global__ void
__launch_bounds__ (THREADS)
    changes_kernel (const __grid_constant__ LifeTiles tiles,
        const __grid_constant__ Rule rule, uint32_t side, uint32_t generations,
        uint32_t high, unsigned long long *changes)
{
  const int lane = threadIdx.x % 32;
  const bool own = lane >= LIFE_TILE_MARGIN && lane < 32 - LIFE_TILE_MARGIN;
  unsigned long long births = 0, deaths = 0;

  life_prepare_rule (rule);
  for (uint32_t tile = 1 + life_warp (); tile <= high; tile += life_warps ()) {
    const uint32_t around = lane < LIFE_TILE_AROUND
                                ? life_load (&tiles.info[tile].around[lane])
                                : 0;
    LifeTileRows rows, old;

    if (__shfl_sync (LIFE_ALL_LANES, around, LIFE_TILE_SELF) == 0)
      continue;
    life_tile_gather (tiles, !side, around, lane, &rows);
    if (!__any_sync (LIFE_ALL_LANES, life_tile_any (rows) != 0))
      continue;
#pragma unroll 1
    for (uint32_t i = 0; i < generations; i++) {
      old = rows;
      life_tile_advance (rule, &rows);
    }
#pragma unroll
    for (int k = 0; k < 4; k++)
#pragma unroll
      for (int i = 0; i < 4; i++) {
        const LifeWord now = own ? rows.word[k][i] & LIFE_TILE_OWN : 0;
        const LifeWord then = own ? old.word[k][i] & LIFE_TILE_OWN : 0;

        births += __popc (now & ~then);
        deaths += __popc (then & ~now);
      }
  }
  births = life_warp_sum (births);
  deaths = life_warp_sum (deaths);
  if (lane == 0 && (births | deaths) != 0) {
    atomicAdd (&changes[0], births);
    atomicAdd (&changes[1], deaths);
  }
}

/* --- Launching --- */

/* A table by the cells north, north-west ... of rules.cuh, whose columns are rows here. */
static bool
turned_entry (const LifeRule *rule, unsigned cells)
{
  static const unsigned char bits[9] = { 8, 5, 2, 7, 4, 1, 6, 3, 0 };
  unsigned entry = 0;

  for (unsigned i = 0; i < 9; i++)
    entry |= (cells >> (8 - i) & 1) << bits[i];
  return rule->map[entry / 64] >> entry % 64 & 1;
}

static LifeTilesCounted
counted_by (const LifeRule *rule)
{
  if (rule->family == LIFE_FAMILY_MAP)
    return LIFE_TILES_TABLE;
  if (rule->neighborhood == LIFE_NEIGHBORHOOD_VON_NEUMANN)
    return LIFE_TILES_VON_NEUMANN;
  if (rule->neighborhood == LIFE_NEIGHBORHOOD_HEXAGONAL)
    return LIFE_TILES_HEXAGONAL;
  return life_rule_is_life (rule) ? LIFE_TILES_B3S23 : LIFE_TILES_MOORE;
}

void
life_tiles_rule_init (LifeTilesRule *self, const LifeRule *rule)
{
  self->counted = counted_by (rule);
  if (self->counted != LIFE_TILES_TABLE) {
    life_totals_init (&self->any, rule->birth, rule->survival);
    return;
  }
  self->table = {};
  for (unsigned i = 0; i < 512; i++)
    if (turned_entry (rule, i))
      self->table.entries[i / 32] |= 1u << i % 32;
}

/* Calls @act with the rule as the kernels receive it. */
template <class Act>
static cudaError_t
with_rule (const LifeTilesRule &rule, Act act)
{
  switch (rule.counted) {
    case LIFE_TILES_B3S23:
      return act (LifeRuleB3S23{});
    case LIFE_TILES_MOORE:
      return act (rule.any);
    case LIFE_TILES_VON_NEUMANN: {
      LifeRuleAnyVonNeumann counted;
      static_cast<LifeTotals &> (counted) = rule.any;
      return act (counted);
    }
    case LIFE_TILES_HEXAGONAL: {
      LifeRuleAnyHexagonal counted;
      static_cast<LifeTotals &> (counted) = rule.any;
      return act (counted);
    }
    default:
      return act (rule.table);
  }
}

/* Blocks for a warp for each of @n tiles, as far as the GPU has room. */
static dim3
blocks_for (const LifeLauncher &launcher, uint32_t n)
{
  const uint32_t limit = 8 * (uint32_t) launcher.multiprocessors;

  return dim3 (MAX (MIN (n / (THREADS / 32) + 1, limit), 1));
}

cudaError_t
life_tiles_settle (const LifeLauncher &launcher, const LifeTiles &tiles,
    uint32_t number, uint32_t side, uint32_t high)
{
  return life_launch (launcher, settle_kernel, blocks_for (launcher, high),
      dim3 (THREADS), 0, tiles, number, side, high);
}

cudaError_t
life_tiles_pass (const LifeLauncher &launcher, const LifeTiles &tiles,
    const LifeTilesRule &rule, const LifeTilesPass &pass)
{
  return with_rule (rule, [&] (auto counted) {
    return life_launch_dependent (launcher, pass_kernel<decltype (counted)>,
        dim3 (launcher.multiprocessors), dim3 (PASS_THREADS), 0, tiles, counted,
        pass);
  });
}

cudaError_t
life_tiles_changes (const LifeLauncher &launcher, const LifeTiles &tiles,
    const LifeTilesRule &rule, uint32_t side, uint32_t generations,
    uint32_t high, unsigned long long *changes)
{
  return with_rule (rule, [&] (auto counted) {
    return life_launch (launcher, changes_kernel<decltype (counted)>,
        blocks_for (launcher, high), dim3 (THREADS), 0, tiles, counted, side,
        generations, high, changes);
  });
}
