/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules, tempos and edits become entries of the time line; properties that an edit reverts are
 * read back. */
#include "plugin/play/changes.h"

#include "plugin/timeline/edits.h"
#include "plugin/world/element-rule.h"
#include "plugin/world/element-world.h"

/* An edit drops a tempo that was set at a later frame. */
static void
read_tempo_back (GstLife *life)
{
  g_mutex_lock (&life->lock);
  if (!life->requested.tempo_changed)
    life->settings.tempo = *gst_life_timeline_get_tempo (&life->timeline);
  g_mutex_unlock (&life->lock);
}

gboolean
gst_life_edit (GstLife *life, GstLifeEdit *edit, GError **error)
{
  const gboolean is_rule = edit->kind == GST_LIFE_EDIT_RULE;
  gboolean waits;

  if (!gst_life_timeline_edit (&life->timeline, edit, &waits, error))
    return FALSE;
  read_tempo_back (life);
  /* The edit has dropped a rule that was set at a later frame. */
  if (!waits || !is_rule)
    gst_life_read_rule_back (life);
  return TRUE;
}

/* --- Edits by the user --- */

/* Of a box without edges around it: its rows are filled one by one. */
#define MAX_BOX_SIDE (G_GINT64_CONSTANT (1) << 16)

/* Shortens a side to what lies in a world of @side cells. */
static void
clip_side (gint64 *from, gint64 *length, gint64 side)
{
  const gint64 first = CLAMP (*from, 0, side);
  const gint64 end = *from > side - *length ? side : *from + *length;

  *from = first;
  *length = MAX (end - first, 0);
}

/* Cells outside of the world are left out. */
static gboolean
clip (GstLife *life, LifeBox *box, GError **error)
{
  const LifeGeometry *geometry = life_world_get_geometry (life->world);

  if (geometry->topology == LIFE_TOPOLOGY_UNBOUNDED) {
    if (MAX (box->width, box->height) > MAX_BOX_SIDE) {
      g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_SIZE,
          "without edges a side of the box has at most 65536 cells");
      return FALSE;
    }
  } else {
    clip_side (&box->x, &box->width, geometry->width);
    clip_side (&box->y, &box->height, geometry->height);
    clip_side (&box->z, &box->depth, geometry->depth);
  }
  if (box->width > 0 && box->height > 0 && box->depth > 0)
    return TRUE;
  g_set_error_literal (
      error, LIFE_ERROR, LIFE_ERROR_SIZE, "the box has no cell of the world");
  return FALSE;
}

/* Completes @edit; FALSE if it cannot be applied now. */
static gboolean
prepare (GstLife *life, GstLifeEdit *edit, GError **error)
{
  const gint64 requested[3] = { edit->origin[0], edit->origin[1],
    edit->origin[2] };
  g_autoptr (LifeRule) rule = NULL;

  switch (edit->kind) {
    case GST_LIFE_EDIT_PASTE:
      /* A suffix places the pattern that a world starts from, not one that is pasted. */
      rule = life_rule_without_grid (
          gst_life_timeline_get_edited_rule (&life->timeline));
      return life_pattern_find_origin_under (edit->pattern, rule,
          life_world_get_geometry (life->world), requested, edit->origin,
          error);
    case GST_LIFE_EDIT_SOUP:
      edit->seed = life->timeline.last_seed + 1;
      return TRUE;
    case GST_LIFE_EDIT_PATCH:
      return clip (life, &edit->box, error);
    case GST_LIFE_EDIT_UNDO:
    case GST_LIFE_EDIT_REDO:
      return gst_life_undo_find (&life->timeline, edit, error);
    default:
      return TRUE;
  }
}

gboolean
gst_life_edit_by_user (GstLife *life, GstLifeEdit *edit, GError **error)
{
  const gboolean is_soup = edit->kind == GST_LIFE_EDIT_SOUP;
  guint64 seed;

  edit->undoable = TRUE;
  if (!gst_life_require_world (life, error) || !prepare (life, edit, error)) {
    gst_life_edit_clear (edit);
    return FALSE;
  }
  seed = edit->seed;
  if (!gst_life_edit (life, edit, error))
    return FALSE;
  if (is_soup)
    life->timeline.last_seed = seed;
  return TRUE;
}

/* --- Tempo and rule --- */

void
gst_life_apply_tempo (GstLife *life)
{
  GstLifeTempo tempo;
  gboolean changed;
  guint64 steps;

  g_mutex_lock (&life->lock);
  steps = life->requested.steps;
  changed = life->requested.tempo_changed || steps > 0;
  life->requested.steps = 0;
  life->requested.tempo_changed = FALSE;
  tempo = life->settings.tempo;
  g_mutex_unlock (&life->lock);
  if (!changed)
    return;
  /* It is tried again. */
  life->runtime.out_of_memory = FALSE;
  /* That has dropped a rule that was set at a later frame. */
  if (gst_life_timeline_set_tempo (&life->timeline, &tempo, steps))
    gst_life_read_rule_back (life);
}

void
gst_life_apply_rule (GstLife *life, GError **wrong)
{
  GstLifeEdit edit = { GST_LIFE_EDIT_RULE };
  gboolean changed;

  g_mutex_lock (&life->lock);
  changed = life->requested.rule_changed;
  life->requested.rule_changed = FALSE;
  if (changed)
    edit.rule = life_rule_ref (life->requested.rule);
  g_mutex_unlock (&life->lock);
  if (!changed)
    return;

  if (!gst_life_edit (life, &edit, wrong))
    gst_life_read_rule_back (life);
}
