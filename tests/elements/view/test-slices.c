/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which slice of a 3D world each frame shows, and what its GstLifeMeta says of it: in
 * streams, with controllers and in a filter. */
#include "tests/support/elements/element.h"

#define WIDTH 8
#define HEIGHT 6
#define DEPTH 5

#define SOLID "world-width=8 world-height=6 world-depth=5 zoom=1 "

static const gchar *const axes[] = { "z", "y", "x" };

/* Columns and rows of a frame that shows a slice, and how many slices there are. */
static const guint shapes[][3] = { { WIDTH, HEIGHT, DEPTH },
  { WIDTH, DEPTH, HEIGHT }, { HEIGHT, DEPTH, WIDTH } };

/* How frames walk through slices: frame i shows slice @start + i × @step of a generation
 * that is held for @hold frames, 0: one; the first frame shows generation @first. */
typedef struct {
  guint axis;
  gint64 start, step;
  guint hold, first;
} Walk;

static Stream *
solid_stream (guint axis, const gchar *properties)
{
  return stream_new ("lifesrc name=life " SOLID "slice-axis=%s %s ! "
                     "video/x-raw,format=GRAY8,width=%u,height=%u,"
                     "framerate=30/1",
      axes[axis], properties, shapes[axis][0], shapes[axis][1]);
}

/* Fails unless @sample shows the slice of frame @number, and says so. */
static void
assert_walks (GstSample *sample, const Walk *walk, guint number)
{
  GstBuffer *buffer = gst_sample_get_buffer (sample);
  const gint planes = (gint) shapes[walk->axis][2];
  const gint64 at = (walk->start + number * walk->step) % planes;
  const guint slice = (guint) ((at + planes) % planes);
  const guint generation = walk->first + number / MAX (walk->hold, 1);
  LifeBox box = { 0, 0, 0, WIDTH, HEIGHT, DEPTH };
  g_autoptr (LifeWorld) world =
      reference_new (WIDTH, HEIGHT, DEPTH, LIFE_TOPOLOGY_TORUS, "B6/S567");
  g_autofree gchar *what = g_strdup_printf (
      "frame %u, axis %s, slice %u", number, axes[walk->axis], slice);
  g_autoptr (GBytes) pixels = sample_pixels (sample);
  g_autoptr (GBytes) expected = NULL;

  g_assert_true (life_world_soup (world, 1, 0.35, NULL));
  reference_step (world, generation);
  if (walk->axis == 0)
    box.z = slice, box.depth = 1;
  else if (walk->axis == 1)
    box.y = slice, box.height = 1;
  else
    box.x = slice, box.width = 1;
  expected = reference_plane (world, &box);
  assert_same_pixels (pixels, expected, shapes[walk->axis][0], what);
  if (buffer_slice (buffer) != (gint) slice)
    g_error ("%s: GstLifeMeta says %d", what, buffer_slice (buffer));
  g_assert_cmpuint (buffer_generation (buffer), ==, generation);
  g_assert_cmpuint (count_life_metas (buffer), ==, 1);
  assert_buffer_world (buffer, WIDTH, HEIGHT, DEPTH);
}

/* The next @n frames, from the first one on. */
static void
assert_walking (Stream *stream, const Walk *walk, guint n)
{
  for (guint number = 0; number < n; number++) {
    g_autoptr (GstSample) sample = stream_pull (stream);

    assert_walks (sample, walk, number);
  }
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
      const Walk walk = { axis, walks[i].starts[axis], walks[i].step };
      g_autofree gchar *properties = g_strdup_printf (
          "slice=%d slice-step=%d", walks[i].slice, walks[i].step);
      g_autoptr (Stream) stream = stream_play (solid_stream (axis, properties));

      assert_walking (stream, &walk, 12);
    }
}

static void
test_a_generation_leaves_whole (void)
{
  for (guint axis = 0; axis < G_N_ELEMENTS (axes); axis++) {
    const guint planes = shapes[axis][2];
    const Walk walk = { axis, .step = 1, .hold = planes };
    g_autofree gchar *properties =
        g_strdup_printf ("slice=0 slice-step=1 generations-rate=1/%u", planes);
    g_autoptr (Stream) stream = stream_play (solid_stream (axis, properties));

    assert_walking (stream, &walk, 4 * planes);
  }
}

/* From the next frame on, as if it had always been so. */
static void
test_another_step_in_mid_stream_counts_from_the_first_frame (void)
{
  static const Walk walk[] = { { .start = 1, .step = 1 },
    { .start = 2, .step = -2 } };
  g_autoptr (Stream) stream = solid_stream (0, "slice=1 slice-step=1");

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (walk); i++) {
    g_autoptr (GstSample) sample = stream_sought (stream, 7 + i);

    assert_walks (sample, &walk[i], 7 + i);
    g_object_set (stream->life, "slice", 2, "slice-step", -2, NULL);
  }
}

