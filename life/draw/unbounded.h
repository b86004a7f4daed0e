/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Drawing of worlds without edges. From zoom 1/4 on the cells that a frame can show are
 * copied into a window of bits, which is drawn as any other world is; below that live cells
 * are counted in squares that are no smaller than half a pixel. So a frame costs by its
 * pixels, however much lives. */
#pragma once

#include "life/draw/draw.h"

G_BEGIN_DECLS

/* Smaller zooms are drawn like this one. */
#define LIFE_UNBOUNDED_MIN_ZOOM 0x1p-60

/* Cells that a frame can show, as a world of their own. */
typedef struct {
  LifeEngine engine; /* no more than shape and rule */
  LifeEngine *world;
  gint64 x, y; /* of its corner there */
  guint64 *bits;
  gsize words, rows; /* that there is memory for, in all; and of the window */
  gsize row_words;
} LifeUnboundedWindow;

/* What such an engine keeps from one frame to the next; all 0 at first. */
typedef struct {
  LifeDrawer drawer;
  LifeUnboundedWindow window;
  guint8 *pixels; /* indices */
  gsize n_pixels;
  gdouble *counts;
  gsize n_counts;
} LifeUnboundedDrawer;

void life_unbounded_drawer_clear (LifeUnboundedDrawer *self);

/* As life_draw() and life_draw_before(). */
gboolean life_unbounded_draw (LifeUnboundedDrawer *self, LifeEngine *engine,
    LifeThreadPool *pool, const LifeView *view, const LifeFrame *frame,
    GError **error);
gboolean life_unbounded_draw_before (LifeUnboundedDrawer *self,
    LifeEngine *engine, LifeThreadPool *pool, const LifeView *view,
    const LifeFrame *frame, GError **error);

G_END_DECLS
