/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The renderer of worlds without edges, of any engine that has a LifeUnboundedClass. */
#pragma once

#include "life/render/unbounded/unbounded.h"
#include "life/world/renderer.h"

G_BEGIN_DECLS

typedef struct {
  LifeRenderer renderer;
  LifeUnboundedDrawer drawer;
} LifeUnboundedRenderer;

extern const LifeRendererClass life_unbounded_renderer;

G_END_DECLS
