/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifevis between formats: sound and frames of every kind, caps that are left open, and
 * caps that change. */
#include "tests/support/elements/lifevis.h"

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
    "BGRA", "RGBA", "ARGB", "ABGR", "RGB", "BGR", "YUY2", "UYVY", "GRAY8",
    "I420", "NV12", "Y444", "Y42B", "I420_10LE", "P010_10LE", "I422_10LE",
    "Y210" };

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
    /* White is 0x3ac in the lower 10 bits. */
    if (!g_str_has_prefix (formats[i], "I4")
        || !g_str_has_suffix (formats[i], "10LE"))
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
test_formats_with_alpha_come_first_where_a_color_has_it (void)
{
  Stream *stream = stream_new (
      "audiotestsrc num-buffers=10 ! lifevis name=life dead-color=0 ! "
      "video/x-raw,width=64,height=48");
  GstSample *sample = stream_pull (stream_play (stream));
  GstVideoInfo info;

  g_assert_true (
      gst_video_info_from_caps (&info, gst_sample_get_caps (sample)));
  g_assert_true (GST_VIDEO_INFO_HAS_ALPHA (&info));
  gst_sample_unref (sample);
  stream_free (stream);
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

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/lifevis-caps/" #name, test_##name)
  TEST (sound_comes_in_any_format);
  TEST (what_is_no_number_is_silent);
  TEST (every_format_of_frames_shows_the_world);
  TEST (caps_that_are_left_open_are_large);
  TEST (formats_with_alpha_come_first_where_a_color_has_it);
  TEST (a_format_that_cannot_be_made_is_an_error);
  TEST (caps_change_in_mid_stream);
  return g_test_run ();
}
