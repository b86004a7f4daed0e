/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Views that move: each frame is as one at rest where the view is then, however it was
 * reached. */
#include "tests/support/elements/lifestep.h"

#include <life/waypoints.h>
#include <math.h>

#include "plugin/timeline/track.h"

#define WAY "0s 20,15 zoom=3; 0.4s 3,40 zoom=0.5; 20f -1,-1 zoom=7 ease"
#define N_FRAMES 24

/* Properties of a view at rest where @way is in frame @number, at 30 frames/s. */
static gchar *
rest (const gchar *way, guint number)
{
  g_autoptr (LifeWaypoints) waypoints = life_waypoints_parse (way, NULL);
  const LifeMoment moment = { number, time_of (number, 30, 1), 30, 1 };
  LifePlace place = { 0, 0, 2, 0 };
  gboolean gone = life_waypoints_go (waypoints, &moment, NULL, &place, NULL);

  g_assert_true (gone);
  /* Exactly -1 would be the world's center. */
  return g_strdup_printf ("zoom=%.17g view-x=%.17g view-y=%.17g rotation=%.17g",
      place.zoom, place.x == -1 ? nextafter (-1, -2) : place.x,
      place.y == -1 ? nextafter (-1, -2) : place.y, place.rotation);
}

/* A soup whose view has these properties. */
static Stream *
view_stream (const gchar *view)
{
  g_autofree gchar *properties =
      g_strconcat ("world-width=40 world-height=30 seed=5 ", view, NULL);

  return soup_stream (properties, "30/1");
}

/* Frame @number where the view rests. */
static GBytes *
frame_at_rest (const gchar *way, guint number)
{
  g_autofree gchar *view = rest (way, number);
  Stream *stream = view_stream (view);
  GstSample *sample;
  GBytes *pixels;

  stream_set_state (stream, GST_STATE_PAUSED);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, number, -1);
  sample = stream_preroll (stream);
  pixels = sample_pixels (sample);
  gst_sample_unref (sample);
  stream_free (stream);
  return pixels;
}

static void
assert_at_rest (GstSample *sample, const gchar *way, guint number)
{
  g_autofree gchar *what = g_strdup_printf ("frame %u", number);
  g_autoptr (GBytes) got = sample_pixels (sample);
  g_autoptr (GBytes) expected = frame_at_rest (way, number);

  assert_same_pixels (got, expected, SOUP_WIDTH, what);
}

static void
test_each_frame_is_as_one_at_rest (void)
{
  Stream *stream = stream_play (view_stream ("waypoints=\"" WAY "\""));

  for (guint i = 0; i < N_FRAMES; i++) {
    GstSample *sample = stream_pull (stream);

    assert_at_rest (sample, WAY, i);
    gst_sample_unref (sample);
  }
  stream_free (stream);
}

static void
test_seeks_meet_the_same_frames (void)
{
  static const guint frames[] = { 17, 3, 22, 0, 12 };
  Stream *stream = view_stream ("waypoints=\"" WAY "\"");

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (frames); i++) {
    GstSample *sample;

    stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, frames[i], -1);
    sample = stream_preroll (stream);
    assert_at_rest (sample, WAY, frames[i]);
    gst_sample_unref (sample);
  }
  stream_free (stream);
}

static void
test_waypoints_win_over_the_view (void)
{
  static const gchar *const way = "0s 11,12 zoom=4";
  Stream *stream =
      view_stream ("waypoints=\"0s 11,12 zoom=4\" zoom=9 view-x=1 view-y=2");
  GstSample *sample;

  stream_control (stream, "zoom", 2, GST_SECOND, 3);
  stream_control (stream, "view-x", 20, GST_SECOND, 3);
  stream_play (stream);
  sample = stream_pull (stream);
  assert_at_rest (sample, way, 0);
  gst_sample_unref (sample);
  stream_free (stream);
}

static void
test_a_zoom_that_no_waypoint_says_is_the_views (void)
{
  Stream *stream = stream_play (view_stream ("waypoints=\"0s 9,8\" zoom=2"));
  GstSample *sample = stream_pull (stream);

  assert_at_rest (sample, "0s 9,8", 0);
  gst_sample_unref (sample);
  stream_free (stream);
}

static void
test_empty_waypoints_are_none (void)
{
  Stream *stream =
      stream_play (view_stream ("waypoints=\"  \" zoom=2 view-x=9 view-y=8"));
  GstSample *sample = stream_pull (stream);

  assert_at_rest (sample, "0s 9,8", 0);
  gst_sample_unref (sample);
  stream_free (stream);
}

