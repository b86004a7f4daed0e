/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Views that move: each frame is as one at rest where the view is then, however it was
 * reached. same.tsv has more of them. */
#include "tests/support/elements/lifestep.h"

#include <life/waypoints.h>
#include <math.h>

/* Frame @number of @stream, which this pauses and frees. */
static GBytes *
frame_of (Stream *stream, guint number)
{
  GBytes *pixels;

  stream_set_state (stream, GST_STATE_PAUSED);
  pixels = stream_sought_pixels (stream, number);
  stream_free (stream);
  return pixels;
}

static void
assert_same (GBytes *got, GBytes *expected, const gchar *what, guint number)
{
  g_autofree gchar *frame = g_strdup_printf ("%s, frame %u", what, number);

  assert_same_pixels (got, expected, SOUP_WIDTH, frame);
}

/* --- Waypoints --- */

#define PATH "0s 20,15 zoom=3; 0.4s 3,40 zoom=0.5; 20f -1,-1 zoom=7 ease"
#define N_FRAMES 24

/* Properties of a view at rest where @path is in frame @number, at 30 frames/s. */
static gchar *
rest (const gchar *path, guint number)
{
  g_autoptr (LifeWaypoints) waypoints = life_waypoints_parse (path, NULL);
  const LifeMoment moment = { number, time_of (number, 30, 1), 30, 1 };
  LifePosition position = { 0, 0, 2, 0 };
  gboolean gone = life_waypoints_go (waypoints, &moment, NULL, &position, NULL);

  g_assert_true (gone);
  /* Exactly -1 would be the world's center. */
  return g_strdup_printf ("zoom=%.17g view-x=%.17g view-y=%.17g rotation=%.17g",
      position.zoom, position.x == -1 ? nextafter (-1, -2) : position.x,
      position.y == -1 ? nextafter (-1, -2) : position.y, position.rotation);
}

/* A soup whose view has these properties. */
static Stream *
view_stream (const gchar *view)
{
  g_autofree gchar *properties =
      g_strconcat ("world-width=40 world-height=30 seed=5 ", view, NULL);

  return soup_stream (properties, "30/1");
}

static void
assert_at_rest (GBytes *got, const gchar *path, guint number)
{
  g_autofree gchar *view = rest (path, number);
  g_autoptr (GBytes) expected = frame_of (view_stream (view), number);

  assert_same (got, expected, path, number);
}

static void
test_each_frame_is_as_one_at_rest (void)
{
  static const guint sought[] = { 17, 3, 22, 0, 12 };
  g_autoptr (Stream) stream =
      stream_play (view_stream ("waypoints=\"" PATH "\""));

  for (guint i = 0; i < N_FRAMES; i++) {
    g_autoptr (GBytes) pixels = stream_pull_pixels (stream);

    assert_at_rest (pixels, PATH, i);
  }
  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (sought); i++) {
    g_autoptr (GBytes) pixels = stream_sought_pixels (stream, sought[i]);

    assert_at_rest (pixels, PATH, sought[i]);
  }
}

static void
test_waypoints_win_over_a_controlled_view (void)
{
  Stream *stream =
      view_stream ("waypoints=\"0s 11,12 zoom=4\" zoom=9 view-x=1 view-y=2");
  g_autoptr (GBytes) pixels = NULL;

  stream_control (stream, "zoom", 2, GST_SECOND, 3);
  stream_control (stream, "view-x", 20, GST_SECOND, 3);
  pixels = frame_of (stream, 0);
  assert_at_rest (pixels, "0s 11,12 zoom=4", 0);
}

/* Those of a lifestep: seconds are the arriving buffers' times, frames their numbers. */
static void
test_a_filter_goes_by_time_or_by_buffers (void)
{
  static const struct {
    const gchar *path;
    guint first, step;
  } rows[] = {
    { "0s 12,9 zoom=2; 1s 3,4 zoom=5", 0, 3 },
    { "0s 12,9 zoom=2; 1s 3,4 zoom=5", 10, 2 },
    { "0f 12,9 zoom=2; 5f 3,4 zoom=5", 0, 1 },
  };
#define FILTER "input=tick paused=true world-width=24 world-height=18 "
  const guint8 pixels[CELLS] = { 0 };

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++) {
    g_autofree gchar *properties =
        g_strdup_printf (FILTER "waypoints=\"%s\"", rows[k].path);
    g_autoptr (Harness) h = feed (properties);

    for (guint i = 0; i < 5; i++) {
      const guint number = rows[k].first + i * rows[k].step;
      g_autofree gchar *view = rest (rows[k].path, number);
      g_autofree gchar *at_rest = g_strconcat (FILTER, view, NULL);
      g_autoptr (Harness) resting = feed (at_rest);
      g_autoptr (GBytes) got = push_pixels (h, number, pixels);
      g_autoptr (GBytes) expected = push_pixels (resting, number, pixels);

      assert_same_pixels (got, expected, WIDTH, rows[k].path);
    }
  }
}

static void
test_all_live_cells_are_in_the_frame (void)
{
  g_autoptr (Stream) stream = stream_play (soup_stream (
      "world-width=300 world-height=200 topology=plane pattern=r-pentomino "
      "camera=fit camera-margin=0.3 zoom=1 view-x=0",
      "30/1"));

  for (guint i = 0; i < 400; i++) {
    g_autoptr (GBytes) bytes = stream_pull_pixels (stream);
    const guint8 *pixels = g_bytes_get_data (bytes, NULL);

    /* While it is small it grows by more of itself than the margin. */
    for (guint k = 0; k < SOUP_WIDTH * SOUP_HEIGHT && i >= 60; k++) {
      const guint x = k % SOUP_WIDTH, y = k / SOUP_WIDTH;

      if (pixels[k] != 0
          && (x == 0 || y == 0 || x == SOUP_WIDTH - 1 || y == SOUP_HEIGHT - 1))
        g_error ("frame %u shows cells at its edge", i);
    }
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define ADD(function) g_test_add_func ("/camera/" #function, test_##function)
  ADD (each_frame_is_as_one_at_rest);
  ADD (waypoints_win_over_a_controlled_view);
  ADD (a_filter_goes_by_time_or_by_buffers);
  ADD (all_live_cells_are_in_the_frame);
  return g_test_run ();
}
