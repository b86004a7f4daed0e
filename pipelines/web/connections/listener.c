/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Accepts connections within bounds, with TLS if that is set up. SoupServer itself has no
 * bound on their number or age. At a bound, a connection that is not yet a viewer's is
 * dropped for a new one, so that stalled connections block no one. */
#include "listener.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/resource.h>

#include "visitor.h"

/* Descriptors for anything but connections. */
#define OTHER_DESCRIPTORS 64
/* Bytes of a request's line and headers, and of a WebSocket's frames' headers. */
#define REQUEST_CREDIT (64 * 1024)
/* Connections that wait to be accepted; clients beyond that wait for longer. */
#define BACKLOG 1024
/* How many connections that are no viewers' are accepted although viewers have reached a
 * bound: these load the page and read why there is no room. */
#define SPARE 8

/* Special deadlines: of a viewer, and of a dropped connection that is about to close. */
#define DEADLINE_VIEWER G_MAXINT64
#define DEADLINE_DROPPED G_MININT64

struct _Listener {
  const WebOptions *options;
  SoupServer *server;
  GSocketService *service;
  guint port;
  GHashTable *connections; /* CountingStream -> Connection */
  GQueue ready;            /* streams whose handshakes can continue */
  guint handshake_timer;   /* a source while @ready is not empty, or 0 */
  guint check_timer;       /* once per second */
};

typedef struct {
  gchar *visitor;
  GSocketAddress *local, *remote;
  guint rank;                /* how many connections its visitor had already */
  GSource *handshake_source; /* of the handshake, or NULL; owns the stream */
  gint64 deadline;           /* until when it has to become a viewer's */
} Connection;

/* User data of the source that waits for a connection's socket. */
typedef struct {
  Listener *listener;
  CountingStream *stream;
} SourceData;

static void
connection_free (gpointer data)
{
  Connection *connection = data;

  if (connection->handshake_source != NULL) {
    g_source_destroy (connection->handshake_source);
    g_source_unref (connection->handshake_source);
  }
  g_object_unref (connection->local);
  g_object_unref (connection->remote);
  g_free (connection->visitor);
  g_free (connection);
}

/* The stream, and so the connection, is finalized. */
static void
on_finalized (gpointer data, GObject *stream)
{
  Listener *listener = data;

  g_hash_table_remove (listener->connections, stream);
}

/* Ends the connection. libsoup finalizes its own when it finds them closed. */
static void
drop_connection (
    Listener *listener, CountingStream *stream, Connection *connection)
{
  connection->deadline = DEADLINE_DROPPED;
  counting_stream_drop (stream);
  if (connection->handshake_source != NULL)
    g_source_destroy (connection->handshake_source);
  else if (g_queue_remove (&listener->ready, stream))
    g_object_unref (stream);
}

/* --- Bounds --- */

/* Counts connections, and finds the one to drop first: the oldest that is not a viewer's. */
typedef struct {
  guint n, viewers;
  CountingStream *stream; /* or NULL */
  Connection *connection;
} Usage;

static void
add_to_usage (Usage *usage, CountingStream *stream, Connection *connection)
{
  usage->n++;
  if (connection->deadline == DEADLINE_VIEWER)
    usage->viewers++;
  else if (usage->stream == NULL
           || connection->deadline < usage->connection->deadline) {
    usage->stream = stream;
    usage->connection = connection;
  }
}

/* Counts all connections, and those of @visitor. */
static void
measure_usage (Listener *listener, const gchar *visitor, Usage *all, Usage *own)
{
  GHashTableIter iter;
  gpointer stream, connection;

  *all = *own = (Usage){ 0 };
  g_hash_table_iter_init (&iter, listener->connections);
  while (g_hash_table_iter_next (&iter, &stream, &connection)) {
    if (((Connection *) connection)->deadline == DEADLINE_DROPPED)
      continue;
    add_to_usage (all, stream, connection);
    if (strcmp (((Connection *) connection)->visitor, visitor) == 0)
      add_to_usage (own, stream, connection);
  }
}

/* If so, at least one is not a viewer's. */
static gboolean
is_exhausted (const Usage *usage, guint max)
{
  return usage->n >= MAX (max, usage->viewers + MIN (SPARE, max));
}

/* Makes room for one more connection of @visitor, who may have up to @max: at a bound,
 * drops one that is not a viewer's. Returns how many the visitor has. */
static guint
make_room (Listener *listener, const gchar *visitor, guint max)
{
  Usage all, own;

  measure_usage (listener, visitor, &all, &own);
  if (is_exhausted (&own, max))
    drop_connection (listener, own.stream, own.connection);
  else if (is_exhausted (&all, listener->options->bounds.connections))
    drop_connection (listener, all.stream, all.connection);
  return own.n;
}

/* --- The handshake --- */

