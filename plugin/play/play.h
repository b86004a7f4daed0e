/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The world of an element as it plays. */
#pragma once

#include "plugin/world/gst-life.h"

/* A seek leads away from the frame shown last. A rule or tempo that was set before belongs to
 * that frame, one that is set from here on to the frame to which it leads. */
void gst_life_leave_frame (GstLife *life);

/* Takes the world to frame @frame of its time line, forwards or backwards, with all that was
 * set. */
gboolean gst_life_play_to (GstLife *life, guint64 frame, GError **error);

/* Where nothing leads back and *@problem is that memory lacks, the world pauses in frame
 * @frame, in the generation that it has come to; returns whether that is so, and *@problem
 * is then freed, and to be reported as a warning. Under the world lock. */
gboolean gst_life_hold (GstLife *life, guint64 frame, GError **problem);

/* Posts what was not yet reported, without the lock. */
void gst_life_report_hold (GstLife *life);

/* The present frame was shown, and a picture is going to change its cells: keeps them where
 * the next frame fades out of it; under the world lock. */
gboolean gst_life_keep_shown (GstLife *life, GError **error);
