/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Builds lifesrc ! encoder ! payloader, first as a trial and then for the server, and
 * makes key frames on request. */
#include "media.h"

#include <gst/video/video.h>
#include <string.h>

#include "../common/source.h"

/* Seconds between key frames that were not requested. */
#define KEY_FRAME_INTERVAL 2
/* The shortest distance of requested key frames, so that many viewers that come and go
 * leave enough bits for the picture. */
#define KEY_FRAME_GAP (200 * GST_MSECOND)

struct _Encoder {
  const gchar *factory;
  const gchar *remedy; /* printed if the element is missing */
  const gchar *caps; /* in addition to size and rate; may name special memory */
  const gchar *properties[12]; /* names and values, alternating */
  const gchar *key_frames;     /* the property for their distance, in frames */
  /* Whether each key frame includes the parameters that a decoder needs. The payloader
   * would repeat these before every slice, and so split frames of several slices. */
  gboolean repeats_headers;
};

static const Encoder encoders[] = {
  { "nvh264enc",
      "it needs an NVIDIA GPU with NVENC and gstreamer1.0-plugins-bad",
      "video/x-raw(memory:CUDAMemory),format=NV12;video/x-raw,format=NV12",
      { "preset", "low-latency-hq", "zerolatency", "true", "rc-mode", "cbr" },
      "gop-size", FALSE },
  { "x264enc", "install gstreamer1.0-plugins-ugly",
      "video/x-raw,format=I420,colorimetry=bt709",
      { "tune", "zerolatency", "speed-preset", "veryfast" }, "key-int-max",
      TRUE },
};

static gint frames; /* encoded by all streams; wraps around */

/* --- Key frames --- */

typedef struct {
  GstElement *encoder; /* owns this */
  gint requested;      /* whether a key frame is requested; atomic */
  GstClockTime last;   /* when one was requested */
} KeyFrames;

static GQuark
key_frames_quark (void)
{
  return g_quark_from_static_string ("life-key-frames");
}

/* A frame arrives at the encoder: requests a key frame from it if a viewer has requested
 * one. */
static GstPadProbeReturn
on_frame (GstPad *pad, GstPadProbeInfo *info, gpointer user_data)
{
  KeyFrames *key_frames = user_data;
  GstClockTime now = GST_BUFFER_PTS (GST_PAD_PROBE_INFO_BUFFER (info));

  g_atomic_int_inc (&frames);
  if (!g_atomic_int_get (&key_frames->requested)
      || (GST_CLOCK_TIME_IS_VALID (key_frames->last)
          && now < key_frames->last + KEY_FRAME_GAP))
    return GST_PAD_PROBE_OK;
  g_atomic_int_set (&key_frames->requested, FALSE);
  key_frames->last = now;
  gst_element_send_event (
      key_frames->encoder, gst_video_event_new_upstream_force_key_unit (
                               GST_CLOCK_TIME_NONE, FALSE, 0));
  return GST_PAD_PROBE_OK;
}

static void
probe_frames (GstElement *encoder)
{
  g_autoptr (GstPad) pad = gst_element_get_static_pad (encoder, "sink");
  KeyFrames *key_frames = g_new0 (KeyFrames, 1);

  key_frames->encoder = encoder;
  key_frames->last = GST_CLOCK_TIME_NONE;
  g_object_set_qdata_full (
      G_OBJECT (encoder), key_frames_quark (), key_frames, g_free);
  gst_pad_add_probe (
      pad, GST_PAD_PROBE_TYPE_BUFFER, on_frame, key_frames, NULL);
}

void
media_request_key_frame (GstRTSPMedia *media)
{
  g_autoptr (GstElement) bin = gst_rtsp_media_get_element (media);
  g_autoptr (GstElement) encoder =
      gst_bin_get_by_name (GST_BIN (bin), "encoder");
  KeyFrames *key_frames =
      g_object_get_qdata (G_OBJECT (encoder), key_frames_quark ());

  g_atomic_int_set (&key_frames->requested, TRUE);
}

guint
media_count_frames (void)
{
  return (guint) g_atomic_int_get (&frames);
}

/* --- The pipeline --- */

static gboolean
require_element (const gchar *name, const gchar *remedy, GError **error)
{
  g_autoptr (GstElementFactory) factory = gst_element_factory_find (name);

  if (factory != NULL)
    return TRUE;
  g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN,
      "GStreamer has no element %s: %s", name, remedy);
  return FALSE;
}

