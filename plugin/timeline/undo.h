/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Edits that can be taken back: the cells before each are kept, within a budget, in its
 * entry of the time line. */
#pragma once

#include "plugin/timeline/timeline.h"

/* Keeps the cells before @edit, which is about to take place, if it can be undone. Where
 * memory does not suffice it cannot. */
void gst_life_undo_keep (GstLifeTimeline *timeline, GstLifeEdit *edit);

/* The index of the last edit up to the present frame that can be taken back and was not;
 * an error where there is none. */
gboolean gst_life_undo_find (
    const GstLifeTimeline *timeline, guint *index, GError **error);

/* Gives the cells their states before the edit that @edit, of frame @edit.frame, takes
 * back. */
gboolean gst_life_undo_apply (
    GstLifeTimeline *timeline, const GstLifeEdit *edit, GError **error);
