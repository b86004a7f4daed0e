/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Views of whole 3D worlds, and of a 2D world through time: how large worlds are in them,
 * what moves them and what does not, and that a frame is the same however it was
 * reached. What they look like is tested without elements. */
#include "tests/support/elements/element.h"

#define STILL \
  "rule=B/S0..26 density=0.1 world-width=12 world-height=10 world-depth=8 "
#define MOVING \
  "rule=445 density=0.3 world-width=12 world-height=10 world-depth=8 "

/* --- How large worlds are --- */

static void
check_world_size (
    const gchar *properties, guint width, guint height, guint depth)
{
  Stream *stream = stream_play (
      stream_new ("lifesrc name=life %s ! " GRAY (160, 90), properties));
  GstSample *sample = stream_pull (stream);

  g_test_message ("%s", properties);
  assert_buffer_world (gst_sample_get_buffer (sample), width, height, depth);
  gst_sample_unref (sample);
  stream_free (stream);
}

static void
test_3d_worlds_have_128_cells_along_sides_not_set (void)
{
  static const gchar *const views[] = { "montage", "projection", "xray",
    "volume" };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++) {
    g_autofree gchar *none =
        g_strdup_printf ("view=%s world-depth=0", views[i]);
    g_autofree gchar *one =
        g_strdup_printf ("view=%s world-depth=4 world-height=5", views[i]);

    check_world_size (none, 128, 128, 128);
    check_world_size (one, 128, 5, 4);
  }
  check_world_size (
      "view=volume world-depth=4 pattern=glider-5766 zoom=7", 128, 128, 4);
}

/* As its cells view, but for room out of sight that a pattern gets there. */
static void
test_a_world_seen_through_time_is_as_large_as_the_frame (void)
{
  static const gchar *const settings[] = { "", "zoom=4", "world-width=50",
    "pattern=glider", "rule=B3/S23:T30,20" };
  static const guint sizes[][2] = { { 160, 90 }, { 40, 23 }, { 50, 30 },
    { 160, 90 }, { 30, 20 } };

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++) {
    g_autofree gchar *stacked =
        g_strconcat ("view=spacetime ", settings[i], NULL);
    const guint room = g_str_has_prefix (settings[i], "pattern=") ? 2 : 1;

    check_world_size (settings[i], room * sizes[i][0], room * sizes[i][1], 1);
    check_world_size (stacked, sizes[i][0], sizes[i][1], 1);
  }
}

/* --- What moves a view --- */

static GPtrArray *
frames_of (const gchar *properties, guint n)
{
  Stream *stream = stream_play (soup_stream (properties, "30/1"));
  GPtrArray *frames = play_frames (stream, n);

  stream_free (stream);
  return frames;
}

static void
assert_same_frames (const gchar *properties, const gchar *others, guint n)
{
  g_autoptr (GPtrArray) got = frames_of (properties, n);
  g_autoptr (GPtrArray) expected = frames_of (others, n);

  for (guint i = 0; i < n; i++) {
    g_autofree gchar *what = g_strdup_printf ("frame %u of %s", i, properties);

    assert_same_pixels (got->pdata[i], expected->pdata[i], SOUP_WIDTH, what);
  }
}

static void
test_zoom_cameras_and_waypoints_say_nothing_of_a_body (void)
{
  static const gchar *const views[] = { "montage", "xray", "volume" };
  static const gchar *const others[] = { "zoom=3", "view-x=2 view-y=1",
    "rotation=30", "camera=fit", "camera=follow",
    "waypoints=\"0s 1,1 zoom=2; 1s 5,5 zoom=6\"" };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    for (guint k = 0; k < G_N_ELEMENTS (others); k++) {
      g_autofree gchar *view = g_strconcat (MOVING "view=", views[i], NULL);
      g_autofree gchar *more = g_strconcat (view, " ", others[k], NULL);

      assert_same_frames (more, view, 3);
    }
}

static void
assert_other_pixels (GBytes *got, GBytes *other, const gchar *what)
{
  if (g_bytes_equal (got, other))
    g_error ("%s looks as before", what);
}

