/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The position of a camera that orbits a world. */
#pragma once

#include <glib.h>

/* The azimuth of frame number @frame, in degrees: @azimuth + @frame × @orbit, modulo 360. If a
 * whole number of frames makes a turn, frames a turn apart have the same one exactly. */
gdouble gst_life_orbit (gdouble azimuth, gdouble orbit, guint64 frame);
