/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What viewers of life-rtsp-server get: Life, beginning with a key frame, if
 * they know the password. */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/support/elements/element.h"
#include "tests/support/help.h"
#include "tests/support/programs/rtsp-peer.h"
#include "tests/support/programs/rtsp-server.h"

/* Cells of the world that is served, and pixels of each. */
#define COLUMNS 40
#define ROWS 24
#define ZOOM 8
#define SEED 7
#define WORLD                                                   \
  "--width 320 --height 192 -- @preset=classic world-width=40 " \
  "world-height=24 seed=7"
/* No test sees a generation as late as this one. */
#define LAST_GENERATION 20000

static gboolean
decoder_is_missing (void)
{
  static const gchar *const needed[] = { "rtspsrc", "rtph264depay",
    "avdec_h264", "videoconvert", NULL };

  for (guint i = 0; needed[i] != NULL; i++) {
    GstElementFactory *factory = gst_element_factory_find (needed[i]);

    if (factory == NULL) {
      g_test_skip ("an element that decodes the stream is not installed");
      return TRUE;
    }
    gst_object_unref (factory);
  }
  return server_is_missing ();
}

/* GRAY8 pictures as a GStreamer client decodes them. A frame may be in transit
 * when a viewer joins; the next one is a key frame. */
static Stream *
watch (const Server *server, const gchar *properties)
{
  return stream_new (
      "rtspsrc name=life location=rtsp://127.0.0.1:%u/life protocols=tcp "
      "latency=0 %s ! rtph264depay wait-for-keyframe=true ! avdec_h264 ! "
      "videoconvert ! "
      "video/x-raw,format=GRAY8",
      server->port, properties);
}

/* --- Pictures --- */

/* The cells, 255 where most of the block of pixels is bright. */
static GBytes *
read_cells (GstSample *sample)
{
  g_autoptr (GBytes) pixels = sample_pixels (sample);
  const guint8 *luma = g_bytes_get_data (pixels, NULL);
  guint8 *cells = g_malloc (COLUMNS * ROWS);

  g_assert_cmpuint (
      g_bytes_get_size (pixels), ==, COLUMNS * ROWS * ZOOM * ZOOM);
  for (guint y = 0; y < ROWS; y++)
    for (guint x = 0; x < COLUMNS; x++) {
      guint sum = 0;

      for (guint i = 0; i < ZOOM * ZOOM; i++)
        sum +=
            luma[(y * ZOOM + i / ZOOM) * COLUMNS * ZOOM + x * ZOOM + i % ZOOM];
      cells[y * COLUMNS + x] = sum > 128 * ZOOM * ZOOM ? 255 : 0;
    }
  return g_bytes_new_take (cells, COLUMNS * ROWS);
}

/* Steps the world until it equals the sample. */
static gboolean
find_generation (GstSample *sample, LifeWorld *world)
{
  g_autoptr (GBytes) seen = read_cells (sample);

  while (life_world_get_generation (world) < LAST_GENERATION) {
    g_autoptr (GBytes) cells = reference_cells (world);

    if (g_bytes_equal (seen, cells))
      return TRUE;
    reference_step (world, 1);
  }
  return FALSE;
}

/* Fails unless the next frames show the world, each a later generation. */
static void
expect_life (Stream *stream, guint n)
{
  LifeWorld *world = reference_soup (COLUMNS, ROWS, SEED, 0.35);

  for (guint i = 0; i < n; i++) {
    GstSample *sample = stream_pull (stream);

    if (!find_generation (sample, world)) {
      fail ("frame %u shows no generation of the world, or an earlier one", i);
      i = n;
    }
    reference_step (world, 1);
    gst_sample_unref (sample);
  }
  life_world_free (world);
}

static void
test_picture_is_life (void)
{
  Server *server;
  Stream *stream;

  if (decoder_is_missing ())
    return;
  server = server_start (WORLD);
  stream = stream_play (watch (server, ""));
  expect_life (stream, 30);
  stream_free (stream);
  server_stop (server, SIGTERM);
}

