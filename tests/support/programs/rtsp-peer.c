/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A few lines of RTSP over a socket, for tests. */
#define _GNU_SOURCE /* POLLRDHUP */
#include "tests/support/programs/rtsp-peer.h"

#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Guards against hangs. */
#define TIMEOUT_MS 20000

#define MEGABYTE (1024 * 1024)

Peer *
peer_connect (guint port, const gchar *mount)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
    .sin_port = htons (port),
    .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  gint fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  Peer *peer;

  if (fd < 0
      || connect (fd, (struct sockaddr *) &address, sizeof address) != 0) {
    if (fd >= 0)
      close (fd);
    return NULL;
  }
  peer = g_new0 (Peer, 1);
  peer->fd = fd;
  peer->port = port;
  peer->mount = g_strdup (mount);
  peer->read = g_byte_array_new ();
  return peer;
}

void
peer_free (Peer *peer)
{
  if (peer == NULL)
    return;
  close (peer->fd);
  g_byte_array_unref (peer->read);
  g_free (peer->mount);
  g_free (peer->session);
  g_free (peer);
}

void
peer_kill (Peer *peer)
{
  struct linger none = { .l_onoff = 1, .l_linger = 0 };

  setsockopt (peer->fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
  peer_free (peer);
}

/* Sends everything, unless the other side has gone or does not read. */
static gboolean
send_all (Peer *peer, const void *bytes, gsize length)
{
  const gchar *at = bytes;

  while (length > 0) {
    struct pollfd wait = { peer->fd, POLLOUT, 0 };
    gssize sent;

    if (poll (&wait, 1, TIMEOUT_MS) <= 0)
      return FALSE;
    sent = send (peer->fd, at, length, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR))
      continue;
    if (sent < 0)
      return FALSE;
    at += sent;
    length -= sent;
  }
  return TRUE;
}

static gboolean
receive (Peer *peer, guint milliseconds)
{
  struct pollfd wait = { peer->fd, POLLIN, 0 };
  guint8 bytes[65536];
  gssize length;

  if (poll (&wait, 1, milliseconds) <= 0)
    return TRUE;
  length = recv (peer->fd, bytes, sizeof bytes, MSG_DONTWAIT);
  if (length < 0 && (errno == EAGAIN || errno == EINTR))
    return TRUE;
  if (length <= 0)
    return FALSE;
  g_byte_array_append (peer->read, bytes, length);
  return TRUE;
}

/* --- Frames --- */

/* An RTP packet of H.264 (RFC 6184): counts frames and key frames at their
 * ends. */
static void
count_packet (Peer *peer, const guint8 *packet, gsize length)
{
  guint type;

  if (length < 14)
    return;
  type = packet[12] & 0x1f;
  if (type == 28) /* a part of a unit; its type is in the next byte */
    type = packet[13] & 0x1f;
  else if (type == 24) /* several units; the first one's type */
    type = length > 15 ? packet[15] & 0x1f : 0;
  if (type == 5 || type == 7)
    peer->key = TRUE;
  if (type == 7) {
    peer->torn += peer->parameters;
    peer->parameters = TRUE;
  }
  if (packet[1] & 0x80) {
    gint64 now = g_get_monotonic_time ();

    if (peer->frames > 0)
      peer->longest = MAX (peer->longest, now - peer->last);
    else {
      peer->wait = now - peer->begun;
      peer->first_is_key = peer->key;
    }
    peer->last = now;
    peer->frames++;
    peer->key_frames += peer->key;
    peer->key = peer->parameters = FALSE;
  }
}

/* Consumes the packets at the beginning of the bytes read. */
static void
count_packets (Peer *peer)
{
  gsize taken = 0;
  GByteArray *read = peer->read;

  while (read->len - taken >= 4 && read->data[taken] == '$') {
    gsize length = read->data[taken + 2] << 8 | read->data[taken + 3];

    if (read->len - taken < 4 + length)
      break;
    if (read->data[taken + 1] == 0)
      count_packet (peer, read->data + taken + 4, length);
    taken += 4 + length;
  }
  if (taken > 0)
    g_byte_array_remove_range (read, 0, taken);
}

gboolean
peer_is_over (Peer *peer)
{
  struct pollfd wait = { peer->fd, POLLRDHUP, 0 };

  return poll (&wait, 1, 0) > 0
         && (wait.revents & (POLLHUP | POLLERR | POLLRDHUP)) != 0;
}

gboolean
peer_read (Peer *peer, guint milliseconds)
{
  gboolean more = receive (peer, milliseconds);

  count_packets (peer);
  return more;
}

/* --- Requests --- */

static gchar *
find_header (const gchar *answer, const gchar *name)
{
  g_autofree gchar *start = g_strdup_printf ("\r\n%s: ", name);
  const gchar *at = strstr (answer, start);

  if (at == NULL)
    return NULL;
  at += strlen (start);
  return g_strndup (at, strcspn (at, "\r\n;"));
}

