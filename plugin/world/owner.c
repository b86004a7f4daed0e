/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the time line of an element calls: the first cells, progress messages, checkpoints. */
#include "plugin/world/owner.h"

#include "plugin/world/edge.h"
#include "plugin/world/first-cells.h"
#include "plugin/world/save-element.h"

static gboolean
restart (gpointer owner, GError **error)
{
  return gst_life_restart (owner, error);
}

static void
begin_steps (gpointer owner, guint64 generations)
{
  gst_life_progress_begin (&((GstLife *) owner)->runtime.progress, generations);
}

static gboolean
slice (gpointer owner, guint64 *generations, GError **error)
{
  GstLife *life = owner;
  const guint64 n =
      gst_life_progress_slice (&life->runtime.progress, *generations);

  *generations = gst_life_checkpoints_slice (
      &life->runtime.checkpoints, life_world_get_generation (life->world), n);
  gst_life_save_slice (life, generations);
  return gst_life_edge_check (life, generations, error);
}

/* A step ahead may be reverted, so that no checkpoint is written of it. */
void
gst_life_write_due_checkpoint (GstLife *life)
{
  if (life->timeline.ahead == GST_LIFE_AHEAD_NONE
      && !life->timeline.cells_invalid)
    gst_life_checkpoints_update (
        &life->runtime.checkpoints, life->world, life->timeline.last_seed);
}

/* A checkpoint waits for the edits of the next frame. */
static void
finish_slice (gpointer owner, guint64 generations, gboolean edits_follow)
{
  gst_life_progress_advance (
      &((GstLife *) owner)->runtime.progress, generations);
  if (!edits_follow)
    gst_life_write_due_checkpoint (owner);
}

static gboolean
stops (gpointer owner, guint64 now, guint64 generation)
{
  return gst_life_checkpoints_stop (
             &((GstLife *) owner)->runtime.checkpoints, now, generation)
         || gst_life_save_stops (owner, now, generation);
}

static gdouble
get_density (gpointer owner)
{
  GstLife *life = owner;
  GST_LIFE_LOCK (&life->lock);

  return gst_life_settings_density (&life->settings);
}

static void
count_edit (gpointer owner)
{
  gst_life_checkpoints_count_change (&((GstLife *) owner)->runtime.checkpoints);
}

static void
reset_speed (gpointer owner)
{
  gst_life_progress_reset_speed (&((GstLife *) owner)->runtime.progress);
}

static void
write_log (gpointer owner, gboolean warns, const gchar *format, ...)
{
  va_list values;

  va_start (values, format);
  gst_debug_log_valist (gst_life_debug,
      warns ? GST_LEVEL_WARNING : GST_LEVEL_DEBUG, __FILE__, GST_FUNCTION,
      __LINE__, G_OBJECT (((GstLife *) owner)->element), format, values);
  va_end (values);
}

static const GstLifeOwnerClass owner_class = {
  .restart = restart,
  .begin_steps = begin_steps,
  .slice = slice,
  .stepped = finish_slice,
  .stops = stops,
  .get_density = get_density,
  .edited = count_edit,
  .reset_speed = reset_speed,
  .log = write_log,
};

void
gst_life_connect_timeline (GstLife *life)
{
  GstLifeTimeline *timeline = &life->timeline;

  timeline->owner_class = &owner_class;
  timeline->owner = life;
  timeline->cancelled = &life->cancelled;
  timeline->world = life->world;
  gst_life_timeline_set_recorder (timeline, GST_LIFE_RECORDER_STAGNATION,
      &gst_life_watch_class, &life->recorders.stagnation);
  gst_life_timeline_set_recorder (timeline, GST_LIFE_RECORDER_CURVE,
      &gst_life_curve_class, &life->recorders.curve);
  gst_life_timeline_set_recorder (timeline, GST_LIFE_RECORDER_HISTORY,
      &gst_life_cell_history_class, &life->recorders.history);
  gst_life_timeline_set_recorder (timeline, GST_LIFE_RECORDER_CAMERA,
      &gst_life_track_class, &life->recorders.camera);
  gst_life_timeline_set_recorder (timeline, GST_LIFE_RECORDER_CROSSFADE,
      &gst_life_crossfade_class, &life->recorders.crossfade);
}
