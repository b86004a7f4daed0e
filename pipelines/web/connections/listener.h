/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Accepts connections: limits their number, and the time until each is a viewer's. */
#pragma once

#include <libsoup/soup.h>

#include "../web-options.h"
#include "counting-stream.h"

typedef struct _Listener Listener;

/* Listens as set in @options, and passes connections to @server. Both must outlive it. */
Listener *listener_new (
    const WebOptions *options, SoupServer *server, GError **error);
void listener_free (Listener *listener);

guint listener_get_port (const Listener *listener);

/* The counting stream under that of a WebSocket, which owns it. */
CountingStream *listener_get_stream (GIOStream *websocket);

/* Admits a connection that became a WebSocket of @visitor, which visitor_of_request()
 * returned. FALSE if a proxy has sent too many for that visitor. */
gboolean listener_admit (
    Listener *listener, CountingStream *stream, const gchar *visitor);
