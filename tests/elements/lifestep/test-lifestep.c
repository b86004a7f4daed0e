/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifestep in a stream: which generation a buffer shows, what passes through,
 * and the effect of flushes, lateness and new caps. Pictures are tested in
 * test-lifestep-input.c, drawing in test-lifestep-output.c. */
#include "tests/support/draw/formats.h"
#include "tests/support/elements/lifestep.h"

/* --- Numbering --- */

/* `start-generation` is read on the way to PAUSED: setting it later neither changes the
 * numbers nor restarts the world. */
static void
test_numbering_starts_after_the_picture (void)
{
  g_autoptr (Harness) h = feed ("start-generation=5 generations=3");
  guint8 pixels[CELLS];
  g_autoptr (LifeWorld) reference = random_world (pixels, 1);

  reference_step (reference, 5);
  for (guint i = 0; i < 6; i++) {
    if (i == 3)
      g_object_set (life_of (h), "start-generation", (guint64) 0, NULL);
    push_and_compare (h, i, pixels, reference, 3);
  }
}

typedef struct {
  const gchar *source, *chain;
  guint ahead;
  const gchar *format;
  guint width, height;
} Ahead;

/* Buffer i of @source ! @chain equals buffer i + @ahead of the source alone. */
static void
check_ahead (const Ahead *row)
{
  g_autofree gchar *caps = g_strdup_printf (
      "video/x-raw,format=%s,width=%u,height=%u,framerate=30/1", row->format,
      row->width, row->height);
  g_autoptr (Stream) alone =
      stream_play (stream_new ("lifesrc name=life %s ! %s", row->source, caps));
  g_autoptr (Stream) stepped = stream_play (stream_new (
      "lifesrc name=life %s ! %s ! %s", row->source, caps, row->chain));

  g_test_message ("%s ! %s ! %s", row->source, caps, row->chain);
  stream_skip (alone, row->ahead);
  for (guint i = 0; i < 5; i++) {
    g_autoptr (GstSample) expected = stream_pull (alone);
    g_autoptr (GstSample) got = stream_pull (stepped);
    g_autoptr (GBytes) e = sample_pixels (expected), g = sample_pixels (got);

    g_assert_true (gst_caps_is_equal (
        gst_sample_get_caps (expected), gst_sample_get_caps (got)));
    assert_same_pixels (g, e, row->width, row->chain);
  }
}

/* The last but one has frames that lifesrc would zoom, and a pattern that it would give a plane. */
static void
test_lifestep_equals_lifesrc_frames_on (void)
{
#define WORLD "zoom=1 world-width=640 world-height=480 topology=plane"
#define CUBOID "world-width=20 world-height=16 world-depth=4"
  static const guint sizes[][2] = { { 1, 1 }, { 3, 5 }, { 33, 17 },
    { 64, 48 } };
  static const Ahead rows[] = {
    { "zoom=3", "lifestep input=replace zoom=3", 1, "I420", 50, 31 },
    { "world-width=10 world-height=8",
        "lifestep input=replace world-width=10 world-height=8", 1, "NV12", 65,
        47 },
    { "generations=3", "lifestep input=replace generations=3", 1, "GRAY8", 40,
        30 },
    { "density=0.5", "lifestep", 1, "I420", 33, 17 },
    { "density=0.5", "lifestep input=replace ! lifestep input=replace", 2,
        "I420", 33, 17 },
    { "density=0.5", "lifestep ! lifestep input=replace ! lifestep", 3, "GRAY8",
        40, 30 },
    { CUBOID, "lifestep input=tick density=0.35 " CUBOID, 1, "GRAY8", 20, 16 },
    { "zoom=1", "lifestep input=replace", 1, "I420", 640, 480 },
    { "pattern=acorn " WORLD, "lifestep input=replace " WORLD, 1, "I420", 640,
        480 },
  };

  for (guint i = 0; i < N_FORMATS; i++)
    for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
      check_ahead (&(Ahead){ "density=0.5", "lifestep input=replace", 1,
          formats[i].name, sizes[j][0], sizes[j][1] });
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    check_ahead (&rows[i]);
}

/* --- What passes through --- */

static void
test_times_pass_through (void)
{
  g_autoptr (Harness) h = feed ("");
  guint8 pixels[CELLS] = { 0 };
  GstBuffer *buffer = picture (0, pixels);

  GST_BUFFER_PTS (buffer) = 1234567;
  GST_BUFFER_DURATION (buffer) = 7654321;
  GST_BUFFER_OFFSET (buffer) = 99;
  GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DISCONT);
  buffer = gst_harness_push_and_pull (h, buffer);
  g_assert_nonnull (buffer);
  g_assert_cmpuint (GST_BUFFER_PTS (buffer), ==, 1234567);
  g_assert_cmpuint (GST_BUFFER_DURATION (buffer), ==, 7654321);
  g_assert_cmpuint (GST_BUFFER_OFFSET (buffer), ==, 99);
  g_assert_true (GST_BUFFER_FLAG_IS_SET (buffer, GST_BUFFER_FLAG_DISCONT));
  gst_buffer_unref (buffer);
}

