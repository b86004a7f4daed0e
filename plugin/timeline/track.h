/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where cells lived and changed in each of the last frames: what cameras follow. */
#pragma once

#include "plugin/timeline/timeline.h"

/* The frames that a camera's position depends on; a power of two that has room for them. */
#define GST_LIFE_TRACK_FRAMES 60
#define GST_LIFE_TRACK_ROOM 64

/* A frame, as #LifeStatistics has it. */
typedef struct {
  LifeBox box;
  LifeActivity activity;
} GstLifeTrackedFrame;

typedef struct {
  LifeCountFlags requested; /* set before the world goes to a frame */
  guint64 first, next;      /* frames @first to @next - 1 are recorded */
  GstLifeTrackedFrame tracked[GST_LIFE_TRACK_ROOM];

  /* What is counted with frames; 0: nothing. */
  LifeCountFlags counted;
  guint64 drawing;  /* the frame that is being drawn */
  gboolean pending; /* its counts are ready when it is */

  /* The activity of frame @edited_frame was recorded before an edit. */
  gboolean has_edited_frame;
  guint64 edited_frame;
  LifeActivity activity;
} GstLifeTrack;

extern const GstLifeRecorderClass gst_life_track_class;

/* Records the activity of the present frame, whose cells are about to be edited. */
gboolean gst_life_track_record_activity (
    GstLifeTrack *track, GstLifeTimeline *timeline, GError **error);

/* What has to be counted with the present frame, which is about to be drawn; when that is
 * done, what was counted. */
LifeCountFlags gst_life_track_draw (
    GstLifeTrack *track, const GstLifeTimeline *timeline);
void gst_life_track_drawn (
    GstLifeTrack *track, const LifeStatistics *statistics);

/* Copies the records of the last frames before the present one, the oldest first, or else of
 * the present one; returns their number, 0 on an error. */
guint gst_life_track_get (GstLifeTrack *track, const GstLifeTimeline *timeline,
    GstLifeTrackedFrame tracked[GST_LIFE_TRACK_FRAMES], GError **error);
