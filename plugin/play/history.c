/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts frames for color modes that look back, for stacks of frames, and for cameras. For
 * the first two a frame is counted when the world leaves it, so that edits by hand that
 * belong to it are in it. */
#include "plugin/play/history.h"

static LifeColorMode
choose_color_mode (const GstLife *life, const GstLifeSettings *settings)
{
  if (settings->color_mode != LIFE_COLOR_MODE_AUTO || !life->world
      || life->dimensions != 2
      || gst_life_settings_view_kind (settings) != LIFE_VIEW_PLANE
      || life_rule_get_states (life_world_get_rule (life->world)) > 2)
    return settings->color_mode;
  return life->auto_color_mode;
}

LifeColorMode
gst_life_color_mode (const GstLife *life, const GstLifeSettings *settings)
{
  const LifeColorMode mode = choose_color_mode (life, settings);

  return life->is_held && life_color_mode_looks_back (mode)
             ? LIFE_COLOR_MODE_SOLID
             : mode;
}

guint
gst_life_looks_back (GstLife *life)
{
  GST_LIFE_HOLD (&life->lock);
  const GstLifeSettings *settings = &life->settings;
  guint wanted = 0;

  /* How old a cell of a stack is can be seen there. */
  if (gst_life_settings_view_kind (settings) == LIFE_VIEW_SPACETIME)
    return GST_LIFE_LOOKS_BACK_BY_STACK;
  if (life_color_mode_looks_back (gst_life_color_mode (life, settings)))
    wanted |= GST_LIFE_LOOKS_BACK_BY_COLORS;
  if (!gst_life_settings_follow_camera (settings)
      || !gst_life_settings_view_is_flat (settings))
    return wanted;
  wanted |= GST_LIFE_LOOKS_BACK_AT_BOXES;
  if (settings->camera == GST_LIFE_CAMERA_FOLLOW)
    wanted |= GST_LIFE_LOOKS_BACK_AT_ACTIVITY;
  return wanted;
}

gboolean
gst_life_wants_curve (GstLife *life)
{
  GST_LIFE_HOLD (&life->lock);

  return (life->settings.caption & GST_LIFE_CAPTION_GRAPH) != 0;
}

gboolean
gst_life_history_leads_to (GstLife *life, guint wanted, guint64 frame)
{
  const GstLifeHistory *history = &life->history;
  const guint64 now = life->timeline.frame;

  return (wanted & ~history->counted) == 0
         && (!(wanted & GST_LIFE_LOOKS_BACK_AT_CELLS) || frame >= history->next)
         && frame >= now
         && (frame - now <= GST_LIFE_TRACK_FRAMES || !life->timeline.kept
             || gst_life_history_start (life, wanted, frame) <= now);
}

/* Frames that a view of spacetime stacks. */
static guint
stacked_frames (GstLife *life)
{
  GST_LIFE_HOLD (&life->lock);

  return life->settings.perspective.history;
}

/* The frame @n before @frame, but those that repeat a generation do not count. */
static guint64
start_of_frames (const GstLifeTimeline *timeline, guint64 frame, guint n)
{
  for (guint counted = 0; counted < n; counted++) {
    guint64 since = gst_life_timeline_since (timeline, frame);

    if (since == 0)
      return 0;
    frame = since - 1;
  }
  return frame;
}

/* The frame as far before @frame as cameras look; for @activity the last one of those
 * before that from which a step leads there. */
static guint64
start_of_track (
    const GstLifeTimeline *timeline, guint64 frame, gboolean activity)
{
  guint64 since;

  frame -= MIN (frame, GST_LIFE_TRACK_FRAMES);
  if (!activity)
    return frame;
  since = gst_life_timeline_since (timeline, frame);
  return since - MIN (since, 1);
}

/* Where edits are not kept no frame can be made again: history begins where something
 * first looks back. */
guint64
gst_life_history_start (GstLife *life, guint wanted, guint64 frame)
{
  const GstLifeTimeline *timeline = &life->timeline;
  guint64 start = frame, generation;

  if (!timeline->kept
      || !gst_life_timeline_generation (timeline, frame, &generation, NULL))
    return frame;
  if (wanted & GST_LIFE_LOOKS_BACK_BY_COLORS)
    start = start_of_frames (timeline, frame, LIFE_HISTORY_FRAMES);
  if (wanted & GST_LIFE_LOOKS_BACK_BY_STACK)
    start = start_of_frames (
        timeline, frame, stacked_frames (life) - 1 + LIFE_STACK_LEAD);
  if (wanted & GST_LIFE_LOOKS_BACK_AT_BOXES)
    start = MIN (start, start_of_track (timeline, frame,
                            wanted & GST_LIFE_LOOKS_BACK_AT_ACTIVITY));
  return start;
}

/* What is counted with each frame for cameras. */
static LifeCountFlags
track_counts (guint wanted)
{
  return (wanted & GST_LIFE_LOOKS_BACK_AT_BOXES ? LIFE_COUNT_BOX : 0)
         | (wanted & GST_LIFE_LOOKS_BACK_AT_ACTIVITY ? LIFE_COUNT_ACTIVITY : 0);
}

gboolean
gst_life_history_begin (GstLife *life, guint wanted, GError **error)
{
  if (wanted & GST_LIFE_LOOKS_BACK_BY_COLORS
      && !life_world_forget (life->world, error))
    return FALSE;
  if (wanted & GST_LIFE_LOOKS_BACK_BY_STACK)
    life_world_begin_stack (life->world, stacked_frames (life),
        gst_life_timeline_passed (&life->timeline, life->timeline.frame));
  life->history.counted = wanted;
  life->history.next = life->timeline.frame;
  gst_life_track_begin (
      &life->track, track_counts (wanted), life->timeline.frame);
  return TRUE;
}

void
gst_life_history_end (GstLife *life)
{
  /* What goes wrong here goes wrong with the next frame, and is reported then. */
  if (life->history.counted & GST_LIFE_LOOKS_BACK_BY_COLORS)
    life_world_forget (life->world, NULL);
  if (life->history.counted & GST_LIFE_LOOKS_BACK_BY_STACK)
    life_world_end_stack (life->world);
  life->history.counted = 0;
  gst_life_track_begin (&life->track, 0, 0);
}

/* The present frame is counted, unless it was already. */
static gboolean
count_frame (GstLife *life, GError **error)
{
  if (!(life->history.counted & GST_LIFE_LOOKS_BACK_AT_CELLS)
      || life->history.next > life->timeline.frame)
    return TRUE;
  life->history.next = life->timeline.frame + 1;
  if (life->history.counted & GST_LIFE_LOOKS_BACK_BY_STACK
          ? life_world_stack_frame (life->world, error)
          : life_world_remember (life->world, error))
    return TRUE;
  life->history.counted = 0;
  return FALSE;
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
  gst_life_track_revert (&life->track, frame);
}
