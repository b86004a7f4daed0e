/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames made ahead: while a frame is finished and pushed downstream, a GPU advances the world
 * and draws the next one, which the streaming thread only enqueues. */
#pragma once

#include "plugin/frames/pending-frame.h"

/* Of the streaming thread: the frame, and the serial of the settings it was made with. */
typedef struct {
  GstLifePendingFrame pending;
  guint settings_serial;
} GstLifeAhead;

/* Whether stepping on to frame @number would return at once. */
gboolean gst_life_ahead_is_possible (GstLife *life, guint64 number);

/* Steps the world on to frame @number, if that is possible; while the present frame is
 * pending. */
void gst_life_ahead_step (GstLifeAhead *ahead, GstLife *life, guint64 number);

/* Draws that frame into @buffer, which is owned from then on; @early: before the present frame
 * is finished, if that is possible; else the buffer is returned. */
GstBuffer *gst_life_ahead_draw (GstLifeAhead *ahead, GstLife *life,
    const GstVideoInfo *info, GstBuffer *buffer, gboolean early);

/* Moves frame @number to *@pending as it was made ahead, if no property was set and no edit made
 * since; drops anything else that was made ahead. */
gboolean gst_life_ahead_claim (GstLifeAhead *ahead, GstLife *life,
    guint64 number, GstLifePendingFrame *pending);

/* Drops what was made ahead: the world is back at the last frame. */
void gst_life_ahead_drop (GstLifeAhead *ahead, GstLife *life);
