/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Undoing edits. Once cells are restored they are dropped: a seek to an earlier frame passes
 * the edit again, where they are stored anew. So only what can be undone at the present frame
 * is stored. */
#include "plugin/timeline/undo.h"

/* How many edits can be undone, if the cells before them are within the budget; the last one
 * always. */
#define UNDO_COUNT 64

static GstLifeEdit *
edit_at (const GstLifeTimeline *timeline, guint index)
{
  return &g_array_index (timeline->edits, GstLifeEdit, index);
}

/* Drops the cells before an edit, which are restored in frame @until, with the keyframes
 * between: seeks have to pass the edit, to store them anew. */
static void
drop_cells (GstLifeTimeline *timeline, guint index, guint64 until)
{
  GstLifeEdit *edit = edit_at (timeline, index);

  g_clear_pointer (&edit->cells_before, life_snapshot_free);
  gst_life_keyframes_drop (&timeline->keyframes, edit->frame, until);
}

/* The frame in which edit @index is undone, or that of the edit itself. */
static guint64
undone_at (const GstLifeTimeline *timeline, guint index)
{
  for (guint i = index + 1; i < timeline->edits->len; i++)
    if (edit_at (timeline, i)->kind == GST_LIFE_EDIT_UNDO
        && edit_at (timeline, i)->undone == index)
      return edit_at (timeline, i)->frame;
  return edit_at (timeline, index)->frame;
}

/* How many edits have their cells, their size in bytes, and which is to be dropped first: the
 * last if it lies beyond the present frame, else the first. */
static guint
count_stored (
    const GstLifeTimeline *timeline, gsize *bytes, guint *first_dropped)
{
  guint stored = 0, last = 0;

  *bytes = 0;
  for (guint i = timeline->edits->len; i > 0; i--) {
    const GstLifeEdit *edit = edit_at (timeline, i - 1);

    if (!edit->cells_before)
      continue;
    if (stored++ == 0)
      last = i - 1;
    *first_dropped = i - 1;
    *bytes += life_snapshot_get_size (edit->cells_before);
  }
  if (stored > 0 && edit_at (timeline, last)->frame > timeline->frame)
    *first_dropped = last;
  return stored;
}

/* Makes room for @size more bytes. */
static void
make_room (GstLifeTimeline *timeline, gsize size)
{
  gsize bytes;
  guint stored, first;

  while ((stored = count_stored (timeline, &bytes, &first)) > 0
         && (stored >= UNDO_COUNT || bytes > timeline->keyframes.budget
             || size > timeline->keyframes.budget - bytes))
    drop_cells (timeline, first, undone_at (timeline, first));
}

/* Without replay the entries are only what can be undone. */
static void
drop_past (GstLifeTimeline *timeline)
{
  while (!timeline->replayable && timeline->edits->len >= UNDO_COUNT)
    g_array_remove_index (timeline->edits, 0);
}

/* Drops cells before earlier edits if memory lacks. */
static LifeSnapshot *
snapshot_cells (GstLifeTimeline *timeline, GError **error)
{
  GError *problem = NULL;
  LifeSnapshot *cells;
  gsize bytes;
  guint first;

  while (!(cells = life_world_snapshot (timeline->world, &problem))
         && g_error_matches (problem, LIFE_ERROR, LIFE_ERROR_MEMORY)
         && count_stored (timeline, &bytes, &first) > 0) {
    g_clear_error (&problem);
    drop_cells (timeline, first, undone_at (timeline, first));
  }
  if (problem)
    g_propagate_error (error, problem);
  return cells;
}

void
gst_life_undo_store (GstLifeTimeline *timeline, GstLifeEdit *edit)
{
  LifeSnapshot *cells;
  GError *error = NULL;

  if (!edit->undoable || timeline->cells_invalid
      || (edit->cells_before && !life_snapshot_is_lost (edit->cells_before)))
    return;
  g_clear_pointer (&edit->cells_before, life_snapshot_free);
  cells = snapshot_cells (timeline, &error);
  if (!cells) {
    timeline->owner_class->log (
        timeline->owner, TRUE, "an edit cannot be undone: %s", error->message);
    g_error_free (error);
    return;
  }
  make_room (timeline, life_snapshot_get_size (cells));
  drop_past (timeline);
  edit->cells_before = cells;
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
    /* One that waits for its frame stores the cells there. */
    if (edit->cells_before ? !life_snapshot_is_lost (edit->cells_before)
                           : edit->frame > timeline->frame)
      return TRUE;
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "the cells before the last edit are no longer stored: they did not fit "
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

  if (!undone->cells_before) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "frame %" G_GUINT64_FORMAT
        " undoes an edit, and the cells before that do not fit the memory; "
        "seek to a later frame",
        edit->frame);
    return FALSE;
  }
  if (!life_world_restore_cells (
          timeline->world, undone->cells_before, error)) {
    if (timeline->replayable)
      gst_life_timeline_invalidate (timeline);
    return FALSE;
  }
  drop_cells (timeline, edit->undone, edit->frame);
  if (!timeline->replayable)
    g_array_remove_index (timeline->edits, edit->undone);
  return TRUE;
}
