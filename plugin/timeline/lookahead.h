/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looking ahead: the world steps on to its next frame before that is due. An engine on the CPU
 * never does; a queue after the element does as much for it. */
#pragma once

#include "plugin/timeline/timeline.h"

/* Whether stepping on to frame @frame would return at once. */
gboolean gst_life_timeline_can_step_ahead (
    GstLifeTimeline *timeline, guint64 frame);

/* Lets the world step on to frame @frame, if that is possible; after the present frame was
 * begun, before it is finished. What fails is reverted, and comes again when the frame is
 * due. */
void gst_life_timeline_step_ahead (
    GstLifeTimeline *timeline, guint64 frame, GError **error);

/* Takes the world back to the frame that was made last; what was drawn ahead is then
 * dropped. Before others look at the world, or change it. */
void gst_life_timeline_revert (GstLifeTimeline *timeline);
