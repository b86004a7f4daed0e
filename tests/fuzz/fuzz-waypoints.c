/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fuzzes the parser of waypoints: any text is a way of finite places, or an error in
 * UTF-8. */
#include <math.h>

#include <life/waypoints.h>

#include "tests/fuzz/fuzz.h"

static void
go (const LifeWaypoints *waypoints, guint64 frame, guint64 time)
{
  const LifeMoment moment = { frame, time, (guint) (frame % 3) * 20000, 1001 };
  const LifePosition camera = { -3, 5e15, 1e-18, 720 };
  LifePosition position = { 0, 0, 1, 0 };
  GError *error = NULL;

  if (!life_waypoints_go (waypoints, &moment, &camera, &position, &error))
    check_error (error, LIFE_ERROR_WAYPOINTS);
  else
    check (isfinite (position.x) && isfinite (position.y)
           && isfinite (position.rotation) && position.zoom > 0
           && position.zoom < 4097);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree gchar *text = g_strndup ((const gchar *) data, size);
  GError *error = NULL;
  g_autoptr (LifeWaypoints) waypoints = life_waypoints_parse (text, &error);

  if (waypoints == NULL) {
    check_error (error, LIFE_ERROR_WAYPOINTS);
    return 0;
  }
  for (guint bit = 0; bit < 64; bit++)
    go (waypoints, G_GUINT64_CONSTANT (1) << bit,
        G_GUINT64_CONSTANT (3) << bit);
  return 0;
}
