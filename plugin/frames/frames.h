/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames of an element's world. */
#pragma once

#include <gst/video/video.h>

#include "plugin/world/gst-life.h"

/* Completes an allocation query with buffers for the engine that runs the world.
 * @by_planes: whose planes are mapped one by one. */
gboolean gst_life_decide_allocation (
    GstLife *life, gboolean by_planes, GstQuery *query);

/* Maps @buffer for the engine that runs the world. */
gboolean gst_life_map_frame (GstLife *life, GstVideoFrame *frame,
    const GstVideoInfo *info, GstBuffer *buffer, GstMapFlags flags);

/* Applies the arriving picture, frame number @number, to the world. */
gboolean gst_life_absorb (GstLife *life, GstVideoFrame *picture, guint64 number,
    LifeInput input, gdouble threshold, GError **error);

/* Draws frame number @number into @frame and counts the generation that it
 * shows. */
gboolean gst_life_draw (GstLife *life, GstVideoFrame *frame, guint64 number,
    gboolean overlay, LifeStatistics *statistics, GError **error);

/* The same in two halves, under the world lock; pending frames have to be finished, the oldest
 * first. */
gboolean gst_life_begin_frame (GstLife *life, GstVideoFrame *frame,
    guint64 number, gboolean overlay, GError **error);
gboolean gst_life_finish_frame (
    GstLife *life, LifeStatistics *statistics, GError **error);

/* Whether the next frame may be drawn before the present one is finished: it shows nothing that
 * is counted in that, and neither has a caption. Under the world lock. */
gboolean gst_life_frames_are_independent (GstLife *life);

/* Waits for the oldest pending frame, and drops it. */
void gst_life_drop_frame (GstLife *life);

/* Counts the present generation. */
gboolean gst_life_count (
    GstLife *life, LifeStatistics *statistics, GError **error);

/* Reports what was counted: in the properties, in the meta of @buffer (nullable), and with
 * post-messages in a message. */
void gst_life_report (
    GstLife *life, GstBuffer *buffer, const LifeStatistics *statistics);
