/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifesrc ! encoder ! muxer ! appsink: one for all viewers, idle while there are none. */
#include "film.h"

#include <gst/app/gstappsink.h>
#include <gst/pbutils/codec-utils.h>
#include <gst/video/video.h>
#include <string.h>

#include "../../common/source.h"
#include "fragments.h"

/* Seconds between key frames that were not requested: the longest wait of a viewer that
 * fell behind. */
#define KEY_FRAME_INTERVAL 2
/* The shortest distance of requested key frames, so that many viewers that come and go
 * leave enough bits for the picture. */
#define KEY_FRAME_GAP (200 * GST_MSECOND)

struct _Film {
  const FilmEvents *events;
  gpointer user_data;
  GstElement *pipeline, *lifesrc, *encoder;
  Pace *pace;
  gulong sync_handler;

  /* Owned by the streaming thread. */
  Fragments fragments;
  GstClockTime last_key;
  gboolean previous_dropped; /* whether the previous frame was not encoded */

  gint watched, key_frame_requested; /* atomic */

  GMutex lock;          /* protects what follows */
  GstClockTime resumed; /* time of the first frame of the latest resumption */
  GQueue segments;
  FilmSegment init_segment;
  gchar *mime;
  gboolean has_fragment; /* whether a fragment has arrived */
  GError *error;
  guint64 generation, population;
  gboolean counts_changed; /* since the last dispatch */
  guint sides[3];
  gchar *warning;        /* the latest one, or NULL */
  guint dispatch_source; /* calls dispatch(); 0: nothing is pending */
};

static GPrivate collecting = G_PRIVATE_INIT (NULL); /* a thread's GString */

/* --- Dispatch to the main loop --- */

static void
segment_free (gpointer data)
{
  FilmSegment *segment = data;

  g_free (segment->bytes);
  g_free (segment);
}

/* Dispatches what the streaming threads queued. */
static gboolean
dispatch (gpointer data)
{
  Film *self = data;
  GQueue segments;
  guint64 generation, population;
  gboolean counts_changed;
  GError *error;
  FilmSegment *segment;
  g_autofree gchar *warning = NULL;

  g_mutex_lock (&self->lock);
  self->dispatch_source = 0;
  segments = self->segments;
  g_queue_init (&self->segments);
  generation = self->generation;
  population = self->population;
  counts_changed = self->counts_changed;
  self->counts_changed = FALSE;
  warning = g_steal_pointer (&self->warning);
  error = self->error;
  g_mutex_unlock (&self->lock);

  while ((segment = g_queue_pop_head (&segments)) != NULL) {
    self->events->fragment (segment, self->user_data);
    segment_free (segment);
  }
  if (counts_changed)
    self->events->counts (generation, population, self->user_data);
  if (warning != NULL)
    self->events->warning (warning, self->user_data);
  if (error != NULL)
    self->events->error (error, self->user_data);
  return G_SOURCE_REMOVE;
}

/* Under the lock. */
static void
schedule (Film *self)
{
  if (self->dispatch_source == 0)
    self->dispatch_source =
        g_idle_add_full (G_PRIORITY_HIGH, dispatch, self, NULL);
}

static void
fail (Film *self, GError *error)
{
  g_mutex_lock (&self->lock);
  if (self->error == NULL)
    self->error = error;
  else
    g_error_free (error);
  schedule (self);
  g_mutex_unlock (&self->lock);
}

/* --- Output --- */

static void
store_init_segment (Film *self, GstAppSink *sink, FilmSegment *segment)
{
  g_autoptr (GstElement) parser =
      gst_bin_get_by_name (GST_BIN (self->pipeline), "parser");
  g_autoptr (GstPad) parsed = gst_element_get_static_pad (parser, "src");
  g_autoptr (GstCaps) caps = gst_pad_get_current_caps (parsed);
  g_autofree gchar *codec = gst_codec_utils_caps_get_mime_codec (caps);

  g_mutex_lock (&self->lock);
  if (self->mime == NULL) {
    self->mime = g_strdup_printf ("video/mp4; codecs=\"%s\"", codec);
    self->init_segment = *segment;
    segment->bytes = NULL;
  }
  g_mutex_unlock (&self->lock);
  g_free (segment->bytes);
}

/* The muxer buffers two frames; those from before a pause are stale. */
static void
queue_fragment (Film *self, const FilmSegment *segment, GstClockTime time)
{
  g_mutex_lock (&self->lock);
  self->has_fragment = TRUE;
  if (time < self->resumed)
    g_free (segment->bytes);
  else
    g_queue_push_tail (&self->segments, g_memdup2 (segment, sizeof *segment));
  schedule (self);
  g_mutex_unlock (&self->lock);
}

