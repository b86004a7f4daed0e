/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifestep in a stream: which generation a buffer shows, what passes through,
 * and the effect of flushes, lateness and new caps. Pictures are tested in
 * test-lifestep-input.c, drawing in test-lifestep-output.c. */
#include "tests/support/draw/formats.h"
#include "tests/support/elements/lifestep.h"

/* --- Numbering --- */

static void
test_numbering_starts_after_the_picture (void)
{
  GstHarness *h = feed ("start-generation=5 generations=3");
  LifeWorld *reference = empty_world ();
  guint8 pixels[CELLS];

  random_picture (pixels, 1);
  write_cells (reference, pixels);
  reference_step (reference, 5);
  for (guint i = 0; i < 4; i++) {
    GstBuffer *buffer = push (h, i, pixels);

    reference_step (reference, 3);
    assert_buffer_shows (buffer, reference, "numbering");
    g_assert_cmpuint (buffer_generation (buffer), ==, 5 + (i + 1) * 3);
    gst_buffer_unref (buffer);
  }
  life_world_free (reference);
  gst_harness_teardown (h);
}

/* Buffer i of @chain equals buffer i + @ahead of a lifesrc alone. */
static void
check_ahead (const gchar *source, const gchar *chain, guint ahead,
    const gchar *format, guint width, guint height)
{
  gchar *caps = g_strdup_printf (
      "video/x-raw,format=%s,width=%u,height=%u,framerate=30/1", format, width,
      height);
  gchar *what = g_strdup_printf (
      "lifesrc %s ! %s, %s %ux%u", source, chain, format, width, height);
  Stream *alone = stream_new ("lifesrc name=life %s ! %s", source, caps);
  Stream *stepped =
      stream_new ("lifesrc name=life %s ! %s ! %s", source, caps, chain);

  stream_play (alone);
  stream_play (stepped);
  for (guint i = 0; i < ahead; i++)
    gst_sample_unref (stream_pull (alone));
  for (guint i = 0; i < 5; i++) {
    GstSample *expected = stream_pull (alone), *got = stream_pull (stepped);
    GBytes *e = sample_pixels (expected), *g = sample_pixels (got);

    g_assert_true (gst_caps_is_equal (
        gst_sample_get_caps (expected), gst_sample_get_caps (got)));
    assert_same_pixels (g, e, width, what);
    g_bytes_unref (e);
    g_bytes_unref (g);
    gst_sample_unref (expected);
    gst_sample_unref (got);
  }
  stream_free (stepped);
  stream_free (alone);
  g_free (what);
  g_free (caps);
}

static void
test_replace_equals_lifesrc_one_frame_on (void)
{
  static const guint sizes[][2] = { { 1, 1 }, { 3, 5 }, { 33, 17 },
    { 64, 48 } };

  for (guint i = 0; i < N_FORMATS; i++)
    for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
      check_ahead ("density=0.5", "lifestep input=replace", 1, formats[i].name,
          sizes[j][0], sizes[j][1]);
}

static void
test_replace_equals_lifesrc_one_frame_on_when_zoomed (void)
{
  check_ahead ("zoom=3", "lifestep input=replace zoom=3", 1, "I420", 50, 31);
  check_ahead ("world-width=10 world-height=8",
      "lifestep input=replace world-width=10 world-height=8", 1, "NV12", 65,
      47);
}

/* Frames that lifesrc would zoom and patterns that it would give a plane. */
static void
test_replace_equals_lifesrc_in_the_same_world (void)
{
#define WORLD "zoom=1 world-width=640 world-height=480 topology=plane"
  check_ahead ("zoom=1", "lifestep input=replace", 1, "I420", 640, 480);
  check_ahead ("pattern=acorn " WORLD, "lifestep input=replace " WORLD, 1,
      "I420", 640, 480);
#undef WORLD
}

static void
test_replace_equals_lifesrc_several_generations_on (void)
{
  check_ahead ("generations=3", "lifestep input=replace generations=3", 1,
      "GRAY8", 40, 30);
}

