/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looking ahead: the world steps on to its next frame while a frame is finished and goes
 * downstream. An engine on the CPU never does; a queue after the element does as much
 * for it. */
#pragma once

#include "plugin/world/life.h"

/* Whether stepping on to frame @number would return at once. */
gboolean gst_life_lookahead_is_possible (GstLife *life, guint64 number);

/* Lets the world step on to frame @number, if that is possible; after the
 * present frame was begun, before it is finished. */
void gst_life_lookahead_step (GstLife *life, guint64 number);

/* Takes the world back to the frame that was made last; what was drawn ahead is then
 * dropped. Under the world lock, before others look at the world, or change it. */
void gst_life_lookahead_revert (GstLife *life);