static GstFlowReturn
on_new_sample (GstAppSink *sink, gpointer data)
{
  Film *self = data;
  g_autoptr (GstSample) sample = gst_app_sink_pull_sample (sink);
  FilmSegment segment;

  if (sample == NULL)
    return GST_FLOW_EOS;
  switch (fragments_add (
      &self->fragments, gst_sample_get_buffer (sample), &segment)) {
    case FRAGMENTS_INITIALIZATION:
      store_init_segment (self, sink, &segment);
      break;
    case FRAGMENTS_FRAGMENT:
      queue_fragment (
          self, &segment, GST_BUFFER_PTS (gst_sample_get_buffer (sample)));
      break;
    case FRAGMENTS_WRONG:
      fail (self, g_error_new_literal (GST_STREAM_ERROR, GST_STREAM_ERROR_MUX,
                      "mp4mux makes pieces that this version does not know"));
      return GST_FLOW_ERROR;
    default:
      break;
  }
  return GST_FLOW_OK;
}

/* --- Input --- */

static void
warn (Film *self, const gchar *warning)
{
  g_printerr ("life-web: %s\n", warning);
  g_mutex_lock (&self->lock);
  g_free (self->warning);
  self->warning = g_strdup (warning);
  schedule (self);
  g_mutex_unlock (&self->lock);
}

/* lifesrc has made a frame, which the queue may drop. In an unbounded world the fields of its
 * sides have another type, and describe the live cells. */
static GstPadProbeReturn
on_made (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Film *self = data;
  GstCustomMeta *meta = gst_buffer_get_custom_meta (
      GST_PAD_PROBE_INFO_BUFFER (info), "GstLifeMeta");
  const GstStructure *fields;
  guint64 generation = 0;
  g_autofree gchar *report = NULL;

  if (meta == NULL)
    return GST_PAD_PROBE_OK;
  fields = gst_custom_meta_get_structure (meta);
  g_mutex_lock (&self->lock);
  gst_structure_get (fields, "width", G_TYPE_UINT, &self->sides[0], "height",
      G_TYPE_UINT, &self->sides[1], "depth", G_TYPE_UINT, &self->sides[2],
      NULL);
  g_mutex_unlock (&self->lock);
  gst_structure_get_uint64 (fields, "generation", &generation);
  report = pace_add_frame (self->pace, generation);
  if (report != NULL)
    warn (self, report);
  return GST_PAD_PROBE_OK;
}

/* A frame arrives at the encoder. */
static GstPadProbeReturn
on_frame (GstPad *pad, GstPadProbeInfo *info, gpointer data)
{
  Film *self = data;
  GstClockTime now = GST_BUFFER_PTS (GST_PAD_PROBE_INFO_BUFFER (info));

  if (!g_atomic_int_get (&self->watched)) {
    self->previous_dropped = TRUE;
    return GST_PAD_PROBE_DROP;
  }
  if (self->previous_dropped) {
    self->previous_dropped = FALSE;
    g_mutex_lock (&self->lock);
    self->resumed = now;
    g_mutex_unlock (&self->lock);
  }
  if (g_atomic_int_get (&self->key_frame_requested)
      && (!GST_CLOCK_TIME_IS_VALID (self->last_key)
          || now >= self->last_key + KEY_FRAME_GAP)) {
    g_atomic_int_set (&self->key_frame_requested, FALSE);
    self->last_key = now;
    gst_element_send_event (
        self->encoder, gst_video_event_new_upstream_force_key_unit (
                           GST_CLOCK_TIME_NONE, FALSE, 0));
  }
  return GST_PAD_PROBE_OK;
}

static void
store_counts (Film *self, const GstStructure *counts)
{
  g_mutex_lock (&self->lock);
  gst_structure_get (counts, "generation", G_TYPE_UINT64, &self->generation,
      "population", G_TYPE_UINT64, &self->population, NULL);
  self->counts_changed = TRUE;
  schedule (self);
  g_mutex_unlock (&self->lock);
}

/* Warnings that no command caused are sent to all. */
static void
handle_warning (Film *self, GstMessage *message)
{
  GString *collected = g_private_get (&collecting);
  g_autoptr (GError) error = NULL;

  gst_message_parse_warning (message, &error, NULL);
  if (collected != NULL) {
    g_string_assign (collected, error->message);
    return;
  }
  warn (self, error->message);
}

