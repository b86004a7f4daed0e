/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifevis where streams are not smooth: QoS, gaps, flushes, caps that change, odd formats,
 * states, bad settings, and a player. */
#include <glib/gstdio.h>

#include "tests/support/lifevis.h"

/* A file of ticks in the folder, as a URI. */
static gchar *
make_song_file (const gchar *folder, gchar **path)
{
  g_autofree gchar *line = NULL;
  GstElement *pipeline;
  GstBus *bus;
  GstMessage *message;

  *path = g_build_filename (folder, "ticks.wav", NULL);
  line = g_strdup_printf (
      "audiotestsrc wave=ticks tick-interval=250000000 num-buffers=100 "
      "samplesperbuffer=441 ! audio/x-raw,rate=44100,channels=2 ! wavenc ! "
      "filesink location=%s",
      *path);
  pipeline = gst_parse_launch (line, NULL);
  bus = gst_element_get_bus (pipeline);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  message = gst_bus_timed_pop_filtered (
      bus, TEST_TIMEOUT, GST_MESSAGE_ERROR | GST_MESSAGE_EOS);
  g_assert_cmpint (GST_MESSAGE_TYPE (message), ==, GST_MESSAGE_EOS);
  gst_message_unref (message);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (bus);
  gst_object_unref (pipeline);
  return g_filename_to_uri (*path, NULL, NULL);
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
  GPtrArray *all, *left;
  GstHarness *h;
  Sound song;

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
  left = take_frames (h);
  g_assert_cmpuint (left->len, >, 80);
  g_assert_cmpuint (left->len, <, 105);
  for (guint i = 0; i < left->len; i++) {
    GstBuffer *expected = frame_of_time (all, GST_BUFFER_PTS (left->pdata[i]));

    g_assert_nonnull (expected);
    assert_same_buffer (left->pdata[i], expected, "after QoS");
    g_assert_cmpuint (
        buffer_generation (left->pdata[i]), ==, buffer_generation (expected));
  }
  gst_harness_teardown (h);
  g_ptr_array_unref (left);
  g_ptr_array_unref (all);
  sound_clear (&song);
}

/* --- Times --- */

static void
test_frames_do_not_drift_where_rates_do_not_divide (void)
{
  GPtrArray *frames;
  Sound sound;

  /* 1837.5 samples each. */
  sound_init (&sound, RATE, 10.0);
  frames = frames_of (FROZEN, &sound, 1000, FRAMES_AT (24));
  g_assert_cmpuint (frames->len, ==, 240);
  for (guint i = 0; i < frames->len; i++)
    g_assert_cmpuint (GST_BUFFER_PTS (frames->pdata[i]), ==,
        gst_util_uint64_scale ((guint64) i * RATE / 24, GST_SECOND, RATE));
  g_ptr_array_unref (frames);
  sound_clear (&sound);
}

static GstBuffer *
silent_buffer (GstClockTime time, guint n, gboolean discont)
{
  gfloat *zeros = g_new0 (gfloat, n);
  GstBuffer *buffer = gst_buffer_new_wrapped (zeros, n * sizeof (gfloat));

  GST_BUFFER_PTS (buffer) = time;
  if (discont)
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
  return buffer;
}

