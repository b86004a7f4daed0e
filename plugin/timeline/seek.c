/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Moving a world to any of its frames, so that each shows the same however it was reached.
 * Keyframes are stored from the first backward seek on. */
#include "plugin/timeline/seek.h"

#include "plugin/timeline/edits.h"
#include "plugin/timeline/recorders.h"

/* Stores the present frame as a keyframe, if one is due and memory suffices. */
static gboolean
store_keyframe (GstLifeTimeline *timeline, GError **error)
{
  GstLifeKeyframes *keyframes = &timeline->keyframes;
  const guint64 interval = keyframes->interval;
  GError *problem = NULL;
  LifeSnapshot *snapshot;

  if (life_world_get_generation (timeline->world) == 0
      || !gst_life_keyframes_is_due (keyframes, timeline->frame))
    return TRUE;
  while (!(snapshot = life_world_snapshot (timeline->world, &problem))
         && g_error_matches (problem, LIFE_ERROR, LIFE_ERROR_MEMORY)
         && keyframes->stored->len > 0) {
    g_clear_error (&problem);
    gst_life_keyframes_thin_out (keyframes);
  }
  if (g_error_matches (problem, LIFE_ERROR, LIFE_ERROR_MEMORY)) {
    g_clear_error (&problem);
    return TRUE;
  }
  if (!snapshot) {
    g_propagate_error (error, problem);
    return FALSE;
  }
  gst_life_keyframes_add (keyframes, timeline->frame, snapshot);
  if (keyframes->interval != interval)
    timeline->owner_class->log (timeline->owner, FALSE,
        "keyframes now %" G_GUINT64_FORMAT " frames apart",
        keyframes->interval);
  return TRUE;
}

static gboolean
restore_keyframe (
    GstLifeTimeline *timeline, const GstLifeKeyframe *keyframe, GError **error)
{
  const LifeRule *rule = gst_life_timeline_rule_at (timeline, keyframe->frame);

  timeline->frame = keyframe->frame;
  timeline->owner_class->reset_speed (timeline->owner);
  return life_world_set_rule (timeline->world, rule, error)
         && life_world_restore (timeline->world, keyframe->snapshot, error);
}

/* A cancelled step ends at a whole generation. Keyframes are dropped if memory lacks. */
static gboolean
step (GstLifeTimeline *timeline, guint64 generations, GError **error)
{
  const guint64 end = life_world_get_generation (timeline->world) + generations;
  GError *problem = NULL;

  while (!life_world_step (timeline->world,
             end - life_world_get_generation (timeline->world),
             timeline->cancelled, &problem)
         && g_error_matches (problem, LIFE_ERROR, LIFE_ERROR_MEMORY)
         && timeline->keyframes.stored->len > 0) {
    g_clear_error (&problem);
    gst_life_keyframes_thin_out (&timeline->keyframes);
  }
  if (!problem)
    return TRUE;
  if (!g_error_matches (problem, LIFE_ERROR, LIFE_ERROR_CANCELLED))
    gst_life_timeline_invalidate (timeline);
  g_propagate_error (error, problem);
  return FALSE;
}

/* Steps to @generation in slices, whose progress is reported. Where edits lie ahead, the next
 * frame may have one: a checkpoint waits for it. */
static gboolean
step_to (GstLifeTimeline *timeline, guint64 generation, GError **error)
{
  guint64 now;

  while ((now = life_world_get_generation (timeline->world)) < generation) {
    guint64 n = generation - now;

    if (!timeline->owner_class->slice (timeline->owner, &n, error))
      return FALSE;
    n = gst_life_recorders_slice (timeline, n, generation - now);
    if (!step (timeline, n, error))
      return FALSE;
    timeline->owner_class->stepped (timeline->owner, n,
        gst_life_timeline_has_edits_after (timeline, timeline->frame)
            || gst_life_timeline_has_events_between (
                timeline, timeline->frame, G_MAXUINT64));
  }
  return TRUE;
}

/* The next frame after @from, up to @frame, at which the world has to stop. */
static guint64
next_stop (const GstLifeTimeline *timeline, guint64 from, guint64 frame)
{
  const guint64 stop = gst_life_recorders_next_stop (timeline, from, frame);

  return gst_life_timeline_next_stop (timeline, from, stop);
}

