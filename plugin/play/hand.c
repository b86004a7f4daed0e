/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Edits by hand: what users do to the world that they see. How an edit takes place is
 * elsewhere. */
#include "plugin/play/hand.h"

#include "plugin/play/changes.h"
#include "plugin/timeline/edits.h"
#include "plugin/timeline/undo.h"
#include "plugin/world/world.h"

/* Whether @edit can take place now; what it lacks is filled in. */
static gboolean
prepare (GstLife *life, GstLifeEdit *edit, GError **error)
{
  const gint64 wanted[3] = { edit->origin[0], edit->origin[1],
    edit->origin[2] };
  g_autoptr (LifeRule) rule = NULL;

  switch (edit->kind) {
    case GST_LIFE_EDIT_PASTE:
      /* A suffix places the pattern that a world starts from, not one that is pasted. */
      rule = life_rule_without_grid (
          gst_life_timeline_get_edited_rule (&life->timeline));
      return life_pattern_place_under (edit->pattern, rule,
          life_world_get_geometry (life->world), wanted, edit->origin, error);
    case GST_LIFE_EDIT_SOUP:
      edit->seed = life->timeline.last_seed + 1;
      return TRUE;
    case GST_LIFE_EDIT_UNDO:
      return gst_life_undo_find (&life->timeline, &edit->undone, error);
    default:
      return TRUE;
  }
}

gboolean
gst_life_edit_by_hand (GstLife *life, GstLifeEdit *edit, GError **error)
{
  const gboolean is_soup = edit->kind == GST_LIFE_EDIT_SOUP;
  guint64 seed;

  edit->undoable = edit->kind != GST_LIFE_EDIT_UNDO;
  if (!gst_life_need_world (life, error) || !prepare (life, edit, error)) {
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
