/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The time line of a world: tempos and edits by frame. seek.c moves the world along it. */
#include "plugin/timeline/timeline.h"

/* Bytes of all keyframes; also at most a quarter of a world's memory. */
#define MAX_BUDGET (256 * 1024 * 1024)

void
gst_life_edit_clear (GstLifeEdit *edit)
{
  g_clear_pointer (&edit->pattern, life_pattern_unref);
  g_clear_pointer (&edit->rule, life_rule_unref);
  g_clear_pointer (&edit->previous_cells, life_snapshot_free);
}

void
gst_life_timeline_init (GstLifeTimeline *timeline)
{
  timeline->replayable = TRUE;
  timeline->tempos = g_array_new (FALSE, FALSE, sizeof (GstLifeTempoChange));
  timeline->edits = g_array_new (FALSE, FALSE, sizeof (GstLifeEdit));
  g_array_set_clear_func (
      timeline->edits, (GDestroyNotify) gst_life_edit_clear);
  timeline->events = g_array_new (FALSE, FALSE, sizeof (GstLifeEdit));
  g_array_set_clear_func (
      timeline->events, (GDestroyNotify) gst_life_edit_clear);
  gst_life_keyframes_init (&timeline->keyframes);
  gst_life_timeline_clear (timeline);
}

void
gst_life_timeline_finalize (GstLifeTimeline *timeline)
{
  g_array_unref (timeline->tempos);
  g_array_unref (timeline->edits);
  g_array_unref (timeline->events);
  gst_life_keyframes_finalize (&timeline->keyframes);
  gst_life_keyframe_clear (&timeline->previous);
  g_clear_pointer (&timeline->rule, life_rule_unref);
}

void
gst_life_timeline_clear (GstLifeTimeline *timeline)
{
  g_array_set_size (timeline->edits, 0);
  g_array_set_size (timeline->events, 0);
  gst_life_keyframes_clear (&timeline->keyframes);
  gst_life_keyframe_clear (&timeline->previous);
  timeline->frame = 0;
  timeline->ahead = GST_LIFE_AHEAD_NONE;
  timeline->cells_invalid = FALSE;
}

void
gst_life_timeline_invalidate (GstLifeTimeline *timeline)
{
  timeline->cells_invalid = TRUE;
}

/* --- Recorders --- */

void
gst_life_timeline_set_recorder (GstLifeTimeline *timeline,
    GstLifeRecorderRank rank, const GstLifeRecorderClass *klass,
    gpointer recorder)
{
  timeline->recorders[rank] = (GstLifeRecorder){ klass, recorder };
}

/* --- Tempo --- */

static const GstLifeTempoChange *
tempo_at (const GstLifeTimeline *timeline, guint index)
{
  return &g_array_index (timeline->tempos, GstLifeTempoChange, index);
}

/* The change that leads to frame @frame. */
static const GstLifeTempoChange *
find_tempo (const GstLifeTimeline *timeline, guint64 frame)
{
  guint i = timeline->tempos->len - 1;

  while (i > 0 && tempo_at (timeline, i)->frame > frame)
    i--;
  return tempo_at (timeline, i);
}

void
gst_life_timeline_start (
    GstLifeTimeline *timeline, const GstLifeTempo *tempo, guint64 memory_limit)
{
  GstLifeTempoChange first;

  timeline->keyframes.budget = MAX_BUDGET;
  if (memory_limit > 0)
    timeline->keyframes.budget = (gsize) MIN (memory_limit / 4, MAX_BUDGET);
  gst_life_tempo_change_init (&first, tempo, timeline->start_generation);
  g_array_set_size (timeline->tempos, 0);
  g_array_append_val (timeline->tempos, first);
}

const GstLifeTempo *
gst_life_timeline_get_tempo (const GstLifeTimeline *timeline)
{
  return &tempo_at (timeline, timeline->tempos->len - 1)->tempo;
}

