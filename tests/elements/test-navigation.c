/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Mouse, touch and keys from downstream that change the world: which cells they set, which
 * frame shows them, and which events are used. Moves of the view are in
 * test-view-by-hand.c. */
#include "tests/support/lifestep.h"
#include "tests/support/pointer.h"

#include <glib/gstdio.h>
#include <math.h>

/* What frames show of an empty world at rest that takes so many cells. */
#define EMPTY \
  "density=0 paused=true color-mode=solid world-width=40 world-height=30 "

static guint
pixel_of (GstSample *sample, guint x, guint y)
{
  GstStructure *fields =
      gst_caps_get_structure (gst_sample_get_caps (sample), 0);
  g_autoptr (GBytes) pixels = sample_pixels (sample);
  gint width;

  g_assert_true (gst_structure_get_int (fields, "width", &width));
  return ((const guint8 *) g_bytes_get_data (pixels, NULL))[y * width + x];
}

static guint64
population_of (GstSample *sample)
{
  return buffer_population (gst_sample_get_buffer (sample));
}

/* The population of the first frame that is made after all that was sent. */
static guint64
next_population (Stream *stream)
{
  GstSample *sample = pull_next_made (stream);
  guint64 population = population_of (sample);

  gst_sample_unref (sample);
  return population;
}

/* Plays, with a first frame pulled. */
static Stream *
start (Stream *stream)
{
  stream_play (stream);
  gst_sample_unref (stream_pull (stream));
  return stream;
}

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

/* --- Keys --- */

static guint64
next_generation (Stream *stream)
{
  GstSample *sample = pull_next_made (stream);
  guint64 generation = buffer_generation (gst_sample_get_buffer (sample));

  gst_sample_unref (sample);
  return generation;
}

static void
test_space_holds_the_world_and_not_the_stream (void)
{
  Stream *stream = start (gray_stream ("", 40, 30));
  guint64 generation;
  gboolean paused;

  g_assert_true (key (stream, "space"));
  g_object_get (stream->life, "paused", &paused, NULL);
  g_assert_true (paused);
  generation = next_generation (stream);
  g_assert_cmpuint (next_generation (stream), ==, generation);
  g_assert_true (key (stream, " "));
  g_assert_cmpuint (next_generation (stream), >, generation);
  stream_free (stream);
}

static void
test_a_period_steps_one_generation (void)
{
  Stream *stream = start (gray_stream ("generations=5", 40, 30));
  guint64 generation;

  g_assert_true (key (stream, "space"));
  generation = next_generation (stream);
  g_assert_true (key (stream, "period"));
  g_assert_cmpuint (next_generation (stream), ==, generation + 1);
  g_assert_true (key (stream, "."));
  g_assert_true (key (stream, "KP_Decimal"));
  g_assert_cmpuint (next_generation (stream), ==, generation + 3);
  stream_free (stream);
}

static void
test_c_clears_and_r_takes_the_next_soup (void)
{
  Stream *stream = start (gray_stream ("paused=true seed=5 zoom=1", 40, 30));
  LifeWorld *reference = reference_soup (40, 30, 6, 0.35);
  GstSample *sample;

  g_assert_true (key (stream, "c"));
  g_assert_cmpuint (next_population (stream), ==, 0);
  g_assert_true (key (stream, "R"));
  sample = pull_next_made (stream);
  assert_shows (sample, reference, "the next soup");
  gst_sample_unref (sample);
  life_world_free (reference);
  stream_free (stream);
}

static void
assert_tempo (
    Stream *stream, const gchar *name, guint generations, gint top, gint bottom)
{
  GValue rate = G_VALUE_INIT;
  guint got;

  g_value_init (&rate, GST_TYPE_FRACTION);
  g_assert_true (key (stream, name));
  g_object_get (stream->life, "generations", &got, NULL);
  g_object_get_property (G_OBJECT (stream->life), "generations-rate", &rate);
  if (got != generations || gst_value_get_fraction_numerator (&rate) != top
      || gst_value_get_fraction_denominator (&rate) != bottom)
    g_error (
        "after %s: generations=%u generations-rate=%d/%d, expected were %u "
        "and %d/%d",
        name, got, gst_value_get_fraction_numerator (&rate),
        gst_value_get_fraction_denominator (&rate), generations, top, bottom);
  g_value_unset (&rate);
}