/* The mean luma of the first frame that is served with these properties. */
static guint
served_luma (const gchar *properties)
{
  Server *server = server_start ("--width 320 --height 192 -- %s", properties);
  Stream *stream = stream_play (watch (server, ""));
  GstSample *sample = stream_pull (stream);
  g_autoptr (GBytes) pixels = sample_pixels (sample);
  const guint8 *luma = g_bytes_get_data (pixels, NULL);
  guint64 sum = 0;

  for (guint i = 0; i < 320 * 192; i++)
    sum += luma[i];
  gst_sample_unref (sample);
  stream_free (stream);
  server_stop (server, SIGTERM);
  return (guint) (sum / (320 * 192));
}

/* Dark cells on light paper, unless a property says otherwise. */
static void
test_preset_is_served (void)
{
  if (decoder_is_missing ())
    return;
  g_assert_cmpuint (served_luma ("density=0.01"), <, 60);
  g_assert_cmpuint (served_luma ("density=0.01 @preset=film"), >, 160);
  g_assert_cmpuint (
      served_luma ("density=0.01 dead-color=0xff000000 @preset=film"), <, 60);
}

static void
test_viewers_see_the_same_world (void)
{
  LifeWorld *world;
  GstSample *sample;
  Server *server;
  Stream *first, *second;

  if (decoder_is_missing ())
    return;
  server = server_start (WORLD);
  first = stream_play (watch (server, ""));
  expect_life (first, 30);
  second = stream_play (watch (server, ""));
  sample = stream_pull (second);
  world = reference_soup (COLUMNS, ROWS, SEED, 0.35);
  g_assert_true (find_generation (sample, world));
  /* A world of the viewer's own would be at its beginning. */
  g_assert_cmpuint (life_world_get_generation (world), >=, 20);
  gst_sample_unref (sample);
  life_world_free (world);
  stream_free (first);
  expect_life (second, 10);
  stream_free (second);
  server_stop (server, SIGTERM);
}

static void
test_size_and_rate_are_as_asked (void)
{
  const gchar *command[] = { "ffprobe", "-v", "error", "-rtsp_transport", "tcp",
    "-show_entries",
    "stream=codec_name,pix_fmt,width,height,r_frame_rate,color_space", "-of",
    "default=noprint_wrappers=1", NULL, NULL };
  static const gchar *const expected[] = { "codec_name=h264", "width=480",
    "height=270", "pix_fmt=yuv420p", "r_frame_rate=25/1", "color_space=bt709" };
  g_autofree gchar *ffprobe = g_find_program_in_path ("ffprobe");
  g_autofree gchar *url = NULL;
  g_autofree gchar *printed = NULL;
  g_autofree gchar *errors = NULL;
  g_auto (GStrv) environment = g_get_environ ();
  g_auto (GStrv) lines = NULL;
  Server *server;
  gint status;

  if (server_is_missing ())
    return;
  if (ffprobe == NULL) {
    g_test_skip ("ffprobe is not installed");
    return;
  }
  server = server_start (
      "--width 480 --height 270 --framerate 25 --mount /a/b.c -- zoom=4");
  url = g_strdup_printf ("rtsp://127.0.0.1:%u/a/b.c", server->port);
  command[G_N_ELEMENTS (command) - 2] = url;
  environment = g_environ_unsetenv (environment, "LD_PRELOAD");
  g_assert_true (g_spawn_sync (NULL, (gchar **) command, environment,
      G_SPAWN_SEARCH_PATH, NULL, NULL, &printed, &errors, &status, NULL));
  if (!WIFEXITED (status) || WEXITSTATUS (status) != 0 || *errors != '\0')
    fail ("ffprobe complains: %s", errors);
  lines = g_strsplit (printed, "\n", -1);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    if (!g_strv_contains ((const gchar *const *) lines, expected[i]))
      fail ("the stream is not %s:\n%s", expected[i], printed);
  server_stop (server, SIGTERM);
}

/* --- Key frames --- */

