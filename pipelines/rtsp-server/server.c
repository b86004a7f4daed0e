/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Checks the connections of the server. gst-rtsp-server 1.22 queues what a viewer does
 * not read, then stops sending to it, but never drops it. So the counters of each
 * connection are checked every second. */
#include "server.h"

#include <sys/socket.h>

#include "life/base/tcp-counters.h"
#include "media.h"

/* Seconds that a viewer may read nothing although data is queued for it. */
#define MAX_STALLED 10
/* Seconds that a connection that does not play may be silent; its session ends after 60. */
#define MAX_SILENT 70
/* Bytes that a viewer may send per second; requests and receiver reports have some
 * hundred. */
#define MAX_SENT (64 * 1024)
/* Bytes of a request's body. */
#define MAX_BODY (16 * 1024)
/* Requests without the password that a connection may send in a row. */
#define MAX_REFUSED 5

typedef struct {
  GSocket *socket;
  GPtrArray *sessions; /* their ids */
  gboolean playing;
  LifeTcpCounters counters;
  guint silent;  /* seconds without sending or reading */
  guint stalled; /* seconds without reading although there was data */
  guint refused; /* requests without the password */
} RtspViewer;

struct _LifeRtspServer {
  GstRTSPServer parent;
  guint max_viewers;
  guint frames; /* the number one second ago */

  GMutex lock;         /* protects what follows */
  GHashTable *viewers; /* GstRTSPClient -> Viewer */
};

G_DEFINE_FINAL_TYPE (LifeRtspServer, life_rtsp_server, GST_TYPE_RTSP_SERVER)

static void
rtsp_viewer_free (gpointer data)
{
  RtspViewer *viewer = data;

  g_object_unref (viewer->socket);
  g_ptr_array_unref (viewer->sessions);
  g_free (viewer);
}

/* Resets the connection, so that the kernel drops unsent data. The thread that serves it
 * detects that it is closed, and cleans up. */
static void
rtsp_viewer_drop (RtspViewer *viewer)
{
  struct linger none = { .l_onoff = 1, .l_linger = 0 };

  setsockopt (g_socket_get_fd (viewer->socket), SOL_SOCKET, SO_LINGER, &none,
      sizeof none);
  g_socket_shutdown (viewer->socket, TRUE, TRUE, NULL);
}

/* Whether the connection is stalled, silent or floods the server; called every second. */
static gboolean
rtsp_viewer_exceeds_limits (RtspViewer *viewer, gboolean new_frames)
{
  const LifeTcpCounters last = viewer->counters;
  gboolean acked;
  guint64 received;

  if (!life_tcp_counters_update (
          &viewer->counters, g_socket_get_fd (viewer->socket)))
    return FALSE;
  received = viewer->counters.received - last.received;
  acked = viewer->counters.acknowledged != last.acknowledged;

  if (acked || !viewer->playing)
    viewer->stalled = 0;
  else if (viewer->counters.queued || new_frames)
    viewer->stalled++;
  viewer->silent =
      received > 0 || acked || viewer->playing ? 0 : viewer->silent + 1;
  return received > MAX_SENT || viewer->stalled >= MAX_STALLED
         || viewer->silent >= MAX_SILENT;
}

/* --- Events of a connection --- */

static void
set_playing (LifeRtspServer *self, GstRTSPClient *client, gboolean playing)
{
  RtspViewer *viewer;

  g_mutex_lock (&self->lock);
  viewer = g_hash_table_lookup (self->viewers, client);
  if (viewer != NULL) {
    viewer->playing = playing;
    viewer->stalled = 0;
  }
  g_mutex_unlock (&self->lock);
}

/* While no viewer reads, data waits in the stream; without this the server would not
 * resume when a viewer joins. */
static void
resume_stream (GstRTSPSessionMedia *session_media)
{
  g_autoptr (GPtrArray) transports =
      gst_rtsp_session_media_get_transports (session_media);

  for (guint i = 0; i < transports->len; i++)
    if (transports->pdata[i] != NULL)
      gst_rtsp_stream_transport_message_sent (transports->pdata[i]);
}

