/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The scripts around RTSP, as a user runs them: rtsp-push.sh sends Life to a
 * server that records, rtsp-server.sh serves it. */
#include <gst/rtsp-server/rtsp-server.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/support/elements/element.h"
#include "tests/support/help.h"
#include "tests/support/programs/script.h"

/* Cells of the world that is pushed, and pixels of each. */
#define COLUMNS 40
#define ROWS 24
#define ZOOM 8
#define FRAMES 15

/* Starts a script with these arguments, split at blanks, as a user would,
 * without the settings of the test run. */
static GPid
start (const gchar *script, const gchar *arguments)
{
  g_autofree gchar *path = script_path (script);
  g_autofree gchar *line = g_strdup_printf ("%s %s", path, arguments);
  g_auto (GStrv) command = g_strsplit (line, " ", -1);
  g_autoptr (GError) error = NULL;
  GPid pid;

  g_spawn_async (NULL, command, script_environment (),
      G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, &pid,
      &error);
  g_assert_no_error (error);
  return pid;
}

static gint
wait_for (GPid pid)
{
  gint status;

  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  return WIFEXITED (status) ? WEXITSTATUS (status) : -1;
}

/* --- A server that records --- */

typedef struct {
  GstRTSPServer *server;
  GAsyncQueue *cells; /* GBytes of each frame that arrived */
  guint port;
} Recorder;

/* The cells, 255 where most of the block of pixels is bright. */
static GBytes *
read_cells (GstSample *sample)
{
  GBytes *pixels = sample_pixels (sample);
  const guint8 *luma = g_bytes_get_data (pixels, NULL);
  guint8 *cells = g_malloc (COLUMNS * ROWS);

  g_assert_cmpuint (
      g_bytes_get_size (pixels), ==, COLUMNS * ROWS * ZOOM * ZOOM);
  for (guint i = 0; i < COLUMNS * ROWS; i++) {
    guint at = i / COLUMNS * ZOOM * COLUMNS * ZOOM + i % COLUMNS * ZOOM;
    guint middle = ZOOM / 2 * COLUMNS * ZOOM + ZOOM / 2;

    cells[i] = luma[at + middle] > 128 ? 255 : 0;
  }
  g_bytes_unref (pixels);
  return g_bytes_new_take (cells, COLUMNS * ROWS);
}

static GstFlowReturn
take_frame (GstElement *sink, Recorder *recorder)
{
  GstSample *sample = NULL;

  g_signal_emit_by_name (sink, "pull-sample", &sample);
  if (sample == NULL)
    return GST_FLOW_EOS;
  g_async_queue_push (recorder->cells, read_cells (sample));
  gst_sample_unref (sample);
  return GST_FLOW_OK;
}

static void
configure (
    GstRTSPMediaFactory *factory, GstRTSPMedia *media, Recorder *recorder)
{
  GstElement *bin = gst_rtsp_media_get_element (media);
  GstElement *sink = gst_bin_get_by_name (GST_BIN (bin), "sink");

  g_signal_connect (sink, "new-sample", G_CALLBACK (take_frame), recorder);
  gst_object_unref (sink);
  gst_object_unref (bin);
}

static Recorder *
recorder_new (void)
{
  Recorder *recorder = g_new0 (Recorder, 1);
  GstRTSPMediaFactory *factory = gst_rtsp_media_factory_new ();
  GstRTSPMountPoints *mounts;

  recorder->server = gst_rtsp_server_new ();
  recorder->cells = g_async_queue_new_full ((GDestroyNotify) g_bytes_unref);
  gst_rtsp_media_factory_set_transport_mode (
      factory, GST_RTSP_TRANSPORT_MODE_RECORD);
  gst_rtsp_media_factory_set_protocols (factory, GST_RTSP_LOWER_TRANS_TCP);
  gst_rtsp_media_factory_set_launch (factory,
      "( rtph264depay name=depay0 ! avdec_h264 ! videoconvert ! "
      "video/x-raw,format=GRAY8 ! "
      "appsink name=sink emit-signals=true sync=false )");
  g_signal_connect (
      factory, "media-configure", G_CALLBACK (configure), recorder);
  mounts = gst_rtsp_server_get_mount_points (recorder->server);
  gst_rtsp_mount_points_add_factory (mounts, "/in", factory);
  g_object_unref (mounts);
  gst_rtsp_server_set_address (recorder->server, "127.0.0.1");
  gst_rtsp_server_set_service (recorder->server, "0");
  g_assert_cmpuint (gst_rtsp_server_attach (recorder->server, NULL), >, 0);
  recorder->port = gst_rtsp_server_get_bound_port (recorder->server);
  return recorder;
}

static gboolean
lacks_push (void)
{
  static const gchar *const needed[] = { "rtspclientsink", "avdec_h264",
    "x264enc" };

  for (guint i = 0; i < G_N_ELEMENTS (needed); i++) {
    GstElementFactory *factory = gst_element_factory_find (needed[i]);

    if (factory == NULL) {
      g_test_skip ("an element that sends or decodes is not installed");
      return TRUE;
    }
    gst_object_unref (factory);
  }
  return FALSE;
}

