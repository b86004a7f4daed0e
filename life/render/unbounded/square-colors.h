/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames of worlds without edges by history or by states, at zooms at which a pixel shows many
 * cells. */
#pragma once

#include "life/draw/color/coloring.h"
#include "life/render/unbounded/tile-history.h"

G_BEGIN_DECLS

/* Sums of colors of squares, cached for the next frame. */
typedef struct {
  gpointer sums;
  gsize n;
} LifeSquareColors;

/* Sets the color of each pixel of a frame of @width × @height, four bytes as LifeColors has
 * them: the mean of its cells' by @coloring. @history has the present cells
 * (life_tile_history_refresh()). What is exact is as life_squares_draw() has it. */
gboolean life_square_colors_draw (LifeSquareColors *self,
    const LifeTileHistory *history, LifeThreadPool *pool, const LifeView *view,
    const LifeColoring *coloring, guint width, guint height, guint8 *pixels,
    GError **error);

/* The same by the states of the present cells of @engine. */
gboolean life_square_colors_draw_states (LifeSquareColors *self,
    LifeEngine *engine, const LifeView *view, const LifeColoring *coloring,
    guint width, guint height, guint8 *pixels, GError **error);

G_END_DECLS
