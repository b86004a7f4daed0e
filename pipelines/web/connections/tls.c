/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Maps GnuTLS to GIO's conditions and errors. */
#include "tls.h"

/* Appended to the system's policy: at least TLS 1.2. */
#define POLICY "-VERS-TLS1.0:-VERS-TLS1.1"

/* These fail only if there is no memory, as g_new() does. */
gnutls_session_t
tls_new (gnutls_certificate_credentials_t certificate, GSocket *socket)
{
  gnutls_session_t tls;

  if (gnutls_init (&tls, GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL) < 0
      || gnutls_set_default_priority_append (tls, POLICY, NULL, 0) < 0
      || gnutls_credentials_set (tls, GNUTLS_CRD_CERTIFICATE, certificate) < 0)
    g_error ("TLS cannot begin");
  gnutls_transport_set_int (tls, g_socket_get_fd (socket));
  return tls;
}

GIOCondition
tls_handshake (gnutls_session_t tls)
{
  int status = gnutls_handshake (tls);

  if (status == GNUTLS_E_SUCCESS)
    return 0;
  if (gnutls_error_is_fatal (status)) {
    gnutls_alert_send_appropriate (tls, status);
    return G_IO_ERR;
  }
  return gnutls_record_get_direction (tls) != 0 ? G_IO_OUT : G_IO_IN;
}

/* A second handshake, which some clients of TLS 1.2 request, is refused. */
static gssize
fail (gssize status, GError **error)
{
  if (gnutls_error_is_fatal ((int) status) || status == GNUTLS_E_REHANDSHAKE)
    g_set_error_literal (
        error, G_IO_ERROR, G_IO_ERROR_FAILED, gnutls_strerror ((int) status));
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK,
        gnutls_strerror ((int) status));
  return -1;
}

/* Clients may close without an alert: messages mark their own end. */
gssize
tls_read (gnutls_session_t tls, void *buffer, gsize size, GError **error)
{
  gssize length = gnutls_record_recv (tls, buffer, size);

  if (length == GNUTLS_E_PREMATURE_TERMINATION)
    return 0;
  return length < 0 ? fail (length, error) : length;
}

gssize
tls_write (gnutls_session_t tls, const void *buffer, gsize size, GError **error)
{
  gssize length = gnutls_record_send (tls, buffer, size);

  return length < 0 ? fail (length, error) : length;
}
