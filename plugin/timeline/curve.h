/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The populations of the last frames of the stream. */
#pragma once

#include "plugin/timeline/timeline.h"

#define GST_LIFE_CURVE_FRAMES 200

/* The populations of frames @first to @end - 1, and the frame in the making, whose
 * population is not counted yet. */
typedef struct {
  gboolean wanted; /* set before the world goes to a frame */
  gboolean awaiting;
  guint64 awaited;
  guint64 first, end;
  guint64 populations[GST_LIFE_CURVE_FRAMES];
} GstLifeCurve;

extern const GstLifeRecorderClass gst_life_curve_class;

/* All below is under the world lock. */

/* The present frame of @timeline is in the making, and its population will be recorded; this
 * many live in it. */
void gst_life_curve_await (
    GstLifeCurve *curve, const GstLifeTimeline *timeline);
void gst_life_curve_record (
    GstLifeCurve *curve, guint64 frame, guint64 population);

/* The populations up to frame @frame, the newest last; G_MAXUINT64 where none was
 * recorded. */
void gst_life_curve_get (const GstLifeCurve *curve, guint64 frame,
    guint64 populations[GST_LIFE_CURVE_FRAMES]);
