/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looks after the connections of the server. gst-rtsp-server 1.22 holds back what
 * a viewer does not read, then stops sending to it, but never lets go of it. So
 * each connection's own counters, which the kernel keeps, are looked at every
 * second. */
#include "viewers.h"

#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "media.h"

/* Seconds that a viewer may take nothing of what there is for it. */
#define MOST_STALLED 10
/* Seconds that a connection that does not play may be silent; its session is
 * over after 60. */
#define MOST_SILENT 70
/* Bytes that a viewer may say in a second; requests and receiver reports are
 * some hundred. */
#define MOST_SAID (64 * 1024)
/* Bytes of a request's body. */
#define LARGEST_BODY (16 * 1024)

typedef struct {
  GSocket *socket;
  GPtrArray *sessions; /* their ids */
  gboolean playing;
  guint64 said, taken; /* bytes, so far */
  guint silent;        /* seconds in which it neither said nor took anything */
  guint stalled;       /* seconds in which it took nothing of what there was */
} Viewer;

struct _LifeServer {
  GstRTSPServer parent;
  guint max_viewers;
  guint frames; /* that there were a second ago */

  GMutex lock;         /* of what follows */
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

/* Resets the connection, so that what was not sent is not kept. Whoever serves
 * it in a thread of its own then finds it closed and clears up. */
static void
viewer_drop (Viewer *viewer)
{
  struct linger none = { .l_onoff = 1, .l_linger = 0 };

  setsockopt (g_socket_get_fd (viewer->socket), SOL_SOCKET, SO_LINGER, &none,
      sizeof none);
  g_socket_shutdown (viewer->socket, TRUE, TRUE, NULL);
}

/* Whether the connection is dead or a nuisance, a second after the last look. */
static gboolean
viewer_is_bad (Viewer *viewer, gboolean new_frames)
{
  gint fd = g_socket_get_fd (viewer->socket);
  struct tcp_info info;
  socklen_t length = sizeof info;
  gboolean said, took;
  guint64 flood;
  gint waiting = 0;

  memset (&info, 0, sizeof info);
  if (getsockopt (fd, IPPROTO_TCP, TCP_INFO, &info, &length) != 0)
    return FALSE; /* it is being closed */
  ioctl (fd, SIOCOUTQ, &waiting);

  flood = info.tcpi_bytes_received - viewer->said;
  said = flood > 0;
  took = info.tcpi_bytes_acked != viewer->taken;
  viewer->said = info.tcpi_bytes_received;
  viewer->taken = info.tcpi_bytes_acked;

  if (took || !viewer->playing)
    viewer->stalled = 0;
  else if (waiting > 0 || new_frames)
    viewer->stalled++;
  viewer->silent = said || took || viewer->playing ? 0 : viewer->silent + 1;
  return flood > MOST_SAID || viewer->stalled >= MOST_STALLED
         || viewer->silent >= MOST_SILENT;
}

/* --- What a connection does --- */

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

/* What is sent waits while no viewer reads; a new one does. The server does not
 * look again by itself. */
static void
wake_stream (GstRTSPSessionMedia *session_media)
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
  wake_stream (context->sessmedia);
}

static void
cease_to_play (GstRTSPClient *client, GstRTSPContext *context, LifeServer *self)
{
  set_playing (self, client, FALSE);
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

/* What is sent goes through the connection, so its sessions end with it. */
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
  g_signal_connect (client, "play-request", G_CALLBACK (begin_to_play), self);
  g_signal_connect (client, "pause-request", G_CALLBACK (cease_to_play), self);
  g_signal_connect (
      client, "teardown-request", G_CALLBACK (cease_to_play), self);
  g_signal_connect (client, "closed", G_CALLBACK (end_connection), self);
}

/* NULL closes the connection. */
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
