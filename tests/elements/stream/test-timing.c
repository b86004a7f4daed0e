/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifesrc in time: timestamps, queries, live mode and QoS. */
#include "tests/support/elements/element.h"

#include <gst/check/gsttestclock.h>

/* The next frame, at 30 frames/s. */
static void
expect_frame (Stream *stream, guint64 number)
{
  g_autoptr (GstSample) sample = stream_pull (stream);

  assert_frame (sample, number, 30, 1);
}

/* --- Times --- */

static void
test_times_follow_from_the_frame_rate (void)
{
  static const gint rates[][2] = { { 30, 1 }, { 30000, 1001 }, { 1, 7 } };

  for (guint k = 0; k < G_N_ELEMENTS (rates); k++) {
    g_autofree gchar *rate =
        g_strdup_printf ("%d/%d", rates[k][0], rates[k][1]);
    g_autoptr (Stream) stream =
        stream_play (soup_stream ("num-buffers=40", rate));

    for (guint i = 0; i < 40; i++) {
      g_autoptr (GstSample) sample = stream_pull (stream);
      const GstSegment *segment = gst_sample_get_segment (sample);

      assert_frame (sample, i, rates[k][0], rates[k][1]);
      g_assert_cmpint (segment->format, ==, GST_FORMAT_TIME);
      g_assert_cmpuint (segment->start, ==, 0);
      g_assert_cmpuint (segment->time, ==, 0);
      g_assert_cmpuint (segment->base, ==, 0);
      g_assert_cmpfloat (segment->rate, ==, 1.0);
    }
    stream_expect_end (stream);
  }
}

static void
test_without_a_frame_rate_there_is_one_frame (void)
{
  g_autoptr (Stream) stream = stream_play (soup_stream ("", "0/1"));
  g_autoptr (GstSample) sample = stream_pull (stream);
  GstBuffer *buffer = gst_sample_get_buffer (sample);

  g_assert_cmpuint (GST_BUFFER_PTS (buffer), ==, 0);
  g_assert_false (GST_BUFFER_DURATION_IS_VALID (buffer));
  g_assert_cmpuint (buffer_generation (buffer), ==, 0);
  stream_expect_end (stream);
}

/* --- Queries --- */

/* -1 where the stream has no end; a live one cannot be sought. */
static void
test_queries_report_the_end_and_whether_one_can_seek (void)
{
  static const struct {
    const gchar *properties;
    gint64 frames;
    gboolean seekable;
  } rows[] = {
    { "num-buffers=100", 100, TRUE },
    { "", -1, TRUE },
    { "is-live=true", -1, FALSE },
  };
  static const GstFormat formats[] = { GST_FORMAT_TIME, GST_FORMAT_DEFAULT };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (rows); i++) {
    const GstFormat format = formats[i % 2];
    const gint64 frames = rows[i / 2].frames;
    const gint64 expected = frames < 0 || format == GST_FORMAT_DEFAULT
                                ? frames
                                : (gint64) time_of (frames, 30000, 1001);
    g_autoptr (Stream) stream =
        soup_stream (rows[i / 2].properties, "30000/1001");
    g_autoptr (GstQuery) query = gst_query_new_seeking (format);
    gint64 duration = -1, start, end;
    gboolean has_duration, seekable;

    stream_set_state (stream, GST_STATE_PAUSED);
    has_duration = gst_element_query_duration (stream->life, format, &duration);
    g_assert_true (has_duration || expected == -1);
    g_assert_cmpint (duration, ==, expected);
    if (!gst_element_query (stream->life, query))
      g_error ("the seeking query in %s is not answered",
          gst_format_get_name (format));
    gst_query_parse_seeking (query, NULL, &seekable, &start, &end);
    g_assert_cmpint (seekable, ==, rows[i / 2].seekable);
    g_assert_cmpint (start, ==, 0);
    g_assert_cmpint (end, ==, expected);
  }
}

static void
test_position_is_the_frame_shown (void)
{
  g_autoptr (Stream) stream = soup_stream ("", "30/1");
  gint64 position;

  stream_set_state (stream, GST_STATE_PAUSED);
  gst_sample_unref (stream_sought (stream, 45));
  g_assert_true (gst_element_query_position (
      stream->pipeline, GST_FORMAT_TIME, &position));
  g_assert_cmpint (position, ==, time_of (45, 30, 1));
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
  const GstFormat in_time = GST_FORMAT_TIME, in_frames = GST_FORMAT_DEFAULT;
  g_autoptr (Stream) stream = soup_stream ("", "30000/1001");

  stream_set_state (stream, GST_STATE_PAUSED);
  for (gint64 frame = 0; frame < 200; frame += 7) {
    const gint64 time = (gint64) time_of ((guint64) frame, 30000, 1001);

    check_convert (stream, in_frames, frame, in_time, time);
    check_convert (stream, in_time, time, in_frames, frame);
    check_convert (stream, in_time, time + 1000000, in_frames, frame);
  }
  check_convert (stream, in_time, -1, in_frames, -1);
}

