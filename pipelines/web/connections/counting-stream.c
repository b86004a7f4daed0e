/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Streams around those of a connection, which count what passes through. */
#include "counting-stream.h"

#include <sys/socket.h>

/* What a message costs beside its own bytes: headers of frames, an answer to a ping. */
#define OVERHEAD 32
/* How many times what may be read is dropped before the connection ends. */
#define MAX_DROPPED 16

/* --- What is read --- */

#define WIRE_TYPE_INPUT (wire_input_get_type ())
G_DECLARE_FINAL_TYPE (WireInput, wire_input, WIRE, INPUT, GFilterInputStream)

struct _WireInput {
  GFilterInputStream parent;
  gnutls_session_t tls; /* of the wire, or NULL */
  gsize credit;         /* bytes that may still be read */
  gsize most;
  void (*excess) (gpointer user_data); /* or NULL */
  gpointer user_data;
  gsize dropped; /* bytes since @excess was called */
};

static gboolean
wire_input_can_poll (GPollableInputStream *stream)
{
  return TRUE;
}

static GPollableInputStream *
input_base (gpointer stream)
{
  return G_POLLABLE_INPUT_STREAM (
      g_filter_input_stream_get_base_stream (stream));
}

static gboolean
wire_input_is_readable (GPollableInputStream *stream)
{
  gnutls_session_t tls = WIRE_INPUT (stream)->tls;

  return (tls != NULL && gnutls_record_check_pending (tls) > 0)
         || g_pollable_input_stream_is_readable (input_base (stream));
}

static GSource *
wire_input_create_source (
    GPollableInputStream *stream, GCancellable *cancellable)
{
  gnutls_session_t tls = WIRE_INPUT (stream)->tls;
  /* What TLS has taken from the socket does not make that readable. */
  g_autoptr (GSource) base =
      tls != NULL && gnutls_record_check_pending (tls) > 0
          ? g_timeout_source_new (0)
          : g_pollable_input_stream_create_source (input_base (stream), NULL);

  return g_pollable_source_new_full (stream, base, cancellable);
}

/* What is read and dropped does not reset the connection before a farewell arrives. */
static gssize
take (WireInput *self, gssize length, GError **error)
{
  if (length <= 0)
    return length;
  if (self->dropped == 0 && (gsize) length <= self->credit) {
    self->credit -= length;
    return length;
  }
  self->credit = 0;
  if (self->excess == NULL || self->dropped > MAX_DROPPED * self->most) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED,
        "the client sends more than it may");
    return -1;
  }
  if (self->dropped == 0)
    self->excess (self->user_data);
  self->dropped += length;
  g_set_error_literal (
      error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK, "what follows is dropped");
  return -1;
}

static gssize
wire_input_read_nonblocking (
    GPollableInputStream *stream, void *buffer, gsize size, GError **error)
{
  WireInput *self = WIRE_INPUT (stream);

  return take (self,
      self->tls != NULL ? tls_read (self->tls, buffer, size, error)
                        : g_pollable_input_stream_read_nonblocking (
                            input_base (stream), buffer, size, NULL, error),
      error);
}

/* libsoup's server never blocks. */
static gssize
wire_input_read (GInputStream *stream, void *buffer, gsize size,
    GCancellable *cancellable, GError **error)
{
  return wire_input_read_nonblocking (
      G_POLLABLE_INPUT_STREAM (stream), buffer, size, error);
}

