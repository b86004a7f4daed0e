/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The settings of life-rtsp-server. settings.c parses them; source.c finds out
 * whether lifesrc accepts its properties. */
#pragma once

#include <gst/gst.h>

typedef struct {
  gint port;
  gchar *address;
  gchar *mount;

  gint width, height;
  gint fps_n, fps_d;
  gint bitrate;       /* kbit/s */
  gchar *encoder;     /* a factory's name, or NULL: the best that works */
  gchar **properties; /* NAME=VALUE and @preset=NAME, up to NULL */

  gint max_viewers;
  gchar *user; /* NULL: everyone may watch */
  gchar *password;
} Settings;

/* The result of parsing the command line. */
typedef enum {
  SETTINGS_GO,    /* serve */
  SETTINGS_DONE,  /* help or version was requested and printed */
  SETTINGS_WRONG, /* the command line is wrong */
  SETTINGS_FAILED /* the password file cannot be used */
} SettingsResult;

SettingsResult settings_parse (
    Settings *settings, int argc, char **argv, GError **error);
void settings_clear (Settings *settings);
