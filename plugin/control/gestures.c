/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Gestures: edits of a world and moves of its view. */
#include "plugin/control/gestures.h"

#include "plugin/frames/moved.h"
#include "plugin/play/edit-queue.h"

#include <math.h>

/* Degrees by which a world in perspective turns as the pointer crosses the shorter side of the
 * frame. */
#define DEGREES_ACROSS 180.0

/* The smallest size of a world, as a part of the frame. */
#define SMALLEST 0.25

/* The smallest zoom of an unbounded world. */
#define SMALLEST_WITHOUT_EDGES 0x1p-60

/* Zooms this near to n or 1/n are set to it. */
#define NEARLY 1e-9

/* Cells and pixels farther out than this are in no world and no frame. */
#define FARTHEST 0x1p52
#define FARTHEST_PIXEL 0x1p24

/* NaN counts as farther out. */
static gboolean
is_near (gdouble x, gdouble y)
{
  return fabs (x) <= FARTHEST_PIXEL && fabs (y) <= FARTHEST_PIXEL;
}

/* --- Drawing --- */

static void
set_cell (
    const GstLifeShown *shown, const LifeLocation *location, gint64 cell[3])
{
  const gint64 column = (gint64) floor (location->column);
  const gint64 row = (gint64) floor (location->row);

  cell[0] = shown->view.axis == LIFE_AXIS_X ? location->plane : column;
  cell[1] = shown->view.axis == LIFE_AXIS_Y   ? location->plane
            : shown->view.axis == LIFE_AXIS_X ? column
                                              : row;
  cell[2] = shown->view.axis == LIFE_AXIS_Z ? location->plane : row;
}

static gboolean
locate (const GstLifeShown *shown, gdouble x, gdouble y, LifeLocation *location)
{
  return is_near (x, y)
         && life_view_locate (&shown->view, &shown->geometry, shown->width,
             shown->height, x, y, location)
         && fabs (location->column) < FARTHEST
         && fabs (location->row) < FARTHEST;
}

/* Whether two cells lie on one side of a world. */
static gboolean
share_side (
    const LifeGeometry *geometry, const gint64 from[3], const gint64 to[3])
{
  const gint64 last[3] = { (gint64) geometry->width - 1,
    (gint64) geometry->height - 1, (gint64) geometry->depth - 1 };

  for (guint i = 0; i < 3; i++)
    if (from[i] == to[i] && (from[i] == 0 || from[i] == last[i]))
      return TRUE;
  return FALSE;
}

/* Whether a line leads from one place to the other: none does from one plane of a montage to
 * another, through the inside of a world, or across where a row of hexagons goes on at its
 * other end. */
static gboolean
has_line (const GstLifeShown *shown, const GstLifeStroke *stroke,
    const LifeLocation *from, const LifeLocation *to)
{
  gint64 cells[2][3];
  gdouble columns, rows;

  if (!life_view_kind_is (shown->view.kind, LIFE_VIEW_FLAG_BY_AXIS)) {
    set_cell (shown, from, cells[0]);
    set_cell (shown, to, cells[1]);
    return share_side (&shown->geometry, cells[0], cells[1]);
  }
  if (from->plane != to->plane)
    return FALSE;
  if (shown->view.cell_shape == LIFE_CELL_SHAPE_SQUARE
      || shown->geometry.topology != LIFE_TOPOLOGY_TORUS)
    return TRUE;
  life_view_measure (&shown->view, stroke->x1 - stroke->x0,
      stroke->y1 - stroke->y0, &columns, &rows);
  return fabs (to->column - from->column - columns)
         <= shown->geometry.width / 2.0;
}

gboolean
gst_life_draw_on_frame (GstLife *life, const GstLifeStroke *stroke)
{
  GstLifeEdit edit = { GST_LIFE_EDIT_LINE, .line.state = stroke->state,
    .undoable = !stroke->continues };
  GstLifeShown shown;
  LifeLocation from, to;

  if (!gst_life_moved_get_shown (life, &shown)
      || !locate (&shown, stroke->x1, stroke->y1, &to))
    return FALSE;
  if (!locate (&shown, stroke->x0, stroke->y0, &from)
      || !has_line (&shown, stroke, &from, &to))
    from = to;
  set_cell (&shown, &from, edit.line.from);
  set_cell (&shown, &to, edit.line.to);
  return gst_life_edit_queue_add (life, &edit);
}

/* --- Moving the view --- */

gboolean
gst_life_is_in_perspective (GstLife *life, gboolean *shows)
{
  GST_LIFE_LOCK (&life->lock);

  if (shows)
    *shows = life->interaction.shown.width > 0;
  return gst_life_settings_view_is (
      &life->settings, LIFE_VIEW_FLAG_PERSPECTIVE);
}

/* Converts a distance in pixels of a flat view at @position to columns and rows. */
static void
pixels_to_cells (const GstLifeShown *shown, const LifePosition *position,
    gdouble dx, gdouble dy, gdouble *columns, gdouble *rows)
{
  LifeView view = shown->view;

  view.zoom = position->zoom;
  view.rotation = position->rotation;
  life_view_measure (&view, dx, dy, columns, rows);
}