/* Drops the changes after frame @frame. */
static void
drop_tempos_after (GstLifeTimeline *timeline, guint64 frame)
{
  guint end = timeline->tempos->len;

  while (end > 1 && tempo_at (timeline, end - 1)->frame > frame)
    end--;
  g_array_set_size (timeline->tempos, end);
}

/* Drops the changes that only a seek back would need. */
static void
drop_past_tempos (GstLifeTimeline *timeline)
{
  while (timeline->tempos->len > 1
         && tempo_at (timeline, 1)->frame <= timeline->frame)
    g_array_remove_index (timeline->tempos, 0);
}

gboolean
gst_life_timeline_generation (const GstLifeTimeline *timeline, guint64 frame,
    guint64 *generation, GError **error)
{
  if (gst_life_tempo_change_generation (
          find_tempo (timeline, frame), frame, generation))
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "the generation of frame %" G_GUINT64_FORMAT
      " does not fit 64 bits; use a smaller start-generation, generations or "
      "generations-rate, or a larger generations-growth",
      frame);
  return FALSE;
}

guint64
gst_life_timeline_since (const GstLifeTimeline *timeline, guint64 frame)
{
  return gst_life_tempo_change_since (find_tempo (timeline, frame), frame);
}

guint64
gst_life_timeline_passed (const GstLifeTimeline *timeline, guint64 frame)
{
  return gst_life_tempo_change_passed (find_tempo (timeline, frame), frame);
}

/* Whether frame @frame shows @generation, or is an error. */
static gboolean
shows (const GstLifeTimeline *timeline, guint64 frame, guint64 generation)
{
  guint64 shown;

  return gst_life_timeline_generation (timeline, frame, &shown, NULL)
         && shown == generation;
}

guint64
gst_life_timeline_next_generation (
    const GstLifeTimeline *timeline, guint64 from, guint64 target)
{
  guint64 low = from, high, length = 1, generation;

  if (from >= target
      || !gst_life_timeline_generation (timeline, from, &generation, NULL))
    return target;
  /* Most frames show another one than the previous frame. */
  for (; length < target - low; length *= 2) {
    if (!shows (timeline, low + length, generation))
      break;
    low += length;
  }
  high = MIN (target, low + MIN (length, target - low));
  while (high - low > 1) {
    guint64 middle = low + (high - low) / 2;

    if (shows (timeline, middle, generation))
      low = middle;
    else
      high = middle;
  }
  return high;
}

gboolean
gst_life_timeline_frame (const GstLifeTimeline *timeline, guint64 *frame)
{
  const guint64 now = life_world_get_generation (timeline->world);
  guint64 low = timeline->frame, high = G_MAXUINT64, generation = 0;

  while (low < high) {
    guint64 middle = low + (high - low) / 2;

    if (gst_life_timeline_generation (timeline, middle, &generation, NULL)
        && generation < now)
      low = middle + 1;
    else
      high = middle;
  }
  *frame = low;
  return gst_life_timeline_generation (timeline, low, &generation, NULL)
         && generation == now;
}

gboolean
gst_life_timeline_is_at_frame (const GstLifeTimeline *timeline)
{
  return shows (
      timeline, timeline->frame, life_world_get_generation (timeline->world));
}

gboolean
gst_life_timeline_is_past (const GstLifeTimeline *timeline, guint64 frame)
{
  guint64 generation;

  return frame < timeline->frame
         || !gst_life_timeline_generation (timeline, frame, &generation, NULL)
         || generation < life_world_get_generation (timeline->world);
}

/* --- The frame that fades out --- */

guint32
gst_life_timeline_weight (const GstLifeTimeline *timeline, guint64 frame)
{
  return gst_life_tempo_change_weight (find_tempo (timeline, frame), frame);
}

gboolean
gst_life_timeline_has_previous (const GstLifeTimeline *timeline, guint64 frame)
{
  return timeline->previous.snapshot && timeline->previous.frame == frame
         && !life_snapshot_is_lost (timeline->previous.snapshot);
}

