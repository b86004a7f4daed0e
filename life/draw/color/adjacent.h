/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Live cells among those that touch a cell, eight cells at a time; compiled by C and
 * nvcc. A word holds eight cells of a row side by side, four bits each, which is room
 * for all eight neighbors: three rows are added without a carry. That is six additions
 * and as many masks for eight cells, where single cells take 64 additions. Loops over
 * whole rows of bits are in life/draw/sample/neighbor-loops.h. */
#pragma once

#include "life/base/shared.h"

/* Which cells of three rows of three are neighbors of the middle one: bit
 * 3 × (row + 1) + column + 1 for each, both -1 … 1. */
#define LIFE_ADJACENT_MOORE 0x1efu

/* Eight cells of a row, and the same moved by one: what lies left and right of each.
 * Cell i is bit 4 × i. */
typedef struct {
  uint32_t left, here, right;
} LifeAdjacentRow;

/* @here, between the cells before and behind it, 0 or 1. */
LIFE_SHARED LifeAdjacentRow
life_adjacent_row (uint32_t before, uint32_t here, uint32_t behind)
{
  const LifeAdjacentRow row = { here << 4 | before, here,
    here >> 4 | behind << 28 };

  return row;
}

/* How many of the three at each cell live that the lowest bits of @adjacent name. */
LIFE_SHARED uint32_t
life_adjacent_sum (LifeAdjacentRow row, uint32_t adjacent)
{
  return (row.left & (0 - (adjacent & 1)))
         + (row.here & (0 - (adjacent >> 1 & 1)))
         + (row.right & (0 - (adjacent >> 2 & 1)));
}

/* The indices of the cells of @here, four bits each: 0 where a cell is dead, else
 * what life_neighbors_index() returns for 2 to 8 neighbors. */
LIFE_SHARED uint32_t
life_adjacent_indices (LifeAdjacentRow above, LifeAdjacentRow here,
    LifeAdjacentRow below, uint32_t adjacent)
{
  const uint32_t counts = life_adjacent_sum (above, adjacent)
                          + life_adjacent_sum (here, adjacent >> 3)
                          + life_adjacent_sum (below, adjacent >> 6);
  const uint32_t any = counts | counts >> 1 | counts >> 2 | counts >> 3;

  return (counts & here.here * 15) | (here.here & ~any);
}
