/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The engine that stores unbounded worlds as tiles of bits. */
#pragma once

#include "life/world/engine-class.h"

extern const LifeEngineClass life_sparse_engine;
