/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames made ahead: while a frame is finished and goes downstream, a GPU advances the
 * world and draws the next one. The streaming thread only enqueues that. */
#pragma once

#include "plugin/frames/pending-frame.h"

/* The streaming thread's: the frame that is drawn, and what it was made by. */
typedef struct {
  GstLifePendingFrame pending;
  guint settings_serial;
} GstLifeAhead;

/* Whether stepping on to frame @number would return at once. */
gboolean gst_life_ahead_is_possible (GstLife *life, guint64 number);

/* Lets the world step on to frame @number, if that is possible; after the
 * present frame was begun, before it is finished. */
void gst_life_ahead_step (GstLifeAhead *ahead, GstLife *life, guint64 number);

/* Lets that frame be drawn into @buffer, which it takes over; @early: before the present
 * frame is finished, if that is possible; else the buffer is returned. */
GstBuffer *gst_life_ahead_draw (GstLifeAhead *ahead, GstLife *life,
    const GstVideoInfo *info, GstBuffer *buffer, gboolean early);

/* Takes frame number @number as it was made ahead, if no property was set since and
 * the world was not edited. Anything else that was made ahead is dropped. */
gboolean gst_life_ahead_take (GstLifeAhead *ahead, GstLife *life,
    guint64 number, GstLifePendingFrame *pending);

/* Drops what was made ahead: the world is at the frame that was made last. */
void gst_life_ahead_drop (GstLifeAhead *ahead, GstLife *life);
