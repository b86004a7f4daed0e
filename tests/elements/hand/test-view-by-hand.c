/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Views moved by hand: panned, zoomed, fitted and turned, away from waypoints and cameras and
 * back to them. Events that change the world are in test-draw-by-hand.c and test-keys.c. */
#include "tests/support/elements/pointer.h"

#include <math.h>

static gdouble
number (Stream *stream, const gchar *name)
{
  gdouble value;

  g_object_get (stream->life, name, &value, NULL);
  return value;
}

static void
assert_place (
    Stream *stream, const gchar *what, gdouble x, gdouble y, gdouble zoom)
{
  const gdouble got[3] = { number (stream, "view-x"), number (stream, "view-y"),
    number (stream, "zoom") };

  if (fabs (got[0] - x) > 1e-9 || fabs (got[1] - y) > 1e-9
      || fabs (got[2] - zoom) > 1e-9)
    g_error ("%s: the view is at %.12g, %.12g with zoom %.12g, expected were "
             "%.12g, %.12g and %.12g",
        what, got[0], got[1], got[2], x, y, zoom);
}

/* A soup that is paused, with a first frame pulled. */
static Stream *
start_soup (const gchar *properties)
{
  Stream *stream =
      stream_play (stream_new ("lifesrc name=life paused=true world-width=40 "
                               "world-height=30 %s ! " GRAY (64, 48),
          properties));

  gst_sample_unref (stream_pull (stream));
  return stream;
}

static GBytes *
next_pixels (Stream *stream)
{
  GstSample *sample = pull_next_made (stream);
  GBytes *pixels = sample_pixels (sample);

  gst_sample_unref (sample);
  return pixels;
}

/* Fails unless @later is @earlier, moved by (@dx, @dy) pixels. */
static void
assert_moved (
    GBytes *earlier, GBytes *later, gint dx, gint dy, const gchar *what)
{
  const guint8 *a = g_bytes_get_data (earlier, NULL);
  const guint8 *b = g_bytes_get_data (later, NULL);

  for (gint y = MAX (0, dy); y < 48 + MIN (0, dy); y++)
    for (gint x = MAX (0, dx); x < 64 + MIN (0, dx); x++)
      if (b[64 * y + x] != a[64 * (y - dy) + x - dx])
        g_error ("%s: pixel %d, %d is not what was %d, %d beside it", what, x,
            y, -dx, -dy);
}

static void
test_the_middle_button_pans_by_pixels (void)
{
  static const gchar *const views[] = { "zoom=3", "zoom=5 rotation=90",
    "zoom=1 rotation=180", "zoom=0.5 view-x=20 view-y=15" };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++) {
    Stream *stream = start_soup (views[i]);
    g_autoptr (GBytes) before = next_pixels (stream);
    g_autoptr (GBytes) after = NULL;

    g_assert_true (press (stream, 2, 30, 20));
    g_assert_true (move (stream, 37, 20));
    g_assert_true (move (stream, 33, 26));
    g_assert_true (release (stream, 2, 35, 16));
    after = next_pixels (stream);
    assert_moved (before, after, 5, -4, views[i]);
    stream_free (stream);
  }
}

/* Each pixel of the way moves the picture by one, at zooms by which no number of pixels can
 * be divided too. */
static void
test_no_pixel_is_lost_on_the_way (void)
{
  static const gdouble zooms[] = { 3, 7, 11, 1 / 3.0, 1 / 7.0 };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++) {
    g_autofree gchar *view =
        g_strdup_printf ("zoom=%.17g view-x=20.3 view-y=15", zooms[i]);
    Stream *stream = start_soup (view);
    g_autoptr (GBytes) before = next_pixels (stream);

    g_assert_true (press (stream, 2, 30, 20));
    for (gint k = 1; k <= 13; k++) {
      g_autoptr (GBytes) after = NULL;

      g_assert_true (move (stream, 30 + k, 20 - k));
      after = next_pixels (stream);
      assert_moved (before, after, k, -k, view);
    }
    stream_free (stream);
  }
}

