/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds that repeat themselves: noticed as they go from frame to frame, each frame once,
 * however often it is reached; all but the last two under the world lock. */
#pragma once

#include "plugin/world/life.h"

/* An arriving picture was laid on the present frame: if that changed any cell nothing
 * before it counts. */
gboolean gst_life_stagnation_absorbed (GstLife *life, GError **error);

/* The present frame counts, if it was not counted yet. */
gboolean gst_life_stagnation_see (GstLife *life, GError **error);

/* The world is about to leave the present frame for frame @frame, the next one; an error
 * where the stream ends before that. */
gboolean gst_life_stagnation_leave (
    GstLife *life, guint64 frame, GError **error);

/* The world has come to the present frame: what is due takes place. */
gboolean gst_life_stagnation_arrive (GstLife *life, GError **error);

/* The next frame after @from at which the world has to stop on the way to @frame. */
guint64 gst_life_stagnation_next_stop (
    const GstLife *life, guint64 from, guint64 frame);

/* The world was taken back to frame @frame. */
void gst_life_stagnation_revert (GstLife *life, guint64 frame);

/* Whether the stream ends before frame @frame. */
gboolean gst_life_is_over (GstLife *life, guint64 frame);

/* Posts the messages of periods that were found. */
void gst_life_stagnation_post (GstLife *life);
