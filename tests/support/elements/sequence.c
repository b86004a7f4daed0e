/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Random sequences of operations on an element; see the header. */
#include "tests/support/elements/sequence.h"

#include <gst/check/gsttestclock.h>
#include <string.h>

#include "tests/support/elements/bytes.h"
#include "tests/support/elements/sequence-input.h"
#include "tests/support/elements/sequence-peer.h"
#include "tests/support/elements/sequence-values.h"
#include "tests/support/help.h"

#define MAX_OPERATIONS 48
/* How long an operation waits for frames that may never come. */
#define WHILE_MS 5
/* How long it waits for those that must. */
#define GUARD_MS 60000

typedef struct {
  Bytes bytes;
  const gchar *folder;
  GstElement *element;
  SequenceSink *sink;
  SequenceFeeder *feeder; /* NULL of a source */
  SequenceInput input;
  GstClock *clock;
  gint errors;
  gboolean
      sought_early; /* a seek waits for the next start, and may fail then */
} Sequence;

/* --- States --- */

static void
set_state (Sequence *self, GstState state)
{
  GstStateChangeReturn ret;

  g_debug ("state %s", gst_element_state_get_name (state));
  sequence_sink_open (self->sink, state >= GST_STATE_PAUSED);
  if (state < GST_STATE_PAUSED && self->feeder)
    sequence_feeder_drop (self->feeder, FALSE);
  ret = gst_element_set_state (self->element, state);
  g_debug ("  %s", gst_element_state_change_return_get_name (ret));
  if (state < GST_STATE_PAUSED && ret != GST_STATE_CHANGE_SUCCESS)
    g_error ("the element cannot be stopped");
  if (state >= GST_STATE_PAUSED && ret == GST_STATE_CHANGE_FAILURE
      && g_atomic_int_get (&self->errors) == 0 && !self->sought_early)
    g_error ("the element does not start and says nothing");
  /* A start that fails before the seek leaves it for the next one. */
  if (state >= GST_STATE_PAUSED && ret != GST_STATE_CHANGE_FAILURE)
    self->sought_early = FALSE;
}

static void
change_state (Sequence *self)
{
  static const GstState states[] = { GST_STATE_PLAYING, GST_STATE_PAUSED,
    GST_STATE_PLAYING, GST_STATE_READY, GST_STATE_NULL };
  const GstState state = bytes_choose (&self->bytes, states);

  g_atomic_int_set (&self->errors, 0);
  set_state (self, state);
  if (state >= GST_STATE_PAUSED && self->feeder)
    sequence_input_begin (&self->input, self->feeder);
}

/* --- Frames --- */

static void
pass_frames (Sequence *self)
{
  const guint n = 1 + bytes_below (&self->bytes, 6);

  sequence_sink_pass (self->sink, n, WHILE_MS);
}

static void
feed (Sequence *self)
{
  if (self->feeder)
    sequence_input_push (
        &self->input, self->feeder, self->element, &self->bytes);
  pass_frames (self);
}

static void
wait_for_input (Sequence *self)
{
  if (self->feeder)
    sequence_feeder_wait (self->feeder, WHILE_MS);
}

static void
choose_reply (Sequence *self)
{
  static const GstFlowReturn replies[] = { GST_FLOW_ERROR, GST_FLOW_EOS,
    GST_FLOW_FLUSHING, GST_FLOW_NOT_NEGOTIATED, GST_FLOW_NOT_LINKED };

  g_mutex_lock (&self->sink->lock);
  self->sink->reply = bytes_choose (&self->bytes, replies);
  g_mutex_unlock (&self->sink->lock);
}

static void
choose_caps (Sequence *self)
{
  g_mutex_lock (&self->sink->lock);
  self->sink->offers_pool = bytes_below (&self->bytes, 2);
  g_mutex_unlock (&self->sink->lock);
  sequence_sink_pull (self->sink, sequence_input_choose_video (&self->bytes));
}

/* --- Events --- */

static gboolean
is_live (Sequence *self)
{
  gboolean live = FALSE;

  if (!self->feeder)
    g_object_get (self->element, "is-live", &live, NULL);
  return live;
}

/* Never one that ends before it starts, which GStreamer takes for a mistake of its caller.
 * One without a flush waits until the present frame has passed, so that it needs a sink
 * that takes it, and a clock that goes on. */
