/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The choice among the engines that there are. */
#pragma once

#include "life/world/renderer.h"

/* Chooses the engine that @options select; NULL and @error when it is not
 * there or cannot run @rule on such a world. */
const LifeEngineClass *life_engine_choose (const LifeRule *rule,
    const LifeGeometry *geometry, const LifeEngineOptions *options,
    GError **error);

/* A world of dead cells on the engine that @options select; where they leave the
 * choice, on the CPU also what CUDA does not take for its size. */
LifeEngine *life_engine_create (const LifeGeometry *geometry,
    const LifeRule *rule, const LifeEngineOptions *options, GError **error);

/* The renderer that goes with @engine. */
LifeRenderer *life_engine_create_renderer (LifeEngine *engine, GError **error);

/* From now on GPUs may hold parts of worlds, where the build has CUDA. */
void life_engines_use_gpus (void);
