/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* libsoup queues what a client does not read, without bound, and does not report it; so
 * every byte is counted here, and every fragment that is not acknowledged. */
#include "viewer.h"

#include <string.h>

#include "../messages.h"
#include "../protocol.h"

/* Bytes of a message that count as one more message. */
#define BYTES_PER_MESSAGE 4096
/* libsoup closes above its limit without a status, so this file checks lengths itself.
 * Any limit but 0 will do; 0 makes libsoup 3.2 read beyond a frame. */
#define MAX_FRAME_SIZE G_MAXINT
/* Seconds between pings; the longest silence of a client. */
#define PING_INTERVAL 10
#define MAX_SILENCE (35 * G_TIME_SPAN_SECOND)
/* The longest time for closing. */
#define MAX_CLOSING_TIME (3 * G_TIME_SPAN_SECOND)

/* Flags of a segment. */
#define INITIALIZATION 1
#define KEY_FRAME 2

struct _Viewer {
  gint references;
  const ViewerContext *context;
  SoupWebsocketConnection *connection;
  CountingStream *stream;  /* NULL once detached */
  gint64 last_received;    /* when the client last sent anything */
  gint64 closing_since;    /* when closing began, or 0 */
  guint64 queued;          /* bytes passed to libsoup */
  guint64 handshake_bytes; /* bytes written before the WebSocket opened */
  gdouble credit;          /* messages that it may send */
  gint64 credit_time;      /* when @credit was computed */
  CommandQueue *queue;     /* of its commands */
  gboolean hello_received; /* whether the client sent hello */
  gboolean hello_replied;  /* whether hello was replied to */
  gboolean film_requested;

  gboolean watching;
  guint32 sent; /* segments */
  guint32 acknowledged;
  gboolean needs_key;  /* the next segment has to begin with a key frame */
  gint64 behind_since; /* since when it skips frames, or 0 */
  gint64 skips_since;  /* when the minute began in which @skips are counted */
  gint skips;
};

static Viewer *
viewer_ref (Viewer *self)
{
  self->references++;
  return self;
}

void
viewer_unref (gpointer viewer)
{
  Viewer *self = viewer;

  if (--self->references > 0)
    return;
  g_object_unref (self->connection);
  g_free (self);
}

/* --- Sending --- */

/* Bytes of a WebSocket frame's header. */
static gsize
header_of (gsize length)
{
  return length < 126 ? 2 : length < 65536 ? 4 : 10;
}

/* Bytes that are queued in libsoup, not yet written to the socket. */
static guint64
backlog_of (const Viewer *self)
{
  guint64 written =
      counting_stream_get_written (self->stream) - self->handshake_bytes;

  return self->queued > written ? self->queued - written : 0;
}

static gboolean
is_open (const Viewer *self)
{
  return self->stream != NULL && self->closing_since == 0
         && soup_websocket_connection_get_state (self->connection)
                == SOUP_WEBSOCKET_STATE_OPEN;
}

/* Removes it from the list, with its commands and the list's reference. */
static void
detach (Viewer *self)
{
  if (self->stream == NULL)
    return;
  counting_stream_set_excess (self->stream, NULL, NULL);
  self->stream = NULL;
  self->watching = FALSE;
  scheduler_remove_queue (self->context->scheduler, self->queue);
  g_signal_handlers_disconnect_by_data (self->connection, self);
  self->context->leave (self, self->context->user_data);
}

void
viewer_drop (Viewer *self)
{
  counting_stream_drop (self->stream);
  detach (self);
}

void
viewer_close (Viewer *self, gushort code, const gchar *why)
{
  if (!is_open (self))
    return;
  self->closing_since = g_get_monotonic_time ();
  self->watching = FALSE;
  soup_websocket_connection_close (self->connection, code, why);
}

static gboolean
make_room (Viewer *self, gsize length)
{
  guint64 max = self->context->options->bounds.backlog;

  if (!is_open (self))
    return FALSE;
  if (backlog_of (self) + length > max) {
    viewer_drop (self);
    return FALSE;
  }
  self->queued += header_of (length) + length;
  return TRUE;
}

static void
send_text (Viewer *self, const gchar *text)
{
  if (make_room (self, strlen (text)))
    soup_websocket_connection_send_text (self->connection, text);
}