/* Moves the world forwards, from a frame or from between two, to @frame. */
static gboolean
advance (GstLifeTimeline *timeline, guint64 frame, GError **error)
{
  guint64 now = life_world_get_generation (timeline->world);
  guint64 stop = timeline->frame, generation;

  if (!gst_life_timeline_generation (timeline, stop, &generation, error))
    return FALSE;
  if (now >= generation && stop == frame)
    return TRUE;
  if (now >= generation)
    stop = next_stop (timeline, stop, frame);
  for (;; stop = next_stop (timeline, stop, frame)) {
    if (!gst_life_timeline_generation (timeline, stop, &generation, error)
        || (stop != timeline->frame
            && !gst_life_recorders_leave (timeline, stop, error))
        || !step_to (timeline, generation, error))
      return FALSE;
    timeline->frame = stop;
    if (!gst_life_timeline_replay_edits (timeline, error)
        || !gst_life_recorders_arrive (timeline, error)) {
      gst_life_timeline_invalidate (timeline);
      return FALSE;
    }
    if (!store_keyframe (timeline, error))
      return FALSE;
    if (stop == frame)
      return TRUE;
  }
}

/* Announces the generations from here to @frame. */
static gboolean
begin_steps (GstLifeTimeline *timeline, guint64 frame, GError **error)
{
  guint64 now = life_world_get_generation (timeline->world), generation;

  if (!gst_life_timeline_generation (timeline, frame, &generation, error))
    return FALSE;
  timeline->owner_class->begin_steps (
      timeline->owner, generation - MIN (now, generation));
  return TRUE;
}

static gboolean
go_to_start (GstLifeTimeline *timeline, GError **error)
{
  timeline->frame = 0;
  return timeline->owner_class->restart (timeline->owner, error)
         && (timeline->start_generation
                 > life_world_get_generation (timeline->world)
             || gst_life_timeline_replay_edits (timeline, error));
}

/* Takes the world back to the last keyframe up to @frame, or to its start. */
static gboolean
rewind_to (GstLifeTimeline *timeline, guint64 frame, GError **error)
{
  const GstLifeKeyframe *keyframe;

  timeline->keyframes.enabled = TRUE;
  keyframe = gst_life_keyframes_find (&timeline->keyframes, frame);
  timeline->cells_invalid = FALSE;
  if (keyframe ? restore_keyframe (timeline, keyframe, error)
               : go_to_start (timeline, error))
    return TRUE;
  gst_life_timeline_invalidate (timeline);
  return FALSE;
}

static gboolean
rewind_if_past (GstLifeTimeline *timeline, guint64 frame, GError **error)
{
  return !gst_life_timeline_is_past (timeline, frame)
         || rewind_to (timeline, frame, error);
}

/* A world whose cells are invalid goes back to valid ones. */
static gboolean
return_to_valid (GstLifeTimeline *timeline, guint64 frame, GError **error)
{
  if (!timeline->cells_invalid)
    return TRUE;
  if (!timeline->replayable) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
        "after a failure the cells of the world are invalid, and earlier "
        "frames are not stored; start the stream again");
    return FALSE;
  }
  gst_life_recorders_end (timeline);
  return rewind_to (timeline, frame, error);
}

/* Goes to @frame, by the earliest frame that a recorder needs for it. */
static gboolean
seek_valid (GstLifeTimeline *timeline, guint64 frame, GError **error)
{
  guint64 start;

  if (gst_life_recorders_lead_to (timeline, frame, &start))
    return rewind_if_past (timeline, frame, error)
           && begin_steps (timeline, frame, error)
           && advance (timeline, frame, error);
  gst_life_recorders_end (timeline);
  return rewind_if_past (timeline, start, error)
         && begin_steps (timeline, frame, error)
         && advance (timeline, start, error)
         && gst_life_recorders_begin (timeline, error)
         && advance (timeline, frame, error);
}

gboolean
gst_life_timeline_seek (
    GstLifeTimeline *timeline, guint64 frame, GError **error)
{
  guint64 generation;

  return gst_life_timeline_generation (timeline, frame, &generation, error)
         && return_to_valid (timeline, frame, error)
         && seek_valid (timeline, frame, error);
}

/* --- Stepping ahead --- */

/* How many generations to step ahead for frame @frame; 0 if the call would block. */
static guint64
generations_ahead (GstLifeTimeline *timeline, guint64 frame)
{
  guint64 now = life_world_get_generation (timeline->world), generation;

  if (timeline->ahead != GST_LIFE_AHEAD_NONE || timeline->cells_invalid
      || frame <= timeline->frame
      || gst_life_timeline_has_edits_after (timeline, timeline->frame)
      || gst_life_timeline_has_events_between (timeline, timeline->frame, frame)
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

  if (timeline->ahead == GST_LIFE_AHEAD_NONE)
    return;
  timeline->ahead = GST_LIFE_AHEAD_NONE;
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
  if (!begin_steps (timeline, frame, error)
      || !advance (timeline, frame, error))
    gst_life_timeline_revert (timeline);
}
