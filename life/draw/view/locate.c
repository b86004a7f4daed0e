/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From a frame back to the world: which position of it is at a position of the frame. Where its
 * cells are drawn is in mapping.c, turn.c and montage.c. */
#include "life/draw/view/mapping.h"
#include "life/draw/view/picture-layout.h"

#include <math.h>

/* The position of a frame's (@x, @y) on an axis: pixel (0, 0) begins half a point before the
 * first of its points. */
static gdouble
locate_turned (
    const LifeTurn *turn, const LifeTurnAxis *axis, gdouble x, gdouble y)
{
  const gdouble right = LIFE_TURN_SIDE * x - 0.5;
  const gdouble down = LIFE_TURN_SIDE * y - 0.5;
  const gdouble position = (gdouble) axis->first + right * (gdouble) axis->right
                           + down * (gdouble) axis->down;
  const gdouble square =
      (gdouble) axis->origin + ldexp (position, -LIFE_TURN_BITS);

  return ldexp (square * (gdouble) turn->side, -(gint) turn->fraction_bits);
}

/* Beyond it there are no cells. */
#define FARTHEST 0x1p52

/* In the middle of the hexagon at a position of a turned view. */
static void
locate_hexagon (const LifeTurn *turn, LifeLocation *location)
{
  const gdouble one = ldexp (1, LIFE_TURN_BITS);
  const gdouble column = floor (location->column), row = floor (location->row);
  LifeTurnCell cell;

  if (!(fabs (column) < FARTHEST && fabs (row) < FARTHEST))
    return;
  cell = life_turn_hexagon ((gint64) ((location->column - column) * one),
      (gint64) ((location->row - row) * one));
  cell.column += (gint64) column;
  cell.row += (gint64) row;
  life_turn_enter (turn, &cell);
  location->column = (gdouble) cell.column + 0.5;
  location->row = (gdouble) cell.row + 0.5;
}

/* In the plane of @layout, of which a picture is so large. */
static void
locate_in_plane (const LifePictureLayout *layout, guint width, guint height,
    gdouble x, gdouble y, LifeLocation *location)
{
  const LifeView *view = &layout->view;
  const LifeTurn *turn = &layout->turn;

  if (layout->is_turned) {
    location->column = locate_turned (turn, &turn->columns, x, y);
    location->row = locate_turned (turn, &turn->rows, x, y);
    if (turn->hexagons)
      locate_hexagon (turn, location);
  } else {
    location->column =
        life_mapping_locate (width, layout->n_columns, view->zoom, view->x, x);
    location->row =
        life_mapping_locate (height, layout->n_rows, view->zoom, view->y, y);
  }
}

/* In one of the planes that lie side by side. */
static gboolean
locate_in_montage (const LifePictureLayout *layout, const LifeFrame *frame,
    gdouble x, gdouble y, LifeLocation *location)
{
  const LifeMontage *montage = &layout->montage;
  LifeMontagePosition across, down;
  guint32 tile;

  if (!(x >= 0 && x < frame->width && y >= 0 && y < frame->height))
    return FALSE;
  across = life_montage_position (montage, &montage->columns, (guint32) x);
  down = life_montage_position (montage, &montage->rows, (guint32) y);
  tile = life_montage_tile (montage, across, down);
  if (across.at < 0 || down.at < 0 || tile >= montage->n_tiles)
    return FALSE;
  location->plane = tile * montage->step;
  locate_in_plane (layout, (guint) montage->columns.size,
      (guint) montage->rows.size, across.at + (x - floor (x)),
      down.at + (y - floor (y)), location);
  return TRUE;
}

/* In one of the projections that lie side by side. */
static gboolean
locate_on_sheet (const LifePictureLayout *layout, const LifeFrame *frame,
    const LifeGeometry *geometry, gdouble x, gdouble y, LifeLocation *location)
{
  LifeLocation of_sheet;

  locate_in_plane (layout, frame->width, frame->height, x, y, &of_sheet);
  return life_sheet_locate (
      &layout->sheet, geometry, of_sheet.column, of_sheet.row, location);
}

void
life_view_measure (
    const LifeView *view, gdouble x, gdouble y, gdouble *columns, gdouble *rows)
{
  const LifeTurnSteps steps = life_turn_find_steps (view);

  *columns = (x * steps.right[0] + y * steps.down[0]) / view->zoom;
  *rows = (x * steps.right[1] + y * steps.down[1]) / view->zoom;
}

/* Where pixels are so large that cells in them cannot be distinguished. */
static void
locate_exactly (const LifeView *view, guint width, guint height, gdouble x,
    gdouble y, LifeLocation *location)
{
  life_view_measure (view, x - width / 2.0, y - height / 2.0, &location->column,
      &location->row);
  location->column += view->x;
  location->row += view->y;
}

/* Where there are no edges: pixels that show whole cells begin at multiples of them, so
 * that positions are counted from one of those near the center. */
static void
locate_freely (const LifeView *view, const LifeGeometry *geometry,
    const LifeFrame *frame, gdouble x, gdouble y, LifeLocation *location)
{
  const gdouble n = (gdouble) MAX (life_mapping_whole_inverse (view->zoom), 1);
  const gdouble column = floor (view->x / n) * n, row = floor (view->y / n) * n;
  LifeView near_by = *view;
  LifePictureLayout layout;

  near_by.x -= column;
  near_by.y -= row;
  if (view->zoom < LIFE_MAPPING_MIN_ZOOM) {
    locate_exactly (view, frame->width, frame->height, x, y, location);
    return;
  }
  life_picture_layout_init (&layout, &near_by, geometry, frame);
  locate_in_plane (&layout, frame->width, frame->height, x, y, location);
  location->column += column;
  location->row += row;
}

gboolean
life_view_locate (const LifeView *view, const LifeGeometry *geometry,
    guint width, guint height, gdouble x, gdouble y, LifeLocation *location)
{
  const LifeFrame frame = { .width = width, .height = height };
  LifePictureLayout layout;

  life_picture_layout_init (&layout, view, geometry, &frame);
  switch (layout.form) {
    case LIFE_VIEW_FORM_PLANE:
      location->plane = (guint32) view->slice;
      break;
    case LIFE_VIEW_FORM_PROJECTION:
      if (layout.sheet.n_parts > 1)
        return locate_on_sheet (&layout, &frame, geometry, x, y, location);
      location->plane = view->far_side ? layout.n_planes - 1 : 0;
      break;
    case LIFE_VIEW_FORM_MONTAGE:
      return locate_in_montage (&layout, &frame, x, y, location);
    case LIFE_VIEW_FORM_BODY:
      return FALSE;
  }
  if (geometry->topology == LIFE_TOPOLOGY_UNBOUNDED)
    locate_freely (view, geometry, &frame, x, y, location);
  else
    locate_in_plane (&layout, width, height, x, y, location);
  return TRUE;
}
