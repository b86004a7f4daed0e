/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPU's fast engine in 3D: a bit per cell, several of them where there are more
 * states. */
#pragma once

#include "life/world/engine-class.h"

extern const LifeEngineClass life_bitsliced3d_engine;

/* The bytes of a world's cells, with @planes planes of bits; G_MAXUINT64: more than can be
 * addressed. */
guint64 life_bitsliced3d_bytes (const LifeGeometry *geometry, gsize planes);
