/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The world of an element as it plays. */
#pragma once

#include "plugin/world/gst-life.h"

/* A seek begins. A rule or tempo that was set before belongs to the frame shown last, one that
 * is set from here on to the target. */
void gst_life_leave_frame (GstLife *life);

/* Moves the world to frame @frame of its time line, forwards or backwards, and applies what was
 * set. */
gboolean gst_life_play_to (GstLife *life, guint64 frame, GError **error);

/* If the time line is not replayable and *@problem is a lack of memory: pauses the world in
 * frame @frame, at its present generation, turns *@problem into a warning to be reported, and
 * returns TRUE. Under the world lock. */
gboolean gst_life_pause_for_memory (
    GstLife *life, guint64 frame, GError **problem);

/* Posts that warning and notifies `paused`, once; not under the lock. */
void gst_life_report_memory_pause (GstLife *life);

/* Records the cells of the present frame, which a picture is about to change, if the next frame
 * fades out of it; under the world lock. */
gboolean gst_life_record_shown (GstLife *life, GError **error);
