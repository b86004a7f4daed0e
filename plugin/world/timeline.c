/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The time line of a world, and how the world is brought to any of its frames so
 * that each shows the same however it was reached. Edits by hand are kept in a
 * journal and take place again whenever their frame is passed; frames are kept as
 * checkpoints once a backward seek was asked for. */
#include "plugin/world/life.h"

#define GST_CAT_DEFAULT gst_life_debug

/* What checkpoints may hold together, in bytes; beyond it every second one is
 * dropped and the rest lie twice as far apart. */
#define CHECKPOINT_BUDGET (256 * 1024 * 1024)
#define CHECKPOINT_COUNT 256
#define CHECKPOINT_FIRST_INTERVAL 16

typedef struct {
  guint64 frame;
  LifeSnapshot *snapshot;
} Checkpoint;

static void
checkpoint_clear (gpointer data)
{
  g_clear_pointer (&((Checkpoint *) data)->snapshot, life_snapshot_free);
}

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
  timeline->checkpoints = g_array_new (FALSE, FALSE, sizeof (Checkpoint));
  g_array_set_clear_func (timeline->checkpoints, checkpoint_clear);
  gst_life_timeline_clear (timeline);
}

void
gst_life_timeline_finalize (GstLifeTimeline *timeline)
{
  g_array_unref (timeline->edits);
  g_array_unref (timeline->checkpoints);
}

void
gst_life_timeline_clear (GstLifeTimeline *timeline)
{
  g_array_set_size (timeline->edits, 0);
  g_array_set_size (timeline->checkpoints, 0);
  timeline->frame = 0;
  timeline->checkpointing = FALSE;
  timeline->interval = CHECKPOINT_FIRST_INTERVAL;
  timeline->bytes = 0;
}

gboolean
gst_life_timeline_generation (const GstLifeTimeline *timeline, guint64 frame,
    guint64 *generation, GError **error)
{
  if (g_uint64_checked_mul (generation, frame, timeline->generations)
      && g_uint64_checked_add (
          generation, *generation, timeline->start_generation))
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "the generation of frame %" G_GUINT64_FORMAT
      " does not fit 64 bits; use a smaller start-generation",
      frame);
  return FALSE;
}

/* --- The journal --- */

static const GstLifeEdit *
edit_at (const GstLifeTimeline *timeline, guint index)
{
  return &g_array_index (timeline->edits, GstLifeEdit, index);
}

/* Index of the first edit after frame @frame. */
static guint
first_edit_after (const GstLifeTimeline *timeline, guint64 frame)
{
  guint i = 0;

  while (i < timeline->edits->len && edit_at (timeline, i)->frame <= frame)
    i++;
  return i;
}

gboolean
gst_life_timeline_has_edits_after (
    const GstLifeTimeline *timeline, guint64 frame)
{
  return first_edit_after (timeline, frame) < timeline->edits->len;
}

static const Checkpoint *
checkpoint_at (const GstLifeTimeline *timeline, guint index)
{
  return &g_array_index (timeline->checkpoints, Checkpoint, index);
}

static void
drop_checkpoint (GstLifeTimeline *timeline, guint index)
{
  timeline->bytes -=
      life_snapshot_get_size (checkpoint_at (timeline, index)->snapshot);
  g_array_remove_index (timeline->checkpoints, index);
}

/* Takes over @edit. What lay beyond its frame belongs to the old time line and is
 * forgotten; a checkpoint of its frame does not show it. */
static void
keep_edit (GstLifeTimeline *timeline, GstLifeEdit *edit)
{
  if (!timeline->kept) {
    gst_life_edit_clear (edit);
    return;
  }
  g_array_set_size (timeline->edits, first_edit_after (timeline, edit->frame));
  while (timeline->checkpoints->len > 0
         && checkpoint_at (timeline, timeline->checkpoints->len - 1)->frame
                >= edit->frame)
    drop_checkpoint (timeline, timeline->checkpoints->len - 1);
  g_array_append_val (timeline->edits, *edit);
}

static gboolean
apply_edit (GstLife *life, const GstLifeEdit *edit, GError **error)
{
  switch (edit->kind) {
    case GST_LIFE_EDIT_PASTE:
      return life_world_paste (life->world, edit->pattern, edit->origin, error);
    case GST_LIFE_EDIT_CLEAR:
      return life_world_clear (life->world, error);
    case GST_LIFE_EDIT_RULE:
      gst_life_progress_forget (&life->progress);
      return life_world_set_rule (life->world, &edit->rule, error);
    default:
      g_return_val_if_reached (FALSE);
  }
}

/* Applies the journal's edits of the frame that the world has reached. */
static gboolean
replay_edits (GstLife *life, GError **error)
{
  const GstLifeTimeline *timeline = &life->timeline;
  guint end = first_edit_after (timeline, timeline->frame);
  guint i = end;

  while (i > 0 && edit_at (timeline, i - 1)->frame == timeline->frame)
    i--;
  for (; i < end; i++)
    if (!apply_edit (life, edit_at (timeline, i), error))
      return FALSE;
  return TRUE;
}

/* The first frame that does not show a generation before the world's, and whether it
 * shows that: an interrupted step may have left the world between two frames. */
static gboolean
find_frame (const GstLife *life, guint64 *frame)
{
  const GstLifeTimeline *timeline = &life->timeline;
  guint64 now = life_world_get_generation (life->world), past;

  *frame = 0;
  if (now <= timeline->start_generation)
    return now == timeline->start_generation;
  past = now - timeline->start_generation;
  *frame = past / timeline->generations;
  if (past % timeline->generations == 0)
    return TRUE;
  (*frame)++;
  return FALSE;
}

