/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifesrc in time: timestamps, queries, live mode and QoS. */
#include "tests/support/elements/element.h"

#include <gst/check/gsttestclock.h>

/* --- Times --- */

static void
check_times (gint fps_n, gint fps_d)
{
  GstElement *source = gst_element_factory_make ("lifesrc", NULL);
  GstHarness *h = gst_harness_new_with_element (source, NULL, "src");
  const GstSegment *segment;
  GstEvent *event;

  g_object_set (source, "num-buffers", 40, NULL);
  gst_harness_set_sink_caps (
      h, gst_caps_new_simple ("video/x-raw", "format", G_TYPE_STRING, "GRAY8",
             "width", G_TYPE_INT, 8, "height", G_TYPE_INT, 8, "framerate",
             GST_TYPE_FRACTION, fps_n, fps_d, NULL));
  gst_harness_play (h);
  for (guint i = 0; i < 40; i++) {
    GstBuffer *buffer = gst_harness_pull (h);

    g_assert_nonnull (buffer);
    g_assert_cmpuint (GST_BUFFER_PTS (buffer), ==, time_of (i, fps_n, fps_d));
    g_assert_cmpuint (GST_BUFFER_PTS (buffer) + GST_BUFFER_DURATION (buffer),
        ==, time_of (i + 1, fps_n, fps_d));
    g_assert_cmpuint (GST_BUFFER_OFFSET (buffer), ==, i);
    g_assert_cmpuint (GST_BUFFER_OFFSET_END (buffer), ==, i + 1);
    gst_buffer_unref (buffer);
  }
  event = gst_pad_get_sticky_event (h->sinkpad, GST_EVENT_SEGMENT, 0);
  g_assert_nonnull (event);
  gst_event_parse_segment (event, &segment);
  g_assert_cmpint (segment->format, ==, GST_FORMAT_TIME);
  g_assert_cmpuint (segment->start, ==, 0);
  g_assert_cmpuint (segment->time, ==, 0);
  g_assert_cmpuint (segment->base, ==, 0);
  g_assert_cmpfloat (segment->rate, ==, 1.0);
  gst_event_unref (event);
  gst_harness_teardown (h);
  gst_object_unref (source);
}

static void
test_times_at_30 (void)
{
  check_times (30, 1);
}

static void
test_times_at_30000_1001 (void)
{
  check_times (30000, 1001);
}

static void
test_times_at_one_frame_in_seven_seconds (void)
{
  check_times (1, 7);
}

static void
test_without_a_frame_rate_there_is_one_frame (void)
{
  Stream *stream = stream_play (soup_stream ("", "0/1"));
  GstSample *sample = stream_pull (stream);
  GstBuffer *buffer = gst_sample_get_buffer (sample);

  g_assert_cmpuint (GST_BUFFER_PTS (buffer), ==, 0);
  g_assert_false (GST_BUFFER_DURATION_IS_VALID (buffer));
  g_assert_cmpuint (buffer_generation (buffer), ==, 0);
  gst_sample_unref (sample);
  stream_expect_end (stream);
  stream_free (stream);
}

static void
test_num_buffers_ends_the_stream (void)
{
  Stream *stream = stream_play (soup_stream ("num-buffers=7", "30/1"));

  for (guint i = 0; i < 7; i++) {
    GstSample *sample = stream_pull (stream);

    assert_frame (sample, i, 30, 1);
    gst_sample_unref (sample);
  }
  stream_expect_end (stream);
  stream_free (stream);
}

/* --- Queries --- */

static void
test_duration_is_known_where_the_stream_ends (void)
{
  Stream *stream = soup_stream ("num-buffers=100", "30000/1001");
  gint64 duration;

  stream_set_state (stream, GST_STATE_PAUSED);
  g_assert_true (
      gst_element_query_duration (stream->life, GST_FORMAT_TIME, &duration));
  g_assert_cmpint (duration, ==, time_of (100, 30000, 1001));
  g_assert_true (
      gst_element_query_duration (stream->life, GST_FORMAT_DEFAULT, &duration));
  g_assert_cmpint (duration, ==, 100);
  stream_free (stream);
}