static void
test_latency_of_a_live_stream_is_a_frame (void)
{
  for (guint is_live = 0; is_live < 2; is_live++) {
    g_autoptr (Stream) stream = stream_play (
        soup_stream (is_live ? "is-live=true" : "is-live=false", "30/1"));
    g_autoptr (GstQuery) query = gst_query_new_latency ();
    GstClockTime min, max;
    gboolean live;

    stream_skip (stream, 1);
    g_assert_true (gst_element_query (stream->life, query));
    gst_query_parse_latency (query, &live, &min, &max);
    g_assert_cmpint (live, ==, is_live);
    g_assert_cmpuint (min, ==, is_live ? GST_SECOND / 30 : 0);
    if (live)
      g_assert_cmpuint (max, ==, GST_CLOCK_TIME_NONE);
  }
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

/* Encoders look ahead; a bin warns where the source's latency has a maximum below that. */
static void
test_live_stream_into_an_encoder_needs_no_queue (void)
{
  g_autoptr (Stream) stream = soup_stream ("is-live=true", "30/1");
  g_autoptr (GstPad) pad = gst_element_get_static_pad (stream->sink, "sink");
  g_autoptr (GstPad) peer = gst_pad_get_peer (pad);

  gst_pad_add_probe (peer,
      GST_PAD_PROBE_TYPE_QUERY_UPSTREAM | GST_PAD_PROBE_TYPE_PULL, add_latency,
      NULL, NULL);
  stream_play (stream);
  stream_skip (stream, 1);
  g_assert_true (gst_bin_recalculate_latency (GST_BIN (stream->pipeline)));
  g_assert_null (stream_next_message (stream, GST_MESSAGE_WARNING));
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

/* Frame @number, which has that time. */
static void
pull_live_frame (GstHarness *h, GstClockTime time, guint64 number)
{
  GstBuffer *buffer = gst_harness_pull (h);

  g_assert_nonnull (buffer);
  g_assert_cmpuint (GST_BUFFER_PTS (buffer), ==, time);
  g_assert_cmpuint (GST_BUFFER_OFFSET (buffer), ==, number);
  g_assert_cmpuint (buffer_generation (buffer), ==, number);
  gst_buffer_unref (buffer);
}

/* Frames from @number on leave each at its time, the first one @due. */
static void
expect_live_frames (GstHarness *h, GstClockTime due, guint64 number, guint n)
{
  g_autoptr (GstTestClock) clock = gst_harness_get_testclock (h);

  for (guint i = 0; i < n; i++, due += 40 * GST_MSECOND) {
    g_assert_true (gst_harness_wait_for_clock_id_waits (h, 1, 60));
    g_assert_cmpuint (gst_test_clock_get_next_entry_time (clock), ==, due);
    g_assert_null (gst_harness_try_pull (h));
    g_assert_true (gst_harness_crank_single_clock_wait (h));
    pull_live_frame (h, due, number + i);
  }
}

/* The first one at once. */
static void
test_live_frames_come_when_their_time_has_come (void)
{
  for (guint start = 0; start <= 7; start += 7) {
    g_autoptr (Harness) h = live_harness (start * GST_SECOND);

    expect_live_frames (h, start * GST_SECOND, 0, 8);
  }
}

static void
test_live_frame_that_waits_through_a_pause_comes_after_it (void)
{
  g_autoptr (Harness) h = live_harness (0);
  g_autoptr (GstTestClock) clock = gst_harness_get_testclock (h);

  expect_live_frames (h, 0, 0, 2);
  g_assert_true (gst_harness_wait_for_clock_id_waits (h, 1, 60));
  gst_element_set_state (h->element, GST_STATE_PAUSED);
  while (gst_test_clock_peek_id_count (clock) > 0)
    g_usleep (1000);
  gst_harness_set_time (h, 9 * GST_SECOND);
  g_assert_null (gst_harness_try_pull (h));
  gst_element_set_state (h->element, GST_STATE_PLAYING);
  expect_live_frames (h, 9 * GST_SECOND, 2, 2);
}

/* The application pauses for a while when a pipeline loses its clock. */
static void
test_live_frame_that_waits_goes_by_a_new_clock (void)
{
  g_autoptr (Harness) h = live_harness (7 * GST_SECOND);
  GstClock *next = gst_test_clock_new_with_start_time (GST_SECOND);

  expect_live_frames (h, 7 * GST_SECOND, 0, 1);
  g_assert_true (gst_harness_wait_for_clock_id_waits (h, 1, 60));
  gst_element_set_state (h->element, GST_STATE_PAUSED);
  gst_element_set_clock (h->element, next);
  gst_element_set_state (h->element, GST_STATE_PLAYING);
  for (guint i = 1; i < 4; i++) {
    gst_test_clock_wait_for_next_pending_id (GST_TEST_CLOCK (next), NULL);
    g_assert_true (gst_test_clock_crank (GST_TEST_CLOCK (next)));
    pull_live_frame (h, GST_SECOND + (i - 1) * 40 * GST_MSECOND, i);
  }
  gst_object_unref (next);
}

/* --- Lateness --- */

static void
report_late_live (GstHarness *h, GstClockTimeDiff jitter, GstClockTime time)
{
  g_assert_true (gst_harness_wait_for_clock_id_waits (h, 1, 60));
  g_assert_true (gst_harness_push_upstream_event (
      h, gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 1.0, jitter, time)));
}

/* After two hours without a frame, as when the process was stopped, the one that waited leaves,
 * and the stream goes on from there, at its rate; also after a report of a frame that was two
 * hours late. */
static void
test_live_frames_go_on_after_the_clock_jumps (void)
{
  const GstClockTime later = 2 * 3600 * GST_SECOND;

  for (guint reported = 0; reported < 2; reported++) {
    g_autoptr (Harness) h = live_harness (0);

    expect_live_frames (h, 0, 0, 2);
    if (reported)
      report_late_live (h, (GstClockTimeDiff) later, 40 * GST_MSECOND);
    g_assert_true (gst_harness_wait_for_clock_id_waits (h, 1, 60));
    gst_harness_set_time (h, later);
    g_assert_true (gst_harness_crank_single_clock_wait (h));
    pull_live_frame (h, 80 * GST_MSECOND, 2);
    expect_live_frames (h, later, 3, 4);
  }
}

/* Lateness is reported in running time, which in a live stream does not begin at frame 0.
 * Frame 2 is made; later ones that end before 7.2 s need not be. */
static void
test_late_live_frames_are_skipped (void)
{
  g_autoptr (Harness) h = live_harness (7 * GST_SECOND);

  expect_live_frames (h, 7 * GST_SECOND, 0, 2);
  report_late_live (h, 80 * GST_MSECOND, 7 * GST_SECOND + 40 * GST_MSECOND);
  expect_live_frames (h, 7 * GST_SECOND + 80 * GST_MSECOND, 2, 1);
  expect_live_frames (h, 7 * GST_SECOND + 200 * GST_MSECOND, 5, 1);
}

static void
report_late (Stream *stream, GstClockTimeDiff jitter)
{
  g_autoptr (GstPad) pad = gst_element_get_static_pad (stream->life, "src");

  g_assert_true (gst_pad_send_event (
      pad, gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, 1.0, jitter, 0)));
}

