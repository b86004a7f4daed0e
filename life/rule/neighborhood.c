/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How many neighbors a cell has. */
#include "life/rule/neighborhood.h"

#include "life/rule/transition.h"

guint
life_rule_neighbors (
    LifeNeighborhood neighborhood, guint radius, guint dimensions)
{
  gint reach = radius, deep = dimensions == 3 ? reach : 0;
  guint neighbors = 0;

  for (gint z = -deep; z <= deep; z++)
    for (gint y = -reach; y <= reach; y++)
      for (gint x = -reach; x <= reach; x++)
        neighbors += (x != 0 || y != 0 || z != 0)
                     && life_is_neighbor (neighborhood, reach, x, y, z);
  return neighbors;
}
