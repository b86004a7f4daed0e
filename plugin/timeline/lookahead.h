/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stepping ahead: the world goes on to its next frame before that is due. An engine on the CPU
 * never does; a queue after the element does as much for it. */
#pragma once

#include "plugin/timeline/timeline.h"

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