static void
test_pans_that_follow_each_other_add_up (void)
{
  Stream *stream = start_soup ("zoom=4");
  gboolean done;

  for (guint i = 0; i < 40; i++) {
    g_signal_emit_by_name (stream->life, "pan", 0.25, -0.5, &done);
    g_assert_true (done);
  }
  assert_place (stream, "after 40 pans", 20 - 2.5, 15 + 5, 4);
  g_object_set (stream->life, "rotation", 30.0, NULL);
  g_signal_emit_by_name (stream->life, "pan", 8.0, 0.0, &done);
  g_assert_cmpfloat_with_epsilon (
      number (stream, "view-x"), 17.5 - 2 * cos (G_PI / 6), 1e-9);
  g_assert_cmpfloat_with_epsilon (
      number (stream, "view-y"), 20 + 2 * sin (G_PI / 6), 1e-9);
  stream_free (stream);
}

static void
test_arrows_move_over_the_world (void)
{
  Stream *stream = start_soup ("zoom=2");

  g_assert_true (key (stream, "Left"));
  assert_place (stream, "left", 17, 15, 2);
  g_assert_true (key (stream, "ArrowUp"));
  assert_place (stream, "up", 17, 12, 2);
  g_assert_true (key (stream, "KP_Right"));
  g_assert_true (key (stream, "Right"));
  assert_place (stream, "right", 23, 12, 2);
  g_assert_true (key (stream, "Down"));
  assert_place (stream, "down", 23, 15, 2);
  stream_free (stream);
}

/* What of the world is at pixel (@x, @y), in the middle. */
static void
locate (Stream *stream, gdouble x, gdouble y, gdouble *column, gdouble *row)
{
  const gdouble angle = number (stream, "rotation") * G_PI / 180;
  const gdouble zoom = number (stream, "zoom");

  x = (x + 0.5 - 32) / zoom;
  y = (y + 0.5 - 24) / zoom;
  *column = number (stream, "view-x") + x * cos (angle) + y * sin (angle);
  *row = number (stream, "view-y") - x * sin (angle) + y * cos (angle);
}

static void
test_the_wheel_zooms_about_the_pointer (void)
{
  static const gchar *const rotations[] = { "0", "30", "90" };

  for (guint i = 0; i < G_N_ELEMENTS (rotations); i++) {
    g_autofree gchar *view =
        g_strdup_printf ("zoom=3 view-x=11 view-y=9 rotation=%s", rotations[i]);
    Stream *stream = start_soup (view);
    gdouble column, row, x, y;

    locate (stream, 50, 7, &column, &row);
    for (guint k = 1; k <= 12; k++) {
      /* Three windows, and how each counts a step. */
      g_assert_true (k % 3 == 0   ? scroll (stream, 50, 7, 1)
                     : k % 3 == 1 ? scroll (stream, 50, 7, 120)
                                  : press (stream, 4, 50, 7));
      g_assert_cmpfloat_with_epsilon (
          number (stream, "zoom"), 3 * exp2 (k / 4.0), 1e-6);
      locate (stream, 50, 7, &x, &y);
      g_assert_cmpfloat_with_epsilon (x, column, 1e-6);
      g_assert_cmpfloat_with_epsilon (y, row, 1e-6);
    }
    g_assert_cmpfloat (number (stream, "zoom"), ==, 24);
    for (guint k = 0; k < 12; k++)
      g_assert_true (press (stream, 5, 50, 7));
    g_assert_cmpfloat (number (stream, "zoom"), ==, 3);
    g_assert_cmpfloat_with_epsilon (number (stream, "view-x"), 11, 1e-6);
    g_assert_cmpfloat_with_epsilon (number (stream, "view-y"), 9, 1e-6);
    stream_free (stream);
  }
}

