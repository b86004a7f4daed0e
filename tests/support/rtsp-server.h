/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Runs life-rtsp-server for a test, on a free port, and looks at what it holds. */
#pragma once

#include <glib.h>

/* Nothing waits longer than this; a guard against hangs, in seconds. */
#define SERVER_PATIENCE 60

typedef struct {
  GPid pid;
  gint out; /* what it says */
  guint port;
} Server;

/* Whether life-rtsp-server and what it encodes with are there; else skips. */
gboolean server_is_missing (void);

/* Starts it with these arguments, split at blanks, and waits until it serves. */
Server *server_start (const gchar *format, ...) G_GNUC_PRINTF (1, 2);

/* Sends the signal; it has to end with status 0. */
void server_stop (Server *server, gint signal);

/* Runs it with arguments with which it must not start: its exit status, and what
 * it complained of. @environment: NULL for the test's own. */
gint server_refuse (
    gchar **environment, const gchar *arguments, gchar **complained);

/* Open descriptors, and kilobytes of memory. */
guint server_descriptors (const Server *server);
guint server_memory (const Server *server);
