/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Views that move: each frame is as one at rest where the view is then, however it was
 * reached. */
#include "tests/support/lifestep.h"

#include <life/waypoints.h>
#include <math.h>

#define WAY "0s 20,15 zoom=3; 0.4s 3,40 zoom=0.5; 20f -1,-1 zoom=7 ease"
#define N_FRAMES 24

/* Properties of a view at rest where @way is in frame @number, at 30 frames/s. */
static gchar *
rest (const gchar *way, guint number)
{
  g_autoptr (LifeWaypoints) waypoints = life_waypoints_parse (way, NULL);
  const LifeMoment moment = { number, time_of (number, 30, 1), 30, 1 };
  LifePlace place = { 0, 0, 2, 0 };
  gboolean gone = life_waypoints_go (waypoints, &moment, &place, NULL);

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
  return g_test_run ();
}
