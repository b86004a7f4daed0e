/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifesrc from inside, for the files that it is made of. */
#pragma once

#include "gstlife-ahead.h"
#include "gstlifesrc.h"

G_BEGIN_DECLS

struct _GstLifeSrc {
  GstPushSrc parent;
  GstLife life;
  GstLifeAhead ahead;

  /* What frames show, from PAUSED on. */
  guint64 generations, start_generation;

  GstVideoInfo info;
  guint64 frame;       /* number of the frame to make next */
  gboolean reverse;    /* frames count down; the stream ends after number 0 */
  gboolean past_start; /* number 0 was made in reverse */
  /* Frame and stream time from which the present frame rate counts. */
  guint64 base_frame;
  GstClockTime base_time;

  gboolean qos;               /* guarded by the object lock, as is: */
  GstClockTime earliest_time; /* running time before which frames are late */
};

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

gboolean gst_life_src_do_seek (GstBaseSrc *src, GstSegment *segment);

/* Each answers a query, or returns FALSE where the base class knows better. */
gboolean gst_life_src_query_duration (GstLifeSrc *self, GstQuery *query);
gboolean gst_life_src_query_seeking (GstLifeSrc *self, GstQuery *query);
gboolean gst_life_src_query_convert (GstLifeSrc *self, GstQuery *query);
gboolean gst_life_src_query_latency (GstLifeSrc *self, GstQuery *query);

G_END_DECLS
