/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules, tempos and edits become entries of the time line, and what those make obsolete is
 * read back into the properties. */
#include "plugin/play/changes.h"

#include "plugin/timeline/edits.h"
#include "plugin/world/rule.h"

/* A tempo that was set later than an edit goes with what lay beyond that. */
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
  /* A rule that was set later went with the edits that are forgotten. */
  if (!waits || !is_rule)
    gst_life_read_rule_back (life);
  return TRUE;
}

void
gst_life_take_tempo (GstLife *life)
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
  life->runtime.is_held = FALSE;
  /* A rule that was set later went with the edits that are forgotten. */
  if (gst_life_timeline_set_tempo (&life->timeline, &tempo, steps))
    gst_life_read_rule_back (life);
}

void
gst_life_take_rule (GstLife *life, GError **wrong)
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
