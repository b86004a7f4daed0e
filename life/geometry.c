/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Arithmetic on the shapes of worlds; it knows nothing of cells or memory. */
#include "life/geometry.h"

gboolean
life_geometry_cells (const LifeGeometry *geometry, guint64 *cells)
{
  guint64 plane;

  g_return_val_if_fail (geometry != NULL && cells != NULL, FALSE);

  plane = (guint64) geometry->width * geometry->height;
  if (!g_uint64_checked_mul (cells, plane, geometry->depth)) {
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
