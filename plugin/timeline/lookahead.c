/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stepping ahead: until the next frame is requested the step can be reverted, and is before
 * anything else reads or changes the world, so that a wrong guess costs only time. */
#include "plugin/timeline/lookahead.h"

#include "plugin/timeline/recorders.h"
#include "plugin/timeline/seek.h"

/* How many generations to step ahead for frame @frame; 0 if the call would block. */
static guint64
generations_ahead (GstLifeTimeline *timeline, guint64 frame)
{
  guint64 now = life_world_get_generation (timeline->world), generation;

  if (timeline->ahead != GST_LIFE_AHEAD_NOT || timeline->cells_invalid
      || frame <= timeline->frame
      || gst_life_timeline_has_edits_after (timeline, timeline->frame)
      || !gst_life_timeline_generation (timeline, frame, &generation, NULL)
      || !life_world_is_step_deferred (timeline->world, generation - now)
      || timeline->owner_class->stops (timeline->owner, now, generation)
      || !gst_life_recorders_allow_ahead (timeline, frame))
    return 0;
  return generation - now;
}

gboolean
gst_life_timeline_can_step_ahead (GstLifeTimeline *timeline, guint64 frame)
{
  return generations_ahead (timeline, frame) > 0;
}

void
gst_life_timeline_revert (GstLifeTimeline *timeline)
{
  GError *error = NULL;

  if (timeline->ahead == GST_LIFE_AHEAD_NOT)
    return;
  timeline->ahead = GST_LIFE_AHEAD_NOT;
  timeline->frame = timeline->revert_frame;
  gst_life_recorders_revert (timeline);
  timeline->cells_invalid = FALSE;
  if (!life_world_revert (timeline->world, &error)) {
    timeline->owner_class->log (
        timeline->owner, TRUE, "going back: %s", error->message);
    g_error_free (error);
    gst_life_timeline_invalidate (timeline);
  }
}

void
gst_life_timeline_step_ahead (
    GstLifeTimeline *timeline, guint64 frame, GError **error)
{
  const guint64 generations = generations_ahead (timeline, frame);

  if (generations == 0 || !life_world_mark (timeline->world, generations))
    return;
  timeline->ahead = GST_LIFE_AHEAD_STEPPED;
  timeline->revert_frame = timeline->frame;
  if (!gst_life_timeline_advance (timeline, frame, error))
    gst_life_timeline_revert (timeline);
}
