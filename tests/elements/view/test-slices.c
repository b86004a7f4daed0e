/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which slice of a 3D world each frame shows, and what its GstLifeMeta says of it: in
 * streams, after seeks, with controllers and in a filter. */
#include "tests/support/elements/element.h"

#define WIDTH 8
#define HEIGHT 6
#define DEPTH 5

#define SOLID "world-width=8 world-height=6 world-depth=5 zoom=1 "

static const gchar *const axes[] = { "z", "y", "x" };

/* Columns and rows of a frame that shows a slice, and how many slices there are. */
static const guint shapes[][3] = { { WIDTH, HEIGHT, DEPTH },
  { WIDTH, DEPTH, HEIGHT }, { HEIGHT, DEPTH, WIDTH } };

static LifeWorld *
solid_soup (void)
{
  LifeWorld *world =
      reference_new (WIDTH, HEIGHT, DEPTH, LIFE_TOPOLOGY_TORUS, "B6/S567");

  g_assert_true (life_world_soup (world, 1, 0.35, NULL));
  return world;
}

static Stream *
solid_stream (guint axis, const gchar *properties)
{
  return stream_new ("lifesrc name=life " SOLID "slice-axis=%s %s ! "
                     "video/x-raw,format=GRAY8,width=%u,height=%u,"
                     "framerate=30/1",
      axes[axis], properties, shapes[axis][0], shapes[axis][1]);
}

static gint
wrapped (gint64 slice, guint axis)
{
  gint planes = (gint) shapes[axis][2];

  return (gint) ((slice % planes + planes) % planes);
}

/* Fails unless @sample shows that slice of @world, and says so. */
static void
assert_slice (GstSample *sample, LifeWorld *world, guint axis, gint slice,
    const gchar *what)
{
  LifeBox box = { 0, 0, 0, WIDTH, HEIGHT, DEPTH };
  GBytes *pixels = sample_pixels (sample), *expected;

  if (axis == 0)
    box.z = slice, box.depth = 1;
  else if (axis == 1)
    box.y = slice, box.height = 1;
  else
    box.x = slice, box.width = 1;
  expected = reference_plane (world, &box);
  assert_same_pixels (pixels, expected, shapes[axis][0], what);
  if (buffer_slice (gst_sample_get_buffer (sample)) != slice)
    g_error ("%s: GstLifeMeta says slice %d, expected was %d", what,
        buffer_slice (gst_sample_get_buffer (sample)), slice);
  g_bytes_unref (expected);
  g_bytes_unref (pixels);
}

/* --- In a stream --- */

static const struct {
  gint slice; /* the property, and where it starts across each axis */
  gint starts[3];
  gint step;
} walks[] = {
  { -1, { 2, 3, 4 }, 0 },
  { 0, { 0, 0, 0 }, 1 },
  { 3, { 3, 3, 3 }, 2 },
  { 1, { 1, 1, 1 }, -1 },
  { -1, { 2, 3, 4 }, -3 },
  { 0, { 0, 0, 0 }, 5 },
  { 4, { 4, 4, 4 }, 1000003 },
  { 4, { 4, 4, 4 }, G_MAXINT },
  { 4, { 4, 4, 4 }, G_MININT },
};

static void
test_frames_walk_through_slices_and_wrap (void)
{
  for (guint axis = 0; axis < G_N_ELEMENTS (axes); axis++)
    for (guint i = 0; i < G_N_ELEMENTS (walks); i++) {
      gchar *properties = g_strdup_printf (
          "slice=%d slice-step=%d", walks[i].slice, walks[i].step);
      Stream *stream = stream_play (solid_stream (axis, properties));
      LifeWorld *world = solid_soup ();

      for (gint64 frame = 0; frame < 12; frame++) {
        GstSample *sample = stream_pull (stream);
        gchar *what = g_strdup_printf (
            "%s, axis %s, frame %d", properties, axes[axis], (gint) frame);

        assert_slice (sample, world, axis,
            wrapped (walks[i].starts[axis] + frame * walks[i].step, axis),
            what);
        reference_step (world, 1);
        g_free (what);
        gst_sample_unref (sample);
      }
      life_world_free (world);
      stream_free (stream);
      g_free (properties);
    }
}

static void
test_a_generation_leaves_whole (void)
{
  for (guint axis = 0; axis < G_N_ELEMENTS (axes); axis++) {
    gchar *properties = g_strdup_printf (
        "slice=0 slice-step=1 generations-rate=1/%u", shapes[axis][2]);
    Stream *stream = stream_play (solid_stream (axis, properties));
    LifeWorld *world = solid_soup ();

    for (guint generation = 0; generation < 4; generation++) {
      for (guint slice = 0; slice < shapes[axis][2]; slice++) {
        GstSample *sample = stream_pull (stream);

        g_assert_cmpuint (
            buffer_generation (gst_sample_get_buffer (sample)), ==, generation);
        assert_slice (sample, world, axis, (gint) slice, properties);
        gst_sample_unref (sample);
      }
      reference_step (world, 1);
    }
    life_world_free (world);
    stream_free (stream);
    g_free (properties);
  }
}