static void
test_first_equals_lifesrc_one_frame_on (void)
{
  check_ahead ("density=0.5", "lifestep", 1, "I420", 33, 17);
}

static void
test_lifesteps_chain (void)
{
  check_ahead ("density=0.5", "lifestep input=replace ! lifestep input=replace",
      2, "I420", 33, 17);
  check_ahead ("density=0.5", "lifestep ! lifestep input=replace ! lifestep", 3,
      "GRAY8", 40, 30);
}

static void
test_3d_worlds_step_too (void)
{
  check_ahead ("world-width=20 world-height=16 world-depth=4",
      "lifestep input=tick world-width=20 world-height=16 world-depth=4 "
      "density=0.35",
      1, "GRAY8", 20, 16);
}

/* --- What passes through --- */

static void
test_times_pass_through (void)
{
  GstHarness *h = feed ("");
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
  gst_harness_teardown (h);
}

static void
test_buffers_without_times_are_generations (void)
{
  GstHarness *h = feed ("");
  LifeWorld *reference = empty_world ();
  guint8 pixels[CELLS];

  random_picture (pixels, 1);
  write_cells (reference, pixels);
  for (guint i = 0; i < 3; i++) {
    GstBuffer *buffer =
        gst_harness_push_and_pull (h, gray_buffer (WIDTH, HEIGHT, pixels));

    g_assert_nonnull (buffer);
    reference_step (reference, 1);
    assert_buffer_shows (buffer, reference, "without times");
    g_assert_false (GST_BUFFER_PTS_IS_VALID (buffer));
    gst_buffer_unref (buffer);
  }
  life_world_free (reference);
  gst_harness_teardown (h);
}

static void
test_meta_is_replaced_and_not_doubled (void)
{
  Stream *stream = stream_play (stream_new ("lifesrc generations=7 ! " FRAME (
      GRAY8, 24, 18) " ! lifestep name=life zoom=2"));

  for (guint i = 0; i < 4; i++) {
    GstSample *sample = stream_pull (stream);
    GstBuffer *buffer = gst_sample_get_buffer (sample);

    g_assert_cmpuint (count_life_metas (buffer), ==, 1);
    g_assert_cmpuint (buffer_generation (buffer), ==, i + 1);
    assert_buffer_world (buffer, WIDTH / 2, HEIGHT / 2, 1);
    gst_sample_unref (sample);
  }
  stream_free (stream);
}

static void
test_messages_and_properties_report_every_frame (void)
{
  Stream *stream = stream_play (stream_new ("lifesrc num-buffers=3 ! " FRAME (
      GRAY8, 24, 18) " ! lifestep name=life post-messages=true engine=cpu"));
  LifeWorld *reference = reference_soup (WIDTH, HEIGHT, 1, 0.35);
  guint64 generation, population;
  LifeStatistics statistics;
  gchar *engine;

  for (guint i = 0; i < 3; i++) {
    GstSample *sample = stream_pull (stream);
    GstMessage *message = stream_wait_message (stream, GST_MESSAGE_ELEMENT);
    guint64 births, deaths;

    reference_step (reference, 1);
    reference_statistics (reference, &statistics);
    g_assert_true (gst_structure_get (gst_message_get_structure (message),
        "generation", G_TYPE_UINT64, &generation, "population", G_TYPE_UINT64,
        &population, "births", G_TYPE_UINT64, &births, "deaths", G_TYPE_UINT64,
        &deaths, NULL));
    g_assert_cmpuint (generation, ==, i + 1);
    g_assert_cmpuint (population, ==, statistics.population);
    g_assert_cmpuint (births, ==, statistics.births);
    g_assert_cmpuint (deaths, ==, statistics.deaths);
    gst_message_unref (message);
    gst_sample_unref (sample);
  }
  stream_expect_end (stream);
  g_object_get (stream->life, "generation", &generation, "population",
      &population, "engine-used", &engine, NULL);
  g_assert_cmpuint (generation, ==, 3);
  g_assert_cmpuint (population, ==, statistics.population);
  g_assert_cmpstr (engine, ==, "cpu");
  g_free (engine);
  life_world_free (reference);
  stream_free (stream);
}

