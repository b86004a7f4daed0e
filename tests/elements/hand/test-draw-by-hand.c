/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cells drawn with the mouse or a finger: which of them a stroke sets, which frame shows
 * them, and what is one edit. */
#include <glib/gstdio.h>
#include <math.h>

#include "tests/support/elements/pointer.h"

/* An empty world that is paused, smaller than a frame. */
#define EMPTY \
  "density=0 paused=true color-mode=solid world-width=40 world-height=30 "

/* --- Drawing --- */

static void
check_click (const gchar *view, guint x, guint y)
{
  Stream *stream = start (
      stream_new ("lifesrc name=life " EMPTY " %s ! " GRAY (64, 48), view));
  GstSample *sample;

  g_assert_true (click (stream, 1, x, y));
  sample = pull_next_made (stream);
  if (population_of (sample) != 1 || pixel_of (sample, x, y) < 16)
    g_error (
        "%s: after a click on pixel %u, %u it is %u, and %" G_GUINT64_FORMAT
        " cells live",
        view, x, y, pixel_of (sample, x, y), population_of (sample));
  gst_sample_unref (sample);
  g_assert_true (click (stream, 3, x, y));
  g_assert_cmpuint (next_population (stream), ==, 0);
  stream_free (stream);
}

static void
test_clicks_set_and_erase_the_cell_under_the_pointer (void)
{
  static const gdouble zooms[] = { 0.5, 1, 3, 4.7, 16 };
  static const gdouble rotations[] = { 0, 30, 90 };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint k = 0; k < G_N_ELEMENTS (rotations); k++) {
      g_autofree gchar *view = g_strdup_printf (
          "zoom=%g rotation=%g view-x=21.3 view-y=14", zooms[i], rotations[k]);

      check_click (view, 32, 24);
      check_click (view, 37, 19);
      check_click (view, 26, 27);
    }
}

static void
test_a_drag_draws_a_line_from_place_to_place (void)
{
  Stream *stream = start (gray_stream ("density=0 paused=true zoom=1", 40, 30));
  LifeWorld *reference =
      reference_new (40, 30, 1, LIFE_TOPOLOGY_TORUS, "B3/S23");
  const LifeLine lines[] = { { { 3, 4, 0 }, { 20, 10, 0 }, 1 },
    { { 20, 10, 0 }, { 8, 25, 0 }, 1 }, { { 8, 25, 0 }, { 30, 25, 0 }, 1 } };
  GError *error = NULL;
  GstSample *sample;

  g_assert_true (press (stream, 1, 3, 4));
  for (guint i = 0; i < 2; i++)
    g_assert_true (move (
        stream, (gdouble) lines[i].to[0], (gdouble) lines[i].to[1] + 0.9));
  g_assert_true (release (stream, 1, 30, 25));
  for (guint i = 0; i < 3; i++)
    life_world_draw_line (reference, &lines[i], &error);
  g_assert_no_error (error);
  sample = pull_next_made (stream);
  assert_shows (sample, reference, "a line");
  gst_sample_unref (sample);
  life_world_free (reference);
  stream_free (stream);
}

/* Three undos: of a line in two parts, of one that erases, and of a click. */
static void
test_a_stroke_is_one_edit (void)
{
  Stream *stream = start (gray_stream ("density=0 paused=true zoom=1", 40, 30));

  click (stream, 1, 20, 20);
  press (stream, 1, 2, 2);
  move (stream, 9, 2);
  release (stream, 1, 9, 5);
  g_assert_cmpuint (next_population (stream), ==, 12);
  press (stream, 3, 2, 2);
  release (stream, 3, 4, 2);
  g_assert_cmpuint (next_population (stream), ==, 9);
  g_assert_true (key (stream, "u"));
  g_assert_cmpuint (next_population (stream), ==, 12);
  g_assert_true (key (stream, "u"));
  g_assert_cmpuint (next_population (stream), ==, 1);
  g_assert_true (key (stream, "u"));
  g_assert_cmpuint (next_population (stream), ==, 0);
  g_assert_true (key (stream, "u"));
  g_assert_cmpuint (next_population (stream), ==, 0);
  stream_assert_warned (stream, "no edit");
  stream_free (stream);
}

