/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifesrc from inside, for the files that it is made of. */
#pragma once

#include "plugin/world/life.h"
#include "plugin/lifesrc/lifesrc.h"

G_BEGIN_DECLS

struct _GstLifeSrc {
  GstPushSrc parent;
  GstLife life;

  /* The streaming thread's, and a seek's while that is stopped. */
  guint64 frame;       /* number of the frame to make next */
  gboolean reverse;    /* frames count down; the stream ends after number 0 */
  gboolean past_start; /* number 0 was made in reverse */

  /* Written by them with the object lock; other threads read with it: the frames, and
   * the frame and stream time from which their present rate counts. */
  GstVideoInfo info;
  guint64 base_frame;
  GstClockTime base_time;

  gboolean qos;               /* guarded by the object lock, as is: */
  GstClockTime earliest_time; /* running time before which frames are late */

  /* As a live source; guarded by the object lock. */
  GstClockID wait;      /* for the present frame's time, or NULL */
  GstClockTimeDiff lag; /* from a frame's stream time to its time stamp */
  gboolean resumes;     /* the next frame is the first one since a pause */
  gboolean paused;      /* from before the base class knows it */
  GThread *pausing;     /* which informs the base class, or NULL */
  GCond pause_over;     /* it has informed it */
};

/* Times of frames: for the streaming thread, and with the object lock for others. */

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

/* live.c */
void gst_life_src_init_live (GstLifeSrc *self);
void gst_life_src_finalize_live (GstLifeSrc *self);

/* The stream begins with running time. */
void gst_life_src_start_clock (GstLifeSrc *self);

/* To be called before and after a live source goes from PLAYING to PAUSED, and
 * before it goes from PAUSED to PLAYING. */
void gst_life_src_begin_pause (GstLifeSrc *self);
void gst_life_src_end_pause (GstLifeSrc *self);
void gst_life_src_begin_play (GstLifeSrc *self);

/* Interrupts making a frame and waiting for its time. */
void gst_life_src_interrupt (GstLifeSrc *self);

/* In a live source: waits until @buffer, which bears its stream time, is due and
 * the source plays, and stamps it with its running time. GST_FLOW_FLUSHING where
 * that was interrupted. */
GstFlowReturn gst_life_src_wait_for_time (GstLifeSrc *self, GstBuffer *buffer);

/* What a live source adds to stream times to have running times. */
GstClockTimeDiff gst_life_src_lag (GstLifeSrc *self);

/* Finds the first frame of a segment that was sought before there were caps. */
void gst_life_src_enter_segment (GstLifeSrc *self, GstSegment *segment);

gboolean gst_life_src_do_seek (GstBaseSrc *src, GstSegment *segment);

/* Each answers a query from any thread, or returns FALSE where the base class knows
 * better. */
gboolean gst_life_src_query_duration (GstLifeSrc *self, GstQuery *query);
gboolean gst_life_src_query_seeking (GstLifeSrc *self, GstQuery *query);
gboolean gst_life_src_query_convert (GstLifeSrc *self, GstQuery *query);
gboolean gst_life_src_query_latency (GstLifeSrc *self, GstQuery *query);

G_END_DECLS
