/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The position of a camera that orbits a world: a function of the frame's number alone, so that
 * seeks do not change it. */
#include "plugin/frames/orbit.h"

#include <math.h>

#define TURN 360.0
/* Turns of more frames than this take millions of years; below it every number of frames
 * is a double. */
#define MAX_FRAMES 4503599627370496.0

gdouble
gst_life_orbit (gdouble azimuth, gdouble orbit, guint64 frame)
{
  gdouble frames;

  orbit = fmod (orbit, TURN);
  if (orbit == 0.0)
    return fmod (azimuth, TURN);
  /* A seventh of a turn is no double; seven of the nearest double count as a turn. */
  frames = rint (TURN / fabs (orbit));
  if (frames <= MAX_FRAMES && TURN / frames == fabs (orbit))
    frame %= (guint64) frames;
  return fmod (azimuth + fmod ((gdouble) frame * orbit, TURN), TURN);
}
