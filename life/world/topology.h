/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which cell lies beyond a world's edge; compiled by C and nvcc.
 *
 * Every closed world tiles the endless plane with copies of itself: moved on a
 * torus, mirrored on a Klein bottle and a cross-surface, turned by a quarter
 * about the top left and bottom right corners on a sphere. A position outside the
 * world shows the cell that the copy has there. So it does not matter how far
 * out the position is, or which edge is crossed first, and distant neighbors are
 * those that single steps would reach. One cell out this agrees with what Golly
 * 3.3 copies there, in corners too.
 *
 * Fast kernels wrap the edges of a torus, and leave those of a plane dead, in their own
 * loops: each one's header lists where. */
#pragma once

#include <life/geometry.h>

#include "life/base/shared.h"

/* Moves *@at back into 0 … @size - 1, and returns how many copies away it was. */
LIFE_SHARED int64_t
life_topology_wrap (int64_t *at, int64_t size)
{
  int64_t copies = *at / size;

  *at -= copies * size;
  if (*at >= 0)
    return copies;
  *at += size;
  return copies - 1;
}

/* Where a position on one edge lies on the opposite edge, if that is reversed.
 * With an even number of cells the edges can also meet one cell further on, and
 * any shift gives the same surface. */
LIFE_SHARED int64_t
life_topology_turn (int64_t at, int64_t size, int64_t shift)
{
  return size - 1 - (size % 2 == 0 && shift % size != 0) - at;
}

LIFE_SHARED void
life_topology_find_on_torus (
    const LifeGeometry *geometry, int64_t *x, int64_t *y, int64_t *z)
{
  *x += life_topology_wrap (y, geometry->height) * geometry->shift_x;
  *y += life_topology_wrap (x, geometry->width) * geometry->shift_y;
  life_topology_wrap (y, geometry->height);
  life_topology_wrap (z, geometry->depth);
}

LIFE_SHARED void
life_topology_find_on_klein_bottle (
    const LifeGeometry *geometry, int64_t *x, int64_t *y)
{
  const int64_t width = geometry->width, height = geometry->height;

  if (geometry->vertical_twist) {
    if (life_topology_wrap (x, width) % 2 != 0)
      *y = life_topology_turn (*y, height, geometry->shift_y);
    life_topology_wrap (y, height);
  } else {
    if (life_topology_wrap (y, height) % 2 != 0)
      *x = life_topology_turn (*x, width, geometry->shift_x);
    life_topology_wrap (x, width);
  }
}

LIFE_SHARED void
life_topology_find_on_cross_surface (
    const LifeGeometry *geometry, int64_t *x, int64_t *y)
{
  if (life_topology_wrap (y, geometry->height) % 2 != 0)
    *x = life_topology_turn (*x, geometry->width, 0);
  if (life_topology_wrap (x, geometry->width) % 2 != 0)
    *y = life_topology_turn (*y, geometry->height, 0);
}

/* Four copies around the bottom right corner make a square that is moved. */
LIFE_SHARED void
life_topology_find_on_sphere (
    const LifeGeometry *geometry, int64_t *x, int64_t *y)
{
  const int64_t side = geometry->width, last = 2 * side - 1;
  int64_t column, row;

  life_topology_wrap (x, 2 * side);
  life_topology_wrap (y, 2 * side);
  column = *x;
  row = *y;
  if (column >= side && row >= side) {
    *x = last - column;
    *y = last - row;
  } else if (column >= side) {
    *x = row;
    *y = last - column;
  } else if (row >= side) {
    *x = last - row;
    *y = column;
  }
}

/* The directions of a walk through the world. */
typedef enum {
  LIFE_HEADING_RIGHT,
  LIFE_HEADING_DOWN,
  LIFE_HEADING_LEFT,
  LIFE_HEADING_UP,
} LifeHeading;

/* The direction in the world of a walk that goes right at (@x, @y), up to the
 * end of the world's copy that this position lies in. */
LIFE_SHARED LifeHeading
life_topology_heading (const LifeGeometry *geometry, int64_t x, int64_t y)
{
  const int64_t side = geometry->width;

  switch (geometry->topology) {
    case LIFE_TOPOLOGY_KLEIN:
      if (geometry->vertical_twist)
        return LIFE_HEADING_RIGHT;
      return life_topology_wrap (&y, geometry->height) % 2 != 0
                 ? LIFE_HEADING_LEFT
                 : LIFE_HEADING_RIGHT;
    case LIFE_TOPOLOGY_CROSS_SURFACE:
      return life_topology_wrap (&y, geometry->height) % 2 != 0
                 ? LIFE_HEADING_LEFT
                 : LIFE_HEADING_RIGHT;
    case LIFE_TOPOLOGY_SPHERE:
      life_topology_wrap (&x, 2 * side);
      life_topology_wrap (&y, 2 * side);
      if (x < side)
        return y < side ? LIFE_HEADING_RIGHT : LIFE_HEADING_DOWN;
      return y < side ? LIFE_HEADING_UP : LIFE_HEADING_LEFT;
    default:
      return LIFE_HEADING_RIGHT;
  }
}

/* Finds the cell of the world at (*x, *y, *z), which may lie outside by any
 * number of cells. 0 where there is none: that position is always dead. */
LIFE_SHARED int
life_topology_find (
    const LifeGeometry *geometry, int64_t *x, int64_t *y, int64_t *z)
{
  if (*x >= 0 && *x < geometry->width && *y >= 0 && *y < geometry->height
      && *z >= 0 && *z < geometry->depth)
    return 1;
  switch (geometry->topology) {
    case LIFE_TOPOLOGY_TORUS:
      life_topology_find_on_torus (geometry, x, y, z);
      return 1;
    case LIFE_TOPOLOGY_KLEIN:
      life_topology_find_on_klein_bottle (geometry, x, y);
      return 1;
    case LIFE_TOPOLOGY_CROSS_SURFACE:
      life_topology_find_on_cross_surface (geometry, x, y);
      return 1;
    case LIFE_TOPOLOGY_SPHERE:
      life_topology_find_on_sphere (geometry, x, y);
      return 1;
    default:
      return 0;
  }
}
