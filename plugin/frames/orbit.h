/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where a camera that goes around a world is in each frame. */
#pragma once

#include <glib.h>

/* The azimuth of frame number @frame, in degrees: @azimuth and @frame times @orbit more,
 * modulo 360. Where a whole number of frames makes a turn, frames a turn apart have the
 * very same one. */
gdouble gst_life_orbit (gdouble azimuth, gdouble orbit, guint64 frame);
