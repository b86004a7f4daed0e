/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Accepts connections within bounds, with TLS where that is wanted. SoupServer itself
 * would hold any number, for any time. */
#include "door.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>

/* Descriptors that are needed for other things than connections. */
#define OTHER_DESCRIPTORS 64
/* Bytes of a request's line and headers, and of a WebSocket's frames' headers. */
#define REQUEST_CREDIT (64 * 1024)
/* Connections that wait to be accepted; those beyond make their clients wait. */
#define BACKLOG 1024

struct _Door {
  const Options *options;
  SoupServer *server;
  GSocketService *service;
  guint port;
  GHashTable *entries; /* Wire -> Entry */
  GHashTable *counts;  /* address -> number of connections from there */
  guint check;         /* a timer */
};

typedef struct {
  Door *door;
  gchar *address;
  GSocketAddress *local, *remote;
  GSource *waiting; /* for its first byte, or NULL; keeps the connection */
  gint64 deadline;  /* when it has to be admitted; G_MAXINT64: it was */
} Entry;

/* What a source needs to know. */
typedef struct {
  Door *door;
  Wire *wire;
} Arrival;

static void
stop_waiting (Entry *entry)
{
  if (entry->waiting == NULL)
    return;
  g_source_destroy (entry->waiting);
  g_clear_pointer (&entry->waiting, g_source_unref);
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;
  GHashTable *counts = entry->door->counts;
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, entry->address));

  if (n > 1)
    g_hash_table_insert (
        counts, g_strdup (entry->address), GUINT_TO_POINTER (n - 1));
  else
    g_hash_table_remove (counts, entry->address);
  stop_waiting (entry);
  g_object_unref (entry->local);
  g_object_unref (entry->remote);
  g_free (entry->address);
  g_free (entry);
}

/* The connection is gone. */
static void
forget (gpointer data, GObject *wire)
{
  Door *door = data;

  g_hash_table_remove (door->entries, wire);
}

static gchar *
address_of (GSocketConnection *connection)
{
  g_autoptr (GSocketAddress) remote =
      g_socket_connection_get_remote_address (connection, NULL);

  if (!G_IS_INET_SOCKET_ADDRESS (remote))
    return NULL;
  return g_inet_address_to_string (
      g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (remote)));
}

/* NULL where TLS cannot begin. */
static GIOStream *
secure (const Options *options, GSocketConnection *connection)
{
  GIOStream *stream;

  if (options->certificate == NULL)
    return g_object_ref (G_IO_STREAM (connection));
  stream = g_initable_new (
      g_tls_backend_get_server_connection_type (g_tls_backend_get_default ()),
      NULL, NULL, "base-io-stream", connection, "certificate",
      options->certificate, "database", options->authorities,
      "require-close-notify", FALSE, NULL);
  return stream;
}

static gboolean
is_full (Door *door, const gchar *address)
{
  const Bounds *bounds = &door->options->bounds;
  guint there = GPOINTER_TO_UINT (g_hash_table_lookup (door->counts, address));

  return g_hash_table_size (door->entries) >= (guint) bounds->connections
         || there >= (guint) bounds->connections_per_address;
}

static void
arrival_free (gpointer data)
{
  Arrival *arrival = data;

  g_object_unref (arrival->wire);
  g_free (arrival);
}

/* The client sends something, or the connection ends. */
static gboolean
let_in (GSocket *socket, GIOCondition condition, gpointer user_data)
{
  const Arrival *arrival = user_data;
  Door *door = arrival->door;
  Entry *entry = g_hash_table_lookup (door->entries, arrival->wire);

  soup_server_accept_iostream (door->server, G_IO_STREAM (arrival->wire),
      entry->local, entry->remote, NULL);
  g_clear_pointer (&entry->waiting, g_source_unref);
  return G_SOURCE_REMOVE;
}

/* A TLS handshake takes a thread, which silent connections do not get. */
static GSource *
wait_for_byte (Door *door, Wire *wire, GSocket *socket)
{
  GSource *source = g_socket_create_source (socket, G_IO_IN, NULL);
  Arrival *arrival = g_new (Arrival, 1);

  *arrival = (Arrival){ door, g_object_ref (wire) };
  g_source_set_callback (source, G_SOURCE_FUNC (let_in), arrival, arrival_free);
  g_source_attach (source, NULL);
  return source;
}

static void
enter (
    Door *door, Wire *wire, const gchar *address, GSocketConnection *connection)
{
  Entry *entry = g_new0 (Entry, 1);
  guint there = GPOINTER_TO_UINT (g_hash_table_lookup (door->counts, address));

  entry->door = door;
  entry->address = g_strdup (address);
  entry->local = g_socket_connection_get_local_address (connection, NULL);
  entry->remote = g_socket_connection_get_remote_address (connection, NULL);
  entry->deadline = g_get_monotonic_time ()
                    + door->options->bounds.handshake * G_TIME_SPAN_SECOND;
  entry->waiting =
      wait_for_byte (door, wire, g_socket_connection_get_socket (connection));
  g_hash_table_insert (
      door->counts, g_strdup (address), GUINT_TO_POINTER (there + 1));
  g_hash_table_insert (door->entries, wire, entry);
  g_object_weak_ref (G_OBJECT (wire), forget, door);
}

