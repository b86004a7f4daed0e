/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Waypoints from their text. */
#include "life/draw/view/waypoints-private.h"

#include <life/error.h>
#include <string.h>

#include "life/base/cursor.h"
#include "life/draw/view/mapping.h"

#define MAX_ZOOM 4096.0
/* Every whole number up to here is a double. */
#define MAX_POSITION 9007199254740992.0
#define MAX_SECONDS 1e9
#define MAX_FRAME 4294967295.0

static const gchar *
skip_digits (const gchar *at)
{
  while (g_ascii_isdigit (*at))
    at++;
  return at;
}

/* The end of the decimal number at @at, or @at: neither `nan`, `inf` nor `0x10` is
 * one. */
static const gchar *
find_number_end (const gchar *at)
{
  const gchar *start = at, *digits, *whole, *end;

  at += *at == '-' || *at == '+';
  digits = at;
  end = whole = skip_digits (at);
  if (*end == '.')
    end = skip_digits (end + 1);
  if (whole == digits && end <= whole + 1)
    return start;
  if (*end == 'e' || *end == 'E') {
    const gchar *exponent = end + 1;

    exponent += *exponent == '-' || *exponent == '+';
    if (g_ascii_isdigit (*exponent))
      end = skip_digits (exponent);
  }
  return end;
}

/* A number from @minimum to @maximum; @what and @example are for the message where it is
 * missing. */
static gboolean
read_number (LifeCursor *cursor, gdouble minimum, gdouble maximum,
    const gchar *what, const gchar *example, gdouble *number)
{
  const gchar *start, *end;
  g_autofree gchar *digits = NULL;

  life_cursor_skip_spaces (cursor);
  start = cursor->at;
  end = find_number_end (start);
  if (end == start)
    return life_cursor_fail (
        cursor, start, "%s is a number, as in %s", what, example);
  digits = g_strndup (start, (gsize) (end - start));
  *number = g_ascii_strtod (digits, NULL);
  if (!(*number >= minimum && *number <= maximum))
    return life_cursor_fail (
        cursor, start, "%s is from %.16g to %.16g", what, minimum, maximum);
  cursor->at = end;
  return TRUE;
}

static gboolean
read_time (LifeCursor *cursor, LifeWaypoint *point)
{
  const gchar *start;
  gdouble number;

  life_cursor_skip_spaces (cursor);
  start = cursor->at;
  if (!read_number (cursor, 0, MAX_FRAME, "a waypoint's time",
          "5s 120,40 or 300f 120,40", &number))
    return FALSE;
  point->in_frames = *cursor->at == 'f';
  if (!point->in_frames && *cursor->at != 's')
    return life_cursor_fail (cursor, cursor->at,
        "after a time comes s, for seconds, or f, for frames: 5s or 300f");
  cursor->at++;
  if (*cursor->at != '\0' && !g_ascii_isspace (*cursor->at))
    return life_cursor_fail (
        cursor, cursor->at, "after a time come a space and a place: 5s 120,40");
  if (number > (point->in_frames ? MAX_FRAME : MAX_SECONDS))
    return life_cursor_fail (cursor, start, "a time is at most %.0f%c",
        point->in_frames ? MAX_FRAME : MAX_SECONDS, cursor->at[-1]);
  if (point->in_frames && number != (gdouble) (guint64) number)
    return life_cursor_fail (
        cursor, start, "frames are counted in whole numbers, as in 300f");
  point->time = (guint64) (point->in_frames ? number : number * 1e9 + 0.5);
  return TRUE;
}

/* Whether @word comes next; it is passed then. */
static gboolean
accept (LifeCursor *cursor, const gchar *word)
{
  gsize length = strlen (word);

  if (strncmp (cursor->at, word, length) != 0)
    return FALSE;
  cursor->at += length;
  return TRUE;
}

static gboolean
read_position (LifeCursor *cursor, LifeWaypoint *point)
{
  const gchar *const example = "5s 120,40";

  life_cursor_skip_spaces (cursor);
  point->is_camera = accept (cursor, "camera");
  if (point->is_camera)
    return TRUE;
  if (!read_number (cursor, -MAX_POSITION, MAX_POSITION, "a place's column",
          example, &point->position.x))
    return FALSE;
  life_cursor_skip_spaces (cursor);
  if (*cursor->at != ',')
    return life_cursor_fail (cursor, cursor->at,
        "a place is a column, a comma and a row, as in %s", example);
  cursor->at++;
  return read_number (cursor, -MAX_POSITION, MAX_POSITION, "a place's row",
      example, &point->position.y);
}

