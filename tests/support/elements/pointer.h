/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a window sends upstream: mouse, touch and keys; and frames after that. */
#pragma once

#include <gst/video/navigation.h>

#include "tests/support/elements/element.h"

/* Sends @event from the stream's sink; whether it was used. */
static inline gboolean
send_up (Stream *stream, GstEvent *event)
{
  g_autoptr (GstPad) pad = gst_element_get_static_pad (stream->sink, "sink");

  return gst_pad_push_event (pad, event);
}

static inline gboolean
press (Stream *stream, gint button, gdouble x, gdouble y)
{
  return send_up (stream, gst_navigation_event_new_mouse_button_press (
                              button, x, y, GST_NAVIGATION_MODIFIER_NONE));
}

static inline gboolean
move (Stream *stream, gdouble x, gdouble y)
{
  return send_up (stream,
      gst_navigation_event_new_mouse_move (x, y, GST_NAVIGATION_MODIFIER_NONE));
}

static inline gboolean
release (Stream *stream, gint button, gdouble x, gdouble y)
{
  return send_up (stream, gst_navigation_event_new_mouse_button_release (
                              button, x, y, GST_NAVIGATION_MODIFIER_NONE));
}

static inline gboolean
click (Stream *stream, gint button, gdouble x, gdouble y)
{
  const gboolean used = press (stream, button, x, y);

  return release (stream, button, x, y) && used;
}

static inline gboolean
scroll (Stream *stream, gdouble x, gdouble y, gdouble steps)
{
  return send_up (stream, gst_navigation_event_new_mouse_scroll (
                              x, y, 0, steps, GST_NAVIGATION_MODIFIER_NONE));
}

static inline gboolean
key (Stream *stream, const gchar *name)
{
  return send_up (stream,
      gst_navigation_event_new_key_press (name, GST_NAVIGATION_MODIFIER_NONE));
}

static inline gboolean
finger_down (Stream *stream, guint id, gdouble x, gdouble y)
{
  return send_up (stream, gst_navigation_event_new_touch_down (
                              id, x, y, 0.5, GST_NAVIGATION_MODIFIER_NONE));
}

static inline gboolean
finger_moves (Stream *stream, guint id, gdouble x, gdouble y)
{
  return send_up (stream, gst_navigation_event_new_touch_motion (
                              id, x, y, 0.5, GST_NAVIGATION_MODIFIER_NONE));
}

static inline gboolean
finger_up (Stream *stream, guint id, gdouble x, gdouble y)
{
  return send_up (stream, gst_navigation_event_new_touch_up (
                              id, x, y, GST_NAVIGATION_MODIFIER_NONE));
}

/* The first frame that was made after all that was sent: one may wait in the sink, and one
 * before it. */
static inline GstSample *
pull_next_made (Stream *stream)
{
  stream_skip (stream, 2);
  return stream_pull (stream);
}

static inline guint
pixel_of (GstSample *sample, guint x, guint y)
{
  GstStructure *fields =
      gst_caps_get_structure (gst_sample_get_caps (sample), 0);
  g_autoptr (GBytes) pixels = sample_pixels (sample);
  gint width;

  g_assert_true (gst_structure_get_int (fields, "width", &width));
  return ((const guint8 *) g_bytes_get_data (pixels, NULL))[y * width + x];
}

/* The population of the first frame that is made after all that was sent. */
static inline guint64
next_population (Stream *stream)
{
  g_autoptr (GstSample) sample = pull_next_made (stream);

  return sample_population (sample);
}

/* Plays, with a first frame pulled. */
static inline Stream *
start (Stream *stream)
{
  stream_skip (stream_play (stream), 1);
  return stream;
}