static void
source_data_free (gpointer data)
{
  SourceData *source_data = data;

  g_object_unref (source_data->stream);
  g_free (source_data);
}

/* Those of equal rank stay in order of arrival. */
static gint
compare_ranks (gconstpointer first, gconstpointer next, gpointer connections)
{
  const Connection *one = g_hash_table_lookup (connections, first);
  const Connection *two = g_hash_table_lookup (connections, next);

  return one->rank <= two->rank ? -1 : 1;
}

static gboolean continue_next_handshake (gpointer user_data);

/* The socket is readable or writable, or the connection has ended. */
static gboolean
queue_handshake (GSocket *socket, GIOCondition condition, gpointer user_data)
{
  const SourceData *source_data = user_data;
  Listener *listener = source_data->listener;
  Connection *connection =
      g_hash_table_lookup (listener->connections, source_data->stream);

  g_clear_pointer (&connection->handshake_source, g_source_unref);
  g_queue_insert_sorted (&listener->ready, g_object_ref (source_data->stream),
      compare_ranks, listener->connections);
  if (listener->handshake_timer == 0)
    listener->handshake_timer =
        g_timeout_add (0, continue_next_handshake, listener);
  return G_SOURCE_REMOVE;
}

/* The source owns @stream until the socket is ready. */
static void
wait_for_socket (Listener *listener, CountingStream *stream,
    Connection *connection, GIOCondition condition)
{
  SourceData *source_data = g_new (SourceData, 1);

  *source_data = (SourceData){ listener, g_object_ref (stream) };
  connection->handshake_source =
      counting_stream_create_source (stream, condition);
  g_source_set_callback (connection->handshake_source,
      G_SOURCE_FUNC (queue_handshake), source_data, source_data_free);
  g_source_attach (connection->handshake_source, NULL);
}

static void
continue_handshake (Listener *listener, CountingStream *stream)
{
  Connection *connection = g_hash_table_lookup (listener->connections, stream);
  GIOCondition next = counting_stream_handshake (stream);

  if (next == 0)
    soup_server_accept_iostream (listener->server, G_IO_STREAM (stream),
        connection->local, connection->remote, NULL);
  else if (next != G_IO_ERR)
    wait_for_socket (listener, stream, connection, next);
}

/* Continues one handshake. A step takes a millisecond and more; the thread is then free
 * for viewers for as long. Visitors with few connections come first. */
static gboolean
continue_next_handshake (gpointer user_data)
{
  Listener *listener = user_data;
  gint64 begin = g_get_monotonic_time ();
  g_autoptr (CountingStream) stream = g_queue_pop_head (&listener->ready);

  listener->handshake_timer = 0;
  if (stream != NULL) {
    continue_handshake (listener, stream);
    listener->handshake_timer =
        g_timeout_add ((guint) ((g_get_monotonic_time () - begin + 500) / 1000),
            continue_next_handshake, listener);
  }
  return G_SOURCE_REMOVE;
}

static void
add_connection (
    Listener *listener, CountingStream *stream, Connection *connection)
{
  connection->deadline =
      g_get_monotonic_time ()
      + listener->options->bounds.handshake * G_TIME_SPAN_SECOND;
  g_hash_table_insert (listener->connections, stream, connection);
  g_object_weak_ref (G_OBJECT (stream), on_finalized, listener);
  wait_for_socket (listener, stream, connection, G_IO_IN);
}

/* NULL if the connection has already ended. A proxy may have as many as all its visitors
 * together. */
static Connection *
connection_new (Listener *listener, GSocketConnection *accepted)
{
  const WebOptions *options = listener->options;
  g_autoptr (GSocketAddress) remote =
      g_socket_connection_get_remote_address (accepted, NULL);
  g_autofree gchar *visitor = NULL;
  GInetAddress *address;
  gboolean proxy;
  Connection *connection;
  guint rank;

  if (!G_IS_INET_SOCKET_ADDRESS (remote))
    return NULL;
  address = g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (remote));
  proxy = visitor_is_proxy (options, address);
  visitor = visitor_of_address (address);
  rank = make_room (listener, visitor,
      proxy ? G_MAXUINT : (guint) options->bounds.connections_per_address);
  connection = g_new0 (Connection, 1);
  connection->visitor = g_steal_pointer (&visitor);
  connection->rank = proxy ? 0 : rank;
  connection->local = g_socket_connection_get_local_address (accepted, NULL);
  connection->remote = g_steal_pointer (&remote);
  return connection;
}

