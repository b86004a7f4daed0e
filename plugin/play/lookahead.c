/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looking ahead: the world steps on before its next frame is due. Until that frame
 * is taken the step can be taken back, and is before anything else looks at the
 * world or changes it, so that nothing but time is lost by having looked ahead. */
#include "plugin/play/lookahead.h"

#include "plugin/play/goto.h"
#include "plugin/play/lookback.h"
#include "plugin/play/pending.h"
#include "plugin/timeline/recorders.h"

#define GST_CAT_DEFAULT gst_life_debug

/* How many generations to look ahead for frame @number; 0 where that takes time. A
 * new rule begins with the frame that is due: it is not taken here. What was set while the
 * world went to its present frame is met by going to the next one. */
static guint64
generations_ahead (GstLife *life, guint64 number)
{
  GstLifeTimeline *timeline = &life->timeline;
  guint64 now = life_world_get_generation (life->world), generation;

  if (life->timeline.ahead != GST_LIFE_AHEAD_NOT || life->timeline.cells_invalid
      || number <= timeline->frame || !gst_life_lookback_is_set (life)
      || gst_life_timeline_has_edits_after (timeline, timeline->frame)
      || !gst_life_timeline_generation (timeline, number, &generation, NULL)
      || !life_world_is_step_deferred (life->world, generation - now)
      || gst_life_backups_stop (&life->backups, now, generation)
      || !gst_life_recorders_allow_ahead (timeline, number))
    return 0;
  return generation - now;
}

gboolean
gst_life_lookahead_is_possible (GstLife *life, guint64 number)
{
  GST_LIFE_HOLD (&life->world_lock);

  return generations_ahead (life, number) > 0;
}

void
gst_life_lookahead_revert (GstLife *life)
{
  GError *error = NULL;

  if (life->timeline.ahead == GST_LIFE_AHEAD_NOT)
    return;
  life->timeline.ahead = GST_LIFE_AHEAD_NOT;
  life->timeline.frame = life->timeline.ahead_of;
  gst_life_recorders_revert (&life->timeline);
  life->timeline.cells_invalid = FALSE;
  if (!life_world_revert (life->world, &error)) {
    GST_WARNING_OBJECT (life->element, "going back: %s", error->message);
    g_error_free (error);
    gst_life_timeline_invalidate (&life->timeline);
  }
}

void
gst_life_lookahead_step (GstLife *life, guint64 number)
{
  guint64 generations;
  GError *problem = NULL;

  g_mutex_lock (&life->world_lock);
  generations = generations_ahead (life, number);
  if (generations > 0 && life_world_mark (life->world, generations)) {
    life->timeline.ahead = GST_LIFE_AHEAD_STEPPED;
    life->timeline.ahead_of = life->timeline.frame;
    if (!gst_life_advance (life, number, &problem))
      gst_life_lookahead_revert (life);
  }
  g_mutex_unlock (&life->world_lock);
  /* A failure comes again when the frame is due, and is reported then. */
  gst_life_progress_end (&life->progress, problem);
  g_clear_error (&problem);
  /* Not left to an action, whose own it would be taken for. */
  gst_life_pending_warn (life);
}
