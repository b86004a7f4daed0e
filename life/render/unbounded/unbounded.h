/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Drawing of worlds without edges. From zoom 1/4 on the cells that a frame can show are
 * copied into a window of bits, with their history if that is shown, which is drawn as any
 * other world is; below that live cells are counted, or colors of history added up, in
 * squares that are no smaller than half a pixel. So a frame costs by its pixels, however
 * much lives, or by its history. */
#pragma once

#include "life/draw/draw.h"
#include "life/draw/picture.h"

#include "life/render/unbounded/square-colors.h"

G_BEGIN_DECLS

/* Smaller zooms are drawn like this one. */
#define LIFE_UNBOUNDED_MIN_ZOOM 0x1p-60

/* Cells that a frame can show, as bits. */
typedef struct {
  LifeHistory history;
  LifeEngine *world;
  gint64 x, y; /* of its corner there */
  guint64 *bits;
  gsize words; /* that there is memory for, in all */
  gsize row_words;
} LifeUnboundedWindow;

/* What such an engine keeps from one frame to the next; all 0 at first. */
typedef struct {
  LifeDrawer drawer;
  LifeUnboundedWindow window;
  guint8 *pixels; /* indices, or colors of four bytes */
  gsize n_pixels; /* bytes that there is memory for */
  gdouble *counts;
  gsize n_counts;
  LifeSquareColors colors;
  LifeTileHistory history; /* the frames before the present one */
} LifeUnboundedDrawer;

void life_unbounded_drawer_clear (LifeUnboundedDrawer *self);

/* Forgets history, and frees what that took. */
void life_unbounded_drawer_forget (LifeUnboundedDrawer *self);

/* As life_draw() and life_draw_before(). */
gboolean life_unbounded_draw (LifeUnboundedDrawer *self, LifeEngine *engine,
    const LifeView *view, const LifeFrame *frame, GError **error);
gboolean life_unbounded_draw_before (LifeUnboundedDrawer *self,
    LifeEngine *engine, const LifeView *view, const LifeFrame *frame,
    GError **error);

/* As life_picture_absorb(); a picture that replaces a world kills what lies outside
 * it, and there is no LIFE_INPUT_MOTION. */
gboolean life_unbounded_absorb (
    LifeEngine *engine, const LifeArrivingPicture *picture, GError **error);

G_END_DECLS
