/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The shapes of worlds: which are valid, and arithmetic on them; no cells, no
 * memory. */
#include "life/world/world-private.h"

/* In the order of LifeTopology. */
static const LifeChoice topologies[] = {
  { LIFE_TOPOLOGY_TORUS, "torus", "Opposite edges are joined" },
  { LIFE_TOPOLOGY_PLANE, "plane", "Every cell outside the world is dead" },
  { LIFE_TOPOLOGY_KLEIN, "klein",
      "A Klein bottle: top and bottom edges are joined turned round" },
  { LIFE_TOPOLOGY_CROSS_SURFACE, "cross-surface",
      "Opposite edges are joined, all turned round" },
  { LIFE_TOPOLOGY_SPHERE, "sphere",
      "Top and left edges are joined, bottom and right ones too; as wide as "
      "high" },
  { LIFE_TOPOLOGY_UNBOUNDED, "unbounded",
      "There are no edges and no size: the world grows with what lives (2D)" },
};

const LifeChoice *
life_geometry_list_topologies (guint index)
{
  return index < G_N_ELEMENTS (topologies) ? &topologies[index] : NULL;
}

static gboolean
check_shift (const LifeGeometry *geometry, GError **error)
{
  gboolean klein = geometry->topology == LIFE_TOPOLOGY_KLEIN;

  if (geometry->shift_x == 0 && geometry->shift_y == 0)
    return TRUE;
  if (geometry->topology != LIFE_TOPOLOGY_TORUS && !klein)
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "a world of topology %s has no shift; a torus and a Klein bottle have",
        topologies[geometry->topology].nick);
  else if (geometry->shift_x != 0 && geometry->shift_y != 0)
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "a world is shifted along x or along y, not by %d and %d",
        geometry->shift_x, geometry->shift_y);
  else if (klein && (geometry->vertical_twist != 0) != (geometry->shift_y != 0))
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "a Klein bottle is shifted along the edges that are turned round only");
  else
    return TRUE;
  return FALSE;
}

static gboolean
check_unbounded (const LifeGeometry *geometry, guint dimensions, GError **error)
{
  if (dimensions == 3)
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "a world without edges has two dimensions; use a 2D rule, or "
        "topology=torus or topology=plane");
  else if (geometry->width != 0 || geometry->height != 0 || geometry->depth > 1)
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "a world without edges has no size, and this one is to have %u × %u "
        "cells; leave world-width and world-height out, or use topology=torus "
        "or topology=plane",
        geometry->width, geometry->height);
  else
    return TRUE;
  return FALSE;
}

gboolean
life_geometry_check (
    const LifeGeometry *geometry, guint dimensions, GError **error)
{
  LifeTopology topology;

  g_return_val_if_fail (geometry != NULL, FALSE);
  g_return_val_if_fail (
      (guint) geometry->topology < G_N_ELEMENTS (topologies), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  topology = geometry->topology;
  if (topology == LIFE_TOPOLOGY_UNBOUNDED)
    return check_unbounded (geometry, dimensions, error)
           && check_shift (geometry, error);
  if (dimensions == 3
      && ((topology != LIFE_TOPOLOGY_TORUS && topology != LIFE_TOPOLOGY_PLANE)
          || geometry->shift_x != 0 || geometry->shift_y != 0)) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "a world of three dimensions is a torus without a shift or a plane, "
        "and "
        "this one is to be a %s%s; use topology=torus or topology=plane",
        geometry->shift_x != 0 || geometry->shift_y != 0 ? "shifted " : "",
        topologies[topology].nick);
    return FALSE;
  }
  if (topology == LIFE_TOPOLOGY_SPHERE && geometry->width != geometry->height
      && geometry->width != 0 && geometry->height != 0) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "a sphere is as wide as it is high, not %u × %u cells; make "
        "world-width and world-height the same, or set only one of them",
        geometry->width, geometry->height);
    return FALSE;
  }
  return check_shift (geometry, error);
}

gboolean
life_geometry_cells (const LifeGeometry *geometry, guint64 *cells)
{
  guint64 plane;

  g_return_val_if_fail (geometry != NULL && cells != NULL, FALSE);

  plane = (guint64) geometry->width * geometry->height;
  if (geometry->topology == LIFE_TOPOLOGY_UNBOUNDED
      || !g_uint64_checked_mul (cells, plane, geometry->depth)) {
    *cells = G_MAXUINT64;
    return FALSE;
  }
  return TRUE;
}

void
life_geometry_plane (const LifeGeometry *geometry, LifeAxis axis,
    guint32 *columns, guint32 *rows, guint32 *planes)
{
  g_return_if_fail (geometry != NULL);
  g_return_if_fail (columns != NULL && rows != NULL && planes != NULL);

  *columns = axis == LIFE_AXIS_X ? geometry->height : geometry->width;
  *rows = axis == LIFE_AXIS_Z ? geometry->height : geometry->depth;
  *planes = axis == LIFE_AXIS_Z   ? geometry->depth
            : axis == LIFE_AXIS_Y ? geometry->height
                                  : geometry->width;
}