static void
seek (Sequence *self)
{
  static const gdouble rates[] = { 1.0, 1.0, -1.0, 2.0, 0.5, -0.25, 1e-3 };
  static const GstSeekType types[] = { GST_SEEK_TYPE_SET, GST_SEEK_TYPE_NONE,
    GST_SEEK_TYPE_END, GST_SEEK_TYPE_SET };
  static const GstFormat formats[] = { GST_FORMAT_TIME, GST_FORMAT_TIME,
    GST_FORMAT_DEFAULT, GST_FORMAT_BYTES, GST_FORMAT_PERCENT };
  Bytes *bytes = &self->bytes;
  const gdouble rate = bytes_choose (bytes, rates);
  const GstFormat format = bytes_choose (bytes, formats);
  const gint64 unit = format == GST_FORMAT_TIME ? GST_SECOND / 60 : 1;
  GstSeekFlags flags = bytes_next (bytes)
                       & (GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE
                           | GST_SEEK_FLAG_KEY_UNIT | GST_SEEK_FLAG_SEGMENT);
  const GstSeekType type = bytes_choose (bytes, types);
  const gint64 start = bytes_next (bytes) * unit;
  const gint64 length = bytes_next (bytes) * unit;
  /* Backwards from an end that is not known yet the base class cannot seek again. */
  const gint64 stop = type == GST_SEEK_TYPE_SET && (length > 0 || rate < 0.0)
                          ? start + MAX (length, 1)
                          : -1;
  gboolean done;

  /* A format that cannot be converted: where such a seek flushes, or is kept for the next
   * start, the base class goes on without a segment. */
  if (format != GST_FORMAT_TIME
      && (GST_STATE (self->element) < GST_STATE_PAUSED || is_live (self)))
    return;
  if (type != GST_SEEK_TYPE_SET && rate < 0.0)
    return;
  if (format != GST_FORMAT_TIME)
    flags &= ~GST_SEEK_FLAG_FLUSH;
  self->sought_early =
      self->sought_early || GST_STATE (self->element) < GST_STATE_PAUSED;
  if (is_live (self))
    flags |= GST_SEEK_FLAG_FLUSH;
  if ((flags & GST_SEEK_FLAG_FLUSH) == 0)
    sequence_sink_let_all_pass (self->sink, TRUE);
  done = gst_element_send_event (self->element,
      gst_event_new_seek (rate, format, flags, type,
          type == GST_SEEK_TYPE_END ? -start : start, GST_SEEK_TYPE_SET, stop));
  sequence_sink_let_all_pass (self->sink, FALSE);
  g_debug ("seek %g %d %d: %d", rate, (gint) format, flags, done);
}

static GstEvent *
make_navigation (Bytes *bytes)
{
  static const gchar *const kinds[] = { "mouse-move", "mouse-button-press",
    "mouse-button-release", "mouse-scroll", "key-press", "touch-down",
    "touch-motion", "touch-up", "touch-frame", "nonsense" };
  static const gchar *const keys[] = { "space", "Right", "plus", "z", "f", "x",
    "c", "0" };
  const gchar *kind = bytes_choose (bytes, kinds);
  const gchar *key = bytes_choose (bytes, keys);

  return gst_event_new_navigation (gst_structure_new (
      "application/x-gst-navigation", "event", G_TYPE_STRING, kind, "button",
      G_TYPE_INT, (gint) bytes_below (bytes, 5), "pointer_x", G_TYPE_DOUBLE,
      bytes_next (bytes) - 50.0, "pointer_y", G_TYPE_DOUBLE,
      bytes_next (bytes) / 4.0, "delta_pointer_x", G_TYPE_DOUBLE, 0.0,
      "delta_pointer_y", G_TYPE_DOUBLE, bytes_below (bytes, 3) - 1.0, "key",
      G_TYPE_STRING, key, "identifier", G_TYPE_UINT, bytes_below (bytes, 3),
      "pressure", G_TYPE_DOUBLE, 0.5, NULL));
}

static void
send_upstream (Sequence *self)
{
  Bytes *bytes = &self->bytes;
  GstEvent *event;
  gboolean done;

  switch (bytes_below (bytes, 6)) {
    case 0:
      event =
          gst_event_new_qos (GST_QOS_TYPE_UNDERFLOW, bytes_next (bytes) / 16.0,
              ((gint64) bytes_next (bytes) - 100) * GST_MSECOND,
              (100 + bytes_next (bytes) * 30) * GST_MSECOND);
      break;
    case 1:
      event = gst_event_new_latency (bytes_next (bytes) * GST_MSECOND);
      break;
    case 2:
      event = gst_event_new_step (
          GST_FORMAT_BUFFERS, bytes_next (bytes), 1.0, TRUE, FALSE);
      break;
    case 3:
      event = gst_event_new_custom (GST_EVENT_CUSTOM_UPSTREAM,
          gst_structure_new_empty ("GstForceKeyUnit"));
      break;
    default:
      event = make_navigation (bytes);
  }
  done = gst_pad_push_event (self->sink->pad, event);
  g_debug ("upstream: %d", done);
}

