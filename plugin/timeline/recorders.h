/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* All recorders of a time line, called one after another (recorder.h). */
#pragma once

#include "plugin/timeline/timeline.h"

/* Whether what was recorded leads to @frame; else the earliest frame from which on all of
 * them have to record, *@start. */
gboolean gst_life_recorders_lead_to (
    const GstLifeTimeline *timeline, guint64 frame, guint64 *start);

guint64 gst_life_recorders_next_stop (
    const GstLifeTimeline *timeline, guint64 from, guint64 to);
gboolean gst_life_recorders_leave (
    GstLifeTimeline *timeline, guint64 next, GError **error);
void gst_life_recorders_cut (GstLifeTimeline *timeline, guint64 frame);
