/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parses and checks the command line of life-rtsp-server. It opens only the
 * password file. */
#include "settings.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SMALLEST 16
#define LARGEST 16384
#define LONGEST_PASSWORD 1024

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
in_range (
    const gchar *option, gint value, gint least, gint most, GError **error)
{
  if (value >= least && value <= most)
    return TRUE;
  return refuse (
      error, "--%s is %d; it can be %d to %d", option, value, least, most);
}

/* N or N/D frames per second. */
static gboolean
parse_framerate (Settings *settings, const gchar *text, GError **error)
{
  GValue value = G_VALUE_INIT;
  gboolean fits;

  g_value_init (&value, GST_TYPE_FRACTION);
  fits = gst_value_deserialize (&value, text)
         && gst_value_get_fraction_numerator (&value) > 0
         && gst_value_get_fraction_denominator (&value) > 0;
  if (fits) {
    settings->fps_n = gst_value_get_fraction_numerator (&value);
    settings->fps_d = gst_value_get_fraction_denominator (&value);
    fits = settings->fps_n / settings->fps_d <= 1000;
  }
  g_value_unset (&value);
  if (fits)
    return TRUE;
  return refuse (error,
      "--framerate is %s; it can be a number like 30 or 30000/1001, up to 1000",
      text);
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

static gboolean
check_picture (const Settings *settings, GError **error)
{
  if (!in_range ("width", settings->width, SMALLEST, LARGEST, error)
      || !in_range ("height", settings->height, SMALLEST, LARGEST, error)
      || !in_range ("bitrate", settings->bitrate, 1, 2048000, error))
    return FALSE;
  if (settings->width % 2 == 0 && settings->height % 2 == 0)
    return TRUE;
  return refuse (error,
      "the frame is %dx%d; H.264 4:2:0 takes even widths and heights",
      settings->width, settings->height);
}

/* Reads the file's only line. A file that others may read is refused, because
 * its owner cannot have meant that. */
static gchar *
read_password (const gchar *file, GError **error)
{
  gchar text[LONGEST_PASSWORD + 2] = "";
  struct stat status;
  gssize length;
  gsize total = 0;
  gint fd = open (file, O_RDONLY | O_CLOEXEC);

  if (fd < 0 || fstat (fd, &status) != 0) {
    refuse (error, "the password file %s cannot be read: %s", file,
        g_strerror (errno));
    if (fd >= 0)
      close (fd);
    return NULL;
  }
  if (S_ISREG (status.st_mode) && (status.st_mode & S_IROTH)) {
    refuse (error,
        "the password file %s can be read by others; chmod o-r it first", file);
    close (fd);
    return NULL;
  }
  while (total < sizeof text - 1
         && (length = read (fd, text + total, sizeof text - 1 - total)) > 0)
    total += length;
  if (length < 0) {
    refuse (error, "the password file %s cannot be read: %s", file,
        g_strerror (errno));
    close (fd);
    return NULL;
  }
  close (fd);

  if (total > 0 && text[total - 1] == '\n')
    text[--total] = '\0';
  if (total == 0 || total > LONGEST_PASSWORD || strlen (text) != total
      || strpbrk (text, "\r\n") != NULL) {
    refuse (error,
        "the password file %s must hold one line, the password, of 1 to %d "
        "bytes",
        file, LONGEST_PASSWORD);
    return NULL;
  }
  return g_strdup (text);
}

static gboolean
check_user (const gchar *user, const gchar *file, GError **error)
{
  if ((user == NULL) != (file == NULL))
    return refuse (error, "--user and --password-file need each other");
  if (user != NULL && (*user == '\0' || strpbrk (user, ":\"\\\r\n") != NULL))
    return refuse (
        error, "--user must not be empty, nor have a colon or quotes in it");
  return TRUE;
}

/* Removes the arguments after the first "--" and returns them. */
static gchar **
take_properties (gchar **arguments)
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

SettingsResult
settings_parse (Settings *settings, int argc, char **argv, GError **error)
{
  gboolean version = FALSE;
  g_autofree gchar *framerate = NULL;
  g_autofree gchar *file = NULL;
  /* clang-format off */
  const GOptionEntry entries[] = {
    { "port", 'p', 0, G_OPTION_ARG_INT, &settings->port,
      "TCP port to listen on (8554); 0: any free one", "N" },
    { "address", 'a', 0, G_OPTION_ARG_STRING, &settings->address,
      "address to listen on (127.0.0.1); 0.0.0.0: all", "ADDRESS" },
    { "mount", 'm', 0, G_OPTION_ARG_STRING, &settings->mount,
      "path of the stream (/life)", "PATH" },
    { "width", 0, 0, G_OPTION_ARG_INT, &settings->width,
      "pixels across (1280)", "N" },
    { "height", 0, 0, G_OPTION_ARG_INT, &settings->height,
      "pixels down (720)", "N" },
    { "framerate", 0, 0, G_OPTION_ARG_STRING, &framerate,
      "frames, and generations, per second (30)", "N[/D]" },
    { "bitrate", 0, 0, G_OPTION_ARG_INT, &settings->bitrate,
      "kbit/s of the video (4000)", "N" },
    { "encoder", 0, 0, G_OPTION_ARG_STRING, &settings->encoder,
      "nvh264enc or x264enc (the first that works)", "NAME" },
    { "max-viewers", 0, 0, G_OPTION_ARG_INT, &settings->max_viewers,
      "connections to hold at a time (100)", "N" },
    { "user", 'u', 0, G_OPTION_ARG_STRING, &settings->user,
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

  *settings = (Settings){ .port = 8554,
    .width = 1280,
    .height = 720,
    .fps_n = 30,
    .fps_d = 1,
    .bitrate = 4000,
    .max_viewers = 100 };
  settings->properties = take_properties (arguments);

  if (!g_option_context_parse_strv (context, &arguments, error))
    return SETTINGS_WRONG;
  if (settings->address == NULL)
    settings->address = g_strdup ("127.0.0.1");
  if (settings->mount == NULL)
    settings->mount = g_strdup ("/life");
  if (version) {
    printf ("life-rtsp-server %s\n", LIFE_VERSION);
    return SETTINGS_DONE;
  }
  if (arguments[0] != NULL && arguments[1] != NULL) {
    refuse (error, "%s is not an option; lifesrc's properties come after --",
        arguments[1]);
    return SETTINGS_WRONG;
  }
  if (*settings->address == '\0') {
    refuse (error, "--address must not be empty");
    return SETTINGS_WRONG;
  }
  if (!in_range ("port", settings->port, 0, 65535, error)
      || !in_range ("max-viewers", settings->max_viewers, 1, 10000, error)
      || !check_mount (settings->mount, error)
      || !check_picture (settings, error)
      || (framerate != NULL && !parse_framerate (settings, framerate, error))
      || !check_user (settings->user, file, error))
    return SETTINGS_WRONG;
  if (file != NULL
      && (settings->password = read_password (file, error)) == NULL)
    return SETTINGS_FAILED;
  return SETTINGS_GO;
}

void
settings_clear (Settings *settings)
{
  g_free (settings->address);
  g_free (settings->mount);
  g_free (settings->encoder);
  g_strfreev (settings->properties);
  g_free (settings->user);
  g_free (settings->password);
}
