/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifesrc as a source of GStreamer: caps, states, frames. Times and seeks are in times.c, live
 * mode in live.c, QoS in qos.c. */

/**
 * SECTION:element-lifesrc
 * @title: lifesrc
 * @short_description: makes a world of cells and emits one generation per frame
 *
 * lifesrc runs Conway's Game of Life, or any other rule that Golly supports, in 2D or
 * 3D, and emits its generations as video. Buffer i shows generation
 * `start-generation` + i × `generations`: buffer 0 is the pattern itself. A rate
 * below 1 holds generations for several buffers (`generations-rate`).
 *
 * Every buffer carries a custom meta `GstLifeMeta` with the fields generation,
 * population (uint64), width, height, depth (uint), and of a slice, slice (int).
 *
 * ## Example launch lines
 * |[
 * gst-launch-1.0 -e lifesrc pattern=gosper-gun num-buffers=120 ! x264enc ! mp4mux ! filesink location=gun.mp4
 * ]| Renders Gosper's gun to a file.
 * |[
 * gst-launch-1.0 lifesrc seed=0 ! videoconvert ! autovideosink
 * ]| Shows a random soup, another one each time.
 * |[
 * gst-launch-1.0 lifesrc rule=B36/S23 density=0.2 zoom=1 num-buffers=60 ! video/x-raw,width=640,height=480 ! fakesink
 * ]| Runs HighLife on a torus of 640×480 cells.
 * |[
 * gst-launch-1.0 lifesrc rule=445 world-depth=96 world-width=96 world-height=96 slice-step=1 density=0.1 num-buffers=60 ! fakesink
 * ]| Runs a 3D world and walks through its slices.
 * |[
 * gst-launch-1.0 lifesrc generations-rate=1/6 hold=15 num-buffers=60 ! fakesink
 * ]| Shows the soup for half a second, and then five generations per second.
 * |[
 * gst-launch-1.0 playbin uri="life:gosper-gun?topology=torus&zoom=4&num-buffers=300"
 * ]| Plays an address, as every player that is built on playbin can.
 */
#include "plugin/lifesrc/lifesrc-private.h"
#include "plugin/control/element.h"
#include "plugin/control/presets.h"
#include "plugin/control/values.h"
#include "plugin/frames/frames.h"
#include "plugin/frames/frame-view.h"
#include "plugin/play/stagnation.h"
#include "plugin/video/caps.h"
#include "plugin/world/fail.h"
#include "plugin/world/open-element.h"
#include "plugin/world/title.h"
#include "plugin/world/element-world.h"

#define gst_life_src_parent_class parent_class
G_DEFINE_TYPE_WITH_CODE (GstLifeSrc, gst_life_src, GST_TYPE_PUSH_SRC,
    G_IMPLEMENT_INTERFACE (GST_TYPE_PRESET, gst_life_presets_implement)
        G_IMPLEMENT_INTERFACE (
            GST_TYPE_URI_HANDLER, gst_life_src_uri_implement))
GST_ELEMENT_REGISTER_DEFINE (
    lifesrc, "lifesrc", GST_RANK_NONE, GST_TYPE_LIFE_SRC)

/* So that no number of a frame wraps. */
#define MAX_START_FRAME (G_GUINT64_CONSTANT (1) << 62)

/* --- States --- */

/* Before the base class changes its state, which depends on its being live. */
static gboolean
open_world (gpointer element, GError **error)
{
  GstLifeSrc *self = element;
  gboolean live;

  g_mutex_lock (&self->life.lock);
  live = self->life.settings.source.is_live;
  self->start_frame = self->life.settings.source.start_frame;
  g_mutex_unlock (&self->life.lock);
  if (self->start_frame > MAX_START_FRAME) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "start-frame=%" G_GUINT64_FORMAT
        " leaves no frame to send; use at most %" G_GUINT64_FORMAT,
        self->start_frame, MAX_START_FRAME);
    return FALSE;
  }
  gst_base_src_set_live (GST_BASE_SRC (self), live);
  return gst_life_open (&self->life, GST_LIFE_START_SOUP, error);
}

static void
finalize (gpointer element)
{
  gst_life_src_finalize_live (element);
  gst_life_src_finalize_uri (element);
}

