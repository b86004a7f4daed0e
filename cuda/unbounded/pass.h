/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Passes over tiles: launched one after the other, without the host reading counts between them. */
#pragma once

#include "cuda/bits2d/rules.cuh"
#include "cuda/device/launch.h"
#include "cuda/unbounded/unbounded-tiles.cuh"

#include "life/world/engine-class.h"

enum LifeTilesCounted {
  LIFE_TILES_B3S23,
  LIFE_TILES_MOORE,
  LIFE_TILES_VON_NEUMANN,
  LIFE_TILES_HEXAGONAL,
  LIFE_TILES_TABLE
};

/* A rule of two states, as kernels receive it. */
struct LifeTilesRule {
  LifeTilesCounted counted;
  union {
    LifeRuleAnyMoore any; /* the others that count look up the same numbers */
    LifeRuleAnyTable table;
  };
};

/* One pass.
 * @number: of the pass; the tiles listed for it are advanced
 * @side: of the cells that it reads; it writes the other ones
 * @generations: 1 ... LIFE_TILE_HALO
 * @wakes_all: tiles that it advances take part in the next pass too: what was written two
 *   passes ago has nothing to do with what is written now */
struct LifeTilesPass {
  uint32_t number, side, generations;
  bool wakes_all;
};

void life_tiles_rule_init (LifeTilesRule *rule, const LifeRule *rules);

/* Lists all of the first @high tiles for pass @number, and makes tiles wherever cells can
 * be born in it; nothing is listed for it yet. */
cudaError_t life_tiles_settle (const LifeLauncher &launcher,
    const LifeTiles &tiles, uint32_t number, uint32_t side, uint32_t high);

/* Runs a pass, unless one before it could not make all tiles. */
cudaError_t life_tiles_pass (const LifeLauncher &launcher,
    const LifeTiles &tiles, const LifeTilesRule &rule,
    const LifeTilesPass &pass);

/* Adds to @changes, on the GPU, the births and deaths of the last of @generations, by which
 * @side differs from the other one. */
cudaError_t life_tiles_changes (const LifeLauncher &launcher,
    const LifeTiles &tiles, const LifeTilesRule &rule, uint32_t side,
    uint32_t generations, uint32_t high, unsigned long long *changes);
