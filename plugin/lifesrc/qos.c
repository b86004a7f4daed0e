/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifesrc's QoS: frames that downstream would drop as too late are not made; their generations
 * are stepped. */
#include "plugin/lifesrc/lifesrc-private.h"

#define GST_CAT_DEFAULT gst_life_debug

void
gst_life_src_handle_qos (GstLifeSrc *self, GstEvent *event)
{
  GstClockTimeDiff jitter;
  GstClockTime time;
  GstQOSType type;
  gboolean far_behind;

  gst_event_parse_qos (event, &type, NULL, &jitter, &time);
  far_behind = gst_life_src_is_far_behind (self, jitter);
  GST_OBJECT_LOCK (self);
  /* A live source that is far behind makes its next frame due at once (live.c); if frames were
   * skipped too the stream would freeze. */
  if (!GST_CLOCK_TIME_IS_VALID (time) || jitter <= 0 || far_behind)
    self->earliest_time = GST_CLOCK_TIME_NONE;
  else
    self->earliest_time = time + 2 * jitter;
  GST_OBJECT_UNLOCK (self);
}

void
gst_life_src_skip_late_frames (GstLifeSrc *self)
{
  const GstSegment *segment = &GST_BASE_SRC (self)->segment;
  GstClockTimeDiff lag = gst_life_src_lag (self);
  GstClockTime earliest, position;
  guint64 frame, last = gst_life_src_frame_count (self);
  gboolean qos;

  GST_OBJECT_LOCK (self);
  earliest = self->earliest_time;
  GST_OBJECT_UNLOCK (self);
  g_mutex_lock (&self->life.lock);
  qos = self->life.settings.source.qos;
  g_mutex_unlock (&self->life.lock);
  if (!qos || self->reverse || !GST_CLOCK_TIME_IS_VALID (earliest)
      || self->info.fps_n == 0)
    return;
  if (gst_segment_position_from_running_time_full (
          segment, GST_FORMAT_TIME, earliest, &position)
      <= 0)
    return;
  if (GST_CLOCK_DIFF (gst_life_src_frame_time (self, self->frame), position)
      <= lag)
    return;
  position -= lag;
  frame = self->base_frame
          + gst_life_src_frame_at (self, position - self->base_time);
  if (frame > self->frame) {
    GST_DEBUG_OBJECT (self,
        "late: skipping frames %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT,
        self->frame, MIN (frame, last) - 1);
    self->frame = MIN (frame, last);
  }
}
