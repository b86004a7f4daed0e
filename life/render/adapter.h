/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The renderer of engines that draw by functions of their own class. */
#pragma once

#include "life/world/renderer.h"

/* With the last such engine it goes, and so do those functions. */
extern const LifeRendererClass life_adapter_renderer;