/* From the next frame on, as if it had always been so. */
static void
test_another_step_in_mid_stream_counts_from_the_first_frame (void)
{
  Stream *stream = solid_stream (0, "slice=1 slice-step=1");
  LifeWorld *world = solid_soup ();
  GstSample *sample;

  stream_set_state (stream, GST_STATE_PAUSED);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 7, -1);
  sample = stream_preroll (stream);
  reference_step (world, 7);
  assert_slice (sample, world, 0, (1 + 7) % DEPTH, "before");
  gst_sample_unref (sample);
  g_object_set (stream->life, "slice", 2, "slice-step", -2, NULL);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 8, -1);
  sample = stream_preroll (stream);
  reference_step (world, 1);
  assert_slice (sample, world, 0, wrapped (2 - 8 * 2, 0), "after");
  gst_sample_unref (sample);
  life_world_free (world);
  stream_free (stream);
}

/* --- After seeks --- */

static void
test_seeks_show_the_same_slices (void)
{
  static const guint numbers[] = { 17, 3, 39, 38, 0, 21, 22 };
  Stream *stream =
      solid_stream (0, "slice=0 slice-step=-2 generations-rate=1/5");

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    LifeWorld *world = solid_soup ();
    gchar *what = g_strdup_printf ("sought frame %u", numbers[i]);
    GstSample *sample;

    stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, numbers[i], -1);
    sample = stream_preroll (stream);
    reference_step (world, numbers[i] / 5);
    assert_slice (
        sample, world, 0, wrapped (-2 * (gint64) numbers[i], 0), what);
    gst_sample_unref (sample);
    g_free (what);
    life_world_free (world);
  }
  stream_free (stream);
}

static void
test_slices_walk_back_in_reverse (void)
{
  Stream *stream = stream_play (
      solid_stream (0, "slice=0 slice-step=1 generations-rate=1/5"));

  gst_sample_unref (stream_pull (stream));
  stream_seek (stream, -1.0, GST_FORMAT_TIME, 0, 0, GST_SECOND);
  for (gint number = 29; number >= 0; number--) {
    LifeWorld *world = solid_soup ();
    gchar *what = g_strdup_printf ("frame %d in reverse", number);
    GstSample *sample = stream_pull (stream);

    reference_step (world, (guint64) number / 5);
    assert_slice (sample, world, 0, number % DEPTH, what);
    gst_sample_unref (sample);
    g_free (what);
    life_world_free (world);
  }
  stream_expect_end (stream);
  stream_free (stream);
}

/* --- By a controller --- */

static void
test_a_controller_moves_the_slice (void)
{
  Stream *stream = solid_stream (0, "slice-step=1");
  LifeWorld *world = solid_soup ();

  stream_control (stream, "slice", 4.0, 200 * GST_MSECOND, -1.0);
  stream_play (stream);
  for (gint frame = 0; frame < 12; frame++) {
    GstSample *sample = stream_pull (stream);
    gchar *what = g_strdup_printf ("controlled frame %d", frame);

    assert_slice (
        sample, world, 0, wrapped ((frame < 6 ? 4 : 2) + frame, 0), what);
    reference_step (world, 1);
    g_free (what);
    gst_sample_unref (sample);
  }
  life_world_free (world);
  stream_free (stream);
}

/* --- What is no slice --- */

static void
test_other_views_have_no_slice (void)
{
  static const gchar *const properties[] = { "", "slice=0 slice-step=3",
    "view=cells", "view=spacetime", SOLID "view=volume slice=99",
    SOLID "view=xray", SOLID "view=montage slice-axis=x slice=99",
    SOLID "view=projection slice=99" };

  for (guint i = 0; i < G_N_ELEMENTS (properties); i++) {
    Stream *stream = stream_play (
        stream_new ("lifesrc name=life %s ! " GRAY (16, 12), properties[i]));

    for (guint frame = 0; frame < 3; frame++) {
      GstSample *sample = stream_pull (stream);

      g_assert_cmpint (buffer_slice (gst_sample_get_buffer (sample)), ==, -1);
      gst_sample_unref (sample);
    }
    stream_free (stream);
  }
}