static void
test_buffers_without_times_are_generations (void)
{
  g_autoptr (Harness) h = feed ("");
  guint8 pixels[CELLS];
  g_autoptr (LifeWorld) reference = random_world (pixels, 1);

  for (guint i = 0; i < 3; i++) {
    g_autoptr (GstBuffer) buffer =
        gst_harness_push_and_pull (h, gray_buffer (WIDTH, HEIGHT, pixels));

    reference_step (reference, 1);
    assert_buffer_shows (buffer, reference, "without times");
    g_assert_false (GST_BUFFER_PTS_IS_VALID (buffer));
  }
}

static void
test_meta_is_replaced_and_not_doubled (void)
{
  g_autoptr (Stream) stream =
      stream_play (stream_new ("lifesrc generations=7 ! " FRAME (
          GRAY8, 24, 18) " ! lifestep name=life zoom=2"));

  for (guint i = 0; i < 4; i++) {
    g_autoptr (GstSample) sample = stream_pull (stream);
    GstBuffer *buffer = gst_sample_get_buffer (sample);

    g_assert_cmpuint (count_life_metas (buffer), ==, 1);
    g_assert_cmpuint (buffer_generation (buffer), ==, i + 1);
    assert_buffer_world (buffer, WIDTH / 2, HEIGHT / 2, 1);
  }
}

static void
test_messages_and_properties_report_every_frame (void)
{
  g_autoptr (Stream) stream =
      stream_play (stream_new ("lifesrc num-buffers=3 ! " FRAME (GRAY8, 24,
          18) " ! lifestep name=life post-messages=true engine=cpu"));
  g_autoptr (LifeWorld) reference = reference_soup (WIDTH, HEIGHT, 1, 0.35);
  g_autofree gchar *engine = NULL;
  LifeStatistics statistics;

  for (guint i = 0; i < 3; i++) {
    stream_skip (stream, 1);
    reference_step (reference, 1);
    stream_assert_reported (stream, reference);
  }
  reference_statistics (reference, &statistics);
  stream_expect_end (stream);
  g_assert_cmpuint (stream_get_uint64 (stream, "generation"), ==, 3);
  g_assert_cmpuint (
      stream_get_uint64 (stream, "population"), ==, statistics.population);
  g_object_get (stream->life, "engine-used", &engine, NULL);
  g_assert_cmpstr (engine, ==, "cpu");
}

/* --- What happens in mid-stream --- */

static void
test_late_buffers_are_reported (void)
{
  g_autoptr (Harness) h = feed ("");
  guint8 pixels[CELLS];
  guint64 generation;

  random_picture (pixels, 1);
  gst_buffer_unref (push (h, 0, pixels));
  report_late (h, 0, GST_SECOND);
  g_assert_null (push_late (h, picture (1, pixels)));
  g_object_get (life_of (h), "generation", &generation, NULL);
  g_assert_cmpuint (generation, ==, 2);
}

static void
test_flush_leaves_the_world (void)
{
  g_autoptr (Harness) h = feed ("");
  guint8 pixels[CELLS];
  g_autoptr (LifeWorld) reference = random_world (pixels, 1);

  for (guint i = 0; i < 6; i++) {
    if (i == 3) {
      g_assert_true (gst_harness_push_event (h, gst_event_new_flush_start ()));
      g_assert_true (
          gst_harness_push_event (h, gst_event_new_flush_stop (TRUE)));
      push_segment (h, GST_FORMAT_TIME, 1);
    }
    random_picture (pixels, i + 1);
    push_and_compare (h, i, pixels, reference, 1);
  }
}

static void
test_controller_moves_the_zoom (void)
{
  g_autoptr (Stream) stream = stream_new ("lifesrc density=0 ! " FRAME (
      GRAY8, 24, 18) " ! lifestep name=life input=tick density=1 "
                     "rule=B/S012345678 world-width=4 world-height=4");

  stream_control (stream, "zoom", 1.0, 100 * GST_MSECOND, 3.0);
  stream_play (stream);
  for (guint i = 0; i < 6; i++) {
    g_autoptr (GBytes) pixels = stream_pull_pixels (stream);
    const guint8 *pixel = g_bytes_get_data (pixels, NULL);
    guint zoom = i < 3 ? 1 : 3, white = 0;

    for (guint p = 0; p < CELLS; p++)
      white += pixel[p] == 255;
    g_assert_cmpuint (white, ==, 16 * zoom * zoom);
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/lifestep/" #name, test_##name)
  TEST (numbering_starts_after_the_picture);
  TEST (lifestep_equals_lifesrc_frames_on);
  TEST (times_pass_through);
  TEST (buffers_without_times_are_generations);
  TEST (meta_is_replaced_and_not_doubled);
  TEST (messages_and_properties_report_every_frame);
  TEST (late_buffers_are_reported);
  TEST (flush_leaves_the_world);
  TEST (controller_moves_the_zoom);
  return g_test_run ();
}
