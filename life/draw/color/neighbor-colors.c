/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds a rule's neighbors as runs of columns, for drawing. */
#include "life/draw/color/neighbor-colors.h"

#include "life/rule/families.h"
#include "life/rule/table/rule-table.h"
#include "life/rule/transition.h"

LifeNeighborhoodShape
life_neighborhood_shape (const LifeRule *rule)
{
  const gboolean in_a_row =
      life_family_get (rule->family)->is_1d
      || (rule->table != NULL && rule->table->tree.neighbors == 2);

  /* Neighborhoods of many runs in a row, or of weights, are drawn as their square. */
  return (LifeNeighborhoodShape){ rule->neighborhood
                                          >= LIFE_NEIGHBORHOOD_CHECKERBOARD
                                      ? LIFE_NEIGHBORHOOD_MOORE
                                      : rule->neighborhood,
    MAX (1, rule->radius), rule->dimensions, in_a_row };
}

gboolean
life_neighborhood_is_same (LifeNeighborhoodShape a, LifeNeighborhoodShape b)
{
  return a.kind == b.kind && a.radius == b.radius
         && a.dimensions == b.dimensions && a.in_a_row == b.in_a_row;
}

/* Whether the cell at this distance in the view is a neighbor. */
static gboolean
is_neighbor (LifeNeighborhoodShape shape, LifeAxis axis, gint column, gint row,
    gint plane)
{
  gint x = axis == LIFE_AXIS_X ? plane : column;
  gint y = axis == LIFE_AXIS_Z ? row : axis == LIFE_AXIS_Y ? plane : column;
  gint z = axis == LIFE_AXIS_Z ? plane : row;

  if (x == 0 && y == 0 && z == 0)
    return FALSE;
  if (shape.dimensions == 2 && z != 0)
    return FALSE;
  if (shape.in_a_row)
    return y == 0 && ABS (x) == 1;
  return life_is_neighbor (shape.kind, (gint) shape.radius, x, y, z);
}

static void
add_row (LifeNeighbors *self, LifeNeighborhoodShape shape, LifeAxis axis,
    gint row, gint plane)
{
  gint reach = (gint) shape.radius;

  for (gint first = -reach, last; first <= reach; first = last + 1) {
    last = first;
    if (!is_neighbor (shape, axis, first, row, plane))
      continue;
    while (last < reach && is_neighbor (shape, axis, last + 1, row, plane))
      last++;
    g_assert (self->n_runs < LIFE_NEIGHBOR_RUNS);
    self->runs[self->n_runs++] = (LifeNeighborRun){ (gint16) row,
      (gint16) plane, (gint16) first, (gint16) last };
    self->neighbors += (guint) (last - first) + 1;
  }
}

static guint
find_adjacent (const LifeNeighbors *self)
{
  guint adjacent = 0;

  if (self->radius != 1)
    return 0;
  for (guint i = 0; i < self->n_runs; i++) {
    const LifeNeighborRun *run = &self->runs[i];

    if (run->plane != 0)
      return 0;
    for (gint column = run->first; column <= run->last; column++)
      adjacent |= 1u << (3 * (run->row + 1) + column + 1);
  }
  return adjacent;
}

void
life_neighbors_init (
    LifeNeighbors *neighbors, LifeNeighborhoodShape shape, LifeAxis axis)
{
  gint reach = (gint) shape.radius;
  /* Radii beyond 1 are those of rules of two dimensions, seen along z alone. */
  gboolean flat = shape.dimensions == 2 && axis == LIFE_AXIS_Z;

  memset (neighbors, 0, sizeof *neighbors);
  neighbors->radius = shape.radius;
  for (gint plane = flat ? 0 : -reach; plane <= (flat ? 0 : reach); plane++)
    for (gint row = -reach; row <= reach; row++)
      add_row (neighbors, shape, axis, row, plane);
  neighbors->adjacent = find_adjacent (neighbors);
}
