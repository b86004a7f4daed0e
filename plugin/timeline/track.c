/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Keeps where the world lived and changed in the last frames. Boxes are those of frames
 * when they are left, with all edits; activity is that of the step that led to them. */
#include "plugin/timeline/track.h"

void
gst_life_track_begin (
    GstLifeTrack *track, LifeCountFlags counted, guint64 frame)
{
  track->counted = counted;
  track->first = track->next = frame;
  track->pending = track->is_noted = FALSE;
}

static GstLifeSight *
sight_of (GstLifeTrack *track, guint64 frame)
{
  return &track->sights[frame % GST_LIFE_TRACK_ROOM];
}

static gboolean
is_noted (const GstLifeTrack *track, guint64 frame)
{
  return track->is_noted && track->noted == frame;
}

/* What is not known yet of frame @frame. */
static LifeCountFlags
missing_counts (const GstLifeTrack *track, guint64 frame)
{
  return is_noted (track, frame) ? track->counted & ~LIFE_COUNT_ACTIVITY
                                 : track->counted;
}

static void
take (GstLifeTrack *track, guint64 frame, const LifeStatistics *statistics)
{
  GstLifeSight *sight = sight_of (track, frame);

  sight->box = statistics->box;
  sight->activity =
      is_noted (track, frame) ? track->activity : statistics->activity;
}

gboolean
gst_life_track_leave (
    GstLifeTrack *track, LifeWorld *world, guint64 frame, GError **error)
{
  const LifeCountFlags missing = missing_counts (track, frame);
  LifeStatistics statistics;

  if (!track->counted || track->next > frame)
    return TRUE;
  track->pending =
      track->begun == frame && life_world_is_counting (world, missing);
  if (!track->pending) {
    if (!life_world_count (world, missing, &statistics, error))
      return FALSE;
    take (track, frame, &statistics);
  }
  track->next = frame + 1;
  return TRUE;
}

gboolean
gst_life_track_note (
    GstLifeTrack *track, LifeWorld *world, guint64 frame, GError **error)
{
  LifeStatistics statistics;

  if (!(track->counted & LIFE_COUNT_ACTIVITY) || is_noted (track, frame))
    return TRUE;
  if (!life_world_count (world, LIFE_COUNT_ACTIVITY, &statistics, error))
    return FALSE;
  track->is_noted = TRUE;
  track->noted = frame;
  track->activity = statistics.activity;
  return TRUE;
}

LifeCountFlags
gst_life_track_draw (GstLifeTrack *track, guint64 frame)
{
  track->begun = frame;
  track->pending = FALSE;
  return missing_counts (track, frame);
}

void
gst_life_track_drawn (GstLifeTrack *track, const LifeStatistics *statistics)
{
  if (track->pending)
    take (track, track->begun, statistics);
  track->pending = FALSE;
}

void
gst_life_track_revert (GstLifeTrack *track, guint64 frame)
{
  track->next = MIN (track->next, frame);
  track->is_noted = is_noted (track, frame);
}

guint
gst_life_track_get (GstLifeTrack *track, LifeWorld *world, guint64 frame,
    GstLifeSight sights[GST_LIFE_TRACK_FRAMES], GError **error)
{
  const guint64 oldest = frame - MIN (frame, GST_LIFE_TRACK_FRAMES);
  const guint64 first = MAX (track->first, oldest);
  LifeStatistics statistics;
  guint n = 0;

  for (guint64 i = first; i < MIN (frame, track->next); i++)
    sights[n++] = *sight_of (track, i);
  if (n > 0)
    return n;
  if (!life_world_count (
          world, missing_counts (track, frame), &statistics, error))
    return 0;
  take (track, frame, &statistics);
  sights[0] = *sight_of (track, frame);
  return 1;
}