static void
test_wrong_ones_in_mid_stream_leave_the_old_ones (void)
{
  Stream *stream = view_stream ("waypoints=\"0s 9,8 zoom=2\"");
  g_autofree gchar *text = NULL;
  GstSample *sample;

  stream_set_state (stream, GST_STATE_PAUSED);
  g_object_set (stream->life, "waypoints", "0s 9,8 zoom=inf", NULL);
  stream_assert_warned (stream, "character 13");
  g_object_get (stream->life, "waypoints", &text, NULL);
  g_assert_cmpstr (text, ==, "0s 9,8 zoom=2");
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 6, -1);
  sample = stream_preroll (stream);
  assert_at_rest (sample, "0s 9,8 zoom=2", 6);
  gst_sample_unref (sample);

  g_object_set (stream->life, "waypoints", "0s 3,4 zoom=5", NULL);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 7, -1);
  sample = stream_preroll (stream);
  assert_at_rest (sample, "0s 3,4 zoom=5", 7);
  gst_sample_unref (sample);
  stream_free (stream);
}

/* Those of a lifestep: seconds are the arriving buffers' times, frames their numbers. */
static void
check_filter (const gchar *way, guint first, guint step)
{
  const guint8 pixels[CELLS] = { 0 };
  g_autofree gchar *properties = g_strdup_printf (
      "input=tick paused=true world-width=24 world-height=18 waypoints=\"%s\"",
      way);
  GstHarness *h = feed (properties);
  GstCaps *caps = gst_caps_from_string (FRAME (GRAY8, 24, 18));

  for (guint i = 0; i < 5; i++) {
    const guint number = first + i * step;
    g_autofree gchar *view = rest (way, number);
    g_autofree gchar *at_rest = g_strconcat (
        "input=tick paused=true world-width=24 world-height=18 ", view, NULL);
    GstHarness *resting = feed (at_rest);
    GstBuffer *got = push (h, number, pixels);
    GstBuffer *expected = push (resting, number, pixels);
    GBytes *a = buffer_pixels (got, caps), *b = buffer_pixels (expected, caps);

    assert_same_pixels (a, b, WIDTH, "a filter's frame");
    g_bytes_unref (a);
    g_bytes_unref (b);
    gst_buffer_unref (got);
    gst_buffer_unref (expected);
    gst_harness_teardown (resting);
  }
  gst_caps_unref (caps);
  gst_harness_teardown (h);
}

static void
test_a_filter_goes_by_time_or_by_buffers (void)
{
  check_filter ("0s 12,9 zoom=2; 1s 3,4 zoom=5", 0, 3);
  check_filter ("0s 12,9 zoom=2; 1s 3,4 zoom=5", 10, 2);
  check_filter ("0f 12,9 zoom=2; 5f 3,4 zoom=5", 0, 1);
}

/* --- Cameras --- */

#define PLAYED 150

/* A pattern, in frames of 40×30 pixels. */
static Stream *
camera_stream (const gchar *properties)
{
  g_autofree gchar *all = g_strconcat (
      "world-width=300 world-height=200 topology=plane ", properties, NULL);

  return soup_stream (all, "30/1");
}

static void
assert_sought_as_played (
    Stream *stream, GPtrArray *frames, guint number, const gchar *properties)
{
  g_autofree gchar *what =
      g_strdup_printf ("%s, frame %u, sought", properties, number);
  GstSample *sample;
  GBytes *pixels;

  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, number, -1);
  sample = stream_preroll (stream);
  pixels = sample_pixels (sample);
  assert_same_pixels (pixels, frames->pdata[number], SOUP_WIDTH, what);
  g_bytes_unref (pixels);
  gst_sample_unref (sample);
}

static const gchar *const moved[] = {
  "pattern=r-pentomino camera=fit",
  "pattern=r-pentomino camera=follow zoom=3",
  "pattern=r-pentomino camera=fit color-mode=age-trail",
  "pattern=r-pentomino camera=follow zoom=2 color-mode=trail",
  "pattern=r-pentomino camera=fit generations=3",
  "pattern=r-pentomino camera=follow zoom=2 generations=3",
  "pattern=r-pentomino camera=fit generations-rate=1/3 crossfade=true",
  ("pattern=r-pentomino camera=follow zoom=3 generations-rate=1/3 "
   "crossfade=true"),
  "pattern=r-pentomino camera=follow zoom=3 generations-rate=2/3 hold=20",
  "pattern=r-pentomino camera=follow zoom=3 generations-rate=1/80",
  "pattern=r-pentomino camera=fit start-generation=70 generations-growth=40",
  "pattern=r-pentomino camera=follow zoom=2 start-generation=70",
  "pattern=r-pentomino camera=fit rotation=30 kernel=naive",
  "pattern=r-pentomino camera=fit waypoints=\"10f 140,90 zoom=6; 80f camera "
  "ease; 120f 150,100 zoom=3\"",
  "density=0.02 camera=fit camera-margin=0.4",
  "density=0.02 rule=B2/S345/C25 camera=follow zoom=2",
  "rule=B6/S567 world-depth=12 density=0.05 camera=fit slice-axis=x",
};

