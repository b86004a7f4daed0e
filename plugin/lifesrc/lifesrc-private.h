/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A lifesrc: its struct, and the functions of its files. */
#pragma once

#include <gst/base/gstpushsrc.h>

#include "plugin/control/navigation.h"
#include "plugin/frames/ahead.h"
#include "plugin/lifesrc/address.h"

GST_ELEMENT_REGISTER_DECLARE (lifesrc)

#define GST_TYPE_LIFE_SRC (gst_life_src_get_type ())
G_DECLARE_FINAL_TYPE (GstLifeSrc, gst_life_src, GST, LIFE_SRC, GstPushSrc)

struct _GstLifeSrc {
  GstPushSrc parent;
  GstLife life;
  GstLifeAhead ahead;
  GstLifeNavigation navigation;

  /* Of the streaming thread, and of a seek while that is stopped. */
  guint64 start_frame; /* of the time line, which is the stream's frame 0 */
  guint64 frame;       /* number of the frame to make next */
  gboolean reverse;    /* frames count down; the stream ends after number 0 */
  gboolean past_start; /* number 0 was made in reverse */
  gchar *title;        /* that was sent last, or NULL */

  /* Written by these with the object lock; other threads read with it: the frames' format, and
   * the frame and stream time from which their present rate counts. */
  GstVideoInfo info;
  guint64 base_frame;
  GstClockTime base_time;

  GstClockTime earliest_time; /* running time before which frames are late;
                                 guarded by the object lock */

  /* The address that was set, and the serial of the settings then. @addressed is of the thread
   * that sets addresses. */
  gchar *uri; /* or NULL; guarded by the object lock, as is: */
  guint uri_serial;
  GstLifeAddressedStream stream; /* that the address describes */
  GPtrArray *addressed;          /* of GstLifeAddressed, or NULL */

  /* As a live source; guarded by the object lock. */
  GstClockID wait;      /* for the present frame's time, or NULL */
  GstClockTimeDiff lag; /* from a frame's stream time to its time stamp */
  gboolean resumes;     /* the next frame is the first one since a pause */
  gboolean paused;      /* set before the base class changes its state */
  GThread *pausing;     /* the thread that does so now, or NULL */
  GCond pause_ended;    /* pausing became NULL */
};

/* --- times.c: when lifesrc's frames are shown: for the streaming thread, and with the object lock for
 * others --- */

/* Whether the frames' size and rate are set. */
gboolean gst_life_src_has_caps (const GstLifeSrc *self);

/* The stream time of a frame. */
GstClockTime gst_life_src_frame_time (const GstLifeSrc *self, guint64 frame);

/* The frame that shows at @time, counted from frame 0 at 0. */
guint64 gst_life_src_frame_at (const GstLifeSrc *self, GstClockTime time);

/* How many frames the stream has; G_MAXUINT64: it does not end. */
guint64 gst_life_src_frame_count (GstLifeSrc *self);

/* The end of its last frame; GST_CLOCK_TIME_NONE: there is none. */
GstClockTime gst_life_src_duration (GstLifeSrc *self);

/* Finds the first frame of a segment, if a seek came before the caps. */
void gst_life_src_enter_segment (GstLifeSrc *self, GstSegment *segment);

/* Enters the segment of a seek. */
void gst_life_src_seek (GstLifeSrc *self, GstSegment *segment);

/* Each handles a query from any thread; FALSE: the base class is to handle it. */
gboolean gst_life_src_query_duration (GstLifeSrc *self, GstQuery *query);
gboolean gst_life_src_query_seeking (GstLifeSrc *self, GstQuery *query);
gboolean gst_life_src_query_convert (GstLifeSrc *self, GstQuery *query);
gboolean gst_life_src_query_latency (GstLifeSrc *self, GstQuery *query);

/* --- live.c: lifesrc as a live source --- */

void gst_life_src_init_live (GstLifeSrc *self);
void gst_life_src_finalize_live (GstLifeSrc *self);

/* The stream begins with running time. */
void gst_life_src_start_clock (GstLifeSrc *self);

/* To be called before and after a live source goes from PLAYING to PAUSED, and
 * before it goes from PAUSED to PLAYING. */
void gst_life_src_begin_pause (GstLifeSrc *self);
void gst_life_src_end_pause (GstLifeSrc *self);
void gst_life_src_begin_play (GstLifeSrc *self);

/* Interrupts making a frame, and waiting for its time. */
void gst_life_src_interrupt (GstLifeSrc *self);

/* In a live source: waits until @buffer, which has its stream time, is due and the source plays,
 * and sets its running time. GST_FLOW_FLUSHING: interrupted. */
GstFlowReturn gst_life_src_wait_for_time (GstLifeSrc *self, GstBuffer *buffer);

/* Whether a live source skips the time of a frame that is late by @jitter. */
gboolean gst_life_src_is_far_behind (GstLifeSrc *self, GstClockTimeDiff jitter);

/* The running time of a live source minus its stream time. */
GstClockTimeDiff gst_life_src_lag (GstLifeSrc *self);

/* --- qos.c: lifesrc's QoS --- */

/* Handles a report of a late frame: frames up to the time in it need not be made. */
void gst_life_src_handle_qos (GstLifeSrc *self, GstEvent *event);

/* Goes to the first frame that is not too late. */
void gst_life_src_skip_late_frames (GstLifeSrc *self);

/* --- uri.c: lifesrc as the handler of life: addresses --- */

/* Fills a GstURIHandlerInterface. */
void gst_life_src_uri_implement (gpointer interface, gpointer data);

void gst_life_src_finalize_uri (GstLifeSrc *self);