static void
send_error (Viewer *self, gint64 id, const gchar *why)
{
  g_autofree gchar *text = message_error (id, why);

  send_text (self, text);
}

/* libsoup copies the bytes, so that their header can be filled in for each viewer. */
static void
send_segment (Viewer *self, const FilmSegment *segment, guint8 flags)
{
  guint32 number = GUINT32_TO_BE (self->sent);

  if (!make_room (self, segment->size))
    return;
  memcpy (segment->bytes, &number, sizeof number);
  memset (
      segment->bytes + sizeof number, 0, FILM_SEGMENT_HEADER - sizeof number);
  segment->bytes[sizeof number] = flags;
  self->sent++;
  soup_websocket_connection_send_binary (
      self->connection, segment->bytes, segment->size);
}

void
viewer_send_message (Viewer *self, const gchar *text)
{
  if (self->hello_replied)
    send_text (self, text);
}

/* --- The film --- */

gboolean
viewer_is_watching (const Viewer *self)
{
  return self->watching;
}

static void
fall_behind (Viewer *self, gint64 now)
{
  if (now - self->skips_since > 60 * G_TIME_SPAN_SECOND) {
    self->skips_since = now;
    self->skips = 0;
  }
  self->needs_key = TRUE;
  self->behind_since = now;
  if (++self->skips > self->context->options->bounds.skips)
    viewer_close (self, SOUP_WEBSOCKET_CLOSE_POLICY_VIOLATION,
        "too slow for the film, too often");
}

void
viewer_send_fragment (Viewer *self, const FilmSegment *fragment, gint64 now)
{
  const Bounds *bounds = &self->context->options->bounds;
  guint32 in_flight = self->sent - self->acknowledged;
  guint64 backlog;

  if (!self->watching)
    return;
  backlog = backlog_of (self);
  if (!self->needs_key
      && (in_flight >= (guint32) bounds->unacknowledged
          || backlog > (guint64) bounds->backlog / 2))
    fall_behind (self, now);
  /* A viewer that fell behind has to catch up well before it resumes. */
  if (self->needs_key
      && (!fragment->is_key || in_flight > (guint32) bounds->unacknowledged / 2
          || backlog > (guint64) bounds->backlog / 4))
    return;
  self->needs_key = FALSE;
  self->behind_since = 0;
  send_segment (self, fragment, fragment->is_key ? KEY_FRAME : 0);
}

static void
start_film (Viewer *self)
{
  self->watching = TRUE;
  self->needs_key = TRUE;
  send_segment (
      self, film_get_init_segment (self->context->film), INITIALIZATION);
}

static void
acknowledge (Viewer *self, gint64 id, guint32 fragment)
{
  if (fragment >= self->sent)
    send_error (self, id, "no such fragment was sent");
  else if (fragment >= self->acknowledged)
    self->acknowledged = fragment + 1;
}

/* --- Receiving --- */

static void
send_reply (const gchar *text, gpointer user_data)
{
  send_text (user_data, text);
}

static void
send_hello_reply (const gchar *text, gpointer user_data)
{
  Viewer *self = user_data;

  send_text (self, text);
  self->hello_replied = TRUE;
  if (is_open (self) && self->film_requested)
    start_film (self);
  if (is_open (self))
    self->context->join (self, self->context->user_data);
}

static void
queue_command (Viewer *self, Command *command)
{
  gint64 id = command->id;
  gboolean is_hello = command->kind == COMMAND_HELLO;

  if (!scheduler_push (self->context->scheduler, self->queue, command,
          is_hello ? send_hello_reply : send_reply, viewer_ref (self),
          viewer_unref))
    send_error (self, id, "too many commands wait; await the replies");
}

static void
handle_command (Viewer *self, Command *command, gsize length)
{
  const gchar *wrong = NULL;

  if (command->kind != COMMAND_PASTE && command->kind != COMMAND_LOAD
      && length > (gsize) self->context->options->bounds.message)
    wrong = "the message is too long";
  else if ((command->kind == COMMAND_HELLO) == self->hello_received)
    wrong = "hello is the first message, once";
  if (wrong == NULL && command->kind != COMMAND_ACK) {
    if (command->kind == COMMAND_HELLO) {
      self->hello_received = TRUE;
      self->film_requested = command->video;
    }
    queue_command (self, command);
    return;
  }
  if (wrong != NULL)
    send_error (self, command->id, wrong);
  else
    acknowledge (self, command->id, command->fragment);
  command_free (command);
}