/* Consumes an answer at the beginning of the bytes read: its status, or 0 where
 * it is not complete yet. */
static guint
take_answer (Peer *peer)
{
  g_autofree gchar *answer =
      g_strndup ((const gchar *) peer->read->data, peer->read->len);
  gchar *end = strstr (answer, "\r\n\r\n");
  g_autofree gchar *body = NULL;
  g_autofree gchar *session = NULL;
  gsize length;

  if (end == NULL)
    return 0;
  end[2] = '\0';
  body = find_header (answer, "Content-Length");
  length = (end - answer) + 4 + (body != NULL ? strtoul (body, NULL, 10) : 0);
  if (peer->read->len < length)
    return 0;
  session = find_header (answer, "Session");
  if (session != NULL) {
    g_free (peer->session);
    peer->session = g_steal_pointer (&session);
  }
  g_byte_array_remove_range (peer->read, 0, length);
  return strncmp (answer, "RTSP/1.0 ", 9) == 0 ? atoi (answer + 9) : 0;
}

guint
peer_ask (
    Peer *peer, const gchar *method, const gchar *track, const gchar *headers)
{
  g_autofree gchar *session =
      peer->session != NULL ? g_strdup_printf ("Session: %s\r\n", peer->session)
                            : g_strdup ("");
  g_autofree gchar *request = g_strdup_printf (
      "%s rtsp://127.0.0.1:%u%s%s RTSP/1.0\r\nCSeq: %u\r\n"
      "%s%s\r\n",
      method, peer->port, peer->mount, track, ++peer->cseq, session, headers);
  gint64 deadline = g_get_monotonic_time () + TIMEOUT_MS * 1000;

  if (!send_all (peer, request, strlen (request)))
    return 0;
  while (g_get_monotonic_time () < deadline) {
    guint status;

    if (!peer_read (peer, 100) && peer->read->len == 0)
      return 0;
    if (peer->read->len > 0 && peer->read->data[0] != '$'
        && (status = take_answer (peer)) != 0) {
      count_packets (peer);
      return status;
    }
  }
  return 0;
}

static gboolean
set_up (Peer *peer)
{
  return peer_ask (peer, "SETUP", "/stream=0",
             "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n")
         == 200;
}

gboolean
peer_play (Peer *peer)
{
  if (peer_ask (peer, "DESCRIBE", "", "Accept: application/sdp\r\n") != 200
      || !set_up (peer))
    return FALSE;
  peer->begun = g_get_monotonic_time ();
  return peer_ask (peer, "PLAY", "", "") == 200;
}

/* --- Vanishing --- */

static void
send_much (Peer *peer, const gchar *start, const gchar *again)
{
  gsize length = strlen (again);

  if (!send_all (peer, start, strlen (start)))
    return;
  for (gsize n = 0; n < MEGABYTE; n += length)
    if (!send_all (peer, again, length))
      return;
}

void
peer_vanish (guint port, const gchar *mount, Vanish how, guint milliseconds)
{
  static const gchar describe[] = "DESCRIBE rtsp://127.0.0.1/life RTSP/1.0\r\n"
                                  "CSeq: 1\r\n";
  g_autofree gchar *many = g_strnfill (1024, 'x');
  g_autofree gchar *body =
      g_strdup_printf ("%sContent-Length: 1000000000\r\n\r\n", describe);
  Peer *peer = peer_connect (port, mount);

  if (peer == NULL)
    return;
  switch (how) {
    case VANISH_KILLED:
      if (peer_play (peer))
        peer_read (peer, 1000);
      break;
    case VANISH_NEVER_READ:
      if (peer_play (peer))
        g_usleep (1000 * milliseconds);
      break;
    case VANISH_DESCRIBED:
      peer_ask (peer, "DESCRIBE", "", "Accept: application/sdp\r\n");
      break;
    case VANISH_SET_UP:
      if (peer_ask (peer, "DESCRIBE", "", "Accept: application/sdp\r\n") == 200)
        set_up (peer);
      break;
    case VANISH_HALF_REQUEST:
      send_all (peer, describe, strlen (describe) - 5);
      break;
    case VANISH_GARBAGE:
      for (guint i = 0; i < 1024; i++)
        many[i] = g_random_int ();
      send_all (peer, many, 1024);
      break;
    case VANISH_LARGE_HEADER:
      send_much (peer, describe, many);
      break;
    case VANISH_MANY_HEADERS:
      memcpy (many + 1000, ": y\r\nX", 7);
      send_much (peer, describe, many);
      break;
    case VANISH_LARGE_BODY:
      send_all (peer, body, strlen (body));
      send_all (peer, many, 1024);
      break;
    default:
      break;
  }
  peer_kill (peer);
}