static void
test_zooms_have_bounds (void)
{
  Stream *stream = start_soup ("zoom=2");
  gboolean done;

  for (guint i = 0; i < 80; i++)
    scroll (stream, 32, 24, -1);
  /* The frame is 1.6 times as large as the world, which it may show at a quarter of that. */
  g_assert_cmpfloat_with_epsilon (number (stream, "zoom"), 0.4, 1e-9);
  g_signal_emit_by_name (
      stream->life, "zoom-at", G_MAXDOUBLE, 32.0, 24.0, &done);
  g_assert_true (done);
  g_assert_cmpfloat (number (stream, "zoom"), ==, 4096);
  g_signal_emit_by_name (stream->life, "zoom-at", 0.0, 32.0, 24.0, &done);
  g_assert_false (done);
  g_signal_emit_by_name (
      stream->life, "zoom-at", (gdouble) NAN, 32.0, 24.0, &done);
  g_assert_false (done);
  g_signal_emit_by_name (
      stream->life, "zoom-at", 0.5, 32.0, (gdouble) INFINITY, &done);
  g_assert_false (done);
  g_signal_emit_by_name (stream->life, "pan", (gdouble) NAN, 0.0, &done);
  g_assert_false (done);
  stream_free (stream);
}

static void
test_zooms_without_edges_are_as_small_as_views_take (void)
{
  Stream *stream =
      stream_play (stream_new ("lifesrc name=life paused=true pattern=glider "
                               "topology=unbounded zoom=2 ! " GRAY (64, 48)));

  gst_sample_unref (stream_pull (stream));
  for (guint i = 0; i < 12; i++)
    g_assert_true (press (stream, 5, 50, 7));
  g_assert_cmpfloat (number (stream, "zoom"), ==, 0.25);
  for (guint i = 0; i < 300; i++)
    scroll (stream, 32, 24, -1);
  g_assert_cmpfloat (number (stream, "zoom"), ==, 0x1p-60);
  g_bytes_unref (next_pixels (stream));
  stream_free (stream);
}

/* A pinch keeps what is under both fingers there. */
static void
test_two_fingers_pan_and_zoom (void)
{
  Stream *stream = start_soup ("zoom=3 view-x=11 view-y=9");
  gdouble first[2], second[2], x, y;

  locate (stream, 20, 20, &first[0], &first[1]);
  locate (stream, 30, 20, &second[0], &second[1]);
  finger_down (stream, 4, 20.5, 20.5);
  finger_down (stream, 9, 30.5, 20.5);
  g_assert_true (finger_moves (stream, 9, 45.5, 20.5));
  g_assert_true (finger_moves (stream, 4, 25.5, 20.5));
  g_assert_true (finger_up (stream, 4, 25.5, 20.5));
  g_assert_true (finger_moves (stream, 9, 1, 1));
  g_assert_true (finger_up (stream, 9, 1, 1));
  g_assert_cmpfloat_with_epsilon (number (stream, "zoom"), 6, 1e-9);
  locate (stream, 25, 20, &x, &y);
  g_assert_cmpfloat_with_epsilon (x, first[0], 1e-9);
  g_assert_cmpfloat_with_epsilon (y, first[1], 1e-9);
  locate (stream, 45, 20, &x, &y);
  g_assert_cmpfloat_with_epsilon (x, second[0], 1e-9);
  g_assert_cmpfloat_with_epsilon (y, second[1], 1e-9);
  stream_free (stream);
}

/* --- All that lives --- */

static void
check_fit (const gchar *properties, gdouble x, gdouble y, gdouble zoom)
{
  Stream *stream = stream_play (stream_new (
      "lifesrc name=life paused=true zoom=9 view-x=3 %s ! " GRAY (64, 48),
      properties));
  gint camera;

  gst_sample_unref (stream_pull (stream));
  g_assert_true (key (stream, "0"));
  gst_sample_unref (pull_next_made (stream));
  assert_place (stream, properties, x, y, zoom);
  g_object_get (stream->life, "camera", &camera, NULL);
  g_assert_cmpint (camera, ==, 0);
  stream_free (stream);
}

static void
test_0_shows_all_that_lives (void)
{
  static const gchar *const box =
      "pattern=5o3$4bo! world-width=400 world-height=300 pattern-x=70 "
      "pattern-y=200";
  g_autofree gchar *turned = g_strconcat (box, " rotation=90", NULL);
  g_autofree gchar *followed = g_strconcat (box, " camera=follow", NULL);
  g_autofree gchar *led =
      g_strconcat (box, " waypoints=\"0s 3,4 zoom=2\"", NULL);
  g_autofree gchar *wide = g_strconcat (box, " camera-margin=0.5", NULL);

  check_fit (box, 72.5, 202, 10);
  check_fit (turned, 72.5, 202, 8);
  check_fit (followed, 72.5, 202, 10);
  check_fit (led, 72.5, 202, 10);
  check_fit (wide, 72.5, 202, 6);
  check_fit ("density=0 world-width=40 world-height=30", 20, 15, 1);
  check_fit ("density=0 world-width=200 world-height=30", 100, 15, 0.25);
  check_fit ("rule=445 world-width=12 world-height=20 world-depth=9", 6, 10, 2);
  check_fit ("rule=445 world-width=12 world-height=20 world-depth=9 "
             "slice-axis=x",
      10, 4.5, 3);
}

