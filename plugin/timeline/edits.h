/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Edits of a world as entries of its time line. */
#pragma once

#include "plugin/timeline/timeline.h"

/* Does @edit, which it takes over, to the world now, or when the next frame is
 * reached where the world is between two (@waits); what it could not do there is an error
 * now. */
gboolean gst_life_timeline_edit (GstLifeTimeline *timeline, GstLifeEdit *edit,
    gboolean *waits, GError **error);

/* Does @edit, which it takes over, to the present frame, the last one that is known. */
gboolean gst_life_timeline_edit_frame (
    GstLifeTimeline *timeline, GstLifeEdit *edit, GError **error);

/* The rule under which such an edit takes place. */
const LifeRule *gst_life_timeline_get_edited_rule (
    const GstLifeTimeline *timeline);

/* Does the edits of the frame that the world has reached. */
gboolean gst_life_timeline_replay_edits (
    GstLifeTimeline *timeline, GError **error);

/* Puts a soup in the place of all cells. */
gboolean gst_life_timeline_fill_soup (
    GstLifeTimeline *timeline, guint64 seed, gdouble density, GError **error);

/* From the present frame on the tempo is @tempo, and the next one shows @steps generations
 * more. Returns whether the world is at a frame, not between two. */
gboolean gst_life_timeline_set_tempo (
    GstLifeTimeline *timeline, const GstLifeTempo *tempo, guint64 steps);
