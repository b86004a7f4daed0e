/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The inside of waypoints, for the files that implement life/waypoints.h. */
#pragma once

#include <life/waypoints.h>

/* A zoom that is not set. */
#define LIFE_WAYPOINT_NO_ZOOM 0.0

typedef struct {
  guint64 time; /* in frames, or in nanoseconds */
  gboolean in_frames;
  LifePosition position;
  gboolean
      is_camera; /* it is where a camera shows it, which sets all of its position */
  gboolean turned; /* its rotation is set */
  gboolean eased;
  gsize offset; /* of the text, where it begins */
} LifeWaypoint;

struct _LifeWaypoints {
  gint references;
  gchar *text;
  LifeWaypoint *points; /* at least one */
  guint n_points;
  gboolean in_frames; /* all times are; one of 0 is either */
};
