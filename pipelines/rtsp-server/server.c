/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Watches over the server's connections. gst-rtsp-server 1.22 queues what a
 * viewer does not read, then stops sending to it, but never drops it. So the
 * kernel's counters of each connection are checked every second. */
#include "server.h"

#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "media.h"

/* Seconds that a viewer may read nothing although there is data for it. */
#define MOST_STALLED 10
/* Seconds for which a connection that does not play may be silent; its session
 * ends after 60. */
#define MOST_SILENT 70
/* Bytes that a viewer may send in a second; requests and receiver reports take
 * some hundred. */
#define MOST_SENT (64 * 1024)
/* Bytes of a request's body. */
#define LARGEST_BODY (16 * 1024)
/* Requests of a connection that may lack the password, between two that have
 * it. */
#define MOST_REFUSED 5

typedef struct {
  GSocket *socket;
  GPtrArray *sessions; /* their ids */
  gboolean playing;
  guint64 sent, taken; /* bytes in total */
  guint silent;        /* seconds without sending or reading */
  guint stalled;       /* seconds without reading although there was data */
  guint refused;       /* requests without the password */
} Viewer;

struct _LifeServer {
  GstRTSPServer parent;
  guint max_viewers;
  guint frames; /* the number a second ago */

  GMutex lock;         /* protects what follows */
  GHashTable *viewers; /* GstRTSPClient -> Viewer */
};

G_DEFINE_FINAL_TYPE (LifeServer, life_server, GST_TYPE_RTSP_SERVER)

static void
viewer_free (gpointer data)
{
  Viewer *viewer = data;

  g_object_unref (viewer->socket);
  g_ptr_array_unref (viewer->sessions);
  g_free (viewer);
}

/* Resets the connection, so that the kernel drops unsent data. The thread that
 * serves it then finds it closed and cleans up. */
static void
viewer_drop (Viewer *viewer)
{
  struct linger none = { .l_onoff = 1, .l_linger = 0 };

  setsockopt (g_socket_get_fd (viewer->socket), SOL_SOCKET, SO_LINGER, &none,
      sizeof none);
  g_socket_shutdown (viewer->socket, TRUE, TRUE, NULL);
}

/* Whether the connection is dead or floods the server; called every second. */
static gboolean
viewer_is_bad (Viewer *viewer, gboolean new_frames)
{
  gint fd = g_socket_get_fd (viewer->socket);
  struct tcp_info info;
  socklen_t length = sizeof info;
  gboolean sent, took;
  guint64 flood;
  gint waiting = 0;

  memset (&info, 0, sizeof info);
  if (getsockopt (fd, IPPROTO_TCP, TCP_INFO, &info, &length) != 0)
    return FALSE; /* it is being closed */
  ioctl (fd, SIOCOUTQ, &waiting);

  flood = info.tcpi_bytes_received - viewer->sent;
  sent = flood > 0;
  took = info.tcpi_bytes_acked != viewer->taken;
  viewer->sent = info.tcpi_bytes_received;
  viewer->taken = info.tcpi_bytes_acked;

  if (took || !viewer->playing)
    viewer->stalled = 0;
  else if (waiting > 0 || new_frames)
    viewer->stalled++;
  viewer->silent = sent || took || viewer->playing ? 0 : viewer->silent + 1;
  return flood > MOST_SENT || viewer->stalled >= MOST_STALLED
         || viewer->silent >= MOST_SILENT;
}

/* --- Events of a connection --- */

static void
set_playing (LifeServer *self, GstRTSPClient *client, gboolean playing)
{
  Viewer *viewer;

  g_mutex_lock (&self->lock);
  viewer = g_hash_table_lookup (self->viewers, client);
  if (viewer != NULL) {
    viewer->playing = playing;
    viewer->stalled = 0;
  }
  g_mutex_unlock (&self->lock);
}

/* While no viewer reads, data waits in the stream, and the server does not try
 * again by itself when a new viewer comes. */
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
begin_to_play (GstRTSPClient *client, GstRTSPContext *context, LifeServer *self)
{
  set_playing (self, client, TRUE);
  media_want_key_frame (context->media);
  resume_stream (context->sessmedia);
}

static void
cease_to_play (GstRTSPClient *client, GstRTSPContext *context, LifeServer *self)
{
  set_playing (self, client, FALSE);
}

/* gst-rtsp-server 1.22 writes this header into a reply that it has not begun; a
 * live world has no positions to seek to. */
static GstRTSPStatusCode
remove_seek_style (GstRTSPClient *client, GstRTSPContext *context)
{
  gst_rtsp_message_remove_header (
      context->request, GST_RTSP_HDR_SEEK_STYLE, -1);
  return GST_RTSP_STS_OK;
}

/* After the last reply that refuses, the connection is read no further, so that
 * the thread that serves it finds its end. Requests that were sent ahead reset
 * it. */
static void
count_refusals (GstRTSPClient *client, GstRTSPContext *context,
    GstRTSPMessage *message, LifeServer *self)
{
  Viewer *viewer;

  if (message->type != GST_RTSP_MESSAGE_RESPONSE)
    return;
  g_mutex_lock (&self->lock);
  viewer = g_hash_table_lookup (self->viewers, client);
  if (viewer != NULL && context->token != NULL)
    viewer->refused = 0;
  else if (viewer != NULL
           && message->type_data.response.code == GST_RTSP_STS_UNAUTHORIZED) {
    viewer->refused++;
    if (viewer->refused == MOST_REFUSED)
      g_socket_shutdown (viewer->socket, TRUE, FALSE, NULL);
    else if (viewer->refused > MOST_REFUSED)
      viewer_drop (viewer);
  }
  g_mutex_unlock (&self->lock);
}