static void
test_drawing_sets_the_draw_state (void)
{
  g_autofree gchar *folder = g_dir_make_tmp ("life-draw-XXXXXX", NULL);
  g_autofree gchar *path = g_build_filename (folder, "world.rle", NULL);
  g_autofree gchar *text = NULL;
  Stream *stream = start (gray_stream (
      "density=0 paused=true zoom=1 rule=WireWorld draw-state=3", 40, 30));
  gboolean saved = FALSE;

  press (stream, 1, 2, 2);
  release (stream, 1, 4, 2);
  g_object_set (stream->life, "draw-state", 2, NULL);
  click (stream, 1, 3, 2);
  g_signal_emit_by_name (stream->life, "save", path, &saved);
  g_assert_true (saved);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "CBC!"));
  stream_free (stream);
  g_remove (path);
  g_rmdir (folder);
}

static void
test_a_state_that_the_rule_lacks_warns_once (void)
{
  Stream *stream =
      start (gray_stream ("density=0 paused=true zoom=1 draw-state=2", 40, 30));
  GstMessage *message;

  press (stream, 1, 2, 2);
  move (stream, 9, 9);
  move (stream, 20, 9);
  release (stream, 1, 22, 9);
  /* The warning comes with the next frame that is made. */
  g_assert_cmpuint (next_population (stream), ==, 0);
  stream_assert_warned (stream, "state 2");
  message = stream_next_message (stream, GST_MESSAGE_WARNING);
  g_assert_null (message);
  stream_free (stream);
}

/* What is drawn meets the world that the last frame shows, though the next one may have
 * been made. */
static void
test_a_stroke_meets_the_world_that_is_shown (void)
{
  for (guint generations = 1; generations <= 3; generations++) {
    Stream *stream =
        stream_new ("lifesrc name=life generations=%u zoom=1 ! " GRAY (40, 30),
            generations);
    LifeWorld *reference = reference_soup (40, 30, 1, 0.35);
    const LifeLine line = { { 3, 4, 0 }, { 30, 20, 0 }, 1 };
    GError *error = NULL;

    stream_set_state (stream, GST_STATE_PAUSED);
    g_usleep (20000);
    g_assert_true (press (stream, 1, 3, 4));
    g_assert_true (release (stream, 1, 30, 20));
    life_world_draw_line (reference, &line, &error);
    g_assert_no_error (error);
    reference_step (reference, generations);
    stream_set_state (stream, GST_STATE_PLAYING);
    gst_sample_unref (stream_pull (stream));
    stream_assert_frames (stream, reference, generations, generations, 4);
    life_world_free (reference);
    stream_free (stream);
  }
}

/* As long as a minute at 60 frames/s. */
static void
test_strokes_lose_no_generation (void)
{
  Stream *stream = start (stream_new (
      "lifesrc name=life world-width=64 world-height=64 zoom=2 ! "
      "video/x-raw,format=GRAY8,width=128,height=128,framerate=60/1"));

  press (stream, 1, 3, 4);
  for (guint64 i = 1; i < 3600; i++) {
    GstSample *sample = stream_pull (stream);
    GstBuffer *buffer = gst_sample_get_buffer (sample);

    g_assert_cmpuint (buffer_generation (buffer), ==, i);
    g_assert_cmpuint (GST_BUFFER_OFFSET (buffer), ==, i);
    gst_sample_unref (sample);
    g_assert_true (move (stream, i * 7 % 128, i * 13 % 128));
    if (i % 60 == 0) {
      g_assert_true (release (stream, 1, 5, 5));
      g_assert_true (press (stream, i % 120 == 0 ? 1 : 3, 64, i % 128));
      release (stream, 3, 6, 6);
      press (stream, 1, 7, 7);
    }
  }
  stream_free (stream);
}

static guint64
population_at (Stream *stream, guint number)
{
  guint64 population;
  GstSample *sample;

  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, number, -1);
  sample = stream_preroll (stream);
  population = population_of (sample);
  gst_sample_unref (sample);
  return population;
}

static void
test_seeks_pass_strokes_again (void)
{
  Stream *stream = gray_stream ("density=0 rule=B/S012345678 zoom=1", 40, 30);

  stream_set_state (stream, GST_STATE_PAUSED);
  g_assert_cmpuint (population_at (stream, 5), ==, 0);
  press (stream, 1, 3, 3);
  release (stream, 1, 12, 3);
  g_assert_cmpuint (population_at (stream, 12), ==, 10);
  click (stream, 3, 5, 3);
  g_assert_cmpuint (population_at (stream, 4), ==, 0);
  g_assert_cmpuint (population_at (stream, 6), ==, 10);
  g_assert_cmpuint (population_at (stream, 13), ==, 9);
  stream_free (stream);
}

