/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifevis where streams are not smooth: QoS, gaps, flushes, a stream that is played
 * again, and a player. */
#include "tests/support/elements/lifevis.h"

/* Plays the pipeline to its end. */
static void
play_to_end (GstElement *pipeline)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (pipeline);
  g_autoptr (GstMessage) message = NULL;

  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  message = gst_bus_timed_pop_filtered (
      bus, TEST_TIMEOUT, GST_MESSAGE_ERROR | GST_MESSAGE_EOS);
  g_assert_nonnull (message);
  g_assert_cmpint (GST_MESSAGE_TYPE (message), ==, GST_MESSAGE_EOS);
  gst_element_set_state (pipeline, GST_STATE_NULL);
}

/* A file of ticks in the folder. */
static gchar *
make_song_file (const gchar *folder)
{
  gchar *path = g_build_filename (folder, "ticks.wav", NULL);
  g_autofree gchar *line = g_strdup_printf (
      "audiotestsrc wave=ticks tick-interval=250000000 num-buffers=100 "
      "samplesperbuffer=441 ! audio/x-raw,rate=44100,channels=2 ! wavenc ! "
      "filesink location=%s",
      path);
  g_autoptr (GstElement) pipeline = gst_parse_launch (line, NULL);

  play_to_end (pipeline);
  return path;
}

/* --- QoS --- */

static void
report_lateness (GstHarness *h, GstClockTime time, GstClockTimeDiff late)
{
  g_assert_true (gst_harness_push_upstream_event (
      h, gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 2.0, late, time)));
}

/* The frame of that time, or NULL. */
static GstBuffer *
frame_of_time (const GPtrArray *frames, GstClockTime time)
{
  for (guint i = 0; i < frames->len; i++)
    if (GST_BUFFER_PTS (frames->pdata[i]) == time)
      return frames->pdata[i];
  return NULL;
}

static void
test_pictures_that_are_dropped_change_no_later_ones (void)
{
  g_autoptr (GPtrArray) all = NULL, left = NULL;
  g_autoptr (Harness) h = NULL;
  g_auto (Sound) song = { 0 };

  make_song (&song, RATE, 2.0);
  all = frames_of ("drive=tempo", &song, 735, FRAMES_AT (60));
  h = listen ("drive=tempo post-messages=true", RATE, FRAMES_AT (60));
  for (guint i = 0; i < song.samples->len; i += 735) {
    /* Beats are among what is late. */
    if (i == 735 * 4 || i == 735 * 50)
      report_lateness (
          h, gst_util_uint64_scale (i, GST_SECOND, RATE), 100 * GST_MSECOND);
    g_assert_cmpint (play_samples (h, &song, i, i + 735), ==, GST_FLOW_OK);
  }
  left = pull_frames (h);
  g_assert_cmpuint (left->len, >, 80);
  g_assert_cmpuint (left->len, <, 105);
  for (guint i = 0; i < left->len; i++) {
    GstBuffer *expected = frame_of_time (all, GST_BUFFER_PTS (left->pdata[i]));

    g_assert_nonnull (expected);
    assert_same_buffer (left->pdata[i], expected, "after QoS");
    g_assert_cmpuint (
        buffer_generation (left->pdata[i]), ==, buffer_generation (expected));
  }
}

/* --- Times --- */

static void
test_frames_do_not_drift_if_rates_do_not_divide (void)
{
  g_autoptr (GPtrArray) frames = NULL;
  g_auto (Sound) sound = { 0 };

  /* 1837.5 samples each. */
  sound_init (&sound, RATE, 10.0);
  frames = frames_of (FROZEN, &sound, 1000, FRAMES_AT (24));
  g_assert_cmpuint (frames->len, ==, 240);
  for (guint i = 0; i < frames->len; i++)
    g_assert_cmpuint (GST_BUFFER_PTS (frames->pdata[i]), ==,
        gst_util_uint64_scale ((guint64) i * RATE / 24, GST_SECOND, RATE));
}

