/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tiles by their position: found, made and woken while other warps do the same.
 *
 * The table is open-addressed and at most half full. An entry has 32 bits of its position's
 * hash above the tile's index; 0: none. The warp that writes an entry where there is none, by one
 * compare-and-swap, claims an index and then stores it; until then the entry is @PENDING.
 * Nothing is removed but by building the table anew (tile-pool.cu). */
#pragma once

#include "cuda/unbounded/unbounded-tiles.cuh"

#define LIFE_TILE_PENDING 0xffffffffu

/* What is written in one pass by other warps: an entry, and before it what it stands for. */
__device__ __forceinline__ uint64_t
life_entry_load (const uint64_t *entry)
{
  uint64_t value;
  asm volatile("ld.acquire.gpu.global.u64 %0, [%1];"
               : "=l"(value)
               : "l"(entry)
               : "memory");
  return value;
}

__device__ __forceinline__ void
life_entry_store (uint64_t *entry, uint64_t value)
{
  asm volatile("st.release.gpu.global.u64 [%0], %1;" ::"l"(entry), "l"(value)
               : "memory");
}

struct LifeTileHash {
  uint32_t slot, tag;
};

__device__ __forceinline__ LifeTileHash
life_tile_hash (int64_t column, int64_t row)
{
  uint64_t hash = (uint64_t) column * 0x9e3779b97f4a7c15ull
                  + (uint64_t) row * 0xc2b2ae3d27d4eb4full;

  hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9ull;
  return { (uint32_t) (hash ^ hash >> 40), (uint32_t) (hash >> 32) };
}

__device__ __forceinline__ bool
life_tile_is_at (
    const LifeTiles &tiles, uint32_t tile, int64_t column, int64_t row)
{
  return life_load (&tiles.info[tile].position[0]) == column
         && life_load (&tiles.info[tile].position[1]) == row;
}

/* The tile at a position; 0 if there is none, or it is being made. */
__device__ __forceinline__ uint32_t
life_tile_find (const LifeTiles &tiles, int64_t column, int64_t row)
{
  const LifeTileHash hash = life_tile_hash (column, row);

  for (uint32_t at = hash.slot & tiles.mask;; at = (at + 1) & tiles.mask) {
    const uint64_t entry = life_entry_load (&tiles.table[at]);
    const uint32_t tile = (uint32_t) entry;

    if (entry == 0)
      return 0;
    if (entry >> 32 == hash.tag && tile != 0 && tile != LIFE_TILE_PENDING
        && life_tile_is_at (tiles, tile, column, row))
      return tile;
  }
}

/* Lets a tile take part in a pass: the tile, if the caller is to list it, or 0. */
__device__ __forceinline__ uint32_t
life_tile_wake (const LifeTiles &tiles, uint32_t tile, uint32_t pass)
{
  return atomicExch (&tiles.pass[tile], pass) == pass ? 0 : tile;
}

/* Takes an index for a new tile; 0 if there is none. */
__device__ __forceinline__ uint32_t
life_tile_claim (
    const LifeTiles &tiles, int64_t column, int64_t row, uint32_t pass)
{
  const uint32_t n = atomicAdd (&tiles.control->used, 1);

  if (n >= tiles.capacity) {
    tiles.control->failed = pass > 0 ? pass : 1;
    return 0;
  }
  const uint32_t tile = tiles.free_tiles[n];
  tiles.info[tile].position[0] = column;
  tiles.info[tile].position[1] = row;
  tiles.info[tile].is_used = 1;
  atomicExch (&tiles.pass[tile], pass);
  return tile;
}

/* Makes the tile at a position, for a pass, or wakes it if it is there. The tile, if the caller
 * is to list it, or 0. */
__device__ __forceinline__ uint32_t
life_tile_make (
    const LifeTiles &tiles, int64_t column, int64_t row, uint32_t pass)
{
  const LifeTileHash hash = life_tile_hash (column, row);
  const uint64_t tag = (uint64_t) hash.tag << 32;

  for (uint32_t at = hash.slot & tiles.mask;; at = (at + 1) & tiles.mask) {
    uint64_t *slot = &tiles.table[at];
    uint64_t entry = life_entry_load (slot);

    if (entry == 0) {
      if (life_load (&tiles.control->failed) != 0)
        return 0;
      entry =
          atomicCAS ((unsigned long long *) slot, 0, tag | LIFE_TILE_PENDING);
      if (entry == 0) {
        const uint32_t tile = life_tile_claim (tiles, column, row, pass);
        life_entry_store (slot, tag | tile);
        return tile;
      }
    }
    if (entry >> 32 != hash.tag)
      continue;
    while ((uint32_t) entry == LIFE_TILE_PENDING)
      entry = life_entry_load (slot);
    if ((uint32_t) entry != 0
        && life_tile_is_at (tiles, (uint32_t) entry, column, row))
      return life_tile_wake (tiles, (uint32_t) entry, pass);
  }
}

/* The tile in a direction from one that is advanced for the first time. Both are linked to
 * each other. */
__device__ __forceinline__ uint32_t
life_tile_link (const LifeTiles &tiles, uint32_t tile, int direction)
{
  uint32_t other = tile;

  if (direction != LIFE_TILE_SELF) {
    other = life_tile_find (tiles,
        life_load (&tiles.info[tile].position[0]) + direction % 3 - 1,
        life_load (&tiles.info[tile].position[1]) + direction / 3 - 1);
    if (other != 0)
      tiles.info[other].around[LIFE_TILE_AROUND - 1 - direction] = tile;
  }
  tiles.info[tile].around[direction] = other;
  return other;
}

/* The tiles around one, by lanes. */
__device__ __forceinline__ uint32_t
life_tile_around (const LifeTiles &tiles, uint32_t tile, int lane)
{
  uint32_t around =
      lane < LIFE_TILE_AROUND ? life_load (&tiles.info[tile].around[lane]) : 0;

  if (__shfl_sync (LIFE_ALL_LANES, around, LIFE_TILE_SELF) == 0) {
    if (lane < LIFE_TILE_AROUND)
      around = life_tile_link (tiles, tile, lane);
    __syncwarp ();
  }
  return around;
}

/* Makes the tile in a direction from one, or wakes it, for a pass. */
__device__ __forceinline__ uint32_t
life_tile_make_around (
    const LifeTiles &tiles, uint32_t tile, int direction, uint32_t pass)
{
  return life_tile_make (tiles,
      life_load (&tiles.info[tile].position[0]) + direction % 3 - 1,
      life_load (&tiles.info[tile].position[1]) + direction / 3 - 1, pass);
}

/* Lists the tiles that lanes woke for a pass; 0: none. */
__device__ __forceinline__ void
life_tiles_list (
    const LifeTiles &tiles, uint32_t woken, int lane, uint32_t pass)
{
  const uint32_t lanes = __ballot_sync (LIFE_ALL_LANES, woken != 0);
  uint32_t at = 0;

  if (lanes == 0)
    return;
  if (lane == 0)
    at = atomicAdd (&tiles.control->listed[pass % 4], __popc (lanes));
  at = __shfl_sync (LIFE_ALL_LANES, at, 0);
  if (woken != 0)
    tiles.list[pass % 2][at + __popc (lanes & ((1u << lane) - 1))] = woken;
}