/* Beside the world nothing is drawn, and a line that comes from there begins at its edge. */
static void
test_what_lies_outside_the_world_is_left_out (void)
{
  Stream *stream =
      start (stream_new ("lifesrc name=life " EMPTY "zoom=1 ! " GRAY (64, 48)));

  g_assert_true (click (stream, 1, 2, 2));
  g_assert_cmpuint (next_population (stream), ==, 0);
  press (stream, 1, 2, 20);
  release (stream, 1, 14, 20);
  g_assert_cmpuint (next_population (stream), ==, 3);
  g_assert_true (click (stream, 1, -1e300, G_MAXDOUBLE));
  g_assert_true (click (stream, 1, NAN, 5));
  g_assert_cmpuint (next_population (stream), ==, 3);
  stream_free (stream);
}

static void
test_slices_and_montages_are_drawn_on_plane_by_plane (void)
{
  Stream *stream = start (stream_new (
      "lifesrc name=life rule=B4/S4 density=0 paused=true world-width=10 "
      "world-height=10 world-depth=4 view=montage color-mode=solid ! " GRAY (
          21, 21)));
  GstSample *sample;

  g_assert_true (press (stream, 1, 3, 4));
  g_assert_true (move (stream, 3, 10)); /* a line between planes */
  g_assert_true (move (stream, 3, 13)); /* of the plane below */
  g_assert_true (release (stream, 1, 5, 13));
  sample = pull_next_made (stream);
  g_assert_cmpuint (population_of (sample), ==, 4);
  g_assert_cmpuint (pixel_of (sample, 3, 4), ==, 255);
  for (guint x = 3; x <= 5; x++)
    g_assert_cmpuint (pixel_of (sample, x, 13), ==, 255);
  gst_sample_unref (sample);
  g_assert_true (key (stream, "u"));
  g_assert_cmpuint (next_population (stream), ==, 0);
  stream_free (stream);
}

/* --- Touch --- */

static void
test_a_finger_draws (void)
{
  Stream *stream = start (gray_stream ("density=0 paused=true zoom=1", 40, 30));

  g_assert_true (finger_down (stream, 7, 5, 5));
  g_assert_true (finger_moves (stream, 7, 15, 5));
  g_assert_true (finger_moves (stream, 7, 15, 12));
  g_assert_true (send_up (stream,
      gst_navigation_event_new_touch_frame (GST_NAVIGATION_MODIFIER_NONE)));
  g_assert_true (finger_up (stream, 7, 15, 12));
  g_assert_cmpuint (next_population (stream), ==, 18);
  g_assert_true (finger_down (stream, 8, 30, 20));
  g_assert_true (finger_up (stream, 8, 30, 20));
  g_assert_cmpuint (next_population (stream), ==, 19);
  key (stream, "u");
  key (stream, "u");
  g_assert_cmpuint (next_population (stream), ==, 0);
  stream_free (stream);
}

static void
test_two_fingers_draw_nothing (void)
{
  Stream *stream = start (gray_stream ("density=0 paused=true zoom=1", 40, 30));

  finger_down (stream, 1, 5, 5);
  finger_down (stream, 2, 15, 5);
  finger_moves (stream, 1, 6, 25);
  finger_moves (stream, 2, 35, 25);
  finger_up (stream, 1, 6, 25);
  finger_moves (stream, 2, 5, 5);
  finger_up (stream, 2, 5, 5);
  finger_down (stream, 3, 5, 5);
  g_assert_true (send_up (stream,
      gst_navigation_event_new_touch_cancel (GST_NAVIGATION_MODIFIER_NONE)));
  finger_moves (stream, 3, 25, 5);
  finger_up (stream, 3, 25, 5);
  g_assert_cmpuint (next_population (stream), ==, 0);
  stream_free (stream);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/draw-by-hand/" #name, test_##name)
  TEST (clicks_set_and_erase_the_cell_under_the_pointer);
  TEST (a_drag_draws_a_line_from_place_to_place);
  TEST (a_stroke_is_one_edit);
  TEST (drawing_sets_the_draw_state);
  TEST (a_state_that_the_rule_lacks_warns_once);
  TEST (a_stroke_meets_the_world_that_is_shown);
  TEST (strokes_lose_no_generation);
  TEST (seeks_pass_strokes_again);
  TEST (what_lies_outside_the_world_is_left_out);
  TEST (slices_and_montages_are_drawn_on_plane_by_plane);
  TEST (a_finger_draws);
  TEST (two_fingers_draw_nothing);
  return g_test_run ();
}
