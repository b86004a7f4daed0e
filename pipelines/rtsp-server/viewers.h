/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The RTSP server with an eye on its connections: how many there are, and which
 * of them are dead. What it serves is not known here. */
#pragma once

#include <gst/rtsp-server/rtsp-server.h>

#define LIFE_TYPE_SERVER (life_server_get_type ())
G_DECLARE_FINAL_TYPE (LifeServer, life_server, LIFE, SERVER, GstRTSPServer)

/* A server that holds so many connections at most. It reports every viewer that
 * begins to watch through media_want_key_frame(). */
LifeServer *life_server_new (guint max_viewers);

/* To be called once a second: closes connections that are dead, and forgets
 * sessions that are over. */
void life_server_tend (LifeServer *server);

/* Ends all connections; the number of those that are still there. */
guint life_server_close (LifeServer *server);
