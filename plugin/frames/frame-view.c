/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The view of its world that a frame shows. */
#include "plugin/frames/frame-view.h"

#include "plugin/frames/camera.h"
#include "plugin/frames/orbit.h"
#include "plugin/world/element-world.h"

#include <math.h>

/* Whether frames show one plane of the world. */
static gboolean
shows_slice (const GstLifeInitial *initial, const GstLifeSettings *settings)
{
  return gst_life_settings_view_is (settings, LIFE_VIEW_FLAG_SLICE)
         && (initial->dimensions == 3
             || settings->body.view == GST_LIFE_VIEW_SLICE);
}

gint64
gst_life_slice_of_view (
    const GstLife *life, const GstLifeSettings *settings, const LifeView *view)
{
  return shows_slice (&life->initial, settings) ? view->slice : -1;
}

/* A setting that a frame cannot show is a warning at the first such frame. @text: (transfer
 * full) */
static void
warn (GstLife *life, gchar *text)
{
  life->drawing.view_is_invalid = TRUE;
  if (life->drawing.view_was_invalid) {
    g_free (text);
    return;
  }
  g_free (life->runtime.warning);
  life->runtime.warning = text;
}

/* The slice of frame @number: it moves by slice-step and wraps around. It depends on the number
 * alone, so that seeks show it too. */
static void
choose_slice (GstLife *life, const GstLifeSettings *settings, guint64 number,
    LifeView *view)
{
  guint32 columns, rows, planes;
  guint64 first, moved;

  life_geometry_plane (life_world_get_geometry (life->world), view->axis,
      &columns, &rows, &planes);
  if (settings->body.slice >= 0 && (guint) settings->body.slice >= planes)
    warn (life, g_strdup_printf (
                    "slice=%d is not in the world, which has %u planes along "
                    "that axis; the last one is shown",
                    settings->body.slice, planes));
  first = settings->body.slice < 0
              ? planes / 2
              : MIN ((guint64) settings->body.slice, planes - 1);
  moved = number % planes
          * (((gint64) settings->body.slice_step % planes + planes) % planes);
  view->slice = (first + moved) % planes;
}

