/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames in the making, and the one that is made ahead: while a frame is
 * downstream the world steps on and draws the next one. On a GPU the streaming
 * thread only enqueues that; for the CPU a thread of its own does it. */
#pragma once

#include "gstlife.h"

G_BEGIN_DECLS

/* What is to be made. */
typedef struct {
  guint64 number;     /* of the frame */
  guint64 generation; /* that it shows */
} GstLifeFrameId;

/* A frame in the making. Begun: the engine may be at it; finished: it is there and
 * counted. */
typedef struct {
  GstLifeFrameId id;
  GstBuffer *buffer;
  GstVideoFrame video;
  gboolean begun, finished;
  LifeStatistics statistics;
} GstLifePicture;

typedef struct {
  GstLife *life;

  /* The frame made ahead; buffer is NULL where there is none. While the worker
   * is busy it is the worker's. */
  GstLifePicture picture;
  guint settings_serial; /* that it was made with */
  gboolean stepped;      /* the world steps on already */

  GThread *worker;
  GMutex lock;
  GCond changed;
  gboolean busy, quit; /* guarded by lock */
} GstLifeAhead;

void gst_life_ahead_init (GstLifeAhead *ahead, GstLife *life);
void gst_life_ahead_finalize (GstLifeAhead *ahead);

/* Maps @buffer, which it takes over, for the frame @id. */
gboolean gst_life_picture_open (GstLifePicture *picture, GstLife *life,
    const GstVideoInfo *info, GstBuffer *buffer, const GstLifeFrameId *id,
    GError **error);

/* Brings the world there and begins to draw. */
gboolean gst_life_picture_begin (
    GstLifePicture *picture, GstLife *life, GError **error);

/* Waits until it is drawn and tells of it; the caller owns the buffer. NULL and
 * @error where it failed. Nothing of the picture is left. */
GstBuffer *gst_life_picture_finish (
    GstLifePicture *picture, GstLife *life, GError **error);

/* Waits until nobody works at it and lets go of it. */
void gst_life_picture_close (GstLifePicture *picture, GstLife *life);

/* Takes frame number @number if that was made ahead and no property was set nor
 * the world edited since. Whatever else was made ahead is dropped, and the world is
 * where it was. */
gboolean gst_life_ahead_take (
    GstLifeAhead *ahead, guint64 number, GstLifePicture *picture);

/* Lets the world step on towards @id, if that is only enqueued; after the present
 * frame was begun, before it is finished. */
void gst_life_ahead_step (GstLifeAhead *ahead, const GstLifeFrameId *id);

/* Makes the frame @id into @buffer, which it takes over, as far as it can be made
 * without waiting; after the present frame is finished. */
void gst_life_ahead_make (GstLifeAhead *ahead, const GstVideoInfo *info,
    GstBuffer *buffer, const GstLifeFrameId *id);

/* Waits for the worker; what it made stays. */
void gst_life_ahead_wait (GstLifeAhead *ahead);

/* Drops what was made ahead. The world is where it was. */
void gst_life_ahead_drop (GstLifeAhead *ahead);

/* Drops it and ends the worker. */
void gst_life_ahead_stop (GstLifeAhead *ahead);

G_END_DECLS
