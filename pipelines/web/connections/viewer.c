/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* libsoup queues what a client does not read, without bound, and does not report it; so
 * every byte is counted here, and every fragment that is not acknowledged. */
#include "viewer.h"

#include <string.h>

#include "../messages.h"
#include "../protocol.h"

/* Bytes of a message that count as one more message. */
#define BYTES_PER_MESSAGE 4096
/* What libsoup bounds it drops without a status; so we bound it, and this is any number
 * but 0, without which libsoup 3.2 reads beyond a frame. */
#define LARGEST_FRAME G_MAXINT
/* Seconds between pings; after so many without any sign it is gone. */
#define PING_INTERVAL 10
#define MOST_SILENT (35 * G_TIME_SPAN_SECOND)
/* For a farewell. */
#define MOST_CLOSING (3 * G_TIME_SPAN_SECOND)

/* Flags of a piece. */
#define INITIALISATION 1
#define KEY_FRAME 2

struct _Viewer {
  gint references;
  const Audience *audience;
  SoupWebsocketConnection *connection;
  Wire *wire;          /* NULL once it is gone */
  gint64 heard;        /* when it last sent anything */
  gint64 closing;      /* when it was sent the end of the connection, or 0 */
  guint64 queued;      /* bytes given to libsoup */
  guint64 handshake;   /* bytes that had been written before */
  gdouble credit;      /* messages that it may send now */
  gint64 credited;     /* when that was true */
  WorldQueue *queue;   /* its commands */
  gboolean introduced; /* whether it sent hello */
  gboolean greeted;    /* whether that was answered */
  gboolean wants_film;

