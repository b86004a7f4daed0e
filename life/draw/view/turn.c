/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where a turned frame lies in the world, in fixed point. */
#include "life/draw/view/turn.h"

#include "life/draw/view/mapping.h"

#include <math.h>

/* A frame that begins further from the world than this shows nothing of it. */
#define FAR 0x1p20

static gdouble
turned_by (const LifeView *view)
{
  return isfinite (view->rotation) ? fmod (view->rotation, 360) : 0;
}

gboolean
life_turn_has_hexagons (const LifeView *view)
{
  return view->cell_shape == LIFE_CELL_SHAPE_HEXAGON
         && view->kind == LIFE_VIEW_PLANE
         && view->zoom >= LIFE_MIN_HEXAGON_ZOOM;
}

gboolean
life_turn_is_needed (const LifeView *view)
{
  return turned_by (view) != 0 || life_turn_has_hexagons (view);
}

gdouble
life_turn_stretch (const LifeView *view)
{
  return life_turn_has_hexagons (view) ? 1 / LIFE_HEXAGON_ROW : 1;
}

/* Sine and cosine; quarter turns are exact. */
static void
find_direction (gdouble degrees, gdouble *sine, gdouble *cosine)
{
  gint quarters = (gint) (degrees / 90);

  *sine = sin (degrees * G_PI / 180);
  *cosine = cos (degrees * G_PI / 180);
  if (quarters * 90 != degrees)
    return;
  *sine = quarters % 2 == 0 ? 0 : quarters == 1 || quarters == -3 ? 1 : -1;
  *cosine = quarters % 2 != 0 ? 0 : quarters == 0 ? 1 : -1;
}

/* Rows of hexagons are closer to each other than columns, and a row begins half a column to the
 * left of the one above it. */
LifeTurnSteps
life_turn_find_steps (const LifeView *view)
{
  gdouble sine, cosine;
  LifeTurnSteps steps;

  find_direction (turned_by (view), &sine, &cosine);
  steps = (LifeTurnSteps){ { cosine, -sine }, { sine, cosine } };
  if (life_turn_has_hexagons (view)) {
    steps.right[1] /= LIFE_HEXAGON_ROW;
    steps.down[1] /= LIFE_HEXAGON_ROW;
    steps.right[0] += steps.right[1] / 2;
    steps.down[0] += steps.down[1] / 2;
  }
  return steps;
}

/* Squares are cells where a quarter of a pixel is as wide as one or a part of one;
 * others are never narrower than that quarter, so that no point skips one where the frame
 * is turned by quarters. */
static void
choose_squares (LifeTurn *turn, gdouble zoom)
{
  gint64 n = (gint64) life_mapping_whole_inverse (zoom);
  gint64 cell, side;

  turn->side = 1;
  if (zoom >= 1)
    return;
  turn->fraction_bits = life_mapping_fraction_bits (zoom);
  cell = (gint64) 1 << turn->fraction_bits;
  side = n > 0 ? n * cell / LIFE_TURN_SIDE
               : (gint64) ceil (
                   ldexp (1 / zoom, turn->fraction_bits) / LIFE_TURN_SIDE);
  turn->areas = cell % side != 0;
  if (turn->areas)
    turn->side = side;
  else
    turn->fraction_bits = 0;
}

/* @center: what the middle of @n pixels along this axis shows where the frame is not
 * turned, in cells. */
static void
position_axis (LifeTurnAxis *axis, const LifeTurn *turn, gdouble zoom,
    gdouble center, guint32 n_cells, guint width, guint height, gdouble right,
    gdouble down)
{
  gdouble one = ldexp (1, LIFE_TURN_BITS);
  gdouble scale = ldexp (1, turn->fraction_bits) / turn->side;
  gdouble step = scale / (LIFE_TURN_SIDE * zoom) * one;
  gdouble square = CLAMP (center * scale, -FAR, n_cells * scale + FAR);
  gint64 length;

  axis->right = (gint64) floor (right * step + 0.5);
  axis->down = (gint64) floor (down * step + 0.5);
  axis->origin = (gint64) floor (square);
  axis->size = (gint64) n_cells << turn->fraction_bits;

  /* From the frame's middle half of its points back, and half a point on. */
  length = axis->right * (LIFE_TURN_SIDE * (gint64) width - 1)
           + axis->down * (LIFE_TURN_SIDE * (gint64) height - 1);
  axis->first =
      (gint64) floor ((square - axis->origin) * one + 0.5) - length / 2;
}

void
life_turn_init (LifeTurn *turn, const LifeView *view, guint width, guint height,
    guint32 n_columns, guint32 n_rows)
{
  gdouble zoom = life_mapping_clamp_zoom (view->zoom);
  gdouble degrees = turned_by (view);
  gboolean across = fabs (degrees) == 90 || fabs (degrees) == 270;
  gboolean whole =
      (across || fabs (degrees) == 180) && !life_turn_has_hexagons (view);
  LifeTurnSteps steps = life_turn_find_steps (view);
  gdouble x, y;

  *turn = (LifeTurn){ .hexagons = life_turn_has_hexagons (view) };
  choose_squares (turn, zoom);
  x = life_mapping_find_center (
      across ? height : width, n_columns, zoom, view->x, whole);
  y = life_mapping_find_center (
      across ? width : height, n_rows, zoom, view->y, whole);
  position_axis (&turn->columns, turn, zoom, x, n_columns, width, height,
      steps.right[0], steps.down[0]);
  position_axis (&turn->rows, turn, zoom, y, n_rows, width, height,
      steps.right[1], steps.down[1]);
}