/* Whether a message of @length bytes is within the rate limit. */
static gboolean
has_credit (Viewer *self, gsize length, gint64 now)
{
  const Bounds *bounds = &self->context->options->bounds;
  gdouble max =
      2 * bounds->message_rate
      + (gdouble) (bounds->message + bounds->pattern) / BYTES_PER_MESSAGE;
  gdouble earned = (gdouble) (now - self->credit_time) / G_TIME_SPAN_SECOND
                   * bounds->message_rate;

  self->credit = MIN (self->credit + earned, max);
  self->credit_time = now;
  self->credit -= 1 + (gdouble) length / BYTES_PER_MESSAGE;
  return self->credit >= 0;
}

static void
refuse_length (gpointer user_data)
{
  viewer_close (user_data, SOUP_WEBSOCKET_CLOSE_TOO_BIG,
      "longer than any message can be");
}

static void
receive_message (SoupWebsocketConnection *connection,
    SoupWebsocketDataType type, GBytes *bytes, Viewer *self)
{
  const Bounds *bounds = &self->context->options->bounds;
  gsize length;
  const gchar *text = g_bytes_get_data (bytes, &length);
  gint64 now = g_get_monotonic_time ();
  g_autoptr (GError) error = NULL;
  Command *command;
  gint64 id;

  self->last_received = now;
  counting_stream_add_credit (self->stream, length);
  if (!is_open (self))
    return;
  if (type != SOUP_WEBSOCKET_DATA_TEXT) {
    viewer_close (
        self, SOUP_WEBSOCKET_CLOSE_UNSUPPORTED_DATA, "messages are text");
    return;
  }
  /* In JSON a line break of a pattern has two bytes. */
  if (length > bounds->message + 2 * (gsize) bounds->pattern) {
    refuse_length (self);
    return;
  }
  if (!has_credit (self, length, now)) {
    viewer_close (self, SOUP_WEBSOCKET_CLOSE_POLICY_VIOLATION,
        "too many messages per second");
    return;
  }
  command = command_parse (text, length, &id, &error);
  if (command == NULL)
    send_error (self, id, error->message);
  else
    handle_command (self, command, length);
}

static void
receive_pong (SoupWebsocketConnection *connection, GBytes *bytes, Viewer *self)
{
  self->last_received = g_get_monotonic_time ();
}

/* --- Beginning and end --- */

void
viewer_check (Viewer *self, gint64 now)
{
  gint64 max = self->context->options->bounds.lag * G_TIME_SPAN_SECOND;

  if (now - self->last_received > MAX_SILENCE
      || (self->closing_since > 0
          && now - self->closing_since > MAX_CLOSING_TIME))
    counting_stream_drop (self->stream); /* libsoup detects the closed socket */
  else if (self->watching && self->behind_since > 0
           && now - self->behind_since > max)
    viewer_close (self, SOUP_WEBSOCKET_CLOSE_POLICY_VIOLATION,
        "too slow for the film, for too long");
}

static void
on_closed (SoupWebsocketConnection *connection, Viewer *self)
{
  detach (self);
}

Viewer *
viewer_new (const ViewerContext *context, SoupWebsocketConnection *connection,
    CountingStream *stream)
{
  const Bounds *bounds = &context->options->bounds;
  Viewer *self = g_new0 (Viewer, 1);

  self->references = 1;
  self->context = context;
  self->connection = g_object_ref (connection);
  self->queue = scheduler_add_queue (context->scheduler);
  self->stream = stream;
  self->handshake_bytes = counting_stream_get_written (stream);
  self->last_received = self->skips_since = self->credit_time =
      g_get_monotonic_time ();
  self->credit = 2 * bounds->message_rate;
  counting_stream_set_excess (stream, refuse_length, self);
  soup_websocket_connection_set_max_incoming_payload_size (
      connection, MAX_FRAME_SIZE);
  soup_websocket_connection_set_keepalive_interval (connection, PING_INTERVAL);
  g_signal_connect (connection, "message", G_CALLBACK (receive_message), self);
  g_signal_connect (connection, "pong", G_CALLBACK (receive_pong), self);
  g_signal_connect (connection, "closed", G_CALLBACK (on_closed), self);
  return self;
}
