/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Some lines of a world to draw from: as if the whole world were there, of which nothing but
 * these lines is read. */
#pragma once

#include "life/cpu/row-cells.h"
#include "life/draw/draw-rows.h"
#include "life/parts/share.h"

/* All 0 at first. It owns what a frame like the last one needs. */
typedef struct {
  LifeRowCells rows;
  LifeCells cells;
  LifeDrawer drawer;
} LifeWindow;

/* @lines: rows of bits as a part has them, from line @first_line of @world on. No copy
 * is made. @pool: (nullable): threads to draw with. */
void life_window_set (LifeWindow *self, const LifeGeometry *world,
    const LifeRule *rule, const LifeRowCells *lines, guint64 first_line,
    LifeThreadPool *pool);

/* Draws rows of a frame; @rows is a frame that has just those. They must show nothing but the
 * lines that are there. */
gboolean life_window_draw (LifeWindow *self, const LifeShown *shown,
    const LifeFrame *rows, GError **error);

/* Sums up what rows of a frame show of units @first to before @end, whose lines are there, as
 * life_draw_sum_rows(). */
gboolean life_window_sum (LifeWindow *self, const LifeShown *shown,
    guint32 first, guint32 end, guint64 *sums, GError **error);

void life_window_clear (LifeWindow *self);
