/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Mouse and keys as a window has them: an ximagesink under a virtual X server, and a hand
 * that xdotool moves. */
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/elements/element.h"

#define WIDTH 320
#define HEIGHT 240

/* A window, and the last frame that it was given. */
typedef struct {
  GPid server;
  gchar *display; /* its name, such as ":1" */
  GstElement *pipeline, *life;
  GMutex lock;
  GstBuffer *frame;
  guint n_frames;
} Window;

static GstPadProbeReturn
store_frame (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Window *window = data;

  g_mutex_lock (&window->lock);
  gst_buffer_replace (&window->frame, GST_PAD_PROBE_INFO_BUFFER (info));
  window->n_frames++;
  g_mutex_unlock (&window->lock);
  return GST_PAD_PROBE_OK;
}

/* The server picks a free number and reports it. */
static void
start_server (Window *window)
{
  const gchar *arguments[] = { "Xvfb", "-displayfd", "1", "-screen", "0",
    G_STRINGIFY (WIDTH) "x" G_STRINGIFY (HEIGHT) "x24", "-nolisten", "tcp",
    NULL };
  gchar number[16] = "";
  GError *error = NULL;
  gint out;

  g_spawn_async_with_pipes (NULL, (gchar **) arguments, NULL,
      G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD
          | G_SPAWN_STDERR_TO_DEV_NULL,
      NULL, NULL, &window->server, NULL, &out, NULL, &error);
  g_assert_no_error (error);
  for (gsize n = 0; n < sizeof number - 1 && read (out, number + n, 1) == 1;
       n++)
    if (number[n] == '\n')
      break;
  close (out);
  window->display = g_strconcat (":", g_strstrip (number), NULL);
}

static Window *
window_open (void)
{
  Window *window = g_new0 (Window, 1);
  g_autofree gchar *line = NULL;
  GError *error = NULL;
  GstElement *sink;
  GstPad *pad;

  g_mutex_init (&window->lock);
  start_server (window);
  line = g_strdup_printf (
      "lifesrc name=life density=0 paused=true world-width=400 "
      "world-height=300 color-mode=solid ! video/x-raw,format=BGRx,width=%d,"
      "height=%d,framerate=30/1 ! ximagesink name=sink display=%s",
      WIDTH, HEIGHT, window->display);
  window->pipeline = gst_parse_launch (line, &error);
  g_assert_no_error (error);
  window->life = gst_bin_get_by_name (GST_BIN (window->pipeline), "life");
  sink = gst_bin_get_by_name (GST_BIN (window->pipeline), "sink");
  pad = gst_element_get_static_pad (sink, "sink");
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, store_frame, window, NULL);
  gst_object_unref (pad);
  gst_object_unref (sink);
  gst_element_set_state (window->pipeline, GST_STATE_PLAYING);
  return window;
}

static void
window_close (Window *window)
{
  gst_element_set_state (window->pipeline, GST_STATE_NULL);
  gst_clear_buffer (&window->frame);
  gst_object_unref (window->life);
  gst_object_unref (window->pipeline);
  kill (window->server, SIGTERM);
  waitpid (window->server, NULL, 0);
  g_free (window->display);
  g_mutex_clear (&window->lock);
  g_free (window);
}

/* Runs xdotool with these words. */
static void
run_xdotool (Window *window, const gchar *format, ...)
{
  g_autofree gchar *words = NULL, *line = NULL;
  GError *error = NULL;
  gint status;
  va_list args;

  va_start (args, format);
  words = g_strdup_vprintf (format, args);
  va_end (args);
  line = g_strdup_printf ("env DISPLAY=%s xdotool %s", window->display, words);
  g_spawn_command_line_sync (line, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, &error));
}

/* Luma, as good as, of a pixel of the last frame. */
static guint
pixel_of (Window *window, guint x, guint y)
{
  guint8 blue = 0;

  g_mutex_lock (&window->lock);
  g_assert_cmpuint (
      gst_buffer_extract (window->frame, 4 * ((gsize) WIDTH * y + x), &blue, 1),
      ==, 1);
  g_mutex_unlock (&window->lock);
  return blue;
}

static guint
count_frames (Window *window)
{
  guint n;

  g_mutex_lock (&window->lock);
  n = window->n_frames;
  g_mutex_unlock (&window->lock);
  return n;
}

/* Until three more frames came: what was set before shows in the last one. */
static void
wait_for_frames (Window *window)
{
  const guint first = count_frames (window);
  const gint64 deadline =
      g_get_monotonic_time () + (gint64) GST_TIME_AS_USECONDS (TEST_TIMEOUT);

  while (count_frames (window) < first + 3) {
    if (g_get_monotonic_time () > deadline)
      g_error ("the window gets no frames");
    g_usleep (5000);
  }
}

