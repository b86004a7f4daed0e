/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which cell lies beyond a world's edge; compiled by C and nvcc. */
#pragma once

#include <life/geometry.h>

#include "life/shared.h"

/* Finds the cell that somebody meets at (*x, *y, *z), which may lie outside the
 * world by any number of cells. 0 where there is none: it is dead for ever. */
LIFE_SHARED int
life_topology_find (
    const LifeGeometry *geometry, int64_t *x, int64_t *y, int64_t *z)
{
  const int64_t width = geometry->width, height = geometry->height;
  const int64_t depth = geometry->depth;

  if (*x >= 0 && *x < width && *y >= 0 && *y < height && *z >= 0 && *z < depth)
    return 1;
  if (geometry->topology != LIFE_TOPOLOGY_TORUS)
    return 0;
  *x = (*x % width + width) % width;
  *y = (*y % height + height) % height;
  *z = (*z % depth + depth) % depth;
  return 1;
}
