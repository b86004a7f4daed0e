/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Draws from some lines of a world. */
#include "life/parts/part-window.h"

#include "life/draw/color/pixel-layout.h"

/* Where memory would begin of which @bytes lie before @at; only what is behind @at is used. */
static gpointer
go_back (gconstpointer at, guint64 bytes)
{
  return (gpointer) ((guintptr) at - (guintptr) bytes);
}

void
life_window_set (LifeWindow *self, const LifeGeometry *world,
    const LifeRule *rule, const LifeRowCells *lines, guint64 first_line,
    LifeThreadPool *pool)
{
  LifeRowCells *rows = &self->rows;

  *rows = *lines;
  rows->first =
      go_back (lines->first, first_line * lines->stride * sizeof (guint64));
  rows->height = world->height;
  rows->depth = world->depth;
  self->cells = (LifeCells){ *world, rule, pool, life_row_cells_host (rows) };
}

gboolean
life_window_draw (LifeWindow *self, const LifeShown *shown,
    const LifeFrame *rows, GError **error)
{
  const LifePixelLayout *layout = life_pixel_layout_get (rows->format);
  const LifeCellPlane plane = { .cells = self->cells };
  LifeFrame frame = shown->frame;

  for (guint i = 0; i < layout->planes; i++) {
    const guint above = i > 0 ? shown->first / layout->down : shown->first;

    frame.stride[i] = rows->stride[i];
    frame.data[i] =
        go_back (rows->data[i], (guint64) above * (guint64) rows->stride[i]);
  }
  return life_draw_rows (&self->drawer, &plane, &shown->view, &frame,
      shown->first, shown->end, error);
}

gboolean
life_window_sum (LifeWindow *self, const LifeShown *shown, guint32 first,
    guint32 end, guint64 *sums, GError **error)
{
  const LifeCellPlane plane = { .cells = self->cells };

  return life_draw_sum_rows (&self->drawer, &plane, &shown->view, &shown->frame,
      shown->first, shown->end, first, end, sums, error);
}

void
life_window_clear (LifeWindow *self)
{
  life_drawer_clear (&self->drawer);
}
