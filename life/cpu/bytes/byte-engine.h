/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The CPU's general engine, a byte per cell, for any rule. */
#pragma once

#include "life/world/engine-class.h"

extern const LifeEngineClass life_bytes_engine;