static void
test_plus_and_minus_change_the_tempo (void)
{
  Stream *stream = start (gray_stream ("generations=3", 40, 30));

  assert_tempo (stream, "plus", 6, 0, 1);
  assert_tempo (stream, "minus", 3, 0, 1);
  assert_tempo (stream, "KP_Subtract", 3, 3, 2);
  assert_tempo (stream, "-", 3, 3, 4);
  assert_tempo (stream, "KP_Add", 3, 3, 2);
  assert_tempo (stream, "equal", 3, 0, 1);
  g_object_set (stream->life, "generations", 1024, NULL);
  assert_tempo (stream, "+", 1024, 0, 1);
  g_object_set (stream->life, "generations-rate", 1, 256, NULL);
  assert_tempo (stream, "minus", 1024, 1, 256);
  g_object_set (stream->life, "generations-rate", G_MAXINT, 3, NULL);
  assert_tempo (stream, "plus", 1024, G_MAXINT, 3);
  stream_free (stream);
}

static void
test_p_takes_the_next_palette (void)
{
  Stream *stream = start (gray_stream ("", 40, 30));
  const gchar *const *names = life_palette_names ();

  for (guint i = 1; i <= g_strv_length ((gchar **) names); i++) {
    g_autofree gchar *palette = NULL;

    g_assert_true (key (stream, "p"));
    g_object_get (stream->life, "palette", &palette, NULL);
    g_assert_cmpstr (palette, ==, names[i] ? names[i] : names[0]);
  }
  stream_free (stream);
}

static void
test_g_shows_and_hides_the_grid (void)
{
  static const gdouble expected[] = { 4, 0, 4 }, others[] = { 0, 9, 0 };
  Stream *stream = start (gray_stream ("", 40, 30));
  gdouble grid;

  for (guint i = 0; i < 3; i++) {
    g_assert_true (key (stream, "g"));
    g_object_get (stream->life, "grid", &grid, NULL);
    g_assert_cmpfloat (grid, ==, expected[i]);
  }
  g_object_set (stream->life, "grid", 9.0, NULL);
  for (guint i = 0; i < 3; i++) {
    g_assert_true (key (stream, "g"));
    g_object_get (stream->life, "grid", &grid, NULL);
    g_assert_cmpfloat (grid, ==, others[i]);
  }
  stream_free (stream);
}

/* --- Which events are used --- */

static void
test_events_that_say_nothing_here_are_not_used (void)
{
  Stream *stream = start (gray_stream ("", 40, 30));

  g_assert_false (move (stream, 5, 5));
  g_assert_false (press (stream, 9, 5, 5));
  g_assert_false (release (stream, 1, 5, 5));
  g_assert_false (key (stream, "q"));
  g_assert_false (key (stream, ""));
  g_assert_false (scroll (stream, 5, 5, 0));
  g_assert_false (send_up (stream, gst_navigation_event_new_key_press ("c",
                                       GST_NAVIGATION_MODIFIER_CONTROL_MASK)));
  g_assert_false (send_up (stream,
      gst_navigation_event_new_touch_frame (GST_NAVIGATION_MODIFIER_NONE)));
  g_assert_false (send_up (
      stream, gst_navigation_event_new_command (GST_NAVIGATION_COMMAND_LEFT)));
  g_assert_true (
      send_up (stream, gst_navigation_event_new_key_press (
                           "space", GST_NAVIGATION_MODIFIER_LOCK_MASK
                                        | GST_NAVIGATION_MODIFIER_MOD2_MASK)));
  g_assert_true (send_up (stream, gst_navigation_event_new_key_release (
                                      "space", GST_NAVIGATION_MODIFIER_NONE)));
  g_assert_false (send_up (
      stream, gst_event_new_navigation (gst_structure_new_empty ("nothing"))));
  /* Its second press came on its own. */
  g_assert_true (send_up (
      stream, gst_event_new_navigation (gst_structure_new (
                  "application/x-gst-navigation", "event", G_TYPE_STRING,
                  "mouse-double-click", "button", G_TYPE_INT, 1, "pointer_x",
                  G_TYPE_DOUBLE, 5.0, "pointer_y", G_TYPE_DOUBLE, 5.0, NULL))));
  stream_free (stream);
}

