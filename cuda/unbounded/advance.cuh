/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A warp's tile, with the cells around it, in registers: read from nine tiles, advanced, and
 * what of it can be seen from where. Rules are those of cuda/bits2d/rules.cuh, turned: what
 * is a column there is three cells side by side here, and left and right are above and
 * below. In Life a generation takes 8 gates for each of 16 words, and 8 shifts: 136
 * operations in each lane, and 16 shuffles. */
#pragma once

#include "cuda/bits2d/rules.cuh"
#include "cuda/unbounded/unbounded-tiles.cuh"

/* What a rule makes of three cells side by side, for all cells of a row. */
template <class Rule> struct LifeTileSums {
  typename Rule::Column word[4];
};

/* Reads rows of a tile, and the edges of those left and right of it. */
__device__ __forceinline__ void
life_tile_gather_row (const LifeTileCells *left, const LifeTileCells *middle,
    const LifeTileCells *right, int from, LifeTileRows *rows)
{
  const LifeWord ones = (1u << LIFE_TILE_MARGIN) - 1;
  const int end = 32 - LIFE_TILE_MARGIN;
  LifeWord west[LIFE_TILE_EDGE], east[LIFE_TILE_EDGE];
  uint4 row[4];

#pragma unroll
  for (int k = 0; k < 4; k++)
    row[k] = life_load (&middle->row[k][from]);
#pragma unroll
  for (int i = 0; i < LIFE_TILE_EDGE; i++) {
    west[i] = life_load (&left->edge[1][i][from]);
    east[i] = life_load (&right->edge[0][i][from]);
  }
#pragma unroll
  for (int k = 0; k < 4; k++) {
    const LifeWord own[4] = { row[k].x, row[k].y, row[k].z, row[k].w };
#pragma unroll
    for (int i = 0; i < 4; i++) {
      const int packed = LIFE_TILE_HALO * k + LIFE_TILE_MARGIN * i;
      const int bit = packed % 32;

      rows->word[k][i] =
          own[i] | (west[packed / 32] >> bit & ones)
          | (life_move_bits (east[packed / 32], bit, end) & ones << end);
    }
  }
}

/* Reads a tile and what lies around it; @around: the tiles there, by lanes. */
__device__ __forceinline__ void
life_tile_gather (const LifeTiles &tiles, uint32_t side, uint32_t around,
    int lane, LifeTileRows *rows)
{
  const int line = lane < LIFE_TILE_MARGIN        ? 0
                   : lane < 32 - LIFE_TILE_MARGIN ? 1
                                                  : 2;
  const int from = lane - LIFE_TILE_MARGIN + (1 - line) * LIFE_TILE_LANES;
  const uint32_t left = __shfl_sync (LIFE_ALL_LANES, around, 3 * line);
  const uint32_t middle = __shfl_sync (LIFE_ALL_LANES, around, 3 * line + 1);
  const uint32_t right = __shfl_sync (LIFE_ALL_LANES, around, 3 * line + 2);

  life_tile_gather_row (life_tile_cells (tiles, left, side),
      life_tile_cells (tiles, middle, side),
      life_tile_cells (tiles, right, side), from, rows);
}

__device__ __forceinline__ LifeWord
life_tile_any (const LifeTileRows &rows)
{
  LifeWord any = 0;

#pragma unroll
  for (int k = 0; k < 4; k++)
    any |=
        rows.word[k][0] | rows.word[k][1] | rows.word[k][2] | rows.word[k][3];
  return any;
}

template <class Rule>
__device__ __forceinline__ LifeTileSums<Rule>
life_tile_sums (const LifeWord (&row)[4])
{
  const LifeWord before = row[3] << 1, after = row[0] >> 1;

  return { { Rule::column (before, row[0], row[1]),
      Rule::column (row[0], row[1], row[2]),
      Rule::column (row[1], row[2], row[3]),
      Rule::column (row[2], row[3], after) } };
}

/* The sums of the lane above, or below, as far as the rule reads them there. */
template <class Rule, bool above>
__device__ __forceinline__ LifeTileSums<Rule>
life_tile_shuffle (const LifeTileSums<Rule> &sums)
{
  typedef typename Rule::Column Column;
  constexpr unsigned used = above ? Column::from_left : Column::from_right;
  LifeTileSums<Rule> result = {};

#pragma unroll
  for (int i = 0; i < 4; i++)
#pragma unroll
    for (int n = 0; n < Column::words; n++)
      if (used >> n & 1)
        result.word[i].word[n] =
            above ? __shfl_up_sync (LIFE_ALL_LANES, sums.word[i].word[n], 1)
                  : __shfl_down_sync (LIFE_ALL_LANES, sums.word[i].word[n], 1);
  return result;
}

template <class Rule>
__device__ __forceinline__ void
life_tile_next_row (const Rule &rule, const LifeTileSums<Rule> &above,
    const LifeTileSums<Rule> &same, const LifeTileSums<Rule> &below,
    LifeWord (&row)[4])
{
#pragma unroll
  for (int i = 0; i < 4; i++)
    row[i] = rule.next (above.word[i], same.word[i], below.word[i], row[i]);
}

/* One generation. Rows in the middle are advanced while shuffles are under way. The outermost
 * cells go wrong, a row and a column more each generation. */
template <class Rule>
__device__ __forceinline__ void
life_tile_advance (const Rule &rule, LifeTileRows *rows)
{
  const LifeTileSums<Rule> first = life_tile_sums<Rule> (rows->word[0]);
  const LifeTileSums<Rule> last = life_tile_sums<Rule> (rows->word[3]);
  const LifeTileSums<Rule> above = life_tile_shuffle<Rule, true> (last);
  const LifeTileSums<Rule> below = life_tile_shuffle<Rule, false> (first);
  const LifeTileSums<Rule> second = life_tile_sums<Rule> (rows->word[1]);
  const LifeTileSums<Rule> third = life_tile_sums<Rule> (rows->word[2]);

  life_tile_next_row (rule, first, second, third, rows->word[1]);
  life_tile_next_row (rule, second, third, last, rows->word[2]);
  life_tile_next_row (rule, above, first, second, rows->word[0]);
  life_tile_next_row (rule, third, last, below, rows->word[3]);
}

/* The neighbors that see a lane's cells, of which @any has the columns: as a mask, in which a
 * tile's own bit stands for any of its cells. */
__device__ __forceinline__ uint32_t
life_tile_neighbors (LifeWord any, int lane)
{
  const LifeWord ones = (1u << LIFE_TILE_MARGIN) - 1;
  const uint32_t row = (any & ones << LIFE_TILE_MARGIN ? 1 : 0) | (any ? 2 : 0)
                       | (any & ones << LIFE_TILE_LANES ? 4 : 0);
  uint32_t neighbors = row << 3;

  if (lane < 2 * LIFE_TILE_MARGIN)
    neighbors |= row;
  if (lane >= LIFE_TILE_LANES)
    neighbors |= row << 6;
  return neighbors;
}
