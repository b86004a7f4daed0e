/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tiles of a world without edges in a GPU's memory: how cells lie in them, and what is
 * stored of each. How they are found is in tile-lookup.cuh, how they advance in advance.cuh.
 *
 * A tile is 96 x 96 cells. With 16 cells around it a warp has it in registers: 128 rows of
 * 128 cells, four rows of four words in each lane. Bit j of word c of a row is column
 * 4 j + c, of those 128. So the cells left and right of a whole word are other whole words,
 * but for one shift at each end of a row: 2 shifts for 4 words instead of 8. The tile's own
 * cells are in lanes and bits 4 to 27.
 *
 * Two generations are stored, which passes take turns to write, with their outermost columns
 * packed next to the rows: tiles left and right are read for nothing else. 4 KiB a tile. */
#pragma once

#include "cuda/engine/gate.cuh"

#include <cuda_runtime.h>
#include <stdint.h>

#define LIFE_TILE_SIDE 96
#define LIFE_TILE_HALO 16

/* Bits of a word, and lanes of a warp, that are halo at each end; and those that are not. */
#define LIFE_TILE_MARGIN (LIFE_TILE_HALO / 4)
#define LIFE_TILE_LANES (LIFE_TILE_SIDE / 4)
#define LIFE_TILE_OWN (((1u << LIFE_TILE_LANES) - 1) << LIFE_TILE_MARGIN)

/* Words of a lane's packed columns, four rows of LIFE_TILE_HALO bits; bits of one word of a
 * row lie side by side in them. */
#define LIFE_TILE_EDGE (LIFE_TILE_HALO / 8)

/* Places around a tile, row after row, itself in the middle. */
#define LIFE_TILE_AROUND 9
#define LIFE_TILE_SELF 4

/* All lanes of a warp. */
#define LIFE_ALL_LANES 0xffffffffu

/* A generation of a tile: row 4 l + k is row[k][l]; columns at the left and right. */
struct alignas (2048) LifeTileCells
{
  uint4 row[4][LIFE_TILE_LANES];
  LifeWord edge[2][LIFE_TILE_EDGE][LIFE_TILE_LANES];
};

/* What is stored of a tile: the tiles around it, 0 where there is none, and 0 for itself
 * until it was advanced for the first time and searched them; where it lies, in tiles. */
struct alignas (64) LifeTileInfo
{
  uint32_t around[LIFE_TILE_AROUND];
  uint32_t is_used;
  int64_t position[2];
};

/* What kernels count, and the host reads between passes.
 * @listed: tiles of pass p at [p % 4]
 * @used: indices that are claimed
 * @failed: the first pass that may not run, since tiles for it are missing; 0: none
 * @collected: what the last refresh collected */
struct LifeTilesControl {
  uint32_t listed[4];
  uint32_t used;
  uint32_t failed;
  uint32_t collected;
};

/* Tile 0 is always empty and stands for all that are missing.
 * @cells: two generations of each tile
 * @pass: the last one that each tile was listed for
 * @list: tiles of pass p in [p % 2]
 * @free_tiles: from [used] on, indices to be claimed
 * @table: tiles by their position (tile-lookup.cuh); @mask: its entries - 1 */
struct LifeTiles {
  LifeTileCells *cells;
  LifeTileInfo *info;
  uint32_t *pass;
  uint32_t *list[2];
  uint32_t *free_tiles;
  uint64_t *table;
  LifeTilesControl *control;
  uint32_t capacity, mask;
};

/* Four rows of a lane. */
struct LifeTileRows {
  LifeWord word[4][4];
};

/* Memory that other multiprocessors wrote in earlier passes: not what the first cache has. */
template <class T>
__device__ __forceinline__ T
life_load (const T *from)
{
  return __ldcg (from);
}

__device__ __forceinline__ LifeTileCells *
life_tile_cells (const LifeTiles &tiles, uint32_t tile, uint32_t side)
{
  return tiles.cells + (2 * (size_t) tile + side);
}

/* A lane's own rows of a generation; 0 in lanes that have none. */
__device__ __forceinline__ void
life_tile_load (const LifeTileCells *from, int lane, LifeTileRows *rows)
{
  const int at = lane - LIFE_TILE_MARGIN;
  const bool own = at >= 0 && at < LIFE_TILE_LANES;

#pragma unroll
  for (int k = 0; k < 4; k++) {
    const uint4 row = own ? life_load (&from->row[k][at]) : uint4{};

    rows->word[k][0] = row.x;
    rows->word[k][1] = row.y;
    rows->word[k][2] = row.z;
    rows->word[k][3] = row.w;
  }
}

