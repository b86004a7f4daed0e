/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Edits that wait for the next frame, from threads that may not wait for the world, such as a
 * window's. They are applied before the world leaves its present frame, and before any other
 * action. */
#pragma once

#include "plugin/world/gst-life.h"

/* Adds an edit by the user (changes.h) that owns nothing. Lines that are not @edit.undoable
 * continue the previous edit. FALSE if too many wait. */
gboolean gst_life_edit_queue_add (GstLife *life, const GstLifeEdit *edit);

/* Applies them in their order; under the world lock, with a world that is not ahead
 * (timeline/seek.h). An edit that fails is skipped, with a warning. */
void gst_life_edit_queue_apply (GstLife *life);

/* Posts that warning; not under the world lock. */
void gst_life_edit_queue_warn (GstLife *life);
