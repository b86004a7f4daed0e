/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The renderer of worlds without edges, of any engine that has a LifeUnboundedClass. From zoom
 * 1/4 on the cells that a frame can show are copied into a window of bits, with their history
 * if that is shown, which is drawn as any other world is; below that live cells are counted, or colors of history added up, in
 * squares that are no smaller than half a pixel. So a frame costs by its pixels, however
 * much lives, or by its history. */
#pragma once

#include "life/draw/draw-rows.h"
#include "life/render/unbounded/square-colors.h"
#include "life/world/renderer.h"

G_BEGIN_DECLS

/* Cells that a frame can show, as bits. */
typedef struct {
  LifeHistory history;
  LifeEngine *world;
  gint64 x, y; /* of its corner there */
  guint64 *bits;
  gsize words; /* that there is memory for, in all */
  gsize row_words;
} LifeUnboundedWindow;

typedef struct {
  LifeRenderer renderer;
  LifeDrawer drawer;
  LifeUnboundedWindow window;
  guint8 *pixels; /* indices, or colors of four bytes */
  gsize n_pixels; /* bytes that there is memory for */
  gdouble *counts;
  gsize n_counts;
  LifeSquareColors colors;
  LifeTileHistory history; /* the frames before the present one */
} LifeUnboundedRenderer;

extern const LifeRendererClass life_unbounded_renderer;

G_END_DECLS
