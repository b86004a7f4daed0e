/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Edits of a world: done at once, or when their frame is reached, and again whenever
 * that is passed. They are kept in the time line (timeline/timeline.c). */
#include "plugin/play/edits.h"

#include "plugin/play/undo.h"
#include "plugin/timeline/recorders.h"
#include "plugin/world/quiet.h"
#include "plugin/world/rule.h"
#include "plugin/world/world.h"

static gboolean
apply_soup (GstLife *life, const GstLifeEdit *edit, GError **error)
{
  LifeBox patch = gst_life_quiet_patch (&life->soup);
  gdouble density;

  g_mutex_lock (&life->lock);
  density = life->settings.density;
  g_mutex_unlock (&life->lock);
  patch.x = edit->origin[0];
  patch.y = edit->origin[1];
  patch.z = edit->origin[2];
  return edit->kind == GST_LIFE_EDIT_SOUP
             ? gst_life_fill_soup (life, edit->seed, density, error)
             : life_world_soup_box (
                 life->world, &patch, edit->seed, density, error);
}

/* Kills every cell before a pattern takes their place, unless it cannot. */
static gboolean
clear_for (GstLife *life, const GstLifeEdit *edit, GError **error)
{
  const LifeRule *rule = life_world_get_rule (life->world);

  return life_pattern_check_states (
             edit->pattern, life_rule_get_states (rule), error)
         && life_world_clear (life->world, error);
}

static gboolean
change_cells (GstLife *life, GstLifeEdit *edit, GError **error)
{
  switch (edit->kind) {
    case GST_LIFE_EDIT_PASTE:
      return (!edit->alone || clear_for (life, edit, error))
             && life_world_paste (
                 life->world, edit->pattern, edit->origin, error);
    case GST_LIFE_EDIT_CLEAR:
      return life_world_clear (life->world, error);
    case GST_LIFE_EDIT_RULE:
      gst_life_progress_forget (&life->progress);
      return life_world_set_rule (life->world, edit->rule, error);
    case GST_LIFE_EDIT_SOUP:
    case GST_LIFE_EDIT_PATCH:
      return apply_soup (life, edit, error);
    case GST_LIFE_EDIT_LINE:
      return life_world_draw_line (life->world, &edit->line, error);
    case GST_LIFE_EDIT_UNDO:
      return gst_life_undo_apply (life, edit, error);
    default:
      g_return_val_if_reached (FALSE);
  }
}

static gboolean
change_world (GstLife *life, GstLifeEdit *edit, GError **error)
{
  const gboolean anew = edit->alone || edit->kind == GST_LIFE_EDIT_CLEAR
                        || edit->kind == GST_LIFE_EDIT_SOUP;

  return change_cells (life, edit, error)
         && (!anew || gst_life_recorders_replaced (&life->timeline, error));
}

/* Whether an edit that failed may have changed cells, of which another way to this frame
 * would know nothing. What is wrong with the edit itself is found before, and a rule or an undo
 * leaves the cells. */
static gboolean
may_be_halfway (
    const GstLife *life, const GstLifeEdit *edit, const GError *problem)
{
  return life->timeline.kept && edit->kind != GST_LIFE_EDIT_RULE
         && edit->kind != GST_LIFE_EDIT_UNDO
         && (g_error_matches (problem, LIFE_ERROR, LIFE_ERROR_DEVICE)
             || g_error_matches (problem, LIFE_ERROR, LIFE_ERROR_MEMORY));
}

/* Whether an edit that would not fit can be taken back. Others than these begin without
 * killing all that lives. */
static gboolean
check_way_back (const GstLife *life, const GstLifeEdit *edit, GError **error)
{
  if (edit->before || !edit->undoable || life->timeline.kept
      || !(edit->alone || edit->kind == GST_LIFE_EDIT_SOUP))
    return TRUE;
  g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
      "there is no memory for the cells that would have to come back if the "
      "new "
      "ones did not fit; clear the world first, or set a higher memory-limit");
  return FALSE;
}

/* All of an edit is done, or nothing, or the cells are not known. */
static gboolean
apply_edit (GstLife *life, GstLifeEdit *edit, GError **error)
{
  GError *problem = NULL;
  gboolean can_go_back;

  if (!gst_life_recorders_note (&life->timeline, error))
    return FALSE;
  gst_life_undo_keep (life, edit);
  if (!check_way_back (life, edit, error))
    return FALSE;
  if (change_world (life, edit, &problem))
    return TRUE;
  can_go_back = edit->before && !life_snapshot_is_lost (edit->before);
  if (can_go_back ? !life_world_restore_cells (life->world, edit->before, NULL)
                  : may_be_halfway (life, edit, problem))
    gst_life_timeline_invalidate (&life->timeline);
  g_propagate_error (error, problem);
  return FALSE;
}

gboolean
gst_life_replay_edits (GstLife *life, GError **error)
{
  guint count;
  GstLifeEdit *edits = gst_life_timeline_edits (&life->timeline, &count);

  for (guint i = 0; i < count; i++)
    if (!apply_edit (life, &edits[i], error))
      return FALSE;
  return TRUE;
}

