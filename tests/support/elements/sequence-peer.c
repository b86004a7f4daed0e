/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What stands before and behind an element in a random sequence; see the header. */
#include "tests/support/elements/sequence-peer.h"

/* --- Behind --- */

/* With the lock. Frames of caps without a rate have no duration: the next one is due at
 * the same time. */
static void
check_time (SequenceSink *sink, GstBuffer *buffer)
{
  const GstClockTime time = GST_BUFFER_PTS (buffer);
  const gboolean lasts = sink->info.fps_n != 0;

  if (!sink->any_order && sink->last != GST_CLOCK_TIME_NONE
      && ((sink->backwards ? time > sink->last : time < sink->last)
          || (lasts && sink->last_lasts && time == sink->last)))
    g_error ("a frame at %" GST_TIME_FORMAT " after one at %" GST_TIME_FORMAT,
        GST_TIME_ARGS (time), GST_TIME_ARGS (sink->last));
  if (!sink->any_order && time == GST_CLOCK_TIME_NONE)
    g_error ("a frame without a time");
  sink->last = time;
  sink->last_lasts = lasts;
}

/* Reads all pixels. */
static void
check_frame (SequenceSink *sink, GstBuffer *buffer)
{
  GstMapInfo map;
  guint sum = 0;

  if (!sink->has_caps)
    g_error ("a frame before its caps");
  if (!gst_buffer_map (buffer, &map, GST_MAP_READ))
    g_error ("a frame that cannot be read");
  if (map.size < GST_VIDEO_INFO_SIZE (&sink->info)
      && gst_buffer_get_video_meta (buffer) == NULL)
    g_error ("a frame of %" G_GSIZE_FORMAT " bytes", map.size);
  for (gsize i = 0; i < map.size; i++)
    sum += map.data[i];
  g_debug ("frame at %" GST_TIME_FORMAT ": %u",
      GST_TIME_ARGS (GST_BUFFER_PTS (buffer)), sum);
  gst_buffer_unmap (buffer, &map);
  if (gst_buffer_get_custom_meta (buffer, "GstLifeMeta") == NULL)
    g_error ("a frame without its meta");
}

static GstFlowReturn
chain (GstPad *pad, GstObject *parent, GstBuffer *buffer)
{
  SequenceSink *sink = gst_pad_get_element_private (pad);
  GstFlowReturn ret = GST_FLOW_FLUSHING;

  g_mutex_lock (&sink->lock);
  while (sink->granted == 0 && !sink->all_pass && !sink->closed)
    g_cond_wait (&sink->changed, &sink->lock);
  if (!sink->closed) {
    check_frame (sink, buffer);
    check_time (sink, buffer);
    ret = sink->reply;
    sink->refused = sink->refused || ret != GST_FLOW_OK;
    sink->reply = GST_FLOW_OK;
    sink->granted -= sink->granted > 0;
    g_cond_broadcast (&sink->changed);
  }
  g_mutex_unlock (&sink->lock);
  gst_buffer_unref (buffer);
  return ret;
}

/* With the lock. */
static void
note_event (SequenceSink *sink, GstEvent *event)
{
  const GstSegment *segment;
  GstCaps *caps;

  switch (GST_EVENT_TYPE (event)) {
    case GST_EVENT_FLUSH_START:
      sink->closed = TRUE;
      break;
    case GST_EVENT_FLUSH_STOP:
      sink->closed = sink->ended = FALSE;
      sink->last = GST_CLOCK_TIME_NONE;
      break;
    case GST_EVENT_STREAM_START:
      sink->ended = FALSE;
      break;
    case GST_EVENT_EOS:
      sink->ended = TRUE;
      break;
    case GST_EVENT_SEGMENT:
      gst_event_parse_segment (event, &segment);
      sink->backwards = segment->rate < 0.0;
      sink->last = GST_CLOCK_TIME_NONE;
      break;
    case GST_EVENT_CAPS:
      gst_event_parse_caps (event, &caps);
      sink->has_caps = TRUE;
      if (!gst_video_info_from_caps (&sink->info, caps))
        g_error ("caps that are no video");
      break;
    default:
      break;
  }
  g_cond_broadcast (&sink->changed);
}

static gboolean
store_event (GstPad *pad, GstObject *parent, GstEvent *event)
{
  SequenceSink *sink = gst_pad_get_element_private (pad);

  g_debug ("downstream: %s", GST_EVENT_TYPE_NAME (event));
  g_mutex_lock (&sink->lock);
  note_event (sink, event);
  g_mutex_unlock (&sink->lock);
  gst_event_unref (event);
  return TRUE;
}

