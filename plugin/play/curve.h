/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The populations of the last frames of the stream. */
#pragma once

#include "plugin/world/life.h"

/* Whether they are wanted is a setting; to be called before the world goes to a frame. */
gboolean gst_life_wants_curve (GstLife *life);

/* All below is under the world lock. */

/* The first frame whose population is seen at frame @frame. */
guint64 gst_life_curve_start (guint64 frame);

/* Whether all of these will be known when the world goes on from where it is to
 * @frame. */
gboolean gst_life_curve_leads_to (const GstLife *life, guint64 frame);

/* The frame that the world has reached is in the making, and its population will be
 * recorded; this many live in it. */
void gst_life_curve_await (GstLife *life);
void gst_life_curve_record (GstLife *life, guint64 frame, guint64 population);

/* The world is about to leave the frame that it has reached: its cells are counted unless
 * that was done, or will be. */
gboolean gst_life_curve_leave (GstLife *life, GError **error);

/* What was recorded of @frame and beyond it does not hold any more. */
void gst_life_curve_cut (GstLife *life, guint64 frame);

/* The populations up to frame @frame, the newest last; those that are not known are
 * GST_LIFE_UNKNOWN. */
void gst_life_curve_get (const GstLife *life, guint64 frame,
    guint64 populations[GST_LIFE_CURVE_FRAMES]);
