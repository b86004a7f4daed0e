/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The memory of tiles, which grows while no pass runs. */
#pragma once

#include "cuda/device/check.h"
#include "cuda/device/launch.h"
#include "cuda/unbounded/unbounded-tiles.cuh"

#include <glib.h>

/* A pool of tiles.
 * @tiles: as kernels receive it
 * @seen: the tiles' control when the host last read it, where both sides see it
 * @memory: all that @tiles points to, but for its control
 * @memory_limit: bytes of that; 0: what is free
 * @high: no index above this was ever claimed
 * @swept: tiles that were left when empty ones were last freed
 * @table_is_stale: tiles were freed, and the table may still have them */
struct LifeTilePool {
  LifeTiles tiles;
  LifeTilesControl *seen;
  void *memory;
  guint64 memory_limit;
  uint32_t high, swept;
  gboolean table_is_stale;
};

gboolean life_tile_pool_init (LifeTilePool *self, const LifeLauncher &launcher,
    guint64 memory_limit, GError **error);
void life_tile_pool_clear (LifeTilePool *self);

/* Waits for all passes, and reads what they counted. If that fails it reads once more,
 * so that what the host has of the tiles is right in spite of the error. */
gboolean life_tile_pool_refresh (
    LifeTilePool *self, const LifeLauncher &launcher, GError **error);

/* Makes room for so many more tiles: frees those that are empty, and grows. Tiles that are
 * listed for pass @number stay. The host has read the control since the last pass. */
gboolean life_tile_pool_reserve (LifeTilePool *self,
    const LifeLauncher &launcher, guint64 more, uint32_t number,
    GError **error);

/* The same for passes, which claim as many as they need: after one that failed there has to
 * be some room, and else there should be. */
gboolean life_tile_pool_tidy (LifeTilePool *self, const LifeLauncher &launcher,
    uint32_t number, GError **error);

/* Builds the table anew, if it is stale: before any kernel finds or makes tiles. After
 * life_tile_pool_tidy() and life_tile_pool_empty() it is not. */
gboolean life_tile_pool_mend (
    LifeTilePool *self, const LifeLauncher &launcher, GError **error);

/* Makes room for so many tiles in all, before the pool is emptied; the present ones stay. */
gboolean life_tile_pool_prepare (LifeTilePool *self,
    const LifeLauncher &launcher, guint64 tiles, GError **error);

/* Frees all tiles; where that fails all of them stay. */
gboolean life_tile_pool_empty (
    LifeTilePool *self, const LifeLauncher &launcher, GError **error);