gboolean
gst_life_edit_frame (GstLife *life, GstLifeEdit *edit, GError **error)
{
  if (!apply_edit (life, edit, error)) {
    gst_life_edit_clear (edit);
    return FALSE;
  }
  gst_life_backups_note_change (&life->backups);
  gst_life_timeline_keep_edit (&life->timeline, edit);
  return TRUE;
}

const LifeRule *
gst_life_get_edited_rule (const GstLife *life)
{
  const GstLifeTimeline *timeline = &life->timeline;
  guint64 frame;

  if (timeline->kept
      && !gst_life_timeline_frame (
          timeline, life_world_get_generation (life->world), &frame))
    return gst_life_timeline_rule_at (timeline, frame);
  return life_world_get_rule (life->world);
}

/* Whether the world can take @edit when it comes to its frame. A rule was checked when
 * it was set. */
static gboolean
check_edit (const GstLife *life, const GstLifeEdit *edit, GError **error)
{
  const LifeRule *rule = gst_life_get_edited_rule (life);

  if (edit->kind == GST_LIFE_EDIT_PASTE)
    return life_pattern_check_states (
        edit->pattern, life_rule_get_states (rule), error);
  return edit->kind != GST_LIFE_EDIT_LINE
         || life_line_check (&edit->line, rule, error);
}

/* Nothing before frame @frame counts any more, and soups beyond it are forgotten. */
static void
watch_anew (GstLife *life, guint64 frame)
{
  if (life->watch.finder)
    gst_life_watch_begin_anew (&life->watch, frame);
  if (life->timeline.kept
      && !gst_life_timeline_last_seed (
          &life->timeline, &life->timeline.last_seed))
    life->timeline.last_seed = life->timeline.seed;
}

/* A tempo that was set later than an edit goes with what lay beyond that. */
static void
read_tempo_back (GstLife *life)
{
  g_mutex_lock (&life->lock);
  if (!life->tempo_changed)
    life->settings.tempo = *gst_life_timeline_get_tempo (&life->timeline);
  g_mutex_unlock (&life->lock);
}

gboolean
gst_life_edit (GstLife *life, GstLifeEdit *edit, GError **error)
{
  GstLifeTimeline *timeline = &life->timeline;
  const guint64 now = life_world_get_generation (life->world);
  gboolean at_frame = gst_life_timeline_frame (timeline, now, &edit->frame);
  gboolean rule_waits;
  guint64 frame;

  if (life->timeline.cells_invalid) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
        "after a failure the cells of the world are not known; edit it in the "
        "next frame");
    gst_life_edit_clear (edit);
    return FALSE;
  }
  if (!(at_frame || !timeline->kept ? apply_edit (life, edit, error)
                                    : check_edit (life, edit, error))) {
    gst_life_edit_clear (edit);
    return FALSE;
  }
  if (at_frame)
    timeline->frame = edit->frame;
  gst_life_backups_note_change (&life->backups);
  gst_life_recorders_cut (timeline, edit->frame);
  rule_waits = !at_frame && timeline->kept && edit->kind == GST_LIFE_EDIT_RULE;
  frame = edit->frame;
  gst_life_timeline_keep_edit (timeline, edit);
  watch_anew (life, frame);
  read_tempo_back (life);
  /* A rule that was set later went with the edits that are forgotten. */
  if (!rule_waits)
    gst_life_read_rule_back (life);
  return TRUE;
}

/* Whether @tempo goes on as @other, but for a pause. */
static gboolean
differs_by_pause (GstLifeTempo tempo, const GstLifeTempo *other)
{
  tempo.paused = other->paused;
  return memcmp (&tempo, other, sizeof tempo) == 0;
}

void
gst_life_take_tempo (GstLife *life)
{
  const guint64 now = life_world_get_generation (life->world);
  GstLifeTempo tempo;
  gboolean pause;
  gboolean changed, at_frame;
  guint64 frame, steps;

  g_mutex_lock (&life->lock);
  steps = life->steps;
  changed = life->tempo_changed || steps > 0;
  life->steps = 0;
  life->tempo_changed = FALSE;
  tempo = life->settings.tempo;
  g_mutex_unlock (&life->lock);
  if (!changed)
    return;
  /* It is tried again. */
  life->is_held = FALSE;

  at_frame = gst_life_timeline_frame (&life->timeline, now, &frame);
  pause =
      differs_by_pause (tempo, gst_life_timeline_get_tempo (&life->timeline));
  gst_life_timeline_change_tempo (&life->timeline, frame, &tempo);
  if (steps > 0)
    gst_life_timeline_step (&life->timeline, frame, steps);
  gst_life_recorders_cut (&life->timeline, frame);
  /* A pause at the last frame that is known goes on with what was seen. */
  if (!pause || life->watch.next > frame + 1)
    watch_anew (life, frame);
  /* A rule that was set later went with the edits that are forgotten. */
  if (at_frame)
    gst_life_read_rule_back (life);
}

void
gst_life_take_rule (GstLife *life, GError **wrong)
{
  GstLifeEdit edit = { GST_LIFE_EDIT_RULE };
  gboolean changed;

  g_mutex_lock (&life->lock);
  changed = life->rule_changed;
  life->rule_changed = FALSE;
  if (changed)
    edit.rule = life_rule_ref (life->rule);
  g_mutex_unlock (&life->lock);
  if (!changed)
    return;

  if (!gst_life_edit (life, &edit, wrong))
    gst_life_read_rule_back (life);
}
