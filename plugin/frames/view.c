/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which view of its world a frame shows. */
#include "plugin/frames/view.h"

#include "plugin/frames/camera.h"
#include "plugin/frames/orbit.h"
#include "plugin/world/world.h"

#include <float.h>
#include <math.h>

/* Whether frames show one plane of the world. */
static gboolean
shows_slice (const GstLife *life, const GstLifeSettings *settings)
{
  return gst_life_settings_view_kind (settings) == LIFE_VIEW_PLANE
         && (life->dimensions == 3 || settings->view == GST_LIFE_VIEW_SLICE);
}

gint64
gst_life_slice_of_view (
    const GstLife *life, const GstLifeSettings *settings, const LifeView *view)
{
  return shows_slice (life, settings) ? view->slice : -1;
}

/* The slice of frame @number: it moves by slice-step, around the world's end. It follows
 * from the number alone, so that seeks show it too. */
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

void
gst_life_set_moment (
    GstLife *life, guint64 number, GstClockTime time, const GstVideoInfo *info)
{
  LifeMoment *moment = &life->moment;

  moment->frame = number;
  moment->rate_n = (guint) info->fps_n;
  moment->rate_d = (guint) info->fps_d;
  if (!GST_CLOCK_TIME_IS_VALID (time))
    time = info->fps_n == 0 ? 0
                            : gst_util_uint64_scale (
                                number, info->fps_d * GST_SECOND, info->fps_n);
  moment->time = time;
}

/* A view takes -1 alone for the center. */
static gdouble
view_coordinate (gdouble place)
{
  return place == -1.0 ? -1.0 - DBL_EPSILON : place;
}

/* Moves @place from that of the properties to where the camera goes by the frames
 * before the present one. */
static gboolean
go_by_camera (GstLife *life, const GstLifeSettings *settings, LifeAxis axis,
    guint width, guint height, LifePlace *place, GError **error)
{
  GstLifeSight sights[GST_LIFE_TRACK_FRAMES];
  const GstLifeScene scene = { sights,
    gst_life_track_get (
        &life->track, life->world, life->timeline.frame, sights, error),
    axis, life_world_get_geometry (life->world), width, height };

  if (scene.n == 0)
    return FALSE;
  if (settings->camera == GST_LIFE_CAMERA_FIT)
    gst_life_camera_fit (&scene, settings->camera_margin, place);
  else
    gst_life_camera_follow (&scene, place);
  return TRUE;
}

/* Puts @view's place into @place, which has none: between -1, the center, and other
 * places there would be no way. */
static void
say_place (const GstLife *life, const LifeView *view, LifePlace *place)
{
  guint32 columns, rows, planes;

  life_geometry_plane (life_world_get_geometry (life->world), view->axis,
      &columns, &rows, &planes);
  place->x = view->x == -1 ? columns / 2.0 : view->x;
  place->y = view->y == -1 ? rows / 2.0 : view->y;
}

/* Moves @view where waypoints or a camera lead. What they leave alone stays, the center
 * too. */
static gboolean
move_view (GstLife *life, const GstLifeSettings *settings, guint width,
    guint height, LifeView *view, GError **error)
{
  const LifePlace start = { NAN, NAN, view->zoom, view->rotation };
  LifePlace place = start;

  if (gst_life_settings_follow_camera (settings)
      && !go_by_camera (
          life, settings, view->axis, width, height, &place, error))
    return FALSE;
  if (gst_life_settings_follow_waypoints (settings)) {
    LifePlace camera = place;

    if (isnan (camera.x))
      say_place (life, view, &camera);
    place = start;
    if (!life_waypoints_go (
            settings->parsed_waypoints, &life->moment, &camera, &place, error))
      return FALSE;
  }
  view->zoom = place.zoom;
  view->rotation = place.rotation;
  if (!isnan (place.x)) {
    view->x = view_coordinate (place.x);
    view->y = view_coordinate (place.y);
  }
  return TRUE;
}

/* What of a world of three dimensions is seen, and from where. */
static gboolean
choose_side (const GstLife *life, const GstLifeSettings *settings,
    guint64 number, LifeView *view, GError **error)
{
  view->kind = gst_life_settings_view_kind (settings);
  if (life_view_kind_is_perspective (view->kind)) {
    view->perspective = settings->perspective;
    view->perspective.azimuth =
        gst_life_orbit (settings->perspective.azimuth, settings->orbit, number);
    return TRUE;
  }
  if (view->kind == LIFE_VIEW_PLANE && !shows_slice (life, settings))
    return TRUE;
  view->axis = settings->slice_axis;
  view->far_side = view->kind == LIFE_VIEW_PROJECTION
                   && settings->projection_side == GST_LIFE_SIDE_FAR;
  return view->kind != LIFE_VIEW_PLANE
         || choose_slice (settings, life_world_get_geometry (life->world),
             number, view, error);
}

/* Part of a pixel by which the present row stays clear of the frame's edge, so that what was
 * rounded does not move the picture by a whole one. */
#define CLEARANCE 0x1p-10

/* The bottom row of a one-dimensional rule's world is the present: it is at the frame's
 * lower edge where the world is higher than the frame, and in a turned one within it. */
static void
follow_present_row (const GstLife *life, guint width, guint height,
    const LifeGeometry *geometry, LifeView *view)
{
  const guint side = view->rotation == 0 ? height : MIN (width, height);

  if (life_rule_get_family (life_world_get_rule (life->world))
          == LIFE_FAMILY_WOLFRAM
      && view->kind == LIFE_VIEW_PLANE && view->axis == LIFE_AXIS_Z
      && view->y == -1 && geometry->height * view->zoom > side)
    view->y = geometry->height - (side / 2.0 + CLEARANCE) / view->zoom;
}

/* Where a world has no edges, a view has to have the center itself. */
static void
find_center (const GstLife *life, guint width, guint height, LifeView *view)
{
  const LifeGeometry *geometry = life_world_get_geometry (life->world);

  if (geometry->topology != LIFE_TOPOLOGY_UNBOUNDED) {
    follow_present_row (life, width, height, geometry, view);
    return;
  }
  if (view->x == -1)
    view->x = view_coordinate (life->center[0]);
  if (view->y == -1)
    view->y = view_coordinate (life->center[1]);
}

/* Which part of a flat view is seen, how large. */
static gboolean
choose_part (GstLife *life, const GstLifeSettings *settings, guint width,
    guint height, LifeView *view, GError **error)
{
  view->zoom = frame_zoom (life, settings, width, height);
  view->x = settings->view_x;
  view->y = settings->view_y;
  view->rotation = settings->rotation;
  view->scaling = settings->scaling;
  view->grid = settings->grid;
  view->grid_color = settings->grid_color;
  find_center (life, width, height, view);
  return move_view (life, settings, width, height, view, error);
}

gboolean
gst_life_make_view (GstLife *life, const GstLifeSettings *settings, guint width,
    guint height, guint64 number, LifeView *view, GError **error)
{
  life_view_init (view);
  view->alive_color = settings->alive_color;
  view->dead_color = settings->dead_color;
  /* What a view does not look at stays as it is, so that equal pictures have equal
   * views. */
  return choose_side (life, settings, number, view, error)
         && (!gst_life_settings_view_is_flat (settings)
             || choose_part (life, settings, width, height, view, error));
}