static void
test_without_navigation_no_event_is_used (void)
{
  Stream *stream =
      start (gray_stream ("density=0 navigation=false zoom=1", 40, 30));

  g_assert_false (click (stream, 1, 5, 5));
  g_assert_false (key (stream, "space"));
  g_assert_false (finger_down (stream, 1, 5, 5));
  g_object_set (stream->life, "navigation", TRUE, NULL);
  g_assert_true (press (stream, 1, 5, 5));
  g_object_set (stream->life, "navigation", FALSE, NULL);
  g_assert_false (move (stream, 9, 9));
  g_object_set (stream->life, "navigation", TRUE, NULL);
  g_assert_false (move (stream, 9, 9));
  stream_free (stream);
}

static void
test_more_edits_wait_than_a_hand_leaves_and_no_more (void)
{
  Stream *stream = gray_stream ("density=0 paused=true zoom=1", 40, 30);

  stream_set_state (stream, GST_STATE_PAUSED);
  press (stream, 1, 0, 0);
  for (guint i = 0; i < 20000; i++)
    g_assert_true (move (stream, i % 40, i % 30));
  release (stream, 1, 0, 0);
  stream_play (stream);
  gst_sample_unref (stream_pull (stream));
  g_assert_cmpuint (next_population (stream), >, 100);
  g_assert_true (key (stream, "u"));
  g_assert_cmpuint (next_population (stream), ==, 0);
  stream_free (stream);
}

/* Nothing waits for a world that is gone. */
static void
test_a_new_start_forgets_what_was_drawn (void)
{
  Stream *stream = gray_stream ("density=0 paused=true zoom=1", 40, 30);

  for (guint i = 0; i < 3; i++) {
    stream_set_state (stream, GST_STATE_PAUSED);
    g_assert_true (press (stream, 1, 5, 5));
    g_assert_true (move (stream, 25, 5));
    stream_set_state (stream, GST_STATE_READY);
    g_assert_false (move (stream, 5, 15));
  }
  stream_set_state (stream, GST_STATE_PLAYING);
  gst_sample_unref (stream_pull (stream));
  g_assert_cmpuint (next_population (stream), ==, 0);
  stream_free (stream);
}

static gpointer
scribble (gpointer data)
{
  static const gchar *const names[] = { "space", ".", "c", "r", "p", "plus",
    "minus", "0", "g", "u", "Left", "Down" };
  Stream *stream = data;

  for (guint i = 0; i < 600; i++) {
    press (stream, 1 + i % 3, i % 40, i % 30);
    move (stream, i * 7 % 40, i * 5 % 30);
    release (stream, 1 + i % 3, i % 40, i % 30);
    scroll (stream, i % 40, i % 30, i % 2 ? 1 : -1);
    finger_down (stream, i % 5, i % 40, i % 30);
    finger_moves (stream, i % 5, i % 30, i % 20);
    finger_up (stream, i % 4, i % 40, i % 30);
    key (stream, names[i % G_N_ELEMENTS (names)]);
  }
  return NULL;
}