static void
wire_input_poll_init (GPollableInputStreamInterface *interface)
{
  interface->can_poll = wire_input_can_poll;
  interface->is_readable = wire_input_is_readable;
  interface->create_source = wire_input_create_source;
  interface->read_nonblocking = wire_input_read_nonblocking;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (WireInput, wire_input,
    G_TYPE_FILTER_INPUT_STREAM,
    G_IMPLEMENT_INTERFACE (G_TYPE_POLLABLE_INPUT_STREAM, wire_input_poll_init))

static void
wire_input_class_init (WireInputClass *class)
{
  G_INPUT_STREAM_CLASS (class)->read_fn = wire_input_read;
}

static void
wire_input_init (WireInput *self)
{
}

/* --- What is written --- */

#define WIRE_TYPE_OUTPUT (wire_output_get_type ())
G_DECLARE_FINAL_TYPE (
    WireOutput, wire_output, WIRE, OUTPUT, GFilterOutputStream)

struct _WireOutput {
  GFilterOutputStream parent;
  gnutls_session_t tls; /* of the wire, or NULL */
  guint64 written;
};

static GPollableOutputStream *
output_base (gpointer stream)
{
  return G_POLLABLE_OUTPUT_STREAM (
      g_filter_output_stream_get_base_stream (stream));
}

static gboolean
wire_output_can_poll (GPollableOutputStream *stream)
{
  return TRUE;
}

static gboolean
wire_output_is_writable (GPollableOutputStream *stream)
{
  return g_pollable_output_stream_is_writable (output_base (stream));
}

static GSource *
wire_output_create_source (
    GPollableOutputStream *stream, GCancellable *cancellable)
{
  g_autoptr (GSource) base =
      g_pollable_output_stream_create_source (output_base (stream), NULL);

  return g_pollable_source_new_full (stream, base, cancellable);
}

static gssize
wire_output_write_nonblocking (GPollableOutputStream *stream,
    const void *buffer, gsize size, GError **error)
{
  WireOutput *self = WIRE_OUTPUT (stream);
  gssize length = self->tls != NULL
                      ? tls_write (self->tls, buffer, size, error)
                      : g_pollable_output_stream_write_nonblocking (
                          output_base (stream), buffer, size, NULL, error);

  if (length > 0)
    self->written += length;
  return length;
}

static gssize
wire_output_write (GOutputStream *stream, const void *buffer, gsize size,
    GCancellable *cancellable, GError **error)
{
  return wire_output_write_nonblocking (
      G_POLLABLE_OUTPUT_STREAM (stream), buffer, size, error);
}

static void
wire_output_poll_init (GPollableOutputStreamInterface *interface)
{
  interface->can_poll = wire_output_can_poll;
  interface->is_writable = wire_output_is_writable;
  interface->create_source = wire_output_create_source;
  interface->write_nonblocking = wire_output_write_nonblocking;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (WireOutput, wire_output,
    G_TYPE_FILTER_OUTPUT_STREAM,
    G_IMPLEMENT_INTERFACE (
        G_TYPE_POLLABLE_OUTPUT_STREAM, wire_output_poll_init))

static void
wire_output_class_init (WireOutputClass *class)
{
  G_OUTPUT_STREAM_CLASS (class)->write_fn = wire_output_write;
}

static void
wire_output_init (WireOutput *self)
{
}

/* --- Both --- */

struct _Wire {
  GIOStream parent;
  GIOStream *base;
  GSocket *socket;
  gnutls_session_t tls; /* NULL: plain */
  WireInput *input;
  WireOutput *output;
};

G_DEFINE_FINAL_TYPE (Wire, wire, G_TYPE_IO_STREAM)

static GInputStream *
get_input (GIOStream *stream)
{
  return G_INPUT_STREAM (WIRE_STREAM (stream)->input);
}

static GOutputStream *
get_output (GIOStream *stream)
{
  return G_OUTPUT_STREAM (WIRE_STREAM (stream)->output);
}

/* The farewell of TLS is lost where the client does not read. */
static gboolean
wire_close (GIOStream *stream, GCancellable *cancellable, GError **error)
{
  Wire *self = WIRE_STREAM (stream);

  if (self->tls != NULL)
    gnutls_bye (self->tls, GNUTLS_SHUT_WR);
  return g_io_stream_close (self->base, cancellable, error);
}

static void
wire_finalize (GObject *object)
{
  Wire *self = WIRE_STREAM (object);

  /* A source may still own the streams. */
  self->input->tls = self->output->tls = NULL;
  g_object_unref (self->input);
  g_object_unref (self->output);
  g_clear_pointer (&self->tls, gnutls_deinit);
  g_object_unref (self->base);
  g_object_unref (self->socket);
  G_OBJECT_CLASS (wire_parent_class)->finalize (object);
}

static void
wire_class_init (WireClass *class)
{
  G_OBJECT_CLASS (class)->finalize = wire_finalize;
  G_IO_STREAM_CLASS (class)->get_input_stream = get_input;
  G_IO_STREAM_CLASS (class)->get_output_stream = get_output;
  G_IO_STREAM_CLASS (class)->close_fn = wire_close;
}

static void
wire_init (Wire *self)
{
}

Wire *
wire_new (GSocketConnection *connection, gnutls_session_t tls, gsize credit)
{
  Wire *self = g_object_new (WIRE_TYPE, NULL);

  self->base = G_IO_STREAM (g_object_ref (connection));
  self->socket = g_object_ref (g_socket_connection_get_socket (connection));
  self->tls = tls;
  self->input = g_object_new (WIRE_TYPE_INPUT, "base-stream",
      g_io_stream_get_input_stream (self->base), "close-base-stream", FALSE,
      NULL);
  self->input->tls = tls;
  self->input->credit = self->input->most = credit;
  self->output = g_object_new (WIRE_TYPE_OUTPUT, "base-stream",
      g_io_stream_get_output_stream (self->base), "close-base-stream", FALSE,
      NULL);
  self->output->tls = tls;
  return self;
}

GIOCondition
wire_shake_hands (Wire *self)
{
  return self->tls != NULL ? tls_shake_hands (self->tls) : 0;
}

GSource *
wire_create_source (Wire *self, GIOCondition condition)
{
  return g_socket_create_source (self->socket, condition, NULL);
}

void
wire_accept (Wire *self, gsize bytes)
{
  self->input->credit =
      MIN (self->input->credit + bytes + OVERHEAD, self->input->most);
}

void
wire_set_excess (
    Wire *self, void (*excess) (gpointer user_data), gpointer user_data)
{
  self->input->excess = excess;
  self->input->user_data = user_data;
}

guint64
wire_count_written (Wire *self)
{
  return self->output->written;
}

void
wire_drop (Wire *self)
{
  struct linger none = { .l_onoff = 1, .l_linger = 0 };

  setsockopt (g_socket_get_fd (self->socket), SOL_SOCKET, SO_LINGER, &none,
      sizeof none);
  g_socket_shutdown (self->socket, TRUE, TRUE, NULL);
}
