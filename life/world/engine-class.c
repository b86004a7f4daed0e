/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What all engines have in common: what is chosen by default, and which edges are simple. */
#include "life/world/engine-class.h"

void
life_engine_options_init (LifeEngineOptions *options)
{
  g_return_if_fail (options != NULL);

  *options = (LifeEngineOptions){
    .engine = LIFE_ENGINE_AUTO,
    .kernel = LIFE_KERNEL_AUTO,
    .pdl = TRUE,
    .cuda_device_id = -1,
    .cluster_timeout = 10,
  };
}

guint64
life_engine_suggest_memory_limit (void)
{
  return MIN (life_memory_total () / 4, life_memory_available ());
}

gboolean
life_engine_has_simple_edges (const LifeGeometry *geometry)
{
  return geometry->topology == LIFE_TOPOLOGY_PLANE
         || (geometry->topology == LIFE_TOPOLOGY_TORUS && geometry->shift_x == 0
             && geometry->shift_y == 0);
}
