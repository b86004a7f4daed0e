/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The populations of the last frames of the stream. */
#pragma once

#include "plugin/timeline/timeline.h"

#define GST_LIFE_CURVE_FRAMES 200

/* The populations of frames @first to @end - 1; that of frame @pending_frame is being
 * counted. */
typedef struct {
  gboolean requested; /* set before the world goes to a frame */
  gboolean pending;
  guint64 pending_frame;
  guint64 first, end;
  guint64 populations[GST_LIFE_CURVE_FRAMES];
} GstLifeCurve;

extern const GstLifeRecorderClass gst_life_curve_class;

/* All below is under the world lock. */

/* The population of the present frame of @timeline, which is being drawn, will be recorded;
 * and records it. */
void gst_life_curve_expect (
    GstLifeCurve *curve, const GstLifeTimeline *timeline);
void gst_life_curve_record (
    GstLifeCurve *curve, guint64 frame, guint64 population);

/* The populations up to frame @frame, the newest last; G_MAXUINT64: not recorded. */
void gst_life_curve_get (const GstLifeCurve *curve, guint64 frame,
    guint64 populations[GST_LIFE_CURVE_FRAMES]);
