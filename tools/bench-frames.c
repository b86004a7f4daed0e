/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Measures frames: how many per second a pipeline of lifesrc makes, and how
 * late they are when it is live. Pipelines run in this process; their start is
 * not counted. */
#include "bench.h"

#include <gst/gst.h>
#include <gst/video/video.h>

#include <stdlib.h>

/* The frame whose checksum is taken. */
#define CHECKSUM_FRAME 3
/* Frames after that one that are not counted. */
#define WARM_UP_FRAMES 8
/* A live pipeline runs longer than others, as each of its frames is one
 * value. */
#define LIVE_RUNS 4
#define LEAST_LIVE_FRAMES 12
#define LIVE_RATE 60

/* --- One pipeline --- */

typedef struct {
  const BenchOptions *options;
  BenchFrames *row;
  GstElement *pipeline;
  guint64 seen;
  gboolean done;
  /* Which window of time this is; the first one is the warm-up. */
  guint window;
  gint64 window_start;
  guint64 window_frame;
  GArray *values; /* frames per second, or seconds that a frame is late */
} Stream;

/* Adds every visible byte of the frame with its place to the checksum, whatever
 * the padding. */
static gboolean
add_up_pixels (GstBuffer *buffer, GstCaps *caps, guint64 *checksum)
{
  GstVideoInfo info;
  GstVideoFrame frame;
  guint64 sum = G_GUINT64_CONSTANT (0xcbf29ce484222325);

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
      for (gint x = 0; x < bytes; x++)
        sum = (sum ^ row[x]) * G_GUINT64_CONSTANT (0x100000001b3);
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

/* Ends a window of time when it is over. */
static void
count_frame (Stream *stream)
{
  const BenchOptions *options = stream->options;
  gint64 now = g_get_monotonic_time ();
  gdouble seconds = (now - stream->window_start) / 1e6;
  guint64 frames = stream->seen - stream->window_frame;
  gboolean over = seconds >= options->seconds;

  if (stream->window == 0)
    over = seconds >= options->seconds / 2 && frames >= WARM_UP_FRAMES;
  if (!over)
    return;
  if (stream->window > 0) {
    gdouble rate = (gdouble) frames / seconds;
    g_array_append_val (stream->values, rate);
    stream->row->frames += frames;
  }
  stream->window++;
  stream->window_start = now;
  stream->window_frame = stream->seen;
  if (stream->window > options->runs)
    finish (stream);
}

/* How much later than its time the frame arrives. */
static void
time_frame (Stream *stream, GstBuffer *buffer)
{
  GstClockTime now = gst_element_get_current_running_time (stream->pipeline);
  gdouble late =
      ((gdouble) now - (gdouble) GST_BUFFER_PTS (buffer)) / GST_SECOND;
  gdouble wanted = stream->options->seconds * stream->options->runs;

  if (!GST_CLOCK_TIME_IS_VALID (now) || stream->seen <= WARM_UP_FRAMES)
    return;
  g_array_append_val (stream->values, late);
  stream->row->frames++;
  if (stream->row->frames
      >= MAX (wanted * LIVE_RATE * LIVE_RUNS, LEAST_LIVE_FRAMES))
    finish (stream);
}

static GstPadProbeReturn
look_at_frame (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Stream *stream = data;

  if (stream->done)
    return GST_PAD_PROBE_DROP;
  if (stream->seen == CHECKSUM_FRAME) {
    g_autoptr (GstCaps) caps = gst_pad_get_current_caps (pad);
    if (!add_up_pixels (
            GST_PAD_PROBE_INFO_BUFFER (info), caps, &stream->row->checksum))
      GST_ELEMENT_ERROR (stream->pipeline, STREAM, FAILED,
          ("a frame could not be read"), (NULL));
    stream->window_start = g_get_monotonic_time ();
    stream->window_frame = stream->seen;
  } else if (stream->seen > CHECKSUM_FRAME) {
    if (stream->row->live)
      time_frame (stream, GST_PAD_PROBE_INFO_BUFFER (info));
    else
      count_frame (stream);
  }
  stream->seen++;
  return GST_PAD_PROBE_OK;
}

static gchar *
launch_line (const BenchOptions *options, const BenchFrames *row)
{
  g_autoptr (GString) line = g_string_new ("lifesrc name=source");
  gchar zoom[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (line,
      " engine=%s seed=%" G_GUINT64_FORMAT " threads=%u generations=%u zoom=%s",
      bench_engine_name (row->engine), options->seed, options->threads,
      row->generations, g_ascii_dtostr (zoom, sizeof (zoom), row->zoom));
  if (row->world_side > 0)
    g_string_append_printf (line, " world-width=%u world-height=%u",
        row->world_side, row->world_side);
  if (row->live)
    g_string_append (line, " is-live=true");
  g_string_append_printf (line,
      " ! video/x-raw%s,format=%s,width=%u,height=%u,framerate=%d/1 ! "
      "fakesink name=sink sync=false",
      row->cuda_memory ? "(memory:CUDAMemory)" : "", row->format, row->width,
      row->height, LIVE_RATE);
  return g_string_free (g_steal_pointer (&line), FALSE);
}

/* Waits until enough was measured; else records why not. */
static void
wait_for_frames (Stream *stream)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (stream->pipeline);
  g_autoptr (GstMessage) message = gst_bus_timed_pop_filtered (bus,
      (GstClockTime) (stream->options->limit * GST_SECOND),
      GST_MESSAGE_ERROR | GST_MESSAGE_EOS | GST_MESSAGE_APPLICATION);

  if (message == NULL) {
    stream->row->skipped = g_strdup_printf (
        "not finished within --limit=%g s", stream->options->limit);
  } else if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
    g_autoptr (GError) error = NULL;
    gst_message_parse_error (message, &error, NULL);
    stream->row->skipped = g_strdup (error->message);
  }
}

