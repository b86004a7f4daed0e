/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Edits of a world: applied at once, or when their frame is reached, and again whenever a seek
 * passes it. */
#include "plugin/timeline/edits.h"

#include "plugin/timeline/quiet.h"
#include "plugin/timeline/recorders.h"

gboolean
gst_life_timeline_fill_soup (
    GstLifeTimeline *timeline, guint64 seed, gdouble density, GError **error)
{
  LifeWorld *world = timeline->world;

  if (life_world_get_geometry (world)->topology != LIFE_TOPOLOGY_UNBOUNDED)
    return life_world_soup (world, seed, density, error);
  return life_world_clear (world, error)
         && life_world_soup_box (world, &timeline->soup, seed, density, error);
}

static gboolean
apply_soup (GstLifeTimeline *timeline, const GstLifeEdit *edit, GError **error)
{
  const gdouble density =
      edit->density_set ? edit->density
                        : timeline->owner_class->get_density (timeline->owner);

  return edit->kind == GST_LIFE_EDIT_SOUP
             ? gst_life_timeline_fill_soup (
                 timeline, edit->seed, density, error)
             : life_world_soup_box (
                 timeline->world, &edit->box, edit->seed, density, error);
}

/* Clears the world for a pattern, unless the rule lacks its states. */
static gboolean
clear_for (GstLifeTimeline *timeline, const GstLifeEdit *edit, GError **error)
{
  const LifeRule *rule = life_world_get_rule (timeline->world);

  return life_pattern_check_states (
             edit->pattern, life_rule_get_states (rule), error)
         && life_world_clear (timeline->world, error);
}

/* --- Undo, and redo, which undoes an undo: cells are dropped once they are restored, as a seek
 * to an earlier frame passes the edit again and stores them anew --- */

/* How many edits can be undone, if the cells before them are within the budget; the last one
 * always. */
#define UNDO_COUNT 64

static gboolean
restores_cells (const GstLifeEdit *edit)
{
  return edit->kind == GST_LIFE_EDIT_UNDO || edit->kind == GST_LIFE_EDIT_REDO;
}

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

  g_clear_pointer (&edit->previous_cells, life_snapshot_free);
  gst_life_keyframes_drop (&timeline->keyframes, edit->frame, until);
}

/* The frame in which edit @index is undone, or that of the edit itself. */
static guint64
undone_at (const GstLifeTimeline *timeline, guint index)
{
  for (guint i = index + 1; i < timeline->edits->len; i++)
    if (restores_cells (edit_at (timeline, i))
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

    if (!edit->previous_cells)
      continue;
    if (stored++ == 0)
      last = i - 1;
    *first_dropped = i - 1;
    *bytes += life_snapshot_get_size (edit->previous_cells);
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

/* The present cells; drops those before earlier edits if memory lacks. */
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

/* Stores the cells before @edit, which is about to be applied, if it can be undone and memory
 * suffices. */
static void
store_previous_cells (GstLifeTimeline *timeline, GstLifeEdit *edit)
{
  LifeSnapshot *cells;
  GError *error = NULL;

  if (!edit->undoable || restores_cells (edit) || timeline->cells_invalid
      || (edit->previous_cells
          && !life_snapshot_is_lost (edit->previous_cells)))
    return;
  g_clear_pointer (&edit->previous_cells, life_snapshot_free);
  cells = snapshot_cells (timeline, &error);
  if (!cells) {
    timeline->owner_class->log (
        timeline->owner, TRUE, "an edit cannot be undone: %s", error->message);
    g_error_free (error);
    return;
  }
  make_room (timeline, life_snapshot_get_size (cells));
  drop_past (timeline);
  edit->previous_cells = cells;
}

/* Whether @edit can be undone, if @kind is an undo, or redone. */
static gboolean
can_be_restored (const GstLifeEdit *edit, GstLifeEditKind kind)
{
  const gboolean is_undo = edit->kind == GST_LIFE_EDIT_UNDO;

  return edit->undoable && is_undo == (kind == GST_LIFE_EDIT_REDO);
}

/* The index of the last edit up to frame @frame that one of @kind can restore and none has; -1:
 * there is none. New cells end what can be redone. */
static gint
find_restorable (
    const GstLifeTimeline *timeline, GstLifeEditKind kind, guint64 frame)
{
  const guint count = timeline->edits->len;
  g_autofree gboolean *restored = g_new0 (gboolean, count + 1);

  for (guint i = count; i > 0; i--) {
    const GstLifeEdit *edit = edit_at (timeline, i - 1);

    if (edit->frame > frame)
      continue;
    if (restores_cells (edit) && edit->undone < count)
      restored[edit->undone] = TRUE;
    if (can_be_restored (edit, kind) && !restored[i - 1])
      return (gint) i - 1;
    if (kind == GST_LIFE_EDIT_REDO && !restores_cells (edit)
        && edit->kind != GST_LIFE_EDIT_RULE)
      return -1;
  }
  return -1;
}

gboolean
gst_life_undo_find (
    const GstLifeTimeline *timeline, GstLifeEdit *edit, GError **error)
{
  const gboolean redoes = edit->kind == GST_LIFE_EDIT_REDO;
  const GstLifeEdit *found;
  guint64 frame;
  gint index;

  gst_life_timeline_frame (timeline, &frame);
  index = find_restorable (timeline, edit->kind, frame);
  if (index < 0) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        redoes ? "there is nothing to redo: no edit was undone, or cells were "
                 "edited since"
               : "there is no edit to undo");
    return FALSE;
  }
  edit->undone = (guint) index;
  found = edit_at (timeline, edit->undone);
  /* One that waits for its frame stores the cells there. */
  if (found->previous_cells ? !life_snapshot_is_lost (found->previous_cells)
                            : found->frame > timeline->frame)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "the cells before the last %s are no longer stored: they did not fit "
      "the memory, or a new rule needed another engine",
      redoes ? "undo" : "edit");
  return FALSE;
}