/* Runs in the thread that posts. */
static GstBusSyncReply
on_message (GstBus *bus, GstMessage *message, gpointer data)
{
  Film *self = data;
  GError *error = NULL;

  switch (GST_MESSAGE_TYPE (message)) {
    case GST_MESSAGE_ELEMENT:
      if (gst_message_has_name (message, "life"))
        store_counts (self, gst_message_get_structure (message));
      break;
    case GST_MESSAGE_WARNING:
      handle_warning (self, message);
      break;
    case GST_MESSAGE_ERROR:
      gst_message_parse_error (message, &error, NULL);
      g_prefix_error (&error, "%s: ", GST_MESSAGE_SRC_NAME (message));
      fail (self, error);
      break;
    case GST_MESSAGE_EOS:
      fail (self, g_error_new_literal (GST_STREAM_ERROR,
                      GST_STREAM_ERROR_FAILED, "the world has ended"));
      break;
    default:
      break;
  }
  gst_message_unref (message);
  return GST_BUS_DROP;
}

void
film_collect_warnings (GString *into)
{
  g_private_set (&collecting, into);
}

/* --- The pipeline --- */

static const struct {
  const gchar *factory, *name, *remedy;
} elements[] = {
  { "lifesrc", "lifesrc",
      "install the life plugin, or set GST_PLUGIN_PATH to its folder" },
  { "capsfilter", "size", "install gstreamer1.0" },
  { "queue", "queue", "install gstreamer1.0" },
  { "x264enc", "encoder", "install gstreamer1.0-plugins-ugly" },
  { "h264parse", "parser", "install gstreamer1.0-plugins-bad" },
  { "capsfilter", "profile", "install gstreamer1.0" },
  { "mp4mux", "muxer", "install gstreamer1.0-plugins-good" },
  { "appsink", "sink", "install gstreamer1.0-plugins-base" },
};

static GstElement *
get (Film *self, const gchar *name)
{
  GstElement *element = gst_bin_get_by_name (GST_BIN (self->pipeline), name);

  gst_object_unref (element); /* the pipeline owns it */
  return element;
}

static gboolean
make_elements (Film *self, GError **error)
{
  GstElement *last = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (elements); i++) {
    GstElement *element =
        gst_element_factory_make (elements[i].factory, elements[i].name);

    if (element == NULL) {
      g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN,
          "GStreamer has no element %s: %s", elements[i].factory,
          elements[i].remedy);
      return FALSE;
    }
    gst_bin_add (GST_BIN (self->pipeline), element);
    if (last != NULL && !gst_element_link (last, element)) {
      g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_NEGOTIATION,
          "%s and %s have no format in common", GST_OBJECT_NAME (last),
          GST_OBJECT_NAME (element));
      return FALSE;
    }
    last = element;
  }
  self->lifesrc = get (self, "lifesrc");
  self->encoder = get (self, "encoder");
  return TRUE;
}

static void
set_encoder (Film *self, const VideoOptions *video)
{
  guint interval = gst_util_uint64_scale_ceil (
      KEY_FRAME_INTERVAL, video->fps_n, video->fps_d);

  gst_util_set_object_arg (G_OBJECT (self->encoder), "tune", "zerolatency");
  gst_util_set_object_arg (
      G_OBJECT (self->encoder), "speed-preset", "superfast");
  g_object_set (self->encoder, "bitrate", (guint) video->bitrate, "key-int-max",
      interval, NULL);
}

static void
set_elements (Film *self, const VideoOptions *video)
{
  g_autoptr (GstCaps) size = gst_caps_new_simple ("video/x-raw", "format",
      G_TYPE_STRING, "I420", "width", G_TYPE_INT, video->width, "height",
      G_TYPE_INT, video->height, "framerate", GST_TYPE_FRACTION, video->fps_n,
      video->fps_d, "colorimetry", G_TYPE_STRING, "bt709", NULL);
  g_autoptr (GstCaps) profile = gst_caps_new_simple ("video/x-h264",
      "stream-format", G_TYPE_STRING, "avc", "alignment", G_TYPE_STRING, "au",
      "profile", G_TYPE_STRING, "high", NULL);

  g_object_set (self->lifesrc, "is-live", TRUE, "post-messages", TRUE, NULL);
  g_object_set (get (self, "size"), "caps", size, NULL);
  g_object_set (get (self, "profile"), "caps", profile, NULL);
  /* The queue drops frames if the encoder is too slow. */
  g_object_set (get (self, "queue"), "max-size-buffers", 2, "max-size-bytes", 0,
      "max-size-time", G_GUINT64_CONSTANT (0), NULL);
  gst_util_set_object_arg (
      G_OBJECT (get (self, "queue")), "leaky", "downstream");
  set_encoder (self, video);
  /* Every frame lasts longer than this, and so becomes a fragment. No index is written. */
  g_object_set (
      get (self, "muxer"), "fragment-duration", 1, "streamable", TRUE, NULL);
  g_object_set (get (self, "sink"), "sync", FALSE, NULL);
}

