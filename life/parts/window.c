/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Draws from some lines of a world. */
#include "life/parts/window.h"

#include "life/draw/color/pixel-layout.h"

/* Where memory would begin of which @bytes lie before @at; only what is behind @at is used. */
static gpointer
go_back (gconstpointer at, guint64 bytes)
{
  return (gpointer) ((guintptr) at - (guintptr) bytes);
}

void
life_window_set (LifeWindow *self, const LifeGeometry *world,
    const LifeRule *rule, LifePlanes planes, gconstpointer lines, guint64 place,
    gsize stride, LifeThreadPool *pool)
{
  LifeRowEngine *bits = &self->bits;

  bits->engine.geometry = *world;
  bits->engine.rule = rule;
  bits->pool = pool;
  bits->planes = planes;
  bits->words = life_bits_words (world->width);
  bits->stride = stride;
  bits->generations.present =
      go_back (lines, place * stride * sizeof (guint64));
}

gboolean
life_window_draw (LifeWindow *self, const LifeShown *shown,
    const LifeFrame *rows, GError **error)
{
  const LifePixelLayout *layout = life_pixel_layout_get (rows->format);
  LifeFrame frame = shown->frame;

  for (guint i = 0; i < layout->planes; i++) {
    const guint above = i > 0 ? shown->first / layout->down : shown->first;

    frame.stride[i] = rows->stride[i];
    frame.data[i] =
        go_back (rows->data[i], (guint64) above * (guint64) rows->stride[i]);
  }
  return life_row_engine_draw_rows (
      &self->bits, &shown->view, &frame, shown->first, shown->end, error);
}

gboolean
life_window_sum (LifeWindow *self, const LifeShown *shown, guint32 first,
    guint32 end, guint64 *sums, GError **error)
{
  return life_row_engine_sum_rows (&self->bits, &shown->view, &shown->frame,
      shown->first, shown->end, first, end, sums, error);
}

void
life_window_clear (LifeWindow *self)
{
  life_drawer_clear (&self->bits.drawer);
}