static void
expect_times (GstHarness *h, const GstClockTime *times, guint n)
{
  GPtrArray *frames = take_frames (h);

  g_assert_cmpuint (frames->len, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (GST_BUFFER_PTS (frames->pdata[i]), ==, times[i]);
  g_ptr_array_unref (frames);
}

/* At 30 frames/s and 48 kHz a frame takes 1600 samples. */
static void
test_sound_after_a_gap_begins_a_frame (void)
{
  const GstClockTime frame = GST_SECOND / 30;
  const GstClockTime first[] = { 0, frame }, second[] = { 2 * GST_SECOND };
  const GstClockTime third[] = { 2 * GST_SECOND + frame };
  GstHarness *h = listen (FROZEN, 48000, FRAMES_AT (30));

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
  gst_harness_teardown (h);
}

static void
test_a_flush_keeps_the_world (void)
{
  GstHarness *h = listen (CELLS "density=0.3", 48000, FRAMES_AT (30));
  GstSegment segment;
  GPtrArray *frames;

  gst_harness_push (h, silent_buffer (0, 16000, TRUE));
  frames = take_frames (h);
  g_assert_cmpuint (frames->len, ==, 10);
  g_ptr_array_unref (frames);
  g_assert_true (gst_harness_push_event (h, gst_event_new_flush_start ()));
  g_assert_true (gst_harness_push_event (h, gst_event_new_flush_stop (TRUE)));
  gst_segment_init (&segment, GST_FORMAT_TIME);
  segment.start = segment.time = segment.position = 7 * GST_SECOND;
  g_assert_true (gst_harness_push_event (h, gst_event_new_segment (&segment)));
  /* The first 800 samples lie before the segment. */
  gst_harness_push (
      h, silent_buffer (7 * GST_SECOND - GST_SECOND / 60, 2400, TRUE));
  frames = take_frames (h);
  g_assert_cmpuint (frames->len, ==, 1);
  g_assert_cmpuint (GST_BUFFER_PTS (frame_at (frames, 0)), ==, 7 * GST_SECOND);
  g_assert_cmpuint (buffer_generation (frame_at (frames, 0)), ==, 10);
  g_ptr_array_unref (frames);
  gst_harness_teardown (h);
}

/* Sound without times, in a segment of bytes, as it comes from a raw file. */
static void
test_sound_without_times_starts_at_zero (void)
{
  Stream *stream = stream_new (
      "fakesrc sizetype=fixed sizemax=3000 filltype=zero num-buffers=32 "
      "format=bytes ! "
      "capsfilter caps=audio/x-raw,format=S16LE,rate=48000,channels=1,layout="
      "interleaved ! lifevis name=life ! " FRAMES_AT (30));

  stream_play (stream);
  for (guint i = 0; i < 30; i++) {
    GstSample *sample = stream_pull (stream);

    g_assert_cmpuint (GST_BUFFER_PTS (gst_sample_get_buffer (sample)), ==,
        gst_util_uint64_scale (i * 1600, GST_SECOND, 48000));
    gst_sample_unref (sample);
  }
  stream_expect_end (stream);
  stream_free (stream);
}

/* --- Formats --- */

/* Silence but for a loud tone from the start, as bytes of that format. */
static void
check_format (const gchar *format, guint rate, guint channels)
{
  g_autofree gchar *mask =
      g_strdup (channels > 2 ? ",channel-mask=(bitmask)0x3f" : "");
  Stream *stream = stream_new (
      "audiotestsrc wave=sine volume=0.8 num-buffers=20 "
      "samplesperbuffer=%u ! audio/x-raw,format=%s,rate=%u,channels=%u%s ! "
      "lifevis name=life " FROZEN " ! " FRAMES_AT (20),
      rate / 20, format, rate, channels, mask);
  guint64 population = 0;
  GstSample *sample;
  guint n = 0;

  stream_play (stream);
  while ((sample = stream_pull_or_end (stream)) != NULL) {
    population = buffer_population (gst_sample_get_buffer (sample));
    gst_sample_unref (sample);
    n++;
  }
  if (n != 20 || population == 0)
    g_error (
        "%s at %u Hz in %u channels makes %u frames with %" G_GUINT64_FORMAT
        " cells",
        format, rate, channels, n, population);
  stream_free (stream);
}

static void
test_sound_comes_in_any_format (void)
{
  check_format ("S16LE", 44100, 2);
  check_format ("S16BE", 8000, 1);
  check_format ("U8", 8000, 1);
  check_format ("S24LE", 96000, 2);
  check_format ("S32LE", 192000, 6);
  check_format ("F32LE", 48000, 6);
  check_format ("F64LE", 4000, 1);
}

static void
test_what_is_no_number_is_silent (void)
{
  const gfloat wrong[] = { NAN, INFINITY, -INFINITY, 1e38f };
  GstHarness *h = listen (FROZEN, RATE, FRAMES_AT (30));
  GPtrArray *frames;
  Sound sound;

  sound_init (&sound, RATE, 1.0);
  for (guint i = 0; i < RATE / 2; i++)
    g_array_index (sound.samples, gfloat, i) = wrong[i % 3];
  for (guint i = RATE / 2; i < RATE; i++)
    g_array_index (sound.samples, gfloat, i) = wrong[3];
  play (h, &sound, 4096);
  frames = take_frames (h);
  g_assert_cmpuint (frames->len, ==, 30);
  g_assert_cmpuint (population_at (frames, 14), ==, 0);
  g_ptr_array_unref (frames);
  gst_harness_teardown (h);
  sound_clear (&sound);
}

static void
test_every_format_of_frames_shows_the_world (void)
{
  static const gchar *const formats[] = { "BGRx", "RGBx", "xRGB", "xBGR",
    "BGRA", "RGBA", "ARGB", "ABGR", "RGB", "BGR", "YUY2", "UYVY", "GRAY8" };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_autofree gchar *caps = g_strdup_printf (
        "video/x-raw,format=%s,width=33,height=21,framerate=30/1", formats[i]);
    GstCaps *of_frames = gst_caps_from_string (caps);
    GPtrArray *frames;
    GstMapInfo map;
    guint bright = 0;
    Sound song;

    make_song (&song, RATE, 0.5);
    frames = frames_of (
        "zoom=1 alive-color=0xffffffff color-mode=solid", &song, 735, caps);
    g_assert_cmpuint (frames->len, ==, 15);
    assert_clear_padding (frame_at (frames, 14), of_frames, formats[i]);
    gst_buffer_map (frame_at (frames, 14), &map, GST_MAP_READ);
    for (gsize k = 0; k < map.size; k++)
      bright += map.data[k] >= 235;
    gst_buffer_unmap (frame_at (frames, 14), &map);
    g_assert_cmpuint (bright, >=, population_at (frames, 14));
    g_ptr_array_unref (frames);
    gst_caps_unref (of_frames);
    sound_clear (&song);
  }
}

