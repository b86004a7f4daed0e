/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Measures frames: how many per second a pipeline makes, and how late they are when
 * it is live. It runs in this process; its start is not counted. */
#include "bench.h"

#include <gst/gst.h>
#include <gst/video/video.h>
#include <stdio.h>

/* The frame whose checksum is computed. */
#define CHECKSUM_FRAME 3
/* Frames after that one that are not counted. */
#define WARM_UP_FRAMES 8
/* A live pipeline runs longer than others, as each of its frames is one
 * value. */
#define LIVE_RUNS 4
#define MIN_LIVE_FRAMES 12
#define LIVE_RATE 60

typedef struct {
  const BenchOptions *options;
  GstElement *pipeline;
  guint64 seen, counted;
  guint64 checksum;
  gboolean done;
  /* Which window of time this is; the first one is the warm-up. */
  guint window;
  gint64 window_start;
  guint64 window_frame;
  GArray *values; /* frames per second, or seconds that a frame is late */
  /* Frames that a GPU drew, and those whose launches it replayed (cuda/device/replay.h). */
  guint64 launched, replayed;
} Stream;

/* Adds every visible byte of the frame with its position to the checksum, whatever
 * the padding. */
static gboolean
add_up_pixels (GstBuffer *buffer, GstCaps *caps, guint64 *checksum)
{
  GstVideoInfo info;
  GstVideoFrame frame;
  guint64 sum = BENCH_EMPTY_CHECKSUM;

  if (!gst_video_info_from_caps (&info, caps)
      || !gst_video_frame_map (&frame, &info, buffer, GST_MAP_READ))
    return FALSE;
  for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES (&frame); plane++) {
    const guint8 *row = GST_VIDEO_FRAME_PLANE_DATA (&frame, plane);
    gint component[GST_VIDEO_MAX_COMPONENTS], bytes;
    gst_video_format_info_component (info.finfo, plane, component);
    bytes = GST_VIDEO_FRAME_COMP_WIDTH (&frame, component[0])
            * GST_VIDEO_FRAME_COMP_PSTRIDE (&frame, component[0]);
    for (gint y = 0; y < GST_VIDEO_FRAME_COMP_HEIGHT (&frame, component[0]);
         y++) {
      sum = bench_add_up (sum, row, (gsize) bytes);
      row += GST_VIDEO_FRAME_PLANE_STRIDE (&frame, plane);
    }
  }
  gst_video_frame_unmap (&frame);
  *checksum = sum;
  return TRUE;
}

static void
finish (Stream *stream)
{
  stream->done = TRUE;
  gst_element_post_message (stream->pipeline,
      gst_message_new_application (GST_OBJECT (stream->pipeline),
          gst_structure_new_empty ("life-bench-done")));
}

/* Ends a window of time after its last frame. */
static void
count_frame (Stream *stream)
{
  const BenchOptions *options = stream->options;
  gint64 now = g_get_monotonic_time ();
  gdouble seconds = (now - stream->window_start) / 1e6;
  guint64 frames = stream->seen - stream->window_frame;

  if (stream->window == 0
          ? seconds < options->seconds / 2 || frames < WARM_UP_FRAMES
          : seconds < options->seconds)
    return;
  if (stream->window > 0) {
    gdouble rate = (gdouble) frames / seconds;
    g_array_append_val (stream->values, rate);
    stream->counted += frames;
  }
  stream->window++;
  stream->window_start = now;
  stream->window_frame = stream->seen;
  if (stream->window > options->runs)
    finish (stream);
}

/* How late the frame is. */
static void
time_frame (Stream *stream, GstBuffer *buffer)
{
  GstClockTime now = gst_element_get_current_running_time (stream->pipeline);
  gdouble late =
      ((gdouble) now - (gdouble) GST_BUFFER_PTS (buffer)) / GST_SECOND;
  gdouble target = stream->options->seconds * (gdouble) stream->options->runs;

  if (!GST_CLOCK_TIME_IS_VALID (now) || stream->seen <= WARM_UP_FRAMES)
    return;
  g_array_append_val (stream->values, late);
  stream->counted++;
  if (stream->counted >= MAX (target * LIVE_RATE * LIVE_RUNS, MIN_LIVE_FRAMES))
    finish (stream);
}

