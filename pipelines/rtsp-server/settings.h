/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the user asked of life-rtsp-server. How it is parsed is in settings.c;
 * whether lifesrc accepts its properties is found out in media.c. */
#pragma once

#include <gst/gst.h>

typedef struct {
  gint port;
  gchar *address;
  gchar *mount;

  gint width, height;
  gint fps_n, fps_d;
  gint bitrate;       /* kbit/s */
  gchar *encoder;     /* a factory's name, or NULL: the best there is */
  gchar **properties; /* NAME=VALUE of lifesrc, up to NULL */

  gint max_viewers;
  gchar *user; /* NULL: everybody may watch */
  gchar *password;
} Settings;

/* How the command line was taken. */
typedef enum {
  SETTINGS_GO,    /* as was asked */
  SETTINGS_DONE,  /* it asked for help or the version, which was printed */
  SETTINGS_WRONG, /* it cannot be understood */
  SETTINGS_FAILED /* it can, but the password file will not do */
} SettingsResult;

SettingsResult settings_parse (
    Settings *settings, int argc, char **argv, GError **error);
void settings_clear (Settings *settings);