static gint
compare_values (gconstpointer a, gconstpointer b)
{
  gdouble x = *(const gdouble *) a, y = *(const gdouble *) b;

  return (x > y) - (x < y);
}

static gdouble
quantile (const GArray *sorted, gdouble share)
{
  gdouble place = share * (sorted->len - 1);

  return g_array_index (sorted, gdouble, (guint) (place + 0.5));
}

static void
conclude (Stream *stream)
{
  BenchFrames *row = stream->row;

  g_array_sort (stream->values, compare_values);
  if (row->skipped != NULL || stream->values->len == 0) {
    if (row->skipped == NULL)
      row->skipped = g_strdup ("no frames came");
  } else if (row->live) {
    row->rate = LIVE_RATE;
    row->median = quantile (stream->values, 0.5);
    row->slowest = quantile (stream->values, 0.99);
  } else {
    row->rate = quantile (stream->values, 0.5);
  }
}

static gboolean
measure (const BenchOptions *options, BenchFrames *row, GError **error)
{
  g_autofree gchar *line = launch_line (options, row);
  Stream stream = { .options = options, .row = row };
  g_autoptr (GstElement) sink = NULL;
  g_autoptr (GstPad) pad = NULL;

  stream.pipeline = gst_parse_launch (line, error);
  if (stream.pipeline == NULL)
    return FALSE;
  stream.values = g_array_new (FALSE, FALSE, sizeof (gdouble));
  sink = gst_bin_get_by_name (GST_BIN (stream.pipeline), "sink");
  pad = gst_element_get_static_pad (sink, "sink");
  gst_pad_add_probe (
      pad, GST_PAD_PROBE_TYPE_BUFFER, look_at_frame, &stream, NULL);

  bench_progress (options, "%s", line);
  gst_element_set_state (stream.pipeline, GST_STATE_PLAYING);
  wait_for_frames (&stream);
  gst_element_set_state (stream.pipeline, GST_STATE_NULL);
  bench_progress (options, "%s", "");
  conclude (&stream);
  g_array_unref (stream.values);
  gst_object_unref (stream.pipeline);
  return TRUE;
}

/* --- What is measured --- */

static const gchar *const formats[] = { "GRAY8", "I420", "NV12", "RGBA", "BGRA",
  "RGBx", "BGRx", "RGB", "Y444", "Y42B", "YUY2", "I420_10LE", "P010_10LE" };

/* Whether lifesrc has this format in this memory at all. */
static gboolean
is_offered (GstElementFactory *factory, const BenchFrames *row)
{
  g_autofree gchar *text = g_strdup_printf ("video/x-raw%s,format=%s",
      row->cuda_memory ? "(memory:CUDAMemory)" : "", row->format);
  g_autoptr (GstCaps) caps = gst_caps_from_string (text);

  return gst_element_factory_can_src_any_caps (factory, caps)
         && (!row->cuda_memory || row->engine == LIFE_ENGINE_CUDA);
}