/* --- Away from waypoints and cameras --- */

/* Frames of a soup at rest that is seen along waypoints. */
#define WAY "0s 20,15 zoom=3; 2s 5,5 zoom=8 rotation=60"

static Stream *
led_stream (const gchar *leader)
{
  Stream *stream = stream_new ("lifesrc name=life paused=true world-width=40 "
                               "world-height=30 %s ! " GRAY (64, 48),
      leader);

  stream_set_state (stream, GST_STATE_PAUSED);
  return stream;
}

static GBytes *
frame_of (Stream *stream, guint number)
{
  GstSample *sample;
  GBytes *pixels;

  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, number, -1);
  sample = stream_preroll (stream);
  pixels = sample_pixels (sample);
  gst_sample_unref (sample);
  return pixels;
}

static void
assert_same_frames (Stream *a, Stream *b, guint number, const gchar *what)
{
  g_autoptr (GBytes) got = frame_of (a, number);
  g_autoptr (GBytes) expected = frame_of (b, number);

  assert_same_pixels (got, expected, 64, what);
}

static void
test_waypoints_wait_while_a_hand_leads (void)
{
  static const gchar *const resume[] = { "waypoints", "camera" };

  for (guint i = 0; i < G_N_ELEMENTS (resume); i++) {
    Stream *stream = led_stream ("waypoints=\"" WAY "\"");
    Stream *rest = led_stream ("zoom=3 view-x=18 view-y=15");
    Stream *led = led_stream ("waypoints=\"" WAY "\"");

    g_assert_true (press (stream, 2, 10, 10));
    g_assert_true (release (stream, 2, 16, 10));
    assert_place (stream, "from the waypoints", 18, 15, 3);
    assert_same_frames (stream, rest, 1, "suspended");
    assert_same_frames (stream, rest, 33, "suspended");
    if (i == 0)
      g_object_set (stream->life, "waypoints", WAY, NULL);
    else
      g_object_set (stream->life, "camera", 0, NULL);
    assert_same_frames (stream, led, 34, "led again");
    assert_same_frames (stream, led, 2, "led again");
    stream_free (stream);
    stream_free (rest);
    stream_free (led);
  }
}

/* Where they are begun is where the last frame is, rotation and all. */
static void
test_a_hand_takes_over_without_a_jump (void)
{
  static const gchar *const leaders[] = { "waypoints=\"" WAY "\"", "camera=fit",
    "camera=follow zoom=3", "zoom=2.5 rotation=40", "camera=fit rotation=20" };

  for (guint i = 0; i < G_N_ELEMENTS (leaders); i++) {
    Stream *stream = led_stream (leaders[i]);
    g_autoptr (GBytes) before = frame_of (stream, 30);
    g_autoptr (GBytes) after = NULL;
    gboolean done;
    gint camera;

    g_signal_emit_by_name (stream->life, "pan", 0.0, 0.0, &done);
    g_assert_true (done);
    after = frame_of (stream, 31);
    assert_same_pixels (after, before, 64, leaders[i]);
    g_object_get (stream->life, "camera", &camera, NULL);
    g_assert_cmpint (camera, ==, 0);
    stream_free (stream);
  }
}

static void
test_a_new_start_follows_waypoints_again (void)
{
  Stream *stream = led_stream ("waypoints=\"" WAY "\"");
  Stream *led = led_stream ("waypoints=\"" WAY "\"");

  g_assert_true (key (stream, "Left"));
  stream_set_state (stream, GST_STATE_READY);
  stream_set_state (stream, GST_STATE_PAUSED);
  assert_same_frames (stream, led, 20, "after a new start");
  stream_free (stream);
  stream_free (led);
}

