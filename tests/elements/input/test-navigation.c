/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Mouse, touch and keys from downstream: which events are used, in any state and through
 * other elements, and which frame shows what is drawn. Scripts of them are in navigation.steps, draw.steps and keys.steps. */
#include "tests/support/elements/lifestep.h"
#include "tests/support/elements/pointer.h"

#define NONE GST_NAVIGATION_MODIFIER_NONE

/* --- Which events are used --- */

static void
test_locks_are_no_modifiers_and_unknown_events_are_not_used (void)
{
  g_autoptr (Stream) stream = start (gray_stream ("", 40, 30));

  g_assert_false (send_up (stream, gst_navigation_event_new_key_press ("c",
                                       GST_NAVIGATION_MODIFIER_CONTROL_MASK)));
  g_assert_false (send_up (
      stream, gst_navigation_event_new_command (GST_NAVIGATION_COMMAND_LEFT)));
  g_assert_true (
      send_up (stream, gst_navigation_event_new_key_press (
                           "space", GST_NAVIGATION_MODIFIER_LOCK_MASK
                                        | GST_NAVIGATION_MODIFIER_MOD2_MASK)));
  g_assert_true (
      send_up (stream, gst_navigation_event_new_key_release ("space", NONE)));
  g_assert_false (send_up (
      stream, gst_event_new_navigation (gst_structure_new_empty ("nothing"))));
  /* Its second press came on its own. */
  g_assert_true (send_up (
      stream, gst_event_new_navigation (gst_structure_new (
                  "application/x-gst-navigation", "event", G_TYPE_STRING,
                  "mouse-double-click", "button", G_TYPE_INT, 1, "pointer_x",
                  G_TYPE_DOUBLE, 5.0, "pointer_y", G_TYPE_DOUBLE, 5.0, NULL))));
}

