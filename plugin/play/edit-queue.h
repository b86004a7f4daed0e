/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Edits that wait for the next frame: threads that may not wait for the world, such as a
 * window's, leave them here. They take place before the world leaves its present frame, or
 * before an action that others asked for. */
#pragma once

#include "plugin/world/gst-life.h"

/* Leaves an edit by hand (changes.h) that owns nothing. Lines that are not @edit.undoable go on
 * with the edit before them. FALSE where too many wait. */
gboolean gst_life_edit_queue_add (GstLife *life, const GstLifeEdit *edit);

/* Does them, in their order; under the world lock, with a world that is not
 * ahead (timeline/seek.h). What cannot be done is left out, with a
 * warning. */
void gst_life_edit_queue_take (GstLife *life);

/* Posts that warning; not under the world lock. */
void gst_life_edit_queue_warn (GstLife *life);
