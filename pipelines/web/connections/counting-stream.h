/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A stream that counts its bytes. libsoup 3.2 bounds a frame of a WebSocket but not a
 * message of many frames, nor what it queues for a client that does not read. */
#pragma once

#include "tls.h"

#define COUNTING_TYPE_STREAM (counting_stream_get_type ())
G_DECLARE_FINAL_TYPE (
    CountingStream, counting_stream, COUNTING, STREAM, GIOStream)

/* Wraps @connection. Its bytes pass through @tls, which the stream then owns, unless that
 * is NULL. Reading fails after @credit bytes, unless counting_stream_add_credit() adds
 * some. */
CountingStream *counting_stream_new (
    GSocketConnection *connection, gnutls_session_t tls, gsize credit);

/* Continues the TLS handshake, as tls_handshake(). No bytes pass before its end. */
GIOCondition counting_stream_handshake (CountingStream *stream);

/* A source for GSocketSourceFunc: ready as in @condition. */
GSource *counting_stream_create_source (
    CountingStream *stream, GIOCondition condition);

/* Adds credit for a message of @bytes that was read to its end. */
void counting_stream_add_credit (CountingStream *stream, gsize bytes);

/* From now on exceeding the credit is no error: @excess is called once, to close the
 * WebSocket, and up to a bound what follows is dropped. NULL: an error again. */
void counting_stream_set_excess (CountingStream *stream,
    void (*excess) (gpointer user_data), gpointer user_data);

/* Bytes written so far. */
guint64 counting_stream_get_written (CountingStream *stream);

/* Resets the connection; unsent bytes are lost. */
void counting_stream_drop (CountingStream *stream);
