/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Checks the options that servers share. */
#include "video-options.h"

#include <string.h>

#define MIN_SIDE 16
#define MAX_SIDE 16384

gboolean
option_in_range (
    const gchar *option, gint value, gint min, gint max, GError **error)
{
  if (value >= min && value <= max)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "--%s is %d; it can be %d to %d", option, value, min, max);
  return FALSE;
}

gboolean
video_options_set_framerate (
    VideoOptions *video, const gchar *text, gint max, GError **error)
{
  GValue value = G_VALUE_INIT;
  gboolean fits;

  g_value_init (&value, GST_TYPE_FRACTION);
  fits = gst_value_deserialize (&value, text)
         && gst_value_get_fraction_numerator (&value) > 0
         && gst_value_get_fraction_denominator (&value) > 0;
  if (fits) {
    video->fps_n = gst_value_get_fraction_numerator (&value);
    video->fps_d = gst_value_get_fraction_denominator (&value);
    fits = video->fps_n / video->fps_d <= max;
  }
  g_value_unset (&value);
  if (!fits)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "--framerate is %s; it can be a number like 30 or 30000/1001, up to %d",
        text, max);
  return fits;
}

gboolean
video_options_check (const VideoOptions *video, GError **error)
{
  if (!option_in_range ("width", video->width, MIN_SIDE, MAX_SIDE, error)
      || !option_in_range ("height", video->height, MIN_SIDE, MAX_SIDE, error)
      || !option_in_range ("bitrate", video->bitrate, 1, 2048000, error))
    return FALSE;
  if (video->width % 2 == 0 && video->height % 2 == 0)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "the frame is %dx%d; H.264 4:2:0 takes even widths and heights",
      video->width, video->height);
  return FALSE;
}

gchar **
arguments_parse_properties (gchar **arguments)
{
  gchar **at = arguments;
  gchar **properties;

  while (*at != NULL && strcmp (*at, "--") != 0)
    at++;
  if (*at == NULL)
    return g_new0 (gchar *, 1);
  properties = g_strdupv (at + 1);
  for (; *at != NULL; at++)
    g_clear_pointer (at, g_free);
  return properties;
}