static void
reply_allocation (SequenceSink *sink, GstQuery *query)
{
  GstBufferPool *pool;
  GstStructure *config;
  GstVideoInfo info;
  GstCaps *caps;

  gst_query_parse_allocation (query, &caps, NULL);
  if (!caps || !gst_video_info_from_caps (&info, caps))
    return;
  gst_query_add_allocation_meta (query, GST_VIDEO_META_API_TYPE, NULL);
  pool = gst_video_buffer_pool_new ();
  config = gst_buffer_pool_get_config (pool);
  gst_buffer_pool_config_set_params (config, caps, info.size, 1, 3);
  gst_buffer_pool_set_config (pool, config);
  gst_query_add_allocation_pool (query, pool, info.size, 1, 3);
  gst_object_unref (pool);
}

static gboolean
reply_query (GstPad *pad, GstObject *parent, GstQuery *query)
{
  SequenceSink *sink = gst_pad_get_element_private (pad);
  GstCaps *filter, *accepted;
  gboolean offers;

  g_mutex_lock (&sink->lock);
  accepted =
      sink->accepted ? gst_caps_ref (sink->accepted) : gst_caps_new_any ();
  offers = sink->offers_pool;
  g_mutex_unlock (&sink->lock);
  if (GST_QUERY_TYPE (query) == GST_QUERY_CAPS) {
    gst_query_parse_caps (query, &filter);
    if (filter) {
      GstCaps *both =
          gst_caps_intersect_full (filter, accepted, GST_CAPS_INTERSECT_FIRST);
      gst_caps_replace (&accepted, both);
      gst_caps_unref (both);
    }
    gst_query_set_caps_result (query, accepted);
  } else if (GST_QUERY_TYPE (query) == GST_QUERY_ACCEPT_CAPS) {
    GstCaps *caps;

    gst_query_parse_accept_caps (query, &caps);
    gst_query_set_accept_caps_result (
        query, gst_caps_can_intersect (caps, accepted));
  } else if (GST_QUERY_TYPE (query) == GST_QUERY_ALLOCATION && offers) {
    reply_allocation (sink, query);
  } else {
    gst_caps_unref (accepted);
    return FALSE;
  }
  gst_caps_unref (accepted);
  return TRUE;
}

SequenceSink *
sequence_sink_new (GstPad *src)
{
  SequenceSink *sink = g_new0 (SequenceSink, 1);

  g_mutex_init (&sink->lock);
  g_cond_init (&sink->changed);
  sink->last = GST_CLOCK_TIME_NONE;
  sink->closed = TRUE;
  gst_video_info_init (&sink->info);
  sink->pad = gst_object_ref_sink (gst_pad_new ("behind", GST_PAD_SINK));
  gst_pad_set_element_private (sink->pad, sink);
  gst_pad_set_chain_function (sink->pad, chain);
  gst_pad_set_event_function (sink->pad, store_event);
  gst_pad_set_query_function (sink->pad, reply_query);
  if (gst_pad_link_full (src, sink->pad, GST_PAD_LINK_CHECK_NOTHING)
      != GST_PAD_LINK_OK)
    g_error ("the sink cannot be linked");
  return sink;
}

void
sequence_sink_free (SequenceSink *sink)
{
  gst_clear_caps (&sink->accepted);
  gst_object_unref (sink->pad);
  g_mutex_clear (&sink->lock);
  g_cond_clear (&sink->changed);
  g_free (sink);
}

void
sequence_sink_open (SequenceSink *sink, gboolean open)
{
  if (GST_PAD_IS_ACTIVE (sink->pad) == open)
    return;
  g_mutex_lock (&sink->lock);
  sink->closed = !open;
  g_cond_broadcast (&sink->changed);
  g_mutex_unlock (&sink->lock);
  gst_pad_set_active (sink->pad, open);
  g_mutex_lock (&sink->lock);
  sink->ended = sink->has_caps = FALSE;
  sink->last = GST_CLOCK_TIME_NONE;
  g_mutex_unlock (&sink->lock);
}

void
sequence_sink_pull (SequenceSink *sink, GstCaps *caps)
{
  g_mutex_lock (&sink->lock);
  gst_caps_take (&sink->accepted, caps);
  g_mutex_unlock (&sink->lock);
  gst_pad_push_event (sink->pad, gst_event_new_reconfigure ());
}

gboolean
sequence_sink_pass (SequenceSink *sink, guint n, guint milliseconds)
{
  const gint64 end = g_get_monotonic_time () + milliseconds * (gint64) 1000;
  gboolean passed;

  g_mutex_lock (&sink->lock);
  sink->granted += n;
  g_cond_broadcast (&sink->changed);
  while (sink->granted > 0 && !sink->ended && !sink->closed
         && g_cond_wait_until (&sink->changed, &sink->lock, end))
    ;
  passed = sink->granted == 0;
  g_mutex_unlock (&sink->lock);
  return passed;
}

