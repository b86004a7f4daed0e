/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The options of life-web: video, access, and every bound on input. */
#pragma once

#include <gio/gio.h>
#include <gnutls/gnutls.h>

#include "../common/video-options.h"

/* Bounds on what clients may do. */
typedef struct {
  gint viewers;                 /* that watch or control at a time */
  gint connections;             /* at a time, viewers among them */
  gint connections_per_address; /* of those */
  gint handshake;      /* seconds until a connection has to be a WebSocket */
  gint message;        /* bytes of a message but for a pattern's text */
  gint pattern;        /* bytes of a pattern's text from a client */
  gint save;           /* bytes of a saved pattern's text */
  gint message_rate;   /* messages per second and client */
  gint unacknowledged; /* fragments sent and not acknowledged */
  gint backlog;        /* bytes that wait until a client reads them */
  gint lag;            /* seconds for which a client may skip frames */
  gint skips;          /* how often per minute it may begin to */
  gint guess_delay;    /* ms after the first wrong password */
} Bounds;

typedef struct {
  gint port;
  gchar *address;
  gchar **hosts;   /* names of this server, or NULL */
  gchar **origins; /* other sites whose pages may connect, or NULL */
  gchar **proxies; /* addresses of trusted proxies, or NULL */
  gchar *user;     /* NULL: everyone may watch */
  gchar *password;
  gnutls_certificate_credentials_t certificate; /* and key; NULL: no TLS */
  gboolean read_only;

  VideoOptions video;
  gchar **properties; /* of lifesrc: NAME=VALUE and @preset=NAME, up to NULL */
  Bounds bounds;
} WebOptions;

/* The result of parsing the command line. */
typedef enum {
  WEB_OPTIONS_SERVE, /* serve */
  WEB_OPTIONS_DONE,  /* the version was requested and printed */
  WEB_OPTIONS_WRONG, /* the command line is wrong */
  WEB_OPTIONS_FAILED /* a file that it names cannot be used */
} WebOptionsResult;

WebOptionsResult web_options_parse (
    WebOptions *options, int argc, char **argv, GError **error);
void web_options_clear (WebOptions *options);