static GstStateChangeReturn
gst_life_src_change_state (GstElement *element, GstStateChange transition)
{
  GstLifeSrc *self = GST_LIFE_SRC (element);
  const gboolean live = gst_base_src_is_live (GST_BASE_SRC (self));
  GstStateChangeReturn ret;

  if (live && transition == GST_STATE_CHANGE_PAUSED_TO_PLAYING)
    gst_life_src_begin_play (self);
  if (live && transition == GST_STATE_CHANGE_PLAYING_TO_PAUSED)
    gst_life_src_begin_pause (self);
  ret = gst_life_element_change_state (element, transition);
  if (live && transition == GST_STATE_CHANGE_PLAYING_TO_PAUSED)
    gst_life_src_end_pause (self);
  return ret;
}

static gboolean
gst_life_src_start (GstBaseSrc *src)
{
  GstLifeSrc *self = GST_LIFE_SRC (src);

  GST_OBJECT_LOCK (self);
  gst_video_info_init (&self->info);
  self->base_frame = 0;
  self->base_time = 0;
  GST_OBJECT_UNLOCK (self);
  self->frame = 0;
  self->reverse = self->past_start = FALSE;
  gst_life_set_replayable (&self->life, !gst_base_src_is_live (src));
  gst_life_src_start_clock (self);
  GST_OBJECT_LOCK (self);
  self->earliest_time = GST_CLOCK_TIME_NONE;
  GST_OBJECT_UNLOCK (self);
  return TRUE;
}

static gboolean
gst_life_src_stop (GstBaseSrc *src)
{
  gst_life_ahead_drop (&GST_LIFE_SRC (src)->ahead, &GST_LIFE_SRC (src)->life);
  g_clear_pointer (&GST_LIFE_SRC (src)->title, g_free);
  return TRUE;
}

static gboolean
gst_life_src_unlock (GstBaseSrc *src)
{
  gst_life_src_interrupt (GST_LIFE_SRC (src));
  return TRUE;
}

static gboolean
gst_life_src_unlock_stop (GstBaseSrc *src)
{
  g_atomic_int_set (&GST_LIFE_SRC (src)->life.cancelled, 0);
  return TRUE;
}

/* --- Caps and buffers --- */

static GstCaps *
gst_life_src_get_caps (GstBaseSrc *src, GstCaps *filter)
{
  GstLife *life = &GST_LIFE_SRC (src)->life;

  return gst_life_filter_caps (
      gst_life_possible_caps (GST_BASE_SRC_PAD (src), gst_life_lacks_gpu (life),
          gst_life_has_alpha (life)),
      filter);
}

/* The size and rate nearest to those of the address, or to the default ones. */
static void
fixate_stream (GstLifeSrc *self, GstStructure *structure)
{
  GstLifeAddressedStream stream;

  GST_OBJECT_LOCK (self);
  stream = self->stream;
  GST_OBJECT_UNLOCK (self);
  gst_structure_fixate_field_nearest_int (
      structure, "width", stream.width > 0 ? stream.width : 1280);
  gst_structure_fixate_field_nearest_int (
      structure, "height", stream.height > 0 ? stream.height : 720);
  gst_structure_fixate_field_nearest_fraction (structure, "framerate",
      stream.rate_n > 0 ? stream.rate_n : 30, MAX (stream.rate_d, 1));
}

static GstCaps *
gst_life_src_fixate (GstBaseSrc *src, GstCaps *peer_caps)
{
  const gboolean alpha = gst_life_has_alpha (&GST_LIFE_SRC (src)->life);
  /* Some peers omit fields. */
  GstCaps *caps =
      gst_life_truncate_caps (gst_life_src_get_caps (src, peer_caps), alpha);
  GstStructure *structure = gst_caps_get_structure (caps, 0);

  gst_caps_unref (peer_caps);
  gst_life_fixate_format (structure, alpha, "I420");
  fixate_stream (GST_LIFE_SRC (src), structure);
  if (gst_structure_has_field (structure, "pixel-aspect-ratio"))
    gst_structure_fixate_field_nearest_fraction (
        structure, "pixel-aspect-ratio", 1, 1);
  return GST_BASE_SRC_CLASS (parent_class)->fixate (src, caps);
}

