/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames made ahead, of a world that looks ahead. */
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

/* A new rule begins with the frame that is due: it is not taken here. What was set while the
 * world went to its present frame is met by going to the next one. */
void
gst_life_ahead_step (GstLifeAhead *ahead, GstLife *life, guint64 number)
{
  GError *problem = NULL;

  ahead->settings_serial = gst_life_settings_serial (life);
  g_mutex_lock (&life->world_lock);
  if (gst_life_lookback_is_set (life))
    gst_life_timeline_step_ahead (&life->timeline, number, &problem);
  g_mutex_unlock (&life->world_lock);
  /* A failure comes again when the frame is due, and is reported then. */
  gst_life_progress_end (&life->runtime.progress, problem);
  g_clear_error (&problem);
  /* Not left to an action, whose own it would be taken for. */
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
  waits = early && !gst_life_frames_are_apart (life);
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
  pending->begun =
      life->timeline.ahead == GST_LIFE_AHEAD_STEPPED
      && gst_life_begin_frame (life, &pending->video, number, FALSE, NULL);
  if (pending->begun)
    life->timeline.ahead = GST_LIFE_AHEAD_DRAWN;
  g_mutex_unlock (&life->world_lock);
  return NULL;
}

/* Whether the frame that was drawn is as it would be drawn now; the world then stays
 * where it is. Where frames are skipped it is on its way all the same. */
static gboolean
keep (const GstLifeAhead *ahead, GstLife *life, guint64 number)
{
  gboolean kept;

  if (!ahead->pending.buffer || ahead->pending.number > number
      || ahead->settings_serial != gst_life_settings_serial (life)
      /* A setting that was made between the last frame and this one. */
      || gst_life_has_changes (life))
    return FALSE;
  g_mutex_lock (&life->world_lock);
  kept = life->timeline.ahead == GST_LIFE_AHEAD_DRAWN;
  if (kept)
    life->timeline.ahead = GST_LIFE_AHEAD_NOT;
  g_mutex_unlock (&life->world_lock);
  return kept;
}

gboolean
gst_life_ahead_take (GstLifeAhead *ahead, GstLife *life, guint64 number,
    GstLifePendingFrame *pending)
{
  GstLifePendingFrame *made = &ahead->pending;

  if (keep (ahead, life, number) && made->number == number) {
    *pending = *made;
    memset (made, 0, sizeof *made);
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
