/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifevis between formats: sound and frames of every kind, caps that are left open, and
 * caps that change. */
#include "tests/support/elements/lifevis.h"

/* --- Formats --- */

static void
test_sound_comes_in_any_format (void)
{
  static const struct {
    const gchar *format;
    guint rate, channels;
  } cases[] = { { "S16LE", 44100, 2 }, { "S16BE", 8000, 1 }, { "U8", 8000, 1 },
    { "S24LE", 96000, 2 }, { "S32LE", 192000, 6 }, { "F32LE", 48000, 6 },
    { "F64LE", 4000, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (Stream) stream = stream_play (stream_new (
        "audiotestsrc wave=sine volume=0.8 num-buffers=20 "
        "samplesperbuffer=%u ! audio/x-raw,format=%s,rate=%u,channels=%u%s ! "
        "lifevis name=life " FROZEN " ! " FRAMES_AT (20),
        cases[i].rate / 20, cases[i].format, cases[i].rate, cases[i].channels,
        cases[i].channels > 2 ? ",channel-mask=(bitmask)0x3f" : ""));

    g_test_message ("%s", cases[i].format);
    stream_skip (stream, 20);
    stream_expect_end (stream);
    g_assert_cmpuint (stream_get_uint64 (stream, "population"), >, 0);
  }
}

static void
test_what_is_no_number_is_silent (void)
{
  const gfloat wrong[] = { NAN, INFINITY, -INFINITY, 1e38f };
  g_autoptr (Harness) h = listen (FROZEN, RATE, FRAMES_AT (30));
  g_autoptr (GPtrArray) frames = NULL;
  g_auto (Sound) sound = { 0 };

  sound_init (&sound, RATE, 1.0);
  for (guint i = 0; i < RATE / 2; i++)
    g_array_index (sound.samples, gfloat, i) = wrong[i % 3];
  for (guint i = RATE / 2; i < RATE; i++)
    g_array_index (sound.samples, gfloat, i) = wrong[3];
  play (h, &sound, 4096);
  frames = pull_frames (h);
  g_assert_cmpuint (frames->len, ==, 30);
  g_assert_cmpuint (population_at (frames, 14), ==, 0);
}

static void
test_every_format_of_frames_shows_the_world (void)
{
  static const gchar *const formats[] = { "BGRx", "RGBx", "xRGB", "xBGR",
    "BGRA", "RGBA", "ARGB", "ABGR", "RGB", "BGR", "YUY2", "UYVY", "GRAY8",
    "I420", "NV12", "Y444", "Y42B", "I420_10LE", "P010_10LE", "I422_10LE",
    "Y210", "NV16", "NV21" };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_autofree gchar *caps = g_strdup_printf (
        "video/x-raw,format=%s,width=33,height=21,framerate=30/1", formats[i]);
    g_autoptr (GstCaps) of_frames = gst_caps_from_string (caps);
    g_autoptr (GPtrArray) frames = NULL;
    GstMapInfo map;
    guint bright = 0;
    g_auto (Sound) song = { 0 };

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
  }
}

/* --- Caps --- */

