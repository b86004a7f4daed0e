/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where connections arrive: how many there may be, and for how long before they have asked
 * for something. */
#pragma once

#include <libsoup/soup.h>

#include "../web-options.h"
#include "counting-stream.h"

typedef struct _Door Door;

/* Listens as set in @options, and hands connections to @server. Both must outlive it. */
Door *door_open (const Options *options, SoupServer *server, GError **error);
void door_close (Door *door);

guint door_get_port (const Door *door);

/* The wire that the stream of a WebSocket came through; the stream owns it. */
Wire *door_get_wire (GIOStream *stream);

/* A connection that became a WebSocket of @visitor, as visitor_of_request() says, may stay,
 * unless a proxy sent too many for that one: FALSE. */
gboolean door_admit (Door *door, Wire *wire, const gchar *visitor);