static GstEvent *
make_event (Bytes *bytes)
{
  switch (bytes_below (bytes, 4)) {
    case 0:
      return gst_event_new_eos ();
    case 1:
      return gst_event_new_tag (
          gst_tag_list_new (GST_TAG_TITLE, "t\xc3\xa4g", NULL));
    case 2:
      return gst_event_new_custom (GST_EVENT_CUSTOM_DOWNSTREAM,
          gst_structure_new_empty ("application/x-life-test"));
    default:
      return gst_event_new_custom (GST_EVENT_CUSTOM_DOWNSTREAM_OOB,
          gst_structure_new_empty ("application/x-life-test"));
  }
}

/* The base class of sources waits until the present frame has passed, and ends the next
 * stream by what comes between two. */
static void
send_to_source (Sequence *self, GstEvent *event)
{
  if (GST_STATE (self->element) < GST_STATE_PAUSED || is_live (self)) {
    gst_event_unref (event);
    return;
  }
  sequence_sink_let_all_pass (self->sink, TRUE);
  gst_element_send_event (self->element, event);
  sequence_sink_let_all_pass (self->sink, FALSE);
}

/* To the element of a source, or in line with what is fed. */
static void
send_downstream (Sequence *self)
{
  GstEvent *event = make_event (&self->bytes);

  g_debug ("event %s", GST_EVENT_TYPE_NAME (event));
  if (!self->feeder)
    send_to_source (self, event);
  else if (GST_EVENT_TYPE (event) == GST_EVENT_CUSTOM_DOWNSTREAM_OOB)
    gst_pad_push_event (self->feeder->pad, event);
  else
    sequence_feeder_push (self->feeder, event);
}

static void
send_flush (Sequence *self)
{
  const gboolean reset = bytes_below (&self->bytes, 2);

  g_debug ("flush");
  if (!self->feeder) {
    gst_element_send_event (self->element, gst_event_new_flush_start ());
    gst_element_send_event (self->element, gst_event_new_flush_stop (reset));
    return;
  }
  gst_pad_push_event (self->feeder->pad, gst_event_new_flush_start ());
  sequence_feeder_drop (self->feeder, TRUE);
  sequence_feeder_wait (self->feeder, GUARD_MS);
  gst_pad_push_event (self->feeder->pad, gst_event_new_flush_stop (reset));
  if (self->input.started)
    sequence_input_begin (&self->input, self->feeder);
}

/* --- The rest --- */

static void
query (Sequence *self)
{
  static const GstFormat formats[] = { GST_FORMAT_TIME, GST_FORMAT_DEFAULT,
    GST_FORMAT_BYTES, GST_FORMAT_BUFFERS, GST_FORMAT_PERCENT };
  const GstFormat format = bytes_choose (&self->bytes, formats);
  const GstFormat other = bytes_choose (&self->bytes, formats);
  GstQuery *queries[] = { gst_query_new_position (format),
    gst_query_new_duration (format), gst_query_new_latency (),
    gst_query_new_seeking (format), gst_query_new_formats (),
    gst_query_new_segment (format), gst_query_new_scheduling (),
    gst_query_new_caps (NULL), gst_query_new_uri (),
    gst_query_new_convert (format, bytes_number (&self->bytes, 4), other) };

  for (guint i = 0; i < G_N_ELEMENTS (queries); i++) {
    gst_pad_peer_query (self->sink->pad, queries[i]);
    gst_element_query (self->element, queries[i]);
    gst_query_unref (queries[i]);
  }
}

/* Now and then by hours. */
static void
advance_clock (Sequence *self)
{
  const guint by = bytes_next (&self->bytes);

  gst_test_clock_advance_time (GST_TEST_CLOCK (self->clock),
      by < 250 ? by * GST_MSECOND * 4 : by * GST_SECOND * 100);
  if (by % 8 == 0)
    gst_element_set_base_time (self->element, gst_clock_get_time (self->clock));
}

static void
set_property (Sequence *self)
{
  sequence_set_property (self->element, &self->bytes, self->folder);
}

static void
set_address (Sequence *self)
{
  static const gchar *const addresses[] = { "life:", "life:glider?zoom=2",
    "life:gosper-gun?topology=torus&num-buffers=9", "life:?rule=B36/S23",
    "life:x?y", "file:///" };

  if (GST_IS_URI_HANDLER (self->element))
    gst_uri_handler_set_uri (GST_URI_HANDLER (self->element),
        bytes_choose (&self->bytes, addresses), NULL);
}

static void
act (Sequence *self)
{
  sequence_act (self->element, &self->bytes, self->folder);
}

static void
read_properties (Sequence *self)
{
  sequence_get_properties (self->element);
}