/* --- Caps --- */

/* The caps that lifevis makes where downstream takes these. */
static void
check_choice (
    const gchar *taken, const gchar *format, gint width, gint height, gint fps)
{
  Stream *stream = stream_new (
      "audiotestsrc num-buffers=10 ! lifevis name=life ! %s", taken);
  GstSample *sample = stream_pull (stream_play (stream));
  GstVideoInfo info;

  g_assert_true (
      gst_video_info_from_caps (&info, gst_sample_get_caps (sample)));
  g_assert_cmpstr (GST_VIDEO_INFO_NAME (&info), ==, format);
  g_assert_cmpint (info.width, ==, width);
  g_assert_cmpint (info.height, ==, height);
  g_assert_cmpint (info.fps_n, ==, fps);
  gst_sample_unref (sample);
  stream_free (stream);
}

static void
test_caps_that_are_left_open_are_large (void)
{
  check_choice ("video/x-raw", "BGRx", 1280, 720, 30);
  check_choice ("video/x-raw,width=640", "BGRx", 640, 360, 30);
  check_choice ("video/x-raw,height=1080", "BGRx", 1920, 1080, 30);
  check_choice (
      "video/x-raw,format=GRAY8,framerate=60/1", "GRAY8", 1280, 720, 60);
  check_choice (
      "video/x-raw,width=[1,320],height=[1,200]", "BGRx", 320, 200, 30);
}

