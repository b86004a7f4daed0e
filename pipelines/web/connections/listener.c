/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Accepts connections within bounds, with TLS where that is wanted. SoupServer itself
 * would hold any number, for any time. Where there are too many, a connection that is no
 * viewer's yet gives way to a newcomer: a stalled one keeps no newcomer out. */
#include "listener.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/resource.h>

#include "visitor.h"

/* Descriptors that are needed for other things than connections. */
#define OTHER_DESCRIPTORS 64
/* Bytes of a request's line and headers, and of a WebSocket's frames' headers. */
#define REQUEST_CREDIT (64 * 1024)
/* Connections that wait to be accepted; those beyond make their clients wait. */
#define BACKLOG 1024

/* Instead of a deadline: of a viewer, of one that was dropped and is about to go. */
#define VIEWER G_MAXINT64
#define DROPPED G_MININT64

struct _Door {
  const Options *options;
  SoupServer *server;
  GSocketService *service;
  guint port;
  GHashTable *entries; /* Wire -> Entry */
  GQueue ready;        /* wires that can go on with their handshakes */
  guint turn;          /* a source, while there are such */
  guint check;         /* a timer */
};

typedef struct {
  gchar *visitor;
  GSocketAddress *local, *remote;
  guint rank;       /* how many connections its visitor had before it */
  GSource *waiting; /* for the end of its handshake, or NULL; owns the wire */
  gint64 deadline;  /* when it has to be a viewer's */
} Entry;

/* What a source needs to know. */
typedef struct {
  Door *door;
  Wire *wire;
} Arrival;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  if (entry->waiting != NULL) {
    g_source_destroy (entry->waiting);
    g_source_unref (entry->waiting);
  }
  g_object_unref (entry->local);
  g_object_unref (entry->remote);
  g_free (entry->visitor);
  g_free (entry);
}

/* The connection is gone. */
static void
forget (gpointer data, GObject *wire)
{
  Door *door = data;

  g_hash_table_remove (door->entries, wire);
}

/* Ends the connection. One that libsoup has goes when that finds it closed. */
static void
drop (Door *door, Wire *wire, Entry *entry)
{
  entry->deadline = DROPPED;
  wire_drop (wire);
  if (entry->waiting != NULL)
    g_source_destroy (entry->waiting);
  else if (g_queue_remove (&door->ready, wire))
    g_object_unref (wire);
}

/* --- Bounds --- */

/* How many connections there are, and which of them has to go first; viewers need not. */
typedef struct {
  guint n;
  Wire *wire; /* or NULL */
  Entry *entry;
} Share;

static void
add_to_share (Share *share, Wire *wire, Entry *entry)
{
  share->n++;
  if (entry->deadline != VIEWER
      && (share->wire == NULL || entry->deadline < share->entry->deadline)) {
    share->wire = wire;
    share->entry = entry;
  }
}

/* Counts all connections, and those of @visitor. */
static void
measure (Door *door, const gchar *visitor, Share *all, Share *own)
{
  GHashTableIter iter;
  gpointer wire, entry;

  *all = *own = (Share){ 0 };
  g_hash_table_iter_init (&iter, door->entries);
  while (g_hash_table_iter_next (&iter, &wire, &entry)) {
    if (((Entry *) entry)->deadline == DROPPED)
      continue;
    add_to_share (all, wire, entry);
    if (strcmp (((Entry *) entry)->visitor, visitor) == 0)
      add_to_share (own, wire, entry);
  }
}

/* Makes room for one more connection of @visitor, who may have @most; one that is no
 * viewer's goes. Returns how many the visitor has, or -1 where there is no room. */
static gint
make_room (Door *door, const gchar *visitor, guint most)
{
  Share all, own, *full;

  measure (door, visitor, &all, &own);
  if (own.n >= most)
    full = &own;
  else if (all.n >= (guint) door->options->bounds.connections)
    full = &all;
  else
    return (gint) own.n;
  if (full->wire == NULL)
    return -1;
  drop (door, full->wire, full->entry);
  return (gint) own.n;
}

/* --- The handshake --- */

static void
arrival_free (gpointer data)
{
  Arrival *arrival = data;

  g_object_unref (arrival->wire);
  g_free (arrival);
}

/* Of equal ones the first comes first. */
static gint
compare_ranks (gconstpointer first, gconstpointer next, gpointer entries)
{
  const Entry *one = g_hash_table_lookup (entries, first);
  const Entry *two = g_hash_table_lookup (entries, next);

  return one->rank <= two->rank ? -1 : 1;
}

static gboolean take_turn (gpointer user_data);

/* The client sends something, or reads, or the connection ends. */
static gboolean
queue (GSocket *socket, GIOCondition condition, gpointer user_data)
{
  const Arrival *arrival = user_data;
  Door *door = arrival->door;
  Entry *entry = g_hash_table_lookup (door->entries, arrival->wire);

  g_clear_pointer (&entry->waiting, g_source_unref);
  g_queue_insert_sorted (
      &door->ready, g_object_ref (arrival->wire), compare_ranks, door->entries);
  if (door->turn == 0)
    door->turn = g_timeout_add (0, take_turn, door);
  return G_SOURCE_REMOVE;
}