gboolean
media_check_elements (GError **error)
{
  static const gchar life[] =
      "install the life plugin, or set GST_PLUGIN_PATH to its folder";
  static const gchar base[] = "install gstreamer1.0-plugins-base";
  static const gchar good[] = "install gstreamer1.0-plugins-good";

  return require_element ("lifesrc", life, error)
         && require_element ("appsink", base, error)
         && require_element ("rtph264pay", good, error)
         && require_element ("rtpbin", good, error);
}

static GstElement *
add (GstElement *bin, const gchar *factory, const gchar *name)
{
  GstElement *element = gst_element_factory_make (factory, name);

  if (element != NULL)
    gst_bin_add (GST_BIN (bin), element);
  return element;
}

static void
set_caps (GstElement *filter, const RtspOptions *options, const gchar *kind)
{
  g_autoptr (GstCaps) caps = gst_caps_from_string (kind);

  gst_caps_set_simple (caps, "width", G_TYPE_INT, options->video.width,
      "height", G_TYPE_INT, options->video.height, "framerate",
      GST_TYPE_FRACTION, options->video.fps_n, options->video.fps_d, NULL);
  g_object_set (filter, "caps", caps, NULL);
}

/* Versions of an encoder differ in their properties. */
static void
set_encoder (
    GstElement *element, const Encoder *encoder, const RtspOptions *options)
{
  GObjectClass *class = G_OBJECT_GET_CLASS (element);
  guint64 interval = gst_util_uint64_scale_ceil (
      KEY_FRAME_INTERVAL, options->video.fps_n, options->video.fps_d);
  g_autofree gchar *interval_text =
      g_strdup_printf ("%" G_GUINT64_FORMAT, interval);

  for (guint i = 0; encoder->properties[i] != NULL; i += 2)
    if (g_object_class_find_property (class, encoder->properties[i]))
      gst_util_set_object_arg (G_OBJECT (element), encoder->properties[i],
          encoder->properties[i + 1]);
  gst_util_set_object_arg (
      G_OBJECT (element), encoder->key_frames, interval_text);
  g_object_set (element, "bitrate", (guint) options->video.bitrate, NULL);
}

/* The bin that ends in the payloader pay0; floating. */
static GstElement *
make_bin (const RtspOptions *options, const Encoder *encoder, gboolean live,
    GError **error)
{
  g_autoptr (GstElement) bin =
      gst_object_ref_sink (gst_bin_new ("life-stream"));
  GstElement *life = add (bin, "lifesrc", "lifesrc");
  GstElement *size = add (bin, "capsfilter", "size");
  GstElement *queue = add (bin, "queue", NULL);
  GstElement *coder = add (bin, encoder->factory, "encoder");
  GstElement *profile = add (bin, "capsfilter", "profile");
  GstElement *payloader = add (bin, "rtph264pay", "pay0");

  if (life == NULL || size == NULL || queue == NULL || coder == NULL
      || profile == NULL || payloader == NULL) {
    g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN,
        "an element of the stream cannot be made; gst-inspect-1.0 lifesrc and "
        "gst-inspect-1.0 %s may show why",
        encoder->factory);
    return NULL;
  }
  if (!source_set (life, options->properties, error))
    return NULL;
  g_object_set (life, "is-live", live, NULL);
  set_caps (size, options, encoder->caps);
  g_object_set (queue, "max-size-buffers", 2, "max-size-bytes", 0,
      "max-size-time", (guint64) 0, NULL);
  set_encoder (coder, encoder, options);
  gst_util_set_object_arg (G_OBJECT (profile), "caps",
      "video/x-h264,profile=high,stream-format=byte-stream,alignment=au");
  g_object_set (payloader, "pt", 96, "config-interval",
      encoder->repeats_headers ? 0 : -1, NULL);
  gst_util_set_object_arg (G_OBJECT (payloader), "aggregate-mode", "none");
  probe_frames (coder);
  if (!gst_element_link_many (
          life, size, queue, coder, profile, payloader, NULL)) {
    g_set_error (error, GST_CORE_ERROR, GST_CORE_ERROR_NEGOTIATION,
        "lifesrc and %s have no format in common", encoder->factory);
    return NULL;
  }
  g_object_force_floating (G_OBJECT (bin));
  return g_steal_pointer (&bin);
}

/* --- The trial --- */

