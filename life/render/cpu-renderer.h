/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The renderer of engines whose cells the CPU can read (LifeEngineClass.get_cells). */
#pragma once

#include "life/draw/draw-rows.h"
#include "life/draw/history.h"
#include "life/draw/absorb.h"
#include "life/draw/stack.h"
#include "life/world/renderer.h"

G_BEGIN_DECLS

typedef struct {
  LifeRenderer renderer;
  LifeDrawer drawer;
  LifeHistory history;
  LifeStack stack;
  LifePictureMemory luma; /* of the picture that arrived last */
} LifeCpuRenderer;

extern const LifeRendererClass life_cpu_renderer;

G_END_DECLS