/* Bits @from on of @bits, as bits @to on; both are constant when this is compiled. */
__device__ __forceinline__ LifeWord
life_move_bits (LifeWord bits, int from, int to)
{
  return to > from ? bits << (to - from) : bits >> (from - to);
}

/* Stores a lane's own rows. */
__device__ __forceinline__ void
life_tile_store (LifeTileCells *to, int lane, const LifeTileRows &rows)
{
  const int at = lane - LIFE_TILE_MARGIN;
  const LifeWord ones = (1u << LIFE_TILE_MARGIN) - 1;
  LifeWord edge[2][LIFE_TILE_EDGE] = {};

#pragma unroll
  for (int k = 0; k < 4; k++) {
    to->row[k][at] = { rows.word[k][0] & LIFE_TILE_OWN,
      rows.word[k][1] & LIFE_TILE_OWN, rows.word[k][2] & LIFE_TILE_OWN,
      rows.word[k][3] & LIFE_TILE_OWN };
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const int packed = LIFE_TILE_HALO * k + LIFE_TILE_MARGIN * i;
      const int bit = packed % 32;
      const LifeWord cells = rows.word[k][i];

      edge[0][packed / 32] |=
          life_move_bits (cells, LIFE_TILE_MARGIN, bit) & ones << bit;
      edge[1][packed / 32] |=
          life_move_bits (cells, LIFE_TILE_LANES, bit) & ones << bit;
    }
  }
#pragma unroll
  for (int i = 0; i < LIFE_TILE_EDGE; i++) {
    to->edge[0][i][at] = edge[0][i];
    to->edge[1][i][at] = edge[1][i];
  }
}

/* --- Rows as others have them: bit x % 32 of word x / 32 is cell x --- */

/* Eight bits, three zeros behind each. */
__device__ __forceinline__ LifeWord
life_spread_bits (LifeWord bits)
{
  bits = (bits | bits << 12) & 0x000f000fu;
  bits = (bits | bits << 6) & 0x03030303u;
  return (bits | bits << 3) & 0x11111111u;
}

/* The reverse. */
__device__ __forceinline__ LifeWord
life_gather_bits (LifeWord bits)
{
  bits = (bits | bits >> 3) & 0x03030303u;
  bits = (bits | bits >> 6) & 0x000f000fu;
  return (bits | bits >> 12) & 0xffu;
}

#define LIFE_TILE_ROW_WORDS (LIFE_TILE_SIDE / 32)

/* Cells 32 @i to 32 @i + 31 of a row. */
__device__ __forceinline__ LifeWord
life_row_to_word (const LifeWord (&row)[4], int i)
{
  LifeWord cells = 0;

#pragma unroll
  for (int c = 0; c < 4; c++)
    cells |= life_spread_bits (row[c] >> (LIFE_TILE_MARGIN + 8 * i) & 0xffu)
             << c;
  return cells;
}

/* Word @c of a row with such @cells. */
__device__ __forceinline__ LifeWord
life_row_from_words (const LifeWord *cells, int c)
{
  LifeWord word = 0;

#pragma unroll
  for (int i = 0; i < LIFE_TILE_ROW_WORDS; i++)
    word |= life_gather_bits (cells[i] >> c & 0x11111111u)
            << (LIFE_TILE_MARGIN + 8 * i);
  return word;
}

/* --- Warps --- */

/* Which warp of the grid this is, and how many there are. Few tiles are spread over all
 * multiprocessors, and then over their schedulers. */
__device__ __forceinline__ uint32_t
life_warp ()
{
  return threadIdx.x / 32 * gridDim.x + blockIdx.x;
}

__device__ __forceinline__ uint32_t
life_warps ()
{
  return gridDim.x * (blockDim.x / 32);
}

__device__ __forceinline__ LifeWord
life_warp_or (LifeWord bits)
{
#if __CUDA_ARCH__ >= 800
  return __reduce_or_sync (LIFE_ALL_LANES, bits);
#else
  for (int step = 16; step > 0; step /= 2)
    bits |= __shfl_xor_sync (LIFE_ALL_LANES, bits, step);
  return bits;
#endif
}

template <class T>
__device__ __forceinline__ T
life_warp_sum (T number)
{
#pragma unroll
  for (int step = 16; step > 0; step /= 2)
    number += __shfl_xor_sync (LIFE_ALL_LANES, number, step);
  return number;
}
