/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The engines of worlds that are cut into parts. */
#pragma once

#include "life/parts/link.h"

/* Parts on processes of a cluster, and on GPUs of this one. */
extern const LifeEngineClass life_parts_engine;
extern const LifeEngineClass life_devices_engine;

/* From now on worlds are made with links that @open makes; NULL: with those of the cluster
 * that their options name. For tests. */
void life_parts_use (LifeOpenLink open, gpointer data);
