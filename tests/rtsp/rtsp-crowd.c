/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Crowds of viewers for tests/rtsp/stress-rtsp.sh: some play and count frames,
 * some vanish in every possible way. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/programs/rtsp-peer.h"

static const gchar usage[] =
    "Usage: rtsp-crowd PORT watch N SECONDS | PORT vanish N\n"
    "N viewers watch /life for so long; or N come and vanish one after "
    "another.\n";

typedef struct {
  guint port;
  gint64 end;
  Peer *peer;
} Seat;

static gpointer
watch (gpointer data)
{
  Seat *seat = data;

  seat->peer = peer_connect (seat->port, "/life");
  if (seat->peer == NULL || !peer_play (seat->peer))
    return NULL;
  while (g_get_monotonic_time () < seat->end)
    if (!peer_read (seat->peer, 100))
      break;
  return NULL;
}

static gint
watch_all (guint port, guint n, guint seconds)
{
  Seat *seats = g_new0 (Seat, n);
  GThread **threads = g_new0 (GThread *, n);
  guint fewest = G_MAXUINT, most = 0, late = 0;
  gint64 longest = 0, wait = 0;

  for (guint i = 0; i < n; i++) {
    seats[i].port = port;
    seats[i].end = g_get_monotonic_time () + (gint64) seconds * G_USEC_PER_SEC;
    threads[i] = g_thread_new ("viewer", watch, &seats[i]);
  }
  for (guint i = 0; i < n; i++) {
    Peer *peer;

    g_thread_join (threads[i]);
    peer = seats[i].peer;
    fewest = MIN (fewest, peer != NULL ? peer->frames : 0);
    if (peer == NULL)
      continue;
    most = MAX (most, peer->frames);
    longest = MAX (longest, peer->longest);
    wait = MAX (wait, peer->wait);
    late += !peer->first_is_key;
    peer_free (peer);
  }
  printf (
      "%u viewers, %u s: %u to %u frames each, the first after at most %.0f "
      "ms, at most %.0f ms between two; %u began with another than a key "
      "frame\n",
      n, seconds, fewest, most, wait / 1000.0, longest / 1000.0, late);
  g_free (threads);
  g_free (seats);
  return fewest > 0 ? 0 : 1;
}

int
main (int argc, char **argv)
{
  guint port, n;

  if (argc < 4) {
    fputs (usage, stderr);
    return 2;
  }
  port = atoi (argv[1]);
  n = atoi (argv[3]);
  if (strcmp (argv[2], "watch") == 0 && argc == 5)
    return watch_all (port, n, atoi (argv[4]));
  if (strcmp (argv[2], "vanish") == 0 && argc == 4) {
    for (guint i = 0; i < n; i++)
      peer_vanish (port, "/life", i % N_VANISH, 500);
    printf ("%u viewers vanished\n", n);
    return 0;
  }
  fputs (usage, stderr);
  return 2;
}