static void
begin_session (GstRTSPClient *client, GstRTSPSession *session, LifeServer *self)
{
  Viewer *viewer;

  g_mutex_lock (&self->lock);
  viewer = g_hash_table_lookup (self->viewers, client);
  if (viewer != NULL)
    g_ptr_array_add (
        viewer->sessions, g_strdup (gst_rtsp_session_get_sessionid (session)));
  g_mutex_unlock (&self->lock);
}

/* The connection carries its media too, so its sessions end with it. */
static void
end_connection (GstRTSPClient *client, LifeServer *self)
{
  g_autoptr (GstRTSPSessionPool) pool =
      gst_rtsp_server_get_session_pool (GST_RTSP_SERVER (self));
  gpointer viewer = NULL;

  g_mutex_lock (&self->lock);
  g_hash_table_steal_extended (self->viewers, client, NULL, &viewer);
  g_mutex_unlock (&self->lock);
  if (viewer == NULL)
    return;

  for (guint i = 0; i < ((Viewer *) viewer)->sessions->len; i++) {
    g_autoptr (GstRTSPSession) session = gst_rtsp_session_pool_find (
        pool, ((Viewer *) viewer)->sessions->pdata[i]);

    if (session != NULL)
      gst_rtsp_session_pool_remove (pool, session);
  }
  viewer_free (viewer);
}

static void
begin_connection (GstRTSPServer *server, GstRTSPClient *client)
{
  LifeServer *self = LIFE_SERVER (server);
  GstRTSPConnection *connection = gst_rtsp_client_get_connection (client);
  Viewer *viewer = g_new0 (Viewer, 1);

  viewer->socket =
      g_object_ref (gst_rtsp_connection_get_read_socket (connection));
  viewer->sessions = g_ptr_array_new_with_free_func (g_free);
  g_mutex_lock (&self->lock);
  g_hash_table_insert (self->viewers, client, viewer);
  g_mutex_unlock (&self->lock);

  g_signal_connect (client, "new-session", G_CALLBACK (begin_session), self);
  g_signal_connect (client, "send-message", G_CALLBACK (count_refusals), self);
  g_signal_connect (
      client, "pre-play-request", G_CALLBACK (remove_seek_style), NULL);
  g_signal_connect (client, "play-request", G_CALLBACK (begin_to_play), self);
  g_signal_connect (client, "pause-request", G_CALLBACK (cease_to_play), self);
  g_signal_connect (
      client, "teardown-request", G_CALLBACK (cease_to_play), self);
  g_signal_connect (client, "closed", G_CALLBACK (end_connection), self);
}

/* Returning NULL closes the connection. */
static GstRTSPClient *
create_client (GstRTSPServer *server)
{
  LifeServer *self = LIFE_SERVER (server);
  guint n;

  g_mutex_lock (&self->lock);
  n = g_hash_table_size (self->viewers);
  g_mutex_unlock (&self->lock);
  if (n >= self->max_viewers)
    return NULL;
  return GST_RTSP_SERVER_CLASS (life_server_parent_class)
      ->create_client (server);
}

/* --- The server --- */

static void
life_server_finalize (GObject *object)
{
  LifeServer *self = LIFE_SERVER (object);

  g_hash_table_unref (self->viewers);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (life_server_parent_class)->finalize (object);
}

static void
life_server_class_init (LifeServerClass *class)
{
  GST_RTSP_SERVER_CLASS (class)->create_client = create_client;
  GST_RTSP_SERVER_CLASS (class)->client_connected = begin_connection;
  G_OBJECT_CLASS (class)->finalize = life_server_finalize;
}

static void
life_server_init (LifeServer *self)
{
  g_mutex_init (&self->lock);
  self->viewers = g_hash_table_new_full (NULL, NULL, NULL, viewer_free);
}

LifeServer *
life_server_new (guint max_viewers)
{
  LifeServer *self = g_object_new (LIFE_TYPE_SERVER, NULL);
  GstRTSPServer *server = GST_RTSP_SERVER (self);
  g_autoptr (GstRTSPSessionPool) pool =
      gst_rtsp_server_get_session_pool (server);

  self->max_viewers = max_viewers;
  gst_rtsp_server_set_backlog (server, 128);
  gst_rtsp_server_set_content_length_limit (server, LARGEST_BODY);
  gst_rtsp_session_pool_set_max_sessions (pool, 2 * max_viewers);
  return self;
}

void
life_server_tend (LifeServer *self)
{
  g_autoptr (GstRTSPSessionPool) pool =
      gst_rtsp_server_get_session_pool (GST_RTSP_SERVER (self));
  guint frames = media_count_frames ();
  GHashTableIter iter;
  gpointer viewer;

  g_mutex_lock (&self->lock);
  g_hash_table_iter_init (&iter, self->viewers);
  while (g_hash_table_iter_next (&iter, NULL, &viewer))
    if (viewer_is_bad (viewer, frames != self->frames))
      viewer_drop (viewer);
  g_mutex_unlock (&self->lock);
  self->frames = frames;
  gst_rtsp_session_pool_cleanup (pool);
}

guint
life_server_close (LifeServer *self)
{
  GHashTableIter iter;
  gpointer viewer;
  guint n;

  g_mutex_lock (&self->lock);
  g_hash_table_iter_init (&iter, self->viewers);
  while (g_hash_table_iter_next (&iter, NULL, &viewer))
    viewer_drop (viewer);
  n = g_hash_table_size (self->viewers);
  g_mutex_unlock (&self->lock);
  return n;
}