static void
expect_times (GstHarness *h, const GstClockTime *times, guint n)
{
  g_autoptr (GPtrArray) frames = pull_frames (h);

  g_assert_cmpuint (frames->len, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (GST_BUFFER_PTS (frames->pdata[i]), ==, times[i]);
}

/* At 30 frames/s and 48 kHz a frame takes 1600 samples. */
static void
test_sound_after_a_gap_begins_a_frame (void)
{
  const GstClockTime frame = GST_SECOND / 30;
  const GstClockTime first[] = { 0, frame }, second[] = { 2 * GST_SECOND };
  const GstClockTime third[] = { 2 * GST_SECOND + frame };
  g_autoptr (Harness) h = listen (FROZEN, 48000, FRAMES_AT (30));

  gst_harness_push (h, silent_buffer (0, 3300, TRUE));
  expect_times (h, first, 2);
  /* What is left of 3300 samples is dropped. */
  gst_harness_push (h, silent_buffer (2 * GST_SECOND, 2000, TRUE));
  expect_times (h, second, 1);
  /* The flag alone, or a time that is rounded, is no gap. */
  gst_harness_push (
      h, silent_buffer (2 * GST_SECOND
                            + gst_util_uint64_scale (2000, GST_SECOND, 48000)
                            + 20000,
             1200, TRUE));
  expect_times (h, third, 1);
}

static void
test_a_flush_leaves_the_world (void)
{
  g_autoptr (Harness) h = listen (CELLS "density=0.3", 48000, FRAMES_AT (30));
  GstSegment segment;
  g_autoptr (GPtrArray) frames = NULL;

  gst_harness_push (h, silent_buffer (0, 16000, TRUE));
  frames = pull_frames (h);
  g_assert_cmpuint (frames->len, ==, 10);
  g_clear_pointer (&frames, g_ptr_array_unref);
  g_assert_true (gst_harness_push_event (h, gst_event_new_flush_start ()));
  g_assert_true (gst_harness_push_event (h, gst_event_new_flush_stop (TRUE)));
  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.start = segment.time = segment.position = 7 * GST_SECOND;
  g_assert_true (gst_harness_push_event (h, gst_event_new_segment (&segment)));
  /* The first 800 samples lie before the segment. */
  gst_harness_push (
      h, silent_buffer (7 * GST_SECOND - GST_SECOND / 60, 2400, TRUE));
  frames = pull_frames (h);
  g_assert_cmpuint (frames->len, ==, 1);
  g_assert_cmpuint (GST_BUFFER_PTS (frame_at (frames, 0)), ==, 7 * GST_SECOND);
  g_assert_cmpuint (buffer_generation (frame_at (frames, 0)), ==, 10);
}

/* Sound without times, in a segment of bytes, as it comes from a raw file. */
static void
test_sound_without_times_starts_at_zero (void)
{
  g_autoptr (Stream) stream = stream_play (stream_new (
      "fakesrc sizetype=fixed sizemax=3000 filltype=zero num-buffers=32 "
      "format=bytes ! "
      "capsfilter caps=audio/x-raw,format=S16LE,rate=48000,channels=1,layout="
      "interleaved ! lifevis name=life ! " FRAMES_AT (30)));

  for (guint i = 0; i < 30; i++) {
    g_autoptr (GstSample) sample = stream_pull (stream);

    g_assert_cmpuint (GST_BUFFER_PTS (gst_sample_get_buffer (sample)), ==,
        gst_util_uint64_scale (i * 1600, GST_SECOND, 48000));
  }
  stream_expect_end (stream);
}

static void
test_every_run_makes_the_same_frames (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree gchar *path = make_song_file (folder);
  g_autoptr (Stream) stream =
      stream_new ("filesrc location=%s ! wavparse ! lifevis "
                  "name=life ! " FRAMES_AT (30),
          path);
  g_autoptr (GPtrArray) first = NULL;

  for (guint run = 0; run < 3; run++) {
    g_autoptr (GPtrArray) frames =
        g_ptr_array_new_with_free_func ((GDestroyNotify) gst_buffer_unref);
    GstSample *sample;

    stream_play (stream);
    while ((sample = stream_pull_or_end (stream)) != NULL) {
      g_ptr_array_add (frames, gst_buffer_ref (gst_sample_get_buffer (sample)));
      gst_sample_unref (sample);
    }
    g_assert_cmpuint (frames->len, >, 20);
    if (first)
      assert_same_frames (frames, first, "played again");
    else
      first = g_ptr_array_ref (frames);
    stream_set_state (stream, run == 0 ? GST_STATE_READY : GST_STATE_NULL);
  }
}

/* --- A player --- */

typedef struct {
  gint frames, width, height;
  guint64 population;
} Seen;

static void
see_frame (GstElement *sink, GstBuffer *buffer, GstPad *pad, gpointer user_data)
{
  g_autoptr (GstCaps) caps = gst_pad_get_current_caps (pad);
  Seen *seen = user_data;
  GstVideoInfo info;

  if (!gst_video_info_from_caps (&info, caps))
    return;
  seen->frames++;
  seen->width = info.width;
  seen->height = info.height;
  if (gst_buffer_get_custom_meta (buffer, "GstLifeMeta"))
    seen->population = MAX (seen->population, buffer_population (buffer));
}

static void
test_a_player_shows_it (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree gchar *path = make_song_file (folder);
  g_autofree gchar *uri = g_filename_to_uri (path, NULL, NULL);
  g_autoptr (GstElement) player = gst_element_factory_make ("playbin", NULL);
  GstElement *screen = gst_element_factory_make ("fakesink", NULL);
  GstElement *speaker = gst_element_factory_make ("fakesink", NULL);
  GstElement *life = gst_element_factory_make ("lifevis", NULL);
  Seen seen = { 0 };

  if (!player) {
    g_test_skip ("there is no playbin");
    return;
  }
  gst_object_ref_sink (player);
  g_object_set (screen, "signal-handoffs", TRUE, "sync", TRUE, NULL);
  g_object_set (speaker, "sync", TRUE, NULL);
  g_signal_connect (screen, "handoff", G_CALLBACK (see_frame), &seen);
  g_object_set (player, "uri", uri, "video-sink", screen, "audio-sink", speaker,
      "vis-plugin", life, "flags", 11, NULL);
  play_to_end (player);
  g_assert_cmpint (seen.width, ==, 1280);
  g_assert_cmpint (seen.height, ==, 720);
  g_assert_cmpint (seen.frames, >, 0);
  g_assert_cmpuint (seen.population, >, 0);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/lifevis-live/" #name, test_##name)
  TEST (pictures_that_are_dropped_change_no_later_ones);
  TEST (frames_do_not_drift_if_rates_do_not_divide);
  TEST (sound_after_a_gap_begins_a_frame);
  TEST (a_flush_leaves_the_world);
  TEST (sound_without_times_starts_at_zero);
  TEST (every_run_makes_the_same_frames);
  TEST (a_player_shows_it);
  return g_test_run ();
}