static void
test_duration_is_unknown_where_it_does_not (void)
{
  Stream *stream = soup_stream ("", "30/1");
  gint64 duration;

  stream_set_state (stream, GST_STATE_PAUSED);
  if (gst_element_query_duration (stream->life, GST_FORMAT_TIME, &duration)
      && duration != -1)
    g_error ("a stream without end says that it lasts %" G_GINT64_FORMAT " ns",
        duration);
  stream_free (stream);
}

static void
test_position_is_the_frame_shown (void)
{
  Stream *stream = soup_stream ("", "30/1");
  gint64 position;

  stream_set_state (stream, GST_STATE_PAUSED);
  stream_seek (stream, 1.0, GST_FORMAT_DEFAULT, 0, 45, -1);
  gst_sample_unref (stream_preroll (stream));
  g_assert_true (gst_element_query_position (
      stream->pipeline, GST_FORMAT_TIME, &position));
  g_assert_cmpint (position, ==, time_of (45, 30, 1));
  stream_free (stream);
}

static void
check_convert (
    Stream *stream, GstFormat from, gint64 value, GstFormat to, gint64 expected)
{
  gint64 converted;

  g_assert_true (
      gst_element_query_convert (stream->life, from, value, to, &converted));
  g_assert_cmpint (converted, ==, expected);
}

static void
test_frames_and_times_convert (void)
{
  Stream *stream = soup_stream ("", "30000/1001");

  stream_set_state (stream, GST_STATE_PAUSED);
  for (gint64 frame = 0; frame < 200; frame += 7) {
    GstClockTime time = time_of ((guint64) frame, 30000, 1001);

    check_convert (
        stream, GST_FORMAT_DEFAULT, frame, GST_FORMAT_TIME, (gint64) time);
    check_convert (
        stream, GST_FORMAT_TIME, (gint64) time, GST_FORMAT_DEFAULT, frame);
    check_convert (stream, GST_FORMAT_TIME, (gint64) time + 1000000,
        GST_FORMAT_DEFAULT, frame);
  }
  check_convert (stream, GST_FORMAT_TIME, -1, GST_FORMAT_DEFAULT, -1);
  stream_free (stream);
}

static void
check_seekable (const gchar *properties, gboolean expected)
{
  static const GstFormat formats[] = { GST_FORMAT_TIME, GST_FORMAT_DEFAULT };
  Stream *stream = soup_stream (properties, "30/1");

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    GstQuery *query = gst_query_new_seeking (formats[i]);
    gboolean seekable;

    if (!gst_element_query (stream->life, query))
      g_error ("the seeking query in %s is not answered",
          gst_format_get_name (formats[i]));
    gst_query_parse_seeking (query, NULL, &seekable, NULL, NULL);
    g_assert_cmpint (seekable, ==, expected);
    gst_query_unref (query);
  }
  stream_free (stream);
}

static void
test_seeking_query_reports_the_end (void)
{
  Stream *stream = soup_stream ("num-buffers=100", "30000/1001");
  const struct {
    GstFormat format;
    gint64 end;
  } rows[] = {
    { GST_FORMAT_TIME, (gint64) time_of (100, 30000, 1001) },
    { GST_FORMAT_DEFAULT, 100 },
  };

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    GstQuery *query = gst_query_new_seeking (rows[i].format);
    gint64 start, end;

    if (!gst_element_query (stream->life, query))
      g_error ("the seeking query in %s is not answered",
          gst_format_get_name (rows[i].format));
    gst_query_parse_seeking (query, NULL, NULL, &start, &end);
    g_assert_cmpint (start, ==, 0);
    g_assert_cmpint (end, ==, rows[i].end);
    gst_query_unref (query);
  }
  stream_free (stream);
}

static void
test_stream_is_seekable (void)
{
  check_seekable ("", TRUE);
}

static void
test_live_stream_is_not_seekable (void)
{
  check_seekable ("is-live=true", FALSE);
}

/* As what looks two seconds ahead. */
static GstPadProbeReturn
add_latency (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (info);
  GstClockTime min, max;
  gboolean live;

  if (GST_QUERY_TYPE (query) != GST_QUERY_LATENCY)
    return GST_PAD_PROBE_OK;
  gst_query_parse_latency (query, &live, &min, &max);
  gst_query_set_latency (query, live, min + 2 * GST_SECOND, max);
  return GST_PAD_PROBE_OK;
}