static gboolean
read_zoom (LifeCursor *cursor, LifeWaypoint *point)
{
  const gchar *start;
  gdouble zoom;

  life_cursor_skip_spaces (cursor);
  start = cursor->at;
  if (!read_number (
          cursor, -G_MAXDOUBLE, G_MAXDOUBLE, "a zoom", "zoom=0.5", &zoom))
    return FALSE;
  if (!(zoom > 0 && zoom <= MAX_ZOOM))
    return life_cursor_fail (cursor, start,
        "a zoom is above 0 and at most 4096; below 1 a pixel shows several "
        "cells");
  point->position.zoom = MAX (zoom, LIFE_MAPPING_MIN_ZOOM);
  return TRUE;
}

/* What may follow a position, each once. */
static gboolean
read_options (LifeCursor *cursor, LifeWaypoint *point)
{
  for (;;) {
    const gchar *start, *space = cursor->at;
    gboolean again;

    life_cursor_skip_spaces (cursor);
    start = cursor->at;
    if (*start == '\0' || *start == ';')
      return TRUE;
    if (start == space)
      return life_cursor_fail (cursor, start,
          "between waypoints comes a semicolon, within one a space");
    if (!point->is_camera && accept (cursor, "zoom=")) {
      again = point->position.zoom != LIFE_WAYPOINT_NO_ZOOM;
      if (!read_zoom (cursor, point))
        return FALSE;
    } else if (!point->is_camera && accept (cursor, "rotation=")) {
      again = point->turned;
      if (!read_number (cursor, -MAX_POSITION, MAX_POSITION, "a rotation",
              "rotation=30", &point->position.rotation))
        return FALSE;
      point->turned = TRUE;
    } else if (accept (cursor, "ease")) {
      again = point->eased;
      point->eased = TRUE;
    } else {
      return life_cursor_fail (cursor, start,
          point->is_camera
              ? "after camera come ease, a semicolon or the end"
              : "after a place come zoom=Z, rotation=R, ease, a semicolon or "
                "the end");
    }
    if (again)
      return life_cursor_fail (
          cursor, start, "a waypoint has each of these once");
  }
}

/* Whether @point comes after the last one of @points; times of two kinds are compared
 * if the frame rate is set. */
static gboolean
is_after (const GArray *points, const LifeWaypoint *point)
{
  for (guint i = points->len; i-- > 0;) {
    const LifeWaypoint *earlier = &g_array_index (points, LifeWaypoint, i);

    if (earlier->in_frames == point->in_frames || point->time == 0)
      return point->time > earlier->time;
  }
  return TRUE;
}

static gboolean
read_points (LifeCursor *cursor, GArray *points)
{
  for (;;) {
    LifeWaypoint point = { 0 };
    const gchar *start;

    life_cursor_skip_spaces (cursor);
    start = cursor->at;
    point.position.zoom = LIFE_WAYPOINT_NO_ZOOM;
    point.offset = (gsize) (start - cursor->text);
    if (!read_time (cursor, &point) || !read_position (cursor, &point)
        || !read_options (cursor, &point))
      return FALSE;
    if (!is_after (points, &point))
      return life_cursor_fail (
          cursor, start, "times increase; put the waypoints in their order");
    g_array_append_val (points, point);
    if (*cursor->at == '\0')
      return TRUE;
    cursor->at++;
  }
}

LifeWaypoints *
life_waypoints_parse (const gchar *text, GError **error)
{
  LifeCursor cursor = { "waypoints", LIFE_ERROR_WAYPOINTS, text, text, error };
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (LifeWaypoint));
  LifeWaypoints *waypoints;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (!read_points (&cursor, points))
    return NULL;
  waypoints = g_new0 (LifeWaypoints, 1);
  waypoints->references = 1;
  waypoints->text = g_strdup (text);
  waypoints->n_points = points->len;
  waypoints->points =
      (LifeWaypoint *) (void *) g_array_free (g_steal_pointer (&points), FALSE);
  waypoints->in_frames = TRUE;
  for (guint i = 0; i < waypoints->n_points; i++)
    waypoints->in_frames &=
        waypoints->points[i].in_frames || waypoints->points[i].time == 0;
  return waypoints;
}
