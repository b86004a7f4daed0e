/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The options of life-rtsp-server. ../common/source.c checks whether lifesrc accepts its
 * properties. */
#pragma once

#include <gst/gst.h>

#include "../common/video-options.h"

typedef struct {
  gint port;
  gchar *address;
  gchar *mount;

  VideoOptions video;
  gchar *encoder;     /* a factory's name, or NULL: the best that works */
  gchar **properties; /* NAME=VALUE and @preset=NAME, up to NULL */

  gint max_viewers;
  gchar *user; /* NULL: everyone may watch */
  gchar *password;
} RtspOptions;

/* The result of parsing the command line. */
typedef enum {
  RTSP_OPTIONS_SERVE, /* serve */
  RTSP_OPTIONS_DONE,  /* help or version was requested and printed */
  RTSP_OPTIONS_WRONG, /* the command line is wrong */
  RTSP_OPTIONS_FAILED /* the password file cannot be used */
} RtspOptionsResult;

RtspOptionsResult rtsp_options_parse (
    RtspOptions *options, int argc, char **argv, GError **error);
void rtsp_options_clear (RtspOptions *options);
