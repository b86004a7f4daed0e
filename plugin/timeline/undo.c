/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Edits taken back. Once cells have been given back they are not kept any longer: a
 * seek to before that passes the edit again, where they are kept anew. So what is kept
 * is what can be undone at the present frame, and nothing else. */
#include "plugin/timeline/undo.h"

/* How many edits can be undone, as far as the cells before them are within the budget; the last
 * one always. */
#define UNDO_COUNT 64

static GstLifeEdit *
edit_at (const GstLifeTimeline *timeline, guint index)
{
  return &g_array_index (timeline->edits, GstLifeEdit, index);
}

/* Cells that are to come back in frame @until are not kept any more: no keyframe may
 * lead there past the edit before which they are. */
static void
drop_cells (GstLifeTimeline *timeline, guint index, guint64 until)
{
  GstLifeEdit *edit = edit_at (timeline, index);

  g_clear_pointer (&edit->before, life_snapshot_free);
  gst_life_keyframes_drop (&timeline->keyframes, edit->frame, until);
}

/* The frame in which edit @index is taken back, or that of the edit itself. */
static guint64
undone_at (const GstLifeTimeline *timeline, guint index)
{
  for (guint i = index + 1; i < timeline->edits->len; i++)
    if (edit_at (timeline, i)->kind == GST_LIFE_EDIT_UNDO
        && edit_at (timeline, i)->undone == index)
      return edit_at (timeline, i)->frame;
  return edit_at (timeline, index)->frame;
}

/* How many edits have their cells, how many bytes these hold, and which one of them is to
 * go first: the last if it lies beyond the present frame, else the first. */
static guint
count_kept (const GstLifeTimeline *timeline, gsize *bytes, guint *first_to_go)
{
  guint kept = 0, last = 0;

  *bytes = 0;
  for (guint i = timeline->edits->len; i > 0; i--) {
    const GstLifeEdit *edit = edit_at (timeline, i - 1);

    if (!edit->before)
      continue;
    if (kept++ == 0)
      last = i - 1;
    *first_to_go = i - 1;
    *bytes += life_snapshot_get_size (edit->before);
  }
  if (kept > 0 && edit_at (timeline, last)->frame > timeline->frame)
    *first_to_go = last;
  return kept;
}

/* Makes room for @size more bytes. */
static void
make_room (GstLifeTimeline *timeline, gsize size)
{
  gsize bytes;
  guint kept, first;

  while ((kept = count_kept (timeline, &bytes, &first)) > 0
         && (kept >= UNDO_COUNT || bytes > timeline->keyframes.budget
             || size > timeline->keyframes.budget - bytes))
    drop_cells (timeline, first, undone_at (timeline, first));
}

/* Where the past is not kept, entries are but what can be undone. */
static void
drop_past (GstLifeTimeline *timeline)
{
  while (!timeline->kept && timeline->edits->len >= UNDO_COUNT)
    g_array_remove_index (timeline->edits, 0);
}

/* Cells before earlier edits make room where memory lacks. */
static LifeSnapshot *
keep_cells (GstLifeTimeline *timeline, GError **error)
{
  GError *problem = NULL;
  LifeSnapshot *cells;
  gsize bytes;
  guint first;

  while (!(cells = life_world_snapshot (timeline->world, &problem))
         && g_error_matches (problem, LIFE_ERROR, LIFE_ERROR_MEMORY)
         && count_kept (timeline, &bytes, &first) > 0) {
    g_clear_error (&problem);
    drop_cells (timeline, first, undone_at (timeline, first));
  }
  if (problem)
    g_propagate_error (error, problem);
  return cells;
}

void
gst_life_undo_keep (GstLifeTimeline *timeline, GstLifeEdit *edit)
{
  LifeSnapshot *before;
  GError *error = NULL;

  if (!edit->undoable || timeline->cells_invalid
      || (edit->before && !life_snapshot_is_lost (edit->before)))
    return;
  g_clear_pointer (&edit->before, life_snapshot_free);
  before = keep_cells (timeline, &error);
  if (!before) {
    timeline->owner_class->log (
        timeline->owner, TRUE, "an edit cannot be undone: %s", error->message);
    g_error_free (error);
    return;
  }
  make_room (timeline, life_snapshot_get_size (before));
  drop_past (timeline);
  edit->before = before;
}

gboolean
gst_life_undo_find (
    const GstLifeTimeline *timeline, guint *index, GError **error)
{
  const guint count = timeline->edits->len;
  g_autofree gboolean *undone = g_new0 (gboolean, count + 1);
  guint64 frame;

  gst_life_timeline_frame (timeline, &frame);
  for (guint i = count; i > 0; i--) {
    const GstLifeEdit *edit = edit_at (timeline, i - 1);

    if (edit->frame > frame)
      continue;
    if (edit->kind == GST_LIFE_EDIT_UNDO)
      undone[edit->undone] = TRUE;
    if (!edit->undoable || undone[i - 1])
      continue;
    *index = i - 1;
    /* One that waits for its frame keeps the cells there. */
    if (edit->before ? !life_snapshot_is_lost (edit->before)
                     : edit->frame > timeline->frame)
      return TRUE;
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "the cells before the last edit are not kept any more: they did not "
        "fit "
        "the memory, or a new rule needed another engine");
    return FALSE;
  }
  g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "there is no edit to take back");
  return FALSE;
}

gboolean
gst_life_undo_apply (
    GstLifeTimeline *timeline, const GstLifeEdit *edit, GError **error)
{
  const GstLifeEdit *undone = edit_at (timeline, edit->undone);

  if (!undone->before) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "frame %" G_GUINT64_FORMAT
        " takes an edit back, and the cells before that do not fit the memory; "
        "seek to a later frame",
        edit->frame);
    return FALSE;
  }
  if (!life_world_restore_cells (timeline->world, undone->before, error)) {
    if (timeline->kept)
      gst_life_timeline_invalidate (timeline);
    return FALSE;
  }
  drop_cells (timeline, edit->undone, edit->frame);
  if (!timeline->kept)
    g_array_remove_index (timeline->edits, edit->undone);
  return TRUE;
}