/* Whether the last frame can be moved: montages cannot. */
static gboolean
get_flat (GstLife *life, GstLifeShown *shown, LifePosition *position)
{
  if (!gst_life_moved_get_shown (life, shown)
      || !life_view_kind_is (shown->view.kind, LIFE_VIEW_FLAG_FLAT))
    return FALSE;
  gst_life_moved_get_position (life, shown, position);
  return TRUE;
}

static gboolean
turn (GstLife *life, gdouble dx, gdouble dy)
{
  GstLifeShown shown;
  gdouble degrees;

  if (!gst_life_moved_get_shown (life, &shown))
    return FALSE;
  degrees = DEGREES_ACROSS / MIN (shown.width, shown.height);
  gst_life_moved_turn (
      life, fmod (-dx * degrees, 360), fmod (dy * degrees, 360), 1);
  gst_life_moved_notify (life);
  return TRUE;
}

gboolean
gst_life_pan (GstLife *life, gdouble dx, gdouble dy)
{
  GstLifeShown shown;
  LifePosition position;
  gdouble columns, rows;

  if (!is_near (dx, dy))
    return FALSE;
  if (gst_life_is_in_perspective (life, NULL))
    return turn (life, dx, dy);
  if (!get_flat (life, &shown, &position))
    return FALSE;
  pixels_to_cells (&shown, &position, dx, dy, &columns, &rows);
  position.x -= columns;
  position.y -= rows;
  gst_life_moved_set_position (life, &position);
  gst_life_moved_notify (life);
  return TRUE;
}

/* Steps of a wheel that add up to a zoom n or 1/n meet it exactly, so that cells are sharp. */
static gdouble
tidy (gdouble zoom)
{
  const gdouble whole = rint (zoom), inverse = rint (1 / zoom);

  if (fabs (zoom - whole) <= NEARLY * zoom)
    return whole;
  return fabs (1 / zoom - inverse) <= NEARLY / zoom ? 1 / inverse : zoom;
}

/* A zoom that is out of bounds may come back. */
static gdouble
change_zoom (const GstLifeShown *shown, gdouble zoom, gdouble factor)
{
  guint32 columns, rows, planes;
  gdouble min_zoom, max_zoom = GST_LIFE_MAX_ZOOM;

  life_geometry_plane (
      &shown->geometry, shown->view.axis, &columns, &rows, &planes);
  min_zoom = shown->geometry.topology == LIFE_TOPOLOGY_UNBOUNDED
                 ? SMALLEST_WITHOUT_EDGES
                 : MIN (1, SMALLEST
                               * MIN ((gdouble) shown->width / columns,
                                   (gdouble) shown->height / rows));
  return tidy (
      CLAMP (zoom * factor, MIN (min_zoom, zoom), MAX (max_zoom, zoom)));
}

gboolean
gst_life_zoom_at (GstLife *life, gdouble factor, gdouble x, gdouble y)
{
  GstLifeShown shown;
  LifePosition position;
  gdouble columns, rows;

  if (!isfinite (factor) || factor <= 0 || !is_near (x, y)
      || !gst_life_moved_get_shown (life, &shown))
    return FALSE;
  if (gst_life_is_in_perspective (life, NULL)) {
    gst_life_moved_turn (life, 0, 0, factor);
    gst_life_moved_notify (life);
    return TRUE;
  }
  if (!get_flat (life, &shown, &position))
    return FALSE;
  x -= shown.width / 2.0;
  y -= shown.height / 2.0;
  pixels_to_cells (&shown, &position, x, y, &columns, &rows);
  position.x += columns;
  position.y += rows;
  position.zoom = change_zoom (&shown, position.zoom, factor);
  pixels_to_cells (&shown, &position, x, y, &columns, &rows);
  position.x -= columns;
  position.y -= rows;
  gst_life_moved_set_position (life, &position);
  gst_life_moved_notify (life);
  return TRUE;
}

gboolean
gst_life_fit (GstLife *life)
{
  GstLifeShown shown;
  LifePosition position;

  if (!gst_life_moved_get_shown (life, &shown))
    return FALSE;
  if (gst_life_is_in_perspective (life, NULL)) {
    gst_life_moved_reset_camera (life);
    gst_life_moved_notify (life);
    return TRUE;
  }
  if (!get_flat (life, &shown, &position))
    return FALSE;
  gst_life_moved_request_fit (life);
  return TRUE;
}

/* --- The world --- */

gboolean
gst_life_queue_edit (GstLife *life, GstLifeEditKind kind)
{
  const GstLifeEdit edit = { kind };
  gboolean shows;

  gst_life_is_in_perspective (life, &shows);
  return shows && gst_life_edit_queue_add (life, &edit);
}

void
gst_life_step_once (GstLife *life)
{
  g_object_set (life->element, "paused", TRUE, NULL);
  g_mutex_lock (&life->lock);
  life->requested.steps++;
  life->requested.serial++;
  g_mutex_unlock (&life->lock);
}
