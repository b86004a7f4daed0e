/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The options that servers share: video, and lifesrc's properties. */
#pragma once

#include <gst/gst.h>

typedef struct {
  gint width, height;
  gint fps_n, fps_d;
  gint bitrate; /* kbit/s */
} VideoOptions;

/* Whether @value of --@option lies in the range. */
gboolean option_in_range (
    const gchar *option, gint value, gint min, gint max, GError **error);

/* --framerate: N or N/D frames per second, at most @max. */
gboolean video_options_set_framerate (
    VideoOptions *video, const gchar *text, gint max, GError **error);

/* Whether the video has a valid size and bitrate for H.264 4:2:0. */
gboolean video_options_check (const VideoOptions *video, GError **error);

/* Removes what follows the first "--" of @arguments, and returns it. The caller frees it. */
gchar **arguments_parse_properties (gchar **arguments);
