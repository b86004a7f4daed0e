/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A crowd of viewers of a life-web, for measurements by hand: web-crowd PORT VIEWERS
 * SECONDS [PID]. All read and acknowledge. Prints which frames of the first viewer were
 * missing or late, and with PID how long that process worked. Exits 1 where one was. */
#define _GNU_SOURCE /* memmem() */
#include <arpa/inet.h>
#include <glib.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A frame is late that comes so many intervals after the one before. */
#define LATE 2.0

#define PIECE_HEADER 8
#define TEXT 0x81
#define BINARY 0x82
#define PING 0x89
#define PONG 0x8a

typedef struct {
  gint fd;
  GByteArray *bytes;
  gboolean opened; /* whether the handshake was answered */
  guint pieces;
  guint64 received;
  gint64 joined, shown; /* when it was greeted, and had a key frame */
} Viewer;

/* Of the first viewer. */
typedef struct {
  GArray *arrivals; /* gint64 */
  GArray *times;    /* guint64, of the film */
} Record;

static void
send_all (gint fd, const void *data, gsize size)
{
  if (send (fd, data, size, MSG_NOSIGNAL) != (gssize) size)
    g_error ("the server does not take %" G_GSIZE_FORMAT " bytes", size);
}

/* A frame whose mask is zero. */
static void
send_frame (gint fd, guint8 kind, const void *data, gsize size)
{
  guint8 frame[6 + 125] = { kind, 0x80 | size };

  g_assert (size <= 125);
  memcpy (frame + 6, data, size);
  send_all (fd, frame, 6 + size);
}

static void
join (Viewer *viewer, guint port)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
    .sin_port = htons (port),
    .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  g_autofree gchar *request = g_strdup_printf (
      "GET /live HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nUpgrade: websocket\r\n"
      "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: bGlmZS13ZWItY3Jvd2QhIQ==\r\n\r\n",
      port);

  viewer->bytes = g_byte_array_new ();
  viewer->fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect (viewer->fd, (struct sockaddr *) &address, sizeof address) != 0)
    g_error ("there is no server on port %u", port);
  send_all (viewer->fd, request, strlen (request));
}

/* The decode time of a fragment, which mp4mux writes with 64 bits. */
static guint64
time_of (const guint8 *data, gsize size)
{
  const guint8 *box = memmem (data, MIN (size, 256), "tfdt", 4);
  guint64 time = 0;

  if (box == NULL)
    return 0;
  memcpy (&time, box + 8, sizeof time);
  return GUINT64_FROM_BE (time);
}

static void
take_piece (Viewer *viewer, const guint8 *data, gsize size, Record *record)
{
  gint64 now = g_get_monotonic_time ();
  guint64 time = time_of (data + PIECE_HEADER, size - PIECE_HEADER);
  g_autofree gchar *answer = NULL;
  guint32 number;

  memcpy (&number, data, sizeof number);
  answer = g_strdup_printf (
      "{\"type\":\"ack\",\"fragment\":%u}", GUINT32_FROM_BE (number));
  send_frame (viewer->fd, TEXT, answer, strlen (answer));
  viewer->received += size;
  if (viewer->pieces++ == 1)
    viewer->shown = now;
  if (record != NULL && viewer->pieces > 1) {
    g_array_append_val (record->arrivals, now);
    g_array_append_val (record->times, time);
  }
}

/* Takes one frame; returns its size, or 0 where it is not whole. */
static gsize
take_frame (Viewer *viewer, Record *record)
{
  const guint8 *data = viewer->bytes->data;
  gsize have = viewer->bytes->len, head = 2, size;
  guint16 two;
  guint64 eight;

  if (have < 2)
    return 0;
  size = data[1] & 127;
  if (size == 126) {
    if (have < (head = 4))
      return 0;
    memcpy (&two, data + 2, sizeof two);
    size = GUINT16_FROM_BE (two);
  } else if (size == 127) {
    if (have < (head = 10))
      return 0;
    memcpy (&eight, data + 2, sizeof eight);
    size = GUINT64_FROM_BE (eight);
  }
  if (have < head + size)
    return 0;
  if (data[0] == BINARY)
    take_piece (viewer, data + head, size, record);
  else if (data[0] == PING)
    send_frame (viewer->fd, PONG, data + head, size);
  else if (data[0] != TEXT)
    g_error ("a viewer was let go");
  return head + size;
}

static void
read_some (Viewer *viewer, Record *record)
{
  static const gchar hello[] = "{\"type\":\"hello\",\"video\":true}";
  static guint8 piece[1 << 18];
  gssize length = recv (viewer->fd, piece, sizeof piece, 0);
  const guint8 *end;
  gsize size;

  if (length <= 0)
    g_error ("the server ended a connection");
  g_byte_array_append (viewer->bytes, piece, length);
  if (!viewer->opened) {
    end = memmem (viewer->bytes->data, viewer->bytes->len, "\r\n\r\n", 4);
    if (end == NULL)
      return;
    viewer->opened = TRUE;
    viewer->joined = g_get_monotonic_time ();
    g_byte_array_remove_range (viewer->bytes, 0, end + 4 - viewer->bytes->data);
    send_frame (viewer->fd, TEXT, hello, strlen (hello));
  }
  while ((size = take_frame (viewer, record)) > 0)
    g_byte_array_remove_range (viewer->bytes, 0, size);
}

