/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The way of a world to any of its frames, so that each shows the same however it was
 * reached. Frames are kept as checkpoints once a backward seek was asked for. */
#include "plugin/play/goto.h"

#include "plugin/play/edge.h"
#include "plugin/play/changes.h"
#include "plugin/play/lookback.h"
#include "plugin/play/pending.h"
#include "plugin/play/stagnation.h"
#include "plugin/timeline/edits.h"
#include "plugin/timeline/recorders.h"
#include "plugin/world/world.h"

#define GST_CAT_DEFAULT gst_life_debug

/* Keeps the frame that the world has reached, if it is time for that, and if there is
 * memory for it. */
static gboolean
keep_checkpoint (GstLife *life, GError **error)
{
  GstLifeTimeline *timeline = &life->timeline;
  const guint64 interval = timeline->interval;
  GError *problem = NULL;
  LifeSnapshot *snapshot;

  if (life_world_get_generation (life->world) == 0
      || !gst_life_timeline_wants_checkpoint (timeline))
    return TRUE;
  while (!(snapshot = life_world_snapshot (life->world, &problem))
         && g_error_matches (problem, LIFE_ERROR, LIFE_ERROR_MEMORY)
         && timeline->checkpoints->len > 0) {
    g_clear_error (&problem);
    gst_life_timeline_thin_out (timeline);
  }
  if (g_error_matches (problem, LIFE_ERROR, LIFE_ERROR_MEMORY)) {
    g_clear_error (&problem);
    return TRUE;
  }
  if (!snapshot) {
    g_propagate_error (error, problem);
    return FALSE;
  }
  gst_life_timeline_keep_checkpoint (timeline, snapshot);
  if (timeline->interval != interval)
    GST_DEBUG_OBJECT (life->element,
        "checkpoints now %" G_GUINT64_FORMAT " frames apart",
        timeline->interval);
  return TRUE;
}

static gboolean
restore_checkpoint (
    GstLife *life, const GstLifeCheckpoint *checkpoint, GError **error)
{
  const LifeRule *rule =
      gst_life_timeline_rule_at (&life->timeline, checkpoint->frame);

  life->timeline.frame = checkpoint->frame;
  gst_life_progress_forget (&life->progress);
  return life_world_set_rule (life->world, rule, error)
         && life_world_restore (life->world, checkpoint->snapshot, error);
}

/* What lies ahead may be taken back, and is in no backup. */
static void
look_for_backup (GstLife *life)
{
  if (life->timeline.ahead == GST_LIFE_AHEAD_NOT
      && !life->timeline.cells_invalid)
    gst_life_backups_look (
        &life->backups, life->world, life->timeline.last_seed);
}

/* One that is cancelled ends at a generation that is known. Checkpoints make room for one for
 * which memory lacks. */
static gboolean
step (GstLife *life, guint64 generations, GError **error)
{
  const guint64 end = life_world_get_generation (life->world) + generations;
  GError *problem = NULL;

  while (!life_world_step (life->world,
             end - life_world_get_generation (life->world), &life->cancelled,
             &problem)
         && g_error_matches (problem, LIFE_ERROR, LIFE_ERROR_MEMORY)
         && life->timeline.checkpoints->len > 0) {
    g_clear_error (&problem);
    gst_life_timeline_thin_out (&life->timeline);
  }
  if (!problem)
    return TRUE;
  if (!g_error_matches (problem, LIFE_ERROR, LIFE_ERROR_CANCELLED))
    gst_life_timeline_invalidate (&life->timeline);
  g_propagate_error (error, problem);
  return FALSE;
}

/* Steps to @generation in slices, whose progress is reported. Where edits lie ahead, that
 * of the next frame may be one: a backup waits for it. */
static gboolean
step_to (GstLife *life, guint64 generation, GError **error)
{
  guint64 now;

  while ((now = life_world_get_generation (life->world)) < generation) {
    guint64 n = gst_life_progress_slice (&life->progress, generation - now);

    n = gst_life_backups_slice (&life->backups, now, n);
    if (!gst_life_edge_look (life, &n, error))
      return FALSE;

    n = gst_life_recorders_slice (&life->timeline, n, generation - now);
    if (!step (life, n, error))
      return FALSE;
    gst_life_progress_advance (&life->progress, n);
    if (!gst_life_timeline_has_edits_after (
            &life->timeline, life->timeline.frame))
      look_for_backup (life);
  }
  return TRUE;
}