/* A 2D world is seen as slices only where that is asked for. */
static void
test_rows_of_a_flat_world_are_slices_across_y (void)
{
  Stream *stream =
      stream_play (gray_stream ("world-width=16 world-height=12 zoom=1 "
                                "view=slice slice-axis=y slice=10 slice-step=1",
          16, 1));
  LifeWorld *world = reference_soup (16, 12, 1, 0.35);

  for (guint frame = 0; frame < 4; frame++) {
    GstSample *sample = stream_pull (stream);
    const guint row = (10 + frame) % 12;
    LifeBox box = { 0, row, 0, 16, 1, 1 };
    GBytes *pixels = sample_pixels (sample);
    GBytes *expected = reference_plane (world, &box);

    assert_same_pixels (pixels, expected, 16, "a row");
    g_assert_cmpint (
        buffer_slice (gst_sample_get_buffer (sample)), ==, (gint) row);
    reference_step (world, 1);
    g_bytes_unref (expected);
    g_bytes_unref (pixels);
    gst_sample_unref (sample);
  }
  life_world_free (world);
  stream_free (stream);
}

/* --- In a filter --- */

static GstBuffer *
black_picture (guint number, guint width, guint height)
{
  guint8 *pixels = g_malloc0 (width * height);
  GstBuffer *buffer = gray_buffer (width, height, pixels);

  GST_BUFFER_PTS (buffer) = gst_util_uint64_scale (number, GST_SECOND, 30);
  GST_BUFFER_DURATION (buffer) = GST_SECOND / 30;
  g_free (pixels);
  return buffer;
}

static void
test_arriving_buffers_move_the_slice (void)
{
  GstHarness *h = gst_harness_new_parse (
      "lifestep input=tick " SOLID "slice=0 slice-step=-1");
  GstCaps *caps = gst_caps_from_string (GRAY (8, 6));
  LifeWorld *world = solid_soup ();

  gst_harness_set_src_caps_str (h, GRAY (8, 6));
  for (gint number = 0; number < 12; number++) {
    GstBuffer *buffer = gst_harness_push_and_pull (
        h, black_picture ((guint) number, WIDTH, HEIGHT));
    GstSample *sample = gst_sample_new (buffer, caps, NULL, NULL);
    gchar *what = g_strdup_printf ("arriving buffer %d", number);

    reference_step (
        world, buffer_generation (buffer) - life_world_get_generation (world));
    assert_slice (sample, world, 0, wrapped (-number, 0), what);
    g_assert_cmpuint (count_life_metas (buffer), ==, 1);
    g_free (what);
    gst_sample_unref (sample);
    gst_buffer_unref (buffer);
  }
  life_world_free (world);
  gst_caps_unref (caps);
  gst_harness_teardown (h);
}

/* A picture changes the slice that is shown, and no other. */
static void
test_a_picture_goes_into_the_slice_that_is_shown (void)
{
  GstHarness *h = gst_harness_new_parse (
      "lifestep input=or rule=B/S0..26 " SOLID "slice=0 slice-step=1");

  gst_harness_set_src_caps_str (h, GRAY (8, 6));
  for (guint number = 0; number < 12; number++) {
    GstBuffer *arriving = black_picture (number, WIDTH, HEIGHT), *buffer;

    gst_buffer_memset (arriving, number, 255, 1);
    buffer = gst_harness_push_and_pull (h, arriving);
    g_assert_cmpint (buffer_slice (buffer), ==, (gint) number % DEPTH);
    g_assert_cmpuint (buffer_population (buffer), ==, number + 1);
    for (guint i = 0; i <= number; i++) {
      guint8 pixel;

      g_assert_cmpuint (gst_buffer_extract (buffer, i, &pixel, 1), ==, 1);
      g_assert_cmpuint (pixel, ==, i % DEPTH == number % DEPTH ? 255 : 0);
    }
    gst_buffer_unref (buffer);
  }
  gst_harness_teardown (h);
}

/* The arriving meta's slice does not stay. */
static void
test_a_filter_of_slices_forgets_which_they_were (void)
{
  Stream *stream = stream_play (stream_new (
      "lifesrc " SOLID
      "slice=0 slice-step=1 ! " GRAY (8, 6) " ! "
                                            "lifestep name=life input=first"));

  for (guint frame = 0; frame < 6; frame++) {
    GstSample *sample = stream_pull (stream);
    GstBuffer *buffer = gst_sample_get_buffer (sample);

    g_assert_cmpuint (count_life_metas (buffer), ==, 1);
    assert_buffer_world (buffer, WIDTH, HEIGHT, 1);
    g_assert_cmpint (buffer_slice (buffer), ==, -1);
    gst_sample_unref (sample);
  }
  stream_free (stream);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/slices/" #name, test_##name)
  TEST (frames_walk_through_slices_and_wrap);
  TEST (a_generation_leaves_whole);
  TEST (another_step_in_mid_stream_counts_from_the_first_frame);
  TEST (seeks_show_the_same_slices);
  TEST (slices_walk_back_in_reverse);
  TEST (a_controller_moves_the_slice);
  TEST (other_views_have_no_slice);
  TEST (rows_of_a_flat_world_are_slices_across_y);
  TEST (arriving_buffers_move_the_slice);
  TEST (a_picture_goes_into_the_slice_that_is_shown);
  TEST (a_filter_of_slices_forgets_which_they_were);
  return g_test_run ();
}
