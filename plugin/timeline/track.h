/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Where the world lived and changed in each of the last frames: what cameras follow. How
 * far back that has to be known is in play/history.h. */
#pragma once

#include <gst/gst.h>

#include <life/world.h>

/* As far as cameras look back; a power of two that has room for them. */
#define GST_LIFE_TRACK_FRAMES 60
#define GST_LIFE_TRACK_ROOM 64

/* A frame, as #LifeStatistics has it. */
typedef struct {
  LifeBox box;
  LifeActivity activity;
} GstLifeSight;

typedef struct {
  guint64 first, next; /* the frames that are known, and have been left */
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

/* From frame @frame on @counted is kept of each; what is known of others is forgotten. */
void gst_life_track_begin (
    GstLifeTrack *track, LifeCountFlags counted, guint64 frame);

/* Frame @frame is over, and not known yet. */
gboolean gst_life_track_leave (
    GstLifeTrack *track, LifeWorld *world, guint64 frame, GError **error);

/* Frame @frame is about to be edited, which its activity is not to show. */
gboolean gst_life_track_note (
    GstLifeTrack *track, LifeWorld *world, guint64 frame, GError **error);

/* What has to be counted with frame @frame, which is about to be drawn; when that is
 * done, what was counted. */
LifeCountFlags gst_life_track_draw (GstLifeTrack *track, guint64 frame);
void gst_life_track_drawn (
    GstLifeTrack *track, const LifeStatistics *statistics);

/* The world was taken back to frame @frame. */
void gst_life_track_revert (GstLifeTrack *track, guint64 frame);

/* Copies what is known of the last frames before @frame, the oldest first, or else of that
 * one itself, which the world is at; returns of how many. 0 on an error. */
guint gst_life_track_get (GstLifeTrack *track, LifeWorld *world, guint64 frame,
    GstLifeSight sights[GST_LIFE_TRACK_FRAMES], GError **error);