typedef void (*Operation) (Sequence *self);

static const Operation operations[] = { set_property, set_property,
  set_property, change_state, change_state, feed, feed, feed, pass_frames, act,
  act, seek, seek, send_upstream, send_upstream, send_downstream, send_flush,
  choose_caps, choose_reply, query, advance_clock, set_address, read_properties,
  wait_for_input };

/* --- All --- */

static GstBusSyncReply
count_errors (GstBus *bus, GstMessage *message, gpointer user_data)
{
  Sequence *self = user_data;
  GError *error = NULL;
  gchar *debug = NULL;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
    gst_message_parse_error (message, &error, &debug);
    g_debug ("error: %s (%s)", error->message, debug);
    if (error->message[0] == '\0'
        || !g_utf8_validate (error->message, -1, NULL))
      g_error ("an error without words");
    g_clear_error (&error);
    g_free (debug);
    g_atomic_int_inc (&self->errors);
  }
  gst_message_unref (message);
  return GST_BUS_DROP;
}

static void
open_sequence (Sequence *self)
{
  static const gchar *const names[] = { "lifesrc", "lifestep", "lifevis" };
  const gchar *name = bytes_choose (&self->bytes, names);
  GstPad *src, *sink;
  GstBus *bus = gst_bus_new ();

  self->element = gst_element_factory_make (name, NULL);
  if (!self->element)
    g_error ("there is no %s", name);
  gst_object_ref_sink (self->element);
  g_debug ("--- %s", name);
  gst_bus_set_sync_handler (bus, count_errors, self, NULL);
  gst_element_set_bus (self->element, bus);
  gst_object_unref (bus);
  self->clock = gst_test_clock_new ();
  gst_element_set_clock (self->element, self->clock);
  sequence_reset_properties (self->element);
  src = gst_element_get_static_pad (self->element, "src");
  self->sink = sequence_sink_new (src);
  gst_object_unref (src);
  sequence_sink_pull (self->sink, sequence_input_choose_video (&self->bytes));
  sink = gst_element_get_static_pad (self->element, "sink");
  if (sink) {
    self->feeder = sequence_feeder_new (sink, self->sink, &self->errors);
    sequence_input_init (&self->input, strcmp (name, "lifevis") == 0);
    /* Its times are those of what is fed, which have no order. */
    self->sink->any_order = TRUE;
    gst_object_unref (sink);
  }
}

static void
close_sequence (Sequence *self)
{
  gpointer element = self->element;

  set_state (self, GST_STATE_NULL);
  if (self->feeder)
    sequence_feeder_free (self->feeder);
  gst_element_set_bus (self->element, NULL);
  g_object_add_weak_pointer (G_OBJECT (element), &element);
  gst_object_unref (self->element);
  if (element)
    g_error ("the element has %d more references",
        GST_OBJECT_REFCOUNT_VALUE (element));
  sequence_sink_free (self->sink);
  gst_object_unref (self->clock);
}

/* Whatever was done: stopped, and with its own properties, the element plays. */
static void
play_at_last (Sequence *self)
{
  set_state (self, GST_STATE_NULL);
  if (self->feeder)
    sequence_feeder_wait (self->feeder, GUARD_MS);
  sequence_reset_properties (self->element);
  if (self->sought_early) {
    set_state (self, GST_STATE_PAUSED);
    set_state (self, GST_STATE_NULL);
  }
  g_mutex_lock (&self->sink->lock);
  self->sink->reply = GST_FLOW_OK;
  self->sink->granted = 0;
  self->sink->offers_pool = FALSE;
  g_mutex_unlock (&self->sink->lock);
  sequence_sink_pull (
      self->sink, gst_caps_from_string ("video/x-raw,format=GRAY8,width=16,"
                                        "height=12,framerate=30/1"));
  g_debug ("at last");
  g_atomic_int_set (&self->errors, 0);
  set_state (self, GST_STATE_PLAYING);
  if (self->feeder)
    sequence_input_play (&self->input, self->feeder);
  if (!sequence_sink_pass (self->sink, 3, GUARD_MS))
    g_error ("the element does not play any more");
  if (g_atomic_int_get (&self->errors) != 0)
    g_error ("the element fails when it is started again");
}

void
sequence_play (const guint8 *data, gsize size, const gchar *folder)
{
  Sequence self = { .bytes = { data, size }, .folder = folder };

  open_sequence (&self);
  for (guint i = 0; i < MAX_OPERATIONS && self.bytes.left > 0; i++)
    bytes_choose (&self.bytes, operations) (&self);
  play_at_last (&self);
  close_sequence (&self);
  remove_folder (folder);
  g_mkdir (folder, 0700);
}