static void
watch (Viewer *viewers, guint n, Record *record, gint64 until)
{
  g_autofree struct pollfd *polls = g_new0 (struct pollfd, n);

  for (guint i = 0; i < n; i++)
    polls[i] = (struct pollfd){ viewers[i].fd, POLLIN };
  while (g_get_monotonic_time () < until) {
    poll (polls, n, 100);
    for (guint i = 0; i < n; i++)
      if (polls[i].revents != 0)
        read_some (&viewers[i], i == 0 ? record : NULL);
  }
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  const gdouble *one = a, *two = b;

  return (*one > *two) - (*one < *two);
}

/* Prints what was wrong with the frames of the first viewer; returns whether something
 * was. */
static gboolean
report (const Record *record)
{
  g_autoptr (GArray) gaps = g_array_new (FALSE, FALSE, sizeof (gdouble));
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (gdouble));
  guint late = 0, missing = 0, n = record->arrivals->len;
  gdouble usual, step;

  if (n < 3)
    g_error ("the first viewer got %u frames", n);
  for (guint i = 1; i < n; i++) {
    gdouble gap = (g_array_index (record->arrivals, gint64, i)
                      - g_array_index (record->arrivals, gint64, i - 1))
                  / 1e3;
    gdouble way = g_array_index (record->times, guint64, i)
                  - g_array_index (record->times, guint64, i - 1);

    g_array_append_val (gaps, gap);
    g_array_append_val (steps, way);
  }
  g_array_sort (steps, compare);
  step = g_array_index (steps, gdouble, steps->len / 2);
  for (guint i = 0; i < steps->len; i++)
    missing += (guint) round (g_array_index (steps, gdouble, i) / step) - 1;
  g_array_sort (gaps, compare);
  usual = g_array_index (gaps, gdouble, gaps->len / 2);
  for (guint i = 0; i < gaps->len; i++)
    late += g_array_index (gaps, gdouble, i) > LATE * usual;
  printf ("first viewer: %u frames, %u missing, %u late; from one to the next "
          "%.1f ms, 99 of 100 within %.1f ms, all within %.1f ms\n",
      n, missing, late, usual,
      g_array_index (gaps, gdouble, gaps->len * 99 / 100),
      g_array_index (gaps, gdouble, gaps->len - 1));
  return late + missing > 0;
}

/* Hundredths of a second that a process worked. */
static guint64
work_of (const gchar *pid)
{
  g_autofree gchar *path = g_strdup_printf ("/proc/%s/stat", pid);
  g_autofree gchar *text = NULL;
  guint64 user = 0, system = 0;
  const gchar *rest;

  if (g_file_get_contents (path, &text, NULL, NULL)
      && (rest = strrchr (text, ')')) != NULL)
    sscanf (rest,
        ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %" G_GUINT64_FORMAT
        " %" G_GUINT64_FORMAT,
        &user, &system);
  return user + system;
}

int
main (int argc, char **argv)
{
  Record record = { g_array_new (FALSE, FALSE, sizeof (gint64)),
    g_array_new (FALSE, FALSE, sizeof (guint64)) };
  guint n = argc > 2 ? atoi (argv[2]) : 0;
  gint64 slowest = 0;
  guint64 bytes = 0, before, work;
  gdouble seconds;
  gboolean wrong;
  Viewer *viewers;

  if (argc < 4 || n == 0) {
    fprintf (stderr, "Usage: web-crowd PORT VIEWERS SECONDS [PID]\n");
    return 2;
  }
  seconds = atof (argv[3]);
  viewers = g_new0 (Viewer, n);
  for (guint i = 0; i < n; i++)
    join (&viewers[i], atoi (argv[1]));
  /* All begin; what the first one gets is counted from then on. */
  watch (viewers, n, NULL, g_get_monotonic_time () + 2 * G_TIME_SPAN_SECOND);
  for (guint i = 0; i < n; i++) {
    if (viewers[i].pieces < 2)
      g_error ("viewer %u has no picture after two seconds", i);
    slowest = MAX (slowest, viewers[i].shown - viewers[i].joined);
    bytes -= viewers[i].received;
  }
  before = argc > 4 ? work_of (argv[4]) : 0;
  watch (viewers, n, &record,
      g_get_monotonic_time () + (gint64) (seconds * G_TIME_SPAN_SECOND));
  work = argc > 4 ? work_of (argv[4]) - before : 0;
  wrong = report (&record);
  for (guint i = 0; i < n; i++)
    bytes += viewers[i].received;
  printf ("%u viewers: first picture within %.0f ms, %.2f Mb/s each\n", n,
      slowest / 1e3, bytes * 8 / seconds / n / 1e6);
  if (argc > 4)
    printf ("the server worked for %.0f%% of one core\n", work / seconds);
  return wrong;
}