static void
check_latency (const gchar *properties, gboolean expected_live,
    GstClockTime expected_least)
{
  Stream *stream = soup_stream (properties, "30/1");
  GstQuery *query = gst_query_new_latency ();
  GstClockTime min, max;
  gboolean live;

  stream_set_state (stream, GST_STATE_PLAYING);
  gst_sample_unref (stream_pull (stream));
  g_assert_true (gst_element_query (stream->life, query));
  gst_query_parse_latency (query, &live, &min, &max);
  g_assert_cmpint (live, ==, expected_live);
  g_assert_cmpuint (min, ==, expected_least);
  if (live)
    g_assert_cmpuint (max, ==, GST_CLOCK_TIME_NONE);
  gst_query_unref (query);
  stream_free (stream);
}

static void
test_latency_of_a_live_stream_is_a_frame (void)
{
  check_latency ("", FALSE, 0);
  check_latency ("is-live=true", TRUE, GST_SECOND / 30);
}

/* Encoders look ahead; a bin warns where the source's latency has a maximum below that. */
static void
test_live_stream_into_an_encoder_needs_no_queue (void)
{
  Stream *stream =
      stream_new ("lifesrc name=life is-live=true ! "
                  "video/x-raw,format=I420,width=64,height=48,framerate=30/1 ! "
                  "identity name=encoder");
  GstElement *encoder =
      gst_bin_get_by_name (GST_BIN (stream->pipeline), "encoder");
  GstPad *pad = gst_element_get_static_pad (encoder, "src");
  GstMessage *warning;

  gst_pad_add_probe (pad,
      GST_PAD_PROBE_TYPE_QUERY_UPSTREAM | GST_PAD_PROBE_TYPE_PULL, add_latency,
      NULL, NULL);
  stream_play (stream);
  gst_sample_unref (stream_pull (stream));
  g_assert_true (gst_bin_recalculate_latency (GST_BIN (stream->pipeline)));
  warning = stream_next_message (stream, GST_MESSAGE_WARNING);
  g_assert_null (warning);
  gst_object_unref (pad);
  gst_object_unref (encoder);
  stream_free (stream);
}

/* --- Live --- */

/* A live source of 25 frames/s with a clock of the test's own. */
static GstHarness *
live_harness (GstClockTime now)
{
  GstElement *source = gst_element_factory_make ("lifesrc", NULL);
  GstHarness *h;

  g_object_set (source, "is-live", TRUE, NULL);
  h = gst_harness_new_with_element (source, NULL, "src");
  gst_object_unref (source);
  gst_harness_use_testclock (h);
  gst_harness_set_time (h, now);
  gst_harness_set_sink_caps_str (
      h, "video/x-raw,format=GRAY8,width=8,height=8,framerate=25/1");
  gst_harness_play (h);
  return h;
}

/* The source waits until @due, and then frame @number leaves. */
static void
expect_live_frame (GstHarness *h, GstClockTime due, guint64 number)
{
  GstBuffer *buffer;

  g_assert_true (gst_harness_wait_for_clock_id_waits (h, 1, 60));
  g_assert_cmpuint (
      gst_test_clock_get_next_entry_time (gst_harness_get_testclock (h)), ==,
      due);
  g_assert_null (gst_harness_try_pull (h));
  g_assert_true (gst_harness_crank_single_clock_wait (h));
  buffer = gst_harness_pull (h);
  g_assert_nonnull (buffer);
  g_assert_cmpuint (GST_BUFFER_PTS (buffer), ==, due);
  g_assert_cmpuint (GST_BUFFER_OFFSET (buffer), ==, number);
  g_assert_cmpuint (buffer_generation (buffer), ==, number);
  gst_buffer_unref (buffer);
}

static void
test_live_frames_come_when_their_time_has_come (void)
{
  GstHarness *h = live_harness (0);

  for (guint i = 0; i < 8; i++)
    expect_live_frame (h, i * 40 * GST_MSECOND, i);
  gst_harness_teardown (h);
}

static void
test_first_live_frame_comes_at_once (void)
{
  GstHarness *h = live_harness (7 * GST_SECOND);

  for (guint i = 0; i < 8; i++)
    expect_live_frame (h, 7 * GST_SECOND + i * 40 * GST_MSECOND, i);
  gst_harness_teardown (h);
}