/* Every frame must be the next generation of the reference. The first frame may
 * be late, but none between may be missing. */
static void
expect_world (Recorder *recorder)
{
  LifeWorld *world = reference_soup (COLUMNS, ROWS, 5, 0.35);
  GBytes *seen = g_async_queue_try_pop (recorder->cells);
  guint n = 0;

  while (seen != NULL && life_world_get_generation (world) < 1000) {
    GBytes *cells = reference_cells (world);

    if (g_bytes_equal (cells, seen)) {
      n++;
      g_bytes_unref (seen);
      seen = g_async_queue_try_pop (recorder->cells);
    }
    g_bytes_unref (cells);
    reference_step (world, 1);
  }
  if (seen != NULL) {
    fail ("frame %u is not the world at a later generation", n);
    g_bytes_unref (seen);
  }
  if (n < FRAMES)
    fail ("%u frames came, expected were %u", n, FRAMES);
  life_world_free (world);
}

static void
test_pushed_stream_is_life (void)
{
  g_autofree gchar *arguments = NULL;
  Recorder *recorder;
  gint status = 0;
  GPid pid;

  if (lacks_push ())
    return;
  recorder = recorder_new ();
  arguments = g_strdup_printf (
      "--width 320 --height 192 --bitrate 3000 rtsp://127.0.0.1:%u/in -- "
      "@preset=classic world-width=40 world-height=24 seed=5",
      recorder->port);
  pid = start ("rtsp-push.sh", arguments);
  while (g_async_queue_length (recorder->cells) < FRAMES && status == 0) {
    g_main_context_iteration (NULL, FALSE);
    g_usleep (1000);
    if (waitpid (pid, &status, WNOHANG) != 0)
      g_error ("rtsp-push.sh ended with status %d", status);
  }
  kill (pid, SIGTERM);
  wait_for (pid);
  expect_world (recorder);
}

static void
test_server_that_is_not_there_is_an_error (void)
{
  if (!lacks_push ())
    g_assert_cmpint (
        wait_for (start ("rtsp-push.sh", "rtsp://127.0.0.1:1/in")), ==, 1);
}

static void
test_wrong_arguments_are_refused (void)
{
  static const gchar *const wrong[] = { "", "http://127.0.0.1/", "rtsp://",
    "--width rtsp://127.0.0.1/in", "--width 1,a=b rtsp://127.0.0.1/in",
    "--height 1/2 rtsp://127.0.0.1/in", "--framerate 1/2/3 rtsp://127.0.0.1/in",
    "--bogus rtsp://127.0.0.1/in", "rtsp://127.0.0.1/a rtsp://127.0.0.1/b" };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    gint status = wait_for (start ("rtsp-push.sh", wrong[i]));

    if (status != 2)
      fail ("rtsp-push.sh %s ended with status %d", wrong[i], status);
  }
}

static void
test_server_script_runs_the_server (void)
{
  g_assert_cmpint (wait_for (start ("rtsp-server.sh", "--version")), ==, 0);
  g_assert_cmpint (wait_for (start ("rtsp-server.sh", "--bogus")), ==, 2);
}

/* The text that @program --help prints. */
static gchar *
help_of (const gchar *program)
{
  const gchar *command[] = { program, "--help", NULL };
  g_auto (GStrv) utf8 = g_environ_setenv (
      g_strdupv (script_environment ()), "LC_ALL", "C.UTF-8", TRUE);
  g_autoptr (GError) error = NULL;
  gchar *printed;

  g_spawn_sync (NULL, (gchar **) command, utf8, 0, NULL, NULL, &printed, NULL,
      NULL, &error);
  g_assert_no_error (error);
  return printed;
}

/* The script prints it from a file, before there is a server. */
static void
test_server_script_gives_the_help_of_the_server (void)
{
  g_autofree gchar *script = script_path ("rtsp-server.sh");
  g_autofree gchar *server = g_build_filename (g_getenv ("LIFE_BUILD_ROOT"),
      "pipelines", "rtsp-server", "life-rtsp-server", NULL);
  g_autofree gchar *printed = help_of (script);
  g_auto (GStrv) parts = g_strsplit (printed, "./pipelines/rtsp-server.sh", -1);
  g_autofree gchar *named = g_strjoinv ("life-rtsp-server", parts);
  g_autofree gchar *expected = help_of (server);

  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  g_assert_cmpstr (named, ==, expected);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  script_test_init ();
  g_test_add_func ("/rtsp-push/wrong-arguments-are-refused",
      test_wrong_arguments_are_refused);
  g_test_add_func ("/rtsp-push/server-script-runs-the-server",
      test_server_script_runs_the_server);
  g_test_add_func ("/rtsp-push/server-script-gives-the-help-of-the-server",
      test_server_script_gives_the_help_of_the_server);
  g_test_add_func (
      "/rtsp-push/pushed-stream-is-life", test_pushed_stream_is_life);
  g_test_add_func ("/rtsp-push/server-that-is-not-there-is-an-error",
      test_server_that_is_not_there_is_an_error);
  return g_test_run ();
}
