/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Undoing edits: the cells before each are stored, within a budget, in its entry of the time
 * line. */
#pragma once

#include "plugin/timeline/timeline.h"

/* Stores the cells before @edit, which is about to be applied, if it can be undone and memory
 * suffices. */
void gst_life_undo_store (GstLifeTimeline *timeline, GstLifeEdit *edit);

/* The index of the last edit up to the present frame that can be undone and was not; an error
 * if there is none. */
gboolean gst_life_undo_find (
    const GstLifeTimeline *timeline, guint *index, GError **error);

/* Restores the cells before the edit that @edit, of frame @edit.frame, undoes. */
gboolean gst_life_undo_apply (
    GstLifeTimeline *timeline, const GstLifeEdit *edit, GError **error);
