/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Wraps the streams of a connection, and counts the bytes read and written. */
#include "counting-stream.h"

#include <sys/socket.h>

/* Bytes of a message besides its own: headers of frames, a reply to a ping. */
#define OVERHEAD 32
/* After how many times the maximum credit of dropped bytes the connection ends. */
#define MAX_DROPPED 16

/* --- What is read --- */

#define COUNTING_TYPE_INPUT (counting_input_get_type ())
G_DECLARE_FINAL_TYPE (
    CountingInput, counting_input, COUNTING, INPUT, GFilterInputStream)

struct _CountingInput {
  GFilterInputStream parent;
  gnutls_session_t tls; /* of the connection, or NULL */
  gsize credit;         /* bytes that may be read now */
  gsize max;
  void (*excess) (gpointer user_data); /* or NULL */
  gpointer user_data;
  gsize dropped; /* bytes since @excess was called */
};

static gboolean
counting_input_can_poll (GPollableInputStream *stream)
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
counting_input_is_readable (GPollableInputStream *stream)
{
  gnutls_session_t tls = COUNTING_INPUT (stream)->tls;

  return (tls != NULL && gnutls_record_check_pending (tls) > 0)
         || g_pollable_input_stream_is_readable (input_base (stream));
}

static GSource *
counting_input_create_source (
    GPollableInputStream *stream, GCancellable *cancellable)
{
  gnutls_session_t tls = COUNTING_INPUT (stream)->tls;
  /* Bytes that TLS has buffered do not make the socket readable. */
  g_autoptr (GSource) base =
      tls != NULL && gnutls_record_check_pending (tls) > 0
          ? g_timeout_source_new (0)
          : g_pollable_input_stream_create_source (input_base (stream), NULL);

  return g_pollable_source_new_full (stream, base, cancellable);
}

/* Bytes are read and dropped, because unread ones would reset the connection before the
 * close frame arrives. */
