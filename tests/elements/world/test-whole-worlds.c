/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Views of whole 3D worlds: what moves them and what does not, and that a frame is the same however it was
 * reached. What they look like is in tests/golden. */
#include "tests/support/elements/element.h"

#define STILL \
  "rule=B/S0..26 density=0.1 world-width=12 world-height=10 world-depth=8 "
#define MOVING \
  "rule=445 density=0.3 world-width=12 world-height=10 world-depth=8 "

/* --- What moves a view --- */

static GPtrArray *
frames_of (const gchar *properties, guint n)
{
  g_autoptr (Stream) stream = stream_play (soup_stream (properties, "30/1"));

  return play_frames (stream, n);
}

static void
assert_same_frames (
    const gchar *properties, const gchar *other_properties, guint n)
{
  g_autoptr (GPtrArray) got = frames_of (properties, n);
  g_autoptr (GPtrArray) expected = frames_of (other_properties, n);

  for (guint i = 0; i < n; i++) {
    g_autofree gchar *what = g_strdup_printf ("frame %u of %s", i, properties);

    assert_same_pixels (got->pdata[i], expected->pdata[i], SOUP_WIDTH, what);
  }
}

static void
test_zoom_cameras_and_waypoints_do_not_apply_to_a_body (void)
{
  static const gchar *const views[] = { "montage", "xray", "volume" };
  static const gchar *const other_properties[] = { "zoom=3",
    "view-x=2 view-y=1", "rotation=30", "camera=fit", "camera=follow",
    "waypoints=\"0s 1,1 zoom=2; 1s 5,5 zoom=6\"" };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    for (guint k = 0; k < G_N_ELEMENTS (other_properties); k++) {
      g_autofree gchar *view = g_strconcat (MOVING "view=", views[i], NULL);
      g_autofree gchar *more =
          g_strconcat (view, " ", other_properties[k], NULL);

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
test_a_frame_is_the_same_after_seeks (void)
{
  static const gchar *const cases[] = { MOVING
    "view=volume orbit=7.3 azimuth=-20",
    MOVING "view=volume orbit=120 color-mode=age",
    MOVING "view=xray orbit=0.001", MOVING "view=montage slice-axis=x",
    MOVING "view=projection slice-axis=y projection-side=far",
    "topology=unbounded pattern=acorn zoom=1" };
  static const guint numbers[] = { 11, 3, 0, 7, 8, 1 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (Stream) stream = stream_play (soup_stream (cases[i], "30/1"));
    g_autoptr (GPtrArray) frames = play_frames (stream, 12);

    stream_set_state (stream, GST_STATE_PAUSED);
    for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
      assert_sought (stream, frames, numbers[k]);
  }
}

/* A controller's numbers are those of each frame's own time. */
static void
test_controllers_set_the_camera_and_cuts (void)
{
  static const gchar *const names[] = { "azimuth", "elevation", "look-at-x",
    "look-at-y", "look-at-z", "camera-distance", "camera-fov", "light-azimuth",
    "light-elevation" };
  static const gchar *const cuts[] = { "cut-x", "cut-y", "cut-z" };
  g_autoptr (Stream) stream =
      gray_stream (STILL "view=volume num-buffers=3", 40, 30);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    stream_control (stream, names[i], 1.5 + i, GST_SECOND / 20, 20.25 + i);
  for (guint i = 0; i < G_N_ELEMENTS (cuts); i++)
    stream_control (stream, cuts[i], 1 + i, GST_SECOND / 20, 4 + i);
  stream_skip (stream_play (stream), 3);
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
  g_autoptr (Stream) stream = soup_stream (STILL "view=volume", "30/1");
  g_autoptr (GString) all = g_string_new (STILL "view=volume");
  g_autoptr (GPtrArray) previous = frames_of (all->str, 3);

  stream_set_state (stream, GST_STATE_PAUSED);
  gst_sample_unref (stream_preroll (stream));
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++) {
    g_autoptr (GPtrArray) frames = NULL;

    gst_util_set_object_arg (
        G_OBJECT (stream->life), changes[i][0], changes[i][1]);
    g_string_append_printf (all, " %s=%s", changes[i][0], changes[i][1]);
    frames = frames_of (all->str, 3);
    assert_other_pixels (frames->pdata[2], previous->pdata[2], changes[i][0]);
    assert_sought (stream, frames, 2);
    g_ptr_array_unref (g_steal_pointer (&previous));
    previous = g_steal_pointer (&frames);
  }
}

/* --- Colors --- */

static void
test_colors_by_position_are_solid_in_flat_views (void)
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

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/whole-worlds/" #name, test_##name)
  TEST (zoom_cameras_and_waypoints_do_not_apply_to_a_body);
  TEST (a_frame_is_the_same_after_seeks);
  TEST (controllers_set_the_camera_and_cuts);
  TEST (a_change_shows_in_the_next_frame_that_is_drawn);
  TEST (colors_by_position_are_solid_in_flat_views);
  return g_test_run ();
}