static void
test_slices_walk_back_in_reverse (void)
{
  static const Walk walk = { .step = 1, .hold = 5 };
  g_autoptr (Stream) stream = stream_play (
      solid_stream (0, "slice=0 slice-step=1 generations-rate=1/5"));

  stream_skip (stream, 1);
  stream_seek (stream, -1.0, GST_FORMAT_TIME, 0, 0, GST_SECOND);
  for (guint number = 30; number-- > 0;) {
    g_autoptr (GstSample) sample = stream_pull (stream);

    assert_walks (sample, &walk, number);
  }
  stream_expect_end (stream);
}

/* --- By a controller --- */

static void
test_a_controller_moves_the_slice (void)
{
  g_autoptr (Stream) stream = solid_stream (0, "slice-step=1");

  stream_control (stream, "slice", 4.0, 200 * GST_MSECOND, -1.0);
  stream_play (stream);
  for (guint frame = 0; frame < 12; frame++) {
    const Walk walk = { .start = frame < 6 ? 4 : 2, .step = 1 };
    g_autoptr (GstSample) sample = stream_pull (stream);

    assert_walks (sample, &walk, frame);
  }
}

/* A 2D world is seen as slices only where that is asked for. */
static void
test_rows_of_a_flat_world_are_slices_across_y (void)
{
  g_autoptr (Stream) stream =
      stream_play (gray_stream ("world-width=16 world-height=12 zoom=1 "
                                "view=slice slice-axis=y slice=10 slice-step=1",
          16, 1));
  g_autoptr (LifeWorld) world = reference_soup (16, 12, 1, 0.35);

  for (guint frame = 0; frame < 4; frame++) {
    const LifeBox box = { 0, (10 + frame) % 12, 0, 16, 1, 1 };
    g_autoptr (GstSample) sample = stream_pull (stream);
    g_autoptr (GBytes) pixels = sample_pixels (sample);
    g_autoptr (GBytes) expected = reference_plane (world, &box);

    assert_same_pixels (pixels, expected, 16, "a row");
    g_assert_cmpint (
        buffer_slice (gst_sample_get_buffer (sample)), ==, (gint) box.y);
    reference_step (world, 1);
  }
}

/* --- In a filter --- */

static void
test_arriving_buffers_move_the_slice (void)
{
  static const Walk walk = { .step = -1, .first = 1 };
  g_autoptr (Stream) stream = stream_play (stream_new ("videotestsrc ! " GRAY (
      8, 6) " ! lifestep name=life "
            "input=tick " SOLID "slice=0 slice-step=-1"));

  assert_walking (stream, &walk, 12);
}

/* A picture changes the slice that is shown, and no other. */
static void
test_a_picture_goes_into_the_slice_that_is_shown (void)
{
  g_autoptr (Harness) h = gst_harness_new_parse (
      "lifestep input=or rule=B/S0..26 " SOLID "slice=0 slice-step=1");

  gst_harness_set_src_caps_str (h, GRAY (8, 6));
  for (guint number = 0; number < 12; number++) {
    guint8 pixels[WIDTH * HEIGHT] = { 0 };
    GstBuffer *buffer;

    pixels[number] = 255;
    buffer = gray_buffer (WIDTH, HEIGHT, pixels);
    GST_BUFFER_PTS (buffer) = time_of (number, 30, 1);
    GST_BUFFER_DURATION (buffer) = GST_SECOND / 30;
    buffer = gst_harness_push_and_pull (h, buffer);
    g_assert_cmpint (buffer_slice (buffer), ==, (gint) number % DEPTH);
    g_assert_cmpuint (buffer_population (buffer), ==, number + 1);
    for (guint i = 0; i <= number; i++) {
      guint8 pixel;

      g_assert_cmpuint (gst_buffer_extract (buffer, i, &pixel, 1), ==, 1);
      g_assert_cmpuint (pixel, ==, i % DEPTH == number % DEPTH ? 255 : 0);
    }
    gst_buffer_unref (buffer);
  }
}

/* The arriving meta's slice does not stay. */
static void
test_a_filter_of_slices_resets_which_they_were (void)
{
  g_autoptr (Stream) stream =
      stream_play (stream_new ("lifesrc " SOLID "slice=0 slice-step=1 ! " GRAY (
          8, 6) " ! lifestep name=life input=first"));

  for (guint frame = 0; frame < 6; frame++) {
    g_autoptr (GstSample) sample = stream_pull (stream);
    GstBuffer *buffer = gst_sample_get_buffer (sample);

    g_assert_cmpuint (count_life_metas (buffer), ==, 1);
    assert_buffer_world (buffer, WIDTH, HEIGHT, 1);
    g_assert_cmpint (buffer_slice (buffer), ==, -1);
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/slices/" #name, test_##name)
  TEST (frames_walk_through_slices_and_wrap);
  TEST (a_generation_leaves_whole);
  TEST (another_step_in_mid_stream_counts_from_the_first_frame);
  TEST (slices_walk_back_in_reverse);
  TEST (a_controller_moves_the_slice);
  TEST (rows_of_a_flat_world_are_slices_across_y);
  TEST (arriving_buffers_move_the_slice);
  TEST (a_picture_goes_into_the_slice_that_is_shown);
  TEST (a_filter_of_slices_resets_which_they_were);
  return g_test_run ();
}