static void
test_events_come_from_any_thread_in_any_state (void)
{
  static const GstState states[] = { GST_STATE_PLAYING, GST_STATE_PAUSED,
    GST_STATE_READY, GST_STATE_PAUSED, GST_STATE_NULL, GST_STATE_PLAYING };
  Stream *stream = stream_new ("lifesrc name=life ! " GRAY (40, 30));
  GThread *threads[2];

  stream_play (stream);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("window", scribble, stream);
  for (guint i = 0; i < 30; i++) {
    const GstState state = states[i % G_N_ELEMENTS (states)];

    if (state == GST_STATE_NULL)
      gst_element_set_state (stream->pipeline, GST_STATE_NULL);
    else
      stream_set_state (stream, state);
    if (state == GST_STATE_PLAYING)
      for (guint k = 0; k < 5; k++)
        gst_sample_unref (stream_pull (stream));
  }
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  stream_free (stream);
}

/* --- Through other elements --- */

/* After a click the cell that is under the pointer downstream lives, and no other one. */
static void
check_through (
    const gchar *elements, const gchar *direction, gdouble x, gdouble y)
{
  Stream *stream = stream_new ("lifesrc name=life density=0 paused=true zoom=2 "
                               "! " GRAY (40, 30) " ! %s",
      elements);
  GstElement *flip = gst_bin_get_by_name (GST_BIN (stream->pipeline), "flip");
  guint64 population;
  GstSample *sample;

  if (flip) {
    gst_util_set_object_arg (G_OBJECT (flip), "video-direction", direction);
    gst_object_unref (flip);
  }
  start (stream);
  g_assert_true (click (stream, 1, x, y));
  sample = pull_next_made (stream);
  g_object_get (stream->life, "population", &population, NULL);
  if (population != 1 || pixel_of (sample, (guint) x, (guint) y) != 255)
    g_error ("%s %s: after a click on %g, %g that pixel is %u, and "
             "%" G_GUINT64_FORMAT " cells live",
        elements, direction, x, y, pixel_of (sample, (guint) x, (guint) y),
        population);
  gst_sample_unref (sample);
  stream_free (stream);
}

static void
test_places_are_right_through_elements_that_move_them (void)
{
  static const gchar *const directions[] = { "horiz", "vert", "180", "90r",
    "90l", "ul-lr", "ur-ll" };

  check_through ("identity", "", 12.5, 7.5);
  check_through ("videoscale method=nearest-neighbour ! "
                 "video/x-raw,width=120,height=90",
      "", 37.5, 22.5);
  check_through ("videoscale method=nearest-neighbour ! "
                 "video/x-raw,width=20,height=15",
      "", 6.5, 3.5);
  for (guint i = 0; i < G_N_ELEMENTS (directions); i++)
    check_through ("videoflip name=flip", directions[i], 12.5, 7.5);
}

/* --- lifestep --- */

static GstPadProbeReturn
keep_event (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);

  if (GST_EVENT_TYPE (event) == GST_EVENT_NAVIGATION)
    gst_event_replace (data, event);
  return GST_PAD_PROBE_OK;
}

/* Whether a lifestep passes @event on, unchanged. */
static gboolean
passes (GstHarness *h, GstEvent *event)
{
  GstEvent *passed = NULL;
  GstPad *pad = gst_element_get_static_pad (life_of (h), "sink");
  gulong probe = gst_pad_add_probe (
      pad, GST_PAD_PROBE_TYPE_EVENT_UPSTREAM, keep_event, &passed, NULL);
  g_autofree gchar *sent = NULL;

  sent = gst_structure_to_string (gst_event_get_structure (event));
  gst_harness_push_upstream_event (h, event);
  gst_pad_remove_probe (pad, probe);
  gst_object_unref (pad);
  if (!passed)
    return FALSE;
  {
    g_autofree gchar *got =
        gst_structure_to_string (gst_event_get_structure (passed));

    g_assert_cmpstr (got, ==, sent);
  }
  gst_event_unref (passed);
  return TRUE;
}

