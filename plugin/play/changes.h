/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Edits, rules and tempos while the world plays; all under the world lock. */
#pragma once

#include "plugin/world/gst-life.h"

/* Applies @edit, which is owned from then on, now, or at the next frame if the world is between
 * two; then what could not be applied there is an error now. */
gboolean gst_life_edit (GstLife *life, GstLifeEdit *edit, GError **error);

/* Applies @edit, which is owned from then on, to the frame shown last, so that it can be undone;
 * the world is not ahead (timeline/seek.h). A pattern goes to @edit.origin or is centered; a
 * soup has the next seed; an undo concerns the last edit that was not undone, a redo the last undo. */
gboolean gst_life_edit_by_user (
    GstLife *life, GstLifeEdit *edit, GError **error);

/* Applies a rule that was set while running from the present generation on; if the world cannot
 * run it *@wrong has the cause and the old one stays. */
void gst_life_apply_rule (GstLife *life, GError **wrong);

/* The same of a tempo. */
void gst_life_apply_tempo (GstLife *life);