/* Restores the cells before the edit that @edit undoes, and stores the present ones. */
static gboolean
restore (GstLifeTimeline *timeline, GstLifeEdit *edit, GError **error)
{
  const GstLifeEdit *undone = edit_at (timeline, edit->undone);
  LifeSnapshot *present;

  if (!undone->previous_cells) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "frame %" G_GUINT64_FORMAT
        " %s an edit, and the cells before that do not fit the memory; "
        "seek to a later frame",
        edit->frame, edit->kind == GST_LIFE_EDIT_UNDO ? "undoes" : "redoes");
    return FALSE;
  }
  /* Without memory for both, it cannot be redone. */
  present = life_world_snapshot (timeline->world, NULL);
  if (!life_world_restore_cells (
          timeline->world, undone->previous_cells, error)) {
    g_clear_pointer (&present, life_snapshot_free);
    if (timeline->replayable)
      gst_life_timeline_invalidate (timeline);
    return FALSE;
  }
  drop_cells (timeline, edit->undone, edit->frame);
  g_clear_pointer (&edit->previous_cells, life_snapshot_free);
  if (present)
    make_room (timeline, life_snapshot_get_size (present));
  edit->previous_cells = present;
  if (!timeline->replayable) {
    g_array_remove_index (timeline->edits, edit->undone);
    edit->undone = G_MAXUINT;
  }
  return TRUE;
}

/* --- Applying edits --- */

static gboolean
change_cells (GstLifeTimeline *timeline, GstLifeEdit *edit, GError **error)
{
  switch (edit->kind) {
    case GST_LIFE_EDIT_PASTE:
      return (!edit->clears_first || clear_for (timeline, edit, error))
             && life_world_paste (
                 timeline->world, edit->pattern, edit->origin, error);
    case GST_LIFE_EDIT_CLEAR:
      return life_world_clear (timeline->world, error);
    case GST_LIFE_EDIT_RULE:
      timeline->owner_class->reset_speed (timeline->owner);
      return life_world_set_rule (timeline->world, edit->rule, error);
    case GST_LIFE_EDIT_SOUP:
    case GST_LIFE_EDIT_PATCH:
      return apply_soup (timeline, edit, error);
    case GST_LIFE_EDIT_LINE:
      return life_world_draw_line (timeline->world, &edit->line, error);
    case GST_LIFE_EDIT_UNDO:
    case GST_LIFE_EDIT_REDO:
      return restore (timeline, edit, error);
    default:
      g_return_val_if_reached (FALSE);
  }
}

static gboolean
change_world (GstLifeTimeline *timeline, GstLifeEdit *edit, GError **error)
{
  const gboolean clears = edit->clears_first
                          || edit->kind == GST_LIFE_EDIT_CLEAR
                          || edit->kind == GST_LIFE_EDIT_SOUP;

  return change_cells (timeline, edit, error)
         && (!clears || gst_life_recorders_replaced (timeline, error));
}

/* Whether an edit that failed may have changed cells, so that another seek to this frame would
 * show others. Invalid edits fail earlier, and a rule or an undo leaves the cells. */
static gboolean
may_have_changed_cells (const GstLifeTimeline *timeline,
    const GstLifeEdit *edit, const GError *problem)
{
  return timeline->replayable && edit->kind != GST_LIFE_EDIT_RULE
         && !restores_cells (edit)
         && (g_error_matches (problem, LIFE_ERROR, LIFE_ERROR_DEVICE)
             || g_error_matches (problem, LIFE_ERROR, LIFE_ERROR_MEMORY));
}

/* Whether the cells can be restored if the edit fails. Only these kinds clear the world
 * first. */
static gboolean
check_revertible (
    const GstLifeTimeline *timeline, const GstLifeEdit *edit, GError **error)
{
  if (edit->previous_cells || !edit->undoable || timeline->replayable
      || !(edit->clears_first || edit->kind == GST_LIFE_EDIT_SOUP))
    return TRUE;
  g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
      "there is no memory to restore the cells if the new ones do not fit; "
      "clear the world first, or set a higher memory-limit");
  return FALSE;
}

