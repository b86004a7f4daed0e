/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which cells are neighbours, and what a cell becomes, as every engine repeats
 * it; compiled by C and nvcc. How neighbours are found at a world's edge is in
 * life/world/topology.h, and how they are counted is each kernel's own idea. */
#pragma once

#include <life/rule.h>

#include "life/base/shared.h"

/* Whether the cell at this distance, which is not (0, 0, 0), is a neighbour. */
LIFE_SHARED int
life_is_neighbour (
    LifeNeighbourhood neighbourhood, int radius, int dx, int dy, int dz)
{
  int across = dx < 0 ? -dx : dx, down = dy < 0 ? -dy : dy;
  int deep = dz < 0 ? -dz : dz;

  if (across > radius || down > radius || deep > radius)
    return 0;
  switch (neighbourhood) {
    case LIFE_NEIGHBOURHOOD_VON_NEUMANN:
      return across + down + deep <= radius;
    case LIFE_NEIGHBOURHOOD_HEXAGONAL:
      return dx + dy != 0;
    case LIFE_NEIGHBOURHOOD_CIRCULAR:
      return dx * dx + dy * dy <= radius * radius + radius;
    case LIFE_NEIGHBOURHOOD_EDGES:
      return across + down + deep == 2;
    case LIFE_NEIGHBOURHOOD_CORNERS:
      return across + down + deep == 3;
    default:
      return 1;
  }
}

/* What a cell becomes that is born, if it is dead, or survives, if it is alive,
 * where @so holds; otherwise it ages, through the states above 1 to 0. */
LIFE_SHARED uint8_t
life_next_state (uint32_t state, uint32_t states, int so)
{
  if (state <= 1 && so)
    return 1;
  return (uint8_t) (state == 0 || state + 1 >= states ? 0 : state + 1);
}

/* @count of its neighbours are in state 1. */
LIFE_SHARED uint8_t
life_next_totalistic (uint32_t state, uint32_t states, uint32_t count,
    uint32_t birth, uint32_t survival)
{
  return life_next_state (
      state, states, (state ? survival : birth) >> count & 1);
}

LIFE_SHARED uint8_t
life_next_larger (uint32_t state, uint32_t states, uint32_t count,
    LifeCountRange birth, LifeCountRange survival)
{
  LifeCountRange range = state ? survival : birth;

  return life_next_state (
      state, states, range.first <= count && count <= range.last);
}

/* @index reads the nine cells as the map of #LifeRule does. */
LIFE_SHARED uint8_t
life_next_mapped (const uint64_t *map, uint32_t index)
{
  return (uint8_t) (map[index / 64] >> index % 64 & 1);
}

/* @number is Wolfram's. */
LIFE_SHARED uint8_t
life_next_wolfram (
    uint32_t number, uint32_t left, uint32_t cell, uint32_t right)
{
  return (uint8_t) (number >> (left << 2 | cell << 1 | right) & 1);
}
