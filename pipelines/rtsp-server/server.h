/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The RTSP server and its connections: how many there are, and which of them
 * are dead. */
#pragma once

#include <gst/rtsp-server/rtsp-server.h>

#define LIFE_TYPE_SERVER (life_server_get_type ())
G_DECLARE_FINAL_TYPE (LifeServer, life_server, LIFE, SERVER, GstRTSPServer)

/* A server with at most @max_viewers connections. It reports every viewer that
 * starts playing through media_want_key_frame(). */
LifeServer *life_server_new (guint max_viewers);

/* To be called every second: closes dead connections, and removes sessions that
 * have ended. */
void life_server_tend (LifeServer *server);

/* Ends all connections; returns how many are still there. */
guint life_server_close (LifeServer *server);