static void
test_each_view_shows_something_else (void)
{
  static const gchar *const views[] = { "slice", "montage", "projection",
    "projection projection-side=far", "xray", "volume" };
  GBytes *first[G_N_ELEMENTS (views)];

  for (guint i = 0; i < G_N_ELEMENTS (views); i++) {
    g_autofree gchar *properties = g_strconcat (STILL "view=", views[i], NULL);
    g_autoptr (GPtrArray) frames = frames_of (properties, 1);

    first[i] = g_bytes_ref (frames->pdata[0]);
    for (guint k = 0; k < i; k++)
      assert_other_pixels (first[i], first[k], properties);
  }
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    g_bytes_unref (first[i]);
}

static void
test_an_orbit_comes_back_to_the_same_frame (void)
{
  g_autoptr (GPtrArray) frames =
      frames_of (STILL "view=volume orbit=51.42857142857143", 16);

  for (guint i = 1; i < 7; i++)
    assert_other_pixels (
        frames->pdata[i], frames->pdata[i - 1], "the next frame of an orbit");

  for (guint i = 0; i + 7 < frames->len; i++)
    assert_same_pixels (
        frames->pdata[i + 7], frames->pdata[i], SOUP_WIDTH, "a turn later");
}

static void
test_an_orbit_adds_to_the_azimuth (void)
{
  g_autoptr (GPtrArray) frames =
      frames_of (STILL "view=volume azimuth=300 orbit=30", 4);
  static const gchar *const expected[] = { STILL "view=volume azimuth=300",
    STILL "view=volume azimuth=330", STILL "view=volume azimuth=0",
    STILL "view=volume azimuth=30" };

  for (guint i = 0; i < frames->len; i++) {
    g_autoptr (GPtrArray) frame = frames_of (expected[i], 1);

    assert_same_pixels (
        frames->pdata[i], frame->pdata[0], SOUP_WIDTH, expected[i]);
  }
}

static void
check_seeks (const gchar *properties)
{
  static const guint numbers[] = { 11, 3, 0, 7, 8, 1 };
  Stream *stream = stream_play (soup_stream (properties, "30/1"));
  g_autoptr (GPtrArray) frames = play_frames (stream, 12);

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    assert_sought (stream, frames, numbers[i]);
  stream_free (stream);
}

static void
test_a_frame_is_the_same_after_seeks (void)
{
  check_seeks (MOVING "view=volume orbit=7.3 azimuth=-20");
  check_seeks (MOVING "view=volume orbit=120 color-mode=age");
  check_seeks (MOVING "view=xray orbit=0.001");
  check_seeks (MOVING "view=montage slice-axis=x");
  check_seeks (MOVING "view=projection slice-axis=y projection-side=far");
}

/* A controller's numbers are those of each frame's own time. */
static void
test_controllers_set_the_camera_and_cuts (void)
{
  static const gchar *const names[] = { "azimuth", "elevation", "look-at-x",
    "look-at-y", "look-at-z", "camera-distance", "camera-fov", "light-azimuth",
    "light-elevation" };
  static const gchar *const cuts[] = { "cut-x", "cut-y", "cut-z" };
  Stream *stream = gray_stream (STILL "view=volume num-buffers=3", 40, 30);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    stream_control (stream, names[i], 1.5 + i, GST_SECOND / 20, 20.25 + i);
  for (guint i = 0; i < G_N_ELEMENTS (cuts); i++)
    stream_control (stream, cuts[i], 1 + i, GST_SECOND / 20, 4 + i);
  stream_play (stream);
  for (guint i = 0; i < 3; i++)
    gst_sample_unref (stream_pull (stream));
  stream_expect_end (stream);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    gdouble got;

    g_object_get (stream->life, names[i], &got, NULL);
    g_assert_cmpfloat (got, ==, 20.25 + i);
  }
  for (guint i = 0; i < G_N_ELEMENTS (cuts); i++) {
    guint got;

    g_object_get (stream->life, cuts[i], &got, NULL);
    g_assert_cmpuint (got, ==, 4 + i);
  }
  stream_free (stream);
}

/* --- Changes while frames flow --- */

