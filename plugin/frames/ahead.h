/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looking ahead: while a frame is finished and goes downstream, a GPU advances the
 * world and draws the next frame. The streaming thread only enqueues that. An engine
 * on the CPU never looks ahead; a queue after the element does as much for it. */
#pragma once

#include "plugin/frames/picture.h"

G_BEGIN_DECLS

typedef enum {
  GST_LIFE_AHEAD_NOT,     /* the world is at the frame that was made last */
  GST_LIFE_AHEAD_STEPPED, /* it is at the next one, and can be taken back */
  GST_LIFE_AHEAD_DRAWN,   /* and that is being drawn */
} GstLifeAheadState;

/* Part of a GstLife. */
typedef struct {
  GstLifeAheadState state; /* guarded by the world lock, as is: */
  guint64 from;            /* the frame to which the world can be taken back */

  /* The streaming thread's: the frame that is drawn, and what it was made by. */
  GstLifePicture picture;
  guint settings_serial;
} GstLifeAhead;

/* Whether the world can step on to frame @number in no time here. */
gboolean gst_life_ahead_is_possible (GstLife *life, guint64 number);

/* Lets the world step on to frame @number, if that is possible; after the
 * present frame was begun, before it is finished. */
void gst_life_ahead_step (GstLife *life, guint64 number);

/* Lets that frame be drawn into @buffer, which it takes over; after the present
 * frame is finished. */
void gst_life_ahead_draw (
    GstLife *life, const GstVideoInfo *info, GstBuffer *buffer);

/* Takes frame number @number as it was made ahead, if no property was set since and
 * the world was not edited. Anything else that was made ahead is dropped. */
gboolean gst_life_ahead_take (
    GstLife *life, guint64 number, GstLifePicture *picture);

/* Drops what was made ahead: the world is at the frame that was made last. */
void gst_life_ahead_drop (GstLife *life);

/* The same for the world alone, under the world lock: what was drawn is dropped when
 * it is asked for. Called before others look at the world, or change it. */
void gst_life_ahead_revert (GstLife *life);

G_END_DECLS