static GstPadProbeReturn
visit_frame (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Stream *stream = data;

  if (stream->done)
    return GST_PAD_PROBE_DROP;
  if (stream->seen == CHECKSUM_FRAME) {
    g_autoptr (GstCaps) caps = gst_pad_get_current_caps (pad);
    if (!add_up_pixels (
            GST_PAD_PROBE_INFO_BUFFER (info), caps, &stream->checksum))
      GST_ELEMENT_ERROR (stream->pipeline, STREAM, FAILED,
          ("a frame could not be read"), (NULL));
    stream->window_start = g_get_monotonic_time ();
    stream->window_frame = stream->seen;
  } else if (stream->seen > CHECKSUM_FRAME) {
    if (stream->options->live)
      time_frame (stream, GST_PAD_PROBE_INFO_BUFFER (info));
    else
      count_frame (stream);
  }
  stream->seen++;
  return GST_PAD_PROBE_OK;
}

static GstElement *
make_pipeline (const BenchOptions *options, GError **error)
{
  g_autofree gchar *line =
      g_strconcat (options->pipeline, " ! fakesink name=sink sync=false", NULL);
  GError *problem = NULL;
  GstElement *pipeline;

  if (!gst_init_check (NULL, NULL, error))
    return NULL;
  /* GStreamer may return what it could make of the line together with an error. */
  pipeline = gst_parse_launch (line, &problem);
  if (problem != NULL) {
    g_clear_pointer (&pipeline, gst_object_unref);
    g_propagate_error (error, problem);
  }
  return pipeline;
}

/* Waits until enough was measured. */
static gboolean
wait_for_frames (const Stream *stream, GError **error)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (stream->pipeline);
  g_autoptr (GstMessage) message = gst_bus_timed_pop_filtered (bus,
      (GstClockTime) (stream->options->limit * GST_SECOND),
      GST_MESSAGE_ERROR | GST_MESSAGE_EOS | GST_MESSAGE_APPLICATION);

  if (message == NULL)
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_CANCELLED,
        "not finished within --limit=%g s", stream->options->limit);
  else if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR)
    gst_message_parse_error (message, error, NULL);
  else if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS)
    g_set_error_literal (
        error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED, "no frames came");
  else
    return TRUE;
  return FALSE;
}

/* A GPU's engine logs this about its world when it is freed. */
static void
count_replays (const gchar *domain, GLogLevelFlags level, const gchar *message,
    gpointer data)
{
  static const gchar format[] =
      "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " frames were replayed";
  Stream *stream = data;
  guint64 replayed, all;

  if (sscanf (message, format, &replayed, &all) == 2) {
    stream->replayed += replayed;
    stream->launched += all;
  }
  g_log_default_handler (domain, level, message, NULL);
}

static void
describe (const Stream *stream, GString *json)
{
  bench_add_integer (json, "frames", stream->counted);
  if (stream->options->live) {
    bench_add_number (
        json, "late_seconds_50", bench_quantile (stream->values, 0.5));
    bench_add_number (
        json, "late_seconds_99", bench_quantile (stream->values, 0.99));
  } else {
    bench_add_number (
        json, "frames_per_second", bench_quantile (stream->values, 0.5));
  }
  if (stream->launched > 0)
    bench_add_number (json, "replayed",
        (gdouble) stream->replayed / (gdouble) stream->launched);
  bench_add_checksum (json, "checksum", stream->checksum);
}

gboolean
bench_frames (const BenchOptions *options, GString *json, GError **error)
{
  Stream stream = { .options = options };
  g_autoptr (GstElement) sink = NULL;
  g_autoptr (GstPad) pad = NULL;
  guint handler;
  gboolean done;

  stream.pipeline = make_pipeline (options, error);
  if (stream.pipeline == NULL)
    return FALSE;
  handler =
      g_log_set_handler ("life", G_LOG_LEVEL_DEBUG, count_replays, &stream);
  stream.values = g_array_new (FALSE, FALSE, sizeof (gdouble));
  sink = gst_bin_get_by_name (GST_BIN (stream.pipeline), "sink");
  pad = gst_element_get_static_pad (sink, "sink");
  gst_pad_add_probe (
      pad, GST_PAD_PROBE_TYPE_BUFFER, visit_frame, &stream, NULL);

  gst_element_set_state (stream.pipeline, GST_STATE_PLAYING);
  done = wait_for_frames (&stream, error);
  gst_element_set_state (stream.pipeline, GST_STATE_NULL);
  g_log_remove_handler ("life", handler);
  if (done)
    describe (&stream, json);
  g_array_unref (stream.values);
  gst_object_unref (stream.pipeline);
  return done;
}
