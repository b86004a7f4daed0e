/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which view of its world a frame shows. */
#include "plugin/frames/view.h"

#include "plugin/world/world.h"

/* The slice of frame @number: it moves by slice-step, around the world's end. */
static gboolean
choose_slice (const GstLifeSettings *settings, const LifeGeometry *geometry,
    guint64 number, LifeView *view, GError **error)
{
  guint32 columns, rows, planes;
  guint64 first, moved;

  life_geometry_plane (geometry, view->axis, &columns, &rows, &planes);
  if (settings->slice >= 0 && (guint) settings->slice >= planes) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "slice=%d is not in the world, which has %u planes along that axis; "
        "use 0 to %u, or -1 for the middle",
        settings->slice, planes, planes - 1);
    return FALSE;
  }
  first = settings->slice < 0 ? planes / 2 : (guint64) settings->slice;
  moved = number % planes
          * (((gint64) settings->slice_step % planes + planes) % planes);
  view->slice = (first + moved) % planes;
  return TRUE;
}

/* The zoom for a frame that may differ in size from the one that the world was
 * sized by. */
static gdouble
frame_zoom (const GstLife *life, const GstLifeSettings *settings, guint width,
    guint height)
{
  LifeGeometry geometry = *life_world_get_geometry (life->world);
  LifeSizing sizing;
  gdouble zoom = life->zoom;

  if (settings->zoom > 0.0)
    return settings->zoom;
  gst_life_fill_sizing (life, settings, width, height, &sizing);
  if (sizing.width || sizing.height || life->dimensions == 3) {
    sizing.width = geometry.width;
    sizing.height = geometry.height;
    sizing.depth = geometry.depth;
    life_sizing_resolve (&sizing, &geometry, &zoom);
  }
  return zoom;
}

gboolean
gst_life_make_view (const GstLife *life, const GstLifeSettings *settings,
    guint width, guint height, guint64 number, LifeView *view, GError **error)
{
  life_view_init (view);
  view->zoom = frame_zoom (life, settings, width, height);
  view->x = settings->view_x;
  view->y = settings->view_y;
  view->rotation = settings->rotation;
  view->scaling = settings->scaling;
  view->grid = settings->grid;
  view->grid_color = settings->grid_color;
  view->alive_color = settings->alive_color;
  view->dead_color = settings->dead_color;
  if (life->dimensions == 2 && settings->view != GST_LIFE_VIEW_SLICE)
    return TRUE;
  view->axis = settings->slice_axis;
  return choose_slice (
      settings, life_world_get_geometry (life->world), number, view, error);
}