static void
test_a_format_that_cannot_be_made_is_an_error (void)
{
  GstElement *pipeline =
      gst_parse_launch ("audiotestsrc num-buffers=2 ! lifevis "
                        "! capsfilter name=filter ! fakesink",
          NULL);
  GstElement *filter = gst_bin_get_by_name (GST_BIN (pipeline), "filter");
  GstCaps *caps = gst_caps_from_string ("video/x-raw,framerate=0/1");
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message;
  GError *error = NULL;

  g_object_set (filter, "caps", caps, NULL);
  gst_caps_unref (caps);
  gst_object_unref (filter);
  gst_element_set_state (pipeline, GST_STATE_PLAYING);
  message = gst_bus_timed_pop_filtered (bus, TEST_TIMEOUT, GST_MESSAGE_ERROR);
  g_assert_nonnull (message);
  gst_message_parse_error (message, &error, NULL);
  if (!strstr (error->message, "no video format suits both sides"))
    g_error ("the first message is %s", error->message);
  g_error_free (error);
  gst_message_unref (message);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  gst_object_unref (bus);
  gst_object_unref (pipeline);
}

/* New sound of another rate goes on in the same world; new frames of another size get a
 * world of that size. */
static void
test_caps_change_in_mid_stream (void)
{
  GstHarness *h = listen (FROZEN, RATE, FRAMES_AT (30));
  g_autofree gchar *caps = sound_caps (48000, 1);
  guint64 population;
  GPtrArray *frames;
  Sound first, second;

  make_song (&first, RATE, 1.0);
  make_song (&second, 48000, 2.0);
  play (h, &first, 441);
  frames = take_frames (h);
  g_assert_cmpuint (frames->len, ==, 30);
  population = population_at (frames, 29);
  g_assert_cmpuint (population, >, 0);
  g_ptr_array_unref (frames);

  gst_harness_set_src_caps_str (h, caps);
  play_samples (h, &second, 48000, 96000);
  frames = take_frames (h);
  g_assert_cmpuint (frames->len, ==, 30);
  g_assert_cmpuint (GST_BUFFER_PTS (frame_at (frames, 0)), ==, GST_SECOND);
  g_assert_cmpuint (population_at (frames, 0), >=, population);
  g_assert_cmpuint (buffer_generation (frame_at (frames, 0)), ==, 30);
  g_ptr_array_unref (frames);

  gst_harness_set_sink_caps_str (
      h, "video/x-raw,format=GRAY8,width=48,height=32,framerate=60/1");
  gst_harness_push (h, silent_buffer (2 * GST_SECOND, 48000, FALSE));
  frames = take_frames (h);
  g_assert_cmpuint (frames->len, ==, 60);
  assert_buffer_world (frame_at (frames, 0), 48, 32, 1);
  g_assert_cmpuint (population_at (frames, 0), ==, 0);
  g_assert_cmpuint (buffer_generation (frame_at (frames, 59)), ==, 59);
  g_ptr_array_unref (frames);
  gst_harness_teardown (h);
  sound_clear (&first);
  sound_clear (&second);
}

/* --- States and settings --- */

static void
test_every_run_makes_the_same_frames (void)
{
  g_autofree gchar *folder = g_dir_make_tmp ("life-vis-XXXXXX", NULL);
  g_autofree gchar *path = NULL;
  g_autofree gchar *uri = make_song_file (folder, &path);
  Stream *stream = stream_new ("filesrc location=%s ! wavparse ! lifevis "
                               "name=life ! " FRAMES_AT (30),
      path);
  GPtrArray *first = NULL;

  for (guint run = 0; run < 3; run++) {
    GPtrArray *frames =
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
    g_ptr_array_unref (frames);
    stream_set_state (stream, run == 0 ? GST_STATE_READY : GST_STATE_NULL);
  }
  g_ptr_array_unref (first);
  stream_free (stream);
  g_remove (path);
  g_rmdir (folder);
}

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

