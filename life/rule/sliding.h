/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A rule of Larger than Life for kernels on the CPU and the GPU. */
#pragma once

#include "life/rule/transition.h"

/* Counts include the cell itself. A count is in a range if it is neither below
 * low nor above high; a range with low above high is empty. */
typedef struct {
  uint32_t radius, states;
  uint32_t highest; /* the highest count */
  uint32_t birth_low, birth_high, survival_low, survival_high;
} LifeLargerRule;

/* Whether life_larger_rule() and kernels that slide sums support @rule in a world of
 * this shape; a kernel may limit the radius further. */
static inline int
life_larger_supports (const LifeRule *rule, const LifeGeometry *geometry)
{
  return rule->family == LIFE_FAMILY_LARGER_THAN_LIFE && rule->dimensions == 2
         && rule->radius >= 1 && rule->radius <= LIFE_RADIUS_MAX
         && (rule->neighborhood == LIFE_NEIGHBORHOOD_MOORE
             || rule->neighborhood == LIFE_NEIGHBORHOOD_VON_NEUMANN
             || rule->neighborhood == LIFE_NEIGHBORHOOD_CIRCULAR
             || rule->neighborhood == LIFE_NEIGHBORHOOD_CROSS
             || rule->neighborhood == LIFE_NEIGHBORHOOD_EUCLIDEAN)
         && (geometry->topology == LIFE_TOPOLOGY_TORUS
             || geometry->topology == LIFE_TOPOLOGY_PLANE)
         && geometry->shift_x == 0 && geometry->shift_y == 0;
}

/* How far up and down the neighbors at the distance @dx reach, which is no farther
 * than @height: that of a column nearer to the cell, or the radius. */
static inline uint32_t
life_larger_height (LifeNeighborhood neighborhood, uint32_t radius, uint32_t dx,
    uint32_t height)
{
  while (height > 0
         && !life_is_neighbor (
             neighborhood, (int) radius, (int) dx, (int) height, 0))
    height--;
  return height;
}

/* The cells of a neighborhood, the one in the middle included. */
static inline uint32_t
life_larger_cells (LifeNeighborhood neighborhood, uint32_t radius)
{
  uint32_t height = radius, cells = 2 * radius + 1;

  for (uint32_t dx = 1; dx <= radius; dx++) {
    height = life_larger_height (neighborhood, radius, dx, height);
    cells += 2 * (2 * height + 1);
  }
  return cells;
}

/* The counts up to @highest that are in @range, increased by @itself. */
static inline void
life_larger_range (LifeCountRange range, uint32_t itself, uint32_t highest,
    uint32_t *low, uint32_t *high)
{
  const uint64_t first = (uint64_t) range.first + itself;
  const uint64_t last = (uint64_t) range.last + itself;

  *low = range.first <= range.last && first <= highest ? (uint32_t) first
                                                       : highest + 1;
  *high = last < highest ? (uint32_t) last : highest;
}

static inline LifeLargerRule
life_larger_rule (const LifeRule *rule)
{
  LifeLargerRule larger;

  larger.radius = rule->radius;
  larger.states = rule->states;
  larger.highest = life_larger_cells (rule->neighborhood, rule->radius);
  life_larger_range (rule->birth_range, 0, larger.highest, &larger.birth_low,
      &larger.birth_high);
  life_larger_range (rule->survival_range, rule->middle ? 0 : 1, larger.highest,
      &larger.survival_low, &larger.survival_high);
  return larger;
}