/* The zoom for a frame, whose size may not be the one that the world was made for. */
static gdouble
frame_zoom (const GstLife *life, const GstLifeSettings *settings,
    const GstLifeTarget *target)
{
  LifeGeometry geometry = *life_world_get_geometry (life->world);
  LifeSizing sizing;
  gdouble zoom = life->initial.zoom;

  if (settings->position.zoom > 0.0)
    return settings->position.zoom;
  gst_life_fill_sizing (life, settings, target->width, target->height, &sizing);
  if (sizing.width || sizing.height || life->initial.dimensions == 3) {
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
  LifeMoment *moment = &life->streaming.moment;

  moment->frame = number;
  moment->rate_n = (guint) info->fps_n;
  moment->rate_d = (guint) info->fps_d;
  if (!GST_CLOCK_TIME_IS_VALID (time))
    time = info->fps_n == 0 ? 0
                            : gst_util_uint64_scale (
                                number, info->fps_d * GST_SECOND, info->fps_n);
  moment->time = time;
}

/* Moves @position, that of the properties, to where the camera is in the present frame. */
static gboolean
follow_camera (GstLife *life, const GstLifeSettings *settings, LifeAxis axis,
    const GstLifeTarget *target, LifePosition *position, GError **error)
{
  GstLifeTrackedFrame tracked[GST_LIFE_TRACK_FRAMES];
  const GstLifeScene scene = { tracked,
    gst_life_track_get (
        &life->recorders.camera, &life->timeline, tracked, error),
    axis, life_world_get_geometry (life->world), target->width, target->height,
    settings->position.cell_shape };

  if (scene.n == 0)
    return FALSE;
  if (settings->camera.kind == GST_LIFE_CAMERA_FIT)
    gst_life_camera_fit (&scene, settings->camera.margin, position);
  else
    gst_life_camera_follow (&scene, position);
  return TRUE;
}

/* Copies the center of @view to @position, with numbers for -1: waypoints interpolate. */
static void
copy_position (
    const GstLife *life, const LifeView *view, LifePosition *position)
{
  guint32 columns, rows, planes;

  life_geometry_plane (life_world_get_geometry (life->world), view->axis,
      &columns, &rows, &planes);
  position->x = view->x == -1 ? columns / 2.0 : view->x;
  position->y = view->y == -1 ? rows / 2.0 : view->y;
}

/* Follows the waypoints. If they contradict the frame rate that is an error before the first
 * frame; later they are ignored. */
static gboolean
follow_waypoints (GstLife *life, const GstLifeSettings *settings,
    const LifePosition *camera, LifePosition *position, GError **error)
{
  GError *problem = NULL;

  if (life_waypoints_go (settings->camera.parsed, &life->streaming.moment,
          camera, position, &problem))
    return TRUE;
  if (life->drawing.finished.shown.width == 0) {
    g_propagate_error (error, problem);
    return FALSE;
  }
  warn (life,
      g_strdup_printf ("%s; the waypoints are not followed", problem->message));
  g_error_free (problem);
  return TRUE;
}

/* Moves @view by waypoints or a camera. What they do not set stays, even a centered view. */
static gboolean
move_view (GstLife *life, const GstLifeSettings *settings,
    const GstLifeTarget *target, LifeView *view, GError **error)
{
  const LifePosition start = { NAN, NAN, view->zoom, view->rotation };
  LifePosition position = start;

  if (gst_life_settings_follow_camera (settings)
      && !follow_camera (life, settings, view->axis, target, &position, error))
    return FALSE;
  if (gst_life_settings_follow_waypoints (settings)) {
    LifePosition camera = position;

    if (isnan (camera.x))
      copy_position (life, view, &camera);
    position = start;
    if (!follow_waypoints (life, settings, &camera, &position, error))
      return FALSE;
  }
  view->zoom = position.zoom;
  view->rotation = position.rotation;
  if (!isnan (position.x)) {
    view->x = gst_life_settings_coordinate (position.x);
    view->y = gst_life_settings_coordinate (position.y);
  }
  return TRUE;
}

/* The kind of view, and the side from which a 3D world is seen. */
static void
choose_side (GstLife *life, const GstLifeSettings *settings, guint64 number,
    LifeView *view)
{
  view->kind = gst_life_settings_view_kind (settings);
  if (life_view_kind_is (view->kind, LIFE_VIEW_FLAG_PERSPECTIVE)) {
    view->perspective = settings->body.perspective;
    view->perspective.azimuth = gst_life_orbit (
        settings->body.perspective.azimuth, settings->body.orbit, number);
    return;
  }
  if (life_view_kind_is (view->kind, LIFE_VIEW_FLAG_SLICE)
      && !shows_slice (&life->initial, settings))
    return;
  if (life_view_kind_is (view->kind, LIFE_VIEW_FLAG_BY_AXIS))
    view->axis = settings->body.slice_axis;
  view->far_side = life_view_kind_is (view->kind, LIFE_VIEW_FLAG_BY_SIDE)
                   && settings->body.side == GST_LIFE_SIDE_FAR;
  if (life_view_kind_is (view->kind, LIFE_VIEW_FLAG_SLICE))
    choose_slice (life, settings, number, view);
}

/* Part of a pixel between the present row and the frame's edge, so that rounding does not move
 * the picture by a whole one. */
#define CLEARANCE 0x1p-10

/* The bottom row of a one-dimensional rule's world is the present: if the world is higher than
 * the frame it is at the lower edge, in a turned view inside it. */
static void
follow_present_row (const GstLife *life, const GstLifeTarget *target,
    const LifeGeometry *geometry, LifeView *view)
{
  const guint side = view->rotation == 0 ? target->height
                                         : MIN (target->width, target->height);

  if (life_rule_get_family (life_world_get_rule (life->world))
          == LIFE_FAMILY_WOLFRAM
      && life_view_kind_is (view->kind, LIFE_VIEW_FLAG_SLICE)
      && view->axis == LIFE_AXIS_Z && view->y == -1
      && geometry->height * view->zoom > side)
    view->y = geometry->height - (side / 2.0 + CLEARANCE) / view->zoom;
}

/* Views of an unbounded world need the center in numbers. */
static void
find_center (const GstLife *life, const GstLifeTarget *target, LifeView *view)
{
  const LifeGeometry *geometry = life_world_get_geometry (life->world);

  if (geometry->topology != LIFE_TOPOLOGY_UNBOUNDED) {
    follow_present_row (life, target, geometry, view);
    return;
  }
  if (view->x == -1)
    view->x = gst_life_settings_coordinate (life->initial.center[0]);
  if (view->y == -1)
    view->y = gst_life_settings_coordinate (life->initial.center[1]);
}

/* Hexagons need a rule on them. */
static void
choose_cell_shape (
    GstLife *life, const GstLifeSettings *settings, LifeView *view)
{
  const LifeRule *rule = life_world_get_rule (life->world);

  if (settings->position.cell_shape == LIFE_CELL_SHAPE_SQUARE)
    return;
  if (life->streaming.upright) {
    warn (life, g_strdup ("cell-shape=hexagon and pictures are read as "
                          "squares; cells are drawn so"));
  } else if (life_rule_is_hexagonal (rule)) {
    view->cell_shape = settings->position.cell_shape;
  } else {
    g_autofree gchar *text = life_rule_to_string (rule);

    warn (life, g_strdup_printf (
                    "cell-shape=hexagon and rule %s is not one on hexagons; "
                    "cells are drawn as squares",
                    text));
  }
}

/* The center, zoom and rotation of a flat view. */
static gboolean
choose_part (GstLife *life, const GstLifeSettings *settings,
    const GstLifeTarget *target, LifeView *view, GError **error)
{
  view->zoom = frame_zoom (life, settings, target);
  view->x = settings->position.x;
  view->y = settings->position.y;
  view->rotation = settings->position.rotation;
  view->scaling = settings->position.scaling;
  choose_cell_shape (life, settings, view);
  view->grid = settings->appearance.grid;
  view->grid_color = settings->appearance.grid_color;
  find_center (life, target, view);
  if (!move_view (life, settings, target, view, error))
    return FALSE;
  if (life->streaming.upright && view->rotation != 0) {
    warn (life,
        g_strdup_printf ("rotation=%g turns the view, and pictures are read "
                         "upright; it is not turned",
            view->rotation));
    view->rotation = 0;
  }
  return TRUE;
}

gboolean
gst_life_make_view (GstLife *life, const GstLifeSettings *settings,
    const GstLifeTarget *target, LifeView *view, GError **error)
{
  life->drawing.view_was_invalid = life->drawing.view_is_invalid;
  life->drawing.view_is_invalid = FALSE;
  life_view_init (view);
  view->alive_color = settings->appearance.alive;
  view->dead_color = settings->appearance.dead;
  /* Unused members stay at their defaults, so that equal pictures have equal views. */
  choose_side (life, settings, target->number, view);
  return !gst_life_settings_view_is (settings, LIFE_VIEW_FLAG_FLAT)
         || choose_part (life, settings, target, view, error);
}
