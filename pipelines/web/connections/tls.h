/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The server's side of TLS, over a socket that does not block. No call waits, so that a
 * client that stalls blocks no thread; GIO's own TLS uses one for each handshake. */
#pragma once

#include <gio/gio.h>
#include <gnutls/gnutls.h>

/* The caller owns the session, calls gnutls_deinit(), and does not close @socket before. */
gnutls_session_t tls_new (
    gnutls_certificate_credentials_t certificate, GSocket *socket);

/* Continues the handshake. Returns 0 when it is complete, G_IO_ERR when it failed, else
 * the condition of the socket to wait for before the next call. */
GIOCondition tls_handshake (gnutls_session_t tls);

/* As g_pollable_input_stream_read_nonblocking(). */
gssize tls_read (
    gnutls_session_t tls, void *buffer, gsize size, GError **error);

/* As g_pollable_output_stream_write_nonblocking(). */
gssize tls_write (
    gnutls_session_t tls, const void *buffer, gsize size, GError **error);
