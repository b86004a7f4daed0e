/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames that are stored, so that a seek back need not start from the first one. */
#pragma once

#include <life/world.h>

typedef struct {
  guint64 frame;
  LifeSnapshot *snapshot;
} GstLifeKeyframe;

typedef struct {
  GArray *stored;   /* of GstLifeKeyframe, by frame */
  gboolean enabled; /* a backward seek was requested */
  guint64 interval; /* frames from one to the next */
  gsize bytes;      /* their size */
  gsize budget;     /* the largest size */
} GstLifeKeyframes;

void gst_life_keyframe_clear (GstLifeKeyframe *self);

void gst_life_keyframes_init (GstLifeKeyframes *self);
void gst_life_keyframes_finalize (GstLifeKeyframes *self);

/* Drops all of them and disables storing, for a new world. */
void gst_life_keyframes_clear (GstLifeKeyframes *self);

/* Drops those of frames @first to @end - 1. */
void gst_life_keyframes_drop (
    GstLifeKeyframes *self, guint64 first, guint64 end);

/* Drops every second one, or the only one, and doubles the interval. */
void gst_life_keyframes_thin_out (GstLifeKeyframes *self);

/* Whether frame @frame is to be stored; and stores @snapshot of it, owned from then on. */
gboolean gst_life_keyframes_is_due (
    const GstLifeKeyframes *self, guint64 frame);
void gst_life_keyframes_add (
    GstLifeKeyframes *self, guint64 frame, LifeSnapshot *snapshot);

/* The last one up to @frame, or NULL. */
const GstLifeKeyframe *gst_life_keyframes_find (
    GstLifeKeyframes *self, guint64 frame);
