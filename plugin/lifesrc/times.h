/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* When lifesrc's frames are shown: for the streaming thread, and with the object lock for
 * others. */
#pragma once

#include "plugin/lifesrc/state.h"

/* Whether the frames' size and rate are known. */
gboolean gst_life_src_has_caps (const GstLifeSrc *self);

/* The stream time of a frame. */
GstClockTime gst_life_src_frame_time (const GstLifeSrc *self, guint64 frame);

/* The frame that shows at @time, counted from frame 0 at 0. */
guint64 gst_life_src_frame_at (const GstLifeSrc *self, GstClockTime time);

/* How many frames the stream has; G_MAXUINT64 where it does not end. */
guint64 gst_life_src_frame_count (GstLifeSrc *self);

/* Until its last frame ends; GST_CLOCK_TIME_NONE where there is none. */
GstClockTime gst_life_src_duration (GstLifeSrc *self);

/* Finds the first frame of a segment that was sought before there were caps. */
void gst_life_src_enter_segment (GstLifeSrc *self, GstSegment *segment);

/* Enters the segment of a seek. */
void gst_life_src_seek (GstLifeSrc *self, GstSegment *segment);

/* Each answers a query from any thread, or returns FALSE where the base class knows
 * better. */
gboolean gst_life_src_query_duration (GstLifeSrc *self, GstQuery *query);
gboolean gst_life_src_query_seeking (GstLifeSrc *self, GstQuery *query);
gboolean gst_life_src_query_convert (GstLifeSrc *self, GstQuery *query);
gboolean gst_life_src_query_latency (GstLifeSrc *self, GstQuery *query);
