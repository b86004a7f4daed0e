/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A connection whose bytes are counted. libsoup 3.2 bounds a frame of a WebSocket but not
 * a message of many frames, nor what it queues for a client that does not read. */
#pragma once

#include "tls.h"

#define WIRE_TYPE (wire_get_type ())
G_DECLARE_FINAL_TYPE (Wire, wire, WIRE, STREAM, GIOStream)

/* Wraps @connection; its bytes go through @tls, which the wire then owns, unless that is
 * NULL. After @credit bytes that wire_accept() does not account for, reading from it
 * fails. */
Wire *wire_new (
    GSocketConnection *connection, gnutls_session_t tls, gsize credit);

/* Goes on with the handshake of TLS, as tls_shake_hands(). Nothing passes before its end. */
GIOCondition wire_shake_hands (Wire *wire);

/* A source for GSocketSourceFunc: when the connection is ready as in @condition. */
GSource *wire_create_source (Wire *wire, GIOCondition condition);

/* Accounts for a message of @bytes that was read whole. */
void wire_accept (Wire *wire, gsize bytes);

/* From now on more than that is no error: @excess is called once, to send a farewell, and
 * what comes then, as far as that has a bound, is dropped. NULL: an error again. */
void wire_set_excess (
    Wire *wire, void (*excess) (gpointer user_data), gpointer user_data);

/* Bytes that were written so far. */
guint64 wire_count_written (Wire *wire);

/* Ends the connection at once; what was not sent is lost. */
void wire_drop (Wire *wire);
