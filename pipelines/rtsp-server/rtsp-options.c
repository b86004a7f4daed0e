/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parses and checks the command line of life-rtsp-server. It opens only the
 * password file. */
#include "rtsp-options.h"

#include <stdio.h>
#include <string.h>

#include "../common/password.h"

#define MAX_FRAME_RATE 1000 /* per second */

G_GNUC_PRINTF (2, 3)
static gboolean
refuse (GError **error, const gchar *format, ...)
{
  g_autofree gchar *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (
      error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, message);
  return FALSE;
}

static gboolean
check_mount (const gchar *mount, GError **error)
{
  static const gchar allowed[] =
      G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "/-._~";

  if (mount[0] == '/' && mount[1] != '\0' && !g_str_has_suffix (mount, "/")
      && strstr (mount, "//") == NULL && mount[strspn (mount, allowed)] == '\0')
    return TRUE;
  return refuse (error,
      "--mount is %s; it can be a path like /life, of letters, digits and -._~",
      mount);
}

static GOptionContext *
describe (const GOptionEntry *entries)
{
  GOptionContext *context = g_option_context_new ("[-- PROPERTY=VALUE ...]");

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_summary (context,
      "Serves Conway's Game of Life as live H.264 over RTSP. All viewers see "
      "the "
      "same\nworld; it begins with the first one and ends with the last.");
  g_option_context_set_description (context,
      "PROPERTY=VALUE is any property of lifesrc, or a preset: rule=B36/S23 "
      "zoom=4\n@preset=heatmap\n\n"
      "Watch it:  ffplay -rtsp_transport tcp rtsp://127.0.0.1:8554/life\n");
  return context;
}

RtspOptionsResult
rtsp_options_parse (RtspOptions *options, int argc, char **argv, GError **error)
{
  gboolean version = FALSE;
  g_autofree gchar *framerate = NULL;
  g_autofree gchar *file = NULL;
  /* clang-format off */
  const GOptionEntry entries[] = {
    { "port", 'p', 0, G_OPTION_ARG_INT, &options->port,
      "TCP port to listen on (8554); 0: any free one", "N" },
    { "address", 'a', 0, G_OPTION_ARG_STRING, &options->address,
      "address to listen on (127.0.0.1); 0.0.0.0: all", "ADDRESS" },
    { "mount", 'm', 0, G_OPTION_ARG_STRING, &options->mount,
      "path of the stream (/life)", "PATH" },
    { "width", 0, 0, G_OPTION_ARG_INT, &options->video.width,
      "pixels across (1280)", "N" },
    { "height", 0, 0, G_OPTION_ARG_INT, &options->video.height,
      "pixels down (720)", "N" },
    { "framerate", 0, 0, G_OPTION_ARG_STRING, &framerate,
      "frames, and generations, per second (30)", "N[/D]" },
    { "bitrate", 0, 0, G_OPTION_ARG_INT, &options->video.bitrate,
      "kbit/s of the video (4000)", "N" },
    { "encoder", 0, 0, G_OPTION_ARG_STRING, &options->encoder,
      "nvh264enc or x264enc (the first that works)", "NAME" },
    { "max-viewers", 0, 0, G_OPTION_ARG_INT, &options->max_viewers,
      "connections at a time (100)", "N" },
    { "user", 'u', 0, G_OPTION_ARG_STRING, &options->user,
      "let only this user watch", "NAME" },
    { "password-file", 0, 0, G_OPTION_ARG_FILENAME, &file,
      "file whose only line is the user's password", "FILE" },
    { "version", 0, 0, G_OPTION_ARG_NONE, &version,
      "print the version", NULL },
    { NULL }
  };
  /* clang-format on */
  g_autoptr (GOptionContext) context = describe (entries);
  g_auto (GStrv) arguments = g_strdupv (argv);

  *options = (RtspOptions){
    .port = 8554, .video = { 1280, 720, 30, 1, 4000 }, .max_viewers = 100
  };
  options->properties = arguments_parse_properties (arguments);

  if (!g_option_context_parse_strv (context, &arguments, error))
    return RTSP_OPTIONS_WRONG;
  if (options->address == NULL)
    options->address = g_strdup ("127.0.0.1");
  if (options->mount == NULL)
    options->mount = g_strdup ("/life");
  if (version) {
    printf ("life-rtsp-server %s\n", LIFE_VERSION);
    return RTSP_OPTIONS_DONE;
  }
  if (arguments[0] != NULL && arguments[1] != NULL) {
    refuse (error, "%s is not an option; lifesrc's properties come after --",
        arguments[1]);
    return RTSP_OPTIONS_WRONG;
  }
  if (*options->address == '\0') {
    refuse (error, "--address must not be empty");
    return RTSP_OPTIONS_WRONG;
  }
  if (!option_in_range ("port", options->port, 0, 65535, error)
      || !option_in_range ("max-viewers", options->max_viewers, 1, 10000, error)
      || !check_mount (options->mount, error)
      || !video_options_check (&options->video, error)
      || (framerate != NULL
          && !video_options_set_framerate (
              &options->video, framerate, MAX_FRAME_RATE, error))
      || !password_check_user (options->user, file, error))
    return RTSP_OPTIONS_WRONG;
  if (file != NULL && (options->password = password_read (file, error)) == NULL)
    return RTSP_OPTIONS_FAILED;
  return RTSP_OPTIONS_SERVE;
}

void
rtsp_options_clear (RtspOptions *options)
{
  g_free (options->address);
  g_free (options->mount);
  g_free (options->encoder);
  g_strfreev (options->properties);
  g_free (options->user);
  g_free (options->password);
}
