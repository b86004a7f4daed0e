/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Properties and actions of lifevis while it runs, settings that are refused, and errors
 * that can be mended. */
#include "tests/support/elements/lifevis.h"

#ifdef TEST_WORDS
static void
test_words_that_are_too_large_are_left_out_with_a_warning (void)
{
  g_autoptr (Stream) stream = stream_play (stream_new (
      "audiotestsrc wave=ticks num-buffers=60 ! lifevis name=life stamp=text "
      "text=enormous text-font=\"Sans 90\" " CELLS " ! " FRAMES_AT (30)));
  GstSample *sample;

  while ((sample = stream_pull_or_end (stream)) != NULL) {
    g_assert_cmpuint (sample_population (sample), ==, 0);
    gst_sample_unref (sample);
  }
  stream_assert_warned (stream, "smaller text-font");
}
#endif

/* The base class would stay locked. */
static void
test_what_cannot_be_drawn_is_an_error_and_can_be_mended (void)
{
  g_autoptr (Stream) stream = stream_new (
      "audiotestsrc num-buffers=50 ! lifevis name=life world-width=8 "
      "world-height=8 world-depth=8 slice=9 ! " FRAMES_AT (30));
  GstSample *sample;

  stream_assert_fails (stream, "slice=9");
  g_object_set (stream->life, "slice", 3, NULL);
  stream_play (stream);
  while ((sample = stream_pull_or_end (stream)) != NULL)
    gst_sample_unref (sample);
}

static void
test_stagnation_ends_the_stream (void)
{
  g_autoptr (Harness) h = listen (CELLS "pattern=blinker stagnation=eos "
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
}

static void
test_a_controller_sets_the_sensitivity (void)
{
  g_autoptr (Stream) stream = stream_new (
      "audiotestsrc wave=ticks tick-interval=250000000 num-buffers=100 "
      "samplesperbuffer=882 ! lifevis name=life " FROZEN " ! " FRAMES_AT (50));

  /* 0…1 is the property's range: nothing is heard in the first second. */
  stream_control (stream, "sensitivity", 0.0, GST_SECOND, 1.0);
  stream_play (stream);
  for (guint i = 0; i < 2; i++) {
    g_autoptr (GstSample) sample = NULL;

    stream_skip (stream, 49);
    sample = stream_pull (stream);
    g_assert_true ((sample_population (sample) > 0) == (i > 0));
  }
}

static void
test_actions_change_the_world (void)
{
  g_autoptr (Harness) h = listen (FROZEN, 48000, FRAMES_AT (30));
  GstElement *life = life_of (h);
  gboolean done = FALSE;
  g_autoptr (GPtrArray) frames = NULL;

  gst_harness_push (h, silent_buffer (0, 1600, TRUE));
  g_signal_emit_by_name (life, "paste", "3o!", 5, 5, -1, &done);
  g_assert_true (done);
  gst_harness_push (h, silent_buffer (GST_SECOND / 30, 1600, FALSE));
  frames = take_frames (h);
  g_assert_cmpuint (frames->len, ==, 2);
  g_assert_cmpuint (population_at (frames, 0), ==, 0);
  g_assert_cmpuint (population_at (frames, 1), ==, 3);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/lifevis-settings/" #name, test_##name)
#ifdef TEST_WORDS
  TEST (words_that_are_too_large_are_left_out_with_a_warning);
#endif
  TEST (what_cannot_be_drawn_is_an_error_and_can_be_mended);
  TEST (stagnation_ends_the_stream);
  TEST (a_controller_sets_the_sensitivity);
  TEST (actions_change_the_world);
  return g_test_run ();
}
