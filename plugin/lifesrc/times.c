/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The times of lifesrc's frames: frames by time, seeks, and the queries about them. */
#include "plugin/lifesrc/lifesrc-private.h"

#include "plugin/play/play.h"

gboolean
gst_life_src_has_caps (const GstLifeSrc *self)
{
  return GST_VIDEO_INFO_FORMAT (&self->info) != GST_VIDEO_FORMAT_UNKNOWN;
}

GstClockTime
gst_life_src_frame_time (const GstLifeSrc *self, guint64 frame)
{
  const guint64 second = self->info.fps_d * GST_SECOND;
  GstClockTime offset;

  if (self->info.fps_n == 0)
    return self->base_time;
  if (frame >= self->base_frame)
    return self->base_time
           + gst_util_uint64_scale (
               frame - self->base_frame, second, self->info.fps_n);
  /* Going backwards, after the rate has changed. */
  offset = gst_util_uint64_scale (
      self->base_frame - frame, second, self->info.fps_n);
  return self->base_time - MIN (offset, self->base_time);
}

guint64
gst_life_src_frame_at (const GstLifeSrc *self, GstClockTime time)
{
  guint64 frame;

  if (self->info.fps_n == 0)
    return 0;
  frame = gst_util_uint64_scale (
      time, self->info.fps_n, self->info.fps_d * GST_SECOND);
  /* A frame's time is rounded down, so the quotient may be one too low. */
  while (gst_util_uint64_scale (
             frame + 1, self->info.fps_d * GST_SECOND, self->info.fps_n)
         <= time)
    frame++;
  return frame;
}

guint64
gst_life_src_frame_count (GstLifeSrc *self)
{
  const gint num_buffers = GST_BASE_SRC (self)->num_buffers;
  const GstClockTime duration = self->stream.duration;
  guint64 frames = num_buffers < 0 ? G_MAXUINT64 : (guint64) num_buffers;

  if (!gst_life_src_has_caps (self))
    return frames;
  if (self->info.fps_n == 0)
    return 1;
  /* All frames that begin before the end. */
  if (GST_CLOCK_TIME_IS_VALID (duration))
    frames = MIN (
        frames, gst_util_uint64_scale_ceil (duration,
                    (guint64) self->info.fps_n, self->info.fps_d * GST_SECOND));
  return frames;
}

GstClockTime
gst_life_src_duration (GstLifeSrc *self)
{
  guint64 frames = gst_life_src_frame_count (self);

  if (frames == G_MAXUINT64 || !gst_life_src_has_caps (self)
      || self->info.fps_n == 0 || frames < self->base_frame)
    return GST_CLOCK_TIME_NONE;
  return gst_life_src_frame_time (self, frames);
}

/* Backwards without a stop: from the end, or from @here if there is none. */
static void
find_stop (GstLifeSrc *self, GstSegment *segment, GstClockTime here)
{
  GstClockTime end = gst_life_src_duration (self);

  if (!self->reverse)
    return;
  if (!GST_CLOCK_TIME_IS_VALID (segment->stop)) {
    segment->stop = GST_CLOCK_TIME_IS_VALID (end) ? end : here;
    segment->stop = MAX (segment->stop, segment->start);
    segment->position = segment->stop;
  }
  segment->position = MIN (segment->position, end);
}

/* Finds the first frame of @segment; frames have a rate. */
static void
find_frame (GstLifeSrc *self, const GstSegment *segment)
{
  GstBaseSrc *src = GST_BASE_SRC (self);

  self->frame = gst_life_src_frame_at (self, segment->position);
  /* The frame that begins at the stop is not part of the segment. */
  if (self->reverse && self->info.fps_n != 0
      && gst_life_src_frame_time (self, self->frame) == segment->position) {
    self->past_start = self->frame == 0;
    self->frame -= self->past_start ? 0 : 1;
  }
  /* The base class counts buffers from the seek on; here num-buffers is the length of the stream
   * (at_end()). */
  if (src->num_buffers >= 0)
    src->num_buffers_left =
        self->reverse
            ? src->num_buffers
            : (gint) (src->num_buffers
                      - MIN (self->frame, gst_life_src_frame_count (self)));
}