/* Applies all of an edit, or nothing, or leaves the cells invalid. */
static gboolean
apply_edit (GstLifeTimeline *timeline, GstLifeEdit *edit, GError **error)
{
  GError *problem = NULL;
  gboolean can_go_back;

  if (!gst_life_recorders_prepare_edit (timeline, error))
    return FALSE;
  store_previous_cells (timeline, edit);
  if (!check_revertible (timeline, edit, error))
    return FALSE;
  if (change_world (timeline, edit, &problem))
    return TRUE;
  can_go_back =
      edit->previous_cells && !life_snapshot_is_lost (edit->previous_cells);
  if (can_go_back ? !life_world_restore_cells (
          timeline->world, edit->previous_cells, NULL)
                  : may_have_changed_cells (timeline, edit, problem))
    gst_life_timeline_invalidate (timeline);
  g_propagate_error (error, problem);
  return FALSE;
}

gboolean
gst_life_timeline_replay_edits (GstLifeTimeline *timeline, GError **error)
{
  guint n_events, n_edits;
  GstLifeEdit *events = gst_life_timeline_events (timeline, &n_events);
  GstLifeEdit *edits = gst_life_timeline_edits (timeline, &n_edits);

  for (guint i = 0; i < n_events; i++)
    if (!apply_edit (timeline, &events[i], error)) {
      g_prefix_error (
          error, "events: frame %" G_GUINT64_FORMAT ": ", timeline->frame);
      return FALSE;
    }
  for (guint i = 0; i < n_edits; i++)
    if (!apply_edit (timeline, &edits[i], error))
      return FALSE;
  return TRUE;
}

gboolean
gst_life_timeline_edit_frame (
    GstLifeTimeline *timeline, GstLifeEdit *edit, GError **error)
{
  if (!apply_edit (timeline, edit, error)) {
    gst_life_edit_clear (edit);
    return FALSE;
  }
  timeline->owner_class->edited (timeline->owner);
  gst_life_timeline_record_edit (timeline, edit);
  return TRUE;
}

const LifeRule *
gst_life_timeline_get_edited_rule (const GstLifeTimeline *timeline)
{
  guint64 frame;

  if (timeline->replayable && !gst_life_timeline_frame (timeline, &frame))
    return gst_life_timeline_rule_at (timeline, frame);
  return life_world_get_rule (timeline->world);
}

/* Whether @edit can be applied when the world comes to its frame. A rule was checked when it
 * was set. */
static gboolean
check_edit (
    const GstLifeTimeline *timeline, const GstLifeEdit *edit, GError **error)
{
  const LifeRule *rule = gst_life_timeline_get_edited_rule (timeline);

  if (edit->kind == GST_LIFE_EDIT_PASTE)
    return life_pattern_check_states (
        edit->pattern, life_rule_get_states (rule), error);
  return edit->kind != GST_LIFE_EDIT_LINE
         || life_line_check (&edit->line, rule, error);
}

gboolean
gst_life_timeline_edit (GstLifeTimeline *timeline, GstLifeEdit *edit,
    gboolean *waits, GError **error)
{
  const gboolean at_frame = gst_life_timeline_frame (timeline, &edit->frame);
  const guint64 frame = edit->frame;

  if (timeline->cells_invalid) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
        "after a failure the cells of the world are invalid; edit it in the "
        "next frame");
    gst_life_edit_clear (edit);
    return FALSE;
  }
  if (!(at_frame || !timeline->replayable
              ? apply_edit (timeline, edit, error)
              : check_edit (timeline, edit, error))) {
    gst_life_edit_clear (edit);
    return FALSE;
  }
  *waits = !at_frame && timeline->replayable;
  if (at_frame)
    timeline->frame = frame;
  timeline->owner_class->edited (timeline->owner);
  gst_life_timeline_record_edit (timeline, edit);
  gst_life_recorders_cut (timeline, frame, FALSE);
  return TRUE;
}

/* Whether @tempo is @other but for a pause. */
static gboolean
differs_by_pause (GstLifeTempo tempo, const GstLifeTempo *other)
{
  tempo.paused = other->paused;
  return memcmp (&tempo, other, sizeof tempo) == 0;
}

gboolean
gst_life_timeline_set_tempo (
    GstLifeTimeline *timeline, const GstLifeTempo *tempo, guint64 steps)
{
  const gboolean pauses =
      differs_by_pause (*tempo, gst_life_timeline_get_tempo (timeline));
  guint64 frame;
  const gboolean at_frame = gst_life_timeline_frame (timeline, &frame);

  gst_life_timeline_change_tempo (timeline, frame, tempo);
  if (steps > 0)
    gst_life_timeline_step (timeline, frame, steps);
  gst_life_recorders_cut (timeline, frame, pauses);
  return at_frame;
}
