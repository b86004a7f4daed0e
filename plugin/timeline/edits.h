/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Edits of a world as entries of its time line; undoing one is an edit itself. */
#pragma once

#include "plugin/timeline/timeline.h"

/* Applies @edit, which is owned from then on, now, or at the next frame if the world is between
 * two (*@waits); then what could not be applied there is an error now. */
gboolean gst_life_timeline_edit (GstLifeTimeline *timeline, GstLifeEdit *edit,
    gboolean *waits, GError **error);

/* Applies @edit, which is owned from then on, to the present frame, the last of the time
 * line. */
gboolean gst_life_timeline_edit_frame (
    GstLifeTimeline *timeline, GstLifeEdit *edit, GError **error);

/* The rule at the frame of such an edit. */
const LifeRule *gst_life_timeline_get_edited_rule (
    const GstLifeTimeline *timeline);

/* Applies the events of the present frame, and its edits again. */
gboolean gst_life_timeline_replay_edits (
    GstLifeTimeline *timeline, GError **error);

/* Replaces all cells by a soup. */
gboolean gst_life_timeline_fill_soup (
    GstLifeTimeline *timeline, guint64 seed, gdouble density, GError **error);

/* Sets the tempo from the present frame on; the next one shows @steps generations more.
 * Returns whether the world is at a frame, not between two. */
gboolean gst_life_timeline_set_tempo (
    GstLifeTimeline *timeline, const GstLifeTempo *tempo, guint64 steps);

/* Sets @edit.undone, of an undo or a redo, to the last edit up to the present frame that it
 * concerns; an error if there is none. */
gboolean gst_life_undo_find (
    const GstLifeTimeline *timeline, GstLifeEdit *edit, GError **error);