void
gst_life_src_enter_segment (GstLifeSrc *self, GstSegment *segment)
{
  find_stop (self, segment, 0);
  find_frame (self, segment);
}

void
gst_life_src_seek (GstLifeSrc *self, GstSegment *segment)
{
  GstClockTime here = gst_life_src_frame_time (
      self, self->frame + (self->reverse && !self->past_start ? 1 : 0));

  gst_life_ahead_drop (&self->ahead, &self->life);
  gst_life_leave_frame (&self->life);
  segment->time = segment->start;
  self->reverse = segment->rate < 0.0;
  self->past_start = FALSE;
  GST_OBJECT_LOCK (self);
  /* From here on the present frame rate counts from the start. */
  self->base_frame = 0;
  self->base_time = 0;
  self->earliest_time = GST_CLOCK_TIME_NONE;
  GST_OBJECT_UNLOCK (self);
  /* Without caps the segment is entered when they are set. */
  if (gst_life_src_has_caps (self)) {
    /* The base class clears it after a seek in another format. */
    segment->duration = gst_life_src_duration (self);
    find_stop (self, segment, here);
    find_frame (self, segment);
  }
}

/* The length of the stream in @format; -1: none. */
static gint64
length (GstLifeSrc *self, GstFormat format)
{
  GstClockTime duration;
  guint64 frames;

  GST_OBJECT_LOCK (self);
  duration = gst_life_src_duration (self);
  frames = gst_life_src_frame_count (self);
  GST_OBJECT_UNLOCK (self);
  if (format == GST_FORMAT_TIME && GST_CLOCK_TIME_IS_VALID (duration))
    return (gint64) duration;
  if (format == GST_FORMAT_DEFAULT && frames != G_MAXUINT64)
    return (gint64) frames;
  return -1;
}

gboolean
gst_life_src_query_duration (GstLifeSrc *self, GstQuery *query)
{
  GstFormat format;
  gint64 end;

  gst_query_parse_duration (query, &format, NULL);
  end = length (self, format);
  if (end >= 0)
    gst_query_set_duration (query, format, end);
  return end >= 0;
}

/* The base class supports one format only, and no end. */
gboolean
gst_life_src_query_seeking (GstLifeSrc *self, GstQuery *query)
{
  GstFormat format;

  gst_query_parse_seeking (query, &format, NULL, NULL, NULL);
  if (format != GST_FORMAT_TIME && format != GST_FORMAT_DEFAULT)
    return FALSE;
  gst_query_set_seeking (query, format,
      !gst_base_src_is_live (GST_BASE_SRC (self)), 0, length (self, format));
  return TRUE;
}

gboolean
gst_life_src_query_convert (GstLifeSrc *self, GstQuery *query)
{
  GstFormat from, to;
  gint64 value, converted;
  gboolean ok;

  gst_query_parse_convert (query, &from, &value, &to, NULL);
  GST_OBJECT_LOCK (self);
  ok = gst_life_src_has_caps (self);
  if (ok && from == GST_FORMAT_TIME && to == GST_FORMAT_DEFAULT && value >= 0)
    converted = gst_life_src_frame_at (self, value);
  else
    ok =
        ok && gst_video_info_convert (&self->info, from, value, to, &converted);
  GST_OBJECT_UNLOCK (self);
  if (ok)
    gst_query_set_convert (query, from, value, to, converted);
  return ok;
}

/* A live frame is pushed at its time and arrives later; with a latency of its duration a sink
 * shows it in time. There is no maximum, as no frame is lost downstream. */
gboolean
gst_life_src_query_latency (GstLifeSrc *self, GstQuery *query)
{
  GstClockTime duration = GST_CLOCK_TIME_NONE;

  GST_OBJECT_LOCK (self);
  if (gst_life_src_has_caps (self) && self->info.fps_n != 0)
    duration =
        gst_util_uint64_scale (GST_SECOND, self->info.fps_d, self->info.fps_n);
  GST_OBJECT_UNLOCK (self);
  if (!gst_base_src_is_live (GST_BASE_SRC (self))
      || !GST_CLOCK_TIME_IS_VALID (duration))
    return FALSE;
  gst_query_set_latency (query, TRUE, duration, GST_CLOCK_TIME_NONE);
  return TRUE;
}