static void
test_live_frame_that_waits_through_a_pause_comes_after_it (void)
{
  GstHarness *h = live_harness (0);

  expect_live_frame (h, 0, 0);
  expect_live_frame (h, 40 * GST_MSECOND, 1);
  g_assert_true (gst_harness_wait_for_clock_id_waits (h, 1, 60));
  gst_element_set_state (h->element, GST_STATE_PAUSED);
  while (gst_test_clock_peek_id_count (gst_harness_get_testclock (h)) > 0)
    g_usleep (1000);
  gst_harness_set_time (h, 9 * GST_SECOND);
  g_assert_null (gst_harness_try_pull (h));
  gst_element_set_state (h->element, GST_STATE_PLAYING);
  expect_live_frame (h, 9 * GST_SECOND, 2);
  expect_live_frame (h, 9 * GST_SECOND + 40 * GST_MSECOND, 3);
  gst_harness_teardown (h);
}

/* The application pauses for a while when a pipeline loses its clock. */
static void
test_live_frame_that_waits_goes_by_a_new_clock (void)
{
  GstHarness *h = live_harness (7 * GST_SECOND);
  GstClock *next = gst_test_clock_new_with_start_time (GST_SECOND);

  expect_live_frame (h, 7 * GST_SECOND, 0);
  g_assert_true (gst_harness_wait_for_clock_id_waits (h, 1, 60));
  gst_element_set_state (h->element, GST_STATE_PAUSED);
  gst_element_set_clock (h->element, next);
  gst_element_set_state (h->element, GST_STATE_PLAYING);
  for (guint i = 1; i < 4; i++) {
    GstBuffer *buffer;

    gst_test_clock_wait_for_next_pending_id (GST_TEST_CLOCK (next), NULL);
    g_assert_true (gst_test_clock_crank (GST_TEST_CLOCK (next)));
    buffer = gst_harness_pull (h);
    g_assert_nonnull (buffer);
    g_assert_cmpuint (GST_BUFFER_OFFSET (buffer), ==, i);
    g_assert_cmpuint (
        GST_BUFFER_PTS (buffer), ==, GST_SECOND + (i - 1) * 40 * GST_MSECOND);
    gst_buffer_unref (buffer);
  }
  gst_harness_teardown (h);
  gst_object_unref (next);
}

/* After two hours without a frame, as when the process was stopped: the one that waited leaves,
 * and the stream goes on from there, at its rate. */
static void
expect_frames_after_jump (GstHarness *h)
{
  const GstClockTime later = 2 * 3600 * GST_SECOND;
  GstBuffer *buffer;

  g_assert_true (gst_harness_wait_for_clock_id_waits (h, 1, 60));
  gst_harness_set_time (h, later);
  g_assert_true (gst_harness_crank_single_clock_wait (h));
  buffer = gst_harness_pull (h);
  g_assert_cmpuint (GST_BUFFER_PTS (buffer), ==, 80 * GST_MSECOND);
  gst_buffer_unref (buffer);
  for (guint i = 0; i < 4; i++)
    expect_live_frame (h, later + i * 40 * GST_MSECOND, 3 + i);
}

static void
test_live_frames_go_on_after_the_clock_jumps (void)
{
  GstHarness *h = live_harness (0);

  expect_live_frame (h, 0, 0);
  expect_live_frame (h, 40 * GST_MSECOND, 1);
  expect_frames_after_jump (h);
  gst_harness_teardown (h);
}

/* --- QoS --- */

static void
report_lateness (Stream *stream, GstClockTimeDiff jitter, GstClockTime time)
{
  GstPad *pad = gst_element_get_static_pad (stream->life, "src");

  g_assert_true (gst_pad_send_event (
      pad, gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 1.0, jitter, time)));
  gst_object_unref (pad);
}

static void
test_late_frames_are_skipped_and_none_renumbered (void)
{
  Stream *stream = stream_play (soup_stream ("", "30/1"));
  GPtrArray *frames;
  guint64 last = 0;
  guint pulled = 0;

  frames = play_frames (stream, 90);
  stream_seek (stream, 1.0, GST_FORMAT_TIME, 0, 0, -1);
  gst_sample_unref (stream_pull (stream));
  /* The frame at 0 was one second late: frames before 2 s need not be made. */
  report_lateness (stream, GST_SECOND, 0);
  while (last < 80) {
    GstSample *sample = stream_pull (stream);
    guint64 number = GST_BUFFER_OFFSET (gst_sample_get_buffer (sample));

    g_assert_cmpuint (number, >, last);
    if (number > last + 1)
      g_assert_cmpuint (number, ==, 60);
    if (number < 90)
      assert_as_played (sample, frames, (guint) number, "after a skip");
    last = number;
    pulled++;
    gst_sample_unref (sample);
  }
  g_assert_cmpuint (pulled, <, 60);
  g_ptr_array_unref (frames);
  stream_free (stream);
}