/* The next frame after @from at which there is something to do before @frame. */
static guint64
next_stop (const GstLife *life, guint64 from, guint64 frame)
{
  const guint64 stop =
      gst_life_recorders_next_stop (&life->timeline, from, frame);

  return gst_life_timeline_next_stop (&life->timeline, from, stop);
}

/* Takes the world from a frame before @frame, or from the way to one, to @frame. */
static gboolean
advance (GstLife *life, guint64 frame, GError **error)
{
  GstLifeTimeline *timeline = &life->timeline;
  guint64 now = life_world_get_generation (life->world);
  guint64 stop = timeline->frame, generation;

  if (!gst_life_timeline_generation (timeline, stop, &generation, error))
    return FALSE;
  if (now >= generation && stop == frame)
    return TRUE;
  if (now >= generation)
    stop = next_stop (life, stop, frame);
  for (;; stop = next_stop (life, stop, frame)) {
    if (!gst_life_timeline_generation (timeline, stop, &generation, error)
        || (stop != timeline->frame
            && !gst_life_recorders_leave (timeline, stop, error))
        || !step_to (life, generation, error))
      return FALSE;
    timeline->frame = stop;
    if (!gst_life_timeline_replay_edits (timeline, error)
        || !gst_life_recorders_arrive (timeline, error)) {
      gst_life_timeline_invalidate (&life->timeline);
      return FALSE;
    }
    if (!keep_checkpoint (life, error))
      return FALSE;
    if (stop == frame)
      return TRUE;
  }
}

/* The way from here to @frame begins. */
static gboolean
begin_way (GstLife *life, guint64 frame, GError **error)
{
  guint64 now = life_world_get_generation (life->world), generation;

  if (!gst_life_timeline_generation (
          &life->timeline, frame, &generation, error))
    return FALSE;
  gst_life_progress_begin (&life->progress, generation - MIN (now, generation));
  return TRUE;
}

gboolean
gst_life_advance (GstLife *life, guint64 frame, GError **error)
{
  return begin_way (life, frame, error) && advance (life, frame, error);
}

static gboolean
go_to_start (GstLife *life, GError **error)
{
  life->timeline.frame = 0;
  return gst_life_restart (life, error)
         && (life->timeline.start_generation
                 > life_world_get_generation (life->world)
             || gst_life_timeline_replay_edits (&life->timeline, error));
}

/* Takes the world back to the last frame kept that is not past @frame, or to its
 * start. */
static gboolean
rewind_to (GstLife *life, guint64 frame, GError **error)
{
  GstLifeTimeline *timeline = &life->timeline;
  const GstLifeCheckpoint *checkpoint;

  timeline->checkpointing = TRUE;
  checkpoint = gst_life_timeline_find_checkpoint (timeline, frame);
  life->timeline.cells_invalid = FALSE;
  if (checkpoint ? restore_checkpoint (life, checkpoint, error)
                 : go_to_start (life, error))
    return TRUE;
  gst_life_timeline_invalidate (&life->timeline);
  return FALSE;
}

gboolean
gst_life_keep_shown (GstLife *life, GError **error)
{
  gst_life_take_tempo (life);
  gst_life_lookback_set (life);
  return gst_life_crossfade_keep_shown (
      &life->crossfade, &life->timeline, error);
}

/* Takes the world back where it is past @frame. */
static gboolean
go_before (GstLife *life, guint64 frame, GError **error)
{
  return !gst_life_timeline_is_past (&life->timeline, frame)
         || rewind_to (life, frame, error);
}

/* A world whose cells are not known goes back to where they are. */
static gboolean
return_to_known (GstLife *life, guint64 frame, GError **error)
{
  if (!life->timeline.cells_invalid)
    return TRUE;
  if (!life->timeline.kept) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
        "after a failure the cells of the world are not known, and frames "
        "before it are not "
        "kept; start the stream again");
    return FALSE;
  }
  gst_life_recorders_end (&life->timeline);
  return rewind_to (life, frame, error);
}

/* From the frame on that recorders need for @frame, unless they lead there. */
static gboolean
go_on (GstLife *life, guint64 frame, GError **error)
{
  GstLifeTimeline *timeline = &life->timeline;
  guint64 start;

  if (gst_life_recorders_lead_to (timeline, frame, &start))
    return go_before (life, frame, error) && begin_way (life, frame, error)
           && advance (life, frame, error);
  gst_life_recorders_end (timeline);
  return go_before (life, start, error) && begin_way (life, frame, error)
         && advance (life, start, error)
         && gst_life_recorders_begin (timeline, error)
         && advance (life, frame, error);
}