static void
test_more_edits_wait_than_input_leaves_and_no_more (void)
{
  g_autoptr (Stream) stream =
      gray_stream ("density=0 paused=true zoom=1", 40, 30);

  stream_set_state (stream, GST_STATE_PAUSED);
  press (stream, 1, 0, 0);
  for (guint i = 0; i < 20000; i++)
    g_assert_true (move (stream, i % 40, i % 30));
  release (stream, 1, 0, 0);
  start (stream);
  g_assert_cmpuint (next_population (stream), >, 100);
  g_assert_true (key (stream, "u"));
  g_assert_cmpuint (next_population (stream), ==, 0);
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
  g_autoptr (Stream) stream =
      stream_play (stream_new ("lifesrc name=life ! " GRAY (40, 30)));
  GThread *threads[2];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("window", scribble, stream);
  for (guint i = 0; i < 30; i++) {
    const GstState state = states[i % G_N_ELEMENTS (states)];

    if (state == GST_STATE_NULL)
      gst_element_set_state (stream->pipeline, GST_STATE_NULL);
    else
      stream_set_state (stream, state);
    if (state == GST_STATE_PLAYING)
      stream_skip (stream, 5);
  }
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

/* --- What they draw --- */

static void
check_click (const gchar *view, guint x, guint y)
{
  g_autoptr (Stream) stream = start (
      stream_new ("lifesrc name=life density=0 paused=true world-width=40 "
                  "world-height=30 color-mode=solid %s ! " GRAY (64, 48),
          view));
  g_autoptr (GstSample) sample = NULL;

  g_assert_true (click (stream, 1, x, y));
  sample = pull_next_made (stream);
  if (sample_population (sample) != 1 || pixel_of (sample, x, y) < 16)
    g_error (
        "%s: after a click on pixel %u, %u it is %u, and %" G_GUINT64_FORMAT
        " cells live",
        view, x, y, pixel_of (sample, x, y), sample_population (sample));
  g_assert_true (click (stream, 3, x, y));
  g_assert_cmpuint (next_population (stream), ==, 0);
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

/* What is drawn meets the world that the last frame shows, though the next one may have
 * been made. */
static void
test_a_stroke_meets_the_world_that_is_shown (void)
{
  for (guint generations = 1; generations <= 3; generations++) {
    g_autoptr (Stream) stream =
        stream_new ("lifesrc name=life generations=%u zoom=1 ! " GRAY (40, 30),
            generations);
    g_autoptr (LifeWorld) reference = reference_soup (40, 30, 1, 0.35);
    const LifeLine line = { { 3, 4, 0 }, { 30, 20, 0 }, 1 };

    stream_set_state (stream, GST_STATE_PAUSED);
    g_usleep (20000);
    g_assert_true (press (stream, 1, 3, 4));
    g_assert_true (release (stream, 1, 30, 20));
    g_assert_true (life_world_draw_line (reference, &line, NULL));
    reference_step (reference, generations);
    stream_set_state (stream, GST_STATE_PLAYING);
    stream_skip (stream, 1);
    stream_assert_frames (stream, reference, generations, generations, 4);
  }
}

/* As long as a minute at 60 frames/s. */
static void
test_strokes_lose_no_generation (void)
{
  g_autoptr (Stream) stream = start (stream_new (
      "lifesrc name=life world-width=64 world-height=64 zoom=2 ! "
      "video/x-raw,format=GRAY8,width=128,height=128,framerate=60/1"));

  press (stream, 1, 3, 4);
  for (guint64 i = 1; i < 3600; i++) {
    g_autoptr (GstSample) sample = stream_pull (stream);

    g_assert_cmpuint (sample_generation (sample), ==, i);
    g_assert_cmpuint (
        GST_BUFFER_OFFSET (gst_sample_get_buffer (sample)), ==, i);
    g_assert_true (move (stream, i * 7 % 128, i * 13 % 128));
    if (i % 60 == 0) {
      g_assert_true (release (stream, 1, 5, 5));
      g_assert_true (press (stream, i % 120 == 0 ? 1 : 3, 64, i % 128));
      release (stream, 3, 6, 6);
      press (stream, 1, 7, 7);
    }
  }
}

/* --- Through other elements --- */

/* After a click the cell that is under the pointer downstream lives, and no other one. */
static void
test_positions_are_right_through_elements_that_move_them (void)
{
#define SCALED(size) "videoscale method=nearest-neighbour ! video/x-raw," size
#define FLIPPED(direction) "videoflip video-direction=" direction
  static const struct {
    const gchar *elements;
    gdouble x, y;
  } cases[] = { { "identity", 12.5, 7.5 },
    { SCALED ("width=120,height=90"), 37.5, 22.5 },
    { SCALED ("width=20,height=15"), 6.5, 3.5 },
    { FLIPPED ("horiz"), 12.5, 7.5 }, { FLIPPED ("vert"), 12.5, 7.5 },
    { FLIPPED ("180"), 12.5, 7.5 }, { FLIPPED ("90r"), 12.5, 7.5 },
    { FLIPPED ("90l"), 12.5, 7.5 }, { FLIPPED ("ul-lr"), 12.5, 7.5 },
    { FLIPPED ("ur-ll"), 12.5, 7.5 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const guint x = (guint) cases[i].x, y = (guint) cases[i].y;
    g_autoptr (Stream) stream = start (
        stream_new ("lifesrc name=life density=0 paused=true zoom=2 ! " GRAY (
                        40, 30) " ! %s",
            cases[i].elements));
    g_autoptr (GstSample) sample = NULL;
    guint64 population;

    g_assert_true (click (stream, 1, cases[i].x, cases[i].y));
    sample = pull_next_made (stream);
    population = stream_get_uint64 (stream, "population");
    if (population != 1 || pixel_of (sample, x, y) != 255)
      g_error ("%s: after a click on %u, %u that pixel is %u, and "
               "%" G_GUINT64_FORMAT " cells live",
          cases[i].elements, x, y, pixel_of (sample, x, y), population);
  }
}

/* --- lifestep --- */

static GstPadProbeReturn
store_event (GstPad *pad, GstPadProbeInfo *info, gpointer data)
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
  g_autoptr (GstPad) pad = gst_element_get_static_pad (life_of (h), "sink");
  g_autoptr (GstEvent) passed = NULL;
  gulong probe = gst_pad_add_probe (
      pad, GST_PAD_PROBE_TYPE_EVENT_UPSTREAM, store_event, &passed, NULL);
  g_autofree gchar *got = NULL, *sent = gst_structure_to_string (
                                    gst_event_get_structure (event));

  gst_harness_push_upstream_event (h, event);
  gst_pad_remove_probe (pad, probe);
  if (!passed)
    return FALSE;
  got = gst_structure_to_string (gst_event_get_structure (passed));
  g_assert_cmpstr (got, ==, sent);
  return TRUE;
}

/* A press, a move or a release of the first button at row 6. */
static gboolean
passes_mouse (GstHarness *h, gchar kind, gdouble x)
{
  if (kind == 'm')
    return passes (h, gst_navigation_event_new_mouse_move (x, 6, NONE));
  return passes (
      h, kind == 'p'
             ? gst_navigation_event_new_mouse_button_press (1, x, 6, NONE)
             : gst_navigation_event_new_mouse_button_release (1, x, 6, NONE));
}

static void
test_a_filter_consumes_what_it_uses_and_passes_the_rest (void)
{
  const guint8 pixels[CELLS] = { 0 };
  const LifeLine line = { { 5, 6, 0 }, { 12, 6, 0 }, 1 };
  g_autoptr (Harness) h = feed ("input=tick density=0 paused=true zoom=1");
  g_autoptr (LifeWorld) reference = empty_world ();
  g_autoptr (GstBuffer) drawn = NULL, undone = NULL;

  g_assert_true (passes_mouse (h, 'p', 5));
  gst_buffer_unref (push (h, 0, pixels));
  g_assert_true (passes_mouse (h, 'm', 5));
  g_assert_true (passes (h, gst_navigation_event_new_key_press ("x", NONE)));
  g_assert_false (passes_mouse (h, 'p', 5));
  g_assert_false (passes_mouse (h, 'm', 9));
  g_assert_false (passes_mouse (h, 'r', 12));
  g_assert_true (passes_mouse (h, 'm', 2));
  g_assert_true (passes_mouse (h, 'r', 12));
  drawn = push (h, 1, pixels);
  g_assert_true (life_world_draw_line (reference, &line, NULL));
  assert_buffer_shows (drawn, reference, "a line on a filter's frame");
  g_assert_false (passes (h, gst_navigation_event_new_key_press ("u", NONE)));
  undone = push (h, 2, pixels);
  g_assert_cmpuint (buffer_population (undone), ==, 0);
  g_object_set (life_of (h), "navigation", FALSE, NULL);
  g_assert_true (passes (h, gst_navigation_event_new_key_press ("u", NONE)));
}

/* Events of navigationtest's own kind of user: it draws squares and passes all on. */
static void
test_events_come_through_navigationtest (void)
{
  g_autoptr (Stream) stream = NULL;

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
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/navigation/" #name, test_##name)
  TEST (locks_are_no_modifiers_and_unknown_events_are_not_used);
  TEST (more_edits_wait_than_input_leaves_and_no_more);
  TEST (events_come_from_any_thread_in_any_state);
  TEST (clicks_set_and_erase_the_cell_under_the_pointer);
  TEST (a_stroke_meets_the_world_that_is_shown);
  TEST (strokes_lose_no_generation);
  TEST (positions_are_right_through_elements_that_move_them);
  TEST (a_filter_consumes_what_it_uses_and_passes_the_rest);
  TEST (events_come_through_navigationtest);
  return g_test_run ();
}
