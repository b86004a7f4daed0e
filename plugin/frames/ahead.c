/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looking ahead: the world steps on before its next frame is due. Until that frame
 * is taken the step can be taken back, and is before anything else looks at the
 * world or changes it, so that nothing but time is lost by having looked ahead. */
#include "plugin/world/life.h"

#define GST_CAT_DEFAULT gst_life_debug

/* How many generations to look ahead for frame @number; 0 where that takes time. A
 * new rule begins with the frame that is due: it is not taken here. */
static guint64
generations_ahead (const GstLife *life, guint64 number)
{
  const GstLifeTimeline *timeline = &life->timeline;
  guint64 now = life_world_get_generation (life->world), generation;

  if (life->ahead.state != GST_LIFE_AHEAD_NOT || number <= timeline->frame
      || gst_life_timeline_has_edits_after (timeline, timeline->frame)
      || !gst_life_timeline_generation (timeline, number, &generation, NULL)
      || !life_world_is_step_deferred (life->world, generation - now))
    return 0;
  return generation - now;
}

gboolean
gst_life_ahead_is_possible (GstLife *life, guint64 number)
{
  gboolean possible;

  g_mutex_lock (&life->world_lock);
  possible = generations_ahead (life, number) > 0;
  g_mutex_unlock (&life->world_lock);
  return possible;
}

void
gst_life_ahead_step (GstLife *life, guint64 number)
{
  guint64 generations;
  GError *problem = NULL;

  life->ahead.settings_serial = gst_life_settings_serial (life);
  g_mutex_lock (&life->world_lock);
  generations = generations_ahead (life, number);
  if (generations > 0 && life_world_mark (life->world, generations)) {
    life->ahead.state = GST_LIFE_AHEAD_STEPPED;
    life->ahead.from = life->timeline.frame;
    if (!gst_life_timeline_advance (life, number, &problem))
      gst_life_ahead_revert (life);
  }
  g_mutex_unlock (&life->world_lock);
  /* What went wrong goes wrong again when the frame is due, and is reported then. */
  gst_life_progress_end (&life->progress, problem);
  g_clear_error (&problem);
}

void
gst_life_ahead_draw (GstLife *life, const GstVideoInfo *info, GstBuffer *buffer)
{
  GstLifePicture *picture = &life->ahead.picture;
  gboolean stepped;
  guint64 number;

  g_mutex_lock (&life->world_lock);
  stepped = life->ahead.state == GST_LIFE_AHEAD_STEPPED;
  number = life->timeline.frame;
  g_mutex_unlock (&life->world_lock);
  if (!stepped) {
    gst_buffer_unref (buffer);
    return;
  }
  if (!gst_life_picture_open (picture, life, info, buffer, number, NULL))
    return;
  g_mutex_lock (&life->world_lock);
  picture->begun =
      life->ahead.state == GST_LIFE_AHEAD_STEPPED
      && gst_life_begin_frame_locked (life, &picture->video, number, NULL);
  if (picture->begun)
    life->ahead.state = GST_LIFE_AHEAD_DRAWN;
  g_mutex_unlock (&life->world_lock);
}

/* Whether the frame that was drawn is as it would be drawn now; the world then stays
 * where it is. Where frames are skipped it is on its way all the same. */
static gboolean
keep (GstLife *life, guint64 number)
{
  const GstLifeAhead *ahead = &life->ahead;
  gboolean kept;

  if (!ahead->picture.buffer || ahead->picture.number > number
      || ahead->settings_serial != gst_life_settings_serial (life)
      /* One that came between the last frame and this one's settings. */
      || gst_life_has_new_rule (life))
    return FALSE;
  g_mutex_lock (&life->world_lock);
  kept = ahead->state == GST_LIFE_AHEAD_DRAWN;
  if (kept)
    life->ahead.state = GST_LIFE_AHEAD_NOT;
  g_mutex_unlock (&life->world_lock);
  return kept;
}

gboolean
gst_life_ahead_take (GstLife *life, guint64 number, GstLifePicture *picture)
{
  GstLifePicture *made = &life->ahead.picture;

  if (keep (life, number) && made->number == number) {
    *picture = *made;
    memset (made, 0, sizeof *made);
    return TRUE;
  }
  gst_life_ahead_drop (life);
  return FALSE;
}

void
gst_life_ahead_drop (GstLife *life)
{
  gst_life_picture_close (&life->ahead.picture, life);
  g_mutex_lock (&life->world_lock);
  gst_life_ahead_revert (life);
  g_mutex_unlock (&life->world_lock);
}

void
gst_life_ahead_revert (GstLife *life)
{
  GError *error = NULL;

  if (life->ahead.state == GST_LIFE_AHEAD_NOT)
    return;
  life->ahead.state = GST_LIFE_AHEAD_NOT;
  life->timeline.frame = life->ahead.from;
  if (!life_world_revert (life->world, &error)) {
    /* What comes next meets the same failure and reports it. */
    GST_WARNING_OBJECT (life->element, "going back: %s", error->message);
    g_error_free (error);
  }
}