/* The world to frame @frame, from wherever it is. */
static gboolean
go_to_frame (GstLife *life, guint64 frame, GError **error)
{
  guint64 generation;

  gst_life_lookback_set (life);
  return gst_life_timeline_generation (
             &life->timeline, frame, &generation, error)
         && return_to_known (life, frame, error) && go_on (life, frame, error);
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

static void
take_changes (GstLife *life, GError **wrong_rule)
{
  gst_life_take_rule (life, wrong_rule);
  gst_life_pending_take (life);
  /* Last, since edits of a frame take back what was to come after it, steps too. */
  gst_life_take_tempo (life);
}

void
gst_life_leave_frame (GstLife *life)
{
  GError *wrong_rule = NULL;

  g_mutex_lock (&life->world_lock);
  /* Before any frame there is none to leave: the world starts with the rule. */
  if (life->filled && !life->timeline.left) {
    take_changes (life, &wrong_rule);
    life->timeline.left = TRUE;
  }
  g_mutex_unlock (&life->world_lock);
  gst_life_pending_warn (life);
  warn_of_rule (life, wrong_rule);
}

/* A rule or tempo that was set since the last frame is taken there, or after a seek where
 * that leads. */
static gboolean
go_to_frame_with_changes (
    GstLife *life, guint64 frame, GError **wrong_rule, GError **error)
{
  if (!gst_life_recorders_settle (&life->timeline, error))
    return FALSE;
  if (!life->timeline.left)
    take_changes (life, wrong_rule);
  if (!go_to_frame (life, frame, error))
    return FALSE;
  if (life->timeline.left)
    take_changes (life, wrong_rule);
  life->timeline.left = FALSE;
  return !life->timeline.cells_invalid || go_to_frame (life, frame, error);
}

/* --- Where memory lacks --- */

/* The next frames show the generation that the world has come to. */
static void
pause (GstLife *life, guint64 frame)
{
  GstLifeTempo tempo;

  g_mutex_lock (&life->lock);
  life->settings.tempo.paused = TRUE;
  life->tempo_changed = FALSE;
  life->steps = 0;
  tempo = life->settings.tempo;
  g_mutex_unlock (&life->lock);
  gst_life_timeline_hold (
      &life->timeline, frame, life_world_get_generation (life->world), &tempo);
  gst_life_recorders_cut (&life->timeline, frame, FALSE);
}

/* What fails for lack of memory ends at whole generations and whole cells. */
gboolean
gst_life_hold (GstLife *life, guint64 frame, GError **problem)
{
  if (life->timeline.kept || life->is_held
      || !g_error_matches (*problem, LIFE_ERROR, LIFE_ERROR_MEMORY))
    return FALSE;
  gst_life_recorders_end (&life->timeline);
  /* That of a count that failed does not count as begun. */
  life_world_forget (life->world, NULL);
  gst_life_timeline_drop_previous (&life->timeline);
  pause (life, frame);
  life->is_held = life->held_anew = TRUE;
  life->timeline.cells_invalid = FALSE;
  g_free (life->edit_warning);
  life->edit_warning =
      g_strdup_printf ("the world is paused: %s", (*problem)->message);
  g_clear_error (problem);
  return TRUE;
}

void
gst_life_report_hold (GstLife *life)
{
  gboolean anew;

  g_mutex_lock (&life->world_lock);
  anew = life->held_anew;
  life->held_anew = FALSE;
  g_mutex_unlock (&life->world_lock);
  if (anew)
    g_object_notify (G_OBJECT (life->element), "paused");
  gst_life_pending_warn (life);
}

gboolean
gst_life_goto (GstLife *life, guint64 frame, GError **error)
{
  GError *wrong_rule = NULL, *problem = NULL;

  g_mutex_lock (&life->world_lock);
  if (gst_life_need_world (life, &problem)) {
    if (!go_to_frame_with_changes (life, frame, &wrong_rule, &problem)
        && gst_life_hold (life, frame, &problem))
      go_to_frame_with_changes (life, frame, &wrong_rule, &problem);
    look_for_backup (life);
    gst_life_report_engine (life);
  }
  g_mutex_unlock (&life->world_lock);
  gst_life_progress_end (&life->progress, problem);
  gst_life_stagnation_post (life);
  warn_of_rule (life, wrong_rule);
  gst_life_report_hold (life);
  gst_life_backups_post (&life->backups, &life->world_lock);
  if (!problem)
    return TRUE;
  g_propagate_error (error, problem);
  return FALSE;
}
