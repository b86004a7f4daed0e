/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The options of life-web: what it shows, to whom, and every bound on what arrives. */
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
  gint pattern;        /* bytes of a pattern's text that arrives */
  gint save;           /* bytes of a pattern's text that is asked for */
  gint message_rate;   /* messages per second and client */
  gint unacknowledged; /* fragments sent and not acknowledged */
  gint backlog;        /* bytes that wait until a client reads them */
  gint lag;            /* seconds for which a client may skip frames */
  gint skips;          /* how often in a minute it may begin to */
  gint guess_delay;    /* ms after the first wrong password */
} Bounds;

typedef struct {
  gint port;
  gchar *address;
  gchar **hosts;   /* names that this server has, or NULL */
  gchar **origins; /* pages from elsewhere that may connect, or NULL */
  gchar **proxies; /* addresses whose word on visitors is taken, or NULL */
  gchar *user;     /* NULL: everyone may watch */
  gchar *password;
  gnutls_certificate_credentials_t certificate; /* and key; NULL: no TLS */
  gboolean read_only;

  Picture picture;
  gchar **properties; /* of lifesrc: NAME=VALUE and @preset=NAME, up to NULL */
  Bounds bounds;
} Options;

/* The result of parsing the command line. */
typedef enum {
  OPTIONS_GO,    /* serve */
  OPTIONS_DONE,  /* the version was requested and printed */
  OPTIONS_WRONG, /* the command line is wrong */
  OPTIONS_FAILED /* a file that it names cannot be used */
} OptionsResult;

OptionsResult options_parse (
    Options *options, int argc, char **argv, GError **error);
void options_clear (Options *options);