static gboolean
gst_life_src_set_caps (GstBaseSrc *src, GstCaps *caps)
{
  GstLifeSrc *self = GST_LIFE_SRC (src);
  GstVideoInfo info;
  GError *error = NULL;
  gboolean first = !gst_life_src_has_caps (self), restarted;

  if (!gst_video_info_from_caps (&info, caps)) {
    g_atomic_int_set (&self->life.failed, TRUE);
    GST_ELEMENT_ERROR (self, CORE, NEGOTIATION,
        ("lifesrc does not support these caps"),
        ("caps %" GST_PTR_FORMAT, caps));
    return FALSE;
  }
  gst_life_ahead_drop (&self->ahead, &self->life);
  if (!gst_life_configure (&self->life, &info, &restarted, &error)) {
    gst_life_fail (&self->life, error);
    return FALSE;
  }
  gst_base_src_set_blocksize (src, GST_VIDEO_INFO_SIZE (&info));
  GST_OBJECT_LOCK (src);
  if (!first) {
    self->base_time = gst_life_src_frame_time (self, self->frame);
    self->base_frame = self->frame;
  }
  self->info = info;
  /* Seeks relative to the end need the duration. */
  if (first)
    gst_life_src_enter_segment (self, &src->segment);
  src->segment.duration = gst_life_src_duration (self);
  GST_OBJECT_UNLOCK (src);
  if (gst_life_src_duration (self) != GST_CLOCK_TIME_NONE)
    gst_element_post_message (GST_ELEMENT (self),
        gst_message_new_duration_changed (GST_OBJECT (self)));
  if (gst_base_src_is_live (src))
    gst_element_post_message (
        GST_ELEMENT (self), gst_message_new_latency (GST_OBJECT (self)));
  return TRUE;
}

static gboolean
gst_life_src_negotiate (GstBaseSrc *src)
{
  GstLifeSrc *self = GST_LIFE_SRC (src);

  g_atomic_int_set (&self->life.failed, FALSE);
  if (GST_BASE_SRC_CLASS (parent_class)->negotiate (src))
    return TRUE;
  gst_life_fail_negotiation (&self->life, GST_BASE_SRC_PAD (src));
  return FALSE;
}

static gboolean
gst_life_src_decide_allocation (GstBaseSrc *src, GstQuery *query)
{
  return gst_life_decide_allocation (&GST_LIFE_SRC (src)->life, FALSE, query)
         && GST_BASE_SRC_CLASS (parent_class)->decide_allocation (src, query);
}

/* The number on the time line of the stream's frame @frame. */
static guint64
line_frame (const GstLifeSrc *self, guint64 frame)
{
  return self->start_frame + frame;
}

/* The time there of what has @time in the stream. */
static GstClockTime
line_time (const GstLifeSrc *self, GstClockTime time)
{
  guint64 start;

  if (self->start_frame == 0 || self->info.fps_n == 0)
    return time;
  start = gst_util_uint64_scale (
      self->start_frame, self->info.fps_d * GST_SECOND, self->info.fps_n);
  return MIN (start, G_MAXINT64) + time;
}

/* Applies controllers and events for the stream's frame @number. */
static void
sync_values (GstLifeSrc *self, guint64 number)
{
  const GstClockTime time = gst_life_src_frame_time (self, number);

  gst_life_set_moment (&self->life, line_frame (self, number),
      line_time (self, time), &self->info);
  gst_life_sync_values (&self->life, time);
}

static void
stamp_buffer (GstLifeSrc *self, GstBuffer *buffer)
{
  GST_BUFFER_PTS (buffer) = gst_life_src_frame_time (self, self->frame);
  GST_BUFFER_DTS (buffer) = GST_CLOCK_TIME_NONE;
  GST_BUFFER_DURATION (buffer) =
      self->info.fps_n == 0 ? GST_CLOCK_TIME_NONE
                            : gst_life_src_frame_time (self, self->frame + 1)
                                  - GST_BUFFER_PTS (buffer);
  GST_BUFFER_OFFSET (buffer) = self->frame;
  GST_BUFFER_OFFSET_END (buffer) = self->frame + 1;
}

/* Whether the segment, going forwards, ends before frame number @frame. */
static gboolean
is_past_end (GstLifeSrc *self, guint64 frame)
{
  const GstSegment *segment = &GST_BASE_SRC (self)->segment;

  return frame >= gst_life_src_frame_count (self)
         || (GST_CLOCK_TIME_IS_VALID (segment->stop)
             && gst_life_src_frame_time (self, frame) >= segment->stop
             && segment->stop > segment->start);
}

static gboolean
at_end (GstLifeSrc *self)
{
  const GstSegment *segment = &GST_BASE_SRC (self)->segment;

  if (self->reverse)
    return self->past_start
           || (self->info.fps_n != 0
               && gst_life_src_frame_time (self, self->frame + 1)
                      <= segment->start);
  return is_past_end (self, self->frame);
}

/* Sends the title before the frame that it is for, if it is another one than before. */
static void
send_title (GstLifeSrc *self)
{
  gchar *title = gst_life_make_title (&self->life, NULL);

  /* The base class queues it; gst_element_send_event() would wait for a change of state, which
   * may wait for this thread. */
  if (title && g_strcmp0 (title, self->title) != 0)
    GST_ELEMENT_GET_CLASS (self)->send_event (
        GST_ELEMENT (self), gst_event_new_tag (gst_life_make_tags (title)));
  g_free (self->title);
  self->title = title;
}

