/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The options of life-rtsp-server. rtsp-options.c parses them;
 * ../common/source.c finds out whether lifesrc accepts its properties. */
#pragma once

#include <gst/gst.h>

#include "../common/video-options.h"

typedef struct {
  gint port;
  gchar *address;
  gchar *mount;

  Picture picture;
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
