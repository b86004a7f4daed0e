/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where the borders of cells lie among the pixels of a frame. */
#include "life/draw/view/grid-lines.h"

#include <math.h>

/* Below it there would be nothing but lines. */
#define MIN_ZOOM 2

gboolean
life_grid_is_shown (const LifeView *view)
{
  return view->grid > 0 && view->zoom >= MAX (view->grid, MIN_ZOOM);
}

void
life_grid_get_color (const LifeView *view, guint8 line[4], guint *alpha)
{
  for (guint i = 0; i < 3; i++)
    line[i] = (guint8) (view->grid_color >> (16 - 8 * i));
  line[3] = 255;
  *alpha = view->grid_color >> 24;
}

static guint16
part_of (gint64 covered, gint64 pixel)
{
  return (guint16) ((MAX (covered, 0) * 256 + pixel / 2) / pixel);
}

/* A line is as wide as a pixel, so that at most two cells' lie in one. */
static LifeGridLine
cover_area (const LifeMapping *mapping, guint pixel, gint64 width)
{
  guint bits = mapping->fraction_bits;
  gint64 cell = (gint64) 1 << bits, size = mapping->n_cells * cell;
  gint64 first = CLAMP (mapping->edges[pixel], 0, size);
  gint64 end = CLAMP (mapping->edges[pixel + 1], 0, size);
  gint64 all = mapping->edges[pixel + 1] - mapping->edges[pixel];
  LifeGridLine line = { .inside = part_of (end - first, all) };

  for (gint64 i = first >> bits; i * cell < end; i++) {
    gint64 covered = MIN (end, i * cell + width) - MAX (first, i * cell);
    guint16 part = part_of (covered, all);

    line.all = MIN (line.all + part, line.inside);
    if (i % LIFE_GRID_STRONG == 0)
      line.strong = MIN (line.strong + part, line.all);
  }
  return line;
}

/* Where pixels show a cell each, the first one of a cell shows its line. */
static LifeGridLine
cover_cell (const LifeMapping *mapping, guint pixel)
{
  guint32 cell = mapping->cells[pixel];
  guint32 previous =
      pixel > 0 ? mapping->cells[pixel - 1] : mapping->previous_cell;
  LifeGridLine line = { 0 };

  if (cell == LIFE_MAPPING_OUTSIDE)
    return line;
  line.inside = 256;
  line.all = cell != previous ? 256 : 0;
  line.strong = cell % LIFE_GRID_STRONG == 0 ? line.all : 0;
  return line;
}

LifeGridLine *
life_grid_lines_new (const LifeMapping *mapping, gdouble zoom)
{
  const gdouble side = 1 / life_mapping_clamp_zoom (zoom);
  const gint64 width =
      (gint64) floor (ldexp (side, mapping->fraction_bits) + 0.5);
  LifeGridLine *lines = g_new0 (LifeGridLine, mapping->n_pixels);

  for (guint i = 0; i < mapping->n_pixels; i++)
    lines[i] = mapping->edges != NULL ? cover_area (mapping, i, width)
                                      : cover_cell (mapping, i);
  return lines;
}

void
life_grid_turn_init (
    LifeGridTurn *grid, const LifeTurn *turn, const LifeView *view)
{
  /* Below that no line is drawn. */
  const gdouble zoom = MAX (life_mapping_clamp_zoom (view->zoom), MIN_ZOOM);

  grid->turn = *turn;
  grid->width = (gint64) floor (ldexp (1 / zoom, LIFE_TURN_BITS) + 0.5);
}