static void
test_a_camera_shows_the_same_after_seeks (gconstpointer data)
{
  static const guint numbers[] = { 140, 20, 90, 91, 95, 0, 1, 149, 61, 60 };
  const gchar *properties = data;
  Stream *played = stream_play (camera_stream (properties));
  GPtrArray *frames = play_frames (played, PLAYED);
  Stream *stream = camera_stream (properties);

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    assert_sought_as_played (stream, frames, numbers[i], properties);
  g_ptr_array_unref (frames);
  stream_free (stream);
  stream_free (played);
}

static void
test_a_camera_shows_edits_again (gconstpointer data)
{
  const gchar *properties = data;
  Stream *stream = camera_stream (properties);
  GPtrArray *frames;
  gboolean done;

  /* What is done at frame 40 is part of it; all frames after it follow from it. */
  stream_set_state (stream, GST_STATE_PAUSED);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 40, -1);
  gst_sample_unref (stream_preroll (stream));
  g_signal_emit_by_name (stream->life, "paste", "glider", 250, 20, -1, &done);
  g_assert_true (done);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 0, -1);
  stream_play (stream);
  frames = play_frames (stream, PLAYED);
  stream_set_state (stream, GST_STATE_PAUSED);
  assert_sought_as_played (stream, frames, 141, properties);
  assert_sought_as_played (stream, frames, 41, properties);
  assert_sought_as_played (stream, frames, 99, properties);
  assert_sought_as_played (stream, frames, 100, properties);
  assert_sought_as_played (stream, frames, 101, properties);
  g_ptr_array_unref (frames);
  stream_free (stream);
}

static void
test_a_camera_that_is_set_in_mid_stream_knows_what_was (void)
{
  static const gchar *const properties =
      "pattern=r-pentomino zoom=2 camera=follow";
  Stream *played = stream_play (camera_stream (properties));
  GPtrArray *frames = play_frames (played, PLAYED);
  Stream *stream = camera_stream ("pattern=r-pentomino zoom=2 camera=fit");

  stream_set_state (stream, GST_STATE_PAUSED);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 100, -1);
  gst_sample_unref (stream_preroll (stream));
  gst_util_set_object_arg (G_OBJECT (stream->life), "camera", "follow");
  assert_sought_as_played (stream, frames, 101, properties);
  gst_util_set_object_arg (G_OBJECT (stream->life), "camera", "manual");
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 105, -1);
  gst_sample_unref (stream_preroll (stream));
  gst_util_set_object_arg (G_OBJECT (stream->life), "camera", "follow");
  assert_sought_as_played (stream, frames, 110, properties);
  g_ptr_array_unref (frames);
  stream_free (stream);
  stream_free (played);
}

/* Whether a pixel at the edge of a frame shows a live cell. */
static gboolean
touches_edge (GstSample *sample)
{
  g_autoptr (GBytes) bytes = sample_pixels (sample);
  const guint8 *pixels = g_bytes_get_data (bytes, NULL);

  for (guint i = 0; i < SOUP_WIDTH * SOUP_HEIGHT; i++) {
    const guint x = i % SOUP_WIDTH, y = i / SOUP_WIDTH;

    if (pixels[i] != 0
        && (x == 0 || y == 0 || x == SOUP_WIDTH - 1 || y == SOUP_HEIGHT - 1))
      return TRUE;
  }
  return FALSE;
}

static void
test_all_live_cells_are_in_the_frame (void)
{
  Stream *stream = stream_play (camera_stream (
      "pattern=r-pentomino camera=fit camera-margin=0.3 zoom=1 view-x=0"));

  for (guint i = 0; i < 400; i++) {
    GstSample *sample = stream_pull (stream);

    /* While it is small it grows by more of itself than the margin. */
    if (i >= 60 && touches_edge (sample))
      g_error ("frame %u shows cells at its edge", i);
    gst_sample_unref (sample);
  }
  stream_free (stream);
}

static void
test_waypoints_win_over_a_camera (void)
{
  Stream *stream =
      view_stream ("waypoints=\"0s 11,12 zoom=4\" camera=fit zoom=9");
  GstSample *sample;

  stream_set_state (stream, GST_STATE_PAUSED);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 30, -1);
  sample = stream_preroll (stream);
  assert_at_rest (sample, "0s 11,12 zoom=4", 30);
  gst_sample_unref (sample);
  stream_free (stream);
}