/* The caps that lifevis makes where downstream accepts these. */
static void
test_caps_that_are_left_open_are_large (void)
{
  static const struct {
    const gchar *accepted, *format;
    gint width, height, fps;
  } cases[] = {
    { "video/x-raw", "BGRx", 1280, 720, 30 },
    { "video/x-raw,width=640", "BGRx", 640, 360, 30 },
    { "video/x-raw,height=1080", "BGRx", 1920, 1080, 30 },
    { "video/x-raw,format=GRAY8,framerate=60/1", "GRAY8", 1280, 720, 60 },
    { "video/x-raw,width=[1,320],height=[1,200]", "BGRx", 320, 200, 30 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (Stream) stream = stream_play (
        stream_new ("audiotestsrc num-buffers=10 ! lifevis name=life ! %s",
            cases[i].accepted));
    g_autoptr (GstSample) sample = stream_pull (stream);
    GstVideoInfo info;

    g_assert_true (
        gst_video_info_from_caps (&info, gst_sample_get_caps (sample)));
    g_assert_cmpstr (GST_VIDEO_INFO_NAME (&info), ==, cases[i].format);
    g_assert_cmpint (info.width, ==, cases[i].width);
    g_assert_cmpint (info.height, ==, cases[i].height);
    g_assert_cmpint (info.fps_n, ==, cases[i].fps);
  }
}

static void
test_formats_with_alpha_come_first_if_a_color_has_it (void)
{
  g_autoptr (Stream) stream = stream_play (stream_new (
      "audiotestsrc num-buffers=10 ! lifevis name=life dead-color=0 ! "
      "video/x-raw,width=64,height=48"));
  g_autoptr (GstSample) sample = stream_pull (stream);
  GstVideoInfo info;

  g_assert_true (
      gst_video_info_from_caps (&info, gst_sample_get_caps (sample)));
  g_assert_true (GST_VIDEO_INFO_HAS_ALPHA (&info));
}

static void
test_a_format_that_cannot_be_made_is_an_error (void)
{
  g_autoptr (Stream) stream =
      stream_new ("audiotestsrc num-buffers=2 ! lifevis name=life ! "
                  "capsfilter name=filter caps=video/x-raw");
  g_autoptr (GstElement) filter =
      gst_bin_get_by_name (GST_BIN (stream->pipeline), "filter");

  gst_util_set_object_arg (
      G_OBJECT (filter), "caps", "video/x-raw,framerate=0/1");
  stream_assert_fails (stream, "no video format suits both sides");
}

/* New sound of another rate goes on in the same world; new frames of another size get a
 * world of that size. */
static void
test_caps_change_in_mid_stream (void)
{
  g_autoptr (Harness) h = listen (FROZEN, RATE, FRAMES_AT (30));
  g_autofree gchar *caps = sound_caps (48000, 1);
  guint64 population;
  g_autoptr (GPtrArray) frames = NULL;
  g_auto (Sound) first = { 0 }, second = { 0 };

  make_song (&first, RATE, 1.0);
  make_song (&second, 48000, 2.0);
  play (h, &first, 441);
  frames = pull_frames (h);
  g_assert_cmpuint (frames->len, ==, 30);
  population = population_at (frames, 29);
  g_assert_cmpuint (population, >, 0);
  g_clear_pointer (&frames, g_ptr_array_unref);

  gst_harness_set_src_caps_str (h, caps);
  play_samples (h, &second, 48000, 96000);
  frames = pull_frames (h);
  g_assert_cmpuint (frames->len, ==, 30);
  g_assert_cmpuint (GST_BUFFER_PTS (frame_at (frames, 0)), ==, GST_SECOND);
  g_assert_cmpuint (population_at (frames, 0), >=, population);
  g_assert_cmpuint (buffer_generation (frame_at (frames, 0)), ==, 30);
  g_clear_pointer (&frames, g_ptr_array_unref);

  gst_harness_set_sink_caps_str (
      h, "video/x-raw,format=GRAY8,width=48,height=32,framerate=60/1");
  gst_harness_push (h, silent_buffer (2 * GST_SECOND, 48000, FALSE));
  frames = pull_frames (h);
  g_assert_cmpuint (frames->len, ==, 60);
  assert_buffer_world (frame_at (frames, 0), 48, 32, 1);
  g_assert_cmpuint (population_at (frames, 0), ==, 0);
  g_assert_cmpuint (buffer_generation (frame_at (frames, 59)), ==, 59);
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
  TEST (formats_with_alpha_come_first_if_a_color_has_it);
  TEST (a_format_that_cannot_be_made_is_an_error);
  TEST (caps_change_in_mid_stream);
  return g_test_run ();
}