/* --- What happens in mid-stream --- */

static void
test_late_buffers_are_generations_all_the_same (void)
{
  GstHarness *h = feed ("input=xor");
  LifeWorld *reference = empty_world ();
  guint8 pixels[CELLS], cells[CELLS];
  guint dropped = 0;

  for (guint number = 0; number < 12; number++) {
    GstBuffer *buffer;

    random_picture (pixels, number + 1);
    read_cells (reference, cells);
    for (guint i = 0; i < CELLS; i++)
      cells[i] = (cells[i] != 0) != (pixels[i] != 0);
    write_cells (reference, cells);
    reference_step (reference, 1);

    /* Downstream reports that buffer 3 was 100 ms late. */
    if (number == 4)
      gst_harness_push_upstream_event (
          h, gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 2.0, 100 * GST_MSECOND,
                 100 * GST_MSECOND));
    g_assert_cmpint (
        gst_harness_push (h, picture (number, pixels)), ==, GST_FLOW_OK);
    buffer = gst_harness_try_pull (h);
    if (!buffer) {
      dropped++;
      continue;
    }
    g_assert_cmpuint (buffer_generation (buffer), ==, number + 1);
    assert_buffer_shows (buffer, reference, "after late buffers");
    gst_buffer_unref (buffer);
  }
  g_assert_cmpuint (dropped, >, 0);
  g_assert_cmpuint (dropped, <, 8);
  life_world_free (reference);
  gst_harness_teardown (h);
}

static void
test_late_buffers_are_reported (void)
{
  GstHarness *h = feed ("");
  guint8 pixels[CELLS];
  guint64 generation;

  random_picture (pixels, 1);
  gst_buffer_unref (push (h, 0, pixels));
  gst_harness_push_upstream_event (
      h, gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 2.0, GST_SECOND, 0));
  g_assert_cmpint (gst_harness_push (h, picture (1, pixels)), ==, GST_FLOW_OK);
  g_assert_null (gst_harness_try_pull (h));
  g_object_get (life_of (h), "generation", &generation, NULL);
  g_assert_cmpuint (generation, ==, 2);
  gst_harness_teardown (h);
}

static void
test_flush_keeps_the_world (void)
{
  GstHarness *h = feed ("");
  LifeWorld *reference = empty_world ();
  GstSegment segment;
  guint8 pixels[CELLS];

  random_picture (pixels, 1);
  write_cells (reference, pixels);
  for (guint i = 0; i < 6; i++) {
    GstBuffer *buffer;

    if (i == 3) {
      gst_segment_init (&segment, GST_FORMAT_TIME);
      g_assert_true (gst_harness_push_event (h, gst_event_new_flush_start ()));
      g_assert_true (
          gst_harness_push_event (h, gst_event_new_flush_stop (TRUE)));
      g_assert_true (
          gst_harness_push_event (h, gst_event_new_segment (&segment)));
    }
    random_picture (pixels, i + 1);
    buffer = push (h, i, pixels);
    reference_step (reference, 1);
    assert_buffer_shows (buffer, reference, "around a flush");
    g_assert_cmpuint (buffer_generation (buffer), ==, i + 1);
    gst_buffer_unref (buffer);
  }
  life_world_free (reference);
  gst_harness_teardown (h);
}

