/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The time line of a world: how it is brought to any generation so that each
 * shows the same however it was reached. Edits by hand are kept in a journal
 * and take place again whenever their generation is passed; generations are
 * kept as checkpoints once a backward seek was asked for. */
#include "gstlife.h"

#define GST_CAT_DEFAULT gst_life_debug

/* What checkpoints may hold together, in bytes; beyond it every second one is
 * dropped and the rest lie twice as far apart. */
#define CHECKPOINT_BUDGET (256 * 1024 * 1024)
#define CHECKPOINT_COUNT 256
#define CHECKPOINT_FIRST_INTERVAL 16

void
gst_life_edit_clear (GstLifeEdit *edit)
{
  g_clear_pointer (&edit->pattern, life_pattern_free);
}

void
gst_life_timeline_init (GstLifeTimeline *timeline)
{
  timeline->kept = TRUE;
  timeline->edits = g_array_new (FALSE, FALSE, sizeof (GstLifeEdit));
  g_array_set_clear_func (
      timeline->edits, (GDestroyNotify) gst_life_edit_clear);
  timeline->checkpoints =
      g_ptr_array_new_with_free_func ((GDestroyNotify) life_snapshot_free);
}

void
gst_life_timeline_clear (GstLifeTimeline *timeline)
{
  g_array_set_size (timeline->edits, 0);
  g_ptr_array_set_size (timeline->checkpoints, 0);
  timeline->checkpointing = FALSE;
  timeline->interval = CHECKPOINT_FIRST_INTERVAL;
  timeline->bytes = 0;
}

static guint64
checkpoint_generation (const GstLifeTimeline *timeline, guint index)
{
  return life_snapshot_get_generation (timeline->checkpoints->pdata[index]);
}

static void
drop_checkpoint (GstLifeTimeline *timeline, guint index)
{
  timeline->bytes -=
      life_snapshot_get_size (timeline->checkpoints->pdata[index]);
  g_ptr_array_remove_index (timeline->checkpoints, index);
}

/* Takes over @edit. What lay beyond its generation belongs to the old time line
 * and is forgotten. */
void
gst_life_timeline_edit (GstLifeTimeline *timeline, GstLifeEdit *edit)
{
  if (!timeline->kept) {
    gst_life_edit_clear (edit);
    return;
  }
  while (
      timeline->edits->len > 0
      && g_array_index (timeline->edits, GstLifeEdit, timeline->edits->len - 1)
                 .generation
             > edit->generation)
    g_array_set_size (timeline->edits, timeline->edits->len - 1);
  while (timeline->checkpoints->len > 0
         && checkpoint_generation (timeline, timeline->checkpoints->len - 1)
                >= edit->generation)
    drop_checkpoint (timeline, timeline->checkpoints->len - 1);
  g_array_append_val (timeline->edits, *edit);
}

/* Index of the first edit after @generation. */
static guint
first_edit_after (const GstLifeTimeline *timeline, guint64 generation)
{
  guint i = 0;

  while (i < timeline->edits->len
         && g_array_index (timeline->edits, GstLifeEdit, i).generation
                <= generation)
    i++;
  return i;
}

gboolean
gst_life_timeline_has_edits_after (
    const GstLifeTimeline *timeline, guint64 generation)
{
  return first_edit_after (timeline, generation) < timeline->edits->len;
}

/* Keeps the present generation if it is time for that. */
static gboolean
keep_checkpoint (GstLife *life, GError **error)
{
  GstLifeTimeline *timeline = &life->timeline;
  guint64 now = life_world_get_generation (life->world);
  LifeSnapshot *snapshot;
  guint at;

  if (!timeline->checkpointing || now == 0 || now % timeline->interval != 0)
    return TRUE;
  for (at = timeline->checkpoints->len; at > 0; at--) {
    guint64 kept = checkpoint_generation (timeline, at - 1);

    if (kept == now)
      return TRUE;
    if (kept < now)
      break;
  }
  snapshot = life_world_snapshot (life->world, error);
  if (!snapshot)
    return FALSE;
  g_ptr_array_insert (timeline->checkpoints, at, snapshot);
  timeline->bytes += life_snapshot_get_size (snapshot);

  while (timeline->checkpoints->len > 0
         && (timeline->bytes > CHECKPOINT_BUDGET
             || timeline->checkpoints->len > CHECKPOINT_COUNT)) {
    timeline->interval *= 2;
    for (guint i = timeline->checkpoints->len; i > 0; i--)
      if (checkpoint_generation (timeline, i - 1) % timeline->interval != 0)
        drop_checkpoint (timeline, i - 1);
    GST_DEBUG_OBJECT (life->element,
        "checkpoints now %" G_GUINT64_FORMAT " generations apart",
        timeline->interval);
  }
  return TRUE;
}

