/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Edits of a world as entries of its time line; all under the world lock. */
#pragma once

#include "plugin/world/life.h"

/* Does @edit, which it takes over, to the world now, or when the next frame is
 * reached where the world is between two; what it could not do there is an error
 * now. */
gboolean gst_life_edit (GstLife *life, GstLifeEdit *edit, GError **error);

/* Does @edit, which it takes over, to the present frame, the last one that is known. */
gboolean gst_life_edit_frame (GstLife *life, GstLifeEdit *edit, GError **error);

/* The rule under which such an edit takes place. */
const LifeRule *gst_life_get_edited_rule (const GstLife *life);

/* Does the time line's edits of the frame that the world has reached. */
gboolean gst_life_replay_edits (GstLife *life, GError **error);

/* A rule that was set while running takes effect from the present generation on; where
 * the world cannot take it *@wrong has the cause and the old one stays. */
void gst_life_take_rule (GstLife *life, GError **wrong);

/* The same of a tempo. */
void gst_life_take_tempo (GstLife *life);
