/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The way of a world to any of its frames, so that each shows the same however it was
 * reached. Frames are kept as checkpoints once a backward seek was asked for. */
#include "plugin/world/goto.h"

#include "plugin/world/edits.h"
#include "plugin/world/history.h"
#include "plugin/world/stagnation.h"
#include "plugin/world/world.h"

#define GST_CAT_DEFAULT gst_life_debug

/* Keeps the frame that the world has reached, if it is time for that. */
static gboolean
keep_checkpoint (GstLife *life, GError **error)
{
  GstLifeTimeline *timeline = &life->timeline;
  const guint64 interval = timeline->interval;
  LifeSnapshot *snapshot;

  if (life_world_get_generation (life->world) == 0
      || !gst_life_timeline_wants_checkpoint (timeline))
    return TRUE;
  snapshot = life_world_snapshot (life->world, error);
  if (!snapshot)
    return FALSE;
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

/* Steps to @generation in slices, whose progress is reported. */
static gboolean
step_to (GstLife *life, guint64 generation, GError **error)
{
  guint64 now;

  while ((now = life_world_get_generation (life->world)) < generation) {
    guint64 n = gst_life_progress_slice (&life->progress, generation - now);

    if (!life_world_step (life->world, n, &life->cancelled, error))
      return FALSE;
    gst_life_progress_advance (&life->progress, n);
  }
  return TRUE;
}

/* The next frame after @from at which there is something to do before @frame. */
static guint64
next_stop (const GstLife *life, guint64 from, guint64 frame)
{
  return life->history.counted
             ? from + 1
             : gst_life_timeline_next_stop (&life->timeline, from,
                 gst_life_stagnation_next_stop (life, from, frame));
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
        || !gst_life_stagnation_leave (life, stop, error)
        || !gst_life_history_leave (life, generation, error)
        || !step_to (life, generation, error))
      return FALSE;
    timeline->frame = stop;
    if (!gst_life_replay_edits (life, error)
        || !gst_life_stagnation_arrive (life, error)
        || !keep_checkpoint (life, error))
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

/* Takes the world back to the last frame kept that is not past @frame, or to its
 * start. */
static gboolean
rewind_to (GstLife *life, guint64 frame, GError **error)
{
  GstLifeTimeline *timeline = &life->timeline;
  const GstLifeCheckpoint *checkpoint;

  timeline->checkpointing = TRUE;
  checkpoint = gst_life_timeline_find_checkpoint (timeline, frame);
  if (checkpoint)
    return restore_checkpoint (life, checkpoint, error);
  timeline->frame = 0;
  return gst_life_restart (life, error)
         && (timeline->start_generation > 0
             || gst_life_replay_edits (life, error));
}

/* Whether the world has gone past frame @frame, which shows @generation. */
static gboolean
is_past (const GstLife *life, guint64 frame, guint64 generation)
{
  return frame < life->timeline.frame
         || generation < life_world_get_generation (life->world);
}

/* Whether frame *@before fades out in frame @frame, which shows @generation, and is to be
 * had on the way there. The world does not go back for it alone. */
static gboolean
passes_before (
    const GstLife *life, guint64 frame, guint64 generation, guint64 *before)
{
  const GstLifeTimeline *timeline = &life->timeline;
  guint64 earlier;

  return gst_life_timeline_weight (timeline, frame, before)
             < GST_LIFE_FULL_WEIGHT
         && !gst_life_timeline_has_before (timeline, *before)
         && (timeline->left || is_past (life, frame, generation)
             || (gst_life_timeline_generation (
                     timeline, *before, &earlier, NULL)
                 && !is_past (life, *before, earlier)));
}

static gboolean
keep_before (GstLife *life, GError **error)
{
  LifeSnapshot *snapshot = life_world_snapshot (life->world, error);

  if (snapshot)
    gst_life_timeline_keep_before (&life->timeline, snapshot);
  life->is_faded = FALSE;
  return snapshot != NULL;
}

/* Takes the world back where it is past @frame. */
static gboolean
go_before (GstLife *life, guint64 frame, GError **error)
{
  guint64 generation;

  return gst_life_timeline_generation (
             &life->timeline, frame, &generation, error)
         && (!is_past (life, frame, generation)
             || rewind_to (life, frame, error));
}

/* To @frame by way of the frame that fades out in it, if there is one. */
static gboolean
go_by_fading (GstLife *life, guint64 frame, GError **error)
{
  guint64 generation, before;
  gboolean fades;

  if (!gst_life_timeline_generation (
          &life->timeline, frame, &generation, error))
    return FALSE;
  fades = passes_before (life, frame, generation, &before);
  return go_before (life, fades ? before : frame, error)
         && begin_way (life, frame, error)
         && (!fades
             || (advance (life, before, error) && keep_before (life, error)))
         && advance (life, frame, error);
}

/* To @frame by way of the frames that its history follows from, unless the world comes
 * from them. */
static gboolean
go_by_history (GstLife *life, guint64 frame, GError **error)
{
  const guint64 start = gst_life_history_start (life, frame);

  if (gst_life_history_leads_to (life, frame))
    return go_before (life, frame, error)
           && gst_life_advance (life, frame, error);
  gst_life_history_end (life);
  return go_before (life, start, error) && begin_way (life, frame, error)
         && advance (life, start, error) && gst_life_history_begin (life, error)
         && advance (life, frame, error);
}

/* The world on the way to frame @frame, from wherever it is. */
static gboolean
go_to_frame (GstLife *life, guint64 frame, GError **error)
{
  if (gst_life_looks_back (life))
    return go_by_history (life, frame, error);
  gst_life_history_end (life);
  return go_by_fading (life, frame, error);
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

void
gst_life_leave_frame (GstLife *life)
{
  GError *wrong_rule = NULL;

  g_mutex_lock (&life->world_lock);
  /* Before any frame there is none to leave: the world starts with the rule. */
  if (life->filled && !life->timeline.left) {
    gst_life_take_changes (life, &wrong_rule);
    life->timeline.left = TRUE;
  }
  g_mutex_unlock (&life->world_lock);
  warn_of_rule (life, wrong_rule);
}

/* A rule or tempo that was set since the last frame is taken there, or after a seek where
 * that leads. */
static gboolean
go_to_frame_with_changes (
    GstLife *life, guint64 frame, GError **wrong_rule, GError **error)
{
  if (!gst_life_stagnation_see (life, error))
    return FALSE;
  if (!life->timeline.left)
    gst_life_take_changes (life, wrong_rule);
  if (!go_to_frame (life, frame, error))
    return FALSE;
  if (life->timeline.left)
    gst_life_take_changes (life, wrong_rule);
  life->timeline.left = FALSE;
  return TRUE;
}

gboolean
gst_life_goto (GstLife *life, guint64 frame, GError **error)
{
  GError *wrong_rule = NULL, *problem = NULL;

  g_mutex_lock (&life->world_lock);
  g_mutex_lock (&life->lock);
  life->timeline.crossfade = life->settings.crossfade;
  g_mutex_unlock (&life->lock);
  if (gst_life_need_world (life, &problem)) {
    go_to_frame_with_changes (life, frame, &wrong_rule, &problem);
    gst_life_report_engine (life);
  }
  g_mutex_unlock (&life->world_lock);
  gst_life_progress_end (&life->progress, problem);
  gst_life_stagnation_post (life);
  warn_of_rule (life, wrong_rule);
  if (!problem)
    return TRUE;
  g_propagate_error (error, problem);
  return FALSE;
}