static void
on_play (GstRTSPClient *client, GstRTSPContext *context, LifeRtspServer *self)
{
  set_playing (self, client, TRUE);
  media_request_key_frame (context->media);
  resume_stream (context->sessmedia);
}

static void
on_stop (GstRTSPClient *client, GstRTSPContext *context, LifeRtspServer *self)
{
  set_playing (self, client, FALSE);
}

/* gst-rtsp-server 1.22 writes this header into a reply that is not initialized yet; a
 * live world has no positions to seek to. */
static GstRTSPStatusCode
remove_seek_style (GstRTSPClient *client, GstRTSPContext *context)
{
  gst_rtsp_message_remove_header (
      context->request, GST_RTSP_HDR_SEEK_STYLE, -1);
  return GST_RTSP_STS_OK;
}

/* After the last refusal the connection is no longer read, so that the thread that serves
 * it detects its end. Pipelined requests reset it. */
static void
on_message_sent (GstRTSPClient *client, GstRTSPContext *context,
    GstRTSPMessage *message, LifeRtspServer *self)
{
  RtspViewer *viewer;

  if (message->type != GST_RTSP_MESSAGE_RESPONSE)
    return;
  g_mutex_lock (&self->lock);
  viewer = g_hash_table_lookup (self->viewers, client);
  if (viewer != NULL && context->token != NULL)
    viewer->refused = 0;
  else if (viewer != NULL
           && message->type_data.response.code == GST_RTSP_STS_UNAUTHORIZED) {
    viewer->refused++;
    if (viewer->refused == MAX_REFUSED)
      g_socket_shutdown (viewer->socket, TRUE, FALSE, NULL);
    else if (viewer->refused > MAX_REFUSED)
      rtsp_viewer_drop (viewer);
  }
  g_mutex_unlock (&self->lock);
}

static void
on_new_session (
    GstRTSPClient *client, GstRTSPSession *session, LifeRtspServer *self)
{
  RtspViewer *viewer;

  g_mutex_lock (&self->lock);
  viewer = g_hash_table_lookup (self->viewers, client);
  if (viewer != NULL)
    g_ptr_array_add (
        viewer->sessions, g_strdup (gst_rtsp_session_get_sessionid (session)));
  g_mutex_unlock (&self->lock);
}

/* The connection also carries its media, so its sessions end with it. */
static void
on_closed (GstRTSPClient *client, LifeRtspServer *self)
{
  g_autoptr (GstRTSPSessionPool) pool =
      gst_rtsp_server_get_session_pool (GST_RTSP_SERVER (self));
  gpointer viewer = NULL;

  g_mutex_lock (&self->lock);
  g_hash_table_steal_extended (self->viewers, client, NULL, &viewer);
  g_mutex_unlock (&self->lock);
  if (viewer == NULL)
    return;

  for (guint i = 0; i < ((RtspViewer *) viewer)->sessions->len; i++) {
    g_autoptr (GstRTSPSession) session = gst_rtsp_session_pool_find (
        pool, ((RtspViewer *) viewer)->sessions->pdata[i]);

    if (session != NULL)
      gst_rtsp_session_pool_remove (pool, session);
  }
  rtsp_viewer_free (viewer);
}

