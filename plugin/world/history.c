/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts frames for color modes that look back. A frame is counted when the world leaves
 * it, so that edits by hand that belong to it are in it. */
#include "plugin/world/history.h"

gboolean
gst_life_looks_back (GstLife *life)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&life->lock);

  return life_color_mode_looks_back (life->settings.color_mode);
}

gboolean
gst_life_history_leads_to (const GstLife *life, guint64 frame)
{
  const guint64 now = life->timeline.frame;

  return life->history.counted && frame >= MAX (now, life->history.next)
         && (frame - now <= LIFE_HISTORY_FRAMES
             || gst_life_history_start (life, frame) <= now);
}

/* Where edits are not kept no frame can be made again: history begins where a mode
 * first looks back. Frames that repeat a generation do not count. */
guint64
gst_life_history_start (const GstLife *life, guint64 frame)
{
  const GstLifeTimeline *timeline = &life->timeline;
  guint64 generation;

  if ((!timeline->kept && !life->history.counted)
      || !gst_life_timeline_generation (timeline, frame, &generation, NULL))
    return frame;
  for (guint counted = 0; counted < LIFE_HISTORY_FRAMES; counted++) {
    guint64 since = gst_life_timeline_since (timeline, frame);

    if (since == 0)
      return 0;
    frame = since - 1;
  }
  return frame;
}

gboolean
gst_life_history_begin (GstLife *life, GError **error)
{
  life->history.counted = life_world_forget (life->world, error);
  life->history.next = life->timeline.frame;
  return life->history.counted;
}

void
gst_life_history_end (GstLife *life)
{
  /* What goes wrong here goes wrong with the next frame, and is reported then. */
  if (life->history.counted)
    life_world_forget (life->world, NULL);
  life->history.counted = FALSE;
}

/* The present frame is counted, unless it was already. */
static gboolean
count_frame (GstLife *life, GError **error)
{
  if (!life->history.counted || life->history.next > life->timeline.frame)
    return TRUE;
  life->history.next = life->timeline.frame + 1;
  life->history.counted = life_world_remember (life->world, error);
  return life->history.counted;
}

gboolean
gst_life_history_leave (GstLife *life, guint64 generation, GError **error)
{
  return generation == life_world_get_generation (life->world)
         || count_frame (life, error);
}

void
gst_life_history_revert (GstLife *life, guint64 frame)
{
  life->history.next = MIN (life->history.next, frame);
}
