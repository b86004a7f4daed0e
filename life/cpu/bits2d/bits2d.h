/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPU's fast engine in 2D: a bit per cell, several of them where there are more
 * states. */
#pragma once

#include "life/world/engine-class.h"

extern const LifeEngineClass life_bitsliced_engine;

/* Whether it runs @rule; a table is searched for gates, which takes up to a second. */
gboolean life_bitsliced_supports (const LifeRule *rule);

/* The bytes of a world's cells, with @planes planes of bits; G_MAXUINT64: more than can be
 * addressed. An engine also needs up to some MiB per thread, whatever the world's size. */
guint64 life_bitsliced_bytes (const LifeGeometry *geometry, gsize planes);
