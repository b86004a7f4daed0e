/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Moving a world to any of its frames. */
#pragma once

#include "plugin/timeline/timeline.h"

/* Moves the world to frame @frame, forwards or backwards. LIFE_ERROR_CANCELLED leaves it at a
 * whole generation; after other errors its cells may be invalid, and the next call returns to
 * valid ones if the time line is replayable. */
gboolean gst_life_timeline_seek (
    GstLifeTimeline *timeline, guint64 frame, GError **error);

/* --- Stepping ahead --- */

/* Whether stepping on to frame @frame would return at once. */
gboolean gst_life_timeline_can_step_ahead (
    GstLifeTimeline *timeline, guint64 frame);

/* Steps on to frame @frame, if that is possible; called while the present frame is pending.
 * What fails is reverted, and fails again when the frame is due. */
void gst_life_timeline_step_ahead (
    GstLifeTimeline *timeline, guint64 frame, GError **error);

/* Takes the world back to the last frame, and drops what was drawn ahead. Called before
 * anything else reads or changes the world. */
void gst_life_timeline_revert (GstLifeTimeline *timeline);
