/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* All recorders of a time line, called one after another (recorder.h). */
#pragma once

#include "plugin/timeline/timeline.h"

gboolean gst_life_recorders_settle (GstLifeTimeline *timeline, GError **error);

/* Whether what was recorded leads to @frame, and the present frame is near it; else *@start is
 * the earliest frame that a recorder needs. */
gboolean gst_life_recorders_lead_to (
    const GstLifeTimeline *timeline, guint64 frame, guint64 *start);
gboolean gst_life_recorders_begin (GstLifeTimeline *timeline, GError **error);
void gst_life_recorders_end (GstLifeTimeline *timeline);

guint64 gst_life_recorders_next_stop (
    const GstLifeTimeline *timeline, guint64 from, guint64 to);
guint64 gst_life_recorders_slice (
    const GstLifeTimeline *timeline, guint64 n, guint64 left);
gboolean gst_life_recorders_leave (
    GstLifeTimeline *timeline, guint64 next, GError **error);
gboolean gst_life_recorders_arrive (GstLifeTimeline *timeline, GError **error);
gboolean gst_life_recorders_prepare_edit (
    GstLifeTimeline *timeline, GError **error);
gboolean gst_life_recorders_replaced (
    GstLifeTimeline *timeline, GError **error);
void gst_life_recorders_cut (
    GstLifeTimeline *timeline, guint64 frame, gboolean pauses);
gboolean gst_life_recorders_allow_ahead (
    GstLifeTimeline *timeline, guint64 frame);
void gst_life_recorders_revert (GstLifeTimeline *timeline);