static gdouble
number (Window *window, const gchar *name)
{
  GValue value = G_VALUE_INIT;
  gboolean is_set;
  gdouble number;

  if (strcmp (name, "paused") == 0) {
    g_object_get (window->life, name, &is_set, NULL);
    return is_set;
  }
  g_value_init (&value, G_TYPE_DOUBLE);
  g_object_get_property (G_OBJECT (window->life), name, &value);
  number = g_value_get_double (&value);
  g_value_unset (&value);
  return number;
}

/* Does it until the property is that number: ximagesink of GStreamer 1.22 forgets one gesture in
 * a hundred of those that the X server has. */
static void
do_until (
    Window *window, const gchar *words, const gchar *name, gdouble expected)
{
  for (guint i = 0; i < 10; i++) {
    run_xdotool (window, "%s", words);
    for (guint k = 0; k < 1000; k++) {
      if (ABS (number (window, name) - expected) <= 1e-6) {
        wait_for_frames (window);
        return;
      }
      g_usleep (5000);
    }
  }
  g_error ("after %s %s is %g, expected was %g", words, name,
      number (window, name), expected);
}

static gboolean
is_skipped (void)
{
  g_autofree gchar *server = g_find_program_in_path ("Xvfb");
  g_autofree gchar *xdotool = g_find_program_in_path ("xdotool");

  if (server != NULL && xdotool != NULL
      && gst_registry_check_feature_version (
          gst_registry_get (), "ximagesink", 1, 0, 0))
    return FALSE;
  g_test_skip ("Xvfb, xdotool or ximagesink is not installed");
  return TRUE;
}

static void
check_click (Window *window, const gchar *what, guint x, guint y)
{
  g_autofree gchar *click = g_strdup_printf ("mousemove %u %u click 1", x, y);

  do_until (window, click, "population", 1);
  if (pixel_of (window, x, y) < 16)
    g_error (
        "%s: the cell that a click at %u, %u set is not there", what, x, y);
  do_until (window, "key c", "population", 0);
  g_assert_cmpuint (pixel_of (window, x, y), ==, 0);
}

static void
test_clicks_set_the_cell_under_the_pointer (void)
{
  static const gdouble zooms[] = { 1, 2, 3.5, 7, 16 };
  static const gdouble rotations[] = { 0, 30 };
  Window *window;

  if (is_skipped ())
    return;
  window = window_open ();
  wait_for_frames (window);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint k = 0; k < G_N_ELEMENTS (rotations); k++) {
      g_autofree gchar *what =
          g_strdup_printf ("zoom %g rotation %g", zooms[i], rotations[k]);

      g_object_set (window->life, "zoom", zooms[i], "rotation", rotations[k],
          "view-x", 203.3, "view-y", 151.0, NULL);
      wait_for_frames (window);
      check_click (window, what, 160, 120);
      check_click (window, what, 171, 97);
    }
  window_close (window);
}

static void
test_drags_wheel_and_keys_arrive (void)
{
  static const struct {
    const gchar *words, *name;
    gdouble expected;
  } gestures[] = {
    { "mousemove 41 61 mousedown 1 mousemove 81 61 mouseup 1", "population",
        11 },
    { "mousemove 41 61 mousedown 3 mousemove 61 61 mouseup 3", "population",
        5 },
    { "key u", "population", 11 },
    { "mousemove 100 100 mousedown 2 mousemove 112 92 mouseup 2", "view-x",
        197 },
    /* One notch at a time, as a lost one is done again. */
    { "mousemove 160 120 click 4", "zoom", 4 * pow (2, 0.25) },
    { "click 4", "zoom", 4 * G_SQRT2 },
    { "click 4", "zoom", 4 * pow (2, 0.75) },
    { "click 5", "zoom", 4 * G_SQRT2 },
    { "key g", "grid", 4 },
    /* The pointer is in the middle of a pixel, half a one from the frame's. */
    { "key Left", "view-x", 197 + 0.5 / 4 - 30.5 / (4 * G_SQRT2) },
    { "key space", "paused", FALSE },
  };
  Window *window;

  if (is_skipped ())
    return;
  window = window_open ();
  g_object_set (
      window->life, "zoom", 4.0, "view-x", 200.0, "view-y", 150.0, NULL);
  wait_for_frames (window);
  for (guint i = 0; i < G_N_ELEMENTS (gestures); i++)
    do_until (
        window, gestures[i].words, gestures[i].name, gestures[i].expected);
  g_assert_cmpfloat_with_epsilon (
      number (window, "view-y"), 152 + 0.5 / 4 - 0.5 / (4 * G_SQRT2), 1e-6);
  window_close (window);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/pointer/" #name, test_##name)
  TEST (clicks_set_the_cell_under_the_pointer);
  TEST (drags_wheel_and_keys_arrive);
  return g_test_run ();
}
