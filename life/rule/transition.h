/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which cells are neighbors, and the next state of a cell, for every engine;
 * compiled by C and nvcc. life/world/topology.h finds neighbors at a world's
 * edge; each kernel counts them in its own way. */
#pragma once

#include "life/base/shared.h"
#include "life/rule/rule-private.h"

/* Whether the cell at this distance, which is not (0, 0, 0), is a neighbor; of neighborhoods
 * that depend on more than the distance (life_larger_weight()), whether it may be one. */
LIFE_SHARED int
life_is_neighbor (
    LifeNeighborhood neighborhood, int radius, int dx, int dy, int dz)
{
  int across = dx < 0 ? -dx : dx, down = dy < 0 ? -dy : dy;
  int deep = dz < 0 ? -dz : dz;

  if (across > radius || down > radius || deep > radius)
    return 0;
  switch (neighborhood) {
    case LIFE_NEIGHBORHOOD_VON_NEUMANN:
      return across + down + deep <= radius;
    case LIFE_NEIGHBORHOOD_HEXAGONAL:
      return dx - dy <= radius && dy - dx <= radius;
    case LIFE_NEIGHBORHOOD_CIRCULAR:
      return dx * dx + dy * dy <= radius * radius + radius;
    case LIFE_NEIGHBORHOOD_EUCLIDEAN:
      return dx * dx + dy * dy <= radius * radius;
    case LIFE_NEIGHBORHOOD_EDGES:
      return across + down + deep == 2;
    case LIFE_NEIGHBORHOOD_CORNERS:
      return across + down + deep == 3;
    case LIFE_NEIGHBORHOOD_CROSS:
      return dx == 0 || dy == 0;
    case LIFE_NEIGHBORHOOD_CHECKERBOARD:
      return (across + down) % 2 == 1;
    case LIFE_NEIGHBORHOOD_ALIGNED_CHECKERBOARD:
      return (across + down) % 2 == 0;
    case LIFE_NEIGHBORHOOD_SALTIRE:
      return across == down;
    case LIFE_NEIGHBORHOOD_STAR:
      return dx == 0 || dy == 0 || across == down;
    case LIFE_NEIGHBORHOOD_HASH:
      return across == 1 || down == 1;
    case LIFE_NEIGHBORHOOD_ASTERISK:
      return dx == 0 || dy == 0 || dx == dy;
    case LIFE_NEIGHBORHOOD_TRIPOD:
      return (dx == 0 && dy < 0) || (dx < 0 && dy == 0) || (dx == dy && dx > 0);
    default:
      return 1;
  }
}

/* The next state of a cell: if @lives, a dead one is born and a live one survives;
 * otherwise it ages, through the states above 1 to 0. */
LIFE_SHARED uint8_t
life_next_state (uint32_t state, uint32_t states, int lives)
{
  if (state <= 1 && lives)
    return 1;
  return (uint8_t) (state == 0 || state + 1 >= states ? 0 : state + 1);
}

/* For a cell with @count neighbors in state 1. */
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

/* How many counts a word of a list has, two bits each: whether a cell with so many is born, and
 * whether it survives (life_larger_list()). */
#define LIFE_LISTED_COUNTS 16

LIFE_SHARED uint8_t
life_next_counted (
    const uint32_t *list, uint32_t state, uint32_t states, uint32_t count)
{
  const uint32_t bit = 2 * (count % LIFE_LISTED_COUNTS) + (state != 0);

  return life_next_state (
      state, states, list[count / LIFE_LISTED_COUNTS] >> bit & 1);
}

/* @index has the nine cells in the order of #LifeRule's map. */
LIFE_SHARED uint8_t
life_next_mapped (const uint64_t *map, uint32_t index)
{
  return (uint8_t) (map[index / 64] >> index % 64 & 1);
}

/* For a cell in the column @right and row @below of a block, of which @block has the cells. */
LIFE_SHARED uint8_t
life_next_in_block (
    const uint8_t *blocks, uint32_t block, uint32_t right, uint32_t below)
{
  return (uint8_t) (blocks[block] >> (2 * below + right) & 1);
}

/* The state after this one: the first one follows the last. */
LIFE_SHARED uint8_t
life_following_state (uint32_t state, uint32_t states)
{
  return (uint8_t) (state + 1 < states ? state + 1 : 0);
}

/* For a cell of any family but tables, which life_next_tabled() has. What is @seen around it
 * depends on the family: how many neighbors are in state 1, or of cyclic rules in the state
 * after the cell's, the nine cells in the order of #LifeRule's map, or of one row the cells
 * left, itself and right, the first the highest bit.
 * A constant @family leaves its own case alone. */
LIFE_SHARED uint8_t
life_next_of_family (
    LifeFamily family, const LifeRule *rule, uint32_t state, uint32_t seen)
{
  switch (family) {
    case LIFE_FAMILY_MAP:
      return life_next_state (
          state, rule->states, life_next_mapped (rule->map, seen));
    case LIFE_FAMILY_LARGER_THAN_LIFE:
      return life_next_larger (
          state, rule->states, seen, rule->birth_range, rule->survival_range);
    case LIFE_FAMILY_WOLFRAM:
      return (uint8_t) (rule->wolfram >> seen & 1);
    case LIFE_FAMILY_CYCLIC:
      return seen >= rule->threshold
                 ? life_following_state (state, rule->states)
                 : (uint8_t) state;
    default:
      return life_next_totalistic (
          state, rule->states, seen, rule->birth, rule->survival);
  }
}
