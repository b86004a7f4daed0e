/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The RTSP server and its connections: how many there are, and when they are dropped. */
#pragma once

#include <gst/rtsp-server/rtsp-server.h>

#define LIFE_TYPE_RTSP_SERVER (life_rtsp_server_get_type ())
G_DECLARE_FINAL_TYPE (
    LifeRtspServer, life_rtsp_server, LIFE, RTSP_SERVER, GstRTSPServer)

/* A server with at most @max_viewers connections. It calls media_request_key_frame() for
 * every viewer that starts playing. */
LifeRtspServer *life_rtsp_server_new (guint max_viewers);

/* Drops stalled, silent and flooding connections, and removes expired sessions. Called
 * once per second. */
void life_rtsp_server_check (LifeRtspServer *server);

/* Drops all connections; returns how many are still open. */
guint life_rtsp_server_close (LifeRtspServer *server);