static void
test_late_frames_are_skipped_and_none_renumbered (void)
{
  g_autoptr (Stream) stream = stream_play (soup_stream ("", "30/1"));
  g_autoptr (GPtrArray) frames = play_frames (stream, 90);
  guint64 last = 0;
  guint pulled = 0;

  stream_seek (stream, 1.0, GST_FORMAT_TIME, 0, 0, -1);
  stream_skip (stream, 1);
  /* The frame at 0 was one second late: frames before 2 s need not be made. */
  report_late (stream, GST_SECOND);
  for (; last < 80; pulled++) {
    g_autoptr (GstSample) sample = stream_pull (stream);
    const guint64 number = GST_BUFFER_OFFSET (gst_sample_get_buffer (sample));

    g_assert_cmpuint (number, >, last);
    if (number > last + 1)
      g_assert_cmpuint (number, ==, 60);
    if (number < 90)
      assert_as_played (sample, frames, (guint) number, "after a skip");
    last = number;
  }
  g_assert_cmpuint (pulled, <, 60);
}

static void
test_skipping_never_passes_the_end (void)
{
  g_autoptr (Stream) stream =
      stream_play (soup_stream ("num-buffers=50", "30/1"));
  GstSample *sample;

  stream_skip (stream, 1);
  report_late (stream, 100 * GST_SECOND);
  while ((sample = stream_pull_or_end (stream))) {
    g_assert_cmpuint (
        GST_BUFFER_OFFSET (gst_sample_get_buffer (sample)), <, 50);
    gst_sample_unref (sample);
  }
}

static void
test_without_qos_no_frame_is_skipped (void)
{
  g_autoptr (Stream) stream = stream_play (soup_stream ("qos=false", "30/1"));

  report_late (stream, GST_SECOND);
  for (guint i = 0; i < 70; i++)
    expect_frame (stream, i);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/timing/" #name, test_##name)
  TEST (times_follow_from_the_frame_rate);
  TEST (without_a_frame_rate_there_is_one_frame);
  TEST (queries_report_the_end_and_whether_one_can_seek);
  TEST (position_is_the_frame_shown);
  TEST (frames_and_times_convert);
  TEST (latency_of_a_live_stream_is_a_frame);
  TEST (live_stream_into_an_encoder_needs_no_queue);
  TEST (live_frames_come_when_their_time_has_come);
  TEST (live_frame_that_waits_through_a_pause_comes_after_it);
  TEST (live_frame_that_waits_goes_by_a_new_clock);
  TEST (live_frames_go_on_after_the_clock_jumps);
  TEST (late_live_frames_are_skipped);
  TEST (late_frames_are_skipped_and_none_renumbered);
  TEST (skipping_never_passes_the_end);
  TEST (without_qos_no_frame_is_skipped);
  return g_test_run ();
}