/* --- A player --- */

typedef struct {
  gint frames, width, height;
  guint64 population;
} Seen;

static void
see_frame (GstElement *sink, GstBuffer *buffer, GstPad *pad, gpointer user_data)
{
  GstCaps *caps = gst_pad_get_current_caps (pad);
  Seen *seen = user_data;
  GstVideoInfo info;

  if (gst_video_info_from_caps (&info, caps)) {
    seen->frames++;
    seen->width = info.width;
    seen->height = info.height;
    if (gst_buffer_get_custom_meta (buffer, "GstLifeMeta"))
      seen->population = MAX (seen->population, buffer_population (buffer));
  }
  gst_caps_unref (caps);
}

static void
test_a_player_shows_it (void)
{
  g_autofree gchar *folder = g_dir_make_tmp ("life-vis-XXXXXX", NULL);
  g_autofree gchar *path = NULL;
  g_autofree gchar *uri = make_song_file (folder, &path);
  GstElement *player = gst_element_factory_make ("playbin", NULL);
  GstElement *screen = gst_element_factory_make ("fakesink", NULL);
  GstElement *speaker = gst_element_factory_make ("fakesink", NULL);
  GstElement *life = gst_element_factory_make ("lifevis", NULL);
  GstMessage *message;
  Seen seen = { 0 };
  GstBus *bus;

  if (!player) {
    g_test_skip ("there is no playbin");
    return;
  }
  g_object_set (screen, "signal-handoffs", TRUE, "sync", TRUE, NULL);
  g_object_set (speaker, "sync", TRUE, NULL);
  g_signal_connect (screen, "handoff", G_CALLBACK (see_frame), &seen);
  g_object_set (player, "uri", uri, "video-sink", screen, "audio-sink", speaker,
      "vis-plugin", life, "flags", 11, NULL);
  bus = gst_element_get_bus (player);
  gst_element_set_state (player, GST_STATE_PLAYING);
  message = gst_bus_timed_pop_filtered (
      bus, TEST_TIMEOUT, GST_MESSAGE_ERROR | GST_MESSAGE_EOS);
  g_assert_nonnull (message);
  g_assert_cmpint (GST_MESSAGE_TYPE (message), ==, GST_MESSAGE_EOS);
  gst_message_unref (message);
  gst_element_set_state (player, GST_STATE_NULL);
  g_assert_cmpint (seen.width, ==, 1280);
  g_assert_cmpint (seen.height, ==, 720);
  g_assert_cmpint (seen.frames, >, 0);
  g_assert_cmpuint (seen.population, >, 0);
  gst_object_unref (bus);
  gst_object_unref (player);
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/lifevis-live/" #name, test_##name)
  TEST (pictures_that_are_dropped_change_no_later_ones);
  TEST (frames_do_not_drift_where_rates_do_not_divide);
  TEST (sound_after_a_gap_begins_a_frame);
  TEST (a_flush_keeps_the_world);
  TEST (sound_without_times_starts_at_zero);
  TEST (sound_comes_in_any_format);
  TEST (what_is_no_number_is_silent);
  TEST (every_format_of_frames_shows_the_world);
  TEST (caps_that_are_left_open_are_large);
  TEST (a_format_that_cannot_be_made_is_an_error);
  TEST (caps_change_in_mid_stream);
  TEST (every_run_makes_the_same_frames);
  TEST (bad_settings_are_errors);
  TEST (bands_cannot_change_in_mid_stream);
#ifdef TEST_WORDS
  TEST (words_that_are_too_large_are_left_out_with_a_warning);
#endif
  TEST (what_cannot_be_drawn_is_an_error_and_can_be_mended);
  TEST (stagnation_ends_the_stream);
  TEST (a_controller_sets_the_sensitivity);
  TEST (actions_change_the_world);
  TEST (a_player_shows_it);
  return g_test_run ();
}