/* A frame that is drawn after a change is that of a stream that always had it. */
static void
test_a_change_shows_in_the_next_frame_that_is_drawn (void)
{
  static const gchar *const changes[][2] = { { "azimuth", "100" },
    { "elevation", "-60" }, { "orbit", "9" }, { "look-at-x", "1" },
    { "look-at-y", "9.5" }, { "look-at-z", "0" }, { "camera-distance", "0.9" },
    { "camera-fov", "80" }, { "light-azimuth", "200" },
    { "light-elevation", "10" }, { "shadows", "false" },
    { "occlusion", "false" }, { "antialias", "true" }, { "world-box", "false" },
    { "fog", "1" }, { "background-top", "0xff00ff00" },
    { "background-bottom", "0xff0000ff" }, { "cut-x", "5" }, { "cut-y", "5" },
    { "cut-z", "4" } };
  Stream *stream = soup_stream (STILL "view=volume", "30/1");
  GString *all = g_string_new (STILL "view=volume");
  g_autoptr (GPtrArray) before = frames_of (all->str, 3);

  stream_set_state (stream, GST_STATE_PAUSED);
  gst_sample_unref (stream_preroll (stream));
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++) {
    g_autoptr (GPtrArray) frames = NULL;

    gst_util_set_object_arg (
        G_OBJECT (stream->life), changes[i][0], changes[i][1]);
    g_string_append_printf (all, " %s=%s", changes[i][0], changes[i][1]);
    frames = frames_of (all->str, 3);
    assert_other_pixels (frames->pdata[2], before->pdata[2], changes[i][0]);
    assert_sought (stream, frames, 2);
    g_ptr_array_unref (g_steal_pointer (&before));
    before = g_steal_pointer (&frames);
  }
  g_string_free (all, TRUE);
  stream_free (stream);
}

static void
test_the_view_and_its_history_stay_in_mid_stream (void)
{
  Stream *stream = stream_play (gray_stream ("view=spacetime", 40, 30));
  gint before, view;
  guint history;

  g_object_get (stream->life, "view", &before, NULL);
  gst_sample_unref (stream_pull (stream));
  gst_util_set_object_arg (G_OBJECT (stream->life), "view", "cells");
  stream_assert_warned (stream, "view");
  gst_util_set_object_arg (G_OBJECT (stream->life), "history", "16");
  stream_assert_warned (stream, "history");
  g_object_get (stream->life, "view", &view, "history", &history, NULL);
  g_assert_cmpint (view, ==, before);
  g_assert_cmpuint (history, ==, 256);
  stream_free (stream);
}

/* --- Colors and filters --- */

static void
test_colors_by_place_are_solid_in_flat_views (void)
{
  static const gchar *const modes[] = { "position", "distance", "depth" };

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++) {
    g_autofree gchar *in_2d =
        g_strconcat ("zoom=2 color-mode=", modes[i], NULL);
    g_autofree gchar *in_3d =
        g_strconcat (MOVING "view=slice color-mode=", modes[i], NULL);

    assert_same_frames (in_2d, "zoom=2 color-mode=solid", 3);
    assert_same_frames (in_3d, MOVING "color-mode=solid", 3);
  }
}

/* Frames of a filter are those of a source, one on. */
static void
test_a_filter_that_ticks_shows_bodies (void)
{
  Stream *stream = stream_play (stream_new (
      "videotestsrc ! " GRAY (40, 30) " ! lifestep name=life input=tick " MOVING
                                      "view=volume ! " GRAY (40, 30)));
  g_autoptr (GPtrArray) got = play_frames (stream, 3);
  g_autoptr (GPtrArray) expected = frames_of (MOVING "view=volume", 4);

  for (guint i = 0; i < got->len; i++)
    assert_same_pixels (
        got->pdata[i], expected->pdata[i + 1], SOUP_WIDTH, "a filter's frame");
  stream_free (stream);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/whole-worlds/" #name, test_##name)
  TEST (3d_worlds_have_128_cells_along_sides_not_set);
  TEST (a_world_seen_through_time_is_as_large_as_the_frame);
  TEST (zoom_cameras_and_waypoints_say_nothing_of_a_body);
  TEST (each_view_shows_something_else);
  TEST (an_orbit_comes_back_to_the_same_frame);
  TEST (an_orbit_adds_to_the_azimuth);
  TEST (a_frame_is_the_same_after_seeks);
  TEST (controllers_set_the_camera_and_cuts);
  TEST (a_change_shows_in_the_next_frame_that_is_drawn);
  TEST (the_view_and_its_history_stay_in_mid_stream);
  TEST (colors_by_place_are_solid_in_flat_views);
  TEST (a_filter_that_ticks_shows_bodies);
  return g_test_run ();
}