gboolean
gst_life_edit (GstLife *life, GstLifeEdit *edit, GError **error)
{
  GstLifeTimeline *timeline = &life->timeline;
  gboolean at_frame = find_frame (life, &edit->frame), rule_waits;

  if ((at_frame || !timeline->kept) && !apply_edit (life, edit, error)) {
    gst_life_edit_clear (edit);
    return FALSE;
  }
  if (at_frame)
    timeline->frame = edit->frame;
  rule_waits = !at_frame && timeline->kept && edit->kind == GST_LIFE_EDIT_RULE;
  keep_edit (timeline, edit);
  /* A rule that was set later went with the edits that are forgotten. */
  if (!rule_waits)
    gst_life_read_rule_back (life);
  return TRUE;
}

/* --- Checkpoints --- */

/* Drops every second checkpoint, or the only one. */
static void
thin_out (GstLife *life)
{
  GstLifeTimeline *timeline = &life->timeline;

  if (timeline->checkpoints->len == 1)
    drop_checkpoint (timeline, 0);
  if (timeline->interval <= G_MAXUINT64 / 2)
    timeline->interval *= 2;
  for (guint i = timeline->checkpoints->len; i > 0; i--)
    if (checkpoint_at (timeline, i - 1)->frame % timeline->interval != 0)
      drop_checkpoint (timeline, i - 1);
  GST_DEBUG_OBJECT (life->element,
      "checkpoints now %" G_GUINT64_FORMAT " frames apart", timeline->interval);
}

/* Keeps the frame that the world has reached, if it is time for that. */
static gboolean
keep_checkpoint (GstLife *life, GError **error)
{
  GstLifeTimeline *timeline = &life->timeline;
  Checkpoint checkpoint = { .frame = timeline->frame };
  guint at;

  if (!timeline->checkpointing || checkpoint.frame % timeline->interval != 0
      || life_world_get_generation (life->world) == 0)
    return TRUE;
  for (at = timeline->checkpoints->len; at > 0; at--) {
    guint64 kept = checkpoint_at (timeline, at - 1)->frame;

    if (kept == checkpoint.frame)
      return TRUE;
    if (kept < checkpoint.frame)
      break;
  }
  checkpoint.snapshot = life_world_snapshot (life->world, error);
  if (!checkpoint.snapshot)
    return FALSE;
  g_array_insert_val (timeline->checkpoints, at, checkpoint);
  timeline->bytes += life_snapshot_get_size (checkpoint.snapshot);

  while (timeline->bytes > CHECKPOINT_BUDGET
         || timeline->checkpoints->len > CHECKPOINT_COUNT)
    thin_out (life);
  return TRUE;
}

static gboolean
restore_checkpoint (GstLife *life, const Checkpoint *checkpoint, GError **error)
{
  GstLifeTimeline *timeline = &life->timeline;
  guint end = first_edit_after (timeline, checkpoint->frame);
  const LifeRule *rule = &timeline->rule;

  for (guint i = 0; i < end; i++)
    if (edit_at (timeline, i)->kind == GST_LIFE_EDIT_RULE)
      rule = &edit_at (timeline, i)->rule;
  timeline->frame = checkpoint->frame;
  gst_life_progress_forget (&life->progress);
  return life_world_set_rule (life->world, rule, error)
         && life_world_restore (life->world, checkpoint->snapshot, error);
}

/* --- The way to a frame --- */

/* How far the world may go from frame @from without a stop, at most to @target. */
static guint64
next_stop (const GstLifeTimeline *timeline, guint64 from, guint64 target)
{
  guint edit = first_edit_after (timeline, from);
  guint64 stop = target;

  if (edit < timeline->edits->len)
    stop = MIN (stop, edit_at (timeline, edit)->frame);
  if (timeline->checkpointing && timeline->interval < G_MAXUINT64 - from)
    stop = MIN (stop, from - from % timeline->interval + timeline->interval);
  return stop;
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
    stop = next_stop (timeline, stop, frame);
  for (;; stop = next_stop (timeline, stop, frame)) {
    if (!gst_life_timeline_generation (timeline, stop, &generation, error)
        || !step_to (life, generation, error))
      return FALSE;
    timeline->frame = stop;
    if (!replay_edits (life, error) || !keep_checkpoint (life, error))
      return FALSE;
    if (stop == frame)
      return TRUE;
  }
}

gboolean
gst_life_timeline_advance (GstLife *life, guint64 frame, GError **error)
{
  guint64 now = life_world_get_generation (life->world), generation;

  if (!gst_life_timeline_generation (
          &life->timeline, frame, &generation, error))
    return FALSE;
  gst_life_progress_begin (&life->progress, generation - MIN (now, generation));
  return advance (life, frame, error);
}

gboolean
gst_life_timeline_rewind (GstLife *life, guint64 frame, GError **error)
{
  GstLifeTimeline *timeline = &life->timeline;

  timeline->checkpointing = TRUE;
  for (guint i = timeline->checkpoints->len; i > 0; i--) {
    const Checkpoint *checkpoint = checkpoint_at (timeline, i - 1);

    if (life_snapshot_is_lost (checkpoint->snapshot))
      drop_checkpoint (timeline, i - 1);
    else if (checkpoint->frame <= frame)
      return restore_checkpoint (life, checkpoint, error);
  }
  timeline->frame = 0;
  return gst_life_restart (life, error)
         && (timeline->start_generation > 0 || replay_edits (life, error));
}