/* Lateness is reported in running time, which in a live stream does not begin
 * at frame 0. */
static void
test_late_live_frames_are_skipped (void)
{
  GstHarness *h = live_harness (7 * GST_SECOND);

  expect_live_frame (h, 7 * GST_SECOND, 0);
  expect_live_frame (h, 7 * GST_SECOND + 40 * GST_MSECOND, 1);
  g_assert_true (gst_harness_wait_for_clock_id_waits (h, 1, 60));
  /* Frame 2 is made; later ones that end before 7.2 s need not be. */
  g_assert_true (gst_harness_push_upstream_event (
      h, gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 1.0, 80 * GST_MSECOND,
             7 * GST_SECOND + 40 * GST_MSECOND)));
  expect_live_frame (h, 7 * GST_SECOND + 80 * GST_MSECOND, 2);
  expect_live_frame (h, 7 * GST_SECOND + 200 * GST_MSECOND, 5);
  gst_harness_teardown (h);
}

/* A sink that got a frame two hours late does not make the stream wait for two more. */
static void
test_live_frames_go_on_after_a_report_of_hours (void)
{
  GstHarness *h = live_harness (0);

  expect_live_frame (h, 0, 0);
  expect_live_frame (h, 40 * GST_MSECOND, 1);
  g_assert_true (gst_harness_wait_for_clock_id_waits (h, 1, 60));
  g_assert_true (gst_harness_push_upstream_event (
      h, gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 1.0, 2 * 3600 * GST_SECOND,
             40 * GST_MSECOND)));
  expect_frames_after_jump (h);
  gst_harness_teardown (h);
}

static void
test_skipping_never_passes_the_end (void)
{
  Stream *stream = stream_play (soup_stream ("num-buffers=50", "30/1"));
  GstSample *sample;

  gst_sample_unref (stream_pull (stream));
  report_lateness (stream, 100 * GST_SECOND, 0);
  while ((sample = stream_pull_or_end (stream))) {
    g_assert_cmpuint (
        GST_BUFFER_OFFSET (gst_sample_get_buffer (sample)), <, 50);
    gst_sample_unref (sample);
  }
  stream_free (stream);
}

static void
test_without_qos_no_frame_is_skipped (void)
{
  Stream *stream = stream_play (soup_stream ("qos=false", "30/1"));

  report_lateness (stream, GST_SECOND, 0);
  for (guint i = 0; i < 70; i++) {
    GstSample *sample = stream_pull (stream);

    assert_frame (sample, i, 30, 1);
    gst_sample_unref (sample);
  }
  stream_free (stream);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/timing/" #name, test_##name)
  TEST (times_at_30);
  TEST (times_at_30000_1001);
  TEST (times_at_one_frame_in_seven_seconds);
  TEST (without_a_frame_rate_there_is_one_frame);
  TEST (num_buffers_ends_the_stream);
  TEST (duration_is_known_where_the_stream_ends);
  TEST (duration_is_unknown_where_it_does_not);
  TEST (position_is_the_frame_shown);
  TEST (frames_and_times_convert);
  TEST (seeking_query_reports_the_end);
  TEST (stream_is_seekable);
  TEST (live_stream_is_not_seekable);
  TEST (latency_of_a_live_stream_is_a_frame);
  TEST (live_stream_into_an_encoder_needs_no_queue);
  TEST (live_frames_come_when_their_time_has_come);
  TEST (first_live_frame_comes_at_once);
  TEST (live_frame_that_waits_through_a_pause_comes_after_it);
  TEST (live_frame_that_waits_goes_by_a_new_clock);
  TEST (late_frames_are_skipped_and_none_renumbered);
  TEST (live_frames_go_on_after_the_clock_jumps);
  TEST (late_live_frames_are_skipped);
  TEST (live_frames_go_on_after_a_report_of_hours);
  TEST (skipping_never_passes_the_end);
  TEST (without_qos_no_frame_is_skipped);
  return g_test_run ();
}
