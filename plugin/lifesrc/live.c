/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifesrc as a live source: frames wait for their times, and over pauses, inside create().
 * GstBaseSrc's own wait has a race: a pause interrupts it and pauses the task without the lock,
 * so that PLAYING at that moment starts a task that still runs, and is then paused for good. */
#include "plugin/lifesrc/lifesrc-private.h"

/* A frame that is due within this and its own duration after a pause has its own time, so that
 * time stamps never decrease. */
#define SOON GST_SECOND

void
gst_life_src_init_live (GstLifeSrc *self)
{
  g_cond_init (&self->pause_ended);
}

void
gst_life_src_finalize_live (GstLifeSrc *self)
{
  g_cond_clear (&self->pause_ended);
}

void
gst_life_src_start_clock (GstLifeSrc *self)
{
  GST_OBJECT_LOCK (self);
  self->resumes = TRUE;
  self->lag = 0;
  GST_OBJECT_UNLOCK (self);
}

/* With the object lock. */
static void
end_wait (GstLifeSrc *self)
{
  if (self->wait)
    gst_clock_id_unschedule (self->wait);
}

void
gst_life_src_begin_pause (GstLifeSrc *self)
{
  GST_OBJECT_LOCK (self);
  self->pausing = g_thread_self ();
  self->paused = TRUE;
  end_wait (self);
  GST_OBJECT_UNLOCK (self);
}

void
gst_life_src_end_pause (GstLifeSrc *self)
{
  GST_OBJECT_LOCK (self);
  self->pausing = NULL;
  g_cond_broadcast (&self->pause_ended);
  GST_OBJECT_UNLOCK (self);
}

/* Lateness ends with a pause. */
void
gst_life_src_begin_play (GstLifeSrc *self)
{
  GST_OBJECT_LOCK (self);
  self->resumes = TRUE;
  self->paused = FALSE;
  self->earliest_time = GST_CLOCK_TIME_NONE;
  GST_OBJECT_UNLOCK (self);
}

void
gst_life_src_interrupt (GstLifeSrc *self)
{
  GST_OBJECT_LOCK (self);
  /* Some versions of the base class interrupt for a pause: that must not cancel the frame. */
  if (self->pausing != g_thread_self ())
    g_atomic_int_set (&self->life.cancelled, 1);
  end_wait (self);
  GST_OBJECT_UNLOCK (self);
}

gboolean
gst_life_src_is_far_behind (GstLifeSrc *self, GstClockTimeDiff jitter)
{
  return jitter > SOON && gst_base_src_is_live (GST_BASE_SRC (self));
}

GstClockTimeDiff
gst_life_src_lag (GstLifeSrc *self)
{
  GstClockTimeDiff lag;

  GST_OBJECT_LOCK (self);
  lag = self->lag;
  GST_OBJECT_UNLOCK (self);
  return lag;
}

/* Sets the time of @buffer, when the clock shows @now; returns the clock time at which it is due.
 * With the object lock. */
static GstClockTime
stamp_live (GstLifeSrc *self, GstClockTime now, GstClockTime stream_time,
    GstBuffer *buffer)
{
  GstClockTime start = GST_ELEMENT_CAST (self)->base_time;
  GstClockTimeDiff soon = SOON;
  GstClockTimeDiff early; /* until the frame is due */

  if (GST_BUFFER_DURATION_IS_VALID (buffer))
    soon += GST_BUFFER_DURATION (buffer);
  now = now > start ? now - start : 0;
  early = GST_CLOCK_DIFF (now, stream_time) + self->lag;
  /* Far behind, after a jump of the clock, a stopped process or slow frames, the stream goes on
   * from here instead of pushing frames in a burst. */
  if (early < -soon || (self->resumes && (early < 0 || early > soon)))
    self->lag -= early;
  self->resumes = FALSE;
  GST_BUFFER_PTS (buffer) = stream_time + self->lag;
  return start + GST_BUFFER_PTS (buffer);
}

static gboolean
is_interrupted (GstLifeSrc *self)
{
  return self->paused || g_atomic_int_get (&self->life.cancelled);
}

/* Waits until @buffer is due; FALSE: interrupted. The clock may change in a pause. */
static gboolean
wait_for_clock (GstLifeSrc *self, GstClockTime stream_time, GstBuffer *buffer)
{
  GstClock *clock = gst_element_get_clock (GST_ELEMENT (self));
  GstClockTime now = clock ? gst_clock_get_time (clock) : 0;
  GstClockID wait = NULL;
  gboolean done = FALSE;

  GST_OBJECT_LOCK (self);
  if (!is_interrupted (self) && GST_ELEMENT_CLOCK (self) == clock) {
    done = clock == NULL;
    if (clock)
      wait = self->wait = gst_clock_new_single_shot_id (
          clock, stamp_live (self, now, stream_time, buffer));
  }
  GST_OBJECT_UNLOCK (self);
  if (wait) {
    /* A pause may have started and ended during the wait. */
    done = gst_clock_id_wait (wait, NULL) != GST_CLOCK_UNSCHEDULED;
    GST_OBJECT_LOCK (self);
    self->wait = NULL;
    done = done && !is_interrupted (self);
    GST_OBJECT_UNLOCK (self);
    gst_clock_id_unref (wait);
  }
  g_clear_pointer (&clock, gst_object_unref);
  return done;
}

/* Waits for the end of a pause; FALSE if something else interrupts. */
static gboolean
can_continue (GstLifeSrc *self)
{
  GST_OBJECT_LOCK (self);
  /* Until then the base class is not paused. */
  while (self->pausing)
    g_cond_wait (&self->pause_ended, GST_OBJECT_GET_LOCK (self));
  GST_OBJECT_UNLOCK (self);
  return !g_atomic_int_get (&self->life.cancelled)
         && gst_base_src_wait_playing (GST_BASE_SRC (self)) == GST_FLOW_OK;
}

GstFlowReturn
gst_life_src_wait_for_time (GstLifeSrc *self, GstBuffer *buffer)
{
  GstClockTime stream_time = GST_BUFFER_PTS (buffer);
  gboolean done;

  if (!gst_base_src_is_live (GST_BASE_SRC (self)))
    return GST_FLOW_OK;
  do
    done = wait_for_clock (self, stream_time, buffer);
  while (!done && can_continue (self));
  return done ? GST_FLOW_OK : GST_FLOW_FLUSHING;
}
