/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames made ahead, of a world that steps ahead. */
#include "plugin/frames/ahead.h"

#include "plugin/frames/frames.h"
#include "plugin/play/lookback.h"
#include "plugin/play/edit-queue.h"
#include "plugin/timeline/seek.h"

gboolean
gst_life_ahead_is_possible (GstLife *life, guint64 number)
{
  GST_LIFE_LOCK (&life->world_lock);

  return gst_life_lookback_is_set (life)
         && gst_life_timeline_can_step_ahead (&life->timeline, number);
}

/* A new rule is applied when the frame is due, not here. What recorders lack for settings that
 * were set during the last step they record on the way to the next frame. */
void
gst_life_ahead_step (GstLifeAhead *ahead, GstLife *life, guint64 number)
{
  GError *problem = NULL;

  ahead->settings_serial = gst_life_settings_serial (life);
  g_mutex_lock (&life->world_lock);
  if (gst_life_lookback_is_set (life))
    gst_life_timeline_step_ahead (&life->timeline, number, &problem);
  g_mutex_unlock (&life->world_lock);
  /* A failure repeats when the frame is due, and is reported then. */
  gst_life_progress_end (&life->runtime.progress, problem);
  g_clear_error (&problem);
  /* Posted here, so that it does not seem to come from an action. */
  gst_life_edit_queue_warn (life);
}

GstBuffer *
gst_life_ahead_draw (GstLifeAhead *ahead, GstLife *life,
    const GstVideoInfo *info, GstBuffer *buffer, gboolean early)
{
  GstLifePendingFrame *pending = &ahead->pending;
  gboolean stepped, waits;
  guint64 number;

  g_mutex_lock (&life->world_lock);
  stepped = life->timeline.ahead == GST_LIFE_AHEAD_STEPPED;
  waits = early && !gst_life_frames_are_independent (life);
  number = life->timeline.frame;
  g_mutex_unlock (&life->world_lock);
  if (waits)
    return buffer;
  if (!stepped) {
    gst_buffer_unref (buffer);
    return NULL;
  }
  if (!gst_life_pending_frame_open (pending, life, info, buffer, number, NULL))
    return NULL;
  g_mutex_lock (&life->world_lock);
  pending->drawing =
      life->timeline.ahead == GST_LIFE_AHEAD_STEPPED
      && gst_life_begin_frame (life, &pending->video, number, FALSE, NULL);
  if (pending->drawing)
    life->timeline.ahead = GST_LIFE_AHEAD_DRAWN;
  g_mutex_unlock (&life->world_lock);
  return NULL;
}

/* Whether the frame made ahead is the one that would be drawn now; then the world stays there.
 * If that frame is to be skipped the world has at least stepped. */
static gboolean
accept (const GstLifeAhead *ahead, GstLife *life, guint64 number)
{
  gboolean accepted;

  if (!ahead->pending.buffer || ahead->pending.number > number
      || ahead->settings_serial != gst_life_settings_serial (life)
      /* Something was set after the last frame. */
      || gst_life_has_changes (life))
    return FALSE;
  g_mutex_lock (&life->world_lock);
  accepted = life->timeline.ahead == GST_LIFE_AHEAD_DRAWN;
  if (accepted)
    life->timeline.ahead = GST_LIFE_AHEAD_NONE;
  g_mutex_unlock (&life->world_lock);
  return accepted;
}

gboolean
gst_life_ahead_claim (GstLifeAhead *ahead, GstLife *life, guint64 number,
    GstLifePendingFrame *pending)
{
  GstLifePendingFrame *ahead_frame = &ahead->pending;

  if (accept (ahead, life, number) && ahead_frame->number == number) {
    *pending = *ahead_frame;
    memset (ahead_frame, 0, sizeof *ahead_frame);
    return TRUE;
  }
  gst_life_ahead_drop (ahead, life);
  return FALSE;
}

void
gst_life_ahead_drop (GstLifeAhead *ahead, GstLife *life)
{
  gst_life_pending_frame_close (&ahead->pending, life);
  g_mutex_lock (&life->world_lock);
  gst_life_timeline_revert (&life->timeline);
  g_mutex_unlock (&life->world_lock);
}
