/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Checks what servers have in common on their command lines. */
#include "video-options.h"

#include <string.h>

#define SMALLEST 16
#define LARGEST 16384

gboolean
option_in_range (
    const gchar *option, gint value, gint least, gint most, GError **error)
{
  if (value >= least && value <= most)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "--%s is %d; it can be %d to %d", option, value, least, most);
  return FALSE;
}

gboolean
picture_set_framerate (
    Picture *picture, const gchar *text, gint most, GError **error)
{
  GValue value = G_VALUE_INIT;
  gboolean fits;

  g_value_init (&value, GST_TYPE_FRACTION);
  fits = gst_value_deserialize (&value, text)
         && gst_value_get_fraction_numerator (&value) > 0
         && gst_value_get_fraction_denominator (&value) > 0;
  if (fits) {
    picture->fps_n = gst_value_get_fraction_numerator (&value);
    picture->fps_d = gst_value_get_fraction_denominator (&value);
    fits = picture->fps_n / picture->fps_d <= most;
  }
  g_value_unset (&value);
  if (!fits)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "--framerate is %s; it can be a number like 30 or 30000/1001, up to %d",
        text, most);
  return fits;
}

gboolean
picture_check (const Picture *picture, GError **error)
{
  if (!option_in_range ("width", picture->width, SMALLEST, LARGEST, error)
      || !option_in_range ("height", picture->height, SMALLEST, LARGEST, error)
      || !option_in_range ("bitrate", picture->bitrate, 1, 2048000, error))
    return FALSE;
  if (picture->width % 2 == 0 && picture->height % 2 == 0)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "the frame is %dx%d; H.264 4:2:0 takes even widths and heights",
      picture->width, picture->height);
  return FALSE;
}

gchar **
arguments_take_properties (gchar **arguments)
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
