/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The engine of unbounded worlds that stores equal squares once. */
#pragma once

#include "life/world/engine-class.h"

extern const LifeEngineClass life_hash_engine;