/* Claims the present frame if it was made ahead, or begins to make it. The title needs no check
 * ahead, where no rule changes. */
static GstFlowReturn
begin_frame (GstLifeSrc *self, GstLifePendingFrame *pending, GError **error)
{
  GstBaseSrc *src = GST_BASE_SRC (self);
  GstBuffer *buffer = NULL;
  GstFlowReturn ret;

  if (gst_life_ahead_claim (
          &self->ahead, &self->life, line_frame (self, self->frame), pending))
    return GST_FLOW_OK;
  ret = GST_BASE_SRC_CLASS (parent_class)
            ->alloc (src, -1, gst_base_src_get_blocksize (src), &buffer);
  if (ret != GST_FLOW_OK)
    return ret;
  sync_values (self, self->frame);
  if (!gst_life_pending_frame_open (pending, &self->life, &self->info, buffer,
          line_frame (self, self->frame), error))
    return GST_FLOW_ERROR;
  if (gst_life_pending_frame_begin (pending, &self->life, error)) {
    send_title (self);
    return GST_FLOW_OK;
  }
  gst_life_pending_frame_close (pending, &self->life);
  return GST_FLOW_ERROR;
}

/* A buffer, if one is free at once: downstream may wait for the present frame before it releases
 * another one. */
static GstBuffer *
spare_buffer (GstLifeSrc *self)
{
  GstBufferPool *pool = gst_base_src_get_buffer_pool (GST_BASE_SRC (self));
  GstBufferPoolAcquireParams params = {
    .flags = GST_BUFFER_POOL_ACQUIRE_FLAG_DONTWAIT,
  };
  GstBuffer *buffer = NULL;

  if (!pool)
    return NULL;
  if (gst_buffer_pool_acquire_buffer (pool, &buffer, &params) != GST_FLOW_OK)
    buffer = NULL;
  gst_object_unref (pool);
  return buffer;
}

/* Steps the world on to the next frame, and returns the buffer to draw it into; NULL if the
 * frame has to wait until it is due. */
static GstBuffer *
step_ahead (GstLifeSrc *self)
{
  const guint64 next = self->frame + 1;
  GstBuffer *spare;

  if (self->reverse || is_past_end (self, next)
      || !gst_life_ahead_is_possible (&self->life, line_frame (self, next)))
    return NULL;
  sync_values (self, next);
  spare = spare_buffer (self);
  if (spare)
    gst_life_ahead_step (&self->ahead, &self->life, line_frame (self, next));
  return spare;
}

/* Makes the present frame, and begins to make the next one. */
static GstFlowReturn
make_frame (GstLifeSrc *self, GstBuffer **buffer)
{
  GstLifePendingFrame pending;
  GstBuffer *spare;
  GError *error = NULL;
  GstFlowReturn ret;

  gst_life_src_skip_late_frames (self);
  if (at_end (self)
      || gst_life_ends_at (&self->life, line_frame (self, self->frame)))
    return GST_FLOW_EOS;
  ret = begin_frame (self, &pending, &error);
  /* The stream ended during a seek, or in frames that were skipped. */
  if (ret != GST_FLOW_OK
      && gst_life_ends_at (&self->life, line_frame (self, self->frame))) {
    g_clear_error (&error);
    return GST_FLOW_EOS;
  }
  if (ret != GST_FLOW_OK)
    return error ? gst_life_fail (&self->life, error) : ret;
  spare = step_ahead (self);
  if (spare)
    spare = gst_life_ahead_draw (
        &self->ahead, &self->life, &self->info, spare, TRUE);
  *buffer = gst_life_pending_frame_finish (&pending, &self->life, &error);
  if (*buffer && spare)
    gst_life_ahead_draw (&self->ahead, &self->life, &self->info, spare, FALSE);
  else
    gst_clear_buffer (&spare);
  if (!*buffer) {
    gst_life_ahead_drop (&self->ahead, &self->life);
    return gst_life_fail (&self->life, error);
  }
  stamp_buffer (self, *buffer);
  return GST_FLOW_OK;
}

static void
go_to_next_frame (GstLifeSrc *self)
{
  if (!self->reverse)
    self->frame++;
  else if (self->frame == 0)
    self->past_start = TRUE;
  else
    self->frame--;
}