static void
client_connected (GstRTSPServer *server, GstRTSPClient *client)
{
  LifeRtspServer *self = LIFE_RTSP_SERVER (server);
  GstRTSPConnection *connection = gst_rtsp_client_get_connection (client);
  RtspViewer *viewer = g_new0 (RtspViewer, 1);

  viewer->socket =
      g_object_ref (gst_rtsp_connection_get_read_socket (connection));
  viewer->sessions = g_ptr_array_new_with_free_func (g_free);
  g_mutex_lock (&self->lock);
  g_hash_table_insert (self->viewers, client, viewer);
  g_mutex_unlock (&self->lock);

  g_signal_connect (client, "new-session", G_CALLBACK (on_new_session), self);
  g_signal_connect (client, "send-message", G_CALLBACK (on_message_sent), self);
  g_signal_connect (
      client, "pre-play-request", G_CALLBACK (remove_seek_style), NULL);
  g_signal_connect (client, "play-request", G_CALLBACK (on_play), self);
  g_signal_connect (client, "pause-request", G_CALLBACK (on_stop), self);
  g_signal_connect (client, "teardown-request", G_CALLBACK (on_stop), self);
  g_signal_connect (client, "closed", G_CALLBACK (on_closed), self);
}

/* Returning NULL closes the connection. */
static GstRTSPClient *
create_client (GstRTSPServer *server)
{
  LifeRtspServer *self = LIFE_RTSP_SERVER (server);
  guint n;

  g_mutex_lock (&self->lock);
  n = g_hash_table_size (self->viewers);
  g_mutex_unlock (&self->lock);
  if (n >= self->max_viewers)
    return NULL;
  return GST_RTSP_SERVER_CLASS (life_rtsp_server_parent_class)
      ->create_client (server);
}

/* --- The server --- */

static void
life_rtsp_server_finalize (GObject *object)
{
  LifeRtspServer *self = LIFE_RTSP_SERVER (object);

  g_hash_table_unref (self->viewers);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (life_rtsp_server_parent_class)->finalize (object);
}

static void
life_rtsp_server_class_init (LifeRtspServerClass *class)
{
  GST_RTSP_SERVER_CLASS (class)->create_client = create_client;
  GST_RTSP_SERVER_CLASS (class)->client_connected = client_connected;
  G_OBJECT_CLASS (class)->finalize = life_rtsp_server_finalize;
}

static void
life_rtsp_server_init (LifeRtspServer *self)
{
  g_mutex_init (&self->lock);
  self->viewers = g_hash_table_new_full (NULL, NULL, NULL, rtsp_viewer_free);
}

LifeRtspServer *
life_rtsp_server_new (guint max_viewers)
{
  LifeRtspServer *self = g_object_new (LIFE_TYPE_RTSP_SERVER, NULL);
  GstRTSPServer *server = GST_RTSP_SERVER (self);
  g_autoptr (GstRTSPSessionPool) pool =
      gst_rtsp_server_get_session_pool (server);

  self->max_viewers = max_viewers;
  gst_rtsp_server_set_backlog (server, 128);
  gst_rtsp_server_set_content_length_limit (server, MAX_BODY);
  gst_rtsp_session_pool_set_max_sessions (pool, 2 * max_viewers);
  return self;
}

void
life_rtsp_server_check (LifeRtspServer *self)
{
  g_autoptr (GstRTSPSessionPool) pool =
      gst_rtsp_server_get_session_pool (GST_RTSP_SERVER (self));
  guint frames = media_count_frames ();
  GHashTableIter iter;
  gpointer viewer;

  g_mutex_lock (&self->lock);
  g_hash_table_iter_init (&iter, self->viewers);
  while (g_hash_table_iter_next (&iter, NULL, &viewer))
    if (rtsp_viewer_exceeds_limits (viewer, frames != self->frames))
      rtsp_viewer_drop (viewer);
  g_mutex_unlock (&self->lock);
  self->frames = frames;
  gst_rtsp_session_pool_cleanup (pool);
}

guint
life_rtsp_server_close (LifeRtspServer *self)
{
  GHashTableIter iter;
  gpointer viewer;
  guint n;

  g_mutex_lock (&self->lock);
  g_hash_table_iter_init (&iter, self->viewers);
  while (g_hash_table_iter_next (&iter, NULL, &viewer))
    rtsp_viewer_drop (viewer);
  n = g_hash_table_size (self->viewers);
  g_mutex_unlock (&self->lock);
  return n;
}