void
sequence_sink_let_all_pass (SequenceSink *sink, gboolean all)
{
  g_mutex_lock (&sink->lock);
  sink->all_pass = all;
  g_cond_broadcast (&sink->changed);
  g_mutex_unlock (&sink->lock);
}

/* --- Before --- */

/* The last of the queue. */
static gint end_of_queue;

static gboolean
was_refused (SequenceSink *sink)
{
  gboolean refused;

  g_mutex_lock (&sink->lock);
  refused = sink->refused;
  g_mutex_unlock (&sink->lock);
  return refused;
}

static void
push_object (SequenceFeeder *feeder, GstMiniObject *object)
{
  if (GST_IS_EVENT (object)) {
    gst_pad_push_event (feeder->pad, GST_EVENT (object));
  } else {
    const gint errors = g_atomic_int_get (feeder->errors);
    const GstFlowReturn ret = gst_pad_push (feeder->pad, GST_BUFFER (object));

    g_debug ("pushed: %s", gst_flow_get_name (ret));
    if (ret == GST_FLOW_ERROR && !was_refused (feeder->sink)
        && g_atomic_int_get (feeder->errors) == errors)
      g_error ("a buffer failed without a message");
  }
}

static gpointer
feed (gpointer user_data)
{
  SequenceFeeder *feeder = user_data;
  gpointer object;

  while ((object = g_async_queue_pop (feeder->queue)) != &end_of_queue) {
    push_object (feeder, object);
    g_atomic_int_add (&feeder->pending, -1);
    g_mutex_lock (&feeder->sink->lock);
    g_cond_broadcast (&feeder->sink->changed);
    g_mutex_unlock (&feeder->sink->lock);
  }
  return NULL;
}

SequenceFeeder *
sequence_feeder_new (GstPad *sink, SequenceSink *behind, const gint *errors)
{
  SequenceFeeder *feeder = g_new0 (SequenceFeeder, 1);

  feeder->sink = behind;
  feeder->errors = errors;
  feeder->queue = g_async_queue_new ();
  feeder->pad = gst_object_ref_sink (gst_pad_new ("before", GST_PAD_SRC));
  gst_pad_set_active (feeder->pad, TRUE);
  /* Whatever caps downstream takes. */
  if (gst_pad_link_full (feeder->pad, sink, GST_PAD_LINK_CHECK_NOTHING)
      != GST_PAD_LINK_OK)
    g_error ("the feeder cannot be linked");
  feeder->thread = g_thread_new ("feeder", feed, feeder);
  return feeder;
}

void
sequence_feeder_push (SequenceFeeder *feeder, gpointer object)
{
  g_atomic_int_inc (&feeder->pending);
  g_async_queue_push (feeder->queue, object);
}

static gboolean
is_stored (GstMiniObject *object)
{
  return GST_IS_EVENT (object) && GST_EVENT_IS_STICKY (object)
         && GST_EVENT_TYPE (object) != GST_EVENT_EOS;
}

void
sequence_feeder_drop (SequenceFeeder *feeder, gboolean events_too)
{
  GQueue stored = G_QUEUE_INIT;
  GstMiniObject *object;

  g_async_queue_lock (feeder->queue);
  while ((object = g_async_queue_try_pop_unlocked (feeder->queue)) != NULL) {
    if (!events_too && is_stored (object)) {
      g_queue_push_tail (&stored, object);
    } else {
      gst_mini_object_unref (object);
      g_atomic_int_add (&feeder->pending, -1);
    }
  }
  while ((object = g_queue_pop_head (&stored)) != NULL)
    g_async_queue_push_unlocked (feeder->queue, object);
  g_async_queue_unlock (feeder->queue);
}

void
sequence_feeder_wait (SequenceFeeder *feeder, guint milliseconds)
{
  const gint64 end = g_get_monotonic_time () + milliseconds * (gint64) 1000;

  g_mutex_lock (&feeder->sink->lock);
  while (
      g_atomic_int_get (&feeder->pending) > 0
      && g_cond_wait_until (&feeder->sink->changed, &feeder->sink->lock, end))
    ;
  g_mutex_unlock (&feeder->sink->lock);
}

void
sequence_feeder_free (SequenceFeeder *feeder)
{
  g_async_queue_push (feeder->queue, &end_of_queue);
  g_thread_join (feeder->thread);
  g_async_queue_unref (feeder->queue);
  gst_pad_set_active (feeder->pad, FALSE);
  gst_object_unref (feeder->pad);
  g_free (feeder);
}