static GstFlowReturn
gst_life_src_create (GstPushSrc *src, GstBuffer **buffer)
{
  GstLifeSrc *self = GST_LIFE_SRC (src);
  GstFlowReturn ret = make_frame (self, buffer);

  if (ret != GST_FLOW_OK)
    return ret;
  ret = gst_life_src_wait_for_time (self, *buffer);
  if (ret == GST_FLOW_OK)
    go_to_next_frame (self);
  else
    gst_clear_buffer (buffer);
  return ret;
}

/* --- Seeks, queries, events --- */

static gboolean
gst_life_src_is_seekable (GstBaseSrc *src)
{
  return !gst_base_src_is_live (src);
}

static gboolean
gst_life_src_do_seek (GstBaseSrc *src, GstSegment *segment)
{
  gst_life_src_seek (GST_LIFE_SRC (src), segment);
  return TRUE;
}

static gboolean
handle_query (GstLifeSrc *self, GstQuery *query)
{
  switch (GST_QUERY_TYPE (query)) {
    case GST_QUERY_DURATION:
      return gst_life_src_query_duration (self, query);
    case GST_QUERY_SEEKING:
      return gst_life_src_query_seeking (self, query);
    case GST_QUERY_LATENCY:
      return gst_life_src_query_latency (self, query);
    case GST_QUERY_CONTEXT:
      return gst_life_cuda_query (&self->life.cuda, query);
    case GST_QUERY_CONVERT:
      return gst_life_src_query_convert (self, query);
    default:
      return FALSE;
  }
}

static gboolean
gst_life_src_query (GstBaseSrc *src, GstQuery *query)
{
  return handle_query (GST_LIFE_SRC (src), query)
         || GST_BASE_SRC_CLASS (parent_class)->query (src, query);
}

static gboolean
gst_life_src_event (GstBaseSrc *src, GstEvent *event)
{
  GstLifeSrc *self = GST_LIFE_SRC (src);

  if (GST_EVENT_TYPE (event) == GST_EVENT_QOS)
    gst_life_src_handle_qos (self, event);
  if (GST_EVENT_TYPE (event) == GST_EVENT_NAVIGATION
      && gst_life_navigation_handle (&self->navigation, &self->life, event))
    return TRUE;
  return GST_BASE_SRC_CLASS (parent_class)->event (src, event);
}

/* --- Class --- */

static const GstLifeElement life_element = {
  .properties = GST_LIFE_OF_LIFESRC,
  .life = G_STRUCT_OFFSET (GstLifeSrc, life),
  .navigation = G_STRUCT_OFFSET (GstLifeSrc, navigation),
  .open = open_world,
  .finalize = finalize,
};

static void
gst_life_src_class_init (GstLifeSrcClass *klass)
{
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);
  GstBaseSrcClass *base_src_class = GST_BASE_SRC_CLASS (klass);

  gst_life_element_class_init (element_class, &life_element);
  gst_element_class_set_static_metadata (element_class, "Game of Life source",
      "Source/Video",
      "Runs Conway's Game of Life and its relatives and emits one "
      "generation per frame",
      "The life developers");
  gst_element_class_add_pad_template (element_class,
      gst_life_make_template ("src", GST_PAD_SRC, GST_LIFE_RATES, TRUE));
  element_class->change_state = gst_life_src_change_state;

  base_src_class->start = gst_life_src_start;
  base_src_class->stop = gst_life_src_stop;
  base_src_class->unlock = gst_life_src_unlock;
  base_src_class->unlock_stop = gst_life_src_unlock_stop;
  base_src_class->get_caps = gst_life_src_get_caps;
  base_src_class->fixate = gst_life_src_fixate;
  base_src_class->negotiate = gst_life_src_negotiate;
  base_src_class->set_caps = gst_life_src_set_caps;
  base_src_class->decide_allocation = gst_life_src_decide_allocation;
  base_src_class->is_seekable = gst_life_src_is_seekable;
  base_src_class->do_seek = gst_life_src_do_seek;
  base_src_class->query = gst_life_src_query;
  base_src_class->event = gst_life_src_event;
  GST_PUSH_SRC_CLASS (klass)->create = gst_life_src_create;
}

static void
gst_life_src_init (GstLifeSrc *self)
{
  gst_life_element_init (GST_ELEMENT (self));
  gst_life_src_init_live (self);
  self->earliest_time = GST_CLOCK_TIME_NONE;
  gst_video_info_init (&self->info);
  self->stream.duration = GST_CLOCK_TIME_NONE;
  gst_base_src_set_format (GST_BASE_SRC (self), GST_FORMAT_TIME);
}
