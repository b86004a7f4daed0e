/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Waypoints: places that a view passes at given times, and the way between them. */
#pragma once

#include <life/api.h>

G_BEGIN_DECLS

/**
 * LifePosition:
 * @x: the column at the frame's center; -1 is a column like any other
 * @y: the row at the frame's center, likewise
 * @zoom: pixels per cell
 * @rotation: degrees clockwise
 *
 * Where a view is.
 */
typedef struct {
  gdouble x, y;
  gdouble zoom;
  gdouble rotation;
} LifePosition;

/**
 * LifeMoment:
 * @frame: the frame's number, from 0
 * @time: when it is shown, in nanoseconds from the stream's start
 * @rate_n: frames in @rate_d seconds; 0 if that is undefined
 * @rate_d: seconds, above 0
 *
 * When a frame is shown.
 */
typedef struct {
  guint64 frame;
  guint64 time;
  guint rate_n, rate_d;
} LifeMoment;

/**
 * LifeWaypoints:
 *
 * Places in the order of their times. Nothing changes them, so that any thread may look
 * at them; they are counted by references.
 */
typedef struct _LifeWaypoints LifeWaypoints;

/**
 * life_waypoints_parse:
 * @text: waypoints
 * @error: return location
 *
 * Reads waypoints with semicolons between them, each of them
 * `TIME X,Y [zoom=Z] [rotation=R] [ease]` or `TIME camera [ease]`:
 * `0s 0,0 zoom=8; 5s 120,40 zoom=2 ease; 9s camera`.
 * Times are seconds (`2.5s`) or frames (`150f`), and increase. A zoom lies above 0 and
 * is no more than 4096; positions and rotations lie within ±2^53. What a waypoint does not
 * set is as at the previous one; `ease` makes the path there begin and end slowly.
 *
 * Errors: %LIFE_ERROR_WAYPOINTS, with the character.
 *
 * Returns: (transfer full): the waypoints, or %NULL
 */
LIFE_API LifeWaypoints *life_waypoints_parse (
    const gchar *text, GError **error);

/**
 * life_waypoints_ref:
 * @waypoints: waypoints
 *
 * Returns: (transfer full): a reference to them
 */
LIFE_API LifeWaypoints *life_waypoints_ref (const LifeWaypoints *waypoints);

/**
 * life_waypoints_unref:
 * @waypoints: (transfer full) (nullable): waypoints
 *
 * Gives a reference back; they go with the last one.
 */
LIFE_API void life_waypoints_unref (LifeWaypoints *waypoints);

/**
 * life_waypoints_turn:
 * @waypoints: waypoints
 *
 * Returns: whether one of them has a rotation other than 0
 */
LIFE_API gboolean life_waypoints_turn (const LifeWaypoints *waypoints);

/**
 * life_waypoints_need_camera:
 * @waypoints: waypoints
 *
 * Returns: whether one of them is `camera`
 */
LIFE_API gboolean life_waypoints_need_camera (const LifeWaypoints *waypoints);

/**
 * life_waypoints_go:
 * @waypoints: waypoints
 * @moment: when
 * @camera: (nullable): where the view is at @moment for waypoints with `camera`
 * @position: (inout): zoom and rotation for waypoints before any that set them; takes where
 *   the view is
 * @error: return location
 *
 * Before the first waypoint a view is there, after the last one too; where that is
 * `camera`, it goes on where the camera goes. A fraction p of the
 * time from waypoint 0 to 1 has passed in between, or 3p² − 2p³ where that is eased:
 * the zoom is z = z0 · (z1 / z0)^p, the rotation runs evenly, and so does the position
 * where the zoom stays. Where it changes, x = x0 + (x1 − x0) · (1/z0 − 1/z) /
 * (1/z0 − 1/z1), and y likewise: one point of the world then stays at its point of the
 * frame, around which all others move.
 *
 * Errors: %LIFE_ERROR_WAYPOINTS where some times are seconds, others frames, and at this
 * frame rate they do not increase, or there is none.
 *
 * Returns: %TRUE on success
 */
LIFE_API gboolean life_waypoints_go (const LifeWaypoints *waypoints,
    const LifeMoment *moment, const LifePosition *camera,
    LifePosition *position, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LifeWaypoints, life_waypoints_unref)

G_END_DECLS