/* Measures a row in both kinds of memory and adds it to the report. */
static gboolean
add (const BenchOptions *options, BenchReport *report,
    GstElementFactory *factory, const BenchFrames *row, GError **error)
{
  for (guint memory = 0; memory < 2; memory++) {
    BenchFrames measured = *row;

    measured.cuda_memory = memory == 1;
    if (!is_offered (factory, &measured))
      continue;
    if (!measure (options, &measured, error))
      return FALSE;
    bench_report_add_frames (report, &measured);
    bench_print_frames (&measured);
    if (!bench_save_json (options, report, error))
      return FALSE;
  }
  return TRUE;
}

/* Measures frames of one size: every format; zooms; all of a large world; many
 * generations per frame; live. */
static gboolean
measure_size (const BenchOptions *options, BenchReport *report,
    GstElementFactory *factory, BenchFrames base, GError **error)
{
  static const gdouble zooms[] = { 8, 0.125, 1 / 3.0, 0.3, 1 / 60.0 };
  BenchFrames row = base;

  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++) {
    row.format = formats[i];
    if (!add (options, report, factory, &row, error))
      return FALSE;
  }
  row = base;
  for (gsize i = 0; i < G_N_ELEMENTS (zooms); i++) {
    row.zoom = zooms[i];
    if (!add (options, report, factory, &row, error))
      return FALSE;
  }
  row.zoom = 0;
  row.world_side = options->quick ? 1024 : 65536;
  if (!add (options, report, factory, &row, error))
    return FALSE;
  row = base;
  row.generations = 1000;
  row.world_side = options->quick ? 64 : 1024;
  if (!add (options, report, factory, &row, error))
    return FALSE;
  row = base;
  row.live = TRUE;
  return add (options, report, factory, &row, error);
}

static gboolean
measure_engine (const BenchOptions *options, BenchReport *report,
    GstElementFactory *factory, LifeEngineKind engine, GError **error)
{
  BenchFrames base = { .engine = engine,
    .format = "NV12",
    .width = options->quick ? 96 : 1920,
    .height = options->quick ? 54 : 1080,
    .zoom = 1,
    .generations = (guint) CLAMP (options->generations, 1, G_MAXUINT) };

  if (options->sizes->len == 0) {
    if (!measure_size (options, report, factory, base, error))
      return FALSE;
    base.width *= 2;
    base.height *= 2;
    return add (options, report, factory, &base, error);
  }
  for (guint i = 0; i < options->sizes->len; i++) {
    const LifeGeometry *size = &g_array_index (options->sizes, LifeGeometry, i);
    base.width = size->width;
    base.height = size->height;
    if (!measure_size (options, report, factory, base, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
check_sizes (const BenchOptions *options, GError **error)
{
  for (guint i = 0; i < options->sizes->len; i++) {
    const LifeGeometry *size = &g_array_index (options->sizes, LifeGeometry, i);
    if (size->depth == 1 && size->width <= 16384 && size->height <= 16384)
      continue;
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "--frames takes sizes WxH up to 16384x16384");
    return FALSE;
  }
  return TRUE;
}

gboolean
bench_frames (const BenchOptions *options, BenchReport *report, GError **error)
{
  g_autoptr (GstElementFactory) factory = NULL;
  LifeEngineOptions cuda;
  gboolean every = options->engines[LIFE_ENGINE_AUTO];
  gboolean on_gpu;
  g_autoptr (LifeRule) rule = NULL;

  life_engine_options_init (&cuda);
  cuda.engine = LIFE_ENGINE_CUDA;
  if (!check_sizes (options, error) || !gst_init_check (NULL, NULL, error)
      || !(rule = life_rule_parse ("B3/S23", 2, error)))
    return FALSE;
  factory = gst_element_factory_find ("lifesrc");
  if (factory == NULL) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_FILE,
        "GStreamer does not find lifesrc; install the plugin, or call "
        "life-bench within `meson devenv -C BUILD-FOLDER`");
    return FALSE;
  }
  on_gpu = life_engine_check (rule, NULL, &cuda, every ? NULL : error);
  if (options->engines[LIFE_ENGINE_CUDA] && !on_gpu)
    return FALSE;
  g_clear_error (error);
  if (on_gpu && (every || options->engines[LIFE_ENGINE_CUDA]))
    bench_limits_get (options, LIFE_ENGINE_CUDA, "");
  bench_print_heading (options);
  return (!on_gpu || !(every || options->engines[LIFE_ENGINE_CUDA])
             || measure_engine (
                 options, report, factory, LIFE_ENGINE_CUDA, error))
         && (!(every || options->engines[LIFE_ENGINE_CPU])
             || measure_engine (
                 options, report, factory, LIFE_ENGINE_CPU, error));
}