static gssize
use_credit (CountingInput *self, gssize length, GError **error)
{
  if (length <= 0)
    return length;
  if (self->dropped == 0 && (gsize) length <= self->credit) {
    self->credit -= length;
    return length;
  }
  self->credit = 0;
  if (self->excess == NULL || self->dropped > MAX_DROPPED * self->max) {
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
counting_input_read_nonblocking (
    GPollableInputStream *stream, void *buffer, gsize size, GError **error)
{
  CountingInput *self = COUNTING_INPUT (stream);

  return use_credit (self,
      self->tls != NULL ? tls_read (self->tls, buffer, size, error)
                        : g_pollable_input_stream_read_nonblocking (
                            input_base (stream), buffer, size, NULL, error),
      error);
}

/* libsoup's server never blocks. */
static gssize
counting_input_read (GInputStream *stream, void *buffer, gsize size,
    GCancellable *cancellable, GError **error)
{
  return counting_input_read_nonblocking (
      G_POLLABLE_INPUT_STREAM (stream), buffer, size, error);
}

static void
counting_input_poll_init (GPollableInputStreamInterface *interface)
{
  interface->can_poll = counting_input_can_poll;
  interface->is_readable = counting_input_is_readable;
  interface->create_source = counting_input_create_source;
  interface->read_nonblocking = counting_input_read_nonblocking;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (CountingInput, counting_input,
    G_TYPE_FILTER_INPUT_STREAM,
    G_IMPLEMENT_INTERFACE (
        G_TYPE_POLLABLE_INPUT_STREAM, counting_input_poll_init))

static void
counting_input_class_init (CountingInputClass *class)
{
  G_INPUT_STREAM_CLASS (class)->read_fn = counting_input_read;
}

static void
counting_input_init (CountingInput *self)
{
}

/* --- What is written --- */

#define COUNTING_TYPE_OUTPUT (counting_output_get_type ())
G_DECLARE_FINAL_TYPE (
    CountingOutput, counting_output, COUNTING, OUTPUT, GFilterOutputStream)

struct _CountingOutput {
  GFilterOutputStream parent;
  gnutls_session_t tls; /* of the connection, or NULL */
  guint64 written;
};

static GPollableOutputStream *
output_base (gpointer stream)
{
  return G_POLLABLE_OUTPUT_STREAM (
      g_filter_output_stream_get_base_stream (stream));
}

static gboolean
counting_output_can_poll (GPollableOutputStream *stream)
{
  return TRUE;
}

static gboolean
counting_output_is_writable (GPollableOutputStream *stream)
{
  return g_pollable_output_stream_is_writable (output_base (stream));
}

static GSource *
counting_output_create_source (
    GPollableOutputStream *stream, GCancellable *cancellable)
{
  g_autoptr (GSource) base =
      g_pollable_output_stream_create_source (output_base (stream), NULL);

  return g_pollable_source_new_full (stream, base, cancellable);
}

static gssize
counting_output_write_nonblocking (GPollableOutputStream *stream,
    const void *buffer, gsize size, GError **error)
{
  CountingOutput *self = COUNTING_OUTPUT (stream);
  gssize length = self->tls != NULL
                      ? tls_write (self->tls, buffer, size, error)
                      : g_pollable_output_stream_write_nonblocking (
                          output_base (stream), buffer, size, NULL, error);

  if (length > 0)
    self->written += length;
  return length;
}

static gssize
counting_output_write (GOutputStream *stream, const void *buffer, gsize size,
    GCancellable *cancellable, GError **error)
{
  return counting_output_write_nonblocking (
      G_POLLABLE_OUTPUT_STREAM (stream), buffer, size, error);
}

static void
counting_output_poll_init (GPollableOutputStreamInterface *interface)
{
  interface->can_poll = counting_output_can_poll;
  interface->is_writable = counting_output_is_writable;
  interface->create_source = counting_output_create_source;
  interface->write_nonblocking = counting_output_write_nonblocking;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (CountingOutput, counting_output,
    G_TYPE_FILTER_OUTPUT_STREAM,
    G_IMPLEMENT_INTERFACE (
        G_TYPE_POLLABLE_OUTPUT_STREAM, counting_output_poll_init))

static void
counting_output_class_init (CountingOutputClass *class)
{
  G_OUTPUT_STREAM_CLASS (class)->write_fn = counting_output_write;
}

static void
counting_output_init (CountingOutput *self)
{
}

/* --- Both --- */

struct _CountingStream {
  GIOStream parent;
  GIOStream *base;
  GSocket *socket;
  gnutls_session_t tls; /* NULL: plain */
  CountingInput *input;
  CountingOutput *output;
};

G_DEFINE_FINAL_TYPE (CountingStream, counting_stream, G_TYPE_IO_STREAM)

static GInputStream *
get_input (GIOStream *stream)
{
  return G_INPUT_STREAM (COUNTING_STREAM (stream)->input);
}

static GOutputStream *
get_output (GIOStream *stream)
{
  return G_OUTPUT_STREAM (COUNTING_STREAM (stream)->output);
}

/* The close alert of TLS is lost if the client does not read. */
static gboolean
counting_stream_close (
    GIOStream *stream, GCancellable *cancellable, GError **error)
{
  CountingStream *self = COUNTING_STREAM (stream);

  if (self->tls != NULL)
    gnutls_bye (self->tls, GNUTLS_SHUT_WR);
  return g_io_stream_close (self->base, cancellable, error);
}

static void
counting_stream_finalize (GObject *object)
{
  CountingStream *self = COUNTING_STREAM (object);

  /* A source may still own the streams. */
  self->input->tls = self->output->tls = NULL;
  g_object_unref (self->input);
  g_object_unref (self->output);
  g_clear_pointer (&self->tls, gnutls_deinit);
  g_object_unref (self->base);
  g_object_unref (self->socket);
  G_OBJECT_CLASS (counting_stream_parent_class)->finalize (object);
}

static void
counting_stream_class_init (CountingStreamClass *class)
{
  G_OBJECT_CLASS (class)->finalize = counting_stream_finalize;
  G_IO_STREAM_CLASS (class)->get_input_stream = get_input;
  G_IO_STREAM_CLASS (class)->get_output_stream = get_output;
  G_IO_STREAM_CLASS (class)->close_fn = counting_stream_close;
}

static void
counting_stream_init (CountingStream *self)
{
}

CountingStream *
counting_stream_new (
    GSocketConnection *connection, gnutls_session_t tls, gsize credit)
{
  CountingStream *self = g_object_new (COUNTING_TYPE_STREAM, NULL);

  self->base = G_IO_STREAM (g_object_ref (connection));
  self->socket = g_object_ref (g_socket_connection_get_socket (connection));
  self->tls = tls;
  self->input = g_object_new (COUNTING_TYPE_INPUT, "base-stream",
      g_io_stream_get_input_stream (self->base), "close-base-stream", FALSE,
      NULL);
  self->input->tls = tls;
  self->input->credit = self->input->max = credit;
  self->output = g_object_new (COUNTING_TYPE_OUTPUT, "base-stream",
      g_io_stream_get_output_stream (self->base), "close-base-stream", FALSE,
      NULL);
  self->output->tls = tls;
  return self;
}

GIOCondition
counting_stream_handshake (CountingStream *self)
{
  return self->tls != NULL ? tls_handshake (self->tls) : 0;
}

GSource *
counting_stream_create_source (CountingStream *self, GIOCondition condition)
{
  return g_socket_create_source (self->socket, condition, NULL);
}

void
counting_stream_add_credit (CountingStream *self, gsize bytes)
{
  self->input->credit =
      MIN (self->input->credit + bytes + OVERHEAD, self->input->max);
}

void
counting_stream_set_excess (CountingStream *self,
    void (*excess) (gpointer user_data), gpointer user_data)
{
  self->input->excess = excess;
  self->input->user_data = user_data;
}

guint64
counting_stream_get_written (CountingStream *self)
{
  return self->output->written;
}

void
counting_stream_drop (CountingStream *self)
{
  struct linger none = { .l_onoff = 1, .l_linger = 0 };

  setsockopt (g_socket_get_fd (self->socket), SOL_SOCKET, SO_LINGER, &none,
      sizeof none);
  g_socket_shutdown (self->socket, TRUE, TRUE, NULL);
}
