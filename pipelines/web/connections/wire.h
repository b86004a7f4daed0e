/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A connection whose bytes are counted. libsoup 3.2 bounds a frame of a WebSocket but not
 * a message of many frames, nor what it queues for a client that does not read. */
#pragma once

#include <gio/gio.h>

#define WIRE_TYPE (wire_get_type ())
G_DECLARE_FINAL_TYPE (Wire, wire, WIRE, STREAM, GIOStream)

/* Wraps @base. After @credit bytes that wire_accept() does not account for, reading from
 * it fails. @socket is what @base sends through in the end. */
Wire *wire_new (GIOStream *base, GSocket *socket, gsize credit);

/* Accounts for a message of @bytes that was read whole. */
void wire_accept (Wire *wire, gsize bytes);

/* Bytes that were written so far. */
guint64 wire_count_written (Wire *wire);

/* Ends the connection at once; what was not sent is lost. */
void wire_drop (Wire *wire);
