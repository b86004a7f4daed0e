/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counters of TCP connections, as Linux has them and as any system does. */
#include "life/base/tcp-counters.h"

#include <gio/gio.h>

#include "tests/support/help.h"

#define DEADLINE (20 * G_USEC_PER_SEC)

typedef struct {
  GSocket *server, *peer;
  LifeTcpCounters counters; /* of the server's side */
} Pair;

static GSocket *
socket_new (void)
{
  GSocket *socket = g_socket_new (
      G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL);

  g_assert_nonnull (socket);
  return socket;
}

static void
pair_init (Pair *pair)
{
  g_autoptr (GSocket) listener = socket_new ();
  g_autoptr (GInetAddress) host =
      g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new (host, 0);
  g_autoptr (GSocketAddress) address = NULL;

  *pair = (Pair){ .peer = socket_new () };
  g_assert_true (g_socket_bind (listener, any, FALSE, NULL));
  g_assert_true (g_socket_listen (listener, NULL));
  address = g_socket_get_local_address (listener, NULL);
  g_assert_true (g_socket_connect (pair->peer, address, NULL, NULL));
  pair->server = g_socket_accept (listener, NULL, NULL);
  g_assert_nonnull (pair->server);
  g_socket_set_blocking (pair->server, FALSE);
  g_socket_set_blocking (pair->peer, FALSE);
}

static void
pair_clear (Pair *pair)
{
  g_object_unref (pair->server);
  g_object_unref (pair->peer);
}

static void
update (Pair *pair)
{
  g_assert_true (life_tcp_counters_update (
      &pair->counters, g_socket_get_fd (pair->server)));
}

/* Sends until no more is taken for a while. */
static void
fill (Pair *pair)
{
  static const gchar zeros[65536];

  for (guint refused = 0; refused < 10;) {
    if (g_socket_send (pair->server, zeros, sizeof zeros, NULL, NULL) > 0) {
      refused = 0;
      continue;
    }
    refused++;
    g_usleep (20000);
  }
}

static void
drain (Pair *pair)
{
  gchar buffer[65536];

  while (g_socket_receive (pair->peer, buffer, sizeof buffer, NULL, NULL) > 0)
    ;
}

static void
test_a_peer_that_does_not_read_is_seen (void)
{
  const gint64 deadline = g_get_monotonic_time () + DEADLINE;
  Pair pair;

  pair_init (&pair);
  update (&pair);
  g_assert_false (pair.counters.queued);
  fill (&pair);
  update (&pair);
  /* What is under way is acknowledged a while later. */
  for (guint unchanged = 0; unchanged < 30;) {
    const guint64 before = pair.counters.acknowledged;

    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    g_usleep (10000);
    update (&pair);
    g_assert_true (pair.counters.queued);
    unchanged = pair.counters.acknowledged == before ? unchanged + 1 : 0;
  }
  pair_clear (&pair);
}

static void
test_a_peer_that_reads_is_seen (void)
{
  const gint64 deadline = g_get_monotonic_time () + DEADLINE;
  Pair pair;
  guint64 before;

  pair_init (&pair);
  fill (&pair);
  update (&pair);
  before = pair.counters.acknowledged;
  while (pair.counters.queued || pair.counters.acknowledged == before) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    drain (&pair);
    g_usleep (1000);
    update (&pair);
  }
  pair_clear (&pair);
}

static void
test_bytes_of_the_peer_are_counted (void)
{
#if defined(__linux__) && !defined(LIFE_PORTABLE_TCP)
  const gint64 deadline = g_get_monotonic_time () + DEADLINE;
  Pair pair;

  if (is_emulated ()) {
    g_test_skip ("an emulator does not hand on what the kernel counts");
    return;
  }
  pair_init (&pair);
  g_assert_cmpint (g_socket_send (pair.peer, "hello", 5, NULL, NULL), ==, 5);
  do {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    update (&pair);
  } while (pair.counters.received < 5);
  g_assert_cmpuint (pair.counters.received, ==, 5);
  pair_clear (&pair);
#else
  g_test_skip ("only Linux counts them");
#endif
}

static void
test_a_socket_that_is_closed_has_none (void)
{
  LifeTcpCounters counters = { 0 };
  Pair pair;
  gint fd;

  pair_init (&pair);
  fd = g_socket_get_fd (pair.server);
  g_assert_true (g_socket_close (pair.server, NULL));
  g_assert_false (life_tcp_counters_update (&counters, fd));
  pair_clear (&pair);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tcp-counters/a-peer-that-does-not-read",
      test_a_peer_that_does_not_read_is_seen);
  g_test_add_func (
      "/tcp-counters/a-peer-that-reads", test_a_peer_that_reads_is_seen);
  g_test_add_func (
      "/tcp-counters/received", test_bytes_of_the_peer_are_counted);
  g_test_add_func (
      "/tcp-counters/closed", test_a_socket_that_is_closed_has_none);
  return g_test_run ();
}
