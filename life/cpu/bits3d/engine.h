/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPU's fast engine in 3D: a bit per cell, several of them where there are more
 * states. */
#pragma once

#include "life/world/engine.h"

G_BEGIN_DECLS

extern const LifeEngineClass life_bitsliced3d_engine;

G_END_DECLS
