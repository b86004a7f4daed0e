/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lets the world record its cells frame by frame, each when the world leaves it, so that
 * edits by hand that belong to it are in it. */
#include "plugin/timeline/cell-history.h"

/* The frame @n before @frame, but those that repeat a generation do not count. */
static guint64
go_back (const GstLifeTimeline *timeline, guint64 frame, guint n)
{
  for (guint counted = 0; counted < n; counted++) {
    guint64 since = gst_life_timeline_since (timeline, frame);

    if (since == 0)
      return 0;
    frame = since - 1;
  }
  return frame;
}

/* Where edits are not kept no frame can be made again: history begins where something
 * first looks back. */
static guint64
get_start (gpointer data, const GstLifeTimeline *timeline, guint64 frame)
{
  const GstLifeHistory *self = data;

  if (!timeline->kept || self->wanted == GST_LIFE_HISTORY_NONE)
    return frame;
  return go_back (timeline, frame,
      self->wanted == GST_LIFE_HISTORY_AGES
          ? LIFE_HISTORY_FRAMES
          : self->stacked - 1 + LIFE_STACK_LEAD);
}

static gboolean
leads_to (gpointer data, const GstLifeTimeline *timeline, guint64 frame)
{
  const GstLifeHistory *self = data;

  return self->wanted == self->recorded && frame >= timeline->frame
         && (self->wanted == GST_LIFE_HISTORY_NONE || frame >= self->next);
}

/* What goes wrong here goes wrong with the next frame, and is reported then. */
static void
end (gpointer data, GstLifeTimeline *timeline)
{
  GstLifeHistory *self = data;

  if (self->recorded == GST_LIFE_HISTORY_AGES)
    life_world_forget (timeline->world, NULL);
  if (self->recorded == GST_LIFE_HISTORY_STACK)
    life_world_end_stack (timeline->world);
  self->recorded = self->failed = GST_LIFE_HISTORY_NONE;
}

static gboolean
begin (gpointer data, GstLifeTimeline *timeline, GError **error)
{
  GstLifeHistory *self = data;

  if (self->wanted == GST_LIFE_HISTORY_AGES
      && !life_world_forget (timeline->world, error))
    return FALSE;
  if (self->wanted == GST_LIFE_HISTORY_STACK)
    life_world_begin_stack (timeline->world, self->stacked,
        gst_life_timeline_passed (timeline, timeline->frame));
  self->recorded = self->wanted;
  self->next = timeline->frame;
  return TRUE;
}

static guint64
next_stop (
    gpointer data, const GstLifeTimeline *timeline, guint64 from, guint64 to)
{
  const GstLifeHistory *self = data;

  return self->recorded == GST_LIFE_HISTORY_NONE
             ? to
             : gst_life_timeline_next_generation (timeline, from, to);
}

gboolean
gst_life_history_leave (GstLifeHistory *self, GstLifeTimeline *timeline,
    guint64 next, GError **error)
{
  guint64 generation;

  if (self->recorded == GST_LIFE_HISTORY_NONE || self->next > timeline->frame)
    return TRUE;
  if (!gst_life_timeline_generation (timeline, next, &generation, error))
    return FALSE;
  if (generation == life_world_get_generation (timeline->world))
    return TRUE;
  self->next = timeline->frame + 1;
  if (self->recorded == GST_LIFE_HISTORY_STACK
          ? life_world_stack_frame (timeline->world, error)
          : life_world_remember (timeline->world, error))
    return TRUE;
  self->failed = self->recorded;
  self->recorded = GST_LIFE_HISTORY_NONE;
  return FALSE;
}

static gboolean
leave (gpointer data, GstLifeTimeline *timeline, guint64 next, GError **error)
{
  return gst_life_history_leave (data, timeline, next, error);
}

/* Cells before leave no trails: while the world is paused these would not fade. */
static gboolean
replaced (gpointer data, GstLifeTimeline *timeline, GError **error)
{
  const GstLifeHistory *self = data;

  return self->recorded != GST_LIFE_HISTORY_AGES
         || life_world_forget (timeline->world, error);
}

/* Of frames that are recorded one can be reverted. */
static gboolean
allows_ahead (gpointer data, GstLifeTimeline *timeline, guint64 frame)
{
  const GstLifeHistory *self = data;

  return self->recorded == GST_LIFE_HISTORY_NONE
         || frame == timeline->frame + 1;
}

/* Room for a frame that can be reverted may be all that was missing. */
static void
revert (gpointer data, GstLifeTimeline *timeline)
{
  GstLifeHistory *self = data;

  self->next = MIN (self->next, timeline->frame);
  if (self->failed != GST_LIFE_HISTORY_NONE)
    self->recorded = self->failed;
  self->failed = GST_LIFE_HISTORY_NONE;
}

const GstLifeRecorderClass gst_life_history_class = {
  .leads_to = leads_to,
  .get_start = get_start,
  .begin = begin,
  .end = end,
  .next_stop = next_stop,
  .leave = leave,
  .replaced = replaced,
  .allows_ahead = allows_ahead,
  .revert = revert,
};
