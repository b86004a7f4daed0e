/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds without edges, for the files that implement life/world.h: what differs in them. */
#pragma once

#include "life/world/world-private.h"

/* Whether the world has no edges, and no size. */
static inline gboolean
life_world_is_unbounded (const LifeWorld *world)
{
  return world->klass->unbounded != NULL;
}

/* Whether cells of such a world may be set and read there. */
gboolean life_unbounded_check_box (const LifeBox *box, GError **error);

/* Whether there is memory for a soup in such a box. */
gboolean life_unbounded_check_soup (const LifeBox *box, GError **error);

/* Finds the center that views mean by -1, unless it is valid for good. */
gboolean life_unbounded_find_center (LifeWorld *world, GError **error);
