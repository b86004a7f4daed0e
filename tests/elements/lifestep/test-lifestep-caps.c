/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifestep's caps change in mid-stream: the world stays unless its size changes. */
#include "tests/support/elements/lifestep.h"

/* A dark frame with one square, which moves by one to the right with each
 * @number; 4:2:0 chroma is gray. */
static GstBuffer *
square (GstVideoFormat format, guint scale, guint number)
{
  guint width = WIDTH * scale, height = HEIGHT * scale;
  GstVideoInfo info;
  GstVideoFrame frame;
  GstBuffer *buffer;

  gst_video_info_set_format (&info, format, width, height);
  buffer = gst_buffer_new_allocate (NULL, GST_VIDEO_INFO_SIZE (&info), NULL);
  gst_buffer_memset (buffer, 0, 128, GST_VIDEO_INFO_SIZE (&info));
  g_assert_true (gst_video_frame_map (&frame, &info, buffer, GST_MAP_WRITE));
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++) {
      gboolean lit = x / scale >= 5 + number && x / scale < 9 + number
                     && y / scale >= 5 && y / scale < 9;
      guint step = GST_VIDEO_FRAME_COMP_PSTRIDE (&frame, 0);
      guint8 *pixel = (guint8 *) GST_VIDEO_FRAME_PLANE_DATA (&frame, 0)
                      + y * GST_VIDEO_FRAME_PLANE_STRIDE (&frame, 0) + x * step;

      if (GST_VIDEO_INFO_IS_YUV (&info))
        *pixel = lit ? 235 : 16;
      else
        memset (pixel, lit ? 255 : 0, step);
    }
  gst_video_frame_unmap (&frame);
  GST_BUFFER_PTS (buffer) = gst_util_uint64_scale (number, GST_SECOND, 30);
  GST_BUFFER_DURATION (buffer) = GST_SECOND / 30;
  return buffer;
}

static guint64
push_square (GstHarness *h, GstVideoFormat format, guint scale, guint number,
    guint64 *generation)
{
  gchar *caps = g_strdup_printf (
      "video/x-raw,format=%s,width=%u,height=%u,framerate=30/1",
      gst_video_format_to_string (format), WIDTH * scale, HEIGHT * scale);
  GstBuffer *buffer;
  guint64 population;

  gst_harness_set_src_caps_str (h, caps);
  buffer = gst_harness_push_and_pull (h, square (format, scale, number));
  if (!buffer)
    g_error ("nothing came out for %s", caps);
  population = buffer_population (buffer);
  *generation = buffer_generation (buffer);
  gst_buffer_unref (buffer);
  g_free (caps);
  return population;
}

static const GstVideoFormat changing[] = { GST_VIDEO_FORMAT_GRAY8,
  GST_VIDEO_FORMAT_I420, GST_VIDEO_FORMAT_BGRA, GST_VIDEO_FORMAT_RGB,
  GST_VIDEO_FORMAT_Y42B, GST_VIDEO_FORMAT_GRAY8 };

static void
test_picture_in_a_new_format_has_not_moved (void)
{
  GstHarness *h = feed ("input=motion rule=B/S012345678 threshold=0.1");
  guint64 generation;

  for (guint i = 0; i < G_N_ELEMENTS (changing); i++) {
    g_assert_cmpuint (push_square (h, changing[i], 1, 0, &generation), ==, 0);
    g_assert_cmpuint (generation, ==, i + 1);
  }
  /* Moved by one: a column of four becomes dark, another one bright. */
  g_assert_cmpuint (
      push_square (h, GST_VIDEO_FORMAT_I420, 1, 1, &generation), ==, 8);
  gst_harness_teardown (h);
}

static void
test_picture_of_a_new_size_on_a_given_world_has_not_moved (void)
{
  GstHarness *h = feed ("input=motion rule=B/S012345678 threshold=0.1 "
                        "world-width=24 world-height=18");
  guint64 generation;

  for (guint i = 0; i < G_N_ELEMENTS (changing); i++) {
    g_assert_cmpuint (
        push_square (h, changing[i], i + 1, 0, &generation), ==, 0);
    g_assert_cmpuint (generation, ==, i + 1);
  }
  g_assert_cmpuint (
      push_square (h, GST_VIDEO_FORMAT_I420, 2, 1, &generation), ==, 8);
  gst_harness_teardown (h);
}

/* The world has the picture's size: each change of it begins a new world, whose
 * first picture is generation 0 again. */
static void
test_each_new_size_restarts_the_world (void)
{
  static const guint scales[] = { 1, 1, 2, 2, 2, 1, 3, 3 };
  static const guint expected[] = { 1, 2, 1, 2, 3, 1, 1, 2 };
  GstHarness *h = feed ("rule=B/S012345678");

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++) {
    guint64 generation, population = push_square (
                            h, changing[i % 6], scales[i], i, &generation);

    g_assert_cmpuint (generation, ==, expected[i]);
    g_assert_cmpuint (population, ==, 16 * scales[i] * scales[i]);
  }
  gst_harness_teardown (h);
}

static void
test_new_frame_rate_keeps_the_world (void)
{
  GstHarness *h = feed ("");
  LifeWorld *reference = empty_world ();
  guint8 pixels[CELLS];

  random_picture (pixels, 1);
  write_cells (reference, pixels);
  for (guint i = 0; i < 4; i++) {
    GstBuffer *buffer;

    if (i == 2)
      gst_harness_set_src_caps_str (
          h, "video/x-raw,format=GRAY8,width=24,height=18,framerate=5/1");
    buffer = push (h, i, pixels);
    reference_step (reference, 1);
    assert_buffer_shows (buffer, reference, "around a new frame rate");
    g_assert_cmpuint (buffer_generation (buffer), ==, i + 1);
    gst_buffer_unref (buffer);
  }
  life_world_free (reference);
  gst_harness_teardown (h);
}

/* The picture below has the new format and size at once. */
static void
test_overlay_follows_new_caps (void)
{
  GstHarness *h = feed ("input=tick density=0 output=overlay");

  for (guint i = 0; i < G_N_ELEMENTS (changing); i++) {
    guint scale = i / 2 + 1;
    GstBuffer *in = square (changing[i], scale, 0), *out;
    GstVideoInfo info;
    GstCaps *caps;
    GBytes *expected, *got;

    gst_video_info_set_format (
        &info, changing[i], WIDTH * scale, HEIGHT * scale);
    info.fps_n = 30;
    caps = gst_video_info_to_caps (&info);
    gst_harness_set_src_caps (h, gst_caps_ref (caps));
    expected = buffer_pixels (in, caps);
    out = gst_harness_push_and_pull (h, in);
    g_assert_nonnull (out);
    got = buffer_pixels (out, caps);
    assert_same_pixels (got, expected, WIDTH * scale, "a picture overlaid");
    g_bytes_unref (expected);
    g_bytes_unref (got);
    gst_buffer_unref (out);
    gst_caps_unref (caps);
  }
  gst_harness_teardown (h);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/lifestep-caps/" #name, test_##name)
  TEST (picture_in_a_new_format_has_not_moved);
  TEST (picture_of_a_new_size_on_a_given_world_has_not_moved);
  TEST (each_new_size_restarts_the_world);
  TEST (new_frame_rate_keeps_the_world);
  TEST (overlay_follows_new_caps);
  return g_test_run ();
}