  gboolean watches;
  guint32 sent; /* pieces */
  guint32 acknowledged;
  gboolean needs_key; /* the next piece has to begin with a key frame */
  gint64 behind;      /* since when it skips frames, or 0 */
  gint64 minute;      /* when the one began in which skips are counted */
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

/* --- What it is sent --- */

/* Bytes of a frame's header. */
static gsize
header_of (gsize length)
{
  return length < 126 ? 2 : length < 65536 ? 4 : 10;
}

/* Bytes that it has not read, nor the kernel taken. */
static guint64
backlog_of (const Viewer *self)
{
  guint64 written = wire_count_written (self->wire) - self->handshake;

  return self->queued > written ? self->queued - written : 0;
}

static gboolean
is_open (const Viewer *self)
{
  return self->wire != NULL && self->closing == 0
         && soup_websocket_connection_get_state (self->connection)
                == SOUP_WEBSOCKET_STATE_OPEN;
}

/* Forgets it and its commands; the list's reference goes, too. */
static void
vanish (Viewer *self)
{
  if (self->wire == NULL)
    return;
  wire_set_excess (self->wire, NULL, NULL);
  self->wire = NULL;
  self->watches = FALSE;
  world_leave (self->audience->world, self->queue);
  g_signal_handlers_disconnect_by_data (self->connection, self);
  self->audience->leave (self, self->audience->user_data);
}

void
viewer_drop (Viewer *self)
{
  wire_drop (self->wire);
  vanish (self);
}

void
viewer_close (Viewer *self, gushort code, const gchar *why)
{
  if (!is_open (self))
    return;
  self->closing = g_get_monotonic_time ();
  self->watches = FALSE;
  soup_websocket_connection_close (self->connection, code, why);
}

static gboolean
make_room (Viewer *self, gsize length)
{
  guint64 most = self->audience->options->bounds.backlog;

  if (!is_open (self))
    return FALSE;
  if (backlog_of (self) + length > most) {
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
send_piece (Viewer *self, const Piece *piece, guint8 flags)
{
  guint32 number = GUINT32_TO_BE (self->sent);

  if (!make_room (self, piece->size))
    return;
  memcpy (piece->bytes, &number, sizeof number);
  memset (piece->bytes + sizeof number, 0, PIECE_HEADER - sizeof number);
  piece->bytes[sizeof number] = flags;
  self->sent++;
  soup_websocket_connection_send_binary (
      self->connection, piece->bytes, piece->size);
}

void
viewer_tell (Viewer *self, const gchar *text)
{
  if (self->greeted)
    send_text (self, text);
}

/* --- The film --- */

gboolean
viewer_watches (const Viewer *self)
{
  return self->watches;
}

static void
fall_behind (Viewer *self, gint64 now)
{
  if (now - self->minute > 60 * G_TIME_SPAN_SECOND) {
    self->minute = now;
    self->skips = 0;
  }
  self->needs_key = TRUE;
  self->behind = now;
  if (++self->skips > self->audience->options->bounds.skips)
    viewer_close (self, SOUP_WEBSOCKET_CLOSE_POLICY_VIOLATION,
        "too slow for the film, too often");
}

void
viewer_take (Viewer *self, const Piece *fragment, gint64 now)
{
  const Bounds *bounds = &self->audience->options->bounds;
  guint32 on_the_way = self->sent - self->acknowledged;
  guint64 backlog;

  if (!self->watches)
    return;
  backlog = backlog_of (self);
  if (!self->needs_key
      && (on_the_way >= (guint32) bounds->unacknowledged
          || backlog > (guint64) bounds->backlog / 2))
    fall_behind (self, now);
  /* One who fell behind has to be well ahead of that before it begins anew. */
  if (self->needs_key
      && (!fragment->is_key || on_the_way > (guint32) bounds->unacknowledged / 2
          || backlog > (guint64) bounds->backlog / 4))
    return;
  self->needs_key = FALSE;
  self->behind = 0;
  send_piece (self, fragment, fragment->is_key ? KEY_FRAME : 0);
}

static void
begin_film (Viewer *self)
{
  self->watches = TRUE;
  self->needs_key = TRUE;
  send_piece (
      self, film_get_initialisation (self->audience->film), INITIALISATION);
}

static void
acknowledge (Viewer *self, gint64 id, guint32 fragment)
{
  if (fragment >= self->sent)
    send_error (self, id, "no such fragment was sent");
  else if (fragment >= self->acknowledged)
    self->acknowledged = fragment + 1;
}

/* --- What it says --- */

static void
answer (const gchar *text, gpointer user_data)
{
  send_text (user_data, text);
}

static void
answer_hello (const gchar *text, gpointer user_data)
{
  Viewer *self = user_data;

  send_text (self, text);
  self->greeted = TRUE;
  if (is_open (self) && self->wants_film)
    begin_film (self);
  if (is_open (self))
    self->audience->join (self, self->audience->user_data);
}

static void
pass_on (Viewer *self, Command *command)
{
  gint64 id = command->id;
  gboolean is_hello = command->kind == COMMAND_HELLO;

  if (!world_do (self->audience->world, self->queue, command,
          is_hello ? answer_hello : answer, viewer_ref (self), viewer_unref))
    send_error (self, id, "too many commands wait; await the answers");
}

static void
obey (Viewer *self, Command *command, gsize length)
{
  const gchar *wrong = NULL;

  if (command->kind != COMMAND_PASTE && command->kind != COMMAND_LOAD
      && length > (gsize) self->audience->options->bounds.message)
    wrong = "the message is too long";
  else if ((command->kind == COMMAND_HELLO) == self->introduced)
    wrong = "hello is the first message, once";
  if (wrong == NULL && command->kind != COMMAND_ACK) {
    if (command->kind == COMMAND_HELLO) {
      self->introduced = TRUE;
      self->wants_film = command->video;
    }
    pass_on (self, command);
    return;
  }
  if (wrong != NULL)
    send_error (self, command->id, wrong);
  else
    acknowledge (self, command->id, command->fragment);
  command_free (command);
}

/* Whether a message of @length bytes comes in its time. */
static gboolean
has_credit (Viewer *self, gsize length, gint64 now)
{
  const Bounds *bounds = &self->audience->options->bounds;
  gdouble most =
      2 * bounds->message_rate
      + (gdouble) (bounds->message + bounds->pattern) / BYTES_PER_MESSAGE;
  gdouble earned = (gdouble) (now - self->credited) / G_TIME_SPAN_SECOND
                   * bounds->message_rate;

  self->credit = MIN (self->credit + earned, most);
  self->credited = now;
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
hear (SoupWebsocketConnection *connection, SoupWebsocketDataType type,
    GBytes *bytes, Viewer *self)
{
  const Bounds *bounds = &self->audience->options->bounds;
  gsize length;
  const gchar *text = g_bytes_get_data (bytes, &length);
  gint64 now = g_get_monotonic_time ();
  g_autoptr (GError) error = NULL;
  Command *command;
  gint64 id;

  self->heard = now;
  wire_accept (self->wire, length);
  if (!is_open (self))
    return;
  if (type != SOUP_WEBSOCKET_DATA_TEXT) {
    viewer_close (
        self, SOUP_WEBSOCKET_CLOSE_UNSUPPORTED_DATA, "messages are text");
    return;
  }
  /* In JSON a line break of a pattern takes two bytes. */
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
    obey (self, command, length);
}

static void
hear_pong (SoupWebsocketConnection *connection, GBytes *bytes, Viewer *self)
{
  self->heard = g_get_monotonic_time ();
}

/* --- Beginning and end --- */

void
viewer_check (Viewer *self, gint64 now)
{
  gint64 most = self->audience->options->bounds.lag * G_TIME_SPAN_SECOND;

  if (now - self->heard > MOST_SILENT
      || (self->closing > 0 && now - self->closing > MOST_CLOSING))
    wire_drop (self->wire); /* libsoup then finds it closed */
  else if (self->watches && self->behind > 0 && now - self->behind > most)
    viewer_close (self, SOUP_WEBSOCKET_CLOSE_POLICY_VIOLATION,
        "too slow for the film, for too long");
}

static void
end (SoupWebsocketConnection *connection, Viewer *self)
{
  vanish (self);
}

Viewer *
viewer_new (
    const Audience *audience, SoupWebsocketConnection *connection, Wire *wire)
{
  const Bounds *bounds = &audience->options->bounds;
  Viewer *self = g_new0 (Viewer, 1);

  self->references = 1;
  self->audience = audience;
  self->connection = g_object_ref (connection);
  self->queue = world_join (audience->world);
  self->wire = wire;
  self->handshake = wire_count_written (wire);
  self->heard = self->minute = self->credited = g_get_monotonic_time ();
  self->credit = 2 * bounds->message_rate;
  wire_set_excess (wire, refuse_length, self);
  soup_websocket_connection_set_max_incoming_payload_size (
      connection, LARGEST_FRAME);
  soup_websocket_connection_set_keepalive_interval (connection, PING_INTERVAL);
  g_signal_connect (connection, "message", G_CALLBACK (hear), self);
  g_signal_connect (connection, "pong", G_CALLBACK (hear_pong), self);
  g_signal_connect (connection, "closed", G_CALLBACK (end), self);
  return self;
}
