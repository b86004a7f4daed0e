/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The world of an element as it plays: it goes from frame to frame, applies what was set since
 * the last one, and pauses when memory runs out. */
#include "plugin/play/play.h"

#include "plugin/play/changes.h"
#include "plugin/play/lookback.h"
#include "plugin/play/edit-queue.h"
#include "plugin/play/stagnation.h"
#include "plugin/timeline/recorders.h"
#include "plugin/timeline/seek.h"
#include "plugin/world/owner.h"
#include "plugin/world/element-rule.h"
#include "plugin/world/element-world.h"

gboolean
gst_life_record_shown (GstLife *life, GError **error)
{
  gst_life_apply_tempo (life);
  gst_life_lookback_set (life);
  return gst_life_crossfade_record_shown (
      &life->recorders.crossfade, &life->timeline, error);
}

static void
warn_of_rule (GstLife *life, GError *wrong)
{
  if (!wrong)
    return;
  GST_ELEMENT_WARNING (life->element, LIBRARY, SETTINGS,
      ("%s; the old rule stays", wrong->message), (NULL));
  g_error_free (wrong);
}

static gboolean
go_to_frame (GstLife *life, guint64 frame, GError **error)
{
  gst_life_lookback_set (life);
  return gst_life_timeline_seek (&life->timeline, frame, error);
}

static void
apply_changes (GstLife *life, GError **wrong_rule)
{
  gst_life_apply_rule (life, wrong_rule);
  gst_life_edit_queue_apply (life);
  /* Last, since edits of a frame drop what was to come after it, steps too. */
  gst_life_apply_tempo (life);
}

void
gst_life_leave_frame (GstLife *life)
{
  GError *wrong_rule = NULL;

  g_mutex_lock (&life->world_lock);
  /* Before the first frame the rule is set when the world is made. */
  if (life->runtime.filled && !life->timeline.leaving) {
    apply_changes (life, &wrong_rule);
    life->timeline.leaving = TRUE;
  }
  g_mutex_unlock (&life->world_lock);
  gst_life_edit_queue_warn (life);
  warn_of_rule (life, wrong_rule);
}

/* A rule or tempo that was set since the last frame is applied there, or after a seek at its
 * target. */
static gboolean
go_to_frame_with_changes (
    GstLife *life, guint64 frame, GError **wrong_rule, GError **error)
{
  if (!gst_life_recorders_settle (&life->timeline, error))
    return FALSE;
  if (!life->timeline.leaving)
    apply_changes (life, wrong_rule);
  if (!go_to_frame (life, frame, error))
    return FALSE;
  if (life->timeline.leaving)
    apply_changes (life, wrong_rule);
  life->timeline.leaving = FALSE;
  return !life->timeline.cells_invalid || go_to_frame (life, frame, error);
}

/* --- When memory runs out --- */

/* The next frames show the world's present generation. */
static void
pause (GstLife *life, guint64 frame)
{
  GstLifeTempo tempo;

  g_mutex_lock (&life->lock);
  life->settings.tempo.paused = TRUE;
  life->requested.tempo_changed = FALSE;
  life->requested.steps = 0;
  tempo = life->settings.tempo;
  g_mutex_unlock (&life->lock);
  gst_life_timeline_pause_at (
      &life->timeline, frame, life_world_get_generation (life->world), &tempo);
  gst_life_recorders_cut (&life->timeline, frame, FALSE);
}

/* A call that runs out of memory leaves a whole generation and valid cells. */
gboolean
gst_life_pause_for_memory (GstLife *life, guint64 frame, GError **problem)
{
  if (life->timeline.replayable || life->runtime.out_of_memory
      || !g_error_matches (*problem, LIFE_ERROR, LIFE_ERROR_MEMORY))
    return FALSE;
  gst_life_recorders_end (&life->timeline);
  /* The history of a count that failed is invalid. */
  life_world_reset_history (life->world, NULL);
  gst_life_timeline_drop_previous (&life->timeline);
  pause (life, frame);
  life->runtime.out_of_memory = life->runtime.memory_report_pending = TRUE;
  life->timeline.cells_invalid = FALSE;
  g_free (life->runtime.warning);
  life->runtime.warning =
      g_strdup_printf ("the world is paused: %s", (*problem)->message);
  g_clear_error (problem);
  return TRUE;
}

void
gst_life_report_memory_pause (GstLife *life)
{
  gboolean report;

  g_mutex_lock (&life->world_lock);
  report = life->runtime.memory_report_pending;
  life->runtime.memory_report_pending = FALSE;
  g_mutex_unlock (&life->world_lock);
  if (report)
    g_object_notify (G_OBJECT (life->element), "paused");
  gst_life_edit_queue_warn (life);
}

gboolean
gst_life_play_to (GstLife *life, guint64 frame, GError **error)
{
  GError *wrong_rule = NULL, *problem = NULL;

  g_mutex_lock (&life->world_lock);
  if (gst_life_require_world (life, &problem)) {
    if (!go_to_frame_with_changes (life, frame, &wrong_rule, &problem)
        && gst_life_pause_for_memory (life, frame, &problem))
      go_to_frame_with_changes (life, frame, &wrong_rule, &problem);
    if (life->timeline.events->len > 0)
      gst_life_read_rule_back (life);
    gst_life_write_due_checkpoint (life);
    gst_life_report_engine (life);
  }
  g_mutex_unlock (&life->world_lock);
  gst_life_progress_end (&life->runtime.progress, problem);
  gst_life_stagnation_post (life);
  warn_of_rule (life, wrong_rule);
  gst_life_report_memory_pause (life);
  gst_life_checkpoints_post (&life->runtime.checkpoints, &life->world_lock);
  if (!problem)
    return TRUE;
  g_propagate_error (error, problem);
  return FALSE;
}
