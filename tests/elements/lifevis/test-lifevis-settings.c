/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Properties and actions of lifevis while it runs, settings that are refused, and errors
 * that can be mended. */
#include "tests/support/elements/lifevis.h"

/* An error that names @about keeps lifevis from PAUSED. */
static void
check_refused (const gchar *properties, const gchar *about)
{
  g_autofree gchar *line =
      g_strdup_printf ("audiotestsrc ! lifevis %s ! fakesink", properties);
  GstElement *pipeline = gst_parse_launch (line, NULL);
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message;
  GError *error = NULL;

  g_assert_cmpint (gst_element_set_state (pipeline, GST_STATE_PAUSED), ==,
      GST_STATE_CHANGE_FAILURE);
  message = gst_bus_timed_pop_filtered (bus, TEST_TIMEOUT, GST_MESSAGE_ERROR);
  g_assert_nonnull (message);
  gst_message_parse_error (message, &error, NULL);
  if (!strstr (error->message, about))
    g_error ("with %s the error is %s", properties, error->message);
  g_error_free (error);
  gst_message_unref (message);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (bus);
  gst_object_unref (pipeline);
}

static void
test_bad_settings_are_errors (void)
{
  check_refused ("stamp=text", "there are none; set text");
  check_refused ("stamp=text text=\"  \"", "there are none; set text");
  check_refused ("rule=nonsense", "nonsense");
  check_refused ("pattern=glider location=x", "both set");
  check_refused ("view=volume", "view=volume");
}

/* The world is made when the frames' size is known. */
static void
test_a_pattern_that_does_not_fit_is_the_first_error (void)
{
  Stream *stream = stream_new ("audiotestsrc ! lifevis name=life "
                               "world-width=5 world-height=5 "
                               "pattern=gosper-gun ! " FRAMES_AT (30));
  GstMessage *message;
  GError *error = NULL;

  gst_element_set_state (stream->pipeline, GST_STATE_PLAYING);
  message =
      gst_bus_timed_pop_filtered (stream->bus, TEST_TIMEOUT, GST_MESSAGE_ERROR);
  g_assert_nonnull (message);
  gst_message_parse_error (message, &error, NULL);
  if (!strstr (error->message, "does not fit into the world of 5 × 5 cells"))
    g_error ("the first error is %s", error->message);
  g_error_free (error);
  gst_message_unref (message);
  stream_free (stream);
}

static void
test_bands_cannot_change_in_mid_stream (void)
{
  Stream *stream =
      stream_new ("audiotestsrc ! lifevis name=life ! " FRAMES_AT (30));
  guint bands;

  gst_sample_unref (stream_pull (stream_play (stream)));
  g_object_set (stream->life, "bands", 3, NULL);
  stream_assert_warned (stream, "bands cannot change");
  g_object_get (stream->life, "bands", &bands, NULL);
  g_assert_cmpuint (bands, ==, 8);
  g_object_set (stream->life, "sensitivity", 0.0, "drive", 2, NULL);
  gst_sample_unref (stream_pull (stream));
  stream_free (stream);
}

#ifdef TEST_WORDS
static void
test_words_that_are_too_large_are_left_out_with_a_warning (void)
{
  Stream *stream = stream_new (
      "audiotestsrc wave=ticks num-buffers=60 ! lifevis name=life stamp=text "
      "text=enormous text-font=\"Sans 90\" " CELLS " ! " FRAMES_AT (30));
  GstSample *sample;

  stream_play (stream);
  while ((sample = stream_pull_or_end (stream)) != NULL) {
    g_assert_cmpuint (
        buffer_population (gst_sample_get_buffer (sample)), ==, 0);
    gst_sample_unref (sample);
  }
  stream_assert_warned (stream, "smaller text-font");
  stream_free (stream);
}
#endif