/* Until then the source owns the wire. */
static void
wait_for (Door *door, Wire *wire, Entry *entry, GIOCondition condition)
{
  Arrival *arrival = g_new (Arrival, 1);

  *arrival = (Arrival){ door, g_object_ref (wire) };
  entry->waiting = wire_create_source (wire, condition);
  g_source_set_callback (
      entry->waiting, G_SOURCE_FUNC (queue), arrival, arrival_free);
  g_source_attach (entry->waiting, NULL);
}

static void
shake_hands (Door *door, Wire *wire)
{
  Entry *entry = g_hash_table_lookup (door->entries, wire);
  GIOCondition next = wire_shake_hands (wire);

  if (next == 0)
    soup_server_accept_iostream (
        door->server, G_IO_STREAM (wire), entry->local, entry->remote, NULL);
  else if (next != G_IO_ERR)
    wait_for (door, wire, entry, next);
}

/* Goes on with one handshake. A step of it takes a millisecond and more; as long again is
 * for viewers and newcomers. Visitors with few connections come first. */
static gboolean
take_turn (gpointer user_data)
{
  Door *door = user_data;
  gint64 begin = g_get_monotonic_time ();
  g_autoptr (Wire) wire = g_queue_pop_head (&door->ready);

  door->turn = 0;
  if (wire != NULL) {
    shake_hands (door, wire);
    door->turn =
        g_timeout_add ((guint) ((g_get_monotonic_time () - begin + 500) / 1000),
            take_turn, door);
  }
  return G_SOURCE_REMOVE;
}

static void
enter (Door *door, Wire *wire, Entry *entry)
{
  entry->deadline = g_get_monotonic_time ()
                    + door->options->bounds.handshake * G_TIME_SPAN_SECOND;
  g_hash_table_insert (door->entries, wire, entry);
  g_object_weak_ref (G_OBJECT (wire), forget, door);
  wait_for (door, wire, entry, G_IO_IN);
}

/* NULL where there is no room, or the connection has ended already. A proxy may have as many
 * as all its visitors. */
static Entry *
count_in (Door *door, GSocketConnection *connection)
{
  const Options *options = door->options;
  g_autoptr (GSocketAddress) remote =
      g_socket_connection_get_remote_address (connection, NULL);
  g_autofree gchar *visitor = NULL;
  GInetAddress *address;
  gboolean proxy;
  Entry *entry;
  gint there;

  if (!G_IS_INET_SOCKET_ADDRESS (remote))
    return NULL;
  address = g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (remote));
  proxy = visitor_is_proxy (options, address);
  visitor = visitor_of_address (address);
  there = make_room (door, visitor,
      proxy ? G_MAXUINT : (guint) options->bounds.connections_per_address);
  if (there < 0)
    return NULL;
  entry = g_new0 (Entry, 1);
  entry->visitor = g_steal_pointer (&visitor);
  entry->rank = proxy ? 0 : there;
  entry->local = g_socket_connection_get_local_address (connection, NULL);
  entry->remote = g_steal_pointer (&remote);
  return entry;
}

/* A connection closes when the last reference to it goes. */
static gboolean
meet (GSocketService *service, GSocketConnection *connection, GObject *source,
    Door *door)
{
  const Bounds *bounds = &door->options->bounds;
  GSocket *socket = g_socket_connection_get_socket (connection);
  Entry *entry = count_in (door, connection);
  gnutls_session_t tls = NULL;
  g_autoptr (Wire) wire = NULL;

  if (entry == NULL)
    return TRUE;
  if (door->options->certificate != NULL)
    tls = tls_new (door->options->certificate, socket);
  g_socket_set_option (socket, IPPROTO_TCP, TCP_NODELAY, 1, NULL);
  wire = wire_new (connection, tls,
      REQUEST_CREDIT + 2 * ((gsize) bounds->message + bounds->pattern));
  enter (door, wire, entry);
  return TRUE;
}

/* Ends connections that do not ask for anything in time. */
static gboolean
check (gpointer data)
{
  Door *door = data;
  gint64 now = g_get_monotonic_time ();
  g_autoptr (GList) wires = g_hash_table_get_keys (door->entries);

  for (GList *item = wires; item != NULL; item = item->next) {
    Entry *entry = g_hash_table_lookup (door->entries, item->data);

    if (entry->deadline < now)
      drop (door, item->data, entry);
  }
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
  g_clear_handle_id (&door->turn, g_source_remove);
  g_socket_service_stop (door->service);
  g_socket_listener_close (G_SOCKET_LISTENER (door->service));
  g_object_unref (door->service);
  g_hash_table_iter_init (&iter, door->entries);
  while (g_hash_table_iter_next (&iter, &wire, NULL)) {
    g_object_weak_unref (wire, forget, door);
    wire_drop (wire);
  }
  g_queue_clear_full (&door->ready, g_object_unref);
  g_hash_table_unref (door->entries);
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

gboolean
door_admit (Door *door, Wire *wire, const gchar *visitor)
{
  Entry *entry = g_hash_table_lookup (door->entries, wire);
  Share all, own;

  if (strcmp (entry->visitor, visitor) != 0) {
    measure (door, visitor, &all, &own);
    if (own.n >= (guint) door->options->bounds.connections_per_address)
      return FALSE;
    g_free (entry->visitor);
    entry->visitor = g_strdup (visitor);
  }
  entry->deadline = VIEWER;
  return TRUE;
}