/* Waits until the pipeline has its first frame. */
static gboolean
wait_for_frame (GstElement *pipeline, GCancellable *cancellable, GError **error)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (pipeline);

  for (;;) {
    g_autoptr (GstMessage) message =
        gst_bus_timed_pop_filtered (bus, 50 * GST_MSECOND,
            GST_MESSAGE_ASYNC_DONE | GST_MESSAGE_ERROR | GST_MESSAGE_EOS);

    if (g_cancellable_set_error_if_cancelled (cancellable, error))
      return FALSE;
    if (message == NULL)
      continue;
    if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
      g_autoptr (GError) cause = NULL;

      gst_message_parse_error (message, &cause, NULL);
      g_propagate_prefixed_error (error, g_steal_pointer (&cause),
          "%s: ", GST_MESSAGE_SRC_NAME (message));
      return FALSE;
    }
    return TRUE;
  }
}

static gboolean
try_encoder (const RtspOptions *options, const Encoder *encoder,
    GCancellable *cancellable, GError **error)
{
  g_autoptr (GstElement) pipeline = NULL;
  GstElement *bin, *payloader, *sink;
  gboolean works;

  if (!require_element (encoder->factory, encoder->remedy, error))
    return FALSE;
  bin = make_bin (options, encoder, FALSE, error);
  if (bin == NULL)
    return FALSE;
  pipeline = gst_object_ref_sink (gst_pipeline_new ("trial"));
  gst_bin_add (GST_BIN (pipeline), bin);
  payloader = gst_bin_get_by_name (GST_BIN (bin), "pay0");
  sink = add (bin, "fakesink", NULL);
  works = gst_element_link (payloader, sink);
  gst_object_unref (payloader);

  gst_element_set_state (pipeline, GST_STATE_PAUSED);
  works = works && wait_for_frame (pipeline, cancellable, error);
  gst_element_set_state (pipeline, GST_STATE_NULL);
  return works;
}

const Encoder *
media_try (
    const RtspOptions *options, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) cause = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (encoders); i++) {
    const Encoder *encoder = &encoders[i];

    if (options->encoder != NULL
        && strcmp (options->encoder, encoder->factory) != 0)
      continue;
    g_clear_error (&cause);
    if (try_encoder (options, encoder, cancellable, &cause))
      return encoder;
    /* An error of lifesrc is the same with any encoder. */
    if (g_error_matches (cause, GST_LIBRARY_ERROR, GST_LIBRARY_ERROR_SETTINGS)
        || g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
      break;
  }
  if (cause == NULL)
    g_set_error (&cause, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "--encoder is %s; it can be nvh264enc or x264enc", options->encoder);
  g_propagate_error (error, g_steal_pointer (&cause));
  return NULL;
}

/* --- The factory --- */

#define LIFE_TYPE_MEDIA_FACTORY (life_media_factory_get_type ())
G_DECLARE_FINAL_TYPE (LifeMediaFactory, life_media_factory, LIFE, MEDIA_FACTORY,
    GstRTSPMediaFactory)

struct _LifeMediaFactory {
  GstRTSPMediaFactory parent;
  const RtspOptions *options;
  const Encoder *encoder;
};

G_DEFINE_FINAL_TYPE (
    LifeMediaFactory, life_media_factory, GST_TYPE_RTSP_MEDIA_FACTORY)

static GstElement *
create_element (GstRTSPMediaFactory *factory, const GstRTSPUrl *url)
{
  LifeMediaFactory *self = LIFE_MEDIA_FACTORY (factory);
  g_autoptr (GError) error = NULL;
  GstElement *bin = make_bin (self->options, self->encoder, TRUE, &error);

  if (bin == NULL)
    g_printerr ("life-rtsp-server: %s\n", error->message);
  return bin;
}

static void
life_media_factory_class_init (LifeMediaFactoryClass *class)
{
  GST_RTSP_MEDIA_FACTORY_CLASS (class)->create_element = create_element;
}

static void
life_media_factory_init (LifeMediaFactory *self)
{
}

GstRTSPMediaFactory *
media_factory_new (const RtspOptions *options, const Encoder *encoder)
{
  LifeMediaFactory *self = g_object_new (LIFE_TYPE_MEDIA_FACTORY, NULL);
  GstRTSPMediaFactory *factory = GST_RTSP_MEDIA_FACTORY (self);

  self->options = options;
  self->encoder = encoder;
  gst_rtsp_media_factory_set_shared (factory, TRUE);
  /* Only TCP: with viewers over UDP and TCP at the same time, or with media
   * that is used again, gst-rtsp-server 1.22 aborts and hangs. */
  gst_rtsp_media_factory_set_protocols (factory, GST_RTSP_LOWER_TRANS_TCP);
  return factory;
}
