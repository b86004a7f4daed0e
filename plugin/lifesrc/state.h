/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The struct of a lifesrc. */
#pragma once

#include <gst/base/gstpushsrc.h>

#include "plugin/control/navigation.h"
#include "plugin/frames/ahead.h"

#define GST_TYPE_LIFE_SRC (gst_life_src_get_type ())
G_DECLARE_FINAL_TYPE (GstLifeSrc, gst_life_src, GST, LIFE_SRC, GstPushSrc)

struct _GstLifeSrc {
  GstPushSrc parent;
  GstLife life;
  GstLifeAhead ahead;
  GstLifeNavigation navigation;

  /* The streaming thread's, and a seek's while that is stopped. */
  guint64 frame;       /* number of the frame to make next */
  gboolean reverse;    /* frames count down; the stream ends after number 0 */
  gboolean past_start; /* number 0 was made in reverse */
  gchar *title;        /* that was sent last, or NULL */

  /* Written by them with the object lock; other threads read with it: the frames, and
   * the frame and stream time from which their present rate counts. */
  GstVideoInfo info;
  guint64 base_frame;
  GstClockTime base_time;

  GstClockTime earliest_time; /* running time before which frames are late;
                                 guarded by the object lock */

  /* The address that was set, and the serial of the settings that it led to. What it
   * set belongs to the thread that sets addresses. */
  gchar *uri; /* or NULL; guarded by the object lock, as is: */
  guint uri_serial;
  GPtrArray *addressed; /* of GstLifeAddressed, or NULL */

  /* As a live source; guarded by the object lock. */
  GstClockID wait;      /* for the present frame's time, or NULL */
  GstClockTimeDiff lag; /* from a frame's stream time to its time stamp */
  gboolean resumes;     /* the next frame is the first one since a pause */
  gboolean paused;      /* from before the base class knows it */
  GThread *pausing;     /* which informs the base class, or NULL */
  GCond pause_over;     /* it has informed it */
};
