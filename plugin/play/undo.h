/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Edits that can be taken back: the cells before each are kept, within a budget, in its
 * entry of the time line. All under the world lock. */
#pragma once

#include "plugin/world/life.h"

/* Keeps the cells before @edit, which is about to take place, if it can be undone. Where
 * memory does not suffice it cannot. */
void gst_life_undo_keep (GstLife *life, GstLifeEdit *edit);

/* The index of the last edit up to the present frame that can be taken back and was not;
 * an error where there is none. */
gboolean gst_life_undo_find (const GstLife *life, guint *index, GError **error);

/* Gives the cells their states before the edit that @edit, of frame @edit.frame, takes
 * back. */
gboolean gst_life_undo_apply (
    GstLife *life, const GstLifeEdit *edit, GError **error);