static void
test_a_filter_keeps_what_it_uses_and_passes_the_rest (void)
{
  const GstNavigationModifierType none = GST_NAVIGATION_MODIFIER_NONE;
  const guint8 pixels[CELLS] = { 0 };
  GstHarness *h = feed ("input=tick density=0 paused=true zoom=1");
  LifeWorld *reference = empty_world ();
  GstBuffer *buffer;
  const LifeLine line = { { 5, 6, 0 }, { 12, 6, 0 }, 1 };
  GError *error = NULL;

  g_assert_true (
      passes (h, gst_navigation_event_new_mouse_button_press (1, 5, 6, none)));
  gst_buffer_unref (push (h, 0, pixels));
  g_assert_true (passes (h, gst_navigation_event_new_mouse_move (5, 6, none)));
  g_assert_true (passes (h, gst_navigation_event_new_key_press ("x", none)));
  g_assert_false (
      passes (h, gst_navigation_event_new_mouse_button_press (1, 5, 6, none)));
  g_assert_false (passes (h, gst_navigation_event_new_mouse_move (9, 6, none)));
  g_assert_false (passes (
      h, gst_navigation_event_new_mouse_button_release (1, 12, 6, none)));
  g_assert_true (passes (h, gst_navigation_event_new_mouse_move (2, 6, none)));
  g_assert_true (passes (
      h, gst_navigation_event_new_mouse_button_release (1, 12, 6, none)));
  buffer = push (h, 1, pixels);
  life_world_draw_line (reference, &line, &error);
  g_assert_no_error (error);
  assert_buffer_shows (buffer, reference, "a line on a filter's frame");
  gst_buffer_unref (buffer);
  g_assert_false (passes (h, gst_navigation_event_new_key_press ("u", none)));
  buffer = push (h, 2, pixels);
  g_assert_cmpuint (buffer_population (buffer), ==, 0);
  gst_buffer_unref (buffer);
  g_object_set (life_of (h), "navigation", FALSE, NULL);
  g_assert_true (passes (h, gst_navigation_event_new_key_press ("u", none)));
  life_world_free (reference);
  gst_harness_teardown (h);
}

/* Events of navigationtest's own kind of user: it draws squares and passes all on. */
static void
test_events_come_through_navigationtest (void)
{
  Stream *stream;

  if (!gst_registry_check_feature_version (
          gst_registry_get (), "navigationtest", 1, 0, 0)) {
    g_test_skip ("there is no navigationtest");
    return;
  }
  stream = start (stream_new (
      "lifesrc name=life density=0 paused=true zoom=1 ! "
      "video/x-raw,format=I420,width=40,height=30 ! navigationtest"));
  g_assert_true (press (stream, 1, 5, 5));
  g_assert_true (release (stream, 1, 14, 5));
  g_assert_true (finger_down (stream, 1, 5, 15));
  g_assert_true (finger_moves (stream, 1, 14, 15));
  g_assert_true (finger_up (stream, 1, 14, 15));
  g_assert_cmpuint (next_population (stream), ==, 20);
  stream_free (stream);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/navigation/" #name, test_##name)
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
  TEST (space_holds_the_world_and_not_the_stream);
  TEST (a_period_steps_one_generation);
  TEST (c_clears_and_r_takes_the_next_soup);
  TEST (plus_and_minus_change_the_tempo);
  TEST (p_takes_the_next_palette);
  TEST (g_shows_and_hides_the_grid);
  TEST (events_that_say_nothing_here_are_not_used);
  TEST (without_navigation_no_event_is_used);
  TEST (more_edits_wait_than_a_hand_leaves_and_no_more);
  TEST (a_new_start_forgets_what_was_drawn);
  TEST (events_come_from_any_thread_in_any_state);
  TEST (places_are_right_through_elements_that_move_them);
  TEST (a_filter_keeps_what_it_uses_and_passes_the_rest);
  TEST (events_come_through_navigationtest);
  return g_test_run ();
}