void
gst_life_timeline_store_previous (
    GstLifeTimeline *timeline, LifeSnapshot *snapshot)
{
  gst_life_keyframe_clear (&timeline->previous);
  timeline->previous = (GstLifeKeyframe){ timeline->frame, snapshot };
}

void
gst_life_timeline_drop_previous (GstLifeTimeline *timeline)
{
  gst_life_keyframe_clear (&timeline->previous);
}

/* --- Edits --- */

static GstLifeEdit *
entry_at (GArray *entries, guint index)
{
  return &g_array_index (entries, GstLifeEdit, index);
}

static GstLifeEdit *
edit_at (const GstLifeTimeline *timeline, guint index)
{
  return entry_at (timeline->edits, index);
}

/* Index of the first of @entries after frame @frame. */
static guint
first_after (GArray *entries, guint64 frame)
{
  guint low = 0, high = entries->len;

  while (low < high) {
    guint middle = low + (high - low) / 2;

    if (entry_at (entries, middle)->frame <= frame)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static guint
first_edit_after (const GstLifeTimeline *timeline, guint64 frame)
{
  return first_after (timeline->edits, frame);
}

gboolean
gst_life_timeline_has_edits_after (
    const GstLifeTimeline *timeline, guint64 frame)
{
  return first_edit_after (timeline, frame) < timeline->edits->len;
}

gboolean
gst_life_timeline_has_events_between (
    const GstLifeTimeline *timeline, guint64 from, guint64 to)
{
  guint next;

  if (timeline->events->len == 0)
    return FALSE;
  next = first_after (timeline->events, from);
  return next < timeline->events->len
         && entry_at (timeline->events, next)->frame <= to;
}

/* The entries of frame @frame. */
static GstLifeEdit *
entries_of (GArray *entries, guint64 frame, guint *count)
{
  guint end = first_after (entries, frame), first = end;

  while (first > 0 && entry_at (entries, first - 1)->frame == frame)
    first--;
  *count = end - first;
  return *count > 0 ? entry_at (entries, first) : NULL;
}

GstLifeEdit *
gst_life_timeline_edits (const GstLifeTimeline *timeline, guint *count)
{
  *count = 0;
  return timeline->replayable
             ? entries_of (timeline->edits, timeline->frame, count)
             : NULL;
}

GstLifeEdit *
gst_life_timeline_events (const GstLifeTimeline *timeline, guint *count)
{
  return entries_of (timeline->events, timeline->frame, count);
}

/* Drops what lies beyond frame @frame, and keyframes from @keyframe on. */
static void
drop_after (GstLifeTimeline *timeline, guint64 frame, guint64 keyframe)
{
  drop_tempos_after (timeline, frame);
  g_array_set_size (timeline->edits, first_edit_after (timeline, frame));
  gst_life_keyframes_drop (&timeline->keyframes, keyframe, G_MAXUINT64);
  if (timeline->previous.frame >= keyframe)
    gst_life_keyframe_clear (&timeline->previous);
}

/* Without replay the entries are only what can be undone or redone: new cells end the latter. */
static void
drop_undos (GstLifeTimeline *timeline)
{
  for (guint i = timeline->edits->len; i > 0; i--)
    if (edit_at (timeline, i - 1)->kind == GST_LIFE_EDIT_UNDO)
      g_array_remove_index (timeline->edits, i - 1);
}

void
gst_life_timeline_record_edit (GstLifeTimeline *timeline, GstLifeEdit *edit)
{
  if (!timeline->replayable && edit->kind != GST_LIFE_EDIT_RULE
      && edit->kind != GST_LIFE_EDIT_UNDO && edit->kind != GST_LIFE_EDIT_REDO)
    drop_undos (timeline);
  if (!timeline->replayable && !edit->undoable) {
    gst_life_edit_clear (edit);
    return;
  }
  drop_after (timeline, edit->frame, edit->frame);
  if (!timeline->replayable)
    g_clear_pointer (&edit->pattern, life_pattern_unref);
  g_array_append_val (timeline->edits, *edit);
}

void
gst_life_timeline_change_tempo (
    GstLifeTimeline *timeline, guint64 frame, const GstLifeTempo *tempo)
{
  GstLifeTempoChange next;
  guint last;

  drop_after (timeline, frame, frame == G_MAXUINT64 ? frame : frame + 1);
  last = timeline->tempos->len - 1;
  if (memcmp (gst_life_timeline_get_tempo (timeline), tempo, sizeof *tempo) == 0
      /* No such frame will be reached. */
      || !gst_life_tempo_change_next (
          tempo_at (timeline, last), frame, tempo, &next))
    return;
  if (tempo_at (timeline, last)->frame == frame)
    g_array_set_size (timeline->tempos, last);
  g_array_append_val (timeline->tempos, next);
  if (!timeline->replayable)
    drop_past_tempos (timeline);
}

void
gst_life_timeline_pause_at (GstLifeTimeline *timeline, guint64 frame,
    guint64 generation, const GstLifeTempo *tempo)
{
  GstLifeTempoChange paused;

  gst_life_tempo_change_init (&paused, tempo, generation);
  paused.frame = paused.since = frame;
  g_array_set_size (timeline->tempos, 0);
  g_array_append_val (timeline->tempos, paused);
  timeline->frame = frame;
}

void
gst_life_timeline_step (
    GstLifeTimeline *timeline, guint64 frame, guint64 generations)
{
  GstLifeTempoChange next;

  if (frame == G_MAXUINT64)
    return;
  drop_after (timeline, frame, frame + 1);
  if (!gst_life_tempo_change_step (
          tempo_at (timeline, timeline->tempos->len - 1), frame + 1,
          generations, &next))
    return;
  g_array_append_val (timeline->tempos, next);
  if (!timeline->replayable)
    drop_past_tempos (timeline);
}

/* --- What follows from edits --- */

gboolean
gst_life_timeline_last_seed (const GstLifeTimeline *timeline, guint64 *seed)
{
  for (guint i = timeline->edits->len; i > 0; i--)
    if (edit_at (timeline, i - 1)->kind == GST_LIFE_EDIT_SOUP) {
      *seed = edit_at (timeline, i - 1)->seed;
      return TRUE;
    }
  return FALSE;
}

/* The last of @entries up to frame @frame that sets a rule, or NULL. */
static const GstLifeEdit *
last_rule (GArray *entries, guint64 frame)
{
  for (guint i = first_after (entries, frame); i > 0; i--)
    if (entry_at (entries, i - 1)->kind == GST_LIFE_EDIT_RULE)
      return entry_at (entries, i - 1);
  return NULL;
}

const LifeRule *
gst_life_timeline_rule_at (const GstLifeTimeline *timeline, guint64 frame)
{
  const GstLifeEdit *edit = last_rule (timeline->edits, frame);
  const GstLifeEdit *event = last_rule (timeline->events, frame);

  if (edit && (!event || edit->frame >= event->frame))
    return edit->rule;
  return event ? event->rule : timeline->rule;
}

/* A keyframe of a repeated generation would save no step. */
guint64
gst_life_timeline_next_stop (
    const GstLifeTimeline *timeline, guint64 from, guint64 target)
{
  const guint64 interval = timeline->keyframes.interval;
  guint edit = first_edit_after (timeline, from);
  guint64 stop = target, next;

  if (edit < timeline->edits->len)
    stop = MIN (stop, edit_at (timeline, edit)->frame);
  if (gst_life_timeline_has_events_between (timeline, from, stop))
    stop = entry_at (timeline->events, first_after (timeline->events, from))
               ->frame;
  if (!timeline->keyframes.enabled)
    return stop;
  next = gst_life_timeline_next_generation (timeline, from, stop);
  if (next % interval != 0 && interval < G_MAXUINT64 - next)
    next += interval - next % interval;
  return MIN (stop, next);
}
