/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which cells of a plane, and of its neighbors, are neighbors of one: for drawing how
 * many of them live. Steps count neighbors in ways of their own. */
#pragma once

#include "life/base/shared.h"
#include "life/draw/color/adjacent.h"
#include "life/rule/rule-private.h"

G_BEGIN_DECLS

/* A rule's neighborhood, 2D or 3D, as rules of all families have one. */
typedef struct {
  LifeNeighborhood kind;
  guint radius, dimensions;
  gboolean
      in_a_row; /* those in the same row alone, as Wolfram's rules have it */
} LifeNeighborhoodShape;

/* Neighbors side by side, from column @first to @last, in the row @row and the plane
 * @plane of the view, all counted from the cell. */
typedef struct {
  gint16 row, plane, first, last;
} LifeNeighborRun;

/* One for each row of the widest neighborhood, and another one next to the cell. */
#define LIFE_NEIGHBOR_RUNS (2 * LIFE_RADIUS_MAX + 2)

/* @adjacent: where all neighbors touch the cell and are in its plane, which they are
 * (adjacent.h); else 0. */
typedef struct {
  guint radius, neighbors, adjacent, n_runs;
  LifeNeighborRun runs[LIFE_NEIGHBOR_RUNS]; /* those of a row side by side */
} LifeNeighbors;

/* The index of a live cell that has @alive live ones among so many @neighbors: from 1
 * for no more than one to life_neighbors_levels() for all. */
LIFE_SHARED uint32_t
life_neighbors_levels (uint32_t neighbors)
{
  return neighbors < 2 ? 2 : neighbors < 255 ? neighbors : 255;
}

LIFE_SHARED uint8_t
life_neighbors_index (uint32_t alive, uint32_t neighbors)
{
  const uint32_t steps = life_neighbors_levels (neighbors) - 1;
  const uint32_t maximum = neighbors < 2 ? 1 : neighbors - 1;

  if (alive < 1)
    return 1;
  return (uint8_t) (1 + ((alive - 1) * steps + maximum / 2) / maximum);
}

LifeNeighborhoodShape life_neighborhood_shape (const LifeRule *rule);

gboolean life_neighborhood_is_same (
    LifeNeighborhoodShape a, LifeNeighborhoodShape b);

/* As a view across @axis has them. */
void life_neighbors_init (
    LifeNeighbors *neighbors, LifeNeighborhoodShape shape, LifeAxis axis);

G_END_DECLS
