/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Life spreads at most a radius of its rule per generation, so that its box is counted again
 * only when it can have reached an edge. */
#include "plugin/world/edge.h"

/* The distances of @box from the sides of the world, in the order of the bits. */
static void
get_distances (const LifeGeometry *geometry, const LifeBox *box,
    guint64 distances[GST_LIFE_SIDES])
{
  const gint64 sizes[] = { geometry->width, geometry->height, geometry->depth };
  const gint64 starts[] = { box->x, box->y, box->z };
  const gint64 lengths[] = { box->width, box->height, box->depth };

  for (guint axis = 0; axis < 3; axis++) {
    distances[2 * axis] = (guint64) starts[axis];
    distances[2 * axis + 1] =
        (guint64) (sizes[axis] - starts[axis] - lengths[axis]);
  }
}

static void
warn (GstLife *life, const LifeGeometry *geometry)
{
  const LifeGeometry unbounded = { .topology = LIFE_TOPOLOGY_UNBOUNDED };
  const gboolean endless = life_engine_check (
      life->timeline.rule, &unbounded, &life->settings.engine, NULL);
  g_autofree gchar *size =
      geometry->depth > 1
          ? g_strdup_printf (
              "%ux%ux%u", geometry->width, geometry->height, geometry->depth)
          : g_strdup_printf ("%ux%u", geometry->width, geometry->height);

  g_free (life->runtime.warning);
  life->runtime.warning = g_strdup_printf (
      "cells have reached the edge of the plane of %s cells that topology=auto "
      "has chosen, and are cut off there; for more room set world-width and "
      "world-height, or use topology=torus%s",
      size, endless ? " or unbounded" : "");
}

/* Sides at which the pattern lay are the user's choice. */
static void
update (GstLife *life, const LifeBox *box, guint64 now)
{
  const LifeGeometry *geometry = life_world_get_geometry (life->world);
  const guint64 radius = life_rule_get_radius (life->timeline.rule);
  const gboolean first = life->runtime.edge.room == 0;
  guint64 nearest = MAX (geometry->width, geometry->height);
  guint64 distances[GST_LIFE_SIDES];
  guint touched = 0;

  get_distances (geometry, box, distances);
  for (guint side = 0; box->width > 0 && side < GST_LIFE_SIDES; side++)
    if (life->runtime.edge.sides & 1u << side) {
      touched |= (guint) (distances[side] == 0) << side;
      if (distances[side] > 0)
        nearest = MIN (nearest, distances[side]);
    }
  life->runtime.edge.sides &= ~touched;
  if (touched && !first) {
    life->runtime.edge.sides = 0;
    warn (life, geometry);
  }
  life->runtime.edge.checked = now;
  life->runtime.edge.room = (nearest + radius - 1) / radius;
}

gboolean
gst_life_edge_check (GstLife *life, guint64 *generations, GError **error)
{
  const guint64 now = life_world_get_generation (life->world);
  GstLifeEdge *edge = &life->runtime.edge;
  LifeStatistics statistics;

  if (!edge->sides)
    return TRUE;
  /* After a seek back the difference is large, too. */
  if (now - edge->checked >= edge->room) {
    if (!life_world_count (life->world, LIFE_COUNT_BOX, &statistics, error))
      return FALSE;
    update (life, &statistics.box, now);
  }
  if (edge->sides)
    *generations = MIN (*generations, edge->checked + edge->room - now);
  return TRUE;
}
