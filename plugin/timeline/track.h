/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where the world lived and changed in each of the last frames: what cameras follow. */
#pragma once

#include "plugin/timeline/timeline.h"

/* As far as cameras look back; a power of two that has room for them. */
#define GST_LIFE_TRACK_FRAMES 60
#define GST_LIFE_TRACK_ROOM 64

/* A frame, as #LifeStatistics has it. */
typedef struct {
  LifeBox box;
  LifeActivity activity;
} GstLifeSight;

typedef struct {
  LifeCountFlags wanted; /* set before the world goes to a frame */
  guint64 first, next;   /* the frames that are known, and have been left */
  GstLifeSight sights[GST_LIFE_TRACK_ROOM];

  /* What is counted with frames; 0: nothing. */
  LifeCountFlags counted;
  guint64 begun;    /* the frame that is drawn */
  gboolean pending; /* its counts are to come with it */

  /* The activity of frame @noted was taken before an edit. */
  gboolean is_noted;
  guint64 noted;
  LifeActivity activity;
} GstLifeTrack;

extern const GstLifeRecorderClass gst_life_track_class;

/* The cells of the present frame are about to change, which its activity is not to show. */
gboolean gst_life_track_note (
    GstLifeTrack *track, GstLifeTimeline *timeline, GError **error);

/* What has to be counted with the present frame, which is about to be drawn; when that is
 * done, what was counted. */
LifeCountFlags gst_life_track_draw (
    GstLifeTrack *track, const GstLifeTimeline *timeline);
void gst_life_track_drawn (
    GstLifeTrack *track, const LifeStatistics *statistics);

/* Copies what is known of the last frames before the present one, the oldest first, or else
 * of that one itself; returns of how many. 0 on an error. */
guint gst_life_track_get (GstLifeTrack *track, const GstLifeTimeline *timeline,
    GstLifeSight sights[GST_LIFE_TRACK_FRAMES], GError **error);