/* The base class would stay locked. */
static void
test_what_cannot_be_drawn_is_an_error_and_can_be_mended (void)
{
  GstElement *pipeline = gst_parse_launch (
      "audiotestsrc num-buffers=50 ! lifevis name=life world-width=8 "
      "world-height=8 world-depth=8 slice=9 ! fakesink",
      NULL);
  GstBus *bus = gst_element_get_bus (pipeline);
  GstElement *life = gst_bin_get_by_name (GST_BIN (pipeline), "life");
  GstMessage *message;
  GError *error = NULL;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  message = gst_bus_timed_pop_filtered (bus, TEST_TIMEOUT, GST_MESSAGE_ERROR);
  g_assert_nonnull (message);
  gst_message_parse_error (message, &error, NULL);
  if (!strstr (error->message, "slice=9"))
    g_error ("the error is %s", error->message);
  g_error_free (error);
  gst_message_unref (message);
  gst_element_set_state (pipeline, GST_STATE_READY);
  gst_bus_set_flushing (bus, TRUE);
  gst_bus_set_flushing (bus, FALSE);

  g_object_set (life, "slice", 3, NULL);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  message = gst_bus_timed_pop_filtered (
      bus, TEST_TIMEOUT, GST_MESSAGE_ERROR | GST_MESSAGE_EOS);
  g_assert_nonnull (message);
  g_assert_cmpint (GST_MESSAGE_TYPE (message), ==, GST_MESSAGE_EOS);
  gst_message_unref (message);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (life);
  gst_object_unref (bus);
  gst_object_unref (pipeline);
}

static void
test_stagnation_ends_the_stream (void)
{
  GstHarness *h = listen (CELLS "pattern=blinker stagnation=eos "
                                "stagnation-frames=5",
      RATE, FRAMES_AT (30));
  GstFlowReturn ret = GST_FLOW_OK;
  guint i;

  for (i = 0; i < 40 && ret == GST_FLOW_OK; i++)
    ret = gst_harness_push (
        h, silent_buffer (
               gst_util_uint64_scale (i, GST_SECOND, 30), 1470, i == 0));
  g_assert_cmpint (ret, ==, GST_FLOW_EOS);
  g_assert_cmpuint (i, <, 30);
  gst_harness_teardown (h);
}

static void
test_a_controller_sets_the_sensitivity (void)
{
  Stream *stream = stream_new (
      "audiotestsrc wave=ticks tick-interval=250000000 num-buffers=100 "
      "samplesperbuffer=882 ! lifevis name=life " FROZEN " ! " FRAMES_AT (50));
  guint64 at[3];
  GstSample *sample;

  /* 0…1 is the property's range: nothing is heard in the first second. */
  stream_control (stream, "sensitivity", 0.0, GST_SECOND, 1.0);
  stream_play (stream);
  for (guint i = 0; i < 100; i++) {
    sample = stream_pull (stream);
    at[i / 50] = buffer_population (gst_sample_get_buffer (sample));
    gst_sample_unref (sample);
  }
  g_assert_cmpuint (at[0], ==, 0);
  g_assert_cmpuint (at[1], >, 0);
  stream_free (stream);
}

static void
test_actions_change_the_world (void)
{
  GstHarness *h = listen (FROZEN, 48000, FRAMES_AT (30));
  GstElement *life = life_of (h);
  gboolean done = FALSE;
  GPtrArray *frames;

  gst_harness_push (h, silent_buffer (0, 1600, TRUE));
  g_signal_emit_by_name (life, "paste", "3o!", 5, 5, -1, &done);
  g_assert_true (done);
  gst_harness_push (h, silent_buffer (GST_SECOND / 30, 1600, FALSE));
  frames = take_frames (h);
  g_assert_cmpuint (frames->len, ==, 2);
  g_assert_cmpuint (population_at (frames, 0), ==, 0);
  g_assert_cmpuint (population_at (frames, 1), ==, 3);
  g_ptr_array_unref (frames);
  gst_harness_teardown (h);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/lifevis-settings/" #name, test_##name)
  TEST (bad_settings_are_errors);
  TEST (a_pattern_that_does_not_fit_is_the_first_error);
  TEST (bands_cannot_change_in_mid_stream);
#ifdef TEST_WORDS
  TEST (words_that_are_too_large_are_left_out_with_a_warning);
#endif
  TEST (what_cannot_be_drawn_is_an_error_and_can_be_mended);
  TEST (stagnation_ends_the_stream);
  TEST (a_controller_sets_the_sensitivity);
  TEST (actions_change_the_world);
  return g_test_run ();
}