/* A connection closes when the last reference to it goes. */
static gboolean
meet (GSocketService *service, GSocketConnection *connection, GObject *source,
    Door *door)
{
  const Bounds *bounds = &door->options->bounds;
  g_autofree gchar *address = address_of (connection);
  GSocket *socket = g_socket_connection_get_socket (connection);
  g_autoptr (GIOStream) stream = NULL;
  g_autoptr (Wire) wire = NULL;

  if (address == NULL || is_full (door, address)
      || (stream = secure (door->options, connection)) == NULL)
    return TRUE;
  g_socket_set_option (socket, IPPROTO_TCP, TCP_NODELAY, 1, NULL);
  wire = wire_new (stream, socket,
      REQUEST_CREDIT + 2 * ((gsize) bounds->message + bounds->pattern));
  enter (door, wire, address, connection);
  return TRUE;
}

/* Ends connections that do not ask for anything in time. */
static gboolean
check (gpointer data)
{
  Door *door = data;
  gint64 now = g_get_monotonic_time ();
  GHashTableIter iter;
  gpointer wire, entry;

  g_hash_table_iter_init (&iter, door->entries);
  while (g_hash_table_iter_next (&iter, &wire, &entry))
    if (((Entry *) entry)->deadline < now)
      wire_drop (wire);
  return G_SOURCE_CONTINUE;
}

/* A connection takes a descriptor. */
static void
raise_limit (const Bounds *bounds)
{
  rlim_t wanted = 2 * (rlim_t) bounds->connections + OTHER_DESCRIPTORS;
  struct rlimit limit;

  if (getrlimit (RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < wanted) {
    limit.rlim_cur = MIN (wanted, limit.rlim_max);
    setrlimit (RLIMIT_NOFILE, &limit);
  }
}

static gboolean
listen_on (Door *door, GError **error)
{
  const Options *options = door->options;
  g_autoptr (GSocketAddress) wanted =
      g_inet_socket_address_new_from_string (options->address, options->port);
  g_autoptr (GSocketAddress) effective = NULL;
  g_autoptr (GError) cause = NULL;

  if (!g_socket_listener_add_address (G_SOCKET_LISTENER (door->service), wanted,
          G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL, &effective,
          &cause)) {
    g_set_error (error, cause->domain, cause->code,
        "cannot listen on port %d of %s: %s", options->port, options->address,
        cause->message);
    return FALSE;
  }
  door->port =
      g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (effective));
  return TRUE;
}

Door *
door_open (const Options *options, SoupServer *server, GError **error)
{
  Door *door = g_new0 (Door, 1);

  raise_limit (&options->bounds);
  door->options = options;
  door->server = server;
  door->entries = g_hash_table_new_full (NULL, NULL, NULL, entry_free);
  door->counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  door->service = g_socket_service_new ();
  g_socket_listener_set_backlog (G_SOCKET_LISTENER (door->service), BACKLOG);
  g_signal_connect (door->service, "incoming", G_CALLBACK (meet), door);
  if (!listen_on (door, error)) {
    door_close (door);
    return NULL;
  }
  door->check = g_timeout_add_seconds (1, check, door);
  return door;
}

void
door_close (Door *door)
{
  GHashTableIter iter;
  gpointer wire;

  g_clear_handle_id (&door->check, g_source_remove);
  g_socket_service_stop (door->service);
  g_socket_listener_close (G_SOCKET_LISTENER (door->service));
  g_object_unref (door->service);
  g_hash_table_iter_init (&iter, door->entries);
  while (g_hash_table_iter_next (&iter, &wire, NULL)) {
    g_object_weak_unref (wire, forget, door);
    wire_drop (wire);
  }
  g_hash_table_unref (door->entries);
  g_hash_table_unref (door->counts);
  g_free (door);
}

guint
door_get_port (const Door *door)
{
  return door->port;
}

Wire *
door_get_wire (GIOStream *stream)
{
  g_autoptr (GIOStream) base = NULL;

  if (WIRE_IS_STREAM (stream))
    return WIRE_STREAM (stream);
  g_object_get (stream, "base-iostream", &base, NULL);
  return WIRE_STREAM (base); /* which @stream keeps */
}

void
door_admit (Door *door, Wire *wire)
{
  Entry *entry = g_hash_table_lookup (door->entries, wire);

  entry->deadline = G_MAXINT64;
}