/* A connection closes with its last reference. */
static gboolean
on_incoming (GSocketService *service, GSocketConnection *accepted,
    GObject *source, Listener *listener)
{
  const Bounds *bounds = &listener->options->bounds;
  GSocket *socket = g_socket_connection_get_socket (accepted);
  Connection *connection = connection_new (listener, accepted);
  gnutls_session_t tls = NULL;
  g_autoptr (CountingStream) stream = NULL;

  if (connection == NULL)
    return TRUE;
  if (listener->options->certificate != NULL)
    tls = tls_new (listener->options->certificate, socket);
  g_socket_set_option (socket, IPPROTO_TCP, TCP_NODELAY, 1, NULL);
  stream = counting_stream_new (accepted, tls,
      REQUEST_CREDIT + 2 * ((gsize) bounds->message + bounds->pattern));
  add_connection (listener, stream, connection);
  return TRUE;
}

/* Drops connections whose deadline has passed. */
static gboolean
drop_late (gpointer data)
{
  Listener *listener = data;
  gint64 now = g_get_monotonic_time ();
  g_autoptr (GList) streams = g_hash_table_get_keys (listener->connections);

  for (GList *item = streams; item != NULL; item = item->next) {
    Connection *connection =
        g_hash_table_lookup (listener->connections, item->data);

    if (connection->deadline < now)
      drop_connection (listener, item->data, connection);
  }
  return G_SOURCE_CONTINUE;
}

/* Each connection needs a descriptor. */
static void
raise_descriptor_limit (const Bounds *bounds)
{
  rlim_t requested = 2 * (rlim_t) bounds->connections + OTHER_DESCRIPTORS;
  struct rlimit limit;

  if (getrlimit (RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < requested) {
    limit.rlim_cur = MIN (requested, limit.rlim_max);
    setrlimit (RLIMIT_NOFILE, &limit);
  }
}

static gboolean
listen_on (Listener *listener, GError **error)
{
  const WebOptions *options = listener->options;
  g_autoptr (GSocketAddress) requested =
      g_inet_socket_address_new_from_string (options->address, options->port);
  g_autoptr (GSocketAddress) effective = NULL;
  g_autoptr (GError) cause = NULL;

  if (!g_socket_listener_add_address (G_SOCKET_LISTENER (listener->service),
          requested, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL,
          &effective, &cause)) {
    g_set_error (error, cause->domain, cause->code,
        "cannot listen on port %d of %s: %s", options->port, options->address,
        cause->message);
    return FALSE;
  }
  listener->port =
      g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (effective));
  return TRUE;
}

Listener *
listener_new (const WebOptions *options, SoupServer *server, GError **error)
{
  Listener *listener = g_new0 (Listener, 1);

  raise_descriptor_limit (&options->bounds);
  listener->options = options;
  listener->server = server;
  listener->connections =
      g_hash_table_new_full (NULL, NULL, NULL, connection_free);
  listener->service = g_socket_service_new ();
  g_socket_listener_set_backlog (
      G_SOCKET_LISTENER (listener->service), BACKLOG);
  g_signal_connect (
      listener->service, "incoming", G_CALLBACK (on_incoming), listener);
  if (!listen_on (listener, error)) {
    listener_free (listener);
    return NULL;
  }
  listener->check_timer = g_timeout_add_seconds (1, drop_late, listener);
  return listener;
}

void
listener_free (Listener *listener)
{
  GHashTableIter iter;
  gpointer stream;

  g_clear_handle_id (&listener->check_timer, g_source_remove);
  g_clear_handle_id (&listener->handshake_timer, g_source_remove);
  g_socket_service_stop (listener->service);
  g_socket_listener_close (G_SOCKET_LISTENER (listener->service));
  g_object_unref (listener->service);
  g_hash_table_iter_init (&iter, listener->connections);
  while (g_hash_table_iter_next (&iter, &stream, NULL)) {
    g_object_weak_unref (stream, on_finalized, listener);
    counting_stream_drop (stream);
  }
  g_queue_clear_full (&listener->ready, g_object_unref);
  g_hash_table_unref (listener->connections);
  g_free (listener);
}

guint
listener_get_port (const Listener *listener)
{
  return listener->port;
}

CountingStream *
listener_get_stream (GIOStream *websocket)
{
  g_autoptr (GIOStream) base = NULL;

  if (COUNTING_IS_STREAM (websocket))
    return COUNTING_STREAM (websocket);
  g_object_get (websocket, "base-iostream", &base, NULL);
  return COUNTING_STREAM (base); /* @websocket owns it */
}

gboolean
listener_admit (
    Listener *listener, CountingStream *stream, const gchar *visitor)
{
  Connection *connection = g_hash_table_lookup (listener->connections, stream);
  Usage all, own;

  measure_usage (listener, visitor, &all, &own);
  if (own.viewers >= (guint) listener->options->bounds.connections_per_address)
    return FALSE;
  g_free (connection->visitor);
  connection->visitor = g_strdup (visitor);
  connection->deadline = DEADLINE_VIEWER;
  return TRUE;
}