static void
connect_callbacks (Film *self)
{
  GstAppSinkCallbacks callbacks = { .new_sample = on_new_sample };
  g_autoptr (GstPad) source = gst_element_get_static_pad (self->lifesrc, "src");
  g_autoptr (GstPad) pad = gst_element_get_static_pad (self->encoder, "sink");
  g_autoptr (GstBus) bus = gst_element_get_bus (self->pipeline);

  gst_app_sink_set_callbacks (
      GST_APP_SINK (get (self, "sink")), &callbacks, self, NULL);
  gst_pad_add_probe (source, GST_PAD_PROBE_TYPE_BUFFER, on_made, self, NULL);
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER, on_frame, self, NULL);
  gst_bus_set_sync_handler (bus, on_message, self, NULL);
}

Film *
film_new (const WebOptions *options, const FilmEvents *events,
    gpointer user_data, GError **error)
{
  Film *self = g_new0 (Film, 1);

  g_mutex_init (&self->lock);
  self->events = events;
  self->user_data = user_data;
  self->last_key = GST_CLOCK_TIME_NONE;
  self->pipeline = gst_object_ref_sink (gst_pipeline_new ("film"));
  if (!make_elements (self, error)
      || !source_set (self->lifesrc, options->properties, error)) {
    film_free (self);
    return NULL;
  }
  self->pace =
      pace_new (self->lifesrc, gst_util_uint64_scale (G_USEC_PER_SEC,
                                   options->video.fps_d, options->video.fps_n));
  set_elements (self, &options->video);
  connect_callbacks (self);
  return self;
}

static gboolean
has_started (Film *self, GError **error)
{
  gboolean has_fragment;

  g_mutex_lock (&self->lock);
  has_fragment = self->has_fragment;
  if (self->error != NULL)
    g_propagate_error (error, g_error_copy (self->error));
  g_mutex_unlock (&self->lock);
  return has_fragment;
}

static gboolean
wake (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

gboolean
film_start (Film *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) cause = NULL;
  guint timer = g_timeout_add (10, wake, NULL);

  g_atomic_int_set (&self->watched, TRUE);
  gst_element_set_state (self->pipeline, GST_STATE_PLAYING);
  while (!has_started (self, &cause) && cause == NULL
         && !g_cancellable_set_error_if_cancelled (cancellable, &cause))
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
  g_atomic_int_set (&self->watched, FALSE);
  if (cause == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&cause));
  return FALSE;
}

void
film_stop (Film *self)
{
  gst_element_set_state (self->pipeline, GST_STATE_NULL);
  g_mutex_lock (&self->lock);
  g_clear_handle_id (&self->dispatch_source, g_source_remove);
  g_mutex_unlock (&self->lock);
}

void
film_free (Film *self)
{
  gst_element_set_state (self->pipeline, GST_STATE_NULL);
  gst_object_unref (self->pipeline);
  g_clear_handle_id (&self->dispatch_source, g_source_remove);
  g_queue_clear_full (&self->segments, segment_free);
  fragments_clear (&self->fragments);
  g_clear_pointer (&self->pace, pace_free);
  g_free (self->init_segment.bytes);
  g_free (self->mime);
  g_free (self->warning);
  g_clear_error (&self->error);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* --- For viewers --- */

GstElement *
film_get_lifesrc (Film *self)
{
  return self->lifesrc;
}

Pace *
film_get_pace (Film *self)
{
  return self->pace;
}

void
film_get_sides (Film *self, guint sides[3])
{
  g_mutex_lock (&self->lock);
  memcpy (sides, self->sides, sizeof self->sides);
  g_mutex_unlock (&self->lock);
}

const FilmSegment *
film_get_init_segment (Film *self)
{
  return &self->init_segment;
}

const gchar *
film_get_mime (Film *self)
{
  return self->mime;
}

void
film_set_watched (Film *self, gboolean watched)
{
  g_atomic_int_set (&self->watched, watched);
}

void
film_request_key_frame (Film *self)
{
  g_atomic_int_set (&self->key_frame_requested, TRUE);
}
