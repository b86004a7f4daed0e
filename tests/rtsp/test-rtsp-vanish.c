/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Viewers of life-rtsp-server that misbehave: the frames of others go on, and
 * the server frees what it held for them. */
#include <gst/gst.h>
#include <signal.h>
#include <string.h>

#include "tests/support/help.h"
#include "tests/support/programs/rtsp-peer.h"
#include "tests/support/programs/rtsp-server.h"

#define VANISHERS 40
/* How many kilobytes the server's memory may grow. */
#define MOST_MORE (16 * 1024)

static Peer *
begin (const Server *server)
{
  Peer *peer = peer_connect (server->port, "/life");

  g_assert_nonnull (peer);
  g_assert_true (peer_play (peer));
  return peer;
}

/* Waits for @n more frames. */
static void
expect_frames (Peer *peer, guint n, const gchar *after)
{
  guint until = peer->frames + n;
  gint64 deadline =
      g_get_monotonic_time () + SERVER_TIMEOUT * (gint64) G_USEC_PER_SEC;

  while (peer->frames < until) {
    if (!peer_read (peer, 1000))
      g_error ("the stream ended, %s", after);
    if (g_get_monotonic_time () > deadline)
      g_error ("the stream stands still, %s", after);
  }
}

/* Waits until the server has at most that many descriptors. */
static void
expect_descriptors (const Server *server, guint most)
{
  guint n = G_MAXUINT;

  for (guint i = 0; i < 10 * SERVER_TIMEOUT; i++) {
    n = server_descriptors (server);
    if (n <= most)
      return;
    g_usleep (G_USEC_PER_SEC / 10);
  }
  fail ("the server keeps %u descriptors open, before there were %u", n, most);
}

static void
test_vanishing_viewers_take_nothing_along (void)
{
  guint descriptors, memory;
  Server *server;
  Peer *peer;

  if (server_is_missing ())
    return;
  server = server_start ("--width 160 --height 96");
  peer = begin (server);
  expect_frames (peer, 10, "and no viewer has vanished");
  descriptors = server_descriptors (server);
  /* Each way once, so that what the server keeps for good is allocated. */
  for (guint i = 0; i < N_VANISH; i++)
    peer_vanish (server->port, "/life", i, 100);
  expect_descriptors (server, descriptors);
  memory = server_memory (server);

  for (guint i = 0; i < VANISHERS; i++) {
    g_autofree gchar *after =
        g_strdup_printf ("after viewer %u vanished in way %u", i, i % N_VANISH);

    peer_vanish (server->port, "/life", i % N_VANISH, 100);
    expect_frames (peer, 1, after);
  }
  expect_descriptors (server, descriptors);
#ifndef __SANITIZE_ADDRESS__
  /* The address sanitizer keeps freed memory for a while. */
  if (server_memory (server) > memory + MOST_MORE)
    fail ("the server holds %u kB, before it were %u", server_memory (server),
        memory);
#else
  (void) memory;
#endif
  peer_free (peer);
  server_stop (server, SIGTERM);
}

static void
test_descriptors_come_back_when_all_have_left (void)
{
  guint descriptors = 0;
  Server *server;

  if (server_is_missing ())
    return;
  server = server_start ("--width 160 --height 96");
  for (guint i = 0; i < 6; i++) {
    Peer *peers[4];

    for (guint k = 0; k < G_N_ELEMENTS (peers); k++)
      peers[k] = begin (server);
    expect_frames (peers[i % 4], 5, "with four viewers");
    for (guint k = 0; k < G_N_ELEMENTS (peers); k++)
      peer_kill (peers[k]);
    if (i == 0) {
      g_usleep (G_USEC_PER_SEC);
      descriptors = server_descriptors (server);
    }
  }
  expect_descriptors (server, descriptors);
  server_stop (server, SIGTERM);
}

/* Waits until the server has closed the connection. */
static void
expect_end (Peer *peer)
{
  gint64 deadline =
      g_get_monotonic_time () + SERVER_TIMEOUT * (gint64) G_USEC_PER_SEC;

  while (!peer_is_over (peer)) {
    if (g_get_monotonic_time () > deadline) {
      fail ("the server does not let go of a viewer that never reads");
      return;
    }
    g_usleep (G_USEC_PER_SEC / 10);
  }
}

static void
test_viewers_that_never_read_are_dropped_without_delay (void)
{
  guint descriptors;
  Server *server;
  Peer *deaf[3], *peer;

  if (server_is_missing ())
    return;
  server =
      server_start ("--width 640 --height 360 --bitrate 40000 -- density=0.5");
  peer = begin (server);
  expect_frames (peer, 5, "and everybody reads");
  descriptors = server_descriptors (server);
  for (guint i = 0; i < G_N_ELEMENTS (deaf); i++)
    deaf[i] = begin (server);
  peer_free (peer);
  /* Time for all buffers in between to fill; then no frame of the server is
   * read. */
  g_usleep (4 * G_USEC_PER_SEC);
  peer = begin (server);
  expect_frames (peer, 60, "beside viewers that never read");
  for (guint i = 0; i < G_N_ELEMENTS (deaf); i++) {
    while (!peer_is_over (deaf[i]) && peer->frames < 3000)
      expect_frames (peer, 1, "beside viewers that never read");
    expect_end (deaf[i]);
    peer_free (deaf[i]);
  }
  expect_frames (peer, 10, "after the viewers that never read were let go");
  expect_descriptors (server, descriptors);
  peer_free (peer);
  server_stop (server, SIGTERM);
}

