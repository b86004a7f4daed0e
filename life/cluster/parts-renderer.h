/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The renderer of worlds in parts. */
#pragma once

#include "life/cluster/cluster-private.h"
#include "life/draw/draw-rows.h"
#include "life/world/renderer.h"

typedef struct {
  LifeRenderer renderer;
  LifeDrawer
      drawer; /* of rows of pixels that several parts share, and of captions */
  /* All cells in one engine, and its renderer; NULL: not yet. It runs @rule, and has the
   * cells of that version of the parts'. */
  LifeEngine *whole;
  LifeRenderer *show;
  LifeRule *rule;
  guint64 version;
} LifePartsRenderer;

extern const LifeRendererClass life_parts_renderer;
