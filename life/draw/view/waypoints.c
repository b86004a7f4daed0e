/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The way of a view from waypoint to waypoint. How they are read is in waypoints-text.c. */
#include "life/draw/view/waypoints-private.h"

#include <life/error.h>
#include <math.h>

#include "life/base/cursor.h"

#define SECOND G_GUINT64_CONSTANT (1000000000)

LifeWaypoints *
life_waypoints_ref (const LifeWaypoints *waypoints)
{
  LifeWaypoints *counted = (LifeWaypoints *) waypoints;

  g_return_val_if_fail (waypoints != NULL, NULL);

  g_atomic_int_inc (&counted->references);
  return counted;
}

void
life_waypoints_unref (LifeWaypoints *waypoints)
{
  if (waypoints == NULL || !g_atomic_int_dec_and_test (&waypoints->references))
    return;
  g_free (waypoints->points);
  g_free (waypoints->text);
  g_free (waypoints);
}

gboolean
life_waypoints_turn (const LifeWaypoints *waypoints)
{
  g_return_val_if_fail (waypoints != NULL, FALSE);

  for (guint i = 0; i < waypoints->n_points; i++)
    if (waypoints->points[i].position.rotation != 0)
      return TRUE;
  return FALSE;
}

gboolean
life_waypoints_need_camera (const LifeWaypoints *waypoints)
{
  g_return_val_if_fail (waypoints != NULL, FALSE);

  for (guint i = 0; i < waypoints->n_points; i++)
    if (waypoints->points[i].is_camera)
      return TRUE;
  return FALSE;
}

/* The time of a frame below 2^32, rounded down; at most 2^63. */
static guint64
frame_time (guint64 frame, const LifeMoment *moment)
{
  const guint64 seconds = frame * moment->rate_d / moment->rate_n;
  const guint64 rest = frame * moment->rate_d % moment->rate_n;

  if (seconds >= (G_GUINT64_CONSTANT (1) << 63) / SECOND)
    return G_GUINT64_CONSTANT (1) << 63;
  return seconds * SECOND + rest * SECOND / moment->rate_n;
}

/* Waypoint @i's time as @moment's is counted: in frames where all are. */
static guint64
point_time (const LifeWaypoints *waypoints, guint i, const LifeMoment *moment)
{
  const LifeWaypoint *point = &waypoints->points[i];

  return point->in_frames && !waypoints->in_frames && point->time > 0
             ? frame_time (point->time, moment)
             : point->time;
}

static gboolean
fail (const LifeWaypoints *waypoints, guint i, const gchar *message,
    GError **error)
{
  g_autofree gchar *quoted = life_quote_text (waypoints->text);

  g_set_error (error, LIFE_ERROR, LIFE_ERROR_WAYPOINTS,
      "waypoints “%s”: character %d: %s", quoted,
      life_quote_character (
          waypoints->text, waypoints->text + waypoints->points[i].offset),
      message);
  return FALSE;
}

/* Times of both kinds are compared if the frame rate is set. */
static gboolean
check_times (
    const LifeWaypoints *waypoints, const LifeMoment *moment, GError **error)
{
  for (guint i = 0; i < waypoints->n_points && !waypoints->in_frames; i++)
    if (waypoints->points[i].in_frames && waypoints->points[i].time > 0
        && moment->rate_n == 0)
      return fail (waypoints, i,
          "this time is in frames, others are in seconds, and the frame rate "
          "varies; use one of them for all",
          error);
  for (guint i = 1; i < waypoints->n_points && !waypoints->in_frames; i++)
    if (point_time (waypoints, i, moment)
        <= point_time (waypoints, i - 1, moment))
      return fail (waypoints, i,
          "at this frame rate its time is not after the one before; put the "
          "waypoints in their order",
          error);
  return TRUE;
}

/* Waypoint @i, with what it inherits from the previous ones, or else from @start. */
static LifePosition
complete_position (const LifeWaypoints *waypoints, guint i,
    const LifePosition *start, const LifePosition *camera)
{
  const LifeWaypoint *points = waypoints->points;
  const LifeWaypoint *zoomed = &points[i], *turned = &points[i];
  LifePosition position = points[i].position;

  if (points[i].is_camera)
    return *camera;
  while (zoomed > points && !zoomed->is_camera
         && zoomed->position.zoom == LIFE_WAYPOINT_NO_ZOOM)
    zoomed--;
  while (turned > points && !turned->is_camera && !turned->turned)
    turned--;
  if (zoomed->is_camera)
    position.zoom = camera->zoom;
  else if (zoomed->position.zoom != LIFE_WAYPOINT_NO_ZOOM)
    position.zoom = zoomed->position.zoom;
  else
    position.zoom = start->zoom;
  if (turned->is_camera)
    position.rotation = camera->rotation;
  else
    position.rotation =
        turned->turned ? turned->position.rotation : start->rotation;
  return position;
}

static gdouble
mix (gdouble from, gdouble to, gdouble part)
{
  return from + (to - from) * part;
}

/* The position between two others, at part @part between them, which is neither 0 nor 1. */
static LifePosition
position_between (
    const LifePosition *from, const LifePosition *to, gdouble part)
{
  const gdouble growth = log (to->zoom / from->zoom);
  /* (1/z0 − 1/z) / (1/z0 − 1/z1), exact where the zooms are close. */
  const gdouble moved =
      growth == 0 ? part : expm1 (-growth * part) / expm1 (-growth);

  return (LifePosition){ mix (from->x, to->x, moved),
    mix (from->y, to->y, moved), from->zoom * exp (growth * part),
    mix (from->rotation, to->rotation, part) };
}

gboolean
life_waypoints_go (const LifeWaypoints *waypoints, const LifeMoment *moment,
    const LifePosition *camera, LifePosition *position, GError **error)
{
  LifePosition start, from, to;
  guint64 now, previous_time, next_time;
  gdouble part;
  guint next = 0;

  g_return_val_if_fail (waypoints != NULL && moment != NULL, FALSE);
  g_return_val_if_fail (
      camera != NULL || !life_waypoints_need_camera (waypoints), FALSE);
  g_return_val_if_fail (position != NULL && position->zoom > 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!check_times (waypoints, moment, error))
    return FALSE;
  now = waypoints->in_frames ? moment->frame : moment->time;
  while (
      next < waypoints->n_points && point_time (waypoints, next, moment) <= now)
    next++;
  start = *position;
  *position =
      complete_position (waypoints, next == 0 ? 0 : next - 1, &start, camera);
  if (next == 0 || next == waypoints->n_points)
    return TRUE;
  previous_time = point_time (waypoints, next - 1, moment);
  next_time = point_time (waypoints, next, moment);
  if (now == previous_time)
    return TRUE;
  part =
      (gdouble) (now - previous_time) / (gdouble) (next_time - previous_time);
  if (waypoints->points[next].eased)
    part = part * part * (3 - 2 * part);
  from = *position;
  to = complete_position (waypoints, next, &start, camera);
  *position = position_between (&from, &to, part);
  return TRUE;
}
