/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where the squares of a frame lie that are read instead of cells. */
#include "life/render/unbounded/square-grid.h"

#include "life/draw/view/turn.h"

#include <math.h>

/* Places are further in than this. */
#define FARTHEST 0x1p61

__extension__ typedef __int128 Wide;

static gint64
divide_down (Wide a, Wide b)
{
  return (gint64) (a / b - (a % b < 0));
}

static LifeSquareEdge
edge_at (gint64 square, gdouble rest)
{
  const gdouble whole = floor (rest);

  return (LifeSquareEdge){ square + (gint64) whole, rest - whole };
}

/* Edges at a zoom of 1/@n: pixels begin at multiples of n cells, as in other worlds
 * (life/draw/view/mapping.c). */
static void
find_whole_edges (
    LifeSquareEdge *edges, guint n_pixels, gdouble center, Wide n, guint level)
{
  const gdouble cell = floor (center);
  const Wide side = (Wide) 1 << level;
  const gint64 origin = divide_down (
      n_pixels * n - 2 * (Wide) cell - (Wide) ceil (2 * (center - cell)),
      2 * n);

  for (guint i = 0; i <= n_pixels; i++) {
    const Wide position = ((gint64) i - origin) * n;
    const gint64 square = divide_down (position, side);

    edges[i] = (LifeSquareEdge){ square,
      (gdouble) (position - square * side) / (gdouble) side };
  }
}

static void
find_edges (LifeSquareEdge *edges, guint n_pixels, gdouble center, gdouble zoom,
    guint level)
{
  const gdouble position = ldexp (center, -(gint) level);
  const gdouble square = floor (position);
  const gdouble pixel = ldexp (1 / zoom, -(gint) level);

  for (guint i = 0; i <= n_pixels; i++)
    edges[i] = edge_at (
        (gint64) square, position - square + (i - n_pixels / 2.0) * pixel);
}

static void
init_axis (LifeSquareAxis *axis, guint n_pixels, gdouble center, gdouble zoom,
    guint level)
{
  const gdouble n = 1 / zoom;

  axis->edges = g_new (LifeSquareEdge, n_pixels + 1);
  if (n == floor (n))
    find_whole_edges (axis->edges, n_pixels, center, (Wide) n, level);
  else
    find_edges (axis->edges, n_pixels, center, zoom, level);
  axis->first = axis->edges[0].square;
  axis->n = (guint) (axis->edges[n_pixels].square - axis->first) + 1;
}

/* Of a turned frame: squares that cover it, whichever way it is turned. */
static void
init_turned (
    LifeSquareGrid *self, const LifeView *view, const gdouble center[2])
{
  const guint level = self->level;
  const gdouble degrees = fmod (view->rotation, 360);
  const gdouble sine = sin (degrees * G_PI / 180);
  const gdouble cosine = cos (degrees * G_PI / 180);
  const gdouble pixel = ldexp (1 / view->zoom, -(gint) level);
  const gdouble right[2] = { cosine * pixel, -sine * pixel };
  const gdouble down[2] = { sine * pixel, cosine * pixel };
  const gdouble radius =
      ceil (hypot (self->width, self->height) / 2 * pixel) + 1;
  LifeSquareAxis *axes[2] = { &self->columns, &self->rows };

  self->turned = TRUE;
  self->area = pixel * pixel;
  for (guint i = 0; i < 2; i++) {
    const gdouble position = ldexp (center[i], -(gint) level);
    const gdouble square = floor (position);

    axes[i]->first = (gint64) square - (gint64) radius;
    axes[i]->n = 2 * (guint) radius + 1;
    self->right[i] = right[i];
    self->down[i] = down[i];
    self->origin[i] = position - square + radius
                      - (self->width / 2.0 - 0.5) * right[i]
                      - (self->height / 2.0 - 0.5) * down[i];
  }
}

static guint
choose_level (gdouble zoom)
{
  gint exponent;

  /* A pixel has at least 2^-exponent cells along a side, at powers of two twice as many. */
  return frexp (zoom, &exponent) == 0.5 ? (guint) (1 - exponent)
                                        : (guint) -exponent;
}

void
life_square_grid_init (
    LifeSquareGrid *self, const LifeView *view, guint width, guint height)
{
  const gdouble zoom = view->zoom;
  const gdouble center[2] = { CLAMP (view->x, -FARTHEST, FARTHEST),
    CLAMP (view->y, -FARTHEST, FARTHEST) };

  *self = (LifeSquareGrid){ .level = choose_level (zoom),
    .width = width,
    .height = height,
    .cells = 1 / (zoom * zoom) };
  if (life_turn_is_needed (view)) {
    init_turned (self, view, center);
    return;
  }
  init_axis (&self->columns, width, center[0], zoom, self->level);
  init_axis (&self->rows, height, center[1], zoom, self->level);
}

void
life_square_grid_clear (LifeSquareGrid *self)
{
  g_free (self->columns.edges);
  g_free (self->rows.edges);
}
