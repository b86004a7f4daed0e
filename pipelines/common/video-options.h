/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The options of a server that describe its video. */
#pragma once

#include <gst/gst.h>

typedef struct {
  gint width, height;
  gint fps_n, fps_d;
  gint bitrate; /* kbit/s */
} Picture;

/* Whether @value of --@option lies in the range. */
gboolean option_in_range (
    const gchar *option, gint value, gint least, gint most, GError **error);

/* --framerate: N or N/D frames per second, at most @most. */
gboolean picture_set_framerate (
    Picture *picture, const gchar *text, gint most, GError **error);

/* Whether there is such a picture, and in H.264 4:2:0. */
gboolean picture_check (const Picture *picture, GError **error);

/* Removes what follows the first "--" of @arguments, and returns it; the caller frees
 * it. */
gchar **arguments_take_properties (gchar **arguments);
