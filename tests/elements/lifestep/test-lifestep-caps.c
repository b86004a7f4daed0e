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

/* The caps of such frames. */
static GstCaps *
square_caps (GstVideoFormat format, guint scale)
{
  return gst_caps_new_simple ("video/x-raw", "format", G_TYPE_STRING,
      gst_video_format_to_string (format), "width", G_TYPE_INT, WIDTH * scale,
      "height", G_TYPE_INT, HEIGHT * scale, "framerate", GST_TYPE_FRACTION, 30,
      1, NULL);
}

/* What comes out is @generation, and so many cells live. */
static void
push_square (GstHarness *h, GstBuffer *in, GstCaps *caps, guint64 generation,
    guint64 population)
{
  g_autoptr (GstBuffer) buffer = NULL;

  gst_harness_set_src_caps (h, caps);
  buffer = gst_harness_push_and_pull (h, in);
  g_assert_cmpuint (buffer_generation (buffer), ==, generation);
  g_assert_cmpuint (buffer_population (buffer), ==, population);
}

static const GstVideoFormat changing[] = { GST_VIDEO_FORMAT_GRAY8,
  GST_VIDEO_FORMAT_I420, GST_VIDEO_FORMAT_BGRA, GST_VIDEO_FORMAT_RGB,
  GST_VIDEO_FORMAT_Y42B, GST_VIDEO_FORMAT_GRAY8 };

/* A picture in a new format, or of a new size on a world whose size is set, has not moved. Moved by one, four cells
 * become dark and others bright. */
static void
test_new_pictures_have_not_moved (void)
{
  static const gchar *const properties[] = { "",
    " world-width=24 world-height=18" };

  for (guint k = 0; k < 2; k++) {
    g_autofree gchar *all = g_strconcat (
        "input=motion rule=B/S012345678 threshold=0.1", properties[k], NULL);
    g_autoptr (Harness) h = feed (all);
    const GstVideoFormat last = GST_VIDEO_FORMAT_I420;

    for (guint i = 0; i < G_N_ELEMENTS (changing); i++) {
      const guint scale = k * i + 1;

      push_square (h, square (changing[i], scale, 0),
          square_caps (changing[i], scale), i + 1, 0);
    }
    push_square (h, square (last, k + 1, 1), square_caps (last, k + 1),
        G_N_ELEMENTS (changing) + 1, 8);
  }
}

/* The world has the picture's size: each change of it begins a new world, whose
 * first picture is generation 0 again. */
static void
test_each_new_size_restarts_the_world (void)
{
  static const guint scales[] = { 1, 1, 2, 2, 2, 1, 3, 3 };
  static const guint expected[] = { 1, 2, 1, 2, 3, 1, 1, 2 };
  g_autoptr (Harness) h = feed ("rule=B/S012345678");

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    push_square (h, square (changing[i % 6], scales[i], i),
        square_caps (changing[i % 6], scales[i]), expected[i],
        16 * scales[i] * scales[i]);
}

static void
test_new_frame_rate_keeps_the_world (void)
{
  g_autoptr (Harness) h = feed ("");
  guint8 pixels[CELLS];
  g_autoptr (LifeWorld) reference = random_world (pixels, 1);

  for (guint i = 0; i < 4; i++) {
    if (i == 2)
      gst_harness_set_src_caps_str (
          h, "video/x-raw,format=GRAY8,width=24,height=18,framerate=5/1");
    push_and_compare (h, i, pixels, reference, 1);
  }
}

/* The picture below has the new format and size at once. */
static void
test_overlay_follows_new_caps (void)
{
  g_autoptr (Harness) h = feed ("input=tick density=0 output=overlay");

  for (guint i = 0; i < G_N_ELEMENTS (changing); i++) {
    guint scale = i / 2 + 1;
    GstBuffer *in = square (changing[i], scale, 0);
    g_autoptr (GstCaps) caps = square_caps (changing[i], scale);
    g_autoptr (GBytes) expected = buffer_pixels (in, caps), got = NULL;
    g_autoptr (GstBuffer) out = NULL;

    gst_harness_set_src_caps (h, gst_caps_ref (caps));
    out = gst_harness_push_and_pull (h, in);
    got = buffer_pixels (out, caps);
    assert_same_pixels (got, expected, WIDTH * scale, "a picture overlaid");
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/lifestep-caps/" #name, test_##name)
  TEST (new_pictures_have_not_moved);
  TEST (each_new_size_restarts_the_world);
  TEST (new_frame_rate_keeps_the_world);
  TEST (overlay_follows_new_caps);
  return g_test_run ();
}
