/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Runs life-rtsp-server for a test, on a free port, and watches its
 * resources. */
#pragma once

#include <glib.h>

/* No wait is longer than this many seconds: a guard against hangs. */
#define SERVER_TIMEOUT 60

typedef struct {
  GPid pid;
  gint out; /* its standard output */
  guint port;
} Server;

/* Skips the test where life-rtsp-server or its encoder is missing; returns
 * whether it is. */
gboolean server_is_missing (void);

/* Starts it with these arguments, split at blanks, and waits until it serves. */
Server *server_start (const gchar *format, ...) G_GNUC_PRINTF (1, 2);

/* Sends the signal; the server must end with status 0. */
void server_stop (Server *server, gint signal);

/* Runs it with arguments that it must refuse: its exit status, and its message.
 * @environment: NULL for the test's own. */
gint server_refuse (
    gchar **environment, const gchar *arguments, gchar **errors);

/* The server's open descriptors, and its memory in kilobytes. */
guint server_descriptors (const Server *server);
guint server_memory (const Server *server);
