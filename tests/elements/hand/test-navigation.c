/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Mouse, touch and keys from downstream: which events are used, in any state and through
 * other elements. What they draw is in test-draw-by-hand.c, what keys do in test-keys.c,
 * and moves of the view in test-view-by-hand.c. */
#include "tests/support/elements/lifestep.h"
#include "tests/support/elements/pointer.h"

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