static Peer *
begin (const Server *server, guint frames)
{
  Peer *peer = peer_connect (server->port, "/life");

  g_assert_nonnull (peer);
  g_assert_true (peer_play (peer));
  while (peer->frames < frames)
    if (!peer_read (peer, 1000))
      g_error ("the stream ends after %u frames", peer->frames);
  return peer;
}

/* Every 60th frame is a key frame anyway, so a viewer that joins between two of
 * them would wait for 30 on average. */
static void
test_late_viewers_begin_with_a_key_frame (void)
{
  Server *server;
  Peer *first;

  if (server_is_missing ())
    return;
  server = server_start ("--width 160 --height 96");
  first = begin (server, 20);
  for (guint i = 0; i < 5; i++) {
    guint until = first->frames + 10;
    Peer *late = begin (server, 0);

    while (late->key_frames == 0 && late->frames < 60 && peer_read (late, 1000))
      ;
    if (late->frames > 10)
      fail ("viewer %u had to wait %u frames for a key frame", i, late->frames);
    peer_free (late);
    while (first->frames < until && peer_read (first, 1000))
      ;
  }
  peer_free (first);
  server_stop (server, SIGTERM);
}

static void
test_many_who_join_at_once_leave_frames_that_are_no_key_frames (void)
{
  Server *server;
  Peer *first;
  guint frames, key_frames;

  if (server_is_missing ())
    return;
  server = server_start ("--width 160 --height 96");
  first = begin (server, 10);
  frames = first->frames;
  key_frames = first->key_frames;
  while (first->frames < frames + 60) {
    peer_free (begin (server, 0));
    g_assert_true (peer_read (first, 100));
  }
  frames = first->frames - frames;
  key_frames = first->key_frames - key_frames;
  /* One in 200 ms, that is in six frames, and the regular ones. */
  if (key_frames > frames / 4)
    fail ("%u of %u frames are key frames", key_frames, frames);
  peer_free (first);
  server_stop (server, SIGTERM);
}

/* Parameters before each of a frame's slices would begin a new frame. */
static void
test_key_frames_are_whole (void)
{
  Server *server;
  Peer *peer;

  if (server_is_missing ())
    return;
  server = server_start ("--width 640 --height 360");
  peer = begin (server, 70);
  g_assert_cmpuint (peer->key_frames, >=, 2);
  g_assert_cmpuint (peer->torn, ==, 0);
  g_assert_true (peer->first_is_key);
  peer_free (peer);
  server_stop (server, SIGTERM);
}

/* --- The end of the stream --- */

static void
test_world_begins_anew_when_all_have_left (void)
{
  Server *server;

  if (decoder_is_missing ())
    return;
  server = server_start (WORLD);
  for (guint i = 0; i < 3; i++) {
    LifeWorld *world = reference_soup (COLUMNS, ROWS, SEED, 0.35);
    Stream *stream = stream_play (watch (server, ""));
    GstSample *sample = stream_pull (stream);

    g_assert_true (find_generation (sample, world));
    gst_sample_unref (sample);
    life_world_free (world);
    stream_free (stream);
  }
  server_stop (server, SIGTERM);
}

static void
test_stream_of_so_many_frames_can_be_seen_again (void)
{
  Server *server;

  if (server_is_missing ())
    return;
  server = server_start ("--width 160 --height 96 -- num-buffers=20");
  for (guint i = 0; i < 2; i++) {
    Peer *peer = begin (server, 15);

    peer_free (peer);
    g_usleep (G_USEC_PER_SEC / 2);
  }
  server_stop (server, SIGTERM);
}

/* --- Passwords --- */

static gchar *
expect_rtspsrc_error (Server *server, const gchar *properties)
{
  Stream *stream = watch (server, properties);
  GstMessage *message;
  GError *error = NULL;
  gchar *text = NULL;

  gst_element_set_state (stream->pipeline, GST_STATE_PLAYING);
  message =
      gst_bus_timed_pop_filtered (stream->bus, TEST_TIMEOUT, GST_MESSAGE_ERROR);
  if (message != NULL) {
    gst_message_parse_error (message, &error, NULL);
    text = g_strdup (error->message);
    g_error_free (error);
    gst_message_unref (message);
  } else
    fail ("rtspsrc with \"%s\" reports no error", properties);
  stream_free (stream);
  return text;
}