static void
test_new_format_keeps_the_world (void)
{
  GstHarness *h = feed ("");
  LifeWorld *reference = empty_world ();
  guint8 pixels[CELLS];
  GstBuffer *buffer;

  random_picture (pixels, 1);
  write_cells (reference, pixels);
  reference_step (reference, 2);
  gst_buffer_unref (push (h, 0, pixels));
  gst_harness_set_src_caps_str (h, FRAME (BGRx, 24, 18));
  buffer = gst_buffer_new_allocate (NULL, CELLS * 4, NULL);
  gst_buffer_memset (buffer, 0, 255, CELLS * 4);
  buffer = gst_harness_push_and_pull (h, buffer);
  g_assert_nonnull (buffer);
  g_assert_cmpuint (buffer_generation (buffer), ==, 2);
  {
    LifeStatistics statistics;

    reference_statistics (reference, &statistics);
    g_assert_cmpuint (buffer_population (buffer), ==, statistics.population);
  }
  gst_buffer_unref (buffer);
  life_world_free (reference);
  gst_harness_teardown (h);
}

static void
test_new_size_restarts_the_world (void)
{
  GstHarness *h = feed ("");
  LifeWorld *reference = reference_soup (30, 20, 4, 0.3);
  GBytes *cells = reference_cells (reference);
  guint8 pixels[CELLS];
  GstBuffer *buffer;
  GstSample *sample;

  random_picture (pixels, 1);
  gst_buffer_unref (push (h, 0, pixels));
  gst_buffer_unref (push (h, 1, pixels));
  gst_harness_set_src_caps_str (h, FRAME (GRAY8, 30, 20));
  buffer = gst_harness_push_and_pull (
      h, gray_buffer (30, 20, g_bytes_get_data (cells, NULL)));
  g_assert_nonnull (buffer);
  g_assert_cmpuint (buffer_generation (buffer), ==, 1);
  reference_step (reference, 1);
  {
    GstCaps *caps = gst_caps_from_string (FRAME (GRAY8, 30, 20));

    sample = gst_sample_new (buffer, caps, NULL, NULL);
    gst_caps_unref (caps);
  }
  assert_shows (sample, reference, "the first larger frame");
  gst_sample_unref (sample);
  gst_buffer_unref (buffer);
  g_bytes_unref (cells);
  life_world_free (reference);
  gst_harness_teardown (h);
}

static void
test_controller_moves_the_zoom (void)
{
  Stream *stream = stream_new ("lifesrc density=0 ! " FRAME (
      GRAY8, 24, 18) " ! lifestep name=life input=tick density=1 "
                     "rule=B/S012345678 world-width=4 world-height=4");

  stream_control (stream, "zoom", 1.0, 100 * GST_MSECOND, 3.0);
  stream_play (stream);
  for (guint i = 0; i < 6; i++) {
    GstSample *sample = stream_pull (stream);
    GBytes *pixels = sample_pixels (sample);
    const guint8 *pixel = g_bytes_get_data (pixels, NULL);
    guint zoom = i < 3 ? 1 : 3, white = 0;

    for (guint p = 0; p < CELLS; p++)
      white += pixel[p] == 255;
    g_assert_cmpuint (white, ==, 16 * zoom * zoom);
    g_bytes_unref (pixels);
    gst_sample_unref (sample);
  }
  stream_free (stream);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/lifestep/" #name, test_##name)
  TEST (numbering_starts_after_the_picture);
  TEST (replace_equals_lifesrc_one_frame_on);
  TEST (replace_equals_lifesrc_one_frame_on_when_zoomed);
  TEST (replace_equals_lifesrc_in_the_same_world);
  TEST (replace_equals_lifesrc_several_generations_on);
  TEST (first_equals_lifesrc_one_frame_on);
  TEST (lifesteps_chain);
  TEST (3d_worlds_step_too);
  TEST (times_pass_through);
  TEST (buffers_without_times_are_generations);
  TEST (meta_is_replaced_and_not_doubled);
  TEST (messages_and_properties_report_every_frame);
  TEST (late_buffers_are_generations_all_the_same);
  TEST (late_buffers_are_reported);
  TEST (flush_keeps_the_world);
  TEST (new_format_keeps_the_world);
  TEST (new_size_restarts_the_world);
  TEST (controller_moves_the_zoom);
  return g_test_run ();
}
