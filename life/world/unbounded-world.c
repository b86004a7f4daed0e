/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds without edges: cells are set, read and written at positions of 64 bits. What all
 * worlds have in common is in world.c; the engine owns the cells. */
#include "life/world/unbounded-world.h"

#include "life/base/memory.h"
#include "life/pattern/readers.h"

/* Whether there are such positions along an axis. */
static gboolean
is_range_there (gint64 first, gint64 size)
{
  return first >= -LIFE_MAX_COORDINATE && first <= LIFE_MAX_COORDINATE
         && size >= 0
         && (guint64) size <= (guint64) LIFE_MAX_COORDINATE - (guint64) first;
}

gboolean
life_unbounded_check_box (const LifeBox *box, GError **error)
{
  if (is_range_there (box->x, box->width)
      && is_range_there (box->y, box->height) && box->z == 0 && box->depth == 1)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "cells of a world without edges lie from -2^62 to below 2^62 in one"
      " plane, and not %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT
      " × %" G_GINT64_FORMAT " at (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT
      ", %" G_GINT64_FORMAT ")",
      box->width, box->height, box->depth, box->x, box->y, box->z);
  return FALSE;
}

gboolean
life_unbounded_check_soup (const LifeBox *box, GError **error)
{
  guint64 cells;

  if (__builtin_mul_overflow (
          (guint64) box->width, (guint64) box->height, &cells))
    cells = G_MAXUINT64;
  return life_memory_check (
      cells / (cells < G_MAXUINT64 ? 8 : 1), "a soup", error);
}

/* --- The center --- */

gboolean
life_unbounded_find_center (LifeWorld *world, GError **error)
{
  const LifeBox *box = &world->now.statistics.box;

  if (world->center_valid)
    return TRUE;
  if (!life_world_refresh_counts (world, LIFE_COUNT_BOX, error))
    return FALSE;
  world->engine->center[0] =
      box->width > 0 ? (gdouble) box->x + (gdouble) box->width / 2 : 0;
  world->engine->center[1] =
      box->width > 0 ? (gdouble) box->y + (gdouble) box->height / 2 : 0;
  world->center_valid = TRUE;
  return TRUE;
}

gboolean
life_world_get_center (LifeWorld *world, gdouble center[2], GError **error)
{
  const LifeGeometry *geometry;

  g_return_val_if_fail (world != NULL && center != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (life_world_is_unbounded (world)) {
    if (!life_unbounded_find_center (world, error))
      return FALSE;
    memcpy (center, world->engine->center, sizeof world->engine->center);
    return TRUE;
  }
  geometry = &world->engine->geometry;
  center[0] = geometry->width / 2.0;
  center[1] = geometry->height / 2.0;
  return TRUE;
}