static void
count (GObject *object, GParamSpec *pspec, gpointer data)
{
  ++*(guint *) data;
}

static void
test_properties_that_a_hand_sets_are_notified (void)
{
  Stream *stream = led_stream ("camera=fit");
  guint zooms = 0, places = 0, cameras = 0;

  g_signal_connect (stream->life, "notify::zoom", G_CALLBACK (count), &zooms);
  g_signal_connect (
      stream->life, "notify::view-x", G_CALLBACK (count), &places);
  g_signal_connect (
      stream->life, "notify::camera", G_CALLBACK (count), &cameras);
  g_assert_true (scroll (stream, 5, 5, 1));
  g_assert_true (scroll (stream, 5, 5, 1));
  g_assert_true (key (stream, "Left"));
  g_assert_cmpuint (zooms, ==, 2);
  g_assert_cmpuint (places, ==, 3);
  g_assert_cmpuint (cameras, ==, 1);
  stream_free (stream);
}

/* --- In perspective --- */

#define CUBE                                                         \
  "rule=445 world-width=8 world-height=8 world-depth=8 view=volume " \
  "density=0.2 "

static void
test_dragging_turns_what_is_seen_in_perspective (void)
{
  Stream *stream = led_stream (CUBE "azimuth=10 elevation=20 orbit=3");
  Stream *other =
      led_stream (CUBE "azimuth=-20 elevation=35 orbit=3 camera-distance=0.8");

  /* 180 degrees are 48 pixels. */
  g_assert_true (press (stream, 1, 10, 10));
  g_assert_true (move (stream, 14, 10));
  g_assert_true (release (stream, 1, 18, 14));
  for (guint i = 0; i < 4; i++)
    g_assert_true (scroll (stream, 3, 3, 1));
  g_assert_cmpfloat_with_epsilon (number (stream, "azimuth"), -20, 1e-9);
  g_assert_cmpfloat_with_epsilon (number (stream, "elevation"), 35, 1e-9);
  g_assert_cmpfloat_with_epsilon (
      number (stream, "camera-distance"), 0.8, 1e-9);
  g_object_set (stream->life, "azimuth", -20.0, "elevation", 35.0,
      "camera-distance", 0.8, NULL);
  assert_same_frames (stream, other, 7, "turned");
  g_assert_true (finger_down (stream, 1, 10, 10));
  g_assert_true (finger_moves (stream, 1, 10, 46));
  g_assert_true (finger_up (stream, 1, 10, 46));
  g_assert_cmpfloat (number (stream, "elevation"), ==, 90);
  g_object_set (stream->life, "look-at-x", 3.0, NULL);
  g_assert_true (key (stream, "0"));
  g_assert_cmpfloat (number (stream, "look-at-x"), ==, -1);
  g_assert_cmpfloat (number (stream, "camera-distance"), ==, 1.6);
  stream_free (stream);
  stream_free (other);
}

static void
test_a_montage_stays_where_it_is (void)
{
  Stream *stream = led_stream ("rule=445 world-depth=4 view=montage");

  g_assert_false (key (stream, "Left"));
  g_assert_false (key (stream, "0"));
  assert_place (stream, "a montage", -1, -1, 0);
  stream_free (stream);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/view-by-hand/" #name, test_##name)
  TEST (the_middle_button_pans_by_pixels);
  TEST (no_pixel_is_lost_on_the_way);
  TEST (pans_that_follow_each_other_add_up);
  TEST (arrows_move_over_the_world);
  TEST (the_wheel_zooms_about_the_pointer);
  TEST (zooms_have_bounds);
  TEST (zooms_without_edges_are_as_small_as_views_take);
  TEST (two_fingers_pan_and_zoom);
  TEST (0_shows_all_that_lives);
  TEST (waypoints_wait_while_a_hand_leads);
  TEST (a_hand_takes_over_without_a_jump);
  TEST (a_new_start_follows_waypoints_again);
  TEST (properties_that_a_hand_sets_are_notified);
  TEST (dragging_turns_what_is_seen_in_perspective);
  TEST (a_montage_stays_where_it_is);
  return g_test_run ();
}
