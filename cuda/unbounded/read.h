/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Kernels that read the cells of tiles, and the one that changes some; all are launched and
 * not waited for. */
#pragma once

#include "cuda/device/launch.h"
#include "cuda/unbounded/unbounded-tiles.cuh"

#include "life/world/engine-class.h"

/* A tile as the host has it: its position, and its cells, bit x % 32 of word x / 32 of a row. */
struct LifeTileRecord {
  int64_t position[2];
  uint32_t cells[LIFE_TILE_SIDE][LIFE_TILE_ROW_WORDS];
};

/* One that changes cells of a tile: those where @mask is set. */
struct LifeTileEdit {
  LifeTileRecord record;
  uint32_t mask[LIFE_TILE_SIDE][LIFE_TILE_ROW_WORDS];
};

/* The tiles to be read: indices @first to before @end, of the generation @side. */
struct LifeTilesRange {
  LifeTiles tiles;
  uint32_t side, first, end;
};

/* What is counted: cells that live, in how many tiles, and the box around them, the ends
 * included; where the generations differ, in how many cells: the sums of their columns and
 * rows within tiles, and of the tiles', by which each cell counts, in three parts of 24 bits
 * (the last one with a sign); births and deaths; a checksum. */
struct LifeTilesCounts {
  unsigned long long population, live_tiles;
  long long left, top, right, bottom;
  unsigned long long changed, within[2], parts[2][3];
  unsigned long long changes[2];
  unsigned long long checksum;
};

/* Adds to what @counts has of population and box. */
cudaError_t life_tiles_launch_measure (const LifeLauncher &launcher,
    const LifeTilesRange &range, LifeTilesCounts *counts);

/* Adds to what it has of changed cells. */
cudaError_t life_tiles_launch_activity (const LifeLauncher &launcher,
    const LifeTilesRange &range, LifeTilesCounts *counts);

/* Adds to the checksum. */
cudaError_t life_tiles_launch_checksum (const LifeLauncher &launcher,
    const LifeTilesRange &range, LifeTilesCounts *counts);

/* Copies tiles in which cells live to @records; the control counts them. */
cudaError_t life_tiles_launch_collect (const LifeLauncher &launcher,
    const LifeTilesRange &range, LifeTileRecord *records);

/* Tiles from @first to before @end along both axes. */
struct LifeTilesWindow {
  int64_t first[2], end[2];
};

/* Adds cells of a box to its @bits. */
cudaError_t life_tiles_launch_bits (const LifeLauncher &launcher,
    const LifeTilesRange &range, const LifeTilesWindow &window,
    const LifeBitBox &box, uint32_t *bits);

/* Adds to @counts how many cells live in squares. */
cudaError_t life_tiles_launch_squares (const LifeLauncher &launcher,
    const LifeTilesRange &range, const LifeTilesWindow &window,
    const LifeSquares &squares, double *counts);

/* @n records of @stride bytes, LifeTileEdit where they are @masked, else LifeTileRecord; no two
 * are of one tile. */
struct LifeTilesRecords {
  const char *records;
  size_t stride;
  bool masked;
  uint32_t n;
};

/* Changes the present cells of tiles by @edits. Makes the tiles that are missing. */
cudaError_t life_tiles_launch_edit (const LifeLauncher &launcher,
    const LifeTiles &tiles, uint32_t side, const LifeTilesRecords &edits);