/* A server with the password sesame. */
static Server *
start_guarded (void)
{
  g_autofree gchar *folder = g_dir_make_tmp ("life-rtsp-XXXXXX", NULL);
  g_autofree gchar *file = g_build_filename (folder, "password", NULL);
  Server *server;

  g_assert_true (g_file_set_contents (file, "sesame\n", -1, NULL));
  g_chmod (file, 0600);
  server = server_start ("--user me --password-file %s " WORLD, file);
  remove_folder (folder);
  return server;
}

static void
test_password_is_needed (void)
{
  static const gchar *const wrong[] = { "", "user-id=me user-pw=open",
    "user-id=you user-pw=sesame", "user-id=me" };
  Server *server;
  Stream *stream;
  Peer *peer;

  if (decoder_is_missing ())
    return;
  server = start_guarded ();
  peer = peer_connect (server->port, "/life");
  g_assert_cmpuint (peer_ask (peer, "DESCRIBE", "", ""), ==, 401);
  g_assert_cmpuint (peer_ask (peer, "SETUP", "/stream=0",
                        "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n"),
      ==, 401);
  /* "me:sesame" in clear, which must not be sent. */
  g_assert_cmpuint (
      peer_ask (peer, "DESCRIBE", "", "Authorization: Basic bWU6c2VzYW1l\r\n"),
      ==, 401);
  peer_free (peer);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_free (expect_rtspsrc_error (server, wrong[i]));

  stream = stream_play (watch (server, "user-id=me user-pw=sesame"));
  expect_life (stream, 5);
  stream_free (stream);
  server_stop (server, SIGTERM);
}

static void
test_connection_is_closed_after_five_refusals (void)
{
  Server *server;
  Peer *peer;

  if (server_is_missing ())
    return;
  server = start_guarded ();
  peer = peer_connect (server->port, "/life");
  for (guint i = 0; i < 5; i++)
    g_assert_cmpuint (peer_ask (peer, "DESCRIBE", "", ""), ==, 401);
  g_assert_cmpuint (peer_ask (peer, "DESCRIBE", "", ""), ==, 0);
  peer_free (peer);
  server_stop (server, SIGTERM);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  g_test_add_func ("/rtsp-watch/picture-is-life", test_picture_is_life);
  g_test_add_func ("/rtsp-watch/preset-is-served", test_preset_is_served);
  g_test_add_func ("/rtsp-watch/viewers-see-the-same-world",
      test_viewers_see_the_same_world);
  g_test_add_func ("/rtsp-watch/size-and-rate-are-as-asked",
      test_size_and_rate_are_as_asked);
  g_test_add_func ("/rtsp-watch/late-viewers-begin-with-a-key-frame",
      test_late_viewers_begin_with_a_key_frame);
  g_test_add_func ("/rtsp-watch/"
                   "many-who-join-at-once-leave-frames-that-are-no-key-frames",
      test_many_who_join_at_once_leave_frames_that_are_no_key_frames);
  g_test_add_func (
      "/rtsp-watch/key-frames-are-whole", test_key_frames_are_whole);
  g_test_add_func ("/rtsp-watch/world-begins-anew-when-all-have-left",
      test_world_begins_anew_when_all_have_left);
  g_test_add_func ("/rtsp-watch/stream-of-so-many-frames-can-be-seen-again",
      test_stream_of_so_many_frames_can_be_seen_again);
  g_test_add_func ("/rtsp-watch/password-is-needed", test_password_is_needed);
  g_test_add_func ("/rtsp-watch/connection-is-closed-after-five-refusals",
      test_connection_is_closed_after_five_refusals);
  return g_test_run ();
}
