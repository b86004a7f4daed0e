/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernel that changes cells of tiles, a warp for each. */
#include "cuda/unbounded/tile-lookup.cuh"
#include "cuda/unbounded/read.h"

#define THREADS 256

/* What becomes of a lane's row; whether a cell of it is to live. */
static __device__ __forceinline__ bool
edit_row (const LifeTileEdit *edit, bool masked, int row, LifeWord (&words)[4])
{
  LifeWord cells[LIFE_TILE_ROW_WORDS], mask[LIFE_TILE_ROW_WORDS], any = 0;

#pragma unroll
  for (int i = 0; i < LIFE_TILE_ROW_WORDS; i++) {
    mask[i] = masked ? edit->mask[row][i] : 0xffffffffu;
    cells[i] = edit->record.cells[row][i] & mask[i];
    any |= cells[i];
  }
#pragma unroll
  for (int c = 0; c < 4; c++)
    words[c] = (words[c] & ~life_row_from_words (mask, c))
               | life_row_from_words (cells, c);
  return any != 0;
}

static __global__ void
__launch_bounds__ (THREADS)
    edit_kernel (const __grid_constant__ LifeTiles tiles, uint32_t side,
        const __grid_constant__ LifeTilesRecords edits)
{
  const int lane = threadIdx.x % 32;
  const bool own = lane >= LIFE_TILE_MARGIN && lane < 32 - LIFE_TILE_MARGIN;

  for (uint32_t i = life_warp (); i < edits.n; i += life_warps ()) {
    const LifeTileEdit *edit =
        (const LifeTileEdit *) (edits.records + i * edits.stride);
    const int64_t column = edit->record.position[0],
                  row = edit->record.position[1];
    LifeTileRows rows;
    bool alive = false;
    uint32_t tile = lane == 0 ? life_tile_find (tiles, column, row) : 0;

    tile = __shfl_sync (LIFE_ALL_LANES, tile, 0);
    life_tile_load (life_tile_cells (tiles, tile, side), lane, &rows);
    if (own)
      for (int k = 0; k < 4; k++)
        alive |= edit_row (edit, edits.masked,
            4 * (lane - LIFE_TILE_MARGIN) + k, rows.word[k]);
    if (tile == 0 && __any_sync (LIFE_ALL_LANES, alive)) {
      if (lane == 0)
        tile = life_tile_make (tiles, column, row, 0);
      tile = __shfl_sync (LIFE_ALL_LANES, tile, 0);
    }
    if (tile != 0 && own)
      life_tile_store (life_tile_cells (tiles, tile, side), lane, rows);
  }
}

cudaError_t
life_tiles_launch_edit (const LifeLauncher &launcher, const LifeTiles &tiles,
    uint32_t side, const LifeTilesRecords &edits)
{
  const unsigned blocks = MIN (
      edits.n / (THREADS / 32) + 1, 8 * (uint32_t) launcher.multiprocessors);

  return life_launch (launcher, edit_kernel, dim3 (blocks), dim3 (THREADS), 0,
      tiles, side, edits);
}
