/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lets the world record its cells frame by frame, each when the world leaves it, so that its
 * edits are included. */
#include "plugin/timeline/cell-history.h"

static gboolean
is_active (gconstpointer data)
{
  const GstLifeCellHistory *self = data;

  return self->requested != GST_LIFE_HISTORY_NONE
         || self->recorded != GST_LIFE_HISTORY_NONE;
}

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

/* Where no frame can be made again history begins at the frame that first needs it. */
static guint64
get_start (gpointer data, const GstLifeTimeline *timeline, guint64 frame)
{
  const GstLifeCellHistory *self = data;

  if (!timeline->replayable || self->requested == GST_LIFE_HISTORY_NONE)
    return frame;
  return go_back (timeline, frame,
      self->requested == GST_LIFE_HISTORY_AGES
          ? LIFE_HISTORY_FRAMES
          : self->stacked - 1 + LIFE_STACK_LEAD);
}

static gboolean
leads_to (gpointer data, const GstLifeTimeline *timeline, guint64 frame)
{
  const GstLifeCellHistory *self = data;

  return self->requested == self->recorded && frame >= timeline->frame
         && (self->requested == GST_LIFE_HISTORY_NONE || frame >= self->next);
}

/* What fails here fails with the next frame too, and is reported then. */
static void
end (gpointer data, GstLifeTimeline *timeline)
{
  GstLifeCellHistory *self = data;

  if (self->recorded == GST_LIFE_HISTORY_AGES)
    life_world_reset_history (timeline->world, NULL);
  if (self->recorded == GST_LIFE_HISTORY_STACK)
    life_world_reset_stack (timeline->world, 0, 0);
  self->recorded = self->failed = GST_LIFE_HISTORY_NONE;
}

static gboolean
begin (gpointer data, GstLifeTimeline *timeline, GError **error)
{
  GstLifeCellHistory *self = data;

  if (self->requested == GST_LIFE_HISTORY_AGES
      && !life_world_reset_history (timeline->world, error))
    return FALSE;
  if (self->requested == GST_LIFE_HISTORY_STACK)
    life_world_reset_stack (timeline->world, self->stacked,
        gst_life_timeline_passed (timeline, timeline->frame));
  self->recorded = self->requested;
  self->next = timeline->frame;
  return TRUE;
}

static guint64
next_stop (
    gpointer data, const GstLifeTimeline *timeline, guint64 from, guint64 to)
{
  const GstLifeCellHistory *self = data;

  return self->recorded == GST_LIFE_HISTORY_NONE
             ? to
             : gst_life_timeline_next_generation (timeline, from, to);
}

gboolean
gst_life_cell_history_leave (GstLifeCellHistory *self,
    GstLifeTimeline *timeline, guint64 next, GError **error)
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
          ? life_world_record_stack (timeline->world, error)
          : life_world_record_history (timeline->world, error))
    return TRUE;
  self->failed = self->recorded;
  self->recorded = GST_LIFE_HISTORY_NONE;
  return FALSE;
}

static gboolean
leave (gpointer data, GstLifeTimeline *timeline, guint64 next, GError **error)
{
  return gst_life_cell_history_leave (data, timeline, next, error);
}

/* The previous cells leave no trails: while the world is paused these would not fade. */
static gboolean
replaced (gpointer data, GstLifeTimeline *timeline, GError **error)
{
  const GstLifeCellHistory *self = data;

  return self->recorded != GST_LIFE_HISTORY_AGES
         || life_world_reset_history (timeline->world, error);
}

/* Only one recorded frame can be reverted. */
static gboolean
allows_ahead (gpointer data, GstLifeTimeline *timeline, guint64 frame)
{
  const GstLifeCellHistory *self = data;

  return self->recorded == GST_LIFE_HISTORY_NONE
         || frame == timeline->frame + 1;
}

/* Memory may have lacked only for a frame that can be reverted. */
static void
revert (gpointer data, GstLifeTimeline *timeline)
{
  GstLifeCellHistory *self = data;

  self->next = MIN (self->next, timeline->frame);
  if (self->failed != GST_LIFE_HISTORY_NONE)
    self->recorded = self->failed;
  self->failed = GST_LIFE_HISTORY_NONE;
}

const GstLifeRecorderClass gst_life_cell_history_class = {
  .is_active = is_active,
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
