/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of topologies share: every way to join edges, and interesting
 * sizes. */
#pragma once

#include "tests/support/worlds/world.h"

/* Every way to join edges; what Golly writes before and after a side. */
typedef struct {
  const gchar *name;
  LifeTopology topology;
  gboolean vertical_twist;
  gint32 shift_x, shift_y;
  const gchar *suffix; /* with both sides; a sphere takes the first */
} Shape;

G_GNUC_UNUSED static const Shape shapes[] = {
  { "plane", LIFE_TOPOLOGY_PLANE, FALSE, 0, 0, "P%u,%u" },
  { "torus", LIFE_TOPOLOGY_TORUS, FALSE, 0, 0, "T%u,%u" },
  { "torus-shifted-right", LIFE_TOPOLOGY_TORUS, FALSE, 5, 0, "T%u+5,%u" },
  { "torus-shifted-left", LIFE_TOPOLOGY_TORUS, FALSE, -3, 0, "T%u-3,%u" },
  { "torus-shifted-down", LIFE_TOPOLOGY_TORUS, FALSE, 0, 1, "T%u,%u+1" },
  { "torus-shifted-up", LIFE_TOPOLOGY_TORUS, FALSE, 0, -2, "T%u,%u-2" },
  { "klein", LIFE_TOPOLOGY_KLEIN, FALSE, 0, 0, "K%u*,%u" },
  { "klein-vertical", LIFE_TOPOLOGY_KLEIN, TRUE, 0, 0, "K%u,%u*" },
  { "klein-shifted", LIFE_TOPOLOGY_KLEIN, FALSE, 1, 0, "K%u*+1,%u" },
  { "klein-shifted-back", LIFE_TOPOLOGY_KLEIN, FALSE, -4, 0, "K%u*-4,%u" },
  { "klein-vertical-shifted", LIFE_TOPOLOGY_KLEIN, TRUE, 0, 1, "K%u,%u*+1" },
  { "klein-vertical-shifted-more", LIFE_TOPOLOGY_KLEIN, TRUE, 0, 6,
      "K%u,%u*+6" },
  { "cross-surface", LIFE_TOPOLOGY_CROSS_SURFACE, FALSE, 0, 0, "C%u,%u" },
  { "sphere", LIFE_TOPOLOGY_SPHERE, FALSE, 0, 0, "S%u" },
};

/* Narrow, odd and even ones, around one word and above two; a sphere takes only
 * the first side. */
G_GNUC_UNUSED static const guint32 sizes[][2] = { { 1, 1 }, { 2, 2 }, { 3, 3 },
  { 1, 9 }, { 8, 1 }, { 2, 11 }, { 10, 2 }, { 6, 4 }, { 5, 7 }, { 13, 10 },
  { 30, 20 }, { 63, 17 }, { 64, 64 }, { 65, 31 }, { 128, 33 }, { 131, 90 } };

static inline LifeGeometry
geometry_of (const Shape *shape, guint32 width, guint32 height)
{
  return (LifeGeometry){ width,
    shape->topology == LIFE_TOPOLOGY_SPHERE ? width : height, 1,
    shape->topology, shape->vertical_twist, shape->shift_x, shape->shift_y };
}