/* Frame @number of a stream with these properties. */
static GBytes *
frame_of (const gchar *properties, guint number)
{
  Stream *stream = camera_stream (properties);
  GstSample *sample;
  GBytes *pixels;

  stream_set_state (stream, GST_STATE_PAUSED);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, number, -1);
  sample = stream_preroll (stream);
  pixels = sample_pixels (sample);
  gst_sample_unref (sample);
  stream_free (stream);
  return pixels;
}

static void
assert_same_frame (const gchar *got, const gchar *expected, guint number)
{
  g_autoptr (GBytes) a = frame_of (got, number);
  g_autoptr (GBytes) b = frame_of (expected, number);

  assert_same_pixels (a, b, SOUP_WIDTH, got);
}

static void
test_waypoints_hand_over_to_a_camera (void)
{
#define R "pattern=r-pentomino "
  static const gchar *const way =
      R "camera=fit waypoints=\"0f 140,90 zoom=6; 40f 150,100; 80f camera\"";

  assert_same_frame (way, R "zoom=6 view-x=140 view-y=90", 0);
  assert_same_frame (way, R "zoom=6 view-x=150 view-y=100", 40);
  assert_same_frame (way, R "camera=fit", 80);
  assert_same_frame (way, R "camera=fit", 130);
}

/* Without one the view is where the properties say, the world's center too. */
static void
test_waypoints_hand_over_to_the_view (void)
{
  static const gchar *const way =
      R "zoom=3 waypoints=\"0f 140,90 zoom=6; 40f camera\"";

  assert_same_frame (way, R "zoom=3", 40);
  assert_same_frame (
      way, R "waypoints=\"0f 140,90 zoom=6; 40f 150,100 zoom=3\"", 20);
  assert_same_frame (R "zoom=3 view-x=-1 view-y=20 waypoints=\"0f camera\"",
      R "zoom=3 view-y=20", 7);
}

/* A filter's camera goes by all buffers, also those of which no frame is drawn. */
static void
test_a_filters_camera_goes_by_all_buffers (void)
{
  static const gchar *const line =
      "videotestsrc num-buffers=90 ! " FRAME (GRAY8, 40,
          30) " ! lifestep "
              "name=life input=tick pattern=r-pentomino world-width=300 "
              "world-height=200 camera=%s zoom=3 ! " FRAME (GRAY8, 40, 30);
  static const gchar *const cameras[] = { "fit", "follow" };

  for (guint i = 0; i < G_N_ELEMENTS (cameras); i++) {
    g_autofree gchar *filter = g_strdup_printf (line, cameras[i]);
    g_autofree gchar *properties = g_strdup_printf (
        "pattern=r-pentomino topology=torus camera=%s zoom=3", cameras[i]);
    Stream *stream = stream_play (stream_new ("%s", filter));
    Stream *source = stream_play (camera_stream (properties));
    GPtrArray *got = play_frames (stream, 80);
    GPtrArray *expected = play_frames (source, 81);

    /* It knows no frame before its first one. */
    for (guint k = GST_LIFE_TRACK_FRAMES; k < 80; k++)
      assert_same_pixels (
          got->pdata[k], expected->pdata[k + 1], SOUP_WIDTH, cameras[i]);
    g_ptr_array_unref (got);
    g_ptr_array_unref (expected);
    stream_free (stream);
    stream_free (source);
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define ADD(function) g_test_add_func ("/camera/" #function, test_##function)
  ADD (each_frame_is_as_one_at_rest);
  ADD (seeks_meet_the_same_frames);
  ADD (waypoints_win_over_the_view);
  ADD (a_zoom_that_no_waypoint_says_is_the_views);
  ADD (empty_waypoints_are_none);
  ADD (wrong_ones_in_mid_stream_leave_the_old_ones);
  ADD (a_filter_goes_by_time_or_by_buffers);
  for (guint i = 0; i < G_N_ELEMENTS (moved); i++) {
    g_autofree gchar *seeks =
        g_strdup_printf ("/camera/a_camera_shows_the_same_after_seeks/%u", i);
    g_autofree gchar *edits =
        g_strdup_printf ("/camera/a_camera_shows_edits_again/%u", i);

    g_test_add_data_func (
        seeks, moved[i], test_a_camera_shows_the_same_after_seeks);
    g_test_add_data_func (edits, moved[i], test_a_camera_shows_edits_again);
  }
  ADD (a_camera_that_is_set_in_mid_stream_knows_what_was);
  ADD (all_live_cells_are_in_the_frame);
  ADD (waypoints_win_over_a_camera);
  ADD (waypoints_hand_over_to_a_camera);
  ADD (waypoints_hand_over_to_the_view);
  ADD (a_filters_camera_goes_by_all_buffers);
  return g_test_run ();
}