static void
test_viewers_beyond_the_limit_are_refused (void)
{
  Server *server;
  Peer *first, *second, *third;
  guint i;

  if (server_is_missing ())
    return;
  server = server_start ("--width 160 --height 96 --max-viewers 2");
  first = begin (server);
  second = begin (server);
  third = peer_connect (server->port, "/life");
  g_assert_true (third == NULL || !peer_play (third));
  peer_free (third);
  expect_frames (first, 5, "after a third viewer was refused");
  peer_free (second);
  for (i = 0; i < 100; i++) {
    third = peer_connect (server->port, "/life");
    if (third != NULL && peer_play (third))
      break;
    g_clear_pointer (&third, peer_free);
    g_usleep (G_USEC_PER_SEC / 10);
  }
  if (third == NULL)
    fail ("no viewer is accepted after one has left");
  peer_free (third);
  peer_free (first);
  server_stop (server, SIGTERM);
}

/* Requests that no player makes; the server may answer them in any way. */
static void
test_odd_requests_do_not_affect_others (void)
{
  static const struct {
    const gchar *method, *track, *headers;
    guint status; /* 0: any */
  } odd[] = {
    { "SETUP", "/stream=0",
        "Transport: RTP/AVP;unicast;client_port=5000-5001\r\n", 461 },
    { "SETUP", "/stream=0", "Transport: RTP/AVP;multicast\r\n", 461 },
    { "SETUP", "/stream=0", "Transport: nonsense\r\n", 0 },
    { "SETUP", "/stream=9",
        "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n", 404 },
    { "DESCRIBE", "/more", "Accept: application/sdp\r\n", 404 },
    { "PLAY", "", "", 454 },
    { "PAUSE", "", "Session: 1\r\n", 454 },
    { "RECORD", "", "", 0 },
    { "ANNOUNCE", "", "Content-Type: application/sdp\r\n", 0 },
    { "OPTIONS", "", "", 200 },
    { "GET_PARAMETER", "", "", 0 },
    { "SET_PARAMETER", "", "", 0 },
    { "NONSENSE", "", "", 0 },
  };
  static const gchar *const ranges[] = { "Range: npt=10-\r\n",
    "Range: npt=now-\r\n", "Scale: 4\r\n", "Scale: -1\r\n", "Speed: 8\r\n",
    "Range: clock=20200101T000000Z-\r\n", "Range: nonsense\r\n",
    "Range: npt=0-\r\nSeek-Style: RAP\r\n" };
  Server *server;
  Peer *peer, *fool;

  if (server_is_missing ())
    return;
  server = server_start ("--width 160 --height 96");
  peer = begin (server);
  for (guint i = 0; i < G_N_ELEMENTS (odd); i++) {
    guint status;

    fool = peer_connect (server->port, "/life");
    status = peer_ask (fool, odd[i].method, odd[i].track, odd[i].headers);
    if (odd[i].status != 0 && status != odd[i].status)
      fail ("%s of %s with %s is answered with %u", odd[i].method, odd[i].track,
          odd[i].headers, status);
    peer_free (fool);
    expect_frames (peer, 1, odd[i].method);
  }
  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++) {
    fool = begin (server);
    peer_ask (fool, "PLAY", "", ranges[i]);
    peer_ask (fool, "PAUSE", "", "");
    expect_frames (peer, 3, ranges[i]);
    peer_ask (fool, "PLAY", "", ranges[i]);
    peer_ask (fool, "TEARDOWN", "", "");
    peer_ask (fool, "TEARDOWN", "", "");
    peer_free (fool);
    expect_frames (peer, 3, ranges[i]);
  }
  peer_free (peer);
  server_stop (server, SIGTERM);
}

static void
test_a_viewer_that_pauses_alone_can_go_on (void)
{
  Server *server;
  Peer *peer;

  if (server_is_missing ())
    return;
  server = server_start ("--width 160 --height 96");
  peer = begin (server);
  for (guint i = 0; i < 3; i++) {
    expect_frames (peer, 5, "before a pause");
    g_assert_cmpuint (peer_ask (peer, "PAUSE", "", ""), ==, 200);
    g_usleep (G_USEC_PER_SEC / 5);
    g_assert_cmpuint (peer_ask (peer, "PLAY", "", ""), ==, 200);
  }
  expect_frames (peer, 5, "after the last pause");
  peer_free (peer);
  server_stop (server, SIGTERM);
}

int
main (int argc, char **argv)
{
  gst_init (&argc, &argv);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rtsp-vanish/vanishing-viewers-take-nothing-along",
      test_vanishing_viewers_take_nothing_along);
  g_test_add_func ("/rtsp-vanish/descriptors-come-back-when-all-have-left",
      test_descriptors_come_back_when_all_have_left);
  g_test_add_func ("/rtsp-vanish/viewers-that-never-read-are-dropped",
      test_viewers_that_never_read_are_dropped_without_delay);
  g_test_add_func ("/rtsp-vanish/viewers-beyond-the-limit-are-refused",
      test_viewers_beyond_the_limit_are_refused);
  g_test_add_func ("/rtsp-vanish/odd-requests-do-not-affect-others",
      test_odd_requests_do_not_affect_others);
  g_test_add_func ("/rtsp-vanish/a-viewer-that-pauses-alone-can-go-on",
      test_a_viewer_that_pauses_alone_can_go_on);
  return g_test_run ();
}