/* How far the world may go from @now in one step, at most to @target. */
static guint64
next_stop (const GstLifeTimeline *timeline, guint64 now, guint64 target)
{
  guint edit = first_edit_after (timeline, now);
  guint64 stop = target;

  if (edit < timeline->edits->len)
    stop = MIN (
        stop, g_array_index (timeline->edits, GstLifeEdit, edit).generation);
  if (timeline->checkpointing && timeline->interval < G_MAXUINT64 - now)
    stop = MIN (stop, now - now % timeline->interval + timeline->interval);
  return stop;
}

/* Applies the journal's edits of the generation that the world is at. */
static gboolean
replay_edits (GstLife *life, GError **error)
{
  GstLifeTimeline *timeline = &life->timeline;
  guint64 now = life_world_get_generation (life->world);
  guint end = first_edit_after (timeline, now);
  guint i = end;

  while (
      i > 0
      && g_array_index (timeline->edits, GstLifeEdit, i - 1).generation == now)
    i--;
  for (; i < end; i++)
    if (!gst_life_apply_edit (
            life, &g_array_index (timeline->edits, GstLifeEdit, i), error))
      return FALSE;
  return TRUE;
}

/* Advances the world to @generation, replaying the journal on the way. */
gboolean
gst_life_timeline_advance (GstLife *life, guint64 generation, GError **error)
{
  GstLifeProgress *progress = &life->progress;
  guint64 now = life_world_get_generation (life->world);
  GError *problem = NULL;

  if (now >= generation)
    return TRUE;
  gst_life_progress_begin (progress, generation - now);
  while (!problem && now < generation) {
    guint64 stop = next_stop (&life->timeline, now, generation);
    guint64 n = gst_life_progress_slice (progress, stop - now);

    if (life_world_step (life->world, n, &life->cancelled, &problem)
        && replay_edits (life, &problem))
      keep_checkpoint (life, &problem);
    if (!problem)
      gst_life_progress_advance (progress, n);
    now = life_world_get_generation (life->world);
  }
  gst_life_progress_end (progress, problem);
  if (!problem)
    return TRUE;
  g_propagate_error (error, problem);
  return FALSE;
}

static gboolean
restore_checkpoint (GstLife *life, const LifeSnapshot *snapshot, GError **error)
{
  const GArray *edits = life->timeline.edits;
  guint end = first_edit_after (
      &life->timeline, life_snapshot_get_generation (snapshot));
  const LifeRule *rule = &life->first_rule;

  for (guint i = 0; i < end; i++) {
    const GstLifeEdit *edit = &g_array_index (edits, GstLifeEdit, i);

    if (edit->kind == GST_LIFE_EDIT_RULE)
      rule = &edit->rule;
  }
  return life_world_set_rule (life->world, rule, error)
         && life_world_restore (life->world, snapshot, error);
}

/* Takes the world to the last kept generation that is not past @generation, or
 * to its start. */
gboolean
gst_life_timeline_rewind (GstLife *life, guint64 generation, GError **error)
{
  GstLifeTimeline *timeline = &life->timeline;

  timeline->checkpointing = TRUE;
  for (guint i = timeline->checkpoints->len; i > 0; i--)
    if (life_snapshot_is_lost (timeline->checkpoints->pdata[i - 1]))
      drop_checkpoint (timeline, i - 1);
    else if (checkpoint_generation (timeline, i - 1) <= generation)
      return restore_checkpoint (
          life, timeline->checkpoints->pdata[i - 1], error);

  return gst_life_restart (life, error) && replay_edits (life, error);
}
